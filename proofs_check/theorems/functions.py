"""Axioms about functions: least values, convexity, and what tends to a limit layer by layer.  Trusted, as data.

As :mod:`.schemes` says.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..statement.props import Prop, conj, eq, for_all, implies, le, lt, tends
from ..statement.psd import convex
from ..statement.terms import Op, Sym, Term, grad, inner, norm_F, where
from .metavariables import (
    B,
    P,
    Scheme,
    a,
    ap,
    b,
    c,
    differentiable,
    f,
    h,
    has_value,
    holds,
    l,
    l_next,
    meta,
    moved,
    origin,
    s,
    step,
    way,
    x,
    y,
)

MOST_VARIABLES = 6
_CURVATURE = "Boyd and Vandenberghe, Convex Optimization, Sec. 3.1.4"


def of_functions(count: int) -> Iterator[Scheme]:
    """Least values and where they are, over so many symbols."""
    xs = tuple(meta(f"x_{j}", "variable", "any") for j in range(1, count + 1))
    ps = tuple(meta(f"p_{j}", f"like:x_{j}") for j in range(1, count + 1))
    fx, least = ap(f, *xs), Op("minimum", (ap(f, *xs), *xs))

    def every(p: Prop) -> Prop:
        for z in reversed(xs):
            p = for_all(z, p)
        return p

    pairs = tuple(node for pair in zip(xs, ps, strict=True) for node in pair)
    tail = f" over {count}"
    yield Scheme("minimum" + tail, "definition", (f, c, *xs, *ps), (every(le(c, fx)), eq(ap(f, *ps), c)),
                 (Prop("attained", (fx, *xs)), eq(least, c)))
    yield Scheme("below every value" + tail, "definition", (f, *xs), (Prop("attained", (fx, *xs)),),
                 (every(le(least, fx)),))
    lowest = Op("infimum", (fx, *xs))
    yield Scheme("infimum" + tail, "definition", (f, c, *xs), (every(le(c, fx)),), (has_value(lowest), le(c, lowest)))
    yield Scheme("above the infimum" + tail, "definition", (f, *xs), (has_value(lowest),), (every(le(lowest, fx)),))
    yield Scheme("global minimum" + tail, "definition", (f, *xs, *ps), (every(le(ap(f, *ps), fx)),),
                 (Prop("global_minimum", (fx, *pairs)),))
    yield Scheme("minimisers" + tail, "definition", (f, P, *xs),
                 (Prop("attained", (fx, *xs)), every(implies(eq(fx, least), holds(P, *xs)))),
                 (Prop("minimisers_satisfy", (fx, holds(P, *xs), *xs)),))
    yield from _by_curvature(count)
    yield Scheme("minimum where" + tail, "definition", (f, P, *xs),
                 (every(implies(holds(P, *xs), eq(fx, least))),), (Prop("minimum_where", (fx, holds(P, *xs), *xs)),))


def _by_curvature(count: int) -> Iterator[Scheme]:
    """What the second derivative in every direction tells of a function that has it everywhere: a condition of
    ``curvature`` itself.  The symbols take all values."""
    xs = tuple(meta(f"x_{j}", "variable", "parameter") for j in range(1, count + 1))
    vs = tuple(meta(f"v_{j}", "variable") for j in range(1, count + 1))
    ps, ds = (tuple(meta(f"{z}_{j}", f"like:x_{j}") for j in range(1, count + 1)) for z in "pd")
    fx = ap(f, *xs)

    def along(ds: Sequence[Sym]) -> Op:
        return Op("curvature", (fx, *(node for pair in zip(xs, ds, strict=True) for node in pair)))

    everywhere = le(0, along(vs))
    for z in reversed((*xs, *vs)):
        everywhere = for_all(z, everywhere)
    there = where(along(ds), *zip(xs, ps, strict=True))
    yield Scheme(f"convex by curvature over {count}", _CURVATURE, (f, *xs, *vs), (everywhere,), (convex(fx, *xs),))
    yield Scheme(f"not convex by curvature over {count}", _CURVATURE, (f, *xs, *ps, *ds), (lt(there, 0),),
                 (Prop("nonconvex", (fx, *xs)),))


_CONVEX = implies(conj(le(0, s), le(s, 1)), le(ap(f, s * x + (1 - s) * y), s * ap(f, x) + (1 - s) * ap(f, y)))
p_1 = meta("p_1", "like:x")
_least = Op("argmin", (ap(f, x), x))
_along = Op("slope", (step, ap(f, step * way)))
DEFINED = (
    Scheme("derivative along a line", "Rudin, Principles of Mathematical Analysis, Sec. 9.18",
           (f, moved, origin, way, step), (differentiable(ap(f, moved), moved), eq(origin + origin, origin)),
           (has_value(_along), eq(inner(where(grad(ap(f, moved), moved), (moved, origin)), way), _along))),
    Scheme("the minimiser", "definition", (f, x, p_1), (
        Prop("global_minimum", (ap(f, x), x, p_1)), Prop("minimisers_satisfy", (ap(f, x), eq(x, p_1), x))),
           (has_value(_least), eq(_least, p_1))),
    Scheme("convex", "definition", (f, x, y), (for_all(x, for_all(y, for_all(s, _CONVEX))),), (convex(ap(f, x), x),)),
)
_near = for_all(l, le(norm_F(ap(h, l) - B) ** 2, ap(f, l)))


def _next(factor: Term, *asked: Prop) -> Prop:
    """From each layer to the next the bound shrinks by the factor, where what is asked is so."""
    p = le(ap(f, l_next), factor * ap(f, l))
    for q in reversed((eq(l_next, l + 1), *asked)):
        p = implies(q, p)
    return for_all(l, for_all(l_next, p))


OF_LAYERS = (
    Scheme("contraction layer by layer", "Rudin, Principles of Mathematical Analysis, Thms 3.19 and 3.20",
           (h, B, f, b, l, l_next), (_near, _next(b), lt(b, 1)), (tends(ap(h, l), B, l),)),
    Scheme("diminishing layer by layer", "Rudin, Real and Complex Analysis, Thm 15.5",
           (h, B, f, c, a, l, l_next), (_near, _next(1 - c / (l + 1), le(a, l)), lt(0, c)), (tends(ap(h, l), B, l),)),
)
"""The bound is not negative, so that a factor below 0 makes it 0."""
