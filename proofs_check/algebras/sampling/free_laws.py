"""Laws of few values for what has a law of its own, hostile on purpose: whatever its traits allow.

What may vanish always does; what may have either sign has both, and means of either sign; what may be singular is, and
what need not be symmetric is not; entries that need not be independent are not; values are of every scale, and some
come rarely.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod

from numeric.covariances import Mixture

from ...statement.laws import RANDOM_COVARIANCES
from ...statement.terms import Sym

_FAR = Fraction(2**20)
HOSTILE = (
    "that vanish where they may", "of scattered values", "of scattered values, mostly the first", "of large values",
    "of small values", "that are rarely large", "of scattered values, mirrored", "of large values, mirrored",
    "of small values, mirrored",
)  # fmt: skip
"""What is said of each of these choices."""
_CHOICES: tuple[tuple[Fraction, ...], ...] = (
    (Fraction(1), Fraction(1), Fraction(1)), (Fraction(1, 2), Fraction(1), Fraction(1)),
    (Fraction(15, 16), Fraction(1), Fraction(1)), (Fraction(1, 2), _FAR, _FAR), (Fraction(1, 2), 1 / _FAR, 1 / _FAR),
    (Fraction(1023, 1024), Fraction(1), _FAR), (Fraction(1, 2), Fraction(-1), Fraction(-1)),
    (Fraction(1, 2), -_FAR, -_FAR), (Fraction(1, 2), -1 / _FAR, -1 / _FAR),
)  # fmt: skip
"""How often the first of two values comes, and the scales of both; a negative one where values may be negative."""
MOST_TURNS = 3
"""So many laws take turns at being the large one, or the small one."""
_ALLOW = frozenset({
    "random", "law", "iid", "independent", "nonnegative", "positive", "symmetric", "psd", "posdef",
})  # fmt: skip
_SIGNED = frozenset({"positive", "nonnegative", "psd", "posdef"})
Rows = tuple[tuple[Fraction, ...], ...]


def has_own_law(sym: Sym) -> bool:
    """Whether its law is one of which nothing is said but traits, or that of such a symbol."""
    return sym.has("law") or any(trait.startswith("copy:") for trait in sym.traits)


def may_be_negative(sym: Sym) -> bool:
    """Whether the traits of a vector or a number with a law of its own allow negative values."""
    return not sym.traits & {"positive", "nonnegative"}


def turns(choice: int, places: int) -> int:
    """In how many ways so many laws are told apart by this choice: one where no scale is that of one of them."""
    _, *scales = _CHOICES[choice]
    return 1 if all(abs(scale) == 1 for scale in scales) else max(1, min(places, MOST_TURNS))


def is_tame(sym: Sym) -> bool:
    """Whether these are none of its laws: its traits say more, or a model knows it as a covariance that is drawn."""
    return sym.name in RANDOM_COVARIANCES or not {t for t in sym.traits if not t.startswith("copy:")} <= _ALLOW


def hostile_law(sym: Sym, rows: int, columns: int, choice: int, place: int = 0) -> Mixture:
    """A law of what has these traits; one of two values, or of entries that are.  Laws at different places differ."""
    p, *scales = _CHOICES[choice]
    if sym.traits & _SIGNED:
        scales = [abs(scale) for scale in scales]
    values = _two(sym, rows, columns)
    if p == 1 and not sym.traits & {"positive", "posdef"}:
        values = (_made(rows, columns, lambda i, j: 0),) * 2
    if place % 2 and scales[0] == scales[1]:
        scales = [1 / scale for scale in scales]  # some are large where others are small
    first, second = (_scaled(value, scale) for value, scale in zip(values, scales, strict=True))
    told = [(p, first), (1 - p, _scaled(second, 1 + place))] if p < 1 else [(p, _scaled(first, 1 + place))]
    if sym.has("independent"):
        every = list(product(*([(q, value[k][0]) for q, value in told] for k in range(rows))))
        told = [(prod((q for q, _ in chosen), start=Fraction(1)), tuple((x,) for _, x in chosen)) for chosen in every]
    members = tuple(tuple(tuple(map(float, row)) for row in value) for _, value in told)
    return Mixture(members, tuple(q for q, _ in told))


def _two(sym: Sym, rows: int, columns: int) -> tuple[Rows, Rows]:
    if sym.has("psd") or sym.has("posdef"):
        more = int(sym.has("posdef"))
        return (
            _made(rows, columns, lambda i, j: 4 * (i == j == 0) + more * (i == j)),
            _made(rows, columns, lambda i, j: 1 + more * (i == j)),
        )
    if not may_be_negative(sym):
        return _made(rows, columns, lambda i, j: int(sym.has("positive"))), _made(rows, columns, lambda i, j: 4 + i + j)
    if sym.has("symmetric"):
        return _made(rows, columns, lambda i, j: -3 if i == j else 1), _made(rows, columns, lambda i, j: 2 - i - j)
    # More skew than symmetric, so that its square has a negative trace.
    return (
        _made(rows, columns, lambda i, j: -3 if i == j else 4 * (j - i)),
        _made(rows, columns, lambda i, j: 2 + i if i == j else 2 * (i - j) - 1),
    )


def _made(rows: int, columns: int, entry: Callable[[int, int], int]) -> Rows:
    return tuple(tuple(Fraction(entry(i, j)) for j in range(columns)) for i in range(rows))


def _scaled(value: Rows, scale: Fraction | int) -> Rows:
    return tuple(tuple(x * scale for x in row) for row in value)
