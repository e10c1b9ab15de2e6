"""What balls compared at a point."""

from __future__ import annotations

from dataclasses import dataclass, field

import flint

from ...logic import Truth
from ...statement.props import Prop
from ...statement.terms import Sym


@dataclass(frozen=True)
class Link:
    """One decided comparison: its sides in balls where they are scalars."""

    sign: str
    truth: Truth
    left: flint.arb | None = None
    right: flint.arb | None = None
    place: str = ""
    """The number of the printed comparison in its proposition."""

    def shown(self) -> str:
        if self.left is None or self.right is None:
            return f"'{self.sign}' fails"
        return f"left {self.left.str(12)}, right {self.right.str(12)}, printed left {self.sign} right"


@dataclass
class Trace:
    """The comparisons made, in order, and the symbols whose values a hypothesis imposed."""

    links: list[Link] = field(default_factory=list)
    imposed: dict[str, flint.arb_mat] = field(default_factory=dict)
    places: list[Prop] = field(default_factory=list)
    tied: set[Sym] = field(default_factory=set)
    """The symbols of the equations that hypotheses imposed."""
    away: bool = False
    """Whether an estimate speaks clearly against what was asked; used against wrong twins only."""
    estimated: bool = False
    """Whether a least value, which is bounded from above only, was taken as what descent finds."""

    assumed: list[Prop] = field(default_factory=list)
    """The conditions under which the point is looked at: what a further one imposes must leave them true."""
    unmet: list[Prop] = field(default_factory=list)
    """The hypotheses that were not found to hold."""
    exactly: bool = False
    """Whether an assumed equation must hold exactly, and not to all digits: the numbers of the point may be so far
    apart that balls do not see a small one beside a large one."""

    def place_of(self, prop: Prop) -> str:
        """The number of this printed comparison, in the order in which they were first met."""
        if prop not in self.places:
            self.places.append(prop)
        return str(self.places.index(prop) + 1)
