"""Along which paths several integers grow: a limit or an order in them must hold along each.

All alike; one a step ahead, twice as large, or of another power of the others; and, of what is said of all their
values, one that stays while the others grow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from ...model import names_in
from ...statement.binders import BINDERS
from ...statement.terms import Num, Op, Sym, Term, walk

USUAL, MOST = 100, 10**20
"""Numbers in a statement that are no larger are nothing beside the lengths; larger ones are beyond doubles."""
Way = Mapping[str, Callable[[int], int]]
"""How each of the integers grows with a length."""
FASTER_DRAWN = 4
"""How many times as fast one of several lengths grows, of what is drawn."""
STAYING = (1, 2)
_AHEAD: tuple[Callable[[int], int], ...] = (
    lambda length: length + 1, lambda length: 2 * length, lambda length: math.isqrt(length**3),
    lambda length: length**2, lambda length: length**3,
)  # fmt: skip
"""Quotients may have a limit along all powers but one; differences vanish along lines and parabolas alone."""


def ways(names: Sequence[str], *, drawn: bool = False, staying: bool = False) -> list[Way]:
    """All alike first; of what is ``drawn`` few; ``staying``: of each integer also that it does not grow.

    >>> [{name: grows(10) for name, grows in way.items()} for way in ways(["n", "m"], drawn=True, staying=True)]
    [{'n': 10, 'm': 10}, {'n': 40, 'm': 10}, {'n': 10, 'm': 40}, {'n': 1, 'm': 10}, {'n': 10, 'm': 1}]
    """
    alike: Way = dict.fromkeys(names, lambda length: length)
    if len(names) < 2:
        return [alike]
    others = [lambda length: FASTER_DRAWN * length] if drawn else list(_AHEAD)
    if staying:
        others += [lambda length, stays=stays: stays for stays in STAYING[: 1 if drawn else None]]
    return [alike, *({**alike, name: other} for other in others for name in names)]


def beyond(lengths: Sequence[int], names: Sequence[str], *terms: Term) -> tuple[int, ...]:
    """The lengths, far beyond each number that occurs, and its reciprocal: before it nothing is seen of a limit.  Odd
    ones stay odd.

    Where something runs up to one of the integers ``names``, or has so many entries, they stay as they are.
    """
    nodes = [node for term in terms for _, node in walk(term)]
    fractions = [node.value for node in nodes if isinstance(node, Num)]
    largest = max((max(abs(x.numerator), x.denominator) for x in fractions), default=0)
    if not USUAL < largest <= MOST or any(
        node.head in BINDERS if isinstance(node, Op) else isinstance(node, Sym) and lengthens(names, node)
        for node in nodes
    ):
        return tuple(lengths)
    return tuple(length * (largest | 1) for length in lengths)


def lengthens(names: Sequence[str], sym: Sym) -> bool:
    """Whether the symbol has more entries as one of the integers grows."""
    return any(name in names_in(dim) for name in names for dim in sym.shape)


def lengths_along(way: Way, lengths: Sequence[int]) -> list[dict[str, int]]:
    """The integers at each length."""
    return [{name: grows(length) for name, grows in way.items()} for length in lengths]
