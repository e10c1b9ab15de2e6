"""Exercises of learning theory, each beside a neighbour that a lost condition, a constant, strictness, the order of two
quantifiers, d = 2 or lost independence makes false."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    always,
    at,
    at0,
    conj,
    conserved,
    convex,
    ddt,
    det,
    eigenvalue,
    entry,
    eq,
    exists,
    exp,
    expect,
    for_all,
    gaussian,
    ge,
    global_minimum,
    grad,
    gradient_flow,
    gt,
    half,
    iff,
    iid_entries,
    implies,
    infimum,
    inv,
    kron,
    le,
    limit,
    local_minimum,
    lt,
    matrix,
    minimisers_satisfy,
    minimum,
    ne,
    nonconvex,
    norm_2,
    norm_F,
    norm_op,
    parameter,
    pinv,
    posdef,
    projection,
    psd,
    rank,
    relu,
    saddle,
    scalar,
    sqrt,
    tends,
    term,
    total,
    tr,
    two_point,
    vec,
    vector,
)
from proofs_check.statement.laws import order, probably, tends_jointly
from proofs_check.statement.props import almost_surely
from proofs_check.statement.psd import least_eigenvalue, least_positive_eigenvalue
from proofs_check.statement.terms import least, nuclear

from ..stating import Stated, false, family, true, vacuous, valueless
from .letters import (
    A,
    B,
    C,
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
    o,
    p,
    q,
    r,
    u,
    v,
    w,
    w_,
    x1,
    y1,
    z,
)  # fmt: skip

D, y = matrix("D_7", "m", "d"), vector("y_7", "m")
s, X, Y = parameter("s_7", "d"), parameter("X_7", "d", "d"), parameter("Y_7", "d", "d")
x = gaussian("x_7", "d", cov=S, iid=True)
iso = gaussian("g_7", "d", iid=True)
Sum = total(i, N, at(x, i))
Cov = total(i, N, at(x, i) * at(x, i).T)
Iso = total(i, N, at(iso, i) * at(iso, i).T)
vs = vector("c_7", "N")
zero = scalar("k_7", "integer", "nonnegative")
law = vector("X_6", "d", "random", "law", "independent")
HALF = Fraction(1, 2)


@family("judged")
def gradients() -> Iterator[Stated]:
    """Of squares, traces, determinants; a premise about the symbol is about the place, not about the function."""
    yield true(eq(grad(norm_2(D * s - y) ** 2 / 2, s), D.T * (D * s - y)))
    yield false(eq(grad(norm_2(D * s - y) ** 2, s), D.T * (D * s - y)))
    yield true(eq(grad(s.T * A * s, s), (A + A.T) * s))
    yield false(eq(grad(s.T * A * s, s), 2 * A * s))
    yield true(eq(grad(s.T * A * s, s), 2 * A * s), eq(A, A.T))
    yield true(eq(grad(s.T * A * s, s), 2 * A * s), le(d, 1))
    yield true(eq(grad(tr(X**3), X), 3 * (X**2).T))
    yield false(eq(grad(tr(X**3), X), 3 * X**2))
    yield false(eq(grad(norm_F(X * X.T - A) ** 2, X), 4 * (X * X.T - A) * X))
    yield true(eq(grad(norm_F(X * X.T - F) ** 2, X), 4 * (X * X.T - F) * X))
    yield valueless(eq(grad(det(X), X), det(X) * inv(X).T))
    yield valueless(eq(grad(norm_2(s), s), s / norm_2(s)))
    yield true(eq(grad(expect((z.T * s - z.T * v - e) ** 2), s), 2 * S * (s - v)))
    yield false(eq(grad(expect((z.T * s - z.T * v - z.T * w) ** 2), s), 2 * S * (s - v)))
    yield true(eq(grad(expect(exp(s.T * z)), s), exp(s.T * S * s / 2) * S * s))
    yield false(eq(grad(expect(exp(s.T * z)), s), exp(s.T * S * s) * S * s))
    yield true(implies(eq(a, b), eq(grad(a * b, a), b)))
    yield false(implies(eq(a, b), eq(grad(a * b, a), 2 * b)))
    yield true(implies(eq(a, 5), eq(grad(a**2, a), 10)))
    yield false(implies(eq(a, 5), eq(grad(a**2 + b, a), 0)))
    yield true(iff(eq(grad((a**2 - 1) ** 2, a), 0), eq(a**3, a)))
    yield false(iff(eq(grad((a**2 - 1) ** 2, a), 0), eq(a**2, 1)))
    yield true(iff(eq(grad(s.T * S * s / 2 - v.T * s, s), o), eq(S * s, v)))
    yield false(implies(eq(grad(s.T * K * s, s), o), eq(s, o)))


@family("judged")
def gradients_dominate() -> Iterator[Stated]:
    """The inequality of Polyak and Lojasiewicz, with the least eigenvalue and not with the largest, nor without the
    square."""
    yield true(ge(norm_2(S * v) ** 2, least_eigenvalue(S) * (v.T * S * v)))
    yield false(ge(norm_2(S * v) ** 2, eigenvalue(S, 1) * (v.T * S * v)))
    yield true(le(norm_2(K * v) ** 2, eigenvalue(K, 1) * (v.T * K * v)))
    yield false(gt(norm_2(K * v) ** 2, least_eigenvalue(K) * (v.T * K * v)))
    yield valueless(ge(norm_2(K * v) ** 2, least_positive_eigenvalue(K) * (v.T * K * v)))
    yield true(ge(norm_2(grad(p * norm_2(s - v) ** 2, s)) ** 2, 4 * p**2 * norm_2(s - v) ** 2))
    yield false(ge(norm_2(grad(p * norm_2(s - v) ** 2, s)) ** 2, 4 * p * norm_2(s - v) ** 2))
    yield false(ge(grad(a**4, a) ** 2, a**4))
    yield true(implies(ge(a**2, 1), ge(grad(a**4, a) ** 2, a**4)))
    yield false(exists(p, for_all(a, ge(grad(a**4, a) ** 2, p * a**4))))
    yield true(for_all(a, exists(p, ge(grad(a**4, a) ** 2, p * a**4))))
    yield true(ge((v - w).T * S * (v - w), least_eigenvalue(S) * norm_2(v - w) ** 2))
    yield false(ge((v - w).T * S * (v - w), tr(S) * norm_2(v - w) ** 2 / d))


@family("judged")
def least_values() -> Iterator[Stated]:
    """Over all values that the kind of a symbol admits: positive numbers, integers, matrices that are definite."""
    yield true(eq(infimum(p, p), 0))
    yield valueless(eq(minimum(p, p), 0))
    yield true(eq(minimum((n - Fraction(3, 2)) ** 2, n), Fraction(1, 4)))
    yield false(eq(minimum((n - Fraction(3, 2)) ** 2, n), 0))
    yield true(eq(minimum(n**2, n), 1))
    yield false(eq(minimum(n**2, n), 0))
    yield true(eq(infimum(p + 1 / p, p), 2))
    yield false(eq(infimum(p + 1 / p, p), 1))
    yield true(eq(minimum(tr(K), K), 0))
    yield valueless(eq(minimum(tr(S), S), 0))
    yield true(eq(infimum(tr(S), S), 0))
    yield true(eq(infimum(tr(S) + tr(inv(S)), S), 2 * d))
    yield false(eq(infimum(tr(S) + tr(inv(S)), S), d))
    yield true(eq(minimum((a - b) ** 2 + c, a), c), ge(a, 1))
    yield false(eq(minimum((a - b) ** 2, a), (1 - b) ** 2), ge(a, 1))
    yield true(eq(minimum(q, q), 0))
    yield true(eq(minimum((q - a) ** 2, q), relu(-a) ** 2))
    yield false(eq(minimum((q - a) ** 2, q), 0))
    yield true(le(minimum((a - b) ** 2 + (a - c) ** 2, a), (b - c) ** 2))
    yield true(eq(minimum((a - b) ** 2 + (a - c) ** 2, a), (b - c) ** 2 / 2))
    yield false(eq(minimum((a - b) ** 2 + (a - c) ** 2, a), (b - c) ** 2))
    yield true(eq(minimum(norm_2(D * s - y) ** 2, s), norm_2(y - D * pinv(D) * y) ** 2))
    yield false(eq(minimum(norm_2(D * s - y) ** 2, s), 0))
    yield true(eq(minimum(expect((z.T * s - z.T * v - e) ** 2), s), p**2))
    yield false(eq(minimum(expect((z.T * s - z.T * v - e) ** 2), s), p))
    yield false(minimisers_satisfy(expect((k0.T * (s - v)) ** 2), eq(s, v), s))
    yield true(minimisers_satisfy(expect((k0.T * (s - v)) ** 2), eq(K * s, K * v), s))
    yield true(minimisers_satisfy(expect((z.T * (s - v)) ** 2), eq(s, v), s))
    yield true(global_minimum(u**2 * w_**2 + u**2, (u, 0), (w_, c)))
    yield false(local_minimum(u**3 + w_**2, (u, 0), (w_, 0)))
    yield true(local_minimum(u**2 - u**4, (u, 0)))
    yield false(global_minimum(u**2 - u**4, (u, 0)))
    yield true(saddle((u * w_ - 1) ** 2, (u, 0), (w_, 0)))
    yield false(saddle((u * w_ - c) ** 2, (u, 0), (w_, 0)))
    yield true(saddle((u * w_ - c) ** 2, (u, 0), (w_, 0)), ne(c, 0))
    yield false(saddle(c * (u**2 - w_**2), (u, 0), (w_, 0)))
    yield true(saddle(norm_F(X * Y - Id) ** 2, (X, Zero), (Y, Zero)))
    yield false(saddle(norm_F(X * Y - A) ** 2, (X, Zero), (Y, Zero)))


@family("judged")
def bent() -> Iterator[Stated]:
    """Convex on what the kind of a symbol admits; for every parameter, or for some alone."""
    yield true(convex(p**3, p))
    yield false(convex(a**3, a))
    yield true(convex(1 / p, p))
    yield true(convex(b * a**2, a), ge(b, 0))
    yield false(convex(b * a**2, a), ge(b, -1))
    yield true(convex(expect((z.T * s) ** 4), s))
    yield true(convex(tr(inv(S)), S))
    yield false(convex(det(S), S))
    yield true(convex(expect(relu(z.T * s) ** 2), s))
    yield false(convex(expect((relu(z.T * s) - relu(z.T * v)) ** 2), s))
    yield false(nonconvex(expect((relu(z.T * s) - relu(z.T * v)) ** 2), s))
    yield true(convex(relu(a) ** 2, a))
    yield true(convex(relu(a) ** 2 - relu(a - 1) ** 2, a))
    yield false(convex(relu(a) ** 2 - 2 * relu(a - 1) ** 2, a))
    yield false(convex(u**2 * w_**2, u, w_))
    yield true(convex(u**2 * w_**2, u))
    yield true(convex(exp(u + w_), u, w_))
    yield false(convex(exp(u * w_), u, w_))
    yield true(convex(norm_op(X), X))
    yield false(convex(norm_op(X * Y), X, Y))
    yield false(convex(sqrt(p), p))
    yield true(convex(eigenvalue(X + X.T, 1), X))
    yield false(convex(least_eigenvalue(X + X.T), X))
    yield true(convex(-least_eigenvalue(X + X.T), X))


PAIR = gradient_flow((u * w_ - a) ** 2 / 2, (u, w_), {u: p, w_: p})
PAIR_Q = gradient_flow((u * w_ - q) ** 2 / 2, (u, w_), {u: p, w_: p})
APART = gradient_flow((u * w_ - q) ** 2 / 2, (u, w_), {u: p, w_: term(0)})
OPPOSITE = gradient_flow((u * w_ - r) ** 2 / 2, (u, w_), {u: p, w_: -p})
LINEAR = gradient_flow(expect((z.T * s - z.T * v - e) ** 2) / 2, (s,))
SINGULAR = gradient_flow(expect((k0.T * s - k0.T * v) ** 2) / 2, (s,))
WELL = gradient_flow((u**2 - 1) ** 2 / 4, (u,), {u: p})
WELLS = gradient_flow((u**2 - 1) ** 2 / 4, (u,))
PARABOLA = gradient_flow(u**2, (u,))
ZERO = gradient_flow(s.T * S * s / 2, (s,), {s: v})
DEEP = gradient_flow(norm_F(X * Y - A) ** 2 / 2, (X, Y))
SAMPLE = gradient_flow(expect(total(i, N, (at(x, i).T * s) ** 2)) / (2 * N), (s,))
DOWN = gradient_flow(exp(-u), (u,))


@family("judged")
def flows_of_products() -> Iterator[Stated]:
    """u = w stays, and u^2 tends to the largest of a and 0; from u = -w the product tends to 0; X'X - YY' is kept."""
    yield true(always(eq(u, w_)), model=PAIR)
    yield true(always(gt(u, 0)), model=PAIR)
    yield false(always(gt(u, p / 2)), model=PAIR)
    yield false(limit(u * w_, a), model=PAIR)
    yield true(limit(u * w_, relu(a)), model=PAIR)
    yield true(limit(u * w_, q), model=PAIR_Q)
    yield true(limit(u * w_, a), ge(a, 0), model=PAIR)
    yield false(limit(u * w_, a), ge(a, -1), model=PAIR)
    yield true(limit(u * w_, q), model=APART)
    yield true(always(ge(u, p)), model=APART)
    yield false(always(gt(u, p)), model=APART)
    yield false(always(eq(w_, 0)), model=APART)
    yield false(limit(u * w_, r), model=OPPOSITE)
    yield true(limit(u * w_, 0), model=OPPOSITE)
    yield true(always(eq(u + w_, 0)), model=OPPOSITE)
    yield true(conserved(X.T * X - Y * Y.T), model=DEEP)
    yield false(conserved(X * X.T - Y * Y.T), model=DEEP)
    yield true(conserved(norm_F(X) ** 2 - norm_F(Y) ** 2), model=DEEP)
    yield false(limit(X * Y, A), model=DEEP)
    yield true(always(implies(eq(at0(X), Zero), eq(X.T * X, Y * Y.T - at0(Y * Y.T)))), model=DEEP)


@family("judged")
def flows_of_quadratics() -> Iterator[Stated]:
    """s - v shrinks in norm; where the covariance is singular what lies in its kernel stays."""
    yield true(limit(s, v), model=LINEAR)
    yield false(limit(s, v), model=SINGULAR)
    yield true(limit(K * s, K * v), model=SINGULAR)
    yield true(always(le(norm_2(s - v), at0(norm_2(s - v)))), model=LINEAR)
    yield false(always(lt(norm_2(s - v), at0(norm_2(s - v)) + 0 * p)), model=LINEAR)
    yield false(always(le(norm_2(s), at0(norm_2(s)))), model=LINEAR)
    yield true(conserved((Id - projection(K)) * s), model=SINGULAR)
    yield false(conserved(projection(K) * s), model=SINGULAR)
    yield true(always(le(norm_2(s), norm_2(v))), model=ZERO)
    yield false(always(ge(norm_2(s), norm_2(v))), model=ZERO)
    yield false(always(le(entry(s, 1, 1) ** 2, entry(v, 1, 1) ** 2)), model=ZERO)
    yield true(always(le(entry(s, 1, 1) ** 2, entry(v, 1, 1) ** 2)), eq(d, 1), model=ZERO)
    yield true(eq(ddt(s), -S * s), model=SAMPLE)
    yield false(eq(ddt(s), -N * S * s), model=SAMPLE)
    yield true(le(ddt(norm_2(s) ** 2), -2 * least_eigenvalue(S) * norm_2(s) ** 2), model=SAMPLE)
    yield false(le(ddt(norm_2(s) ** 2), -2 * eigenvalue(S, 1) * norm_2(s) ** 2), model=SAMPLE)


@family("judged")
def flows_from_a_start() -> Iterator[Stated]:
    """u' = u - u^3 from p tends to 1; at one moment u = 1 says nothing of the others."""
    yield true(limit(u, 1), model=WELL)
    yield false(limit(u**2, 1), model=WELLS)
    yield false(always(le(u, 1)), model=WELL)
    yield true(always(le(u, 1)), le(p, 1), model=WELL)
    yield false(always(lt(u, 1)), le(p, 1), model=WELL)
    yield true(always(lt(u, 1)), lt(p, 1), model=WELL)
    yield true(always(ge(ddt(u), 0)), le(p, 1), model=WELL)
    yield false(always(ge(ddt(u), 0)), model=WELL)
    yield true(implies(eq(at0(u), 0), always(eq(u, 0))), model=WELLS)
    yield false(implies(eq(at0(u), 0), always(eq(u, 1))), model=WELLS)
    yield true(implies(gt(at0(u), 0), limit(u, 1)), model=WELLS)
    yield false(implies(ge(at0(u), 0), limit(u, 1)), model=WELLS)
    yield false(always(eq(u, 1)), eq(u, 1), model=PARABOLA)
    yield false(eq(at0(u), 1), eq(u, 1), model=PARABOLA)
    yield true(eq(ddt(u), -2), eq(u, 1), model=PARABOLA)
    yield false(always(eq(ddt(u), -2)), eq(u, 1), model=PARABOLA)
    yield true(limit(u, 0), eq(u, 1), model=PARABOLA)
    yield true(always(le(u, 1)), eq(at0(u), 1), model=PARABOLA)
    yield false(always(ge(u, 1)), eq(at0(u), 1), model=PARABOLA)
    yield vacuous(eq(a, 1), eq(at0(u), 1), always(eq(u, 1)), model=PARABOLA)
    yield true(implies(always(ge(u, 1)), eq(a, b)), model=PARABOLA)
    yield false(implies(always(ge(u, 0)), eq(a, b)), model=PARABOLA)
    yield true(always(ge(u, at0(u))), model=DOWN)
    yield true(limit(exp(-u), 0), model=DOWN)
    yield false(limit(u, 0), model=DOWN)
    yield false(always(le(u, at0(u) + 1)), model=DOWN)


