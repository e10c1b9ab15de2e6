"""Minima, infima, minimisers and existence."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    argmin,
    conj,
    eq,
    exists,
    exp,
    expect,
    for_all,
    ge,
    global_minimum,
    gt,
    implies,
    infimum,
    inv,
    le,
    lt,
    minimisers_satisfy,
    minimum,
    minimum_where,
    ne,
    norm_2,
    norm_F,
    parameter,
    scalar,
    tr,
)

from ..stating import Stated, false, family, true
from .letters import A, Id, S, Zero, a, b, g, p, q, u, v, w_, z

s = parameter("s_1", "d")
X = parameter("X_1", "d", "d")


@family("minima")
def of_parabolas() -> Iterator[Stated]:
    """The parabola p a^2 - 2 b a has its least value -b^2/p at b/p alone."""
    yield true(eq(minimum((a - b) ** 2, a), 0))
    yield true(eq(minimum(a**2 + 1, a), 1))
    yield true(eq(minimum(p * a**2 - 2 * b * a, a), -(b**2) / p))
    yield true(eq(argmin((a - b) ** 2, a), b))
    yield true(eq(infimum(a**2, a), 0))
    yield true(global_minimum((a - b) ** 2, (a, b)))
    yield true(global_minimum(p * a**2 - 2 * b * a, (a, b / p)))
    yield true(minimisers_satisfy((a - b) ** 2, eq(a, b), a))
    yield true(minimum_where((a - b) ** 2, eq(a, b), a))
    yield true(global_minimum((u * w_ - 1) ** 2, (u, 1), (w_, 1)))
    yield true(eq(minimum((u * w_ - 1) ** 2, u, w_), 0))
    yield true(eq(minimum(norm_2(s - v) ** 2, s), 0))
    yield true(eq(minimum(s.T * S * s - 2 * v.T * s, s), -(v.T * inv(S) * v)))
    yield true(global_minimum(norm_F(X - A) ** 2, (X, A)))
    yield true(global_minimum(s.T * S * s - 2 * v.T * s, (s, inv(S) * v)))
    yield true(minimisers_satisfy(s.T * S * s - 2 * v.T * s, eq(S * s, v), s))
    yield false(eq(minimum((a - b) ** 2, a), (a - b) ** 2))
    yield false(eq(minimum((a - b) ** 2, a), 1))
    yield false(eq(minimum(a**2 + 1, a), 0))
    yield false(eq(minimum(p * a**2 - 2 * b * a, a), b**2 / p))
    yield false(eq(argmin((a - b) ** 2, a), 0))
    yield false(eq(infimum(a**2, a), 1))
    yield false(global_minimum((a - b) ** 2, (a, a)))
    yield false(global_minimum((a - b) ** 2, (a, 0)))
    yield false(global_minimum((u - b) ** 2, (u, u)))
    yield false(implies(le(1, a), eq(minimum(a**2, a), 1)))
    yield false(implies(eq(a, 5), minimisers_satisfy(a**2, eq(a, 5), a)))
    yield false(minimisers_satisfy((a - b) ** 2, eq(a, 0), a))
    yield false(minimisers_satisfy((a**2 - 1) ** 2, eq(a, 1), a))
    yield true(minimisers_satisfy((a**2 - 1) ** 2, eq(a**2, 1), a))
    yield false(minimum_where((a**2 - 1) ** 2, eq(a, 0), a))
    yield false(global_minimum((a**2 - 1) ** 2, (a, 0)))
    yield false(global_minimum((u * w_ - 1) ** 2, (u, 0), (w_, 0)))
    yield false(minimisers_satisfy((u * w_ - 1) ** 2, eq(u, w_), u, w_))
    yield true(minimisers_satisfy((u * w_ - 1) ** 2, eq(u * w_, 1), u, w_))
    yield false(eq(minimum(s.T * S * s - 2 * v.T * s, s), -(v.T * S * v)))
    yield false(global_minimum(s.T * S * s - 2 * v.T * s, (s, v)))
    yield false(global_minimum(norm_F(X - A) ** 2, (X, Zero)))
    yield false(eq(minimum(norm_2(s - v) ** 2, s), norm_2(v) ** 2))


@family("minima")
def not_attained_or_unbounded() -> Iterator[Stated]:
    """exp has infimum 0 and no minimum; -a^2 and a have neither; a^2 with a > 0 is positive."""
    yield true(eq(infimum(exp(a), a), 0))
    yield false(global_minimum(exp(a), (a, 0)))
    yield false(global_minimum(-(a**2), (a, 0)))
    yield false(global_minimum(a**3, (a, 0)))
    yield false(global_minimum(a, (a, -1000)))
    yield false(eq(infimum(exp(a), a), 1))
    yield false(global_minimum(a**4 - a**2, (a, 0)))
    yield false(global_minimum(absolute(a - 1), (a, 0)))
    yield true(global_minimum(absolute(a - 1), (a, 1)))
    yield true(eq(minimum(absolute(a), a), 0))


@family("minima")
def existence() -> Iterator[Stated]:
    """Exhibited by hand; or impossible because squares are not negative, or because both sides are the same."""
    m = scalar("m_2")
    yield true(exists(m, eq(m, a)))
    yield true(exists(m, gt(m, a)))
    yield true(exists(m, eq(m**3, 8)))
    yield true(exists(m, eq(p * m, b)))
    yield true(exists(m, lt(m**2, p)))
    yield true(exists(m, eq(m**2, q)))
    yield true(exists(m, ne(m, a)))
    yield false(exists(m, eq(m**2, -1)))
    yield false(exists(m, lt(m**2, 0)))
    yield false(exists(m, eq(a * m, 1)))
    yield false(exists(m, eq(m**2, a)))
    yield false(exists(m, conj(gt(m, 1), lt(m, 0))))
    yield false(exists(m, for_all(b, ge(m, b))))
    yield true(for_all(b, ge(b**2, 0)))
    yield false(for_all(b, ge(b, 0)))
    yield false(for_all(b, le(b, 1000000)))
    yield false(exists(m, eq(m * 0, 1)))
    yield true(exists(m, for_all(b, ge(b**2, m))))
    yield false(exists(m, for_all(b, ge(b**3, m))))
    yield false(exists(m, ne(m * a, a * m)))


@family("minima")
def of_distances() -> Iterator[Stated]:
    """A distance of 0 is least, and is met where both are the same alone; that of a product from 0 wherever a factor
    is 0."""
    yield true(minimisers_satisfy(norm_F(X - A) ** 2, eq(X, A), X))
    yield true(minimisers_satisfy(expect(norm_2(X * z - A * z) ** 2), eq(X, A), X))
    yield true(minimisers_satisfy(norm_F(a * X - Id) ** 2, eq(a * X, Id), X, a))
    yield true(minimum_where(expect(norm_2(X * z - A * z) ** 2), eq(X, A), X))
    yield true(minimum_where(norm_F(X - A) ** 2, conj(eq(X, A.T), eq(X, A)), X))
    yield false(minimisers_satisfy(norm_F(X - A) ** 2, eq(X, 2 * A), X))
    yield false(minimisers_satisfy(expect(norm_2(X * z - A * z) ** 2), eq(X, A.T), X))
    yield false(minimisers_satisfy(norm_F(a * X - Id) ** 2, eq(X, Id), X, a))
    yield false(minimisers_satisfy(norm_F(a * X - Id) ** 2, eq(a**2 * X, Id), X, a))
    yield false(minimisers_satisfy(norm_F(a * X) ** 2, eq(X, Zero), X, a))
    yield false(minimisers_satisfy(norm_F(a * X) ** 2, eq(tr(X), 0), X, a))
    yield false(minimisers_satisfy(expect(norm_2(a * X * g) ** 2), eq(X, Zero), X, a))
    yield false(minimum_where(norm_F(X - A) ** 2, eq(X, 2 * A), X))
    yield false(minimum_where(norm_F(X - A) ** 2, eq(X, A.T), X))
    yield false(minimum_where(expect(norm_2(X * z - A * z) ** 2), eq(X, A.T), X))
