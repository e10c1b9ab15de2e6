"""Statements that fail at secluded places alone: nilpotent matrices, one pattern of signs, far out, near to 0, where a
function bends, on one side of an equivalence, at the end of a sum."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    argmin,
    at,
    block,
    commute,
    conj,
    convex,
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
    gt,
    half,
    iff,
    implies,
    independent_of,
    index,
    inner,
    inv,
    le,
    local_minimum,
    lt,
    minimisers_satisfy,
    minimum,
    modulus,
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
    slope,
    slope_right,
    sqrt,
    tends,
    term,
    total,
    tr,
    vector,
)
from proofs_check.statement.attention import differentiable
from proofs_check.statement.laws import cond, delta, order
from proofs_check.statement.psd import least_eigenvalue, least_positive_eigenvalue
from proofs_check.statement.terms import least, nuclear

from ..stating import Stated, false, family, true
from .letters import A, B, C, F, G, Id, K, L, N, R, S, U, Zero, a, b, c, d, m, n, o, p, q, r, u, v, w, w_

HALF, TINY = Fraction(1, 2), Fraction(1, 10**6)
i, j = index("i", "N"), index("j", "N")
t = scalar("t_9")
vs = vector("c_8", "N")
s, X, Y = parameter("s_8", "d"), parameter("X_8", "d", "d"), parameter("Y_8", "d", "d")
y_ = parameter("y_8")
law = vector("X_6", "d", "random", "law", "independent")
xs = gaussian("x_8", "d", cov=S, iid=True)
hat = total(i, N, at(xs, i) * at(xs, i).T) / N
lam, low = eigenvalue(S, 1), least_eigenvalue(S)
bracket = A * B - B * A
k = index("k", "d")


@family("secluded")
def nilpotent() -> Iterator[Stated]:
    """Jordan blocks of size 2 or 3; [A, B] = A with A the shift and B diagonal."""
    yield from map(false, (
        exists(B, eq(B**3, A)), implies(ge(tr(A), 0), exists(B, eq(B**2, A))), implies(eq(bracket, A), eq(A**2, Zero)),
        implies(eq(bracket, A), eq(A, Zero)), implies(eq(A**2, Zero), eq(tr(A * A.T), 0)),
        implies(eq(A**3, Zero), eq(A**2, Zero)), implies(commute(A, bracket), eq(bracket**2, Zero)),
        implies(commute(A, bracket), eq(bracket, Zero)),
        implies(eq(tr(A), 0), implies(eq(tr(A**2), 0), eq(A**2, Zero))), iff(eq(rank(A), rank(A**2)), ne(det(A), 0)),
        implies(conj(eq(A**2, Zero), eq(B**2, Zero)), eq((A * B) ** 2, Zero)),
        implies(eq(A * B * A, Zero), eq(A * B, Zero)), iff(eq(A**2, Zero), eq(A * A.T * A, Zero)),
        implies(eq(det(Id + A), 1), eq(tr(A), 0)), implies(eq(A * B, Zero), eq(rank(A) + rank(B), d)),
        implies(eq(A**2, A), eq(A, A.T)), implies(conj(eq(A**2, A), eq(B**2, B)), eq((A * B) ** 2, A * B)),
        implies(eq(A**2, A), le(norm_op(A), 100)), implies(eq(A**2, Id), le(norm_F(A) ** 2, 1000 * d)),
        eq(pinv(A**2), pinv(A) ** 2), implies(eq(A**3, Zero), eq(pinv(A) ** 2, pinv(A**2))),
        exists(v, conj(ne(v, o), eq(A * v, A.T * v))), exists(b, exists(v, conj(ne(v, o), eq(A * v, b * v)))),
        implies(commute(A**2, B), commute(A, B)), implies(eq(A * A.T, A.T * A), eq(A**2, A.T * A)),
        iff(commute(A, B), eq(tr(A * B * A * B), tr(A**2 * B**2))),
        implies(eq(norm_op(A), 1), ge(norm_op(A**2), Fraction(1, 100))),
        implies(eq(rank(A), 1), ge(absolute(tr(A)), norm_F(A) / 100)),
        implies(eq(rank(A**2), rank(B**2)), eq(rank(A), rank(B))),
    ))  # fmt: skip


@family("secluded")
def patterns_of_signs() -> Iterator[Stated]:
    """Hlawka fails for the operator norm at diag(1, 1, -1) and its rotations; a + b = 0 beside c; three numbers of two
    signs."""
    yield from map(false, (
        le(norm_op(A + B) + norm_op(B + C) + norm_op(C + A), norm_op(A) + norm_op(B) + norm_op(C) + norm_op(A + B + C)),
        lt(absolute(a + b + c), absolute(a) + absolute(b) + absolute(c) + TINY * absolute(a)),
        implies(conj(gt(a * b, 0), gt(b * c, 0)), gt(a, 0)), implies(gt(a * b * c, 0), gt(a + b + c, -100)),
        ge(absolute(a) + absolute(b) + absolute(c), absolute(a + b - c) + TINY * absolute(c)),
        implies(eq(absolute(a) + absolute(b), absolute(a + b)), ge(a + b, 0)),
        ge(a * b * c * (a + b + c), -((a * b) ** 2)),
        le(a * b + b * c + c * a, a**2 + b**2 + c**2 - TINY * (a - 1) ** 2),
        implies(gt(a + b, 0), gt(a**3 + b**3 + TINY, 1)), eq(relu(a + b) * relu(-a), relu(b) * relu(-a)),
        eq(least(a, least(b, c)) + relu(a - b), least(a, c)), implies(ge(least(a, b), c), gt(a + b, 2 * c)),
        le(relu(a) * relu(b), relu(a * b) - TINY * relu(a * b)), ge(relu(a - b) + relu(b - c) + relu(c - a), TINY),
        ge(v.T * A * v, -norm_op(A) * norm_2(v) ** 2 * Fraction(999, 1000)),
        eq(norm_2(v - w) * norm_2(v + w), norm_2(v) ** 2 - norm_2(w) ** 2),
        ge(tr(F) * tr(F**3), -TINY * tr(F**2) ** 2), ge(det(F) * tr(F), -TINY),
        psd(modulus(F) + modulus(G) - modulus(F + G)),
    ))  # fmt: skip


@family("secluded")
def far_out_and_near_to_zero() -> Iterator[Stated]:
    """Both sides change order at a = 100, at 10^5, below 10^-9, at condition numbers above any bound."""
    yield from map(false, (
        ge(a**4 + 10**8, 2 * 10**4 * a**2 + 1), ge(a**2 + 25 * 10**10, 10**6 * a + 1), le(tr(F**3), tr(F**2) + 10**9),
        le(cond(S), 10**8), implies(eq(tr(S), 1), ge(det(S), Fraction(1, 10**12))),
        ge(det(S), least(1, tr(S)) / 10**9), implies(le(norm_F(bracket), TINY), commute(A, B)),
        implies(le(norm_F(F * G - G * F), TINY), psd((F * G + G * F) + 10**3 * Id)),
        ge(p**2 + Fraction(1, 10**9), p / 10**3), gt(p**3, p**4 / 10**6), ge(exp(a), a**2 * Fraction(3, 4) + 0 * b),
        ge(exp(q), q**2 * Fraction(19, 10)), ge(exp(a), 10**6 * a), ge(sqrt(q) * 10**6, q), le(norm_2(v), 10**12),
        ge(p, Fraction(1, 10**12)), ge(low, Fraction(1, 10**12)), ge(a**2 + b**2 + 5 * 10**11, 10**6 * (a + b) + 1),
        ge(p**2 + r**2, 2000 * p + 500 * r - 10**6 - 250**2 + 1), ge(tr(S) ** 2, 10**5 * tr(S) - 10**9),
        ge(tr(S * S) + 25 * 10**8 * d, 10**5 * tr(S) + 1), ge(norm_F(A) ** 2, 2000 * tr(A) - 10**6 * d + 1),
        ge(sqrt(q), q * 10**6), implies(ge(least_eigenvalue(S), 1), le(cond(S), 10**6)),
        le(tr(inv(S)), 10**9 * (1 + tr(S))), ge(norm_op(inv(S)) * 10**9, 1),
        le(norm_op(inv(S + R)), 10**6 * norm_op(inv(S)) / cond(S)), lt(norm_2(v) ** 2, 10**12),
        ge(p / (1 + p), Fraction(1, 10**9)), lt(p / (1 + p), 1 - Fraction(1, 10**9)),
        implies(le(absolute(a * b - 1), TINY), le(absolute(a), 10**9)),
        implies(le(norm_F(A.T * A - Id), TINY), eq(A.T * A, Id)), implies(le(norm_F(A**2), TINY), le(norm_F(A), 1)),
        eq(sqrt(10**20 + p), sqrt(p) + 10**10 - sqrt(p)), eq(exp(term(1)), term(Fraction(271801, 99990))),
        lt(sqrt(a**2 + 1), absolute(a) + TINY),
        implies(le(norm_op(A), 1), le(norm_op(inv(Id + S)) * (1 + norm_op(A)), 1)), gt(exp(-q), Fraction(1, 10**12)),
    ))  # fmt: skip


@family("secluded")
def nearly_convex() -> Iterator[Stated]:
    """Second derivatives that are negative on a short interval or on one side of a kink; Peano's surface; minima that
    are lost where a parameter has one value."""
    yield from map(false, (
        local_minimum((w_ - u**2) * (w_ - 2 * u**2), (u, 0), (w_, 0)),
        local_minimum(u**2 + w_**4 + c * u * w_**2, (u, 0), (w_, 0)),
        local_minimum(u**2 + w_**4 + 3 * u * w_**2, (u, 0), (w_, 0)),
        convex(norm_2(s) ** 2 - TINY * norm_2(s) ** 4, s), convex(a**4 - 2 * a**3 + (Fraction(3, 2) - TINY) * a**2, a),
        global_minimum(u**2 + w_**2 * (1 + u) ** 3, (u, 0), (w_, 0)), convex(relu(a) ** 2 - a**2 / 2, a),
        convex(absolute(a) * a, a), convex(a**4 + b * a**2 + a, a), differentiable(least(a, a**3), a),
        differentiable(sqrt(a**2 + b**2), a, b), differentiable(eigenvalue(X + X.T, 1), X),
        differentiable(absolute(a**2 - 1), a), differentiable(relu(a - b) + relu(b - a), a, b),
        saddle(norm_F(X * X.T - F) ** 2, (X, Zero)), local_minimum((u**2 - 1) ** 2 + a * u**2, (u, 0)),
        local_minimum(u**2 + c * u * w_ + w_**2, (u, 0), (w_, 0)), convex(u**2 + c * u * w_ + w_**2, u, w_),
        nonconvex((u * w_) ** 2 * c + u**2 + w_**2, u, w_), saddle((u * w_ * y_ - c) ** 2, (u, 0), (w_, 0), (y_, 0)),
        minimisers_satisfy(norm_F(X * X.T - K) ** 2, eq(X, half(K)), X),
        minimisers_satisfy((u * w_ - c) ** 2, ne(u, 0), u, w_), minimisers_satisfy((u * w_ - p) ** 2, gt(u, 0), u, w_),
        minimisers_satisfy(norm_F(A * s) ** 2, eq(s, o), s), eq(argmin(p * absolute(u) + (u - b) ** 2 / 2, u), b - p),
        eq(minimum(absolute(u) + (u - b) ** 2 / 2, u), absolute(b) - HALF),
        eq(minimum(relu(1 - a * u) + u**2 / 2, u), 1 - a**2 / 2), global_minimum(u**4 - 2 * u**2 + a * u, (u, 1)),
        convex(det(A) ** 2, A), convex(norm_F(A) * norm_F(B), A, B), convex(exp(a) - a**2 * Fraction(1, 2), a),
        convex(p**a, a, p), convex(cond(S), S), convex(tr(half(S)) ** 2, S), convex(1 / (p + r) + p * r, p, r),
        convex(norm_2(v) ** 2 * a, v), local_minimum(u**3, (u, 0)), local_minimum(absolute(u) - c * u, (u, 0)),
        local_minimum(relu(u) - u**2 + 0 * c, (u, 0)), independent_of(relu(a) * relu(-a) + relu(b - 3), b),
        eq(slope_right(t, absolute(a + t)), 1), eq(slope(t, norm_2(v + t * w) ** 2), 0),
    ))  # fmt: skip
    yield true(local_minimum(u**2 + w_**4 + u * w_**2, (u, 0), (w_, 0)))
    yield true(local_minimum(u**2 + w_**4 + 2 * u * w_**2, (u, 0), (w_, 0)))
    yield true(saddle((w_ - u**2) * (w_ - 2 * u**2), (u, 0), (w_, 0)))
    yield true(convex(norm_2(s) ** 4, s))


@family("secluded")
def one_way_only() -> Iterator[Stated]:
    """Equivalences one direction of which fails on a thin set: at 0, at 1, at parallel vectors, where eigenvalues
    agree."""
    yield from map(false, (
        iff(eq(p**a, 1), eq(a, 0)), iff(eq(a * (b - 1), 0), eq(a, 0)), iff(eq(p * r, p), eq(p, r)),
        iff(eq(norm_F(A + B) ** 2, norm_F(A) ** 2 + norm_F(B) ** 2), eq(A.T * B, Zero)),
        iff(psd(K - L), psd(projection(K) - projection(L))),
        iff(eq(a**3 + b**3 + c**3, 3 * a * b * c), eq(a + b + c, 0)),
        iff(eq(v.T * w, norm_2(v) * norm_2(w)), exists(q, eq(w, q * v))),
        iff(lt(norm_op(Id - p * S), 1), le(p * lam, 2)), iff(psd(block(K, A, A.T, L)), psd(L - A.T * pinv(K) * A)),
        iff(eq(tr(K * L), 0), eq(K, Zero)), iff(eq(det(K), 0), exists(w, eq(K * w, v))),
        iff(eq(eigenvalue(F, 1), least_eigenvalue(F)), eq(F, Id)), iff(gt(a, b), gt(a**2, b**2)),
        iff(le(a, b), le(a * q, b * q)), iff(le(a, b), le(a * c, b * c)), iff(eq(relu(a), relu(b)), eq(a, b)),
        iff(eq(relu(a + b), relu(a) + relu(b)), gt(a * b, 0)),
        iff(eq(norm_2(A * v), norm_op(A) * norm_2(v)), eq(A.T * A * v, v)),
        iff(psd(F**2 - G**2), psd(modulus(F) - modulus(G))), iff(eq(rank(K + L), rank(K)), psd(K - L)),
        iff(eq(F**2, Id), eq(F, Id)), iff(commute(F, G), psd(F * G)), iff(eq(A * A.T, A.T * A), eq(A, A.T)),
        iff(commute(S, R), eq(S, R)), iff(eq(pinv(A), A.T), eq(A.T * A, Id)), iff(eq(pinv(K), K), eq(K**2, Id)),
        iff(ge(a**2, b**2), ge(a, b)), iff(posdef(S - v * v.T), le(v.T * inv(S) * v, 1)),
        iff(eq(norm_op(A), norm_F(A)), eq(rank(A), 1)), iff(eq(nuclear(A), norm_F(A)), eq(rank(A), 1)),
        iff(eq(norm_op(A + B), norm_op(A) + norm_op(B)), eq(A, B)),
        iff(exists(b, eq(a * b**2 + b + 1, 0)), le(a, Fraction(1, 4) - TINY)),
        iff(for_all(b, ge(a * b**2 + 2 * b + c, 0)), ge(a * c, 1)),
        iff(for_all(w, le(v.T * w, norm_2(w))), lt(norm_2(v), 1)),
        iff(exists(w, eq(v.T * w, 1)), ne(entry(v, 1, 1), 0)),
        implies(eq(inner(A, B), 0), ge(norm_op(A + B), norm_op(A))),
        implies(eq(A.T * B, Zero), eq(norm_op(A + B) ** 2, norm_op(A) ** 2 + norm_op(B) ** 2)),
    ))  # fmt: skip


@family("secluded")
def of_growing_numbers() -> Iterator[Stated]:
    """At a = 0, at q = 1, at singular matrices, at integers that come late; sums and orders."""
    yield from map(false, (
        tends(q**N / (1 + q**N), 0, N), tends(N * a**2 / (1 + N * a**2), 1, N), tends(rank(A + Id / N), rank(A), N),
        tends(pinv(A + Id / N), pinv(A), N), tends(projection(K + L / N), projection(K), N),
        tends(1 / (1 + N * q), 0, N), tends(exp(-N * q), 0, N), tends(a**N / (1 + a**N * a**N), 0, N),
        tends(q ** (1 / N), 1, N), tends(relu(N * a) / N, a, N), tends(sqrt(a**2 + 1 / N), a, N),
        tends(rank(F + G / N), rank(F), N), tends(N * least(q, 1 / N), 1, N),
        tends(total(i, N, term(HALF) ** i), 1 + TINY, N), tends(total(i, N, 1 / (i * (i + 1))), 1 - TINY, N),
        tends(det(A) ** N, 0, N), tends(norm_op(Id - S / (1 + tr(S))) ** N, TINY, N),
        tends(norm_F(K) ** 2 / (norm_F(K) ** 2 + 1 / N), 1, N), order(N, a * N, N), order(1, q + 1 / N, N),
        order(N**2 + 10**6 * N**3 * q, N**2, N), eq(total(i, N, i**2), N * (N + 1) / 2 + (N - 1) * N * (N + 1) / 4),
        eq(total(i, N, i), 2 * N - 1 + (N - 1) * (N - 2) * N), ge(total(i, N, entry(vs, i, 1)) ** 2, norm_2(vs) ** 2),
        le(N * total(i, N, entry(vs, i, 1) ** 2), total(i, N, entry(vs, i, 1)) ** 2),
        eq(total(i, N, term(-1) ** i), -1), exists(m, eq(m**2, n)),
        implies(exists(m, eq(2 * m, n * (n + 3))), ge(n, 2)),
    ))  # fmt: skip
    yield from (false(late, large=True) for late in (
        ne(total(i, N, i), 5050), ne(total(i, N, i**2), m**2 + 4899), ne(N**2 + N + 41, m**2),
        ge(N**3 - 100 * N**2, -148000), implies(conj(ge(tr(F), 0), ge(det(F), 0)), ge(tr(F**3), 0)),
    ))  # fmt: skip


@family("secluded")
def eigenvalues_that_nearly_agree() -> Iterator[Stated]:
    """Those of K - L may be 2^30 and 2^30 - 2^-30 in size, which are the same double: the largest one bounds them."""
    yield true(le(norm_op(half(K) - half(L)) ** 2, norm_op(K - L)))
    yield false(le(norm_op(K - L), norm_op(half(K) - half(L)) ** 2))
    yield true(le(norm_op(A) ** 2, norm_op(A.T * A + B.T * B)))
    yield true(ge(eigenvalue(F, 1), eigenvalue(F, 2)), ge(d, 2))
    yield false(gt(eigenvalue(F, 1), eigenvalue(F, 2)), ge(d, 2))
    yield true(eq(norm_op(F**3), norm_op(F) ** 3))
    yield true(le(norm_op(K - L), least(norm_op(K), norm_op(L)) + absolute(norm_op(K) - norm_op(L))))
    yield true(eq(least_positive_eigenvalue(K) * norm_op(pinv(K)), 1), ne(K, Zero))


@family("secluded")
def places_beyond_a_length() -> Iterator[Stated]:
    """A sum that ends before the second place has no second term; one over rotations, from d = 3 on, says more."""
    yield false(eq(total(i, N, delta(i, 2)), 1))
    yield true(eq(total(i, N, delta(i, 2)), 1), ge(N, 2))
    yield true(eq(total(i, N, delta(i, 1)), 1))
    yield true(le(total(i, N, delta(i, 2)), 1))
    yield false(ge(total(i, N, delta(i, 2)), 1))
    yield true(eq(total(i, N, delta(i, 1) * entry(vs, i, 1)), entry(vs, 1, 1)))
    yield true(eq(total(i, N, delta(i, 2) * entry(vs, i, 1)), entry(vs, 2, 1)), ge(N, 2))
    yield false(eq(total(i, N, delta(i, 3) * entry(vs, i, 1) ** 2), entry(vs, 1, 1) ** 2))
    yield false(eq(total(k, d, delta(k, 2)), 1))
    yield false(eq(total(i, N, total(j, N, delta(i, j) * delta(j, 3))), 1))
    yield false(eq(total(i, N, delta(i, n)), 1))
    yield true(eq(total(i, N, delta(i, n)), 1), le(n, N))
    yield false(eq(expect((v.T * U * w) ** 2), norm_2(v) ** 2 * norm_2(w) ** 2 * (1 / d + (d - 1) * (d - 2))))
