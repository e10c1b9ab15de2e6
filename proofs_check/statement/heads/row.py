"""A row of the table of heads: all that is known of a head before an engine gives it a meaning."""

from __future__ import annotations

from dataclasses import dataclass, field

from .asking import Asking, Kind, nothing
from .binding import ALL, NONE, Binder, Places
from .forms import Form
from .shape_rules import Check, Rule, anything
from .slips import Slip, Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    name: str = field(kw_only=False)
    takes: str = field(kw_only=False)
    """The arguments by their names, as in ``"f u..."``: ``u...`` for any number of them, ``(u a)...`` for pairs."""
    means: str = field(kw_only=False)
    """One line."""
    form: Form | None
    """How it is printed; None where that depends on what the arguments are (:mod:`proofs_check.report.render`)."""
    example: str
    """Python that makes a term or a proposition with this head out of the letters in :mod:`.examples`."""
    binds: Binder | None = None
    kept: Places = NONE
    """Arguments that no wrong twin changes, beside the symbols that it binds: numbers of places, limits of sums."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of the arguments, those that may be repeated once."""
        return tuple(self.takes.replace("...", "").replace("(", "").replace(")", "").split())

    def takes_so_many(self, count: int) -> bool:
        if not self.takes.endswith("..."):
            return count == len(self.arguments)
        repeated = 2 if self.takes.endswith(")...") else 1
        further = count - len(self.arguments) + repeated
        return further >= 0 and further % repeated == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TermHead(Head):
    shape: Rule
    gives: str
    """The shape of the example, such as ``"d x d"`` or ``"a number"``."""
    asks: Asking = nothing
    """Where it has values, beside that its arguments have."""
    swallows: bool = False
    """Whether the print would swallow a factor that follows."""
    kinks: Asking = nothing
    """What makes it differentiable in its arguments, beside that these are."""
    counts: tuple[int, ...] = ()
    """Of places: what the arguments after the first count, rows (0) or columns (1)."""
    slips: tuple[Slip, ...] = ()
    is_derived: bool = False
    """Whether the tool derives the whole, so that a wrong twin changes nothing in it."""
    of: str = ""
    """The trait of a function whose values it has: its first argument is a symbol with that trait."""
    is_law: bool = False
    """Whether it is the law of a number and no number itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PropHead(Head):
    fits: Check = anything
    """What it asks of the shapes of its terms."""
    asks: Kind | None = None
    """What it asks of its first argument, beside that this has a value."""
    of_the_flow: bool = False
    """Whether it speaks of all times: the flow exists that long."""
    printed: Places = ALL
    """The terms that the page prints and a wrong twin changes; ``has_sides``: the side without derived parts."""
    has_sides: bool = False
    whole: Whole | None = None
    """What becomes of a whole argument in a wrong twin."""
    reverse: str = ""
    """The head that says the opposite order."""
    contrary: str = ""
    """The head that says the contrary."""
    is_strict: bool = False
    """Whether nothing stands in this relation to itself."""
    of_variables: bool = False
    """Whether a wrong twin says it of one more parameter."""