@family("judged")
def means() -> Iterator[Stated]:
    """Isserlis; of noise mean and variance are known; Haar measure on O(d) for d = 1 and beyond; Rademacher signs."""
    yield true(eq(expect(relu(e)), expect(relu(-e))))
    yield false(eq(expect(relu(e) ** 2), p**2 / 2))
    yield true(eq(expect(relu(x1) ** 2), p**2 / 2))
    yield true(le(expect(absolute(e)), p))
    yield false(lt(expect(absolute(e)), p))
    yield false(eq(expect(e**3), 0))
    yield true(eq(expect((e + f) * (e - f)), p**2 - r**2))
    yield true(eq(expect((e * f) ** 2), p**2 * r**2))
    yield false(eq(expect((e * f) ** 2), p * r))
    yield true(gt(expect(e**2), 0))
    yield true(eq(expect((g.T * h) ** 2), d))
    yield false(eq(expect((g.T * g) ** 2), d))
    yield true(eq(expect((g.T * g) ** 2), d * (d + 2)))
    yield true(eq(expect(U * A * U), A.T / d))
    yield false(eq(expect(U * A * U), A / d))
    yield true(implies(ge(d, 2), eq(expect(tr(U) ** 4), 3)))
    yield false(eq(expect(tr(U) ** 4), 3))
    yield true(eq(expect(tr(U * A * U.T * B)), tr(A) * tr(B) / d))
    yield false(eq(expect(tr(U * A * U * B)), tr(A) * tr(B) / d))
    yield true(eq(expect((v.T * U * v) ** 2), norm_2(v) ** 4 / d))
    yield true(eq(expect(det(U)), 0))
    rademacher = iid_entries(law, two_point(1, -1, HALF))
    yield true(eq(expect((v.T * law) ** 2), norm_2(v) ** 2), rademacher)
    yield false(eq(expect((v.T * law) ** 4), 3 * norm_2(v) ** 4), rademacher)
    yield true(le(expect((v.T * law) ** 4), 3 * norm_2(v) ** 4), rademacher)
    yield true(eq(expect(norm_2(law) ** 4), d**2), rademacher)
    yield false(eq(expect(norm_2(law) ** 4), d * (d + 2)), rademacher)
    yield true(eq(expect((law.T * A * law) ** 2), tr(A) ** 2), rademacher, eq(d, 1))
    yield false(eq(expect((law.T * A * law) ** 2), tr(A) ** 2), rademacher)


