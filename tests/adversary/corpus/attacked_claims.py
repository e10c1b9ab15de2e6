"""Hypotheses, quantifiers, equivalences, letters, limits and orders of growth, as a hostile referee wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    activated,
    activation,
    at,
    commute,
    conj,
    det,
    eigenvalue,
    eq,
    exists,
    exp,
    expect,
    for_all,
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
    minimum,
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
    slope,
    sqrt,
    tends,
    term,
    total,
    tr,
    where,
)
from proofs_check.statement.laws import in_mean_square, order, tends_jointly

from ..stating import Stated, false, family, true, vacuous
from .letters import A, B, C, F, Id, K, L, N, Q, S, Zero, a, b, c, d, gaussian, i, matrix, p, q, r, scalar, v, w, zeros

HALF = Fraction(1, 2)
k, n = (scalar(name, "integer", "positive") for name in "kn")
xs, zs, step = gaussian("z_3", "d", cov=S, iid=True), gaussian("g_2", "d", iid=True), scalar("t_5")
f, finv, Kp, Kq = activation("f_1"), activation("f_2", "invariant"), kernel("k_5", "psd"), kernel("k_6")
X1, X2 = matrix("X_1", "d", "n"), matrix("X_2", "d", "n")

@family("attacked_claims")
def hypotheses() -> Iterator[Stated]:
    """What contradicts itself says nothing; what speaks of other letters restricts nothing."""
    yield from map(true, (
        implies(lt(norm_2(w), 0), eq(a, b)), implies(exists(c, lt(c * c, 0)), eq(a, b)),
        implies(for_all(c, gt(c, 0)), eq(a, b)), for_all(a, implies(lt(exp(a), 0), eq(b, c))),
    ))  # fmt: skip
    yield from map(false, (
        implies(exists(c, lt(c, 0)), eq(a, b)), implies(for_all(c, gt(c * c + 1, 0)), eq(a, b)),
    ))  # fmt: skip
    yield from (
        false(eq(A * B, B * A), eq(tr(A * B - B * A), 0)), false(eq(a, b), eq(b * b, 2)),
        false(eq(a, 0), eq(det(K), 0)), false(eq(a, 0), eq(b, 0)), false(ge(a, 0), posdef(A)),
        false(ge(a, 0), eq(tr(C), 17), ge(b, 10**40)),
    )  # fmt: skip
    yield from (
        vacuous(eq(a, b), lt(a, b), lt(b, a)), vacuous(eq(a, 1), eq(p, -1)), vacuous(eq(A, Zero), psd(-S)),
        vacuous(gt(a, 0), eq(b * b, -1)), vacuous(eq(A * B, B * A), eq(tr(A * B - B * A), 1)),
        vacuous(eq(a, b), eq(N * N, 2)), vacuous(eq(a, 0), gt(rank(C), d)), vacuous(eq(a, 0), eq(det(S), 0)),
        vacuous(eq(a, 0), ne(K, K.T)), vacuous(eq(a, 0), lt(norm_F(A) + 1, tr(Id) * 0)),
        vacuous(eq(a, 0), gt(eigenvalue(F, 1) * -1, norm_op(F))),
    )  # fmt: skip


@family("attacked_claims")
def quantifiers() -> Iterator[Stated]:
    """Exchanged quantifiers, discriminants, and letters that are bound twice."""
    yield from map(true, (
        for_all(a, exists(b, eq(a + b, 0))), exists(a, eq(a * a, 2)), for_all(p, exists(r, lt(r, p))),
        exists(n, eq(2 * n, n * n)), for_all(n, exists(k, gt(k, n))), exists(k, for_all(n, le(k, n))),
        exists(w, eq(A.T * A * w, A.T * v)), exists(B, eq(A * B * A, A)), exists(B, commute(A, B)),
        exists(B, for_all(A, commute(A, B))), exists(a, conj(gt(a, 0), lt(a, Fraction(1, 10**12)))),
        exists(a, eq(a**3 - a - 1, 0)), exists(a, eq(a**3 + b * a + c, 0)),
        iff(exists(a, eq(a**2 + b * a + c, 0)), ge(b**2 - 4 * c, 0)), for_all(p, exists(b, eq(exp(b), p))),
        conj(exists(a, eq(a, 1)), exists(a, eq(a, 2))), exists(a, conj(eq(a, 1), exists(a, eq(a, 2)))),
        for_all(a, exists(b, conj(eq(b, a), exists(a, eq(a, b + 1))))),
    ))  # fmt: skip
    yield from map(false, (
        exists(b, for_all(a, eq(a + b, 0))), exists(a, eq(a * a, -1)), for_all(a, exists(b, eq(a * b, 1))),
        exists(r, for_all(p, le(r, p))), exists(n, eq(n * n, 2)), exists(k, for_all(n, ge(k, n))),
        exists(B, eq(A * B, Id)), exists(B, for_all(A, eq(A * B, A + Id))), exists(a, conj(gt(a, 0), lt(a, 0))),
        exists(a, conj(gt(a, 1), lt(a * a, 1))), exists(a, eq(a**4 + a**2 + 1, 0)),
        exists(a, eq(a**2 + b * a + c, 0)), iff(exists(a, eq(a**2 + b * a + c, 0)), gt(b**2 - 4 * c, 0)),
        for_all(a, exists(b, eq(exp(b), a))), exists(a, conj(eq(a, 1), eq(a, 2))),
        implies(exists(a, eq(a, 1)), eq(a, 1)), exists(a, conj(eq(a, b), for_all(b, eq(a, b)))),
    ))  # fmt: skip


@family("attacked_claims")
def equivalences() -> Iterator[Stated]:
    """One side follows from the other and not back, but for symmetric or definite matrices."""
    yield from map(true, (
        iff(eq(p * p, r * r), eq(p, r)), iff(eq(A.T * A, Zero), eq(A, Zero)), iff(eq(F * F, Zero), eq(F, Zero)),
        iff(gt(tr(K), 0), ne(K, Zero)), iff(eq(rank(K), d), posdef(K)), iff(le(norm_op(A), 1), psd(Id - A.T * A)),
    ))  # fmt: skip
    yield from map(false, (
        iff(eq(A * B, Zero), eq(A, Zero)), iff(eq(a * a, b * b), eq(a, b)), iff(psd(K - L), psd(half(K) - half(L))),
        iff(eq(A * A, Zero), eq(A, Zero)), iff(gt(tr(K), 0), posdef(K)), iff(eq(rank(A), d), posdef(A)),
        iff(le(norm_op(A), 1), psd(Id - A)), iff(le(norm_op(A), 1), psd(Id + A.T * A)),
        iff(eq(tr(A * B), 0), eq(A * B, Zero)), iff(eq(norm_2(v + w), norm_2(v) + norm_2(w)), eq(v, w)),
    ))  # fmt: skip


@family("attacked_claims")
def letters() -> Iterator[Stated]:
    """Names that an engine might use for itself, and values put in for bound letters."""
    yield from map(true, (
        eq(scalar("root_0") + scalar("x_1"), scalar("x_1") + scalar("root_0")),
        eq(where(minimum((a - b)**2 + b**2, a), (b, a)), a**2),
        eq(where(total(i, N, i * a), (a, b)), b * N * (N + 1) / 2), eq(where(a - b, (a, b), (b, a)), b - a),
        eq(where(grad(a * b**2, a), (a, b)), b**2), eq(slope(step, (a + step)**2), 2 * a),
    ))  # fmt: skip
    yield from map(false, (
        eq(sqrt(scalar("root_0", "positive")), scalar("root_1", "positive")), eq(exp(scalar("t")), scalar("e")**1),
        eq(matrix("Lam", "d", "d"), matrix("Lam", "d", "d").T), eq(scalar("N"), scalar("M")),
        eq(matrix("I", "d", "d") * A, A), eq(norm_F(matrix("Theta", "d", "d") * matrix("Theta", "d", "d").T), 1),
        eq(expect(scalar("y")), 0), posdef(matrix("Lam", "d", "d", "symmetric")),
        eq(scalar("lam") * scalar("lam"), scalar("lam")), eq(where(minimum((a - b)**2, a), (b, a)), (a - b)**2),
        eq(where(where(a - b, (a, b)), (b, a)), a - b), eq(where(grad(a * b**2, a), (a, b)), 3 * b**2),
        eq(slope(a, a**2 + a * b), a + b),
    ))  # fmt: skip


@family("attacked_claims")
def limits() -> Iterator[Stated]:
    """Rational functions, roots and powers; what alternates, or grows late, has no limit."""
    yield from map(true, (
        tends(1 / N, 0, N), tends((N + 1) / N, 1, N), tends(a / N, 0, N), tends(term(-1)**N / N, 0, N),
        tends((1 + 1 / N)**N, exp(term(1)), N), tends(sqrt(N + 1) - sqrt(N), 0, N),
        tends(sqrt(N**2 + N) - N, HALF, N), tends(inv(Id + S / N), Id, N), tends(inv(N * Id + S), Zero, N),
        tends(N * inv(N * Id + S), Id, N), tends(N * (inv(Id + S / N) - Id), -S, N),
        tends(inv(S + Id / N) * S, Id, N), tends(inv(K + Id / N) * K, projection(K), N),
        tends(inv(A.T * A + Id / N) * A.T, pinv(A), N), tends(N * exp(-N), 0, N), tends(N**2 * exp(-(p * N)), 0, N),
        tends(N**9 / exp(N / 10), 0, N), tends(relu(N - 10**7) / N, 1, N), tends(total(i, N, i) / N**2, HALF, N),
        tends_jointly(1 / (N + d), 0, N, d), tends_jointly(N / (N**2 + d), 0, N, d), tends(d / N, 0, N),
        in_mean_square(total(i, N, at(xs, i)) / N, zeros("d", 1), N),
        in_mean_square(total(i, N, at(xs, i) * at(xs, i).T) / N, S, N),
        tends(expect(norm_F(total(i, N, at(xs, i) * at(xs, i).T) / N - S)**2), 0, N),
        order(expect(norm_F(total(i, N, at(xs, i) * at(xs, i).T) / N - S)**2), 1 / N, N),
        tends(inv((1 + 1 / N) * S + tr(S) / N * Id), inv(S), N),
        tends(N * (inv((1 + 1 / N) * S + tr(S) / N * Id) - inv(S)), -inv(S) - tr(S) * inv(S) * inv(S), N),
    ))  # fmt: skip
    yield from (
        true(tends(a**N, 0, N), lt(a**2, 1)),
    )  # fmt: skip
    yield from map(false, (
        tends(1 / N, Fraction(1, 10**12), N), tends(a * N / (N + 1), 1, N), tends(term(-1)**N, 1, N),
        tends(sqrt(N**2 + N) - N, 0, N), tends(N * (inv(Id + S / N) - Id), S, N), tends(inv(K + Id / N) * K, Id, N),
        tends(inv(K + Id / N), pinv(K), N), tends(a**N, 0, N), tends(norm_F(A)**N, 0, N), tends(exp(-(q * N)), 0, N),
        tends(exp(N) / N**10, 0, N), tends(exp(N / 10**6) / N**2, 0, N), tends(total(i, N, 1 / i) / N**0, 5, N),
        tends(total(i, N, i) / N**2, 1, N), tends(total(i, N, term(Fraction(1, 2))**i), 2, N),
        tends_jointly(d / N, 0, N, d), tends_jointly(N * d / (N**2 + d**2), 0, N, d),
        tends_jointly((N - d)**2 / (1 + (N - d)**2), 1, N, d),
        in_mean_square(total(i, N, at(xs, i)) / sqrt(N), zeros("d", 1), N),
        in_mean_square(total(i, N, at(xs, i) * at(xs, i).T) / N, Id, N),
        order(expect(norm_F(total(i, N, at(xs, i) * at(xs, i).T) / N - S)**2), 1 / N**2, N),
        order(expect(norm_F(total(i, N, at(zs, i) * at(zs, i).T) / N - Id)**2), 1 / N, N, d),
        tends(N * (inv((1 + 1 / N) * S + tr(S) / N * Id) - inv(S)), -inv(S), N),
    ))  # fmt: skip
    yield from (
        false(tends((1 + 1 / N)**N, Fraction(27182818, 10**7), N), large=True), false(tends(a**N, 0, N), le(a**2, 1)),
        false(tends(relu(N - 10**7) / N, 0, N), large=True),
    )  # fmt: skip


@family("attacked_claims")
def growth() -> Iterator[Stated]:
    """Constants may depend on what does not grow, and not on what does."""
    yield from map(true, (
        order(1 / N**2, 1 / N, N), order((N + d) / N, 1, N), order(N * d, N**2 + d**2, N, d),
        order(N**5, exp(N / 10**3), N), order(a / N, 1 / N, N), order(1 / N - 1 / N**2, 1 / N, N),
    ))  # fmt: skip
    yield from map(false, (
        order(N**2, N, N), order((N + d) / N, 1, N, d), order(N**2, N * d, N, d), order(exp(N / 10**3), N**5, N),
        order(N * total(i, N, 1 / i), N, N), order(1 / N, a / N, N), order(1 / N, 1 / N - 1 / N**2, N),
        order(sqrt(N), 1, N),
    ))  # fmt: skip


@family("attacked_claims")
def kernels() -> Iterator[Stated]:
    """A psd kernel has psd Gram matrices; invariance is joint, and no function of the scores is linear."""
    yield from map(true, (
        psd(gram(Kp, X1, X1)), eq(kernel_value(Kp, v, w), kernel_value(Kp, w, v)),
        eq(kernel_value(Kq, v, w), kernel_value(Kq, w, v)),
        le(kernel_value(Kp, v, w)**2, kernel_value(Kp, v, v) * kernel_value(Kp, w, w)),
        eq(activated(finv, 2 * X1, X2 / 2), activated(finv, X1, X2)),
    ))  # fmt: skip
    yield from (
        true(eq(activated(finv, Q * X1, Q * X2), activated(finv, X1, X2)), eq(Q * Q.T, Id)),
    )  # fmt: skip
    yield from map(false, (
        psd(gram(Kq, X1, X1)), psd(gram(Kp, X1, X2)), le(kernel_value(Kp, v, w), kernel_value(Kp, v, v)),
        eq(kernel_value(Kp, 2 * v, w), 2 * kernel_value(Kp, v, w)), posdef(gram(Kp, X1, X1)),
        eq(activated(f, X1, X2), activated(f, X2, X1).T), eq(activated(f, A * X1, X2), activated(f, X1, A.T * X2)),
        eq(activated(finv, A * X1, X2), activated(finv, X1, A * X2)),
        eq(activated(finv, 2 * X1, X2), 2 * activated(finv, X1, X2)),
        eq(activated(finv, 2 * X1, 2 * X2), activated(finv, X1, X2)),
    ))  # fmt: skip
    yield from (
        false(eq(activated(f, Q * X1, Q * X2), activated(f, X1, X2)), eq(Q * Q.T, Id)),
    )  # fmt: skip
