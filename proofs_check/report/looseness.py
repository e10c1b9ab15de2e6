"""How loose the inequalities are: how many times the smaller side goes into the larger, at best and at worst."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..catalogue import Statement
from ..claims import Claim
from ..results import Result
from ..statement.props import Prop, order_relations
from .render import plain


@dataclass(frozen=True)
class Row:
    """One printed inequality over the points at which it was examined."""

    id: str
    place: str
    """Part and reading."""
    relation: str
    prop: Prop
    """The inequality itself, of which ``relation`` is the plain text."""
    tightest: float
    tightest_at: str
    loosest: float
    loosest_at: str
    family: str
    """The points: what the witness says of its scope."""


def rows(claim: Claim, result: Result) -> Iterator[Row]:
    """The inequalities of a claim whose two sides have one sign, with the extremes that were found."""
    for examined in result.witnesses:
        found = examined.figures.get("looseness")
        if not found:
            continue
        reading = next(r for r in claim.part(examined.part).readings if r.name == examined.reading)
        relations = order_relations(reading.prop)
        place = " ".join(filter(None, (f"({examined.part})" if examined.part else "", examined.reading)))
        for number, extremes in found.items():
            prop = relations[int(number) - 1]
            yield Row(claim.id, place, plain(prop), prop, **extremes, family=examined.scope)


def table(statements: Sequence[Statement], results: Mapping[str, Result]) -> list[Row]:
    """The same for many statements, in their order."""
    return [row for s in statements if s.claim is not None for row in rows(s.claim, results[s.id])]


def times(ratio: float) -> str:
    """A ratio in three digits.

    >>> times(1.0), times(396.2)
    ('1', '396')
    """
    return f"{ratio:.3g}"