@family("judged")
def samples() -> Iterator[Stated]:
    """N independent draws: the mean has the covariance S/N, the scatter N - 1 times S, Wishart's second moment."""
    mean = Sum / N
    yield true(eq(expect(norm_2(mean) ** 2), tr(S) / N))
    yield false(eq(expect(norm_2(mean) ** 2), tr(S) / N**2))
    yield true(eq(expect(total(i, N, (at(x, i) - mean) * (at(x, i) - mean).T)), (N - 1) * S))
    yield false(eq(expect(total(i, N, (at(x, i) - mean) * (at(x, i) - mean).T)), N * S))
    yield true(eq(expect(Cov * Cov), N * (N + 1) * S * S + N * tr(S) * S))
    yield false(eq(expect(Cov * Cov), N**2 * S * S + N * tr(S) * S))
    yield true(eq(expect(Iso * Iso), N * (N + 1 + d) * Id))
    yield false(eq(expect(Iso * Iso), N * (N + d) * Id))
    yield true(psd(expect(Cov * Cov) - N**2 * S * S))
    yield true(eq(expect(Cov * A * Cov), N**2 * S * A * S + N * S * A.T * S + N * tr(A * S) * S))
    yield false(eq(expect(Cov * A * Cov), N**2 * S * A * S + N * S * A * S + N * tr(A * S) * S))
    yield true(ge(N * total(i, N, entry(vs, i, 1) ** 2), total(i, N, entry(vs, i, 1)) ** 2))
    yield false(ge((N - 1) * total(i, N, entry(vs, i, 1) ** 2), total(i, N, entry(vs, i, 1)) ** 2))
    yield true(eq(total(i, N, total(j, N, (entry(vs, i, 1) - entry(vs, j, 1)) ** 2)),
                  2 * N * norm_2(vs) ** 2 - 2 * total(i, N, entry(vs, i, 1)) ** 2))  # fmt: skip
    yield true(implies(eq(total(i, N, entry(vs, i, 1) ** 2), 0), eq(entry(vs, 1, 1), 0)))
    yield false(implies(eq(total(i, N, entry(vs, i, 1)), 0), eq(entry(vs, 1, 1), 0)))
    yield true(implies(conj(eq(total(i, N, entry(vs, i, 1)), 0), eq(N, 1)), eq(entry(vs, 1, 1), 0)))


