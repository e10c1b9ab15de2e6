r"""``\underbrace{A}_{=:B} + C``: the formula without the brace, and before it what it defines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .facts import function_named, names_in, relation_signs
from .macros import closing
from .pieces import Piece
from .sources import Text, joined

_BRACE = re.compile(r"\\(?:underbrace|overbrace)\s*(?=\{)")
_BELOW = re.compile(r"\s*[_^]\s*(?=\{)")
_DEFINES = re.compile(r"\s*(?:=\s*:|:\s*=|\\eqqcolon|\\coloneqq|\\triangleq)\s*(.*?)\s*", re.DOTALL)
_COMMENT = re.compile(r"\s*\\(?:text|mbox|textrm|mathrm)\s*\{[^{}$]*\}\s*")
_ENDS = re.compile(r"\s*(?:&|\\,|\\;|\\!|\\quad|\\qquad)*\s*(?:[-+=<>,.;)\]}]|\\(?:leq?|geq?|right|\\|end)|$)")
_STARTS = re.compile(r"(?:^|[-+=<>(\[{,&]|\\(?:leq?|geq?))\s*(?:&|\\,|\\;|\\!)*\s*$")


def with_braces(items: Sequence[Piece]) -> list[Piece]:
    """The sentence with the definitions first, and its formulas without such braces."""
    defined: list[Piece] = []
    out: list[Piece] = []
    for piece in items:
        body, found = _without(piece.body, piece) if piece.kind == "math" else (piece.body, [])
        defined += found
        out.append(replace(piece, text=body.chars, body=body) if body is not piece.body else piece)
    if not defined:
        return out
    words = [Piece("word", word, defined[0].body.part(0, 1)) for word in ("let", "and", "then")]
    between = [part for one in defined[1:] for part in (words[1], one)]
    return [words[0], defined[0], *between, words[2], *out]


def _without(body: Text, piece: Piece) -> tuple[Text, list[Piece]]:
    parts: list[Text] = []
    made: list[Piece] = []
    last = 0
    for found in _BRACE.finditer(body.chars):
        end = closing(body.chars, found.end())
        below = _BELOW.match(body.chars, end + 1) if end is not None else None
        behind = closing(body.chars, below.end()) if below is not None else None
        if end is None or below is None or behind is None or found.start() < last:
            return body, []
        inside, said = body.part(found.end() + 1, end), body.chars[below.end() + 1 : behind]
        defines = _DEFINES.fullmatch(said)
        names = (names_in(defines[1]) or function_named(defines[1])) if defines is not None else None
        whole = _STARTS.search(body.chars[: found.start()]) and _ENDS.match(body.chars, behind + 1)
        named = _COMMENT.fullmatch(said) and not relation_signs(inside.chars)
        known = named if defines is None else names and len(names) == 1
        if not whole or not known:
            return body, []
        if names:
            text = joined(Text(f"{names[0]} := ", (body.place(below.end()),) * (len(names[0]) + 4)), inside)
            made.append(replace(piece, text=text.chars, body=text, labels=()))
        parts += [body.part(last, found.start()), inside]
        last = behind + 1
    return (joined(*parts, body.part(last)), made) if last else (body, [])
