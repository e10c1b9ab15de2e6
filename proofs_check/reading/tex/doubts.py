"""A sentence that is not understood: of which letters it may say something, and for how long."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import harmless, prose
from . import vocabulary as v
from .conventions import redefined
from .facts import declaration, function_named, names_in, relation_signs
from .iterations import speaks_of_a_start
from .members import is_idle
from .pieces import Piece
from .sources import Unreadable
from .spelled_letters import base_of, letters_in
from .stated import in_doubt
from .supposed import BUILT_IN, Condition, Doubt, Entry, Fact, Titled


def doubts_of(
    items: Sequence[Piece], problem: Unreadable, idle: frozenset[str],
    *, proof: bool, cases: bool, abstract: bool = False,
) -> list[Doubt | Titled]:
    """The doubts that it leaves; in a ``proof`` it may end what was supposed, as words do that open other ``cases``."""
    out: list[Doubt | Titled] = []
    if harmless.names_a_letter(items):
        return out
    words = [piece.text.lower() for piece in items if piece.kind == "word"]
    says = prose.says(items)
    if abstract and says is None:
        says = frozenset({prose.LIFTS, prose.ALL})
    letters = frozenset().union(
        *(_letters_of(piece.body.chars) for piece in items if piece.kind == "math")
    )
    if not any(_BUILT_IN_SAID.match(piece.body.chars) for piece in items):
        letters -= BUILT_IN
    for_good = bool(v.FOR_GOOD.intersection(words)) or ("from" in words and "now" in words)
    if v.CASES.intersection(words) and cases:
        out.append(Doubt(None, problem.place, " ".join(words)[:60], for_good=True, says=says))
    shown = " ".join(piece.text for piece in items)[:60]
    if proof:
        out.append(Doubt(None, problem.place, shown, for_good=True, says=says))
    signs = frozenset().union(*(redefined(piece.body.chars) for piece in items if piece.kind == "math"))
    if signs:
        out.append(Doubt(frozenset(), problem.place, shown, for_good=True, signs=signs))
    declares = any(piece.kind == "math" and declaration(piece.body.chars) is not None for piece in items)
    related = any(piece.kind == "math" and not piece.display and relation_signs(piece.body.chars) for piece in items)
    spoken = _spoken(items)
    named = bool(spoken) and harmless.names_matters(words)
    if letters and (declares or related if not words else related or named or not harmless.says_nothing(words, idle)):
        left = re.fullmatch(r"('.*') is not understood here", problem.sentence)
        why = f" at {left[1]}" if left is not None else f" ({problem.sentence})"
        out.append(Doubt(letters, problem.place, shown, for_good, why, spoken=spoken, says=says))
    if marks := prose.marks_of(items):
        out.append(Doubt(frozenset(), problem.place, shown, for_good=True, marks=marks))
    if prose.of_norms(items):
        out.append(Doubt(frozenset(), problem.place, shown, for_good=True, signs=frozenset({"a norm"})))
    if speaks_of_a_start(items):
        out.append(Doubt(frozenset(), problem.place, shown, for_good=True))
    of_all = harmless.may_be_of_all(words, bool(letters), idle)
    if not (letters or of_all or abstract or harmless.talks(words, idle)):
        lasts = says is None or (_LASTS.search(" ".join(words)) is not None and bool({"is", "are"}.intersection(words)))
        out.append(Doubt(None, problem.place, shown, for_good=lasts, says=says))
    if of_all:
        lasting = {"throughout", "henceforth", "hereafter", "always", "from"}.intersection(words)
        for_now = words[words[:1] == ["now"] :][:1] in (["suppose"], ["assume"]) and not lasting
        out.append(Doubt(None, problem.place, shown, for_good=not for_now, says=says))
        out += [Titled(f"the sentence {shown!r}", shown, of_section=3, supposes=True)] if for_now else []
    return out


_LASTS = re.compile(
    r"throughout|below|in this (?:section|paper|note|work|appendix)|in what follows|in the sequel|everywhere|always"
)
"""Words by which a sentence speaks of letters that come behind it."""
_BUILT_IN_SAID = re.compile(r"\s*(?:I|e|\\(?:mathbf|boldsymbol)\s*\{?I\}?)\s*(?:$|:?=|\\in(?![A-Za-z]))")
"""``$I$``, or ``$e\\in\\mathbb R$``: something is said of the letter itself."""


def _spoken(items: Sequence[Piece]) -> frozenset[str]:
    names = (names_in(piece.body.chars) for piece in items if piece.kind == "math" and not piece.display)
    functions = (function_named(piece.body.chars) for piece in items if piece.kind == "math" and not piece.display)
    alone = frozenset(base_of(name) for found in names for name in found or ())
    return alone | frozenset(base_of(name.partition("(")[0]) for found in functions for name in found or ())


def _letters_of(source: str) -> frozenset[str]:
    """The letters of a formula; the I of a law is the identity, and nothing is said of it."""
    found = declaration(source)
    return letters_in(source, scripts=False) - (frozenset("I") if found is not None and found.sign == "~" else set())


def left_behind(kind: str, new: Sequence[Entry]) -> list[Entry]:
    """A definition holds from here on, a remark nowhere; of anything else it stays open where it holds."""
    if re.search("definition|notation|setting|setup|model", kind):
        return list(new)
    if re.search("remark|example|note|question", kind):
        return [entry for entry in new if isinstance(entry, Doubt)]
    return [in_doubt(entry, f"the {kind.removeprefix('other:')}") for entry in new]


def restricts(entry: Entry) -> bool:
    """Whether what a sentence supposes for itself may hold on."""
    return (isinstance(entry, Condition) and not is_idle(entry)) or (isinstance(entry, Fact) and not entry.fresh)