@family("judged")
def outcomes() -> Iterator[Stated]:
    """What holds of one outcome says nothing of the law; what holds almost surely does."""
    yield true(eq(expect(x1), 0), ge(x1, 0))
    yield false(gt(expect(x1), 0), ge(x1, 0))
    yield false(almost_surely(ge(x1, 0)), ge(x1, 0))
    yield true(ge(x1**3, 0), ge(x1, 0))
    yield false(eq(x1, 0), eq(expect(x1), 0))
    yield vacuous(eq(a, 0), almost_surely(le(x1, 0)))
    yield true(gt(a, 0), almost_surely(le(e, a)))
    yield false(gt(a, 0), le(e, a))
    yield true(eq(expect(e**3), 0), almost_surely(eq(e**2, p**2)))
    yield false(eq(expect(e**3), 0), eq(e**2, p**2))
    yield true(eq(p, r), almost_surely(eq(e**2, r**2)))
    yield false(eq(p, r), eq(e**2, r**2))
    yield true(eq(v, o), almost_surely(eq(z.T * v, 0)))
    yield false(eq(v, o), almost_surely(eq(k0.T * v, 0)))
    yield false(eq(v, o), eq(z.T * v, 0))
    yield true(eq(K * v, o), eq(expect((k0.T * v) ** 2), 0))
    yield false(eq(v, o), eq(expect((k0.T * v) ** 2), 0))
    yield true(implies(ne(v, o), almost_surely(ne(z.T * v, 0))))
    yield false(almost_surely(ne(z.T * v, 0)))
    yield false(implies(ne(v, o), almost_surely(ne(k0.T * v, 0))))
    yield true(for_all(a, almost_surely(ne(x1, a))))
    yield false(almost_surely(for_all(a, ne(x1, a))))
    yield false(exists(a, almost_surely(gt(x1, a))))
    yield true(almost_surely(exists(a, gt(x1, a))))
    yield true(almost_surely(ne(x1, y1)))
    yield false(almost_surely(ne(e, f)))
    yield true(almost_surely(ne(x1, e)))
    yield true(probably(lt(e**2, 4 * p**2), Fraction(3, 4)))
    yield false(probably(lt(e**2, 4 * p**2), Fraction(4, 5)))
    yield true(probably(ge(x1, 0), HALF))
    yield false(probably(ge(e, 0), HALF))
    yield false(probably(ge(x1, 0), Fraction(51, 100)))
    yield true(almost_surely(posdef(Cov)), ge(N, d))
    yield false(almost_surely(posdef(Cov)), ge(N + 1, d))
    yield true(almost_surely(eq(rank(Cov), least(N, d))))
    yield false(almost_surely(ne(det(Cov), 0)))


