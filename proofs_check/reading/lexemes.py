"""The tokens of the grammar, and which of them open, close and end an operand."""

from __future__ import annotations

from dataclasses import dataclass

from .outcomes import Span
from .tokens import Item

OPERANDS = frozenset({"NUM", "NAME", "CLOSE", "RBRACE", "RANGLE", "END", "SUP", "SUB", "PRIME", "NORMR", "BARR", "AT"})
"""Tokens that end an operand."""
OPENING = frozenset({"OPEN", "LBRACE", "BEGIN", "LANGLE", "NORML", "BARL"})
CLOSING = frozenset({"CLOSE", "RBRACE", "END", "RANGLE", "NORMR", "BARR"})


@dataclass(frozen=True, slots=True)
class Lex:
    """A token of the grammar: ``text`` is a name, a number or a head; ``items`` hold a script."""

    kind: str
    span: Span
    text: str = ""
    items: tuple[Item, ...] = ()
