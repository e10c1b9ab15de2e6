r"""Letters whose print is no letter with scripts, ``X_i(U, 0)``: they are found by their whole print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from .spellings import LAYOUT
from .tokens import Group, Item, Tok, grouped, key


def is_whole(base: str) -> bool:
    return "(" in base or "[" in base


def with_prints(items: Sequence[Item], bases: Iterable[str]) -> tuple[Item, ...]:
    """The items, those prints among the bases being one token each; the longest first."""
    prints = sorted(((_signs(grouped(base)), base) for base in bases if is_whole(base)), key=lambda one: -len(one[0]))
    return _found(items, prints) if prints else tuple(items)


def _found(items: Sequence[Item], prints: Sequence[tuple[tuple[str, ...], str]]) -> tuple[Item, ...]:
    out: list[Item] = []
    k = 0
    while k < len(items):
        item = items[k]
        for signs, base in prints:
            if (end := _end(items, k, signs)) > k:
                out.append(Tok(base, item.start, items[end - 1].end))
                k = end
                break
        else:
            out.append(Group(_found(item.items, prints), item.start, item.end) if isinstance(item, Group) else item)
            k += 1
    return tuple(out)


def _end(items: Sequence[Item], k: int, signs: Sequence[str]) -> int:
    """Where the print ends that starts here, layout aside; the start where none does."""
    start, place = k, 0
    while k < len(items) and place < len(signs):
        sign = _sign(items[k])
        if sign != signs[place]:
            if not sign and place:
                k += 1
                continue
            return start
        k, place = k + 1, place + 1
    return k if place == len(signs) else start


@cache
def _signs(items: tuple[Item, ...]) -> tuple[str, ...]:
    return tuple(filter(None, map(_sign, items)))


def _sign(item: Item) -> str:
    if isinstance(item, Group):
        return f"{{{key(item.items)}}}"
    return "" if item.text in LAYOUT else item.text