@family("judged")
def spectra() -> Iterator[Stated]:
    """Norms of powers, ranks, Moore-Penrose inverses: for symmetric matrices, and not for others."""
    yield true(eq(norm_op(A * A.T), norm_op(A) ** 2))
    yield false(eq(norm_op(A * A), norm_op(A) ** 2))
    yield true(eq(norm_op(F * F), norm_op(F) ** 2))
    yield true(eq(norm_op(A * A), norm_op(A) ** 2), eq(A * A.T, A.T * A))
    yield true(le(norm_F(A) ** 2, rank(A) * norm_op(A) ** 2))
    yield false(lt(norm_F(A) ** 2, rank(A) * norm_op(A) ** 2))
    yield true(le(nuclear(A) ** 2, rank(A) * norm_F(A) ** 2))
    yield false(le(nuclear(A) ** 2, (rank(A) - 1) * norm_F(A) ** 2))
    yield true(eq(pinv(A) * A, projection(A.T)))
    yield false(eq(pinv(A) * A, projection(A)))
    yield true(eq(pinv(A.T * A), pinv(A) * pinv(A.T)))
    yield false(eq(pinv(A * A), pinv(A) ** 2))
    yield true(eq(pinv(F * F), pinv(F) ** 2))
    yield true(eq(projection(A * A.T), projection(A)))
    yield false(eq(projection(A * A), projection(A)))
    yield true(eq(projection(F * F), projection(F)))
    yield true(implies(psd(S - R), psd(half(S) - half(R))))
    yield false(implies(psd(S - R), psd(S * S - R * R)))
    yield true(implies(conj(psd(S - R), eq(S * R, R * S)), psd(S * S - R * R)))
    yield true(implies(conj(psd(S - R), le(d, 1)), psd(S * S - R * R)))
    yield true(le(tr(S * R), tr(S) * tr(R)))
    yield false(lt(tr(S * R), tr(S) * tr(R)))
    yield true(implies(ge(d, 2), lt(tr(S * R), tr(S) * tr(R))))
    yield true(le(det(S) * d**d, tr(S) ** d))
    yield false(lt(det(S) * d**d, tr(S) ** d))
    yield true(implies(eq(A * A, A), eq(rank(A), tr(A))))
    yield false(implies(eq(A * A * A, A), eq(rank(A), tr(A))))
    yield false(psd(S - 3 * Id + inv(S)))
    yield true(psd(S - 2 * Id + inv(S)))
    yield true(eq(rank(v * w.T), 1), ne(v, o), ne(w, o))
    yield false(eq(rank(v * w.T), 1), ne(v, o))
    yield true(ge(tr(inv(S)) * tr(S), d**2))
    yield false(gt(tr(inv(S)) * tr(S), d**2))
    yield true(ge(tr(inv(S) * R) * tr(inv(R) * S), d**2))


