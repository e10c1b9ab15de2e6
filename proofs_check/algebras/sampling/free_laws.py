"""Laws of few values for what has a law of its own, hostile on purpose: whatever its traits allow.

What may vanish always does; what may have either sign has both, and means of either sign; what may be singular is, and
what need not be symmetric is not; entries that need not be independent are not.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod

from numeric.covariances import Mixture

from ...statement.terms import Sym

HOSTILE = ("that vanish where they may", "of scattered values", "of scattered values, mostly the first")
"""What is said of each of these choices."""
_OFTEN = (Fraction(1), Fraction(1, 2), Fraction(15, 16))
"""How often the first of two values comes."""
_ALLOW = frozenset({"random", "law", "iid", "independent", "nonnegative", "symmetric", "psd"})
Rows = tuple[tuple[float, ...], ...]


def may_be_negative(sym: Sym) -> bool:
    """Whether the traits of a vector or a number with a law of its own allow negative values."""
    return not sym.traits & {"positive", "nonnegative"}


def is_tame(sym: Sym) -> bool:
    """Whether the traits of what has a law of its own exclude some of these laws: what is positive never vanishes."""
    return not sym.traits <= _ALLOW


def hostile_law(sym: Sym, rows: int, columns: int, choice: int) -> Mixture:
    """A law of what has these traits; one of two values, or of entries that are."""
    p = _OFTEN[choice]
    first, second = _two(sym, rows, columns) if choice else (_made(rows, columns, lambda i, j: 0),) * 2
    told = [(p, first), (1 - p, second)] if p < 1 else [(p, first)]
    if sym.has("independent"):
        each = [(q, value[0][0]) for q, value in told]
        every = list(product(each, repeat=rows))
        told = [(prod((q for q, _ in chosen), start=Fraction(1)), tuple((x,) for _, x in chosen)) for chosen in every]
    return Mixture(tuple(value for _, value in told), tuple(float(q) for q, _ in told))


def _two(sym: Sym, rows: int, columns: int) -> tuple[Rows, Rows]:
    if sym.has("psd"):
        return _made(rows, columns, lambda i, j: 4 * (i == j == 0)), _made(rows, columns, lambda i, j: 1)
    if not may_be_negative(sym):
        return _made(rows, columns, lambda i, j: 0), _made(rows, columns, lambda i, j: 4 + i + j)
    if sym.has("symmetric"):
        return _made(rows, columns, lambda i, j: -3 if i == j else 1), _made(rows, columns, lambda i, j: 2 - i - j)
    # More skew than symmetric, so that its square has a negative trace.
    return (
        _made(rows, columns, lambda i, j: -3 if i == j else 4 * (j - i)),
        _made(rows, columns, lambda i, j: 2 + i if i == j else 2 * (i - j) - 1),
    )


def _made(rows: int, columns: int, entry: Callable[[int, int], int]) -> Rows:
    return tuple(tuple(float(entry(i, j)) for j in range(columns)) for i in range(rows))
