"""Convexity, its absence, saddles and local minima."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    convex,
    exp,
    expect,
    local_minimum,
    nonconvex,
    norm_2,
    norm_F,
    parameter,
    relu,
    saddle,
    sqrt,
    tr,
)
from proofs_check.statement.terms import vector

from ..stating import Stated, false, family, true, valueless
from .letters import A, B, F, K, S, a, b, e, p, q, u, v, w_, z

X = parameter("X_1", "d", "d")
W = parameter("W_1", "d", "k")
Y = parameter("Y_1", "k", "d")
s = parameter("s_1", "d")


@family("convexity")
def convex_functions() -> Iterator[Stated]:
    """Squares of affine functions, norms, maxima of affine functions, exponentials, and nonnegative sums of them."""
    for f in (a**2, (a - b) ** 2, a**4, p * a**2 + b * a, exp(a), absolute(a), relu(a), a**2 + absolute(a), exp(-a),
              absolute(a - 1) + absolute(a + 1), relu(a) + relu(-a), 3 * a + b, (2 * a - 1) ** 2 + a**4):  # fmt: skip
        yield true(convex(f, a))
    yield true(convex(u**2, u))
    yield true(convex((u + w_) ** 2, u, w_))
    yield true(convex(u**2 + w_**2 - u * w_, u, w_))
    yield true(convex(norm_F(X) ** 2, X))
    yield true(convex(norm_F(A * X - B) ** 2, X))
    yield true(convex(tr(X.T * K * X), X))
    yield true(convex(norm_2(s) ** 2, s))
    yield true(convex(norm_2(A * s - v) ** 2 + q * norm_2(s) ** 2, s))
    yield true(convex(s.T * S * s - 2 * v.T * s, s))
    yield true(convex(expect((z.T * s - e) ** 2), s))
    yield true(convex(tr(A * X), X))
    yield true(convex(tr(X) ** 2, X))


@family("convexity")
def not_convex_functions() -> Iterator[Stated]:
    """A chord below the graph: -1, 0, 1; or 0, 1, 2; or the saddle u w along u = -w."""
    for f in (-absolute(a), -relu(a), a**2 - absolute(a), absolute(a - 1) - 2 * absolute(a), relu(a) - 2 * relu(a - 1),
              -sqrt(a**2), a**3, -(a**2), a**4 - a**2, (a**2 - 1) ** 2, a * absolute(a), -exp(a), exp(a) - a**4,
              absolute(a**2 - 1), relu(a) - a**2, 100 * a**2 - a**4, exp(-(a**2)), a**3 + a**2):  # fmt: skip
        yield false(convex(f, a))
    yield false(convex(u * w_, u, w_))
    yield false(convex((u * w_ - 1) ** 2, u, w_))
    yield false(convex(u**2 * w_, u, w_))
    yield false(convex(norm_F(W * Y) ** 2, W, Y))
    yield false(convex(tr(X.T * F * X), X))
    yield false(convex(-(norm_F(X) ** 2), X))
    yield false(convex(b * a**2, a))
    yield false(convex(s.T * F * s, s))
    yield false(convex(tr(X * X), X))
    yield false(convex(tr(X) ** 3, X))


@family("convexity")
def nowhere_convex_enough() -> Iterator[Stated]:
    """The same functions are not convex: at the chord named above; what is convex has no such chord."""
    for f in ((a**2 - 1) ** 2, a**4 - a**2, a**3, -(a**2), a * absolute(a), -absolute(a), 100 * a**2 - a**4, -relu(a),
              p * a**3, a**2 - absolute(a)):  # fmt: skip
        yield true(nonconvex(f, a))
    yield true(nonconvex((u * w_ - 1) ** 2, u, w_))
    yield true(nonconvex(u * w_, u, w_))
    yield true(nonconvex(u**4 - u**2, u))
    yield true(nonconvex(u * absolute(u), u))
    yield true(nonconvex(norm_F(W * Y) ** 2, W, Y))
    for f in (a**2, absolute(a), a**4, exp(a), 3 * a, relu(a), (a - b) ** 2):
        yield false(nonconvex(f, a))
    yield false(nonconvex((u + w_) ** 2, u, w_))
    yield false(nonconvex(norm_F(X) ** 2, X))
    yield false(nonconvex(s.T * S * s, s))
    yield false(nonconvex(tr(X.T * K * X), X))


@family("convexity")
def poles() -> Iterator[Stated]:
    """1/a^2 is convex on either side of 0 and has no value there: nobody may call it convex."""
    yield valueless(convex(1 / u**2, u))
    yield valueless(convex(1 / a**2, a))
    yield valueless(convex(1 / absolute(a), a))
    yield valueless(convex(a**2 / absolute(a), a))
    yield false(convex(1 / a, a))
    yield true(convex(1 / (p + q), q))


@family("convexity")
def saddles() -> Iterator[Stated]:
    """u w and u^2 - w^2 have a saddle at 0; x y + x has its saddle at (0, -1), the gradient at (0, 0) being (1, 0)."""
    yield true(saddle(u * w_, (u, 0), (w_, 0)))
    yield true(saddle(u**2 - w_**2, (u, 0), (w_, 0)))
    yield true(saddle((u * w_ - 1) ** 2, (u, 0), (w_, 0)))
    yield true(saddle(u * w_ + u, (u, 0), (w_, -1)))
    yield true(saddle(u**3, (u, 0)))
    yield false(saddle(u * w_ + u, (u, 0), (w_, 0)))
    yield false(saddle(u**2 + w_**2, (u, 0), (w_, 0)))
    yield false(saddle(u**2, (u, 0)))
    yield false(saddle(-(u**2), (u, 0)))
    yield false(saddle(u * w_, (u, 1), (w_, 0)))
    yield false(saddle(u**4 + w_**4, (u, 0), (w_, 0)))
    yield false(saddle((u * w_ - 1) ** 2, (u, 1), (w_, 1)))
    yield true(local_minimum((u**2 - 1) ** 2, (u, 1)))
    yield true(local_minimum((u * w_ - 1) ** 2, (u, 1), (w_, 1)))
    yield true(local_minimum(u**2 + w_**4, (u, 0), (w_, 0)))
    yield false(local_minimum((u**2 - 1) ** 2, (u, 0)))
    yield false(local_minimum(u**3, (u, 0)))
    yield false(local_minimum(u * w_, (u, 0), (w_, 0)))
    yield false(local_minimum(u**2, (u, 1)))
    yield false(local_minimum(-(u**4), (u, 0)))


@family("convexity")
def captured_directions() -> Iterator[Stated]:
    """A vector called X_direction is an ordinary vector: |X|^2 times its first entry is of any sign."""
    x_direction = vector("X_1_direction", "d")
    yield false(convex(norm_F(X) ** 2 * (x_direction.T * v), X))
    yield false(nonconvex(norm_F(X) ** 2 * (x_direction.T * x_direction), X))
    yield true(convex(norm_F(X) ** 2 * (x_direction.T * x_direction), X))
    yield false(convex(-((s.T * vector("s_1_direction", "d")) ** 2), s))