@family("judged")
def kronecker() -> Iterator[Stated]:
    """vec(ABC) = (C' x A) vec(B); the largest eigenvalue of a product of indefinite matrices may come from two negative
    ones; F x F is indefinite for F = diag(1, -1)."""
    yield true(eq(vec(A * B * C), kron(C.T, A) * vec(B)))
    yield false(eq(vec(A * B * C), kron(C, A) * vec(B)))
    yield true(eq(eigenvalue(kron(S, R), 1), eigenvalue(S, 1) * eigenvalue(R, 1)))
    yield false(eq(eigenvalue(kron(F, G), 1), eigenvalue(F, 1) * eigenvalue(G, 1)))
    yield true(eq(det(kron(A, B)), det(A) ** d * det(B) ** d))
    yield false(eq(det(kron(A, B)), det(A) * det(B)))
    yield true(implies(eq(d, 1), eq(kron(A, B), kron(B, A))))
    yield false(implies(ge(d, 1), eq(kron(A, B), kron(B, A))))
    yield true(implies(eq(d, 1), psd(kron(F, F))))
    yield false(psd(kron(F, F)))
    yield true(psd(kron(F * F, G * G)))
    yield true(eq(expect(kron(z, z)), vec(S)))
    yield false(eq(expect(kron(z, g)), vec(S)))
    yield true(eq(norm_op(kron(A, B)), norm_op(A) * norm_op(B)))
    yield true(eq(vec(v * w.T), kron(w, v)))
    yield false(eq(vec(v * w.T), kron(v, w)))
    yield true(eq(expect(kron(z, g) * kron(z, g).T), kron(S, Id)))
    yield true(eq(pinv(kron(K, L)), kron(pinv(K), pinv(L))))


