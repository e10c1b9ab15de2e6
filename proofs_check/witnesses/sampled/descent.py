"""How close the two sides of an inequality come: a descent in fractions from a few points, where all are numbers.

Where it ends at a point that makes the inequality false, that point refutes it.  A strict inequality whose sides come
together away from all boundaries may be an equality at a point that is not rational, and is left open.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...algebras.sampling.settings import Setting
from ...claims import Claim
from ...logic import Truth
from ...statement.fold import Lacks
from ...statement.premises import conclusion_of, premise_of
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from .. import Context
from ..points.everywhere import SIGNED, Seen, at_numbers, is_admitted, length, numbers_of, says

MOST_NODES = 60
FINEST = 26
"""The last step is 2^-26."""
MOVES = 4
"""At each step, in each direction."""
TOGETHER = Fraction(1, 2**36)
INSIDE = Fraction(1, 2**8)
"""As far from 0 as this, a number that has a sign may move."""
FEW = 2**7
"""Of the denominator of a number of few digits."""
MOST_NUMBERS = 5
"""That move together: where a statement fails between all scales, no choice of values one by one may meet it."""
_STARTS = tuple(tuple(map(Fraction, start.split())) for start in (
    "1 1 1 1 1", "-1 3/2 -3/4 1/2 -2", "7/4 3/8 -5/4 3 -1/4"
))  # fmt: skip
_BOUNDED = SIGNED | {"nonzero", "invertible"}


@dataclass(frozen=True)
class Nearest:
    """The point at which the sides come closest."""

    setting: Setting
    fails: bool
    """The inequality is false there, and the hypotheses hold."""
    touches: bool
    """A strict inequality whose sides come together inside of the domain."""


def nearest(claim: Claim, prop: Prop, context: Context) -> Nearest | None:
    """What the descent finds, if it is one of these two."""
    conclusion = conclusion_of(prop)
    if conclusion.head not in {"le", "lt", "ge", "gt", "ne"}:
        return None
    coordinates = numbers_of((prop, *(h.prop for h in claim.given)), MOST_NUMBERS)
    if not coordinates or length((prop,)) > MOST_NODES:
        return None
    for start in _STARTS:
        x = [abs(v) if s.traits & SIGNED else v for s, v in zip(coordinates, start, strict=False)]
        found = _Descent(claim, prop, conclusion, coordinates, context).run(x)
        if found is not None:
            return found
    return None


@dataclass
class _Descent:
    claim: Claim
    prop: Prop
    conclusion: Prop
    coordinates: list[Sym]
    context: Context

    def run(self, x: list[Fraction]) -> Nearest | None:
        best = self.gap(x)
        if best is None:
            return None
        for k in range(FINEST + 1):
            for i in range(len(x)):
                for step in (Fraction(1, 2**k), -Fraction(1, 2**k)):
                    for _ in range(MOVES):
                        y = [v + step * (i == j) for j, v in enumerate(x)]
                        value = self.gap(y)
                        if value is None or value >= best:
                            break
                        x, best = y, value
        setting = self.at(x)
        fails = says(self.prop, setting, Seen()) is Truth.FALSE and is_admitted(self.claim, self.prop, setting)
        bounded = (v for s, v in zip(self.coordinates, x, strict=True) if s.traits & _BOUNDED)
        inside = all(abs(v) > INSIDE for v in bounded)
        strict = self.conclusion.head in {"lt", "gt", "ne"}
        free = self.prop is self.conclusion and not self.claim.given
        touches = strict and inside and best < TOGETHER and (free or (self.has_room(x) and not self.is_hole(x)))
        return Nearest(setting, fails, touches) if fails or touches else None

    def has_room(self, x: list[Fraction]) -> bool:
        """Whether the premise holds all around: where sides come together at its border they need not meet."""
        around = ([v + step * (i == j) for j, v in enumerate(x)] for i in range(len(x)) for step in (INSIDE, -INSIDE))
        return all(self.gap(y) is not None for y in around)

    def is_hole(self, x: list[Fraction]) -> bool:
        """Whether it ends at a point of few digits that a premise or a hypothesis excludes, such as v = 0 by v != 0:
        that the sides meet there says nothing."""
        near = [v.limit_denominator(FEW) for v in x]
        close = all(abs(v - w) < Fraction(1, FEW**2) for v, w in zip(x, near, strict=True))
        return close and self.gap(near) is None

    def at(self, x: list[Fraction]) -> Setting:
        values = {s.name: v for s, v in zip(self.coordinates, x, strict=True)}
        return at_numbers(self.claim, self.prop, values, self.context)

    def gap(self, x: list[Fraction]) -> Fraction | None:
        """By how much the inequality holds; None outside of the domain, or where it has no value."""
        if any(v < 0 or (v == 0 and s.traits & {"positive", "posdef"})
               for s, v in zip(self.coordinates, x, strict=True) if s.traits & SIGNED):  # fmt: skip
            return None
        if any(v == 0 for s, v in zip(self.coordinates, x, strict=True) if s.traits & {"nonzero", "invertible"}):
            return None
        setting = self.at(x)
        premise = premise_of(self.prop)
        if premise is not None and says(premise, setting, Seen()) is not Truth.TRUE:
            return None
        if self.claim.given and not is_admitted(self.claim, self.prop, setting):
            return None
        left, right = (arg for arg in self.conclusion.args if isinstance(arg, Term))
        try:
            difference = Fraction((setting.read(left, 0) - setting.read(right, 0)).ravel()[0])
        except (Lacks, ZeroDivisionError):
            return None
        if self.conclusion.head == "ne":
            return difference**2
        return difference if self.conclusion.head in {"ge", "gt"} else -difference
