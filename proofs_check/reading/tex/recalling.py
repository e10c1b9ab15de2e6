"""``With $P$ as in Lemma 1``, ``under the same assumptions``, ``assume in addition``: what a statement takes over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .defining import with_definitions
from .facts import names_in
from .gradient_flows import said_in_words
from .pieces import Piece
from .spelled_letters import base_of, letters_in
from .stated import Scope
from .supposed import Condition, Entry, Fact, Held, Titled

_OF = r"(?:lemma|theorem|proposition|corollary|claim)"
_WHAT = r"(?:assumptions?|conditions?|hypotheses|hypothesis)"
_AT = re.compile(
    rf"with (?P<as>\d+) (?:as|defined|given) in {_OF} \? ,|"
    rf"(?:under|in|with) the (?:same )?{_WHAT} (?:of|as in|from) {_OF} (?P<all>\?) ,|"
    rf"(?:under|in|with) the same {_WHAT}(?: as (?:before|above))? ,|"
    r"(?:for|with) the same (?P<same>\d+) ,(?= )|"
    r"(?P<more>(?:assume|suppose) (?:in addition|moreover|further|furthermore|additionally))(?= )"
)


@dataclass(frozen=True)
class Recalled:
    rest: list[Piece]
    """The sentence without these words."""
    label: str
    """Of the statement that is named; that before it where none is."""
    letter: str = ""
    """What is taken over is of this letter; of all where it is none."""
    beside: bool = False
    """Whether more is assumed, beside what was assumed before."""


def recalled(items: Sequence[Piece]) -> Recalled | None:
    """What a sentence at the start of a statement takes over from another one; None where it takes over nothing."""
    said = said_in_words(items)
    found = _AT.match(said)
    if found is None:
        return None
    if found["more"]:
        return Recalled(list(items), "", beside=True)
    refs = [piece for piece in items[: len(found[0].split())] if piece.kind == "ref"]
    named = re.search(r"\{([^{}]*)\}", refs[0].text) if refs else None
    at = found["as"] or found["same"]
    letter = items[int(at)].body.chars.strip() if at else ""
    if (refs and (named is None or len(refs) > 1)) or (at and names_in(letter) != (letter,)):
        return None
    return Recalled(list(items[len(found[0].split()) :]), named[1] if named else "", letter)


def taken_over(
    items: Sequence[Piece], scope: Scope, proved: Mapping[str, Scope], last: Scope | None
) -> list[Piece]:
    """The sentence without such words: what was supposed there is supposed in this scope, before its first formula.

    What a sentence of that statement supposed for itself alone is not known to be meant: nothing is taken over then.
    """
    found = recalled(items) if not scope.formulas else None
    of = None if found is None else proved.get(found.label) if found.label else last
    if found is None or of is None or of.problem is not None:
        return list(items)
    told = {entry.key for entry in scope.entries if isinstance(entry, Fact)}
    more = [entry for entry in with_definitions(of.entries) if entry not in scope.entries]
    passing = [e for formula in of.formulas for e in formula.entries if e not in of.entries and not isinstance(e, Held)]
    if found.beside:
        own = frozenset().union(*(letters_in(p.body.chars, scripts=False) for p in items if p.kind == "math"))
        unknown = own - told
        local = {entry.key for entry in more if isinstance(entry, Fact)} & unknown
        if passing or not local:
            scope.entries.append(Titled("what is assumed 'in addition'", "", supposes=True))
            return list(items)
    elif passing:
        return list(items)
    elif found.letter:
        key = base_of(found.letter)
        more = _about(key, more)
        about = frozenset().union(*(letters_in(e.body.chars, scripts=False) for e in more if isinstance(e, Condition)))
        if about - told - {"I"} - {e.key for e in more if isinstance(e, Fact)}:
            return list(items)
        if not any(isinstance(entry, Fact) and entry.key == key for entry in more):
            known = key in told and not found.label
            return found.rest if known else list(items)
        if told & {entry.key for entry in more if isinstance(entry, Fact)} - {key}:
            return list(items)
    scope.entries += more
    return found.rest


def _about(key: str, entries: Sequence[Entry]) -> list[Entry]:
    """What is said of a letter, and of those in its formula."""
    keys = {key}
    while more := {
        letter for e in entries if isinstance(e, Fact) and e.key in keys and ":=" in e.text
        for letter in letters_in(e.text.partition(":=")[2])
    } - keys:  # fmt: skip
        keys |= more
    return [
        e for e in entries
        if (isinstance(e, Fact) and e.key in keys)
        or (isinstance(e, Condition) and letters_in(e.body.chars, scripts=False) & keys)
    ]  # fmt: skip
