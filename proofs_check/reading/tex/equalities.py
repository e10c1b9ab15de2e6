r"""``$a \le b$ with equality if and only if $p$``: that ``a \le b``, and that ``a = b \iff p``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..outcomes import Refusal
from ..spellings import RELATIONS
from ..tokens import tokens
from .equivalences import is_alone
from .facts import relation_signs, several, states
from .pieces import Piece
from .sources import Text, joined

_ORDERS = frozenset({"le", "ge", "psd", "nsd"})
_SAID = tuple(tuple(words.split()) for words in (
    "with equality if and only if", "with equality iff", "where equality holds if and only if",
    "where equality holds iff", "and equality holds if and only if", "and equality holds iff",
    "with equality precisely when", "with equality exactly when", "equality holding if and only if",
))  # fmt: skip


def with_equalities(items: Sequence[Piece]) -> list[Piece]:
    """The sentence with the equivalence in the place of the words, where one order stands before them."""
    for k, piece in enumerate(items):
        start = k + 1 + (k + 1 < len(items) and items[k + 1].kind == "comma")
        words = [one.text.lower() if one.kind == "word" else "" for one in items[start : start + 7]]
        width = next((len(said) for said in _SAID if tuple(words[: len(said)]) == said), 0)
        end = start + width
        if not width or piece.kind != "math" or end >= len(items) or items[end].kind != "math":
            continue
        told, sides = items[end], _sides(piece.body)
        if sides is None or len(several(told.text)) != 1 or not states(told.text) or "iff" in told.text:
            continue
        if is_alone(items[:k], items[end + 1 : end + 2]):
            place = piece.body.place(0)
            equal, iff = (Text(sign, (place,) * len(sign)) for sign in (" = ", " \\iff "))
            body = joined(sides[0], equal, sides[1], iff, told.body)
            made = replace(piece, text=body.chars, body=body, labels=())
            between = Piece("word", "and", items[start].body)
            return [*items[: k + 1], between, made, *items[end + 1 :]]
    return list(items)


def _sides(body: Text) -> tuple[Text, Text] | None:
    """Of one order its two sides, without the signs of alignment and the full stop."""
    signs = relation_signs(body.chars)
    if len(signs) != 1 or RELATIONS.get(signs[0]) not in _ORDERS or len(several(body.chars)) != 1:
        return None
    try:
        found = [tok for tok in tokens(body.chars) if tok.text == signs[0]]
    except Refusal:
        return None
    if len(found) != 1:
        return None
    left, right = body.chars[: found[0].start], body.chars[found[0].end :]
    first = body.part(0, len(left.rstrip(" &\n\t")))
    last = body.part(found[0].end, found[0].end + len(right.rstrip(" .,\n\t")))
    return (first, last) if "&" not in last.chars and first.chars.strip() and last.chars.strip() else None
