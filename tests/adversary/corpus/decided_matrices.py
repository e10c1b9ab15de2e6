"""Roots, moduli, spectra, kernels, gradients and Haar matrices: the truth of each decided before the tool was asked."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    commute,
    conj,
    det,
    eigenvalue,
    entry,
    eq,
    exp,
    expect,
    ge,
    grad,
    gram,
    gt,
    half,
    iff,
    implies,
    inv,
    kernel,
    kernel_value,
    le,
    lt,
    modulus,
    ne,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    posdef,
    projection,
    psd,
    rank,
    relu,
    relu_each,
    same_law,
    sqrt,
    tr,
    vec,
)
from proofs_check.statement.laws import cond
from proofs_check.statement.props import almost_surely
from proofs_check.statement.psd import least_eigenvalue

from ..stating import Stated, false, family, ill_shaped, true, vacuous, valueless
from .letters import (
    P_,
    Q_,
    A,
    B,
    C,
    F,
    G,
    Id,
    K,
    L,
    S,
    U,
    V,
    Zero,
    a,
    b,
    d,
    eye,
    g,
    matrix,
    n,
    o,
    p,
    v,
    w,
    z,
)

W, X1, Id_n = matrix("W", "d", "d"), matrix("X_1", "d", "n"), eye("n")
Kp, Kq = kernel("k_5", "psd"), kernel("k_6")


@family("decided_matrices")
def roots() -> Iterator[Stated]:
    """Roots are those of the eigenvalues, and no function of an entry; Cauchy and Schwarz bound their trace."""
    yield from map(true, (
        le(tr(half(K))**2, rank(K) * tr(K)), eq(half(p * K), sqrt(p) * half(K)), eq(norm_op(half(K))**2, norm_op(K)),
        eq(det(half(S))**2, det(S)), implies(eq(half(K), half(L)), eq(K, L)), eq(norm_F(half(K))**2, tr(K)),
        iff(commute(K, L), commute(half(K), half(L))), iff(psd(S - Id), psd(half(S) - Id)),
    ))  # fmt: skip
    yield from map(false, (
        le(tr(half(K))**2, tr(K)), eq(half(K + L), half(K) + half(L)), eq(half(p * K), p * half(K)),
        eq(norm_F(half(K))**2, norm_F(K)), le(tr(half(K)), tr(K)), implies(psd(half(K) - half(L)), psd(K - L)),
        psd(half(S) - S), iff(psd(K - Id), psd(Id - half(K))),
    ))  # fmt: skip
    yield from map(valueless, (
        eq(half(K * L), half(K) * half(L)), eq(half(F)**2, F), eq(half(A)**2, A), eq(sqrt(a)**4, a**2),
    ))  # fmt: skip


@family("decided_matrices")
def moduli() -> Iterator[Stated]:
    """A symmetric matrix lies between its modulus and minus that; Araki and Yamagami for the Frobenius norm."""
    yield from map(true, (
        psd(modulus(F) + F), commute(modulus(F), F), eq(modulus(-F), modulus(F)), eq(det(modulus(F)), absolute(det(F))),
        le(norm_F(modulus(F) - modulus(G)), norm_F(F - G)), iff(psd(F), eq(modulus(F), F)),
        iff(eq(modulus(F), Zero), eq(F, Zero)), eq(norm_op(modulus(F)), norm_op(F)),
        implies(commute(F, G), psd(modulus(F) + modulus(G) - modulus(F + G))),
    ))  # fmt: skip
    yield from map(false, (
        psd(modulus(F) - F - p * Id), eq(tr(modulus(F + G)), tr(modulus(F)) + tr(modulus(G))),
        implies(eq(modulus(F), modulus(G)), eq(F, G)), eq(rank(modulus(F) - F), rank(F)),
        eq(modulus(F * F), modulus(F)), iff(posdef(modulus(F)), posdef(F)), eq(tr(modulus(F)), absolute(tr(F))),
        implies(psd(modulus(F) - modulus(G)), psd(F - G)),
        le(norm_op(modulus(F) - modulus(G)), norm_op(F - G)),
    ))  # fmt: skip
    yield from map(valueless, (
        eq(modulus(A) * modulus(A), A * A),
    ))  # fmt: skip


@family("decided_matrices")
def spectra() -> Iterator[Stated]:
    """Weyl, Courant and Fischer; -1, and eigenvalues of two signs, break the others."""
    yield from map(true, (
        le(eigenvalue(F + G, 1), eigenvalue(F, 1) + eigenvalue(G, 1)), eq(eigenvalue(-F, 1), -least_eigenvalue(F)),
        ge(least_eigenvalue(F + G), least_eigenvalue(F) + least_eigenvalue(G)),
        le(absolute(eigenvalue(F, 1)), norm_op(F)), eq(eigenvalue(K * K, 1), eigenvalue(K, 1)**2),
        iff(eq(least_eigenvalue(K), 0), eq(det(K), 0)), iff(posdef(F), gt(least_eigenvalue(F), 0)),
        ge(eigenvalue(S + K, 1), eigenvalue(S, 1)), eq(cond(p * S), cond(S)),
    ))  # fmt: skip
    yield from map(false, (
        le(least_eigenvalue(F + G), least_eigenvalue(F) + least_eigenvalue(G)),
        eq(eigenvalue(F * F, 1), eigenvalue(F, 1)**2), eq(eigenvalue(-F, 1), -eigenvalue(F, 1)),
        iff(eq(eigenvalue(F, 1), 0), eq(F, Zero)), iff(psd(F), ge(tr(F), 0)), ge(cond(S + K), cond(S)),
        eq(eigenvalue(F + p * G, 1), eigenvalue(F, 1) + p * eigenvalue(G, 1)), le(eigenvalue(F, 1), tr(F)),
    ))  # fmt: skip
    yield true(eq(eigenvalue(v * v.T, 2), 0), ge(d, 2))
    yield valueless(eq(eigenvalue(v * v.T, 2), 0))


@family("decided_matrices")
def kernels() -> Iterator[Stated]:
    """What every 2 x 2 Gram matrix of a psd kernel says; of other kernels nothing but symmetry is known."""
    yield from map(true, (
        le(2 * kernel_value(Kp, v, w), kernel_value(Kp, v, v) + kernel_value(Kp, w, w)),
        implies(eq(kernel_value(Kp, v, v), 0), eq(kernel_value(Kp, v, w), 0)), psd(gram(Kp, X1, X1) + Id_n * p),
        eq(gram(Kq, X1, X1), gram(Kq, X1, X1).T), eq(relu_each(v) - relu_each(-v), v),
    ))  # fmt: skip
    yield from map(false, (
        ge(2 * kernel_value(Kp, v, w), kernel_value(Kp, v, v) + kernel_value(Kp, w, w)), gt(kernel_value(Kp, v, v), 0),
        implies(eq(kernel_value(Kq, v, v), 0), eq(kernel_value(Kq, v, w), 0)), eq(kernel_value(Kp, v, o), 0),
        eq(kernel_value(Kp, v + w, v), kernel_value(Kp, v, v) + kernel_value(Kp, w, v)),
        psd(gram(Kp, X1, X1) - Id_n * p), eq(relu_each(v).T * v, norm_2(v)**2),
    ))  # fmt: skip


@family("decided_matrices")
def gradients() -> Iterator[Stated]:
    """Matrix calculus by the definition; a transpose or an order is lost, or a kink is not seen."""
    yield from map(true, (
        eq(grad(tr(W.T * S * W), W), 2 * S * W), eq(grad(tr(W * W), W), 2 * W.T), eq(grad(absolute(a)**2, a), 2 * a),
        eq(grad(norm_F(A * W * B - C)**2, W), 2 * A.T * (A * W * B - C) * B.T), eq(grad(exp(a * b), a), b * exp(a * b)),
        eq(grad(absolute(a) * a, a), 2 * absolute(a)), eq(grad((v.T * W * w)**2, W), 2 * (v.T * W * w) * v * w.T),
    ))  # fmt: skip
    yield from map(false, (
        eq(grad(tr(W.T * S * W), W), 2 * W * S), eq(grad(tr(W * W), W), 2 * W), eq(grad(relu(a)**2, a), 2 * a),
        eq(grad(norm_F(A * W * B - C)**2, W), 2 * A.T * (A * W * B - C) * B), eq(grad(exp(a * b), a), exp(a * b)),
        eq(grad((v.T * W * w)**2, W), 2 * (v.T * W * w) * w * v.T),
    ))  # fmt: skip
    yield from map(valueless, (
        eq(grad(sqrt(a), a), 1 / (2 * sqrt(a))), eq(grad(absolute(a), a), a / absolute(a)),
        eq(grad(relu(a), a) * a, relu(a)), eq(grad(1 / a, a), -1 / a**2),
    ))  # fmt: skip


@family("decided_matrices")
def haar() -> Iterator[Stated]:
    """The moments that invariance under rotations leaves; d = 2 breaks the others, or d = 1."""
    yield from map(true, (
        eq(expect(entry(U, 1, 1)**2), 1 / d), eq(expect(norm_F(U + V)**2), 2 * d), eq(expect(tr(U)**2), 1),
        eq(norm_op(U * A * V), norm_op(A)), same_law(tr(U * A), tr(A * U)), same_law(U.T, U),
        almost_surely(eq(absolute(det(U)), 1)), eq(expect(det(U)), 0), eq(expect(tr(U * A) * U), A.T / d),
        eq(expect(U * F * U), F / d), eq(expect(absolute(tr(U)) * tr(U)), 0),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect(entry(U, 1, 1)**2), 1 / d**2), eq(expect(norm_F(U + V)**2), d), eq(expect(tr(U)**2), d),
        eq(tr(U * A * V), tr(A)), same_law(U * A, A * U), almost_surely(gt(tr(U), 0)), eq(expect(tr(U * A) * U), A / d),
        eq(expect(U * A * U), A / d), same_law(U * g, U * z),
    ))  # fmt: skip


@family("decided_matrices")
def of_no_shape() -> Iterator[Stated]:
    """Sums, products and functions of what does not fit; what is no square matrix has no trace, and no order."""
    made = (
        lambda: eq(A * v.T, v.T), lambda: eq(v + w.T, v), lambda: psd(v), lambda: eq(tr(v), 0), lambda: eq(A, v),
        lambda: commute(A, v), lambda: gt(v, 0), lambda: le(A, B), lambda: eq(P_ * P_, P_), lambda: eq(modulus(v), v),
        lambda: eq(eigenvalue(v, 1), 1), lambda: eq(U * v.T, v.T), lambda: eq(det(P_ * v), 0),
        lambda: eq(half(P_), P_), lambda: implies(psd(v), eq(a, a)), lambda: iff(eq(a, a), eq(A * Q_, A)),
        lambda: eq(norm_2(A * w.T), 0), lambda: eq(vec(A) + v, v), lambda: eq(grad(v, v), Id),
    )  # fmt: skip
    yield from map(ill_shaped, made)


@family("decided_matrices")
def of_no_point() -> Iterator[Stated]:
    """Hypotheses that no point meets: signs that traits exclude, no integer between two, Cauchy and Schwarz."""
    for given in (
        conj(gt(n, 1), lt(n, 2)), eq(n * n, 3), eq(K * K, -Id), lt(least_eigenvalue(K), 0), eq(rank(K), d + 1),
        psd(-S), eq(modulus(F), -Id), lt(det(K), 0), eq(exp(a), 0), eq(norm_F(A), -1), eq(F * F, -Id),
        gt(v.T * w, norm_2(v) * norm_2(w)), ne(pinv(v) * v * v, v), eq(S, Zero), lt(tr(A.T * A), 0),
        ne(projection(F), projection(F)**2), eq(inv(S), -S),
    ):  # fmt: skip
        yield vacuous(eq(a, b), given)
