r"""Memberships behind a comma, ``f(x) = x^\top Ax, \quad x\in\mathbb R^d``: of which x it is said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .facts import declaration, several
from .members import with_each
from .pieces import Piece

_SPACE = re.compile(r"^(?:\\q?quad(?![A-Za-z])|\\[,;:! ]|[\s&~])+|[\s&]+$")


def with_memberships(items: Sequence[Piece]) -> list[Piece]:
    """The memberships as words say them: ``where`` and the letters."""
    return [piece for item in items for piece in _split(item)]


def _split(item: Piece) -> Iterator[Piece]:
    formula, each = with_each(item.body.chars) if item.kind == "math" else ("", "")
    if each and len(several(formula)) == 1:
        first, last = item.body.part(0, len(formula)), item.body.part(len(item.body) - len(each))
        yield replace(item, text=first.chars, body=first)
        yield Piece("word", "for", last.part(0, 1))
        yield Piece("math", last.chars, last)
        return
    told = list(_behind(item.body.chars)) if item.kind == "math" and item.display else []
    start = told[-1][0] if told else 0
    if not told or len(several(item.body.chars[:start])) != 1:
        yield item
        return
    first = item.body.part(0, start)
    yield replace(item, text=first.chars, body=first)
    for k, (start, end) in enumerate(reversed(told)):
        last = item.body.part(start + 1, end)
        space = _SPACE.match(last.chars)
        last = last.part(space.end() if space is not None else 0)
        yield Piece("word", "and" if k else "where", last.part(0, 1))
        yield Piece("math", last.chars, last)


def _behind(chars: str) -> Iterator[tuple[int, int]]:
    """From the last on, the commas before the memberships at the end, and where these end."""
    end = len(chars)
    while (comma := chars.rfind(",", 0, end)) >= 0:
        found = declaration(_SPACE.sub("", chars[comma + 1 : end]))
        if found is None or found.sign != "in":
            return
        yield comma, end
        end = comma
