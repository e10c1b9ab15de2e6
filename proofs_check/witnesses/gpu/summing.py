"""Means and second moments of what a comparison averages, by complete sums in place of draws.

The comparison is read once in degrees (:mod:`numeric.training.tensors.degrees`), which tells what is drawn, as
polynomials of which degrees, and what is multiplied with what.  Where nothing ties two groups of draws together the
difference is a sum of independent parts, whose means and variances add up; each part is summed over all outcomes of
rules that are exact for its degree.  What is summed is the very function of the draws that the test of means sees.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import torch
from torch import Tensor

from numeric.mean_rows import ROUNDING
from numeric.training.devices import out_of_memory, release
from numeric.training.tensors import Kink
from numeric.training.tensors.degrees import Degree, NoDegree
from numeric.training.tensors.means import Known
from numeric.training.tensors.projections import difference
from numeric.training.tensors.streams_summed import Census, Rule, Stream, Summed, halved, rule_for

from ...algebras.tensors.algebra import TensorAlgebra
from ...algebras.tensors.place import Place
from ...report.render import plain
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from .points import Site
from .rows import SUMMED, Row

TWICE_ROUNDED = 8
"""A square of a value with error e relative to a size s errs by less than this times e s^2."""


@dataclass(frozen=True)
class Drawn:
    """What a comparison draws, by name, in groups that nothing ties together; each with its degree."""

    streams: Mapping[str, Stream]
    degrees: Mapping[str, int]
    even: frozenset[str]
    """Of which nothing depends on the sign."""
    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Moments:
    """Of what a comparison averages, entry by entry."""

    mean: Tensor
    variance: Tensor
    slack: Tensor
    """What rounding may add to the variance."""
    size: Tensor
    within: float
    """The size of what is averaged within the terms."""
    outcomes: int


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

    def apart(self, batch: int, draws: Any) -> tuple[Tensor, ...]:
        """Per draw the difference of both sides, their sizes and, where there are any, those of what is averaged."""
        place = self.place(batch, draws)
        values = self.values(place)
        found = difference(values, f"{self.site.claim.id} {plain(self.leaf)}", self.site.device, self.leaf.head)
        watched = place.watched()
        return found if watched is None else (*found, watched)

    def drawn(self) -> Drawn:
        """
        Raises:
            Lacks: something of which no degree is known.
        """
        census = Census("census", "cpu", self.site.seed)
        try:
            total = Degree.constant(1, 1)
            for value in self.values(self.place(1, census)):
                total = total + _one_number(Degree.of(value))
        except NoDegree as error:
            raise Lacks(f"gpu lacks {error}") from error
        names = sorted(total.names)
        degrees = {name: total.most(name) for name in names}
        even = frozenset(name for name in names if total.is_even(name))
        return Drawn(census.found, degrees, even, _groups(names, total.mixed))


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


def moments(comparison: Comparison, drawn: Drawn, factor: int, most: int, chunk: int) -> Moments:
    """The mean, and with ``factor`` 2 the variance, over all outcomes.

    Raises:
        Lacks: a law without a rule.
        Dear: more than ``most`` outcomes.
    """
    rules = [rules_of(drawn, group, factor) for group in drawn.groups]
    totals = [math.prod(rule.total for rule in group.values()) for group in rules]
    if sum(totals) > most:
        raise Dear(f"{sum(totals):.1e} outcomes")
    device = comparison.site.device
    held: dict[str, Tensor] = {}
    owner = f"{comparison.site.owner} outcomes"
    alone = comparison.apart(1, Summed(owner, device, comparison.site.seed, held=held))
    base = alone[0]
    sums = [_sums(base, alone, torch.ones(1, dtype=torch.float64, device=device))]
    for group, total in zip(rules, totals, strict=True):
        part = None
        for numbers in _chunks(total, chunk, device):
            draws = Summed(owner, device, comparison.site.seed, rules=group, numbers=numbers, held=held)
            found = comparison.apart(len(numbers), draws)
            check_drawn(drawn, draws)
            more = _sums(base, found, draws.weight())
            part = more if part is None else _Sums(*map(torch.add, part, more))
        assert part is not None
        sums.append(part)
    mean = base[0] + torch.stack([part.first for part in sums]).sum(0)
    variance = torch.stack([(part.second - part.first**2).clamp_min(0.0) for part in sums]).sum(0)
    # A value is rounded relative to its size, and to that of what is averaged within; and with it its square.
    sizes = torch.stack([part.second_size for part in sums]).sum(0)
    inner = ROUNDING**2 * torch.stack([part.second_within.max() for part in sums]).sum()
    slack = TWICE_ROUNDED * ROUNDING * sizes + inner + 2 * (variance * inner).sqrt()
    size = torch.stack([part.size for part in sums]).amax(0)
    within = float(torch.stack([part.within.max() for part in sums]).max())
    return Moments(mean, variance, slack, size, within, sum(totals))


def check_drawn(drawn: Drawn, draws: Summed) -> None:
    """That what was listed is what is drawn."""
    kept = {draws.shared.get(name, name) for name in drawn.degrees}
    if not kept <= {*draws.held, *draws.weights} or set(draws.weights) != set(draws.rules):
        raise Lacks("gpu lacks a reading that draws the same whatever is drawn")


class _Sums(NamedTuple):
    """Over some outcomes, weighted: of values less a fixed one, of their sizes, and of the squares of all these."""

    first: Tensor
    size: Tensor
    within: Tensor
    second: Tensor
    second_size: Tensor
    second_within: Tensor


def _sums(base: Tensor, found: Sequence[Tensor], weight: Tensor) -> _Sums:
    apart, size, *watched = found
    inner = watched[0].nan_to_num() if watched else torch.zeros_like(size[:, :1])
    parts = [value.expand(len(weight), -1) for value in (apart - base, size, inner)]
    return _Sums(*(weight @ part for part in parts), *(weight @ part**2 for part in parts))


def _chunks(total: int, chunk: int, device: str) -> Iterator[Tensor]:
    for start in range(0, total, chunk):
        yield torch.arange(start, min(start + chunk, total), device=device)


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


def known_of(found: Moments) -> tuple[Known, ...]:
    """What a test of means is told."""
    parts = (found.mean.tolist(), found.variance.tolist(), found.slack.tolist())
    return tuple(Known(*of_entry) for of_entry in zip(*parts, strict=True))


def summed_rows(found: Moments) -> list[Row]:
    """One row an entry: the mean itself, which nothing but rounding blurs."""
    return [{
        "kind": "mean", "n": found.outcomes, "block": 1, "size": size, "rounding": ROUNDING * found.within,
        "estimate": mean, "radius": 0.0, "detectable": 0.0, "ground": SUMMED,
    } for mean, size in zip(found.mean.tolist(), found.size.tolist(), strict=True)]  # fmt: skip
