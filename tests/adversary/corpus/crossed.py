"""Heads that seldom meet: spectra of Kronecker products, ranks of pseudoinverses, means of diagonals, laws of noise,
roots and orders, powers whose exponent is a symbol; each true statement beside a false one that is nearly the same."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    argmin,
    commute,
    conj,
    convex,
    curvature,
    det,
    diag,
    eigenvalue,
    eq,
    exists,
    exp,
    expect,
    expect_given,
    for_all,
    ge,
    gt,
    half,
    iff,
    implies,
    infimum,
    inv,
    inv_half,
    kron,
    le,
    lt,
    minimum,
    ne,
    norm_F,
    norm_op,
    parameter,
    pinv,
    posdef,
    psd,
    rank,
    relu,
    relu_each,
    same_law,
    scalar,
    tends,
    term,
    total,
    tr,
    vec,
    vector,
)
from proofs_check.statement.attention import exp_each
from proofs_check.statement.laws import cond, delta
from proofs_check.statement.props import Prop, almost_surely
from proofs_check.statement.psd import least_eigenvalue
from proofs_check.statement.terms import entry

from ..stating import Stated, false, family, true
from .letters import (
    A,
    B,
    F,
    G,
    Id,
    K,
    L,
    N,
    R,
    S,
    U,
    Zero,
    a,
    b,
    c,
    d,
    e,
    f,
    g,
    h,
    i,
    j,
    k0,
    m,
    n,
    p,
    q,
    u,
    v,
    w,
    x1,
    y,
    z,
)

W, long = parameter("W", "d", "d"), vector("x_5", "N")
k9 = scalar("k_9", "integer", "positive")


def told(holds: list[Prop], fails: list[Prop]) -> Iterator[Stated]:
    yield from map(true, holds)
    yield from map(false, fails)


@family("crossed")
def spectra() -> Iterator[Stated]:
    """Weyl's inequalities; diag(1, -1), matrices with orthogonal images, I beside diag(1, 2) break the others."""
    yield from told([
        le(tr(K * L), tr(K) * tr(L)), le(eigenvalue(K + L, 1), eigenvalue(K, 1) + eigenvalue(L, 1)),
        ge(least_eigenvalue(F + G), least_eigenvalue(F) + least_eigenvalue(G)), le(eigenvalue(K, 1), tr(K)),
        eq(norm_op(K), eigenvalue(K, 1)), ge(cond(S), 1), eq(cond(2 * S), cond(S)), eq(cond(inv(S)), cond(S)),
    ], [
        ge(d * tr(K * L), tr(K) * tr(L)), le(eigenvalue(K + L, 1), eigenvalue(K, 1)),
        le(least_eigenvalue(F + G), least_eigenvalue(F) + least_eigenvalue(G)), le(eigenvalue(F, 1), tr(F)),
        eq(norm_op(F), eigenvalue(F, 1)), gt(cond(S), 1), eq(cond(S**2), 2 * cond(S)), le(cond(S + R), cond(S)),
    ])  # fmt: skip


@family("crossed")
def products_of_kronecker() -> Iterator[Stated]:
    """Spectra of Kronecker products are products of spectra; F = 1 and G = -1 at d = 1, identities at d = 2."""
    yield from told([
        le(norm_op(kron(A, B)), norm_op(A) * norm_op(B)), eq(tr(kron(A, B)), tr(A) * tr(B)), psd(kron(K, L)),
        eq(rank(kron(A, B)), rank(A) * rank(B)), posdef(kron(S, R)), eq(pinv(kron(A, B)), kron(pinv(A), pinv(B))),
    ], [
        eq(norm_op(kron(A, B)), norm_op(A) + norm_op(B)), eq(tr(kron(A, B)), tr(A * B)), psd(kron(F, G)),
        eq(rank(kron(A, B)), rank(A * B)), posdef(kron(K, S)), eq(pinv(kron(A, B)), kron(A, pinv(B))),
    ])  # fmt: skip


