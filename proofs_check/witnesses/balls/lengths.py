"""Limits as an integer grows, of what is not random: at a few large values of it, which support and prove nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from ...algebras.balls import BallsAlgebra
from ...logic import Truth
from ...statement.fold import Lacks
from ...statement.props import Prop, terms_in
from ...statement.terms import Op, Sym, Term, symbols, walk
from ..deciding.growing import beyond, lengthens, lengths_along, ways
from .trace import Link, Trace

LENGTHS = (10**3, 10**5, 10**7)
GROWING = "as it grows"
FALLS = 2
"""From one length to the next, 100 times as large, a gap that tends to zero falls by at least this factor."""
ROUNDING = 1e-25


def decide(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """A proposition with one of the heads HEADS."""
    if any(sym.has("random") for term in terms_in(prop) for sym in symbols(term)) or _has_means(prop):
        raise Lacks(f"balls lacks '{prop.head}' of means over prompts whose number of examples grows")
    return HEADS[prop.head](prop, algebra, trace)


def _has_means(prop: Prop) -> bool:
    heads = {node.head for term in terms_in(prop) for _, node in walk(term) if isinstance(node, Op)}
    return bool(heads & {"expect", "expect_given", "infimum", "minimum"})


def _at_lengths(f: Term, variables: list[Term], algebra: BallsAlgebra, *, staying: bool) -> Iterator[list[float]]:
    """The size of ``f`` as the integers among ``variables`` grow, along each path."""
    names = [v.name for v in variables if isinstance(v, Sym)]
    if not set(names) <= algebra.sizes.keys():
        raise Lacks(f"balls lacks limits in {', '.join(names)}")
    if any(lengthens(names, sym) for sym in symbols(f)):
        raise Lacks("balls lacks matrices that grow")
    for way in ways(names, staying=staying):
        found = []
        for step in lengths_along(way, beyond(LENGTHS, names, f)):
            here = replace(algebra, sizes={**algebra.sizes, **step}, kept=None, memory={})
            found.append(max(float(abs(x).upper()) for x in here.read(f).matrix.entries()))
        yield found


def _tends(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    body, value, *variables = terms_in(prop)
    along = _at_lengths(body - value, variables, algebra, staying=False)
    falls = all(after <= max(before / FALLS, ROUNDING) for gaps in along for before, after in pairwise(gaps))
    return _estimate(falls, prop, trace)


def _order(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """The ratio of the two sides must not keep growing."""
    f, g, *variables = terms_in(prop)
    along = _at_lengths(f / g, variables, algebra, staying=True)
    return _estimate(all(ratios[-1] <= 1.5 * max(ratios[:-1]) for ratios in along), prop, trace)


def _estimate(agrees: bool, prop: Prop, trace: Trace) -> Truth:
    trace.away |= not agrees
    truth = Truth.TOUCHES if agrees else Truth.UNKNOWN
    trace.links.append(Link(GROWING, truth, place=trace.place_of(prop)))
    return truth


HEADS: Mapping[str, Callable[[Prop, BallsAlgebra, Trace], Truth]] = {
    "tends": _tends,
    "tends_jointly": _tends,
    "order": _order,
}