@family("judged")
def orders_and_limits() -> Iterator[Stated]:
    """Polynomials against powers, several letters along different paths, limits one after another and jointly."""
    yield true(tends(n / (n + m), 1, n))
    yield false(tends_jointly(n / (n + m), 1, n, m))
    yield false(tends_jointly(n * m / (n**2 + m**2), 0, n, m))
    yield true(tends_jointly(n * m / (n**3 + m**3), 0, n, m))
    yield false(tends_jointly(n**2 * m / (n**4 + m**2), 0, n, m))
    yield true(order((n + m) ** 2, n**2 + m**2, n, m))
    yield false(order((n + m) ** 2, n**2 + m, n, m))
    yield true(order(n * m, n**2 * m**2, n, m))
    yield false(order(n * m - 1, (n - 1) * (m - 1), n, m))
    yield true(tends(n**5 / term(2) ** n, 0, n))
    yield true(tends(a**n / term(2) ** n, 0, n), lt(absolute(a), 2))
    yield false(tends(a**n / term(2) ** n, 0, n), le(absolute(a), 2))
    yield true(tends((1 + a / n) ** n, exp(a), n))
    yield false(tends((1 + a / n) ** n, 1 + a, n))
    yield true(tends(sqrt(n + 1) - sqrt(n), 0, n))
    yield true(tends(sqrt(n**2 + n) - n, HALF, n))
    yield false(tends(sqrt(n**2 + n) - n, 0, n))
    yield true(order(exp(n), term(3) ** n, n))
    yield false(order(term(3) ** n, exp(n), n), large=True)
    yield true(order(a * n, n, n))
    yield true(tends(expect(norm_2(Sum / N) ** 2), 0, N))
    yield false(tends(expect(norm_2(Sum) ** 2) / N, 0, N))
    yield true(tends(expect(tr(Iso * Iso)) / N**2, d, N))
    yield false(order(expect(tr(Iso * Iso)), N**2, N, d))
    yield true(order(expect(tr(Iso * Iso)), N**2 * d**2, N, d))
    yield true(order(expect(tr(Iso * Iso)), N**2 * d + N * d**2, N, d))
    yield false(order(expect(tr(Iso * Iso)), N**2 * d, N, d))