@family("crossed")
def images() -> Iterator[Stated]:
    """A A^+ projects on the image; 0, nilpotent matrices and A = -B break the others."""
    yield from told([
        eq(rank(A * pinv(A)), rank(A)), eq(tr(A * pinv(A)), rank(A)), le(norm_op(A * pinv(A)), 1), psd(pinv(K)),
        eq(A * pinv(A) * A * A.T, A * A.T), le(rank(A + B), rank(A) + rank(B)), le(rank(A * B), rank(A)),
        eq(rank(A.T * A), rank(A)), implies(eq(rank(A), 0), eq(A, Zero)),
    ], [
        eq(rank(A * pinv(A)), d), eq(tr(A * pinv(A)), d), eq(norm_op(A * pinv(A)), 1), posdef(pinv(K)),
        eq(pinv(A * B), pinv(B) * pinv(A)), eq(pinv(A + B), pinv(A) + pinv(B)), ge(rank(A + B), rank(A)),
        eq(rank(A * B), rank(B * A)), eq(rank(A * A), rank(A)),
        implies(eq(rank(A), rank(B)), eq(rank(A * B), rank(A))),
    ])  # fmt: skip


@family("crossed")
def roots_and_orders() -> Iterator[Stated]:
    """Roots and inverses are monotone, squares are not; (sum of roots)^2 lies between the sum and d times it."""
    yield from told([
        eq(inv_half(S) * S * inv_half(S), Id), ge(tr(half(K)) ** 2, tr(K)), le(tr(half(K)) ** 2, d * tr(K)),
        implies(psd(Id - K), psd(half(K) - K)), psd(half(S + R) - half(S)), psd(inv(S) - inv(S + R)),
        implies(psd(F), implies(psd(G), ge(tr(F * G), 0))), implies(commute(K, L), psd(K * L)), commute(half(S), S),
        iff(posdef(S - R), posdef(inv(R) - inv(S))), commute(diag(v), diag(w)),
    ], [
        eq(half(S**2 + R), S + half(R)), le(tr(half(K)) ** 2, tr(K)), ge(tr(half(K)) ** 2, d * tr(K)),
        psd(half(K) - K), psd((S + R) ** 2 - S**2), psd(inv(S + R) - inv(S)),
        implies(psd(F), implies(psd(G), psd(F * G))), implies(commute(F, G), psd(F * G)), commute(S, R),
        iff(posdef(S - R), posdef(S**2 - R**2)), commute(diag(v), S),
    ])  # fmt: skip


@family("crossed")
def entry_by_entry() -> Iterator[Stated]:
    """Schur: entrywise exp of psd is psd; [[1, -1], [1, 1]] grows by relu, [[0, 1], [1, 0]] is not psd; 0 and -1."""
    yield from told([
        ge(exp(a), 1 + a), le(exp(-q), 1), eq(relu(a) - relu(-a), a), eq(relu(a) + relu(-a), absolute(a)),
        le(relu(a + b), relu(a) + relu(b)), eq(relu(relu(a)), relu(a)), le(norm_F(relu_each(A)), norm_F(A)),
        ge(tr(exp_each(A)), d + tr(A)), psd(exp_each(K)),
    ], [
        ge(exp(a), 1 + 2 * a), gt(exp(a), 1 + a), lt(exp(-q), 1), eq(relu(a * b), relu(a) * relu(b)),
        ge(relu(a + b), relu(a) + relu(b)), eq(absolute(relu(a)), absolute(a)), le(norm_op(relu_each(A)), norm_op(A)),
        psd(relu_each(F)), psd(exp_each(F)),
    ])  # fmt: skip


@family("crossed")
def means() -> Iterator[Stated]:
    """Isserlis; |g x g| = |g|^2; diagonals of z z^T; what is given stays; Jensen."""
    squares = expect((z.T * z) ** 2)
    yield from told([
        eq(expect(kron(g, g).T * kron(g, g)), d * (d + 2)), eq(expect(tr(kron(g * g.T, h * h.T))), d**2),
        eq(expect(diag(g) * diag(g)), Id), eq(expect(vec(z * z.T)), vec(S)), ge(squares, tr(S) ** 2),
        eq(expect(expect_given((z.T * y) ** 2, z)), tr(S * R)), eq(expect(relu(x1) ** 2), p**2 / 2),
        eq(expect(exp(x1)), exp(p**2 / 2)), eq(expect(U * A * U.T), tr(A) / d * Id),
        eq(expect(tr(U * A * U.T * B)), tr(A) * tr(B) / d),
    ], [
        eq(expect(kron(g, g).T * kron(g, g)), d**2), eq(expect(tr(g * g.T * h * h.T)), d**2),
        eq(expect(diag(z) * diag(z)), S), eq(expect(vec(z * y.T)), vec(S)), le(squares, tr(S) ** 2),
        eq(expect_given((z.T * y) ** 2, z), tr(S * R)), eq(expect(relu(x1)), p / 2), eq(expect(exp(x1)), 1),
        eq(expect(U * A * U.T), A), eq(expect(tr(U * A * U.T * B)), tr(A * B)),
    ])  # fmt: skip


