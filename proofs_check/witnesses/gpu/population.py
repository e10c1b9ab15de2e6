"""Minima of expectations: where descents from many starts end, each step on draws of its own.

All starts move at once.  At the end draws that are common to all starts tell which ended lowest, and a last descent
goes on from there on many more draws a step.  Nothing of this decides anything: whatever an end is, the value of the
expectation there bounds the minimum from above, and is tested on fresh draws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from numeric.training.tensors import Draws
from numeric.training.tensors import descents as made
from numeric.training.tensors.flows import spread

from ...algebras.tensors.algebra import Key, TensorAlgebra, key
from ...algebras.tensors.heads import estimated, lacks
from ...algebras.tensors.place import Place
from ...report.render import plain
from ...statement.terms import Op, Sym, Term, symbols, walk
from .descents import confined, least_at
from .points import Site

SCALES = (1.0, 0.25, 1.0, 2.0)
"""Of normal starts, in turn."""
RATES, LAST_RATES = (0.1, 3e-5), (0.05, 1e-5)
"""Of the steps from all starts, and of those from the lowest end."""
SLOW = 4
"""By so much fewer steps are made where what descends is made of derivatives, each step costing as much more."""


@dataclass(frozen=True, slots=True)
class Search:
    """How much is spent on the minimum of an expectation."""

    starts: int
    draws: int
    """Of each start, at each step."""
    steps: int
    finer: int
    """Draws at each step of the last descent."""
    last: int
    """Steps of the last descent."""
    comparisons: int
    """So many times the draws of a step tell which starts ended low."""
    sites: int
    """At which descents are made."""

    def steps_for(self, f: Term) -> tuple[int, int]:
        """The steps of the descents from all starts, and of the last one."""
        slow = SLOW if made_of_derivatives(f) else 1
        return self.steps // slow, self.last // slow


def made_of_derivatives(f: Term) -> bool:
    return any(isinstance(term, Op) and term.head in _DERIVATIVES for _, term in walk(f))


_DERIVATIVES = frozenset({"grad", "slope", "ddt", "curvature"})


@dataclass(frozen=True)
class Ends:
    """Where descents ended."""

    variables: tuple[Sym, ...]
    starts: list[Any]
    everywhere: list[Any]
    """All ends, (starts, rows, columns)."""
    lowest: list[Any]
    """That of the last descent, (1, rows, columns)."""
    low: Any
    """The numbers of the lower half, told by draws of each start's own."""
    size: Any
    """The mean size of the function at the starts."""

    def at_lowest(self) -> dict[Key, Any]:
        return self.at(self.lowest)

    def at(self, state: list[Any], draws: int = 1) -> dict[Key, Any]:
        return {key(v): spread(part, draws) for v, part in zip(self.variables, state, strict=True)}


Sampled = Callable[[list[Any], int], Any]
"""Of a state and the number of a step: values (starts, draws)."""


def sampled(
    site: Site, point: int, f: Term, variables: tuple[Sym, ...], sizes: tuple[int, int], what: str, common: bool = False
) -> Sampled:
    """The values of what is averaged, for ``sizes`` (starts, draws); draws may be ``common`` to all starts."""
    starts, draws = sizes
    place = site.place(point, starts * draws)
    algebra = TensorAlgebra(place)

    def values(at: list[Any], number: int) -> Any:
        owner = f"{site.owner}, {what} {number}"
        place.again(Draws(owner, place.device, site.seed, repeat=starts if common else 1))
        moved = {key(v): spread(part, draws) for v, part in zip(variables, at, strict=True)}
        found = algebra.moved(moved).read(f)
        return found.reshape(len(found), 1).expand(starts * draws, 1).reshape(starts, draws)

    return values


def _stepwise(values: Sampled) -> Callable[[list[Any]], Any]:
    """The mean over the draws of a step, each step with draws of its own."""
    number = -1

    def value(at: list[Any]) -> Any:
        nonlocal number
        number += 1
        return values(at, number).mean(1)

    return value


@lru_cache(maxsize=8)
def ends(site: Site, point: int, f: Term, variables: tuple[Sym, ...], search: Search) -> Ends:
    """Where descents of the expectation ``f`` end."""
    refused = confined(variables)
    if refused is not None:
        raise lacks(refused)
    place = site.place(point)
    algebra = TensorAlgebra(place)
    owner = f"{site.owner}, starts of {plain(f)}"
    drawn = Draws(owner, place.device, site.seed)
    begin = [made.scaled(drawn.normal(f"{v.name} {v.shape}", search.starts, *algebra.symbol(v).shape[1:]), SCALES)
             for v in variables]  # fmt: skip
    sizes = search.starts, search.draws
    first = sampled(site, point, f, variables, sizes, "step")
    steps, last = search.steps_for(f)
    reached = made.descend(_stepwise(first), begin, steps, RATES, held=steps // 3)
    alike = sampled(site, point, f, variables, sizes, "comparison", common=True)
    levels = sum(alike(reached, number).mean(1) for number in range(search.comparisons))
    size = alike(begin, 0).abs().mean()
    best = made.at_lowest(reached, levels)
    finer = sampled(site, point, f, variables, (1, search.finer), "last step")
    best = made.descend(_stepwise(finer), best, last, LAST_RATES)
    own = sampled(site, point, f, variables, sizes, "own comparison")
    low = made.lower_half(sum(own(reached, number).mean(1) for number in range(search.comparisons)))
    return Ends(variables, begin, reached, best, low, size)


def least_of(site: Site, point: int, search: Search, starts: int, steps: int) -> Callable[[TensorAlgebra, Op], Any]:
    """What is read in the place of a minimum: of an expectation its value at the lowest end, draw by draw."""
    known: dict[Op, Any] = {}

    def least(algebra: TensorAlgebra, node: Op) -> Any:
        f, *rest = node.args
        variables = tuple(v for v in rest if isinstance(v, Sym))
        stays_at_the_point(algebra, f, variables)
        if not estimated(f):
            if node not in known:
                known[node] = least_at(site, point, starts, steps).read(node)
            return known[node]
        if node.head == "argmin":
            raise lacks("the minimiser of an expectation within a term")
        return algebra.moved(ends(site, point, f, variables, search).at_lowest()).read(f)

    return least


def stays_at_the_point(algebra: TensorAlgebra, f: Term, variables: tuple[Sym, ...]) -> None:
    """A minimum is found once, at the point: what it depends on must not be moved."""
    if algebra.outcome is not None:
        raise lacks("a minimum within an expectation")
    free = names_free_in(algebra.place, f) - {key(v) for v in variables}
    if free & algebra.values.keys():
        raise lacks("a minimum where what it depends on is moved")


def names_free_in(place: Place, f: Term) -> set[Key]:
    """The symbols that ``f`` depends on, with those of what it is short for."""
    found: set[Key] = set()
    left = list(symbols(f))
    while left:
        sym = left.pop()
        if key(sym) in found:
            continue
        found.add(key(sym))
        written = place.written_out(sym)
        if written is not None:
            left += symbols(written)
    return found


def with_minima(site: Site, point: int, count: int, least: Any) -> Place:
    return replace(site.place(point, count), least=least)
