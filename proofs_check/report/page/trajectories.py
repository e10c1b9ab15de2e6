"""Inequalities along the gradient flow, seen: both sides of each, read from the claim's tree, along one trajectory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite

from ...claims import Claim, Reading
from ...statement.fold import Lacks
from ...statement.props import Prop, order_relations, subprops, terms_in
from ...statement.terms import Num, Term
from ...witnesses import Context

_COUNT = 13
_BITS = 80
_DIMS = (2,)
_LARGER = frozenset({"ge", "gt"})


@dataclass(frozen=True)
class Curve:
    """One inequality with the values of its two sides."""

    prop: Prop
    times: tuple[float, ...]
    smaller: tuple[float, ...]
    larger: tuple[float, ...]


@dataclass(frozen=True)
class Trajectory:
    """The curves of one reading, and the point from which the trajectory starts."""

    point: str
    curves: tuple[Curve, ...]


def trajectory(claim: Claim, reading: Reading) -> Trajectory | None:
    """Along the last of the few starting points of the balls witness; None where nothing is claimed along the flow, or
    the witness cannot follow it."""
    wanted = list(_relations(reading.prop))
    if not wanted:
        return None
    from numeric.arithmetic import ball_precision

    from ...witnesses.balls.cases import cases

    try:
        with ball_precision(_BITS):
            found = list(cases(claim, reading.prop, Context(None, _DIMS, "fast", "cpu")))
            if not found or found[-1].flow is None:
                return None
            case = found[-1]
            assert case.flow is not None, "checked above"
            rows = [
                (t, [tuple(float(here.read(side).scalar.mid()) for side in sides(prop)) for prop in wanted])
                for t, here in case.flow.seen(case.algebra, _COUNT)
            ]
    except Lacks:
        return None
    curves = tuple(_curve(prop, [(t, *values[k]) for t, values in rows]) for k, prop in enumerate(wanted))
    shown = case.point.shown(frozenset({"d", "N", "Lam", "sigma", "s"}))
    return Trajectory(shown, tuple(curve for curve in curves if len(curve.times) > 1))


def _relations(prop: Prop) -> Iterator[Prop]:
    """The inequalities claimed along the flow, but for plain signs."""
    for _, sub in subprops(prop):
        if sub.head == "always":
            yield from (p for p in order_relations(sub) if not any(isinstance(side, Num) for side in p.args))


def sides(prop: Prop) -> tuple[Term, Term]:
    """The smaller and the larger side."""
    left, right = terms_in(prop)
    return (right, left) if prop.head in _LARGER else (left, right)


def _curve(prop: Prop, rows: list[tuple[float, ...]]) -> Curve:
    kept = [row for row in rows if all(map(isfinite, row))]
    times, smaller, larger = zip(*kept, strict=True) if kept else ((), (), ())
    return Curve(prop, times, smaller, larger)