@family("crossed")
def almost_sure() -> Iterator[Stated]:
    """A Gaussian with a definite covariance has a density; noise of any law may have two values, be skewed, large."""
    yield from told([
        almost_surely(gt(g.T * g, 0)), almost_surely(ne(x1, a)), almost_surely(ge(e**2, 0)), same_law(x1, -x1),
        almost_surely(ne(x1 + e, a)), almost_surely(ne(z.T * z, v.T * v)), eq(expect(e * f), 0),
    ], [
        almost_surely(gt(k0.T * k0, 0)), almost_surely(ne(e, p)), almost_surely(gt(e + 10 * p, 0)), same_law(e, -e),
        almost_surely(ne(e, f)), almost_surely(lt(x1, 100 * p)), eq(expect(e**3), 0), same_law(x1, x1 + 1),
        almost_surely(ne(e**2, p**2)), almost_surely(le(e**2, 1000000 * p**2)), almost_surely(ne(e * f, 0)),
    ])  # fmt: skip


@family("crossed")
def optima() -> Iterator[Stated]:
    """Completed squares; e^u - u^2 bends down at 0, a tent has a kink, det is indefinite; c^2 < 2 a c."""
    yield from told([
        eq(infimum(exp(u), u), 0), eq(minimum((u - b) ** 2 + c**2, u), c**2), eq(minimum(norm_F(W - A) ** 2, W), 0),
        eq(argmin((u - a) ** 2, u), a), convex(exp(u) + u**2, u), convex(relu(u) + absolute(u), u),
        convex(tr(W.T * S * W), W), eq(curvature(u**3, (u, b)), 6 * u * b**2), exists(c, gt(c, a * b)),
        for_all(c, ge(c**2 - 2 * a * c + a**2, 0)), iff(eq(norm_F(A), 0), eq(A, Zero)), exists(k9, gt(k9, n)),
    ], [
        eq(infimum(exp(u), u), 1), eq(minimum((u - b) ** 2 + c**2, u), b**2),
        eq(minimum(norm_F(W - A) ** 2, W), norm_F(A) ** 2), eq(argmin((u - a) ** 2, u), -a), convex(exp(u) - u**2, u),
        convex(relu(1 - absolute(u)), u), convex(det(W), W), eq(curvature(u**3, (u, b)), 3 * u * b**2),
        exists(c, eq(c**2, -1 - a**2)), for_all(c, ge(c**2 - 2 * a * c, 0)), iff(eq(tr(A), 0), eq(A, Zero)),
        iff(eq(det(A), 0), eq(A, Zero)), exists(k9, lt(k9, n)),
    ])  # fmt: skip


@family("crossed")
def counted() -> Iterator[Stated]:
    """Cauchy's inequality has the factor N; Bernoulli's holds from -1 on; 3^n = n^3 at n = 3."""
    added, squares, double = total(i, N, entry(long, i, 1)) ** 2, long.T * long, total(i, N, total(j, N, delta(i, j)))
    bernoulli = ge((1 + a) ** n, 1 + n * a)
    yield from told([
        le(added, N * squares), eq(total(i, N, i), N * (N + 1) / 2), eq(double, N), tends(n / (n + m), 1, n),
        tends(exp(-n), 0, n), implies(ge(a, -1), bernoulli), le(n, term(2) ** n), le(n**3, term(3) ** n),
        conj(implies(eq(a, 1), eq(a * a, 1)), implies(eq(a, 2), eq(a * a, 4))),
    ], [
        le(added, 2 * squares), le(added, 3 * squares), eq(total(i, N, i), N**2 / 2), eq(double, N**2),
        tends(n / (n + m), 0, n), tends(n**2 * exp(-n), 1, n), bernoulli, implies(ge(a, -3), bernoulli),
        le(n, term(2) ** n - 2), lt(n**3, term(3) ** n),
        conj(implies(eq(a, 1), eq(a * a, 1)), implies(eq(a, 2), eq(a * a, 5))),
        conj(implies(eq(a, 1), eq(a * a, 1)), implies(eq(b, 2), eq(a * b, 3 * a))),
    ])  # fmt: skip
