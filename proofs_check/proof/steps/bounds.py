"""Rules about sums over indices, means over outcomes and what holds for every index.  Standard library only.

A line with a free index symbol holds for every value of it, unless it rests on an assumption that speaks of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union


@dataclass(frozen=True)
class TermOfSum:
    """``le(f, total(i, n, f))``: one term of a sum of non-negative terms is at most the sum.

    For ``total_unequal(i, j, n, f)`` a premise says ``ne(i, j)``.
    """


@dataclass(frozen=True)
class AtMostEach:
    """``le(least_over(i, n, f), f)``, ``le(least(a, b), a)``; for ``least_unequal`` a premise says ``ne(i, j)``."""


@dataclass(frozen=True)
class BelowEach:
    """``le(f, least(a, b))`` from ``le(f, a)`` and ``le(f, b)``."""


@dataclass(frozen=True)
class SumOf:
    """``le(total(i, n, f), total(i, n, g))`` from ``le(f, g)`` for every i.

    For ``total_unequal(i, j, n, .)`` the premise may be ``implies(ne(i, j), le(f, g))``.
    """


@dataclass(frozen=True)
class MeanOf:
    """``le(expect(f), expect(g))`` from ``le(f, g)`` at every outcome, or almost surely."""


@dataclass(frozen=True)
class Specialise:
    """What ``for_all(i, p)`` says of one index: ``p``."""


@dataclass(frozen=True)
class Generalise:
    """``for_all(i, p)`` from ``p``, which rests on no assumption about the index i."""


@dataclass(frozen=True)
class Distinct:
    """``delta(i, j) = 0`` from ``ne(i, j)``."""


@dataclass(frozen=True)
class Entrywise:
    """``limit(A, B)``, ``eq(A, B)`` from the same of ``entry(A, i, j)`` and ``entry(B, i, j)`` for every i and j."""


Bounding = Union[TermOfSum, AtMostEach, BelowEach, SumOf, MeanOf, Specialise, Generalise, Distinct, Entrywise]
