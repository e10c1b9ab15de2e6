"""``%! idle sentences``: the author says that sentences which are not understood mean no more than they show.

They change no sign, lift nothing, and draw nothing: what they display is stated, and what their formulas declare is
declared.  One that supposes something, or stands in a statement, may still be a condition: what is false without it is
not refuted then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from . import prose
from . import vocabulary as v
from .facts import Declaration, declaration, function_named, is_law, names_in, relation_signs, with_sign
from .partly import declared
from .pieces import Piece
from .spelled_letters import base_of
from .supposed import Doubt, Entry, Fact, Titled

# ruff: noqa: SIM905, words are read more easily in a row
_CONDITIONS = frozenset("if when whenever under given provided unless until such satisfying conditionally".split())
"""Words with which a sentence may suppose something, beside those of :data:`_SUPPOSES`."""
_SUPPOSES = re.compile(
    r"(?:assum|suppos|requir|impos|restrict|constrain|hypothes|minimi[sz]|maximi[sz])\w*"
    r"|let|consider|set|put|subject|choose|chosen|pick|solve|solves|solving|must|fix"
)
_OPENS = re.compile(rf"{_SUPPOSES.pattern}|(?:defin|introduc)\w*|denote|write")
"""With one of them a clause supposes, or defines, what it displays."""


_OF_ALL = re.compile(r"(?:assum|suppos|requir|restrict)\w*|throughout|always")


def left_of(doubts: Sequence[Doubt | Titled], items: Sequence[Piece], *, strict: bool) -> list[Doubt | Titled]:
    """What is left of the doubts of a sentence: that it may be a condition, and of which letters."""
    if not (strict or supposes(items)):
        return []
    about = [one for one in doubts if not isinstance(one, Doubt) or one.letters is None or one.letters]
    return [sure(one) if isinstance(one, Doubt) else one for one in about]


def sure(doubt: Doubt) -> Doubt:
    none = frozenset[str]()
    return replace(doubt, says=none, spoken=none, signs=none, marks=none, sure=True)


def of_entry(entry: Entry) -> Entry:
    """What was supposed, and may hold on, is a condition and no more."""
    return sure(entry) if isinstance(entry, Doubt) else entry


def supposes(items: Sequence[Piece]) -> bool:
    """Whether a sentence may be a condition; one without a formula, of all letters."""
    words = {piece.text.lower() for piece in items if piece.kind == "word"}
    if not any(piece.kind == "math" for piece in items):
        return any(map(_OF_ALL.fullmatch, words))
    return bool(words & _CONDITIONS) or any(map(_SUPPOSES.fullmatch, words)) or _is_told_of(items)


def _is_told_of(items: Sequence[Piece]) -> bool:
    """Whether ``where`` tells more than what a formula declares."""
    behind = [items[k + 1] for k in range(len(items) - 1) if items[k].text.lower() == "where"]
    return any(piece.kind != "math" or declaration(piece.body.chars) is None for piece in behind)


def states(items: Sequence[Piece]) -> bool:
    """Whether it states what it displays: the clause before that neither denies it nor ends in what supposes it."""
    first = next(k for k, piece in enumerate(items) if piece.display)
    commas = [k for k in range(first - 1) if items[k].kind == "comma"]
    clause = [piece.text.lower() for piece in items[commas[-1] + 1 if commas else 0 : first] if piece.kind == "word"]
    if prose.denying(clause) or any(map(_OPENS.fullmatch, clause)) or _CLAUSES.intersection(clause):
        return False
    before = [k for k, word in enumerate(clause) if word in _BEFORE_NOUNS]
    return not before or any(word in _ASSERTS for word in clause[before[-1] + 1 :])


_CLAUSES = frozenset("if when whenever where unless such provided whose satisfying obeying only".split())
_BEFORE_NOUNS = frozenset("with without under given until".split())
_ASSERTS = v.ASSERTS - {"that"} | frozenset("becomes become satisfies satisfy moves read implies".split())
"""Words behind which a display is stated, in a clause that begins with ``with``."""


def states_beside(items: Sequence[Piece]) -> bool:
    """Whether a relation in the line may be stated: of a statement it would be lost."""
    words = [piece.text.lower() for piece in items if piece.kind == "word"]
    if words and _SUPPOSES.fullmatch(words[0]):
        return False
    lines = [piece.body.chars for piece in items if piece.kind == "math" and not piece.display]
    return any(relation_signs(line) and declaration(line) is None for line in lines)


def told(items: Sequence[Piece], known: frozenset[str]) -> Iterator[Fact]:
    r"""What its formulas declare, of letters of which nothing was said: ``of labels $y_i=w^\top x_i$``."""
    iid, drawn = any(map(_is_independent, items)), list[str]()
    for k, piece in enumerate(items):
        if piece.kind != "math" or piece.display:
            continue
        found = declaration(piece.body.chars) or _defines(piece.body.chars) or _drawn(items, k)
        if found is None or found.sign not in ("in", "~", ":=") or known.intersection(found.names):
            continue
        if found.sign == ":=" and {base_of(name.partition("(")[0]) for name in found.names} & set(map(base_of, known)):
            continue
        if found.family and found.sign == "~":
            found = replace(found, iid=found.iid or iid)
        if made := declared(found, piece):
            known |= set(found.names)
            if found.sign == "~" and any(_is_independent(piece) for piece in items[k:]):
                made = [replace(fact, apart_from=fact.apart_from | frozenset(drawn)) for fact in made]
            drawn += [name for fact in made if found.sign == "~" for name in (fact.letter, fact.key)]
            yield from made


def _is_independent(piece: Piece) -> bool:
    return re.fullmatch(r"i\.?i\.?d\.?|independent(?:ly)?", piece.text.lower()) is not None


def _drawn(items: Sequence[Piece], at: int) -> Declaration | None:
    r"""``inputs $x_1,\dots,x_n$ and a query $x_q$, all i.i.d. from $\mathcal N(0,S)$``, at the law."""
    if not is_law(items[at].body.chars):
        return None
    k, words, names = at - 1, set[str](), list[str]()
    while k >= 0 and (items[k].kind == "comma" or items[k].text.lower() in _BY_LAW):
        words.add(items[k].text.lower())
        k -= 1
    while k >= 0 and items[k].kind == "math" and names_in(items[k].body.chars) is not None:
        names.insert(0, items[k].body.chars)
        before = k - 1
        while before >= 0 and items[before].kind in ("word", "comma") and k - before < 5:
            before -= 1
        joined = any(items[j].text.lower() == "and" for j in range(before + 1, k)) and words & {"all", "both", "are"}
        k = before if joined else -1
    return declaration(rf"{','.join(names)}\sim {items[at].body.chars}") if names and words & _DRAWN else None


_DRAWN = frozenset("from according distributed law distribution".split())
_BY_LAW = _DRAWN | frozenset(
    "all each both drawn sampled generated are is i.i.d. i.i.d iid independent independently to as with the and".split()
)


def _defines(source: str) -> Declaration | None:
    left, sign, right = source.partition("=")
    names = names_in(left) or function_named(left)
    one = bool(sign) and relation_signs(source) == ["="] and names is not None and len(names) == 1
    return with_sign(names[0], right) if one and names else None
