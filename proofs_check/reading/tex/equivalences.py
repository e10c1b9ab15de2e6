r"""Sentences in which ``if and only if`` stands between two relations."""

from __future__ import annotations

from collections.abc import Sequence

from .facts import several, states
from .pieces import Piece
from .sources import Text, joined

_IFF = ("if", "and", "only", "if")


def with_equivalences(items: Sequence[Piece]) -> list[Piece]:
    r"""``$p$ if and only if $q$`` as ``$p \iff q$``, where each side is one relation."""
    out: list[Piece] = []
    k = 0
    while k < len(items):
        words = tuple(piece.text.lower() for piece in items[k : k + 4])
        width = 1 if words[:1] == ("iff",) else 4 if words == _IFF else 0
        after = items[k + width] if width and k + width < len(items) else None
        sides = [piece for piece in (out[-1] if out else None, after) if piece is not None and piece.kind == "math"]
        alone = len(sides) == 2 and not _open_beside(out[:-1], items[k + width + 1 : k + width + 2])
        if alone and all(len(several(p.text)) == 1 and states(p.text) and "iff" not in p.text for p in sides):
            left, right = sides
            sign = Text(" \\iff ", (items[k].body.place(0),) * 6)
            body = joined(left.body, sign, right.body)
            display = left.display and right.display
            out[-1] = Piece("math", body.chars, body, display, (*left.labels, *right.labels))
            k += width + 1
            continue
        out.append(items[k])
        k += 1
    return out


def is_alone(before: Sequence[Piece], behind: Sequence[Piece]) -> bool:
    """Whether it is sure what an equivalence connects."""
    return not _open_beside(before, behind)


def _open_beside(before: Sequence[Piece], behind: Sequence[Piece]) -> bool:
    """Whether it stays open what an equivalence connects: beside an ``and``, or in the same breath as an ``if``."""
    around = [piece.text.lower() for piece in (*before[-1:], *behind) if piece.kind == "word"]
    comma = max((k for k, piece in enumerate(before) if piece.kind == "comma"), default=-1)
    breath = {piece.text.lower() for piece in before[comma + 1 :] if piece.kind == "word"}
    conditional = {"if", "when", "whenever", "provided", "where"} & breath and any(
        piece.kind == "math" for piece in before[comma + 1 :]
    )
    last = max((k for k, piece in enumerate(before) if piece.text.lower() == "for"), default=len(before))
    told = {"then", ":", "have", "has", "holds", "that"}.intersection(piece.text.lower() for piece in before[last:])
    quantified = last < len(before) and not told
    open_ = {"and", "or", "for", "if", "when", "whenever", "provided", "given"}.intersection(around[-len(behind) :])
    return bool({"and", "or"}.intersection(around) or open_ or conditional or quantified)
