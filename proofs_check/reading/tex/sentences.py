"""What a sentence supposes, and what it states: every word is understood, or the sentence is not.

There is no guessing of what a word may contribute: a condition that is passed over makes another statement.  The forms
of a sentence are tried in turn: :mod:`.suppositions` and :mod:`.introductions` for what it supposes (what is said of
letters is in :mod:`.descriptions`), :mod:`.asides` for words that suppose nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..joined_statements import in_words
from ..tokens import grouped
from . import vocabulary as v
from .agreed import agrees
from .asides import aside, of_a_definition, of_layer
from .coined_words import coined_in
from .conventions import conventions
from .cursor import Cursor, NotUnderstood
from .facts import declaration, is_row, may_be_a_condition, several, states
from .flows import is_flow
from .introductions import counts, introduces, predicts
from .pieces import Piece
from .recording import Record
from .spectra import Noted
from .spelled_letters import base_of
from .supposed import Along, Condition, Fact, Habit, Held, Said
from .suppositions import suppose


def understood(
    items: Sequence[Piece], idle: frozenset[str] = frozenset(), defined: frozenset[str] = frozenset()
) -> Said:
    """What the sentence says; of a letter that is ``defined`` by a formula, what it satisfies is stated.

    Raises:
        NotUnderstood: a word or a formula whose part in the sentence is not known.
    """
    at = Cursor(items, idle, defined)
    if agrees(items):
        return Said()
    if (coined := coined_in(items)) is not None:
        return Said([coined])
    while at.k < len(items):
        if not any(form(at) for form in _FORMS):
            raise NotUnderstood(at.piece, f"{at.piece.text!r} is not understood here")
    said = at.said
    if at.openers and not said.stated:
        defines = any(isinstance(entry, Fact) and ":=" in entry.text for entry in said.entries)
        if at.openers != {("where",)} or not (defines or at.declares_first):
            if not _is_of_all(said):
                raise NotUnderstood(items[-1], "a condition without a statement")
            said.passing = [entry for entry in said.passing if isinstance(entry, Fact)]
        said.entries, said.passing = [*said.passing, *said.entries], []
    return said


def _is_of_all(said: Said) -> bool:
    r"""``For $W\in\mathbb R^{d\times d}$ consider``: what is defined behind it, and shapes alone before."""
    shapes = all(isinstance(e, Held) or (isinstance(e, Fact) and e.fresh and " in " in e.text) for e in said.passing)
    defined = [e for e in said.entries if (isinstance(e, Fact) and ":=" in e.text) or isinstance(e, Condition)]
    return shapes and bool(defined) and all(isinstance(e, Fact) or e.defines or is_flow(e.body.chars) for e in defined)


def _noted(at: Cursor) -> bool:
    if isinstance(at.piece, Noted):
        at.said.entries += at.piece.entries
        return at.step(1)
    return False


def _comma(at: Cursor) -> bool:
    return at.kind() == "comma" and at.step(1)


def _convention(at: Cursor) -> bool:
    width, norm = conventions(at.items, at.k)
    at.said.entries += [Habit(norm=norm)] if norm else []
    return at.step(width)


def _at_first(at: Cursor) -> bool:
    """``Throughout,`` before another opener."""
    found = at.phrase(v.STANDING)
    if found not in v.AT_FIRST or at.kind(len(found)) != "comma":
        return False
    return at.phrase(v.STANDING, len(found) + 1) is not None and at.step(len(found) + 1)


def _declares(at: Cursor) -> bool:
    """An opener of declarations, or words that stand for ``let``."""
    opener = at.past(v.STANDING)
    at.declares_first = at.declares_first or (opener is not None and not at.openers)
    return opener is not None and suppose(at, opener, standing=True)


def _with_condition(at: Cursor) -> bool:
    """A condition; ``with`` opens one at the start of a sentence."""
    flow = at.phrase(v.FLOWS)
    named = len(flow or ()) + (flow is not None and at.kind(len(flow)) == "ref")
    if flow is not None and at.k == 0 and at.kind(named) == "comma":
        at.said.passing.append(Along())
        return at.step(named)
    flows = [flow] if flow is not None and is_flow(at.formula(len(flow))) else []
    opener = at.past([*flows, *v.LOCAL, *([("with",)] if at.k == 0 and at.kind(1) == "math" else [])])
    before = at.k - len(opener or ()) - 1
    supposed = before not in at.said.stated and at.items[before].kind == "math"
    if opener in v.OF_ALL and at.openers & v.ONLY_IF and supposed:
        why = f"whether {' '.join(opener)!r} belongs to the condition or to the statement is open"
        raise NotUnderstood(at.piece, why)
    at.openers |= {opener} if opener else set()
    return opener is not None and suppose(at, opener, standing=False)


def _introduces(at: Cursor) -> bool:
    if not introduces(at):
        return False
    at.declares_first = at.declares_first or not at.openers
    return suppose(at, ("let",), standing=True)


# Statements ----------------------------------------------------------------------------------------------------


def _conclusion(at: Cursor) -> bool:
    piece, chars = at.piece, at.formula()
    if piece.kind != "math":
        return False
    found = declaration(chars)
    if found is not None and found.sign == ":=":
        Record(at.said, standing=True).declared(found, piece)
    elif why := _follows(at) or _left_open(at, piece, chars):
        raise NotUnderstood(piece, why)
    else:
        if at.said.stated and _is_behind(at, v.HENCE):
            at.said.premises[at.k] = at.said.stated[-1]
        at.said.stated.append(at.k)
    return at.step(1)


def _is_behind(at: Cursor, phrases: Sequence[v.Phrase]) -> bool:
    """Whether one of the phrases stands between this formula and the statement before it."""
    return any(at.phrase(phrases, k - at.k) is not None for k in range(at.said.stated[-1] + 1, at.k))


def _follows(at: Cursor) -> str:
    """Why it stays open whether the formula before it is stated or supposed; nothing where it is not."""
    between = at.items[at.said.stated[-1] + 1 : at.k] if at.said.stated else []
    verbs = [piece.text for piece in between if piece.kind == "word" and piece.text.lower() in v.ENTAILS]
    return f"is the formula before {verbs[0]!r} stated, or supposed? Write 'If ..., then ...'" if verbs else ""


def _left_open(at: Cursor, piece: Piece, chars: str) -> str:
    """Why it stays open whether the formula is stated; nothing where it is."""
    found = declaration(chars)
    if found is not None and found.sign in ("in", "~"):
        return "whether this is supposed or stated stays open"
    if not states(chars):
        return "this formula states nothing, and what is said of it is not understood"
    if at.trailing:
        return "whether the condition before belongs to this stays open: write a new sentence"
    if in_words(grouped(chars)):
        return ""
    if any(may_be_a_condition(chunk) and not _about_a_definition(at, chunk) and not (piece.display and is_row(chunk))
           for chunk in several(chars)[1:]):  # fmt: skip
        return "behind a comma, a condition or a statement? Write \\text{for} or \\text{and}"
    stated = [at.items[k] for k in at.said.stated]
    rows = piece.display and all(one.display for one in stated)
    before = [one for one in at.items[: at.k] if one.kind != "comma"]
    behind_a_comma = bool(before) and any(before[-1] is one for one in stated)
    if behind_a_comma and not piece.labels and not (rows and is_row(chars)) and may_be_a_condition(chars):
        return "behind a comma, a condition or a statement? Write 'for' or 'and' before it"
    return ""


def _about_a_definition(at: Cursor, chunk: str) -> bool:
    """``P^T = P``, where P has a formula: it cannot be supposed."""
    left, sign, _ = chunk.partition("=")
    name = re.sub(r"\\q?quad(?![A-Za-z])|\\[,;: ]|&", " ", left).strip(" ,")
    return bool(sign) and base_of(name) in at.with_formulas()


_FORMS = (_noted, _comma, _convention, of_a_definition, _conclusion, _at_first, _declares, of_layer, _with_condition,
          _introduces, counts, predicts, aside)  # fmt: skip

__all__ = ["NotUnderstood", "understood"]
