"""``%! let A, B: d x d``: letters that a comment to the reader declares."""

from __future__ import annotations

from ...errors import UserError
from ..specs import pieces_of, specified
from .pieces import Piece
from .supposed import Fact


def let(rest: str, piece: Piece, where: str) -> list[Fact]:
    out: list[Fact] = []
    try:
        for text in pieces_of(rest):
            for letter in specified(text):
                fresh = all(fact.letter != letter for fact in out)
                out.append(Fact(letter, text, piece.body.place(0), fresh=fresh, independent=True, certain=True))
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    return out
