r"""``We study the two-layer network $x\mapsto W_2W_1x$ with``: what a model is called, before its letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import harmless
from .facts import relation_signs
from .pieces import Piece

_VERBS = frozenset({"study", "consider", "analyze", "analyse", "examine"})
_LAYERS = frozenset({"one-layer", "two-layer", "three-layer", "single-layer", "one-hidden-layer", "deep", "shallow"})
_MAP = re.compile(r"\s*\(?\s*[A-Za-z]\s*\)?\s*\\mapsto(?![A-Za-z]).*", re.DOTALL)


def with_maps(items: Sequence[Piece]) -> list[Piece]:
    """The sentence with ``let`` in the place of such words: the letters of the map are declared behind it."""
    words = [piece.text.lower() if piece.kind == "word" else "" for piece in items]
    k = 3
    if words[:1] != ["we"] or not {*words[1:2]} & _VERBS or words[2:3] not in (["the"], ["a"]):
        return list(items)
    while k < len(items) and words[k] and (words[k] in _LAYERS or harmless.names_a_matter(words[k])):
        k += 1
    named = 3 < k < len(items) - 1 and items[k].kind == "math" and words[k + 1] == "with"
    if not named or not _MAP.fullmatch(items[k].body.chars) or relation_signs(items[k].body.chars):
        return list(items)
    return [Piece("word", "let", items[0].body), *items[k + 2 :]]
