"""Draws that are averaged over their orbits: of each the mean over all its signed permutations, and over all outcomes
of what is a polynomial of small degree.

That changes no mean: the law is the same after every signed permutation, and rules are exact for their degree.  Groups
of draws that nothing ties together may moreover share their draws, as the mean of a sum asks for no independence.  So
what two sides of an equation have in common cancels draw by draw; where a theorem is one about averages over rotations,
of matrices in which it is quadratic, nothing is left but rounding.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numeric.training.tensors import Draws, Kink, sums
from numeric.training.tensors.streams_summed import Rule, halved, orbit_for, rule_for
from numeric.training.tensors.sums import total

from ...statement.fold import Lacks
from .summing import Comparison, Drawn

MOST = 1 << 9
"""Outcomes of one draw."""
TURNED = frozenset({"spherical", "orthogonal"})
"""Laws whose orbits are taken."""


@dataclass(frozen=True)
class Orbits:
    """How each draw is averaged."""

    drawn: Drawn
    groups: tuple[Mapping[str, Rule], ...]
    shared: Mapping[str, str]

    @property
    def outcomes(self) -> int:
        """For each draw."""
        return sum(total(group) for group in self.groups) + 1


def orbits_of(compared: Comparison) -> Orbits | None:
    """Orbits and rules of what is compared; None where there is nothing to turn."""
    try:
        drawn = compared.drawn()
    except (Lacks, Kink):
        return None
    groups = []
    for group in drawn.groups:
        made: dict[str, Rule] = {}
        for name in sorted(group, key=lambda name: drawn.streams[name].law not in TURNED):
            rule = _rule(drawn, name)
            if rule is not None and total(made) * rule.total <= MOST:
                made[name] = rule
        groups.append(made)
    if not any(rule.turns for group in groups for rule in group.values()):
        return None
    return Orbits(drawn, tuple(group for group in groups if group), shared_by(drawn.groups))


def _rule(drawn: Drawn, name: str) -> Rule | None:
    stream = drawn.streams[name]
    found = rule_for(stream, drawn.degrees[name])
    if found is None:
        return orbit_for(stream) if stream.law in TURNED else None
    return halved(stream, found) if name in drawn.even else found


_NUMBER = re.compile(r"\d+$")
"""Of the occurrence, at the end of a name."""


def shared_by(groups: Sequence[Sequence[str]]) -> dict[str, str]:
    """In each group the first occurrence of a symbol shares its draws with the first in any other, and so on."""
    shared = {}
    for group in groups:
        numbers: dict[str, int] = {}
        for name in sorted(group, key=lambda name: int(_NUMBER.findall(name)[0])):
            symbol = _NUMBER.sub("", name)
            shared[name] = f"{symbol}shared {numbers.setdefault(symbol, 0)}"
            numbers[symbol] += 1
    return shared


def averaged(compared: Comparison, orbits: Orbits, count: int, draws: Draws) -> tuple[Any, ...]:
    """Of ``count`` draws the difference of both sides, averaged; their sizes, and those of what is averaged within."""
    return sums.averaged(compared.apart, orbits.groups, orbits.shared, count, draws, orbits.drawn.check)
