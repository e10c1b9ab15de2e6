"""What is said to hold at all times, along the gradient flows of many models, each on prompts of its own.

A run follows the mean loss of its own prompts, from its own start: it meets what holds for every law of the data, and
what holds for the population with room to spare.  What the step size costs is measured (:mod:`numeric.training.tensors
.flows`); what the number of prompts costs shows in how many runs agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from numeric.mean_rows import ROUNDING
from numeric.training.tensors import Draws
from numeric.training.tensors.flows import Trajectories, flat, follow, judged, one_for_each, per_run, spread
from numeric.training.tensors.projections import flattened

from ...algebras.tensors.algebra import Key, TensorAlgebra, key
from ...algebras.tensors.heads import estimated, lacks
from ...report.render import plain
from ...statement.props import Prop
from ...statement.terms import Op, Sym, Term, walk
from .descents import least_value, speaks_of_minima
from .points import Site
from .population import stays_at_the_point
from .rows import STRICT, Row

RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})


def along(
    site: Site, leaf: Prop, points: tuple[int, ...], runs: int, prompts: int, steps: int, met: bool,
    descents: tuple[int, int],
) -> Row:
    """The row of one comparison at all times; minima are what ``descents`` (starts, steps) reach at each point."""
    if leaf.head not in RELATIONS:
        raise lacks(f"{leaf.head} at all times")
    terms = [arg for arg in leaf.args if isinstance(arg, Term)]
    if site.place(None).moving_definitions():
        raise lacks("hypotheses about parameters, along a flow")
    for node in (node for term in terms for _, node in walk(term)):
        if estimated(node) and not (isinstance(node, Op) and not estimated_beside_rates(node)):
            raise lacks("expectations along a flow")
    chosen = tuple(points[k % len(points)] for k in range(runs))
    followed = trajectories(site, chosen, prompts, steps)
    sides = [_sides(site, chosen, followed, terms, fine, descents) for fine in (False, True)]
    sampled = estimated(site.place(None).model.loss)
    others = None
    if sampled and leaf.head in STRICT:
        other = trajectories(site, chosen, prompts, steps, followed.times)
        others = _sides(site, chosen, other, terms, True, descents)
    held, broken = judged(leaf.head, sides[0], sides[1], runs, ROUNDING, others)
    return {
        "kind": "runs", "relation": leaf.head, "text": plain(leaf), "at": site.label, "runs": runs,
        "prompts": prompts, "times": steps + 1, "held": held, "broken": broken, "sampled": sampled,
        # What descents reach is at least the minimum: it contradicts nothing.
        "met": met and not speaks_of_minima(leaf),
    }  # fmt: skip


def estimated_beside_rates(node: Term) -> bool:
    """Whether an expectation is meant that is no rate of change."""
    if isinstance(node, Op) and node.head == "ddt":
        return False
    if isinstance(node, Op):
        own = node.head in {"expect", "expect_given"} and estimated(node)
        return own or any(estimated_beside_rates(arg) for arg in node.args)
    return estimated(node)


@lru_cache(maxsize=4)
def trajectories(
    site: Site, points: tuple[int, ...], prompts: int, steps: int, times: Any = None
) -> Trajectories:
    """The flows from the starts of these points; at given ``times`` on other prompts."""
    place = site.place(None, 1)
    model = place.model
    if not model.parameters:
        raise lacks("a flow")
    if not estimated(model.loss):
        prompts = 1
    place = replace(place, point=points, each=prompts, batch=len(points) * prompts)
    algebra = TensorAlgebra(place)
    keys = [key(p) for p in model.parameters]
    start_of = {key(p): value for p, value in model.initial}
    missing = [p.name for p in model.parameters if key(p) not in start_of]
    if missing:
        raise lacks(f"the initial value of {', '.join(missing)}")
    one = TensorAlgebra(replace(place, each=1, batch=len(points)))
    start = [one.read(start_of[k]).expand(len(points), -1, -1).clone() for k in keys]
    owner = f"{place.draws.owner} {'prompts' if times is None else 'other prompts'} of the flow"

    def velocity(at: list[Any]) -> list[Any]:
        place.again(Draws(owner, place.device, site.seed))  # the same prompts at every step
        moved = algebra.moved({k: spread(value, prompts) for k, value in zip(keys, at, strict=True)})
        return [per_run(v, len(points)) for v in moved.velocity().values()]

    return follow(velocity, start, steps, times)


def _sides(
    site: Site, points: tuple[int, ...], followed: Trajectories, terms: list[Term], fine: bool,
    descents: tuple[int, int],
) -> tuple[Any, Any]:
    place = site.place(None)
    keys: list[Key] = [key(p) for p in place.model.parameters]
    times = followed.times.shape[1]
    place = replace(place, point=points, each=times, batch=len(points) * times)
    states = followed.fine if fine else followed.coarse
    rates = followed.fine_velocity if fine else followed.coarse_velocity
    place.least = _least(site, points, times, descents)
    place.rates = {k: flat(v) for k, v in zip(keys, rates, strict=True)}
    values: dict[Key, Any] = {k: flat(v) for k, v in zip(keys, states, strict=True)}
    values |= dict.fromkeys(map(key, place.model.roles.time), flat(followed.times))
    algebra = TensorAlgebra(place, values)
    left, right = (flattened(algebra.read(term), place.batch) for term in terms)
    return left, right


def _least(site: Site, points: tuple[int, ...], times: int, descents: tuple[int, int]) -> Callable[..., Any]:
    """What descents reach in the place of a minimum at the point of each run, found once for each point."""

    def least(algebra: TensorAlgebra, node: Op) -> Any:
        f, *rest = node.args
        stays_at_the_point(algebra, f, tuple(v for v in rest if isinstance(v, Sym)))
        found = {point: least_value(site, point, node, *descents) for point in dict.fromkeys(points)}
        return one_for_each([found[point] for point in points], times)

    return least
