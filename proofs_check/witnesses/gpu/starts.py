"""Many starts of one flow: values of what only the start depends on, at which hypotheses hold; the rest stays.

The loss is then one function for all starts.  A loss that is an expectation is averaged over all outcomes of rules that
are exact for it (:mod:`.summing`), at as many states as tell a polynomial of degree four, which the starts then follow:
the flow of the population, and of no sample.  Any other loss is followed itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from numeric.training.tensors import Draws, Kink
from numeric.training.tensors.degrees import NoDegree
from numeric.training.tensors.polynomials import Polynomial, count, in_chunks, polynomial_of
from numeric.training.tensors.settling import ByDifferences, Field, Settled, joined, parted, settle
from numeric.training.tensors.sums import averaged, total

from ...algebras.tensors.algebra import TensorAlgebra, key
from ...algebras.tensors.heads import estimated, lacks
from ...statement.props import Prop
from ...statement.terms import Sym, free_symbols, symbols
from .points import Site, hypotheses, met_points
from .summing import Comparison, rules_of

ROUNDS = 16
"""Of values, a point of :mod:`..points` each, in which as many starts are looked for."""
AT_ONCE = 1 << 18
"""Outcomes that are averaged at a time."""


@dataclass(frozen=True, slots=True)
class Starts:
    """How much is done."""

    points: int
    """At which many starts are followed."""
    count: int
    steps: int
    evaluations: int
    """Of the loss of an outcome, to find its mean at as many states as are needed; at most."""


@dataclass(frozen=True)
class Begun:
    """Starts around one point: the sites, whose points differ from it in what only the start depends on."""

    sites: tuple[tuple[Site, tuple[int, ...]], ...]
    met: bool

    @property
    def count(self) -> int:
        return sum(len(points) for _, points in self.sites)


def moving_parts(site: Site) -> list[Sym]:
    """The parameters of the flow.

    Raises:
        Lacks: no flow, or none from a start that is stated.
    """
    model = site.place(None).model
    given = {key(p) for p, _ in model.initial}
    if not model.parameters:
        raise lacks("a flow")
    missing = [p.name for p in model.parameters if key(p) not in given]
    if missing:
        raise lacks(f"the initial value of {', '.join(missing)}")
    return list(model.parameters)


def of_the_start(site: Site) -> frozenset[str]:
    """The names of the symbols on which the start depends and the loss does not."""
    place = site.place(None)
    own = {key(p) for p in place.model.parameters}
    begins = set().union(*(leaves(site, value) for p, value in place.model.initial if key(p) in own))
    return frozenset(s.name for s in begins - leaves(site, place.model.loss) if not s.traits & _FIXED)


_FIXED = frozenset({"identity", "zero", "integer", "index", "random", "parameter", "layers", "function", "derived"})


def leaves(site: Site, body: Any) -> set[Sym]:
    """All symbols in ``body``, and in what stands for them."""
    place = site.place(None)
    found: set[Sym] = set()
    open_ = set(free_symbols(body)) | set(symbols(body))
    while open_:
        sym = open_.pop()
        found.add(sym)
        written = place.written_out(sym)
        open_ |= set() if written is None else set(symbols(written)) - found
    return found


@lru_cache(maxsize=8)
def begun(site: Site, point: int, wanted: int) -> Begun:
    """``wanted`` starts around a point, fewer where fewer meet the hypotheses."""
    free = of_the_start(site)
    if not free:
        return Begun(((site, (point,)),), True)
    chosen: list[tuple[Site, tuple[int, ...]]] = []
    met, found = True, 0
    for number in range(ROUNDS):
        there = replace(site, held=(point, free), round=number)
        points, unread, exact = met_points(there, (*hypotheses(site.claim), *site.premises))
        if points and not unread:
            chosen.append((there, tuple(points[: wanted - found])))
            found += len(chosen[-1][1])
            met = met and exact
        if found >= wanted or (not number and not points and unread):
            break
    if not chosen:
        raise lacks("starts that meet the hypotheses")
    return Begun(tuple(chosen), met)


@lru_cache(maxsize=8)
def settled(site: Site, points: tuple[int, ...], point: int, effort: Starts) -> Settled:
    """The flows from the starts at these points of a site."""
    parameters = moving_parts(site)
    place = site.place(None)
    start_of = {key(p): value for p, value in place.model.initial}
    at = TensorAlgebra(replace(place, point=points, batch=len(points)))
    starts = [at.read(start_of[key(p)]).expand(len(points), -1, -1) for p in parameters]
    return settle(field_of(site, point, effort), joined(starts), effort.steps)


def field_of(site: Site, point: int, effort: Starts) -> Field:
    """The velocity of the flow at a point of the loss."""
    if estimated(site.place(None).model.loss):
        # What is held is the same at all points of a site around another.
        base = replace(site, held=None, round=0)
        return population(base, point if site.held is None else site.held[0], effort.evaluations)
    parameters = moving_parts(site)
    place = site.place(None)
    shapes = [(place.size(p.shape[0]), place.size(p.shape[1])) for p in parameters]

    def velocity(states: Any) -> Any:
        there = replace(place, point=(point,) * len(states), batch=len(states))
        moved = dict(zip(map(key, parameters), parted(states, shapes), strict=True))
        return joined(list(TensorAlgebra(there, moved).velocity().values()))

    return ByDifferences(velocity)


@lru_cache(maxsize=8)
def population(site: Site, point: int, most: int) -> Polynomial:
    """The mean loss as a polynomial in the parameters.

    Raises:
        Lacks: too many outcomes, a law without a rule, or no polynomial of degree four.
    """
    parameters = moving_parts(site)
    place = site.place(None)
    loss = place.model.loss
    shapes = [(place.size(p.shape[0]), place.size(p.shape[1])) for p in parameters]
    variables = sum(rows * columns for rows, columns in shapes)
    compared = Comparison(site, Prop("mean", (loss,)), point, {})
    try:
        drawn = compared.drawn()
        rules = [rules_of(drawn, group, 1) for group in drawn.groups]
    except (Kink, NoDegree) as error:
        raise lacks(str(error)) from error
    outcomes = sum(map(total, rules)) + 1
    states = count(variables)
    if outcomes * states > most:
        raise lacks(f"the mean loss at {states} states over {outcomes} outcomes of each, which is too dear")

    def values(at: Any) -> Any:
        parts = dict(zip(map(key, parameters), parted(at, shapes), strict=True))

        def read(batch: int, draws: Any) -> tuple[Any, ...]:
            moved = {k: part.repeat_interleave(batch // len(at), 0) for k, part in parts.items()}
            found = TensorAlgebra(compared.place(batch, draws), moved).read(loss).expand(batch, -1, -1).flatten(1)
            return found, found.abs()

        draws = Draws(f"{site.owner} population", site.device, site.seed)
        return averaged(read, rules, {}, len(at), draws, drawn.check)[0][:, 0]

    chunk = max(AT_ONCE // outcomes, 1)
    found = polynomial_of(lambda at: in_chunks(values, at, chunk), variables, site.device)
    if found is None:
        raise lacks("a mean loss that is no polynomial of degree four in the parameters")
    return found
