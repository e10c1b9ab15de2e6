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
    formula, comma, behind = item.body.chars.rpartition(",") if item.kind == "math" and item.display else ("", "", "")
    told = _SPACE.sub("", behind)
    found = declaration(told)
    if not comma or len(several(formula)) != 1 or found is None or found.sign != "in":
        yield item
        return
    first, last = item.body.part(0, len(formula)), item.body.part(item.body.chars.rindex(told))
    yield replace(item, text=first.chars, body=first)
    yield Piece("word", "where", last.part(0, 1))
    yield Piece("math", last.chars, last)
