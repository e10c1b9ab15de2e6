"""Optimisation, landscapes, gradient flows, sums and limits as papers and textbooks state them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    always,
    argmin,
    at0,
    commute,
    conj,
    conserved,
    convex,
    curvature,
    ddt,
    det,
    eigenvalue,
    entry,
    eq,
    exp,
    eye,
    ge,
    global_minimum,
    grad,
    gradient_flow,
    gt,
    half,
    iff,
    implies,
    index,
    infimum,
    inner,
    inv,
    kron,
    le,
    limit,
    local_minimum,
    lt,
    matrix,
    minimisers_satisfy,
    minimum,
    minimum_where,
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
    sqrt,
    tends,
    term,
    total,
    tr,
    vector,
    where,
    zeros,
)
from proofs_check.statement.attention import differentiable
from proofs_check.statement.laws import cond, delta, least_over, order, tends_jointly, total_unequal
from proofs_check.statement.props import positive_eigenvalue
from proofs_check.statement.psd import least_eigenvalue
from proofs_check.statement.terms import Op, TermLike, col, least, nuclear

from ..stating import Stated, family, true, vacuous
from .letters import A, B, F, G, Id, K, L, N, R, S, Zero, a, b, c, d, p, q, r, u, v, w, w_, x

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
i, j = index("i", "N"), index("j", "N")
vs, ws = vector("c_8", "N"), vector("e_8", "N")
s, X, Y = parameter("s_8", "d"), parameter("X_8", "d", "d"), parameter("Y_8", "d", "d")
y_ = parameter("y_8")
D, rhs = matrix("D_8", "m", "d"), vector("y_9", "m")
Z = matrix("Z_8", "d", "N+1")
lam, low = eigenvalue(S, 1), least_eigenvalue(S)
top = eigenvalue(K, 1)


def vi(k: TermLike) -> Op:
    return entry(vs, k, 1)


@family("textbook")
def smooth_quadratics() -> Iterator[Stated]:
    """The descent lemma, co-coercivity, contraction of gradient steps, also at the end of what is admitted."""

    def form(here: TermLike) -> TermLike:
        return here.T * K * here / 2

    yield true(le(form(w), form(v) + v.T * K * (w - v) + top * norm_2(w - v) ** 2 / 2))
    yield true(le(form(v - K * v / top), form(v) - norm_2(K * v) ** 2 / (2 * top)), ne(K, Zero))
    yield true(ge(top * (v - w).T * K * (v - w), norm_2(K * (v - w)) ** 2))
    yield true(eq(norm_op(Id - p * S), 1 - p * low), le(p * lam, 1))
    yield true(le(norm_op(Id - p * S), 1), le(p * lam, 2))
    yield true(lt(norm_op(Id - p * S), 1), lt(p * lam, 2))
    yield true(eq(norm_op(Id - 2 * S / (lam + low)), (cond(S) - 1) / (cond(S) + 1)))
    yield true(iff(lt(norm_op(Id - p * S), 1), lt(p * lam, 2)))
    yield true(le(norm_2((Id - p * K) * v), norm_2(v)), le(p * top, 2))
    yield true(ge(norm_2(S * (v - w)) ** 2, 2 * low * ((v - w).T * S * (v - w) / 2)))
    yield true(ge(v.T * S * v / 2 - w.T * v + w.T * inv(S) * w / 2, low * norm_2(v - inv(S) * w) ** 2 / 2))
    yield true(le(v.T * w, v.T * S * v / 2 + w.T * inv(S) * w / 2))
    yield true(iff(eq(v.T * w, v.T * S * v / 2 + w.T * inv(S) * w / 2), eq(w, S * v)))
    yield true(eq(norm_2(v - p * w) ** 2, norm_2(v) ** 2 - 2 * p * v.T * w + p**2 * norm_2(w) ** 2))
    yield true(eq(norm_2(q * v + (1 - q) * w) ** 2,
                  q * norm_2(v) ** 2 + (1 - q) * norm_2(w) ** 2 - q * (1 - q) * norm_2(v - w) ** 2))  # fmt: skip
    yield true(eq(inner(v - w, x - w), (norm_2(v - w) ** 2 + norm_2(x - w) ** 2 - norm_2(v - x) ** 2) / 2))


@family("textbook")
def least_values_of_sums() -> Iterator[Stated]:
    """Huber's function, soft thresholds, ridge, duals; kinks where the two cases meet."""
    yield true(eq(minimum(absolute(u) + (u - b) ** 2 / 2, u), b**2 / 2), le(b**2, 1))
    yield true(eq(minimum(absolute(u) + (u - b) ** 2 / 2, u), absolute(b) - HALF), ge(b**2, 1))
    yield true(eq(argmin(absolute(u) + (u - b) ** 2 / 2, u), relu(b - 1) - relu(-b - 1)))
    yield true(eq(argmin(p * absolute(u) + (u - b) ** 2 / 2, u), relu(b - p) - relu(-b - p)))
    yield true(eq(minimum(relu(1 - u) + u**2 / 2, u), HALF))
    yield true(eq(minimum(s.T * S * s / 2 - v.T * s, s), -(v.T * inv(S) * v) / 2))
    yield true(eq(argmin(norm_2(D * s - rhs) ** 2 + p * norm_2(s) ** 2, s), D.T * inv(D * D.T + p * eye("m")) * rhs))
    yield true(eq(minimum(norm_2(D * s - rhs) ** 2 + p * norm_2(s) ** 2, s),
                  p * rhs.T * inv(D * D.T + p * eye("m")) * rhs))  # fmt: skip
    yield true(eq(minimum(norm_F(X - A) ** 2 + norm_F(X - A.T) ** 2, X), norm_F(A - A.T) ** 2 / 2))
    yield true(eq(minimum(norm_F(X * S - A) ** 2, X), 0))
    yield true(eq(minimum(norm_F(X * A - B) ** 2, X), norm_F(B * (Id - pinv(A) * A)) ** 2))
    yield true(eq(infimum(u**2 + (u * w_ - 1) ** 2, u, w_), 0))
    yield true(eq(infimum(p * a**2 + b**2 / p, p), 2 * absolute(a * b)))
    yield true(
        eq(minimum((u - a) ** 2 + (u - b) ** 2 + (u - c) ** 2, u), ((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2) / 3)
    )
    yield true(eq(minimum(total(i, N, (u - vi(i)) ** 2), u), norm_2(vs) ** 2 - total(i, N, vi(i)) ** 2 / N))
    yield true(ge(minimum(u**2 + a * u, u) + minimum(u**2 - a * u, u), minimum(2 * u**2, u) - a**2 / 2))
    yield true(le(minimum(u**2 + a * u, u) + minimum(u**2 + b * u, u), minimum(2 * u**2 + (a + b) * u, u)))
    yield true(eq(minimum(norm_2(s - v) ** 2 + norm_2(s - w) ** 2, s), norm_2(v - w) ** 2 / 2))
    yield true(minimisers_satisfy(norm_F(X * X.T - K) ** 2, eq(X * X.T, K), X))
    yield true(minimisers_satisfy(norm_F(X * Y - A) ** 2, eq(X * Y, A), X, Y))
    yield true(minimum_where((u * w_ - a) ** 2, eq(u * w_, a), u, w_))
    yield true(global_minimum(norm_F(X * X.T - F) ** 2, (X, Zero)), psd(-F))
    yield true(global_minimum((u * w_ * y_ - 1) ** 2, (u, a), (w_, 1 / a), (y_, term(1))), ne(a, 0))


@family("textbook")
def landscapes() -> Iterator[Stated]:
    """Saddles and minima of factorizations; Peano's surface; polynomials that bend twice."""
    yield true(saddle((w_ - u**2) * (w_ - 2 * u**2), (u, 0), (w_, 0)))
    yield true(saddle(u**3 - 3 * u * w_**2, (u, 0), (w_, 0)))
    yield true(local_minimum(u**2 + w_**2 * (1 + u) ** 3, (u, 0), (w_, 0)))
    yield true(local_minimum(u**2 * w_**2, (u, 0), (w_, 0)))
    yield true(local_minimum((w_ - u**2) ** 2, (u, a), (w_, a**2)))
    yield true(saddle(norm_F(X * X.T - F) ** 2, (X, Zero)), positive_eigenvalue(F), positive_eigenvalue(-F))
    yield true(saddle(norm_F(X * Y - A) ** 2, (X, Zero), (Y, Zero)), ne(A, Zero))
    yield true(saddle((u * w_ * y_ - 1) ** 2, (u, 0), (w_, 0), (y_, 0)))
    yield true(saddle((u**2 - 1) ** 2 * (1 + w_**2) + w_**2, (u, 0), (w_, 0)))
    yield true(local_minimum((u**2 - 1) ** 2 + a * u**2, (u, 0)), ge(a, 2))
    yield true(local_minimum(u**4 - 4 * u**3 + 6 * u**2 - 4 * u, (u, 1)))
    yield true(local_minimum(absolute(u) - u**2, (u, 0)))
    yield true(local_minimum(relu(u) + relu(-u) ** 2, (u, 0)))
    yield true(eq(norm_2(grad((u * w_ - 1) ** 2, u) * v) ** 2, 4 * w_**2 * (u * w_ - 1) ** 2 * norm_2(v) ** 2))
    yield true(
        eq(grad((u * w_ - 1) ** 2, u) ** 2 + grad((u * w_ - 1) ** 2, w_) ** 2, 4 * (u**2 + w_**2) * (u * w_ - 1) ** 2)
    )
    yield true(eq(inner(grad(norm_F(X * X.T) ** 2, X), X), 4 * norm_F(X * X.T) ** 2))
    yield true(eq(curvature(norm_F(X * X.T - F) ** 2, (X, A)),
                  2 * norm_F(X * A.T + A * X.T) ** 2 + 4 * tr((X * X.T - F) * A * A.T)))  # fmt: skip
    yield true(eq(where(curvature((u * w_ - 1) ** 2, (u, a), (w_, b)), (u, 0), (w_, 0)), -4 * a * b))


@family("textbook")
def convex_functions() -> Iterator[Stated]:
    """Perspectives, largest eigenvalues, fractional functions of matrices; second derivatives that touch 0."""
    yield true(convex(a**2 / p, a, p))
    yield true(convex(-sqrt(p * r), p, r))
    yield true(convex(1 / (p * r), p, r))
    yield true(convex(w.T * inv(S) * w, w, S))
    yield true(convex(tr(A * inv(S) * A.T), A, S))
    yield true(convex(-least(a, b), a, b))
    yield true(convex(sqrt(1 + a**2 + b**2), a, b))
    yield true(convex(a**4 - 2 * a**3 + Fraction(3, 2) * a**2, a))
    yield true(convex(a**2 + 2 * a * b + b**2, a, b))
    yield true(convex(nuclear(A - B), A, B))
    yield true(convex(eigenvalue(A + A.T, 1) - least_eigenvalue(A + A.T), A))
    yield true(convex(-tr(half(S)), S))
    yield true(convex(1 / det(S), S))
    yield true(convex(-sqrt(det(S)), S), le(d, 2))
    yield true(convex(-(det(S) ** (1 / d)), S))
    yield true(convex(relu(norm_2(v) - 1) ** 2, v))
    yield true(convex(exp(norm_2(v) ** 2), v))
    yield true(convex(absolute(a) ** 3 + relu(a) ** 2, a))
    yield true(convex((a**2 + b**2) ** 2, a, b))
    yield true(convex(norm_2(v) ** 3, v))
    yield true(convex(p**2 + 1 / p, p))
    yield true(nonconvex(norm_F(X * X.T - S) ** 2, X))
    yield true(nonconvex(norm_F(X * Y - A) ** 2, X, Y))
    yield true(convex(norm_F(X * B - A) ** 2, X))
    yield true(nonconvex(p**2 * r**2, p, r))
    yield true(differentiable(absolute(a) * a, a))
    yield true(differentiable(relu(a) ** 2, a))
    yield true(differentiable(sqrt(a**4), a))
    yield true(differentiable(norm_2(v) ** 3, v))
    yield true(differentiable(relu(a) * relu(-a), a))


PAIR = gradient_flow((u * w_ - 1) ** 2 / 2, (u, w_), {u: p, w_: q})
PAIRS = gradient_flow((u * w_ - 1) ** 2 / 2, (u, w_))
TRIPLE = gradient_flow((u * w_ * y_ - 1) ** 2 / 2, (u, w_, y_), {u: p, w_: p, y_: term(0)})
STUCK = gradient_flow((u * w_ * y_ - 1) ** 2 / 2, (u, w_, y_), {u: p, w_: term(0), y_: term(0)})
DEEP = gradient_flow(norm_F(Y * X - A) ** 2 / 2, (X, Y))
DECAY = gradient_flow(norm_F(Y * X - A) ** 2 / 2 + p * (norm_F(X) ** 2 + norm_F(Y) ** 2) / 2, (X, Y))
ROOT = gradient_flow(norm_F(X * X.T - S) ** 2 / 4, (X,), {X: p * Id})
FREE = gradient_flow(norm_F(X * X.T - F) ** 2 / 4, (X,))
EXPS = gradient_flow(exp(-u * w_), (u, w_), {u: p, w_: p})
QUARTIC = gradient_flow(u**4 / 4, (u,))
CROSS = gradient_flow(u**2 * w_**2, (u, w_))
LEAST = gradient_flow(norm_2(D * s - rhs) ** 2 / 2, (s,), {s: zeros("d", 1)})
RIDGE = gradient_flow(norm_2(D * s - rhs) ** 2 / 2 + p * norm_2(s) ** 2 / 2, (s,))


@family("textbook")
def flows_of_factors() -> Iterator[Stated]:
    """Balancedness, weight decay, starts on a saddle, roots of matrices, convergence of scalar products."""
    yield true(limit(u * w_, 1), model=PAIR)
    yield true(always(gt(u + w_, 0)), model=PAIR)
    yield true(always(ge(u * w_, 0)), model=PAIR)
    yield true(conserved(u**2 - w_**2), model=PAIRS)
    yield true(eq(ddt(u + w_), (1 - u * w_) * (u + w_)), model=PAIRS)
    yield true(le(ddt((u * w_ - 1) ** 2), 0), model=PAIRS)
    yield true(always(implies(eq(at0(u), 0), eq(u**2 - w_**2, -(at0(w_) ** 2)))), model=PAIRS)
    yield true(limit(u * w_ * y_, 1), model=TRIPLE)
    yield true(always(eq(u, w_)), model=TRIPLE)
    yield true(always(eq(u**2 - y_**2, p**2)), model=TRIPLE)
    yield true(limit(u * w_ * y_, 0), model=STUCK)
    yield true(always(eq(w_, 0)), model=STUCK)
    yield true(always(eq(u, p)), model=STUCK)
    yield true(conserved(X * X.T - Y.T * Y), model=DEEP)
    yield true(le(ddt(norm_F(Y * X - A) ** 2), 0), model=DEEP)
    yield true(eq(ddt(X * X.T - Y.T * Y), -2 * p * (X * X.T - Y.T * Y)), model=DECAY)
    yield true(limit(X * X.T - Y.T * Y, Zero), model=DECAY)
    yield true(always(eq(X, X.T)), model=ROOT)
    yield true(always(commute(X, S)), model=ROOT)
    yield true(limit(X, half(S)), model=ROOT)
    yield true(limit(X * X.T, S), model=ROOT)
    yield true(conserved(X.T * X - X.T * X), model=FREE)
    yield true(implies(eq(at0(X), Zero), always(eq(X, Zero))), model=FREE)
    yield true(eq(ddt(X), (F - X * X.T) * X), model=FREE)
    yield true(limit(exp(-u * w_), 0), model=EXPS)
    yield true(always(eq(u, w_)), model=EXPS)
    yield true(limit(u, 0), model=QUARTIC)
    yield true(always(le(u**2, at0(u**2))), model=QUARTIC)
    yield true(eq(ddt(u**2), -2 * u**4), model=QUARTIC)
    yield true(limit(u * w_, 0), model=CROSS)
    yield true(conserved(u**2 - w_**2), model=CROSS)
    yield true(limit(s, pinv(D) * rhs), model=LEAST)
    yield true(always(eq(projection(D.T) * s, s)), model=LEAST)
    yield true(limit(s, inv(D.T * D + p * Id) * D.T * rhs), model=RIDGE)


@family("textbook")
def sums() -> Iterator[Stated]:
    """Powers, geometric and telescoping sums, Jensen and Cauchy over indices, variances as double sums."""
    yield from map(true, (
        eq(total(i, N, i**2), N * (N + 1) * (2 * N + 1) / 6), eq(total(i, N, i**3), total(i, N, i) ** 2),
        eq(total(i, N, 2 * i - 1), N**2), eq(total(i, N, 1 / (i * (i + 1))), N / (N + 1)),
        eq(total(i, N, term(HALF) ** i), 1 - term(HALF) ** N),
        eq(total(i, N, i * term(2) ** i), (N - 1) * term(2) ** (N + 1) + 2),
        eq((a - 1) * total(i, N, a**i), a ** (N + 1) - a), le(total(i, N, 1 / i**2), 2 - 1 / N),
        le(total(i, N, 1 / sqrt(i)), 2 * sqrt(N)), ge(total(i, N, 1 / sqrt(i)), 2 * sqrt(N + 1) - 2),
        eq(total(i, N, total(j, N, delta(i, j))), N),
        eq(total(i, N, total(j, N, delta(i, j) * vi(i) * vi(j))), norm_2(vs) ** 2),
        eq(total(i, N, norm_2(col(Z, i + 1)) ** 2 - norm_2(col(Z, i)) ** 2),
           norm_2(col(Z, N + 1)) ** 2 - norm_2(col(Z, 1)) ** 2),
        eq(total_unequal(i, j, N, (vi(i) - vi(j)) ** 2), 2 * N * norm_2(vs) ** 2 - 2 * total(i, N, vi(i)) ** 2),
        eq(total_unequal(i, j, N, vi(i) * vi(j)), total(i, N, vi(i)) ** 2 - norm_2(vs) ** 2),
        le(N * least_over(i, N, vi(i)), total(i, N, vi(i))), ge(vi(1), least_over(i, N, vi(i))),
        le(total(i, N, vi(i)) ** 2, N * total(i, N, vi(i) ** 2)),
        le(exp(total(i, N, vi(i)) / N), total(i, N, exp(vi(i))) / N),
        le(total(i, N, absolute(vi(i))) ** 2, N * norm_2(vs) ** 2), le(norm_2(vs), total(i, N, absolute(vi(i)))),
        eq(total(i, N, i) / N, (N + 1) / 2), eq(total(i, N, (i - (N + 1) / 2) ** 2), N * (N**2 - 1) / 12),
        eq(total(i, N, N + 1 - i), total(i, N, i)), eq(total_unequal(i, j, N, term(1)), N**2 - N),
        le(total(i, N, relu(vi(i))), relu(total(i, N, vi(i))) + relu(total(i, N, relu(-vi(i))))),
        le(norm_2(Z * Z.T * v), total(i, N + 1, norm_2(col(Z, i)) ** 2) * norm_2(v)),
        psd(total(i, N + 1, col(Z, i) * col(Z, i).T)), eq(total(i, N + 1, col(Z, i) * col(Z, i).T), Z * Z.T),
        eq(inner(vs, ws), total(i, N, vi(i) * entry(ws, i, 1))),
    ))  # fmt: skip


@family("textbook")
def limits_of_numbers() -> Iterator[Stated]:
    """Roots, Riemann sums, telescopes, resolvents; letters that may be 0, where the limit still is what is said."""
    yield from map(true, (
        tends(p ** (1 / N), 1, N), tends(N ** (1 / N), 1, N), tends(total(i, N, 1 / i) / N, 0, N),
        tends(total(i, N, 1 / (i * (i + 1))), 1, N), tends(total(i, N, term(Fraction(1, 3)) ** i), HALF, N),
        tends(relu(1 - N * a) / N, relu(-a), N), tends(det(Id + A / N), 1, N), tends(rank(S + Id / N), d, N),
        tends(eigenvalue(F + G / N, 1), eigenvalue(F, 1), N), tends(N * (det(Id + A / N) - 1), tr(A), N),
        tends(norm_2(v + w / N), norm_2(v), N), tends(N * (norm_2(w / N + 0 * v)), norm_2(w), N),
        tends(sqrt(a**2 + 1 / N), absolute(a), N), tends(half(K + Id / N), half(K), N),
        tends(a / (N * a**2 + 1), 0, N), tends(total(i, N, i**2) / N**3, Fraction(1, 3), N),
        tends((N + a) / (N + b**2), 1, N), tends(q / (1 + q) ** N, 0, N),
        tends(v.T * inv(K + Id / N) * K * v, v.T * projection(K) * v, N), tends(rank(K + L / N), rank(K + L), N),
        tends(exp(a / N), 1, N), tends(N * (exp(a / N) - 1), a, N), tends(least(N, a), a, N),
        tends(N * relu(a / N), relu(a), N), tends(tr(kron(A / N, B)), 0, N),
    ))  # fmt: skip
    yield true(tends(N * (sqrt(1 + q / N) - 1), q / 2, N))
    yield true(tends(a**N, 0, N), lt(absolute(a), 1))
    yield true(tends(q**N / (1 + q**N), 0, N), lt(q, 1))
    yield true(tends(N * a**2 / (1 + N * a**2), 1, N), ne(a, 0))
    yield true(le((1 + 1 / N) ** N, exp(term(1))))
    yield true(ge((1 + 1 / N) ** (N + 1), exp(term(1))))
    yield true(ge((1 + q / N) ** N, 1 + q))
    yield true(order(total(i, N, i**3), N**4, N))
    yield true(order(total(i, N, 1 / i**2), 1, N))
    yield true(order(sqrt(N**2 + d), N + sqrt(d), N, d))
    yield true(tends_jointly(1 / (N * d), 0, N, d))
    yield true(tends_jointly((N + d) / (N * d), 0, N, d))
    yield true(tends_jointly(N / (N + exp(N) + d), 0, N, d))


@family("textbook")
def numbers() -> Iterator[Stated]:
    """Nested roots, exponentials against their series, Hlawka, classical inequalities; sides meet at odd places."""
    yield from map(true, (
        eq(sqrt(5 + 2 * sqrt(term(6))), sqrt(term(2)) + sqrt(term(3))),
        eq(sqrt(2 + sqrt(term(3))), (sqrt(term(6)) + sqrt(term(2))) / 2),
        eq((term(2) ** THIRD - 1) ** THIRD, term(Fraction(1, 9)) ** THIRD - term(Fraction(2, 9)) ** THIRD
           + term(Fraction(4, 9)) ** THIRD),
        lt(sqrt(term(10**20 + 1)), 10**10 + Fraction(1, 2 * 10**10)), gt(sqrt(term(10**20 + 1)), 10**10),
        ge(exp(a), 1 + a + a**2 / 2 + a**3 / 6 + a**4 / 24 + a**5 / 120), ge(exp(a), exp(term(1)) * a),
        ge(exp(a) + exp(-a), 2 + a**2), le(exp(a) + exp(-a), 2 * exp(a**2 / 2)), ge(exp(p), p**2),
        le(exp(-q), 1 - q + q**2 / 2), ge((exp(a) - 1) * a, a**2 * least(1, exp(a))),
        le(absolute(a + b) + absolute(b + c) + absolute(c + a),
           absolute(a) + absolute(b) + absolute(c) + absolute(a + b + c)),
        le(norm_2(v + w) + norm_2(w + x) + norm_2(x + v), norm_2(v) + norm_2(w) + norm_2(x) + norm_2(v + w + x)),
        eq(norm_2(v + w) ** 2 + norm_2(w + x) ** 2 + norm_2(x + v) ** 2,
           norm_2(v) ** 2 + norm_2(w) ** 2 + norm_2(x) ** 2 + norm_2(v + w + x) ** 2),
        ge((a - b) ** 2 + (b - c) ** 2 + (c - a + 1) ** 2, Fraction(1, 3)), ge(a**4 - 200 * a**2 + 10**4, 0),
        le(relu(a) * relu(-a), 0), eq(relu(a - relu(a - b)), relu(least(a, b))), eq(least(a, b) + relu(a - b), a),
        eq(least(a, b), (a + b - absolute(a - b)) / 2), le(absolute(relu(a) - relu(b)), absolute(a - b)),
        le(sqrt(absolute(a + b)), sqrt(absolute(a)) + sqrt(absolute(b))),
        le(absolute(sqrt(p) - sqrt(r)), sqrt(absolute(p - r))), ge((p + r) ** 2, 4 * p * r),
        ge(p / (r + q) + r / (p + q), 0), ge(p / r + r / p + 1 / (p * r) + p * r, 4),
        le(a * b, p * a**2 / 2 + b**2 / (2 * p)), ge((1 + a**2) * (1 + b**2), (a + b) ** 2),
        ge((1 + a**2) * (1 + b**2), 4 * a * b), ge(a**6 + b**6 + 1, 3 * a**2 * b**2),
        ge(a**2 + b**2 + c**2, absolute(a * b) + absolute(b * c) + absolute(c * a)),
    ))  # fmt: skip
    yield true(lt(absolute(a + b + c), absolute(a) + absolute(b) + absolute(c)), lt(a * b, 0))
    yield true(implies(eq(a + b + c, 0), eq(a**3 + b**3 + c**3, 3 * a * b * c)))
    yield true(iff(eq(a**2 + b**2 + c**2, a * b + b * c + c * a), conj(eq(a, b), eq(b, c))))
    yield true(iff(eq(a**3 + b**3 + c**3, 3 * a * b * c), implies(ne(a + b + c, 0), conj(eq(a, b), eq(b, c)))))
    yield true(iff(eq(norm_2(v + w) ** 2, norm_2(v) ** 2 + norm_2(w) ** 2), eq(v.T * w, 0)))
    yield true(iff(eq(absolute(v.T * w), norm_2(v) * norm_2(w)), eq(norm_2(v) ** 2 * w, (v.T * w) * v)))
    yield vacuous(eq(a, 5), lt(exp(a), 1 + a))
    yield vacuous(eq(a, 5), eq(norm_F(A), 0), gt(norm_op(A), 0))
    yield vacuous(eq(A, Id), eq(A**2, -Id), eq(A, A.T))
    yield vacuous(eq(a, 5), posdef(S - R), lt(det(S), det(R)))
    yield vacuous(eq(a, 5), eq(A**2, Zero), ne(det(Id + A), 1))
    yield vacuous(eq(a, 5), eq(tr(A * B) - tr(B * A), 1))
    yield vacuous(eq(a, 5), lt(norm_2(v), 0))
    yield vacuous(eq(a, 5), gt(absolute(relu(a) - relu(b)), absolute(a - b)))
