r"""What the minimum of a function, and a point where it is attained, are called, as formulas.

``denote by $f_\ast$ the minimum of $f$`` says ``f_\ast := \min_x f(x)``; ``let $x^\star$ be the minimizer of $f$`` says
``x^\star := \arg\min_x f(x)``; and of ``a minimizer`` alone ``f(x^\star) = \min_x f(x)`` is supposed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .facts import declaration, function_named, names_in
from .gradient_flows import function_of, said_in_words
from .pieces import Piece
from .sources import Text
from .supposed import Entry, Fact

_LOSS = (r"(?:(?:the |our )?(?:(?:population|empirical|training|expected) )?"
         r"(?:loss|function|objective|risk) (?:function )?)?")  # fmt: skip
_BE = r"(?:(?:be|denote|denotes|is|for|being) )?"
_VALUE = re.compile(
    rf"(?P<is>\d+) {_BE}the (?:global )?(?P<what>minimum|minimal|optimal|smallest|least|infimum)(?: value)? "
    rf"of {_LOSS}(?P<of>\d+)(?= ,|$| and| then)"
)
_POINT = re.compile(
    rf"(?P<is>\d+) (?:be|denote|denotes|is|being) (?P<how>a|any|some|the)(?P<unique> unique)? (?:global )?minimi[sz]er "
    rf"of {_LOSS}(?P<of>\d+)(?= ,|$| and| then)"
)
_MEMBER = re.compile(
    r"\s*(?P<name>[^=<>]*?)\s*\\in\s*(?:\\arg\s*\\min|\\operatorname\*?\s*\{\s*arg\s*(?:\\,)?\s*min\s*\})\s*"
    r"(?:(?:\\limits\s*)?_\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\w))?\s*(?P<of>.*?)\s*"
)
_OPENS = frozenset({"let", "denote", "by", "where", "and", "fix", "write", "suppose", "assume", "that"})


def with_named_minima(items: Sequence[Piece], defined: Iterable[str], entries: Sequence[Entry]) -> list[Piece]:
    """The sentence with formulas in the place of such words."""
    known = frozenset(defined) | {name for piece in items if piece.kind == "math" for name in _functions(piece)}
    told = {e.letter for e in entries if isinstance(e, Fact)}
    out = _members(list(items), known, entries)
    for pattern, made in ((_VALUE, _value), (_POINT, _point)):
        said = said_in_words(out)
        for found in reversed(list(pattern.finditer(said))):
            start, end = len(said[: found.start()].split()), len(said[: found.end()].split())
            function = function_of(out[int(found["of"])].body.chars, known)
            opens = not start or out[start - 1].kind == "comma" or out[start - 1].text.lower() in _OPENS
            pieces = made(out[start], found, function, entries, told) if function is not None and opens else []
            out = [*out[:start], *pieces, *out[end:]] if pieces else out
    return out


def _functions(piece: Piece) -> list[str]:
    """The function that a formula defines."""
    found = declaration(piece.body.chars)
    left = found.names[0] if found is not None and found.sign == ":=" else piece.body.chars.partition("=")[0]
    return [left.replace("&", " ").strip()] if function_named(left.replace("&", " ")) is not None else []


_Function = tuple[str, tuple[str, ...]]


def _value(
    piece: Piece, found: re.Match[str], function: _Function, entries: Sequence[Entry], told: set[str]
) -> list[Piece]:
    names = names_in(piece.body.chars)
    if names is None or len(names) != 1 or names[0] in told:
        return []
    head = "\\inf" if found["what"] == "infimum" else "\\min"
    return [_math(f"{names[0]} := {_least(function, head)}", piece)]


def _point(
    piece: Piece, found: re.Match[str], function: _Function, entries: Sequence[Entry], told: set[str]
) -> list[Piece]:
    name, sign, space = (part.strip() for part in re.split(r"(\\in(?![A-Za-z])|$)", piece.body.chars, maxsplit=1))
    if names_in(name) != (name,) or len(function[1]) != 1 or (name in told and not sign):
        return []
    if found["how"] == "the":
        return [_math(f"{name} := " + _least(function, "\\arg\\min"), piece)]
    return _attained(name, space if sign else "", function, entries, piece)


def _attained(name: str, space: str, function: _Function, entries: Sequence[Entry], piece: Piece) -> list[Piece]:
    spaces = [e.text.partition(" in ")[2] for e in entries if isinstance(e, Fact) and e.letter == function[1][0]]
    space = space or next((found for found in reversed(spaces) if found), "")
    if not space:
        return []
    words = [Piece("word", word, piece.body.part(0, 1)) for word in ("such", "that")]
    attained = _math(_least(function, "\\min") + f" = {function[0]}({name})", piece)
    return [_math(rf"{name}\in {space}", piece), *words, attained]


def _members(items: list[Piece], known: frozenset[str], entries: Sequence[Entry]) -> list[Piece]:
    r"""``x^\star \in \arg\min f``."""
    out: list[Piece] = []
    for piece in items:
        found = _MEMBER.fullmatch(piece.body.chars) if piece.kind == "math" else None
        function = function_of(found["of"], known) if found is not None else None
        name = found["name"].strip() if found is not None else ""
        alone = function is not None and len(function[1]) == 1 and names_in(name) == (name,)
        out += (_attained(name, "", function, entries, piece) if alone and function is not None else []) or [piece]
    return out


def _least(function: _Function, head: str) -> str:
    letters = ", ".join(function[1])
    return f"{head}_{{{letters}}} {function[0]}({letters})"


def _math(chars: str, like: Piece) -> Piece:
    return replace(like, text=chars, body=Text(chars, (like.body.place(0),) * len(chars)), labels=())
