"""How a head is printed, in LaTeX and in plain Unicode, as its row says it.

In a template ``@0``, ``@1`` are the arguments; ``@*`` all of them, ``@+`` all but the first and ``@++`` all but two,
separated by commas; ``@=`` the bindings "symbol = value" after the first argument; ``@s`` a plural s unless the last
argument is 1; ``@b`` a bound variable, with its sign.  In LaTeX the parentheses ``@(`` ... ``@)``, any brackets written
``@<`` ... ``@>`` and the bar ``@!`` grow with what they hold.  A form's level says how tightly it binds, and ``needs``
how tightly each argument must bind to stand without parentheses.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """How tightly a printed form binds."""

    ANY = 0
    SUM = 1
    KRON = 2
    PRODUCT = 3
    POWER = 4
    ATOM = 5


@dataclass(frozen=True, slots=True)
class Form:
    latex: str
    plain: str
    level: Level = Level.ATOM
    needs: tuple[Level, ...] = ()


ANY, SUM, KRON, PRODUCT, POWER, ATOM = Level


def name(latex: str, plain: str) -> Form:
    """A named function of all its arguments."""
    return Form(rf"{latex}@(@*@)", f"{plain}(@*)")


def relation(latex: str, plain: str) -> Form:
    return Form(f"@0 {latex} @1", f"@0 {plain} @1")
