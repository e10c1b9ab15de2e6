"""Statements about least values at a point.

The least value of a quadratic, or of a polynomial in one number, is enclosed, and decides.  Of others it is known from
above: by the value at the best point that descent finds.  So an equation or a lower bound is refuted where a point has
a value certainly below; nothing is proved but upper bounds.  Otherwise that value is taken as an estimate, which
supports what agrees with it, and speaks against wrong twins that do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

import flint
import numpy as np

from numeric.arithmetic import certainly
from numeric.compiled import Compiled
from numeric.moments import gradient

from ...algebras.ball_least import Least, least_of, negative_curvature, rises_between, with_values
from ...algebras.ball_lines import bends_down, between_axes, curvature_signs, entries_of, lines_through
from ...algebras.ball_moments import as_polynomials
from ...algebras.ball_own import loss_at
from ...algebras.balls import BallsAlgebra
from ...logic import Truth
from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts, subprops, terms_in
from ...statement.ranges import over_a_space
from ...statement.terms import Abbrev, Op, Sym, Term, expect, norm_F, symbols, walk
from ..deciding.identities import zero_like
from ..points.draws import signature
from .trace import Link, Trace

CLOSE = 1e-5
"""Relative: the precision of a minimiser that is the square root of that of its value."""
_OF_VALUES = 1e-7
_STARTS = 3
_NEWTON = 30
_MOST_LINES = 24
_INFIMA = frozenset({"infimum", "minimum"})
_SIGNS = {"le": "<=", "lt": "<", "ge": ">=", "gt": ">", "eq": "=="}


@lru_cache(maxsize=256)
def is_about_minima(prop: Prop) -> bool:
    """Whether a side mentions a least value."""
    sides = terms_in(prop)
    return any(isinstance(node, Op) and node.head in _INFIMA for side in sides for _, node in walk(side))


@lru_cache(maxsize=256)
def about_minima(prop: Prop) -> bool:
    """Whether some part of ``prop`` asks for a least value or for minimisers."""
    return any(sub.head in {"minimisers_satisfy", "minimum_where", "global_minimum"} or is_about_minima(sub)
               for _, sub in subprops(prop))  # fmt: skip


def compare(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """An equation or inequality in which least values occur."""
    left, right = terms_in(prop)
    a, b = algebra.read(left).scalar, algebra.read(right).scalar
    answer = certainly(a, _SIGNS[prop.head], b)
    truth: Truth | None
    if answer is not None and _are_known((left, right), algebra):
        truth = Truth.TRUE if answer else Truth.FALSE  # no descent is needed
    else:
        truth = _certain(prop.head, left, right, algebra)
    if truth is None:
        truth = Truth.TOUCHES if answer or (a.overlaps(b) and prop.head not in {"lt", "gt"}) else Truth.UNKNOWN
        trace.away |= answer is False
        trace.estimated = True
    sign = "=" if prop.head == "eq" else _SIGNS[prop.head]
    trace.links.append(Link(sign, truth, a, b, trace.place_of(prop)))
    return truth


def _certain(head: str, left: Term, right: Term, algebra: BallsAlgebra) -> Truth | None:
    """What the upper bound of a side that is itself a least value decides."""
    mirrored = {"le": "ge", "lt": "gt", "ge": "le", "gt": "lt", "eq": "eq"}
    for side, other, relation in ((left, right, head), (right, left, mirrored[head])):
        found = _least_value(side, algebra)
        if found is None or is_about_minima(Prop("eq", (other,))):
            continue
        value = algebra.read(other).scalar
        if relation in {"ge", "gt", "eq"} and found.upper < value:
            return Truth.FALSE
        if (relation == "le" and found.upper <= value) or (relation == "lt" and found.upper < value):
            return Truth.TRUE
    return None


def _least_value(node: Term, algebra: BallsAlgebra) -> Least | None:
    while isinstance(node, Abbrev):
        node = node.body
    if not (isinstance(node, Op) and node.head in _INFIMA):
        return None
    f, *variables = node.args
    return least_of(f, [v for v in variables if isinstance(v, Sym)], algebra)


def _are_known(sides: Sequence[Term], algebra: BallsAlgebra) -> bool:
    """Whether all least values in them are enclosed, and not estimates."""
    nodes = (node for side in sides for _, node in walk(side) if isinstance(node, Op) and node.head in _INFIMA)
    found = (least_of(node.args[0], [v for v in node.args[1:] if isinstance(v, Sym)], algebra) for node in nodes)
    return all(least.known is not None for least in found)


# Propositions about minimisers and curvature ----------------------------------------------------------------

def decide(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """A proposition with one of the heads HEADS."""
    return HEADS[prop.head](prop, algebra, trace)


def _function(prop: Prop) -> tuple[Term, list[Sym]]:
    f, *rest = terms_in(prop)
    return f, [v for v in rest if isinstance(v, Sym)]


def _estimate(agrees: bool, prop: Prop, trace: Trace) -> Truth:
    trace.estimated = True
    trace.away |= not agrees
    truth = Truth.TOUCHES if agrees else Truth.UNKNOWN
    trace.links.append(Link(prop.head, truth, place=trace.place_of(prop)))
    return truth


def _minimisers_satisfy(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """At every minimiser that descent finds, up to its precision."""
    f, variables = _function(prop)
    body = next(arg for arg in prop.args if isinstance(arg, Prop))
    found = least_of(f, variables, algebra)
    links = list(conjuncts(body, through={"almost_surely"}))
    agrees = all(_holds_nearly(link, algebra.moved(found.values(end))) for end in found.best for link in links)
    return _estimate(agrees, prop, trace)


def _holds_nearly(body: Prop, algebra: BallsAlgebra) -> bool:
    if body.head not in {"eq", "ne"}:
        raise Lacks(f"balls lacks '{body.head}' of minimisers")
    left, right = (arg for arg in body.args if isinstance(arg, Term))
    if any(sym.has("random") for side in (left, right) for sym in symbols(side)):
        mean = algebra.read(expect(norm_F(left - right) ** 2)).scalar
        gap, size = float(abs(mean).upper()) ** 0.5, 1.0
    else:
        pairs = list(zip(algebra.read(left).matrix.entries(), algebra.read(right).matrix.entries(), strict=True))
        gap = max(float(abs(x - y).upper()) for x, y in pairs)
        size = 1 + max(float(abs(y).upper()) for _, y in pairs)
    return (gap <= CLOSE * size) is (body.head == "eq")


def _minimum_where(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """At a few points that meet the condition, up to rounding, the value is the least that descent finds."""
    f, variables = _function(prop)
    body = next(arg for arg in prop.args if isinstance(arg, Prop))
    found = least_of(f, variables, algebra)
    least = float(found.upper.mid())
    values = [found.descent.value(point) for point in points_where(body, variables, found, algebra)]
    return _estimate(all(abs(v - least) <= _OF_VALUES * (1 + abs(least)) for v in values), prop, trace)


@np.errstate(all="ignore")
def points_where(body: Prop, variables: Sequence[Sym], found: Least, algebra: BallsAlgebra) -> list[Any]:
    """Points that solve the equations of ``body``, by Gauss-Newton steps from random starts."""
    links = [p for _, p in subprops(body) if p.head != "and"]
    if any(link.head not in {"eq", "ne"} for link in links):
        raise Lacks("balls lacks points with other conditions than equations")
    shapes = {v.name: (algebra.size(v.shape[0]), algebra.size(v.shape[1])) for v in variables}
    residuals = []
    for link in links:
        if link.head == "eq":
            left, right = terms_in(link)
            residuals += [p.by_variables() for p in as_polynomials(left - right, shapes, algebra)]
    keys = found.loss.keys
    values = Compiled(residuals, keys)
    slopes = Compiled([entry for terms in residuals for entry in gradient(terms, keys)], keys)
    rng, points = np.random.default_rng(2), []
    for _ in range(_STARTS):
        point = rng.standard_normal(len(keys))
        for _ in range(_NEWTON):
            gap = values.in_floats(point)
            jacobian = slopes.in_floats(point).reshape(len(gap), len(keys))
            if np.abs(gap).max(initial=0.0) < 1e-13 or not np.isfinite([*gap, *jacobian.ravel()]).all():
                break
            point = point - np.linalg.lstsq(jacobian, gap, rcond=1e-10)[0]
        if np.abs(values.in_floats(point)).max(initial=0.0) < 1e-9:
            points.append(point)
    if not points:
        raise Lacks("balls finds no points that meet the condition")
    return points


def _bent_in_one_number(f: Term, variables: Sequence[Sym], algebra: BallsAlgebra) -> bool | None:
    """Whether the second derivative of a polynomial in one number is negative somewhere; None of what is none."""
    over_a_space(variables, "balls")
    if len(variables) != 1 or variables[0].shape != (1, 1):
        return None
    try:
        found = curvature_signs(f, variables[0], algebra)
    except Lacks:
        return None
    return -1 in found if None not in found else None


def _bent_on_an_axis(f: Term, variables: Sequence[Sym], algebra: BallsAlgebra) -> bool:
    """Whether the second derivative of a polynomial is negative somewhere on the axes or between two of them."""
    zero = {v: zero_like(v) for v in variables}
    directions = islice(between_axes(len(entries_of(zero, algebra))), _MOST_LINES)
    with suppress(Lacks):
        return any(bends_down(line) for _, line in lines_through(f, zero, directions, algebra))
    return False


def _bent_as_a_quadratic(f: Term, variables: Sequence[Sym], algebra: BallsAlgebra) -> bool | None:
    """Whether a polynomial of degree at most 2, whose second derivative is exactly known, has a negative one; None of
    what is none."""
    loss = loss_at(f, tuple(sorted(v.name for v in variables)), with_values(variables, algebra))
    place = {key: k for k, key in enumerate(loss.keys)}
    found = np.full((len(place), len(place)), Fraction(0), dtype=object)
    for monomial, factor in loss.loss.items():
        x = factor if isinstance(factor, flint.arb) else flint.arb(factor)
        if len(monomial) > 1 and not x.is_zero():
            if len(monomial) > 2 or not x.is_exact():
                return None
            i, j = (place[key] for key in monomial)
            mantissa, exponent = x.man_exp()
            found[i, j] += Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
            found[j, i] = found[i, j]
            if i == j:
                found[i, i] *= 2
    return signature(found)[1] > 0


def _convex(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """Refuted where the second derivative in some direction is certainly negative, or the value between two points
    certainly above the mean of those at the points."""
    f, variables = _function(prop)
    bent = _bent_in_one_number(f, variables, algebra)
    known = bent is not None
    if bent is None:
        try:
            bent = _is_bent(f, variables, algebra)[0]
        except Lacks:
            bent = rises_between(f, variables, algebra)
    truth = Truth.FALSE if bent else Truth.TRUE if known else Truth.TOUCHES
    trace.links.append(Link(prop.head, truth, place=trace.place_of(prop)))
    return truth


def _nonconvex(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    f, variables = _function(prop)
    found = _bent_in_one_number(f, variables, algebra)
    bent, known = _is_bent(f, variables, algebra) if found is None else (found, True)
    truth = Truth.TRUE if bent else Truth.FALSE if known else Truth.UNKNOWN
    trace.links.append(Link(prop.head, truth, place=trace.place_of(prop)))
    return truth


def _is_bent(f: Term, variables: Sequence[Sym], algebra: BallsAlgebra) -> tuple[bool, bool]:
    """Whether a second derivative is found that is certainly negative, and whether there is none else."""
    found = _bent_as_a_quadratic(f, variables, algebra)
    if found is not None:
        return found, True
    return negative_curvature(f, variables, algebra) or _bent_on_an_axis(f, variables, algebra), False


HEADS: Mapping[str, Callable[[Prop, BallsAlgebra, Trace], Truth]] = {
    "minimisers_satisfy": _minimisers_satisfy,
    "minimum_where": _minimum_where,
    "convex": _convex,
    "nonconvex": _nonconvex,
}
