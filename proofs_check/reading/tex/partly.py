"""A sentence that is not understood as a whole: what its formulas declare, and whether what it displays is stated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...errors import UserError
from . import prose
from . import vocabulary as v
from .facts import Declaration, declaration, facts_of, names_in, relation_signs, with_sign
from .pieces import Piece
from .scope import check
from .sources import Unreadable
from .stated import Stated
from .supposed import Doubt, Entry, Fact

# ruff: noqa: SIM905, words are read more easily in a row
_LEADS = frozenset("then have has holds hold get obtain".split())
_OPENS = frozenset(
    "if for when whenever let suppose assume with where since because as provided given fix letting and".split()
)


def told(items: Sequence[Piece], known: frozenset[str]) -> Iterator[Fact]:
    r"""``Let $A\in\mathbb R^{d\times d}$ be ...``, ``write $K=A+I$ for``, of letters of which nothing was said.

    Only where the words that open the sentence, or stand before the formula, introduce it, and none denies it.
    """
    words = [piece.text.lower() for piece in items if piece.kind == "word"]
    denied = prose.denies(items) or bool(_CASE.intersection(words))
    opened, before = supposes(items) and words[:1] not in (["recall"], ["here"]), ""
    for piece in items:
        word, before = before, piece.text.lower() if piece.kind == "word" else "" if piece.kind != "comma" else before
        introduced = word in _INTRODUCES or (word in v.NOUNS and words[0] in _PLAINLY)
        if piece.kind != "math" or piece.display or not (opened or introduced):
            continue
        found = declaration(piece.body.chars)
        left, sign, right = piece.body.chars.partition("=")
        name = names_in(left) if found is None and relation_signs(piece.body.chars) == ["="] and sign else None
        if name is not None and len(name) == 1 and word in _DEFINES and not _MEMBER.search(name[0]):
            found = with_sign(name[0], right)
        if denied and not ((words[0],) in v.STANDING and found is not None and found.sign == "in"):
            continue
        if found is None or found.family or found.sign == "~" or known.intersection(found.names):
            continue
        if (found.sign == ":=" and word not in _DEFINES) or (found.sign not in ("in", ":=") and not opened):
            continue
        if made := declared(found, piece):
            known |= set(found.names)
            yield from made


def declared(found: Declaration, piece: Piece) -> list[Fact]:
    """What a formula declares; nothing where that is no declaration of the language."""
    try:
        made = facts_of(found, piece.body)
        for fact in made:
            check(fact)
    except (Unreadable, UserError, ValueError):
        return []
    return made


_MEMBER = re.compile(r"_\s*\{?\s*(?!q\b)[a-zA-Z]\b")
"""``y_i``, one of several."""
_DEFINES = frozenset("write set put let define denote where letting writing abbreviate introduce by".split())
_INTRODUCES = _DEFINES | frozenset(
    "for matrix matrices vector vectors weights parameter parameters and fix given consider every all each".split()
)
_PLAINLY = frozenset("the a an our we".split())
_CASE = frozenset("if when whenever unless or either whether had were some question event version toy".split())


def is_of_words(problem: Unreadable) -> bool:
    """Whether the sentence is left at words that are not known, and not at what two readers may take in two ways."""
    return re.fullmatch(r"('.*'|what '.*' supposes) is not understood( here)?", problem.sentence) is not None


def states(items: Sequence[Piece], *, whole: bool) -> bool:
    """Whether what the sentence displays is stated, and nothing beside it: what it supposes stands before ``then``."""
    words = [(k, piece.text.lower()) for k, piece in enumerate(items) if piece.kind == "word"]
    shown = [k for k, piece in enumerate(items) if piece.display]
    first = shown[0] if shown else len(items)
    if any(word != "and" for k, word in words if first < k < shown[-1]):
        return False
    leads = [k for k, word in words if word in _LEADS and k < first]
    return prose.shows(items, behind=leads[-1] if leads else -1, whole=whole)


def claims_beside(items: Sequence[Piece]) -> bool:
    """Whether a relation in the line may be stated: no word before it opens a condition."""
    opened = False
    for piece in items:
        if piece.kind == "word":
            opened = piece.text.lower() in _OPENS or (opened and piece.text.lower() not in _LEADS)
        elif piece.kind == "math" and not piece.display and relation_signs(piece.body.chars) and not opened:
            return True
    return False


def supposes(items: Sequence[Piece]) -> bool:
    """Whether it opens with a word that supposes something."""
    first = [piece.text.lower() for piece in items if piece.kind == "word"][:4]
    return bool({(word,) for word in first}.intersection(v.STANDING) or set(first[:1]) & {"where", "here", "recall"})


def heard_behind(stated: Stated, items: Sequence[Piece], doubts: Sequence[Entry], *, trusted: bool) -> Stated:
    """What is stated, with what the sentence behind it may say of it: ``This is wrong``, ``This needs b > 0``."""
    if stated.problem is not None:
        return stated
    if prose.may_deny(items) and not trusted:
        why = "what is said behind it may deny it, or suppose more: say it first"
        return replace(stated, problem=Unreadable(stated.place, why, "AMBIGUOUS"))
    own = [replace(doubt, for_good=True) if isinstance(doubt, Doubt) else doubt for doubt in doubts]
    return replace(stated, formulas=tuple(replace(one, entries=(*one.entries, *own)) for one in stated.formulas))
