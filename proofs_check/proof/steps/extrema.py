"""Rules about greatest lower bounds, ``infimum(f, x, ...)``.  Standard library only.

An infimum is a number or minus infinity; what is shown of it holds in either case.  In sums and products it may stand
only where its function is bounded below as its structure tells (a mean of squares, say).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from ...statement.terms import Sym, Term, TermLike, term


@dataclass(frozen=True, init=False)
class Within:
    """``le(infimum(f, x, ...), infimum(g, y, ...))``: every value of g is one of f, that at the stated values of x.

    These are terms in y, ...; an x that is not mentioned keeps its name, and must be one of y, ....  Without a premise
    both values have the same normal form; a premise ``le`` or ``eq`` may say that f there is at most g.
    """

    at: tuple[tuple[Sym, Term], ...]

    def __init__(self, *at: tuple[Sym, TermLike]) -> None:
        object.__setattr__(self, "at", tuple((sym, term(value)) for sym, value in at))


@dataclass(frozen=True)
class FromBelow:
    """``le(c, infimum(f, x, ...))`` from ``le(c, f)`` or ``eq(c, f)`` for all x, ..., of which c is free."""


@dataclass(frozen=True, init=False)
class ValueAt:
    """``le(infimum(f, x, ...), v)``, where f has the value v, or at most v by a premise, at the stated values of x."""

    at: tuple[tuple[Sym, Term], ...]

    def __init__(self, *at: tuple[Sym, TermLike]) -> None:
        object.__setattr__(self, "at", tuple((sym, term(value)) for sym, value in at))


Extreme = Union[Within, FromBelow, ValueAt]
