"""``%! idle sentences``: the author says that sentences which are not understood are conditions at most.

They change no sign, lift nothing and draw nothing.  What they display is stated, the shapes in them are declared; what
is proved holds with a condition as well, what is false without it is not refuted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from . import partly
from .facts import declaration, relation_signs
from .pieces import Piece
from .supposed import Doubt, Entry, Fact

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
    """Whether it may state what it displays: it does not open with what supposes or defines it."""
    first = next(k for k, piece in enumerate(items) if piece.display)
    return not any(piece.text.lower() in _NOT_STATED for piece in items[:first] if piece.kind == "word")


def states_beside(items: Sequence[Piece]) -> bool:
    """Whether a relation in the line may be stated: of a statement it would be lost."""
    words = [piece.text.lower() for piece in items if piece.kind == "word"]
    lines = [piece.body.chars for piece in items if piece.kind == "math" and not piece.display]
    supposed = bool(words) and words[0] in _NOT_STATED
    return not supposed and any(relation_signs(line) and declaration(line) is None for line in lines)


def told(items: Sequence[Piece], known: frozenset[str]) -> Iterator[Fact]:
    """The shapes in it, and what it defines in so many words, of letters of which nothing was said."""
    for fact in partly.told(items, known):
        known |= {fact.letter}
        yield fact
    for piece in items:
        found = declaration(piece.body.chars) if piece.kind == "math" and not piece.display else None
        if found is not None and found.sign == "in" and not known.intersection(found.names):
            known |= set(found.names)
            yield from partly.declared(found, piece)
