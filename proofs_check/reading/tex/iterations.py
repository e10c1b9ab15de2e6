r"""Steps of an iteration, ``W_{t+1} = W_t - \eta\nabla L(W_t)``: the next point is made of this one, which is any.

Where a start is spoken of, this one is not any point: then nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...errors import UserError
from ..specs import specified
from .facts import relation_signs
from .pieces import Piece
from .sources import Text, Unreadable, joined
from .spelled_letters import letters_in
from .supposed import Condition, Doubt, Entry, Fact

_STEP = re.compile(r"\s*([A-Za-z]|\\[A-Za-z]+)\s*_\s*\{\s*([a-z])\s*\+\s*1\s*\}\s*&?\s*(?=:?=)")
_STARTS = re.compile(r"(?:re)?initiali[sz]\w*|start(?:s|ed|ing)?")


def with_steps(items: Sequence[Piece], entries: Iterable[Entry]) -> list[Piece]:
    """Each step of a letter that is known, whose next value is not, as a definition of that."""
    known = {_plain(entry.letter) for entry in entries if isinstance(entry, Fact)}
    return [_defining(item, known) if item.kind == "math" else item for item in items]


def _defining(item: Piece, known: set[str]) -> Piece:
    found = _STEP.match(item.body.chars)
    if found is None or relation_signs(item.body.chars) != ["="]:
        return item
    base, index = found.groups()
    this = rf"{re.escape(base)}\s*_\s*(?:{index}(?![A-Za-z])|\{{\s*{index}\s*\}})"
    moved = re.search(this, item.body.chars[found.end() :]) and known & {base, f"{base}_{index}"}
    if not moved or f"{base}_{index}+1" in known:
        return item
    sign = Text(":", (item.body.place(found.end()),))
    body = joined(item.body.part(0, found.end()), sign, item.body.part(found.end()))
    return replace(item, body=body, text=body.chars)


def with_this_point(said: Sequence[Entry], before: Sequence[Entry]) -> list[Entry]:
    """What a sentence says, and of a step the point that it starts from, which has the shape of its letter."""
    out: list[Entry] = []
    for entry in said:
        found = _STEP.match(f"{entry.letter} :=") if isinstance(entry, Fact) and ":=" in entry.text else None
        if found is not None and isinstance(entry, Fact):
            base, index = found.groups()
            facts = [e for e in (*before, *said) if isinstance(e, Fact)]
            met = any(isinstance(e, Condition) and base in letters_in(e.body.chars) for e in (*before, *said))
            if not met and all(_plain(fact.letter) != f"{base}_{index}" for fact in facts):
                out += _of_shape(f"{base}_{index}", [fact.text for fact in facts if fact.letter == base], entry)
        out.append(entry)
    return out


def _of_shape(name: str, texts: Sequence[str], step: Fact) -> list[Entry]:
    try:
        found = list(specified("; ".join(texts)).values()) if texts else []
    except UserError:
        return []
    if len(found) != 1 or found[0].shape is None or found[0].law or found[0].body or found[0].traits:
        return []
    rows, columns = found[0].shape
    shape = "number" if (rows, columns) == (1, 1) else f"{rows} x {columns}"
    return [Fact(name, f"{name}: {shape}", step.place, fresh=True)]


def check_starts(facts: Sequence[Fact], entries: Sequence[Entry], body: Text) -> None:
    """That no start is spoken of where a step is in force.

    Raises:
        Unreadable: one is, in a formula, ``W_0``, or in a sentence that was not understood.
    """
    steps = [found[1] for fact in facts if ":=" in fact.text and (found := _STEP.match(f"{fact.letter} :="))]
    said = [body.chars, *(e.body.chars if isinstance(e, Condition) else e.text for e in entries
                          if isinstance(e, Condition | Fact))]  # fmt: skip
    for base in steps:
        start = re.compile(rf"(?<!\\){re.escape(base)}\s*(?:_\s*\{{?\s*\d|\(\s*0\s*\)|\^\s*\{{?\s*\(?\s*0)")
        words = any(isinstance(e, Doubt) and any(map(_STARTS.fullmatch, e.words.lower().split())) for e in entries)
        if words or any(map(start.search, said)):
            raise Unreadable(body.place(0), "of an iteration from a given start this is not read: state it for every "
                             f"point {base}")  # fmt: skip


def speaks_of_a_start(items: Sequence[Piece]) -> bool:
    return any(piece.kind == "word" and _STARTS.fullmatch(piece.text.lower()) for piece in items)


def _plain(letter: str) -> str:
    return re.sub(r"[\s{}]", "", letter)
