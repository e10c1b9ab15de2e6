"""Means and second moments of what a comparison averages, by complete sums in place of draws.

The comparison is read once in degrees (:mod:`numeric.training.tensors.degrees`), which tells what is drawn, as
polynomials of which degrees, and what is multiplied with what.  Where nothing ties two groups of draws together the
difference is a sum of independent parts, whose means and variances add up; each part is summed over all outcomes of
rules that are exact for its degree.  What is summed is the very function of the draws that the test of means sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from numeric.mean_rows import ROUNDING
from numeric.training.devices import out_of_memory, release
from numeric.training.tensors import Draws, Kink
from numeric.training.tensors.degrees import Degree, NoDegree
from numeric.training.tensors.projections import difference
from numeric.training.tensors.streams_summed import Census, Rule, Stream, Summed, halved, rule_for
from numeric.training.tensors.sums import Moments, moments_over, total

from ...algebras.tensors.algebra import TensorAlgebra
from ...algebras.tensors.place import Place
from ...report.render import plain
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from .points import Site
from .rows import SUMMED, Row


@dataclass(frozen=True)
class Drawn:
    """What a comparison draws, by name, in groups that nothing ties together; each with its degree."""

    streams: Mapping[str, Stream]
    degrees: Mapping[str, int]
    even: frozenset[str]
    """Of which nothing depends on the sign."""
    groups: tuple[tuple[str, ...], ...]

    def check(self, draws: Summed) -> None:
        """That what was listed is what is drawn.

        Raises:
            Lacks: it is not.
        """
        kept = {draws.shared.get(name, name) for name in self.degrees}
        if not kept <= {*draws.held, *draws.weights} or set(draws.weights) != set(draws.rules):
            raise Lacks("gpu lacks a reading that draws the same whatever is drawn")


class Dear(Exception):
    """More outcomes than are worth it."""


@dataclass
class Comparison:
    """One comparison at one point, read on whatever is drawn."""

    site: Site
    leaf: Prop
    point: int
    bound: Mapping[Sym, int]

    def __post_init__(self) -> None:
        self._places: dict[tuple[str, int], Place] = {}
        self._drawn: Drawn | None = None

    def place(self, batch: int, draws: Any) -> Place:
        known = draws.device, batch
        if known not in self._places:
            self._places[known] = replace(self.site, device=draws.device).place(self.point, batch)
        place = self._places[known]
        place.again(draws)
        return place

    def values(self, place: Place) -> list[Any]:
        algebra = TensorAlgebra(place).counted(self.bound)
        return [algebra.read(term) for term in self.leaf.args if isinstance(term, Term)]

    def apart(self, batch: int, draws: Any) -> tuple[Any, ...]:
        """Per draw the difference of both sides, their sizes and, where there are any, those of what is averaged."""
        place = self.place(batch, draws)
        values = self.values(place)
        found = difference(values, f"{self.site.claim.id} {plain(self.leaf)}", self.site.device, self.leaf.head)
        watched = place.watched()
        return found if watched is None else (*found, watched)

    def drawn(self) -> Drawn:
        """What is drawn.

        Raises:
            Lacks: something of which no degree is known.
        """
        if self._drawn is not None:
            return self._drawn
        census = Census("census", "cpu", self.site.seed)
        try:
            whole = Degree.constant(1, 1)
            for value in self.values(self.place(1, census)):
                whole = whole + _one_number(Degree.of(value))
        except NoDegree as error:
            raise Lacks(f"gpu lacks {error}") from error
        names = sorted(whole.names)
        degrees = {name: whole.most(name) for name in names}
        even = frozenset(name for name in names if whole.is_even(name))
        self._drawn = Drawn(census.found, degrees, even, _groups(names, whole.mixed))
        return self._drawn


def _one_number(value: Degree) -> Degree:
    return value.sum(1).sum(2)


def _groups(names: Sequence[str], mixed: frozenset[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """The connected components."""
    leader = {name: name for name in names}

    def first(name: str) -> str:
        while leader[name] != name:
            name = leader[name]
        return name

    for a, b in mixed:
        if a in leader and b in leader:
            leader[first(a)] = first(b)
    return tuple(tuple(n for n in names if first(n) == one) for one in names if first(one) == one)


def rules_of(drawn: Drawn, group: Sequence[str], factor: int) -> dict[str, Rule]:
    """Rules for the ``factor``-th power.

    Raises:
        Lacks: a law without a rule, or what is no polynomial of it.
    """
    made = {}
    for name in group:
        rule = rule_for(drawn.streams[name], factor * drawn.degrees[name])
        if rule is None:
            raise Lacks(f"gpu lacks a rule for {name}, of which it is no polynomial of small degree")
        made[name] = halved(drawn.streams[name], rule) if name in drawn.even else rule
    return made


def moments(compared: Comparison, drawn: Drawn, factor: int, most: int, chunk: int) -> Moments:
    """The mean, and with ``factor`` 2 the variance, over all outcomes.

    Raises:
        Lacks: a law without a rule.
        Dear: more than ``most`` outcomes.
    """
    rules = [rules_of(drawn, group, factor) for group in drawn.groups]
    outcomes = sum(total(group) for group in rules)
    if outcomes > most:
        raise Dear(f"{outcomes:.1e} outcomes")
    site = compared.site
    draws = Draws(f"{site.owner} outcomes", site.device, site.seed)
    return moments_over(compared.apart, rules, draws, chunk, drawn.check)


def mean_summed(compared: Comparison, most: int, chunk: int) -> Moments | str:
    """The mean over all outcomes, or why it is not had."""
    return _summed(compared, 1, most, chunk)


def variance_summed(compared: Comparison, most: int, chunk: int) -> Moments | str:
    """The mean with its variance over all outcomes, or why they are not had."""
    return _summed(compared, 2, most, chunk)


def _summed(compared: Comparison, factor: int, most: int, chunk: int) -> Moments | str:
    try:
        drawn = compared.drawn()
        return with_room(lambda fewer: moments(compared, drawn, factor, most, fewer), chunk, compared.site.device)
    except Dear as error:
        return f"too dear: {error}"
    except (Lacks, Kink) as error:
        return str(error)


LEAST_CHUNK = 1 << 10
"""Outcomes at a time, below which a lack of memory is no matter of how many there are."""
Made = TypeVar("Made")


def with_room(make: Callable[[int], Made], chunk: int, device: str) -> Made:
    """What ``make`` makes of so many outcomes at a time, of fewer where the memory ends."""
    while True:
        try:
            return make(chunk)
        except out_of_memory():
            if chunk <= LEAST_CHUNK:
                raise
            chunk //= 4
            release(device)


def summed_rows(found: Moments) -> list[Row]:
    """One row an entry: the mean itself, which nothing but rounding blurs."""
    return [{
        "kind": "mean", "n": found.outcomes, "block": 1, "size": size, "rounding": ROUNDING * found.within,
        "estimate": mean, "radius": 0.0, "detectable": 0.0, "ground": SUMMED,
    } for mean, size in zip(found.mean.tolist(), found.size.tolist(), strict=True)]  # fmt: skip
