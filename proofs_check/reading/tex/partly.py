"""A sentence that is not understood as a whole: what its formulas declare, and whether what it displays is stated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...errors import UserError
from . import prose
from . import vocabulary as v
from .facts import declaration, facts_of, names_in, relation_signs, with_sign
from .pieces import Piece
from .scope import check
from .sources import Unreadable
from .supposed import Fact

# ruff: noqa: SIM905, words are read more easily in a row
_LEADS = frozenset("then have has holds hold get obtain".split())
_OPENS = frozenset(
    "if for when whenever let suppose assume with where since because as provided given fix letting and".split()
)


def told(items: Sequence[Piece], known: frozenset[str]) -> Iterator[Fact]:
    r"""``$A\in\mathbb R^{d\times d}$``, ``write $K=A+I$ for``, of letters of which nothing was said.

    Behind ``if`` and the like an equation may be one case.
    """
    before = ""
    for piece in items:
        word, before = before, piece.text.lower() if piece.kind == "word" else "" if piece.kind != "comma" else before
        if piece.kind != "math" or piece.display:
            continue
        found = declaration(piece.body.chars)
        left, sign, right = piece.body.chars.partition("=")
        name = names_in(left) if found is None and relation_signs(piece.body.chars) == ["="] and sign else None
        if name is not None and len(name) == 1 and word not in _IF and not _MEMBER.search(name[0]):
            found = with_sign(name[0], right)
        signed = found is not None and found.sign not in ("in", ":=", "~") and word in _IF - _FOR
        if found is None or found.family or found.sign == "~" or signed or known.intersection(found.names):
            continue
        try:
            made = list(facts_of(found, piece.body))
            for fact in made:
                check(fact)
        except (Unreadable, UserError, ValueError):
            continue
        known |= set(found.names)
        yield from made


_MEMBER = re.compile(r"_\s*\{?\s*(?!q\b)[a-zA-Z]\b")
"""``y_i``, one of several."""
_FOR = frozenset({"for", "where"})
_IF = frozenset("if when whenever for since because unless or either whether is".split())


def is_of_words(problem: Unreadable) -> bool:
    """Whether the sentence is left at words that are not known, and not at what two readers may take in two ways."""
    return re.fullmatch(r"('.*'|what '.*' supposes) is not understood( here)?", problem.sentence) is not None


def states(items: Sequence[Piece]) -> bool:
    """Whether what the sentence displays is stated, and nothing beside it: what it supposes stands before ``then``."""
    words = [(k, piece.text.lower()) for k, piece in enumerate(items) if piece.kind == "word"]
    shown = [k for k, piece in enumerate(items) if piece.display]
    first = shown[0] if shown else len(items)
    if any(word != "and" for k, word in words if first < k < shown[-1]):
        return False
    leads = [k for k, word in words if word in _LEADS and k < first]
    return prose.shows(items, behind=leads[-1] if leads else -1)


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