@family("judged")
def quantifiers() -> Iterator[Stated]:
    """Solvable for every right side where the matrix is invertible; no number is above all; parity."""
    yield true(iff(for_all(w, exists(v, eq(A * v, w))), ne(det(A), 0)))
    yield false(iff(for_all(v, exists(w, eq(A * v, w))), ne(det(A), 0)))
    yield true(iff(exists(w, conj(ne(w, o), eq(A * w, o))), eq(det(A), 0)))
    yield false(iff(exists(w, eq(A * w, o)), eq(det(A), 0)))
    yield true(exists(w, for_all(v, eq(v.T * w, 0))))
    yield false(for_all(v, exists(w, conj(eq(v.T * w, 0), ne(w, o)))))
    yield true(for_all(v, exists(w, conj(eq(v.T * w, 0), ne(w, o)))), ge(d, 2))
    yield true(for_all(a, exists(n, gt(n, a))))
    yield false(exists(n, for_all(a, gt(n, a))))
    yield true(exists(m, eq(n * (n + 1), 2 * m)))
    yield false(exists(m, eq(n * (n + 1), 3 * m)))
    yield false(exists(m, eq(n**3 - n, 6 * m)))
    yield true(exists(zero, eq(n**3 - n, 6 * zero)))
    yield true(implies(ge(n, 2), exists(m, eq(n**3 - n, 6 * m))))
    yield true(ne(n**2, 4 * m + 3))
    yield false(ne(n**2, 4 * m + 1))
    yield true(implies(for_all(v, eq(v.T * A * v, norm_2(v) ** 2)), eq(A + A.T, 2 * Id)))
    yield false(implies(for_all(v, eq(v.T * A * v, norm_2(v) ** 2)), eq(A, Id)))
    yield true(implies(for_all(v, eq(norm_2(A * v), norm_2(v))), eq(A.T * A, Id)))
    yield false(implies(exists(v, eq(norm_2(A * v), norm_2(v))), eq(A.T * A, Id)))
    yield true(iff(for_all(B, eq(A * B, B * A)), eq(d * A, tr(A) * Id)))
    yield false(iff(for_all(B, eq(A * B, B * A)), eq(A, Id)))
    yield true(implies(for_all(p, le(a, p)), le(a, 0)))
    yield false(implies(for_all(p, le(a, p)), lt(a, 0)))
    yield false(implies(exists(p, le(a, p)), le(a, 0)))
    yield true(exists(p, psd(p * Id - F)))
    yield false(exists(p, for_all(F, psd(p * Id - F))))


@family("judged")
def hypotheses() -> Iterator[Stated]:
    """Strong, weak, contradictory: what they exclude is no counterexample, and what they admit may be one."""
    yield true(eq(A, B), for_all(v, eq(A * v, B * v)))
    yield false(eq(A, B), for_all(v, eq(v.T * A * v, v.T * B * v)))
    yield false(eq(A, B), exists(v, eq(A * v, B * v)))
    yield vacuous(eq(a, 7), psd(F), lt(eigenvalue(F, 1), 0))
    yield vacuous(eq(a, 7), eq(A * B - B * A, Id))
    yield vacuous(eq(a, 7), eq(2 * n, 2 * m + 1))
    yield vacuous(eq(a, 7), lt(norm_F(A), norm_op(A)))
    yield vacuous(eq(a, 7), gt(expect(x1 * y1), 0))
    yield vacuous(eq(a, 7), for_all(b, ge(b, a)))
    yield vacuous(eq(a, 7), lt(d, 2), ne(A * B, B * A))
    yield true(eq(b, a), eq(b, minimum((c - a) ** 2, c) + a))
    yield false(eq(b, 0), eq(tr(A * B - B * A), 0))
    yield true(posdef(F), psd(F), ne(det(F), 0))
    yield false(posdef(F), psd(F), ne(tr(F), 0))
    yield true(posdef(F), psd(F), ne(tr(F), 0), eq(d, 1))
    yield true(eq(F, Zero), psd(F), psd(-F))
    yield false(eq(F, Zero), psd(F), psd(tr(F) * Id - F))
