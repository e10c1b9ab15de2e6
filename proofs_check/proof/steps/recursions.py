"""Rules about recursions over layers, equations that words uses inside, and random contexts.  Standard library only.

A line with a free symbol holds for every value of it, unless it rests on an assumption that speaks of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from ...statement.terms import Sym, Term, TermLike, term


@dataclass(frozen=True)
class Induction:
    """``p`` for every layer l = 0, 1, 2, ... from ``p`` at 0 and ``implies(p, p at l + 1)``.

    With ``upto`` a layer j: ``implies(le(l, j), p)`` from ``p`` at 0 and ``implies(and(p, lt(l, j)), p at l + 1)``.
    """

    layer: Sym
    upto: Sym | None = None


@dataclass(frozen=True)
class Rewriting:
    """``eq(a, b)`` where normal forms agree once the premises, equations, are used for what is opaque to words.

    One side of each premise is a sequence at a symbolic layer, its slope, an unspecified function, ``delta`` of two
    layers; it is replaced wherever it stands in the unfolded sides.
    """


@dataclass(frozen=True)
class Apart:
    """``eq(delta(i, j), 0)`` of two layers from ``lt(i, j)``, ``le(i + 1, j)``, these of j and i, or ``ne(i, j)``."""


@dataclass(frozen=True, init=False)
class Instance:
    """A premise, or what a premise ``for_all(x, p)`` says of x, at the stated values of its symbols.

    The premise rests on no assumption about them, and their traits hold of the values.  Further premises ``le(b, a)``
    say that a difference a - b of layers is one.
    """

    at: tuple[tuple[Sym, Term], ...]

    def __init__(self, *at: tuple[Sym, TermLike]) -> None:
        object.__setattr__(self, "at", tuple((sym, term(value)) for sym, value in at))


@dataclass(frozen=True, init=False)
class SameLaw:
    """``eq(expect(f), expect(g))``, g being f at A in place of X, from ``same_law(A, X)``.

    Of what is drawn f contains X alone, and uniformly random rotations, which are independent of it.  From ``for_all(U,
    same_law(A, X))`` such a rotation may stand for U: it is the second of the pair ``at``.
    """

    at: tuple[tuple[Sym, Term], ...]

    def __init__(self, *at: tuple[Sym, TermLike]) -> None:
        object.__setattr__(self, "at", tuple((sym, term(value)) for sym, value in at))


@dataclass(frozen=True)
class Tower:
    """``eq(expect(f), expect(expect_given(f, X)))``: the mean of the conditional mean, which is taken to exist."""


@dataclass(frozen=True)
class MeanOfLinear:
    r"""``eq(expect(F at V), expect(F at expect(V)))`` where F is linear in the matrix ``direction``.

    The premise says so: ``eq(F at s * D + E, s * F + F at E)``, s being ``factor``, D ``direction`` and E ``other``.
    V depends, of what is drawn, on uniformly random rotations alone, and these stand nowhere else in F: a linear map of
    finitely many entries, with bounded means, passes into their mean (Fubini for what else is drawn).
    """

    direction: Sym
    other: Sym
    factor: Sym
    value: Term


Recursive = Union[Induction, Rewriting, Apart, Instance, SameLaw, Tower, MeanOfLinear]
