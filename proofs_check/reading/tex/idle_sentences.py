"""``%! idle sentences``: the author says that sentences which are not understood are conditions at most.

They change no sign, lift nothing and draw nothing.  What they display is stated; what is proved holds with a condition
as well, what is false without it is not refuted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from . import prose
from .facts import declaration, relation_signs
from .pieces import Piece
from .supposed import Doubt, Entry

# ruff: noqa: SIM905, words are read more easily in a row
_NOT_STATED = frozenset(
    """
if when whenever where unless such provided whose satisfying obeying suppose supposing assume assuming assumed require
requires consider considering define defines introduce let set put choose choosing pick fix minimize minimise maximize
maximise minimizing minimising solve solves solving want wish need needs goal hypothesis ansatz guess
""".split()
)
"""With one of them before it, a display is supposed, defined or asked for."""


def left_of(doubts: Sequence[Entry], items: Sequence[Piece]) -> list[Entry]:
    """The doubts of a sentence as conditions; with a display it may be one of what it displays."""
    return [*map(sure, doubts), *([of_all(items)] if any(piece.display for piece in items) else [])]


def of_all(items: Sequence[Piece]) -> Entry:
    """That it may be a condition of what stands beside it."""
    return sure(Doubt(None, items[0].body.place(0), " ".join(piece.text for piece in items)[:60], for_good=False))


def sure(entry: Entry) -> Entry:
    """What was said, or may hold on, as a condition and no more."""
    none = frozenset[str]()
    if not isinstance(entry, Doubt):
        return entry
    return replace(entry, says=none, spoken=none, signs=none, marks=none, sure=True)


def states(items: Sequence[Piece]) -> bool:
    """Whether it may state what it displays: it denies nothing, and does not open with what supposes or defines it."""
    first = next(k for k, piece in enumerate(items) if piece.display)
    opened = any(piece.text.lower() in _NOT_STATED for piece in items[:first] if piece.kind == "word")
    return not opened and not prose.denies(items)


def states_beside(items: Sequence[Piece]) -> bool:
    """Whether a relation in the line may be stated: of a statement it would be lost."""
    words = [piece.text.lower() for piece in items if piece.kind == "word"]
    lines = [piece.body.chars for piece in items if piece.kind == "math" and not piece.display]
    supposed = bool(words) and words[0] in _NOT_STATED
    return not supposed and any(relation_signs(line) and declaration(line) is None for line in lines)
