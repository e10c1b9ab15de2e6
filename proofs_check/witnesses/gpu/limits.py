"""Limits along a flow, from many starts: distances from what is stated at growing times, with two step sizes.

The flow is that of the loss itself, or of its mean over the population (:mod:`.starts`); hypotheses hold at every
start.  Nothing is decided here: a row is what was seen, and :mod:`.limit_rows` says what follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from numeric.training.tensors.limits import Ends, distances, figures
from numeric.training.tensors.settling import Settled, at_fractions, parted, picked

from ...algebras.tensors.algebra import TensorAlgebra, key
from ...algebras.tensors.heads import estimated, lacks
from ...report.render import plain
from ...statement.props import Prop
from ...statement.terms import Op, Sym, Term, walk
from .along import estimated_beside_rates
from .descents import least_value
from .enclosed_ends import certainly_elsewhere
from .limit_rows import AT_LEAST, RESOLUTION, RESTS, SEEN
from .points import Site
from .rows import Row
from .starts import Starts, begun, field_of, leaves, moving_parts, of_the_start, settled

FRACTIONS = (0.0, 0.25, 0.5, 1.0)
"""Of the time that each start is followed."""


def limit_row(
    site: Site, leaf: Prop, point: int, bound: Mapping[Sym, int], effort: Starts, met: bool, descents: tuple[int, int]
) -> Row:
    """The row of one limit around one point."""
    body, value = (arg for arg in leaf.args if isinstance(arg, Term))
    if site.place(None).moving_definitions():
        raise lacks("hypotheses about parameters, along a flow")
    for node in (node for term in (body, value) for _, node in walk(term)):
        if estimated(node) and (not isinstance(node, Op) or estimated_beside_rates(node)):
            raise lacks("expectations in a limit")
    starts = begun(site, point, effort.count)
    found, certain = [], 0
    for there, points in starts.sites:
        followed = settled(there, points, point, effort)
        ends = _ends(there, points, point, followed, (body, value), bound, effort, descents)
        found.append(ends)
        if ends.elsewhere(SEEN, RESTS, AT_LEAST):
            certain += certainly_elsewhere(there, points, followed, body, value, bound)
    return {
        "kind": "limit", "relation": "limit", "text": plain(leaf), "at": f"{site.label}, point {point}",
        "met": met and starts.met, "starts": starts.count, "resolution": RESOLUTION, "steps": effort.steps,
        "certain": certain, **figures(found),
    }  # fmt: skip


def _ends(
    site: Site, points: tuple[int, ...], point: int, followed: Settled, sides: tuple[Term, Term],
    bound: Mapping[Sym, int], effort: Starts, descents: tuple[int, int],
) -> Ends:
    """Both sides at the start, at T, at 2T and, with both step sizes, at 4T."""
    parameters = moving_parts(site)
    numbers, whole = at_fractions(followed, FRACTIONS)
    kept = [picked(followed.fine, k) for k in numbers] + [picked(followed.coarse, numbers[-1])]
    times = [picked(followed.times, k) for k in (*numbers, numbers[-1])]
    place = site.place(None)
    shapes = [(place.size(p.shape[0]), place.size(p.shape[1])) for p in parameters]
    field = field_of(site, point, effort)
    read: list[tuple[Any, Any]] = []
    for state, time in zip(kept, times, strict=True):
        place = replace(site.place(None), point=points, batch=len(points))
        place.least = _least(site, point, len(points), descents)
        place.rates = dict(zip(map(key, parameters), parted(field.velocity(state), shapes), strict=True))
        values = dict(zip(map(key, parameters), parted(state, shapes), strict=True))
        values |= dict.fromkeys(map(key, place.model.roles.time), time[:, None, None])
        algebra = TensorAlgebra(place, values).counted(bound)
        read.append(tuple(algebra.read(side) for side in sides))
    return distances(read, whole * followed.lipschitz)


def _least(site: Site, point: int, starts: int, descents: tuple[int, int]) -> Any:
    """What descents reach in the place of a minimum that is the same for all starts."""

    def least(algebra: TensorAlgebra, node: Op) -> Any:
        if {sym.name for sym in leaves(site, node)} & of_the_start(site):
            raise lacks("a minimum that depends on the start, along a flow")
        found = least_value(replace(site, held=None, round=0), point, node, *descents)
        return found.expand(starts, *found.shape[1:])

    return least
