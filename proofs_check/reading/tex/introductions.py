"""Sentences that introduce letters without ``let``: ``The labels are``, ``A prompt has``, ``A model predicts``."""

from __future__ import annotations

import re

from . import harmless
from . import vocabulary as v
from .cursor import Cursor, NotUnderstood
from .facts import declaration, function_named, names_in, relation_signs, with_sign
from .recording import Record
from .spelled_letters import base_of
from .suppositions import suppose


def introduces(at: Cursor) -> bool:
    """``The inputs`` before a law, ``The labels are`` before what they are."""
    k = 1
    while at.word(k) in v.NOUNS | v.OF_LOSSES | v.MADE:
        k += 1
    if at.word() != "the" or k == 1:
        return False
    if _are_drawn(at, k):
        return True
    verb = at.phrase(v.ARE, k)
    ahead = k + len(verb or ())
    if at.kind(ahead) != "math":
        return False
    source = at.formula(ahead)
    left = source.partition("=")[0].replace("&", " ")
    new = function_named(left) is not None and base_of(left.partition("(")[0]) not in map(base_of, at.defined)
    if verb is not None and relation_signs(source) == ["="] and (names_in(left) or new):
        return at.step(ahead)
    found = declaration(source)
    return verb is None and found is not None and found.sign == "~"


def _are_drawn(at: Cursor, k: int) -> bool:
    """``The inputs $x_i$ and the query $x_q$ are drawn from``: behind the first noun, names and nouns up to it."""
    named = False
    while at.kind(k) == "math" or at.word(k) in v.NOUNS | {"and", "the"}:
        if at.kind(k) == "math":
            told = declaration(at.formula(k))
            if names_in(at.formula(k)) is None and not (told is not None and told.sign == "in"):
                return False
            named = True
        k += 1
    return named and at.word(k) in ("is", "are") and at.word(k + 1) in ("drawn", "sampled", "i.i.d.")


def counts(at: Cursor) -> bool:
    """``A prompt consists of $n$ examples``: how many there are is said where they are named."""
    k = 1
    while at.word(k) in v.COLLECTIONS:
        k += 1
    contains = at.phrase(v.CONTAINS, k) if at.k == 0 and k > 1 else None
    ahead = k + len(contains or ())
    if contains is None or at.word() not in v.ARTICLES or not re.fullmatch(r"\s*[A-Za-z]\s*", at.formula(ahead)):
        return False
    return at.word(ahead + 1) in v.COUNTED and not at.kind(ahead + 2) and at.step(ahead + 2)


def predicts(at: Cursor) -> bool:
    r"""``A linear layer with parameter $V$ predicts $\hat y = x^\top Vx$``: what the left side is, and no statement."""
    k = 0
    while harmless.names_a_matter(at.word(k)) or at.word(k) in v.OF_MODELS:
        k += 1
    rest = [piece.text.lower() for piece in at.items[at.k + k :] if piece.kind == "word"]
    if k < 2 or at.k or not (rest[:1] == ["with"] or v.PREDICTS.intersection(rest[:1])):
        return False
    if not v.PREDICTS.intersection(rest):
        return False
    at.step(k)
    if at.word() == "with":
        at.step(1)
        suppose(at, ("with",), standing=True)
    at.step(at.word() in v.PREDICTS)
    at.step(2 * (at.word() == "the" and at.word(1) in v.PREDICTED))
    source = at.formula()
    left, _, right = source.replace("&", " ").partition("=")
    left = left.rstrip(": ")
    named = names_in(left) or function_named(left) or ()
    if at.kind() != "math" or relation_signs(source) not in (["="], [":="], [":", "="]) or len(named) != 1:
        raise NotUnderstood(at.piece, "what is predicted is not understood: write it as a letter and its formula")
    Record(at.said, standing=True).declared(with_sign(named[0], right), at.piece)
    return at.step(1)
