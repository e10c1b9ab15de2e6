"""``With $P$ as in Lemma 1``, ``under the same assumptions``, ``assume in addition``: what a statement takes over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .gradient_flows import said_in_words
from .pieces import Piece
from .stated import Scope

_OF = r"(?:lemma|theorem|proposition|corollary|claim)"
_WHAT = r"(?:assumptions?|conditions?|hypotheses|hypothesis|setting|notation)"
_AT = re.compile(
    rf"with \d+(?: (?:,|and) \d+)* (?:as|defined|given) in {_OF} (?P<a>\?) ,|"
    rf"(?:under|in|with) the (?:same )?{_WHAT} (?:of|as in|from) {_OF} (?P<b>\?) ,|"
    rf"(?:under|in|with) the same {_WHAT}(?: as (?:before|above))? ,|"
    r"(?P<more>(?:assume|suppose) (?:in addition|moreover|further|furthermore|additionally))(?= )"
)


@dataclass(frozen=True)
class Recalled:
    rest: list[Piece]
    """The sentence without these words."""
    label: str
    """Of the statement that is named; that before it where none is."""


def recalled(items: Sequence[Piece]) -> Recalled | None:
    """What a sentence at the start of a statement takes over from another one; None where it takes over nothing."""
    said = said_in_words(items)
    found = _AT.match(said)
    if found is None:
        return None
    if found["more"]:
        return Recalled(list(items), "")
    refs = [piece for piece in items[: len(found[0].split())] if piece.kind == "ref"]
    named = re.search(r"\{([^{}]*)\}", refs[0].text) if refs else None
    if refs and (named is None or len(refs) > 1):
        return None
    return Recalled(list(items[len(found[0].split()) :]), named[1] if named else "")


def taken_over(
    items: Sequence[Piece], scope: Scope, proved: Mapping[str, Scope], last: Scope | None
) -> list[Piece]:
    """The sentence without such words: what was supposed there is supposed in this scope, before its first formula."""
    found = recalled(items) if not scope.formulas else None
    of = None if found is None else proved.get(found.label) if found.label else last
    if found is None or of is None or of.problem is not None:
        return list(items)
    scope.entries += [entry for entry in of.entries if entry not in scope.entries]
    return found.rest
