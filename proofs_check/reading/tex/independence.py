"""Of any two letters that are drawn it is said that they are independent, or the formula is not read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from ...statement.props import Prop, subterms
from ...statement.terms import Sym
from ..letters import spelled
from ..specs import specified
from .in_force import names_of, tex_of
from .sources import Text, Unreadable
from .supposed import Called, Entry, Fact


def _drawn_as(sym: Sym) -> str:
    """The letter of the paper that a random letter stands for: a centred part, or a column, is one of its own."""
    inner = r"^\\breve\{((?:[^{}]|\{[^{}]*\})*)\}"
    made = sym.name.endswith(("__centred", "__column"))
    return re.sub(inner, r"\1", tex_of(sym)) if made else tex_of(sym)


def check_independence(
    prop: Prop, given: Sequence[Prop], facts: Sequence[Fact], entries: Sequence[Entry], body: Text
) -> None:
    """Of any two letters that are drawn it was said that they are independent."""
    terms = (node for p in (prop, *given) for _, node in subterms(p))
    drawn = dict.fromkeys(node for node in terms if isinstance(node, Sym) and node.has("random"))
    said = {sym: [fact for fact in facts if _drawn_as(sym) in names_of(fact)] for sym in drawn}
    bound = [sym for sym in drawn if not any(fact.independent or fact.certain for fact in said[sym])]
    for a, b in combinations(bound, 2):
        together = {fact.place for fact in said[a] if fact.together} & {fact.place for fact in said[b] if fact.together}
        if not together and not _is_apart(a, b, said, entries) and not _is_apart(b, a, said, entries):
            raise Unreadable(body.place(0), f"whether {a.name} and {b.name} are independent is not said: write 'be "
                             "independent', and of which letters")  # fmt: skip


_INPUTS = frozenset({"inputs", "covariates", "data", "samples", "features", "design"})


def _all_drawn_before(facts: Sequence[Fact], entries: Sequence[Entry]) -> frozenset[str]:
    """The one letter, or family, that was drawn before: ``independent of the inputs``, where none is called so."""
    first = min((k for k, entry in enumerate(entries) if entry in facts), default=0)
    drawn = [e for e in entries[:first] if isinstance(e, Fact) and "~" in e.text and not e.independent]
    keys = {fact.key for fact in drawn}
    if any(isinstance(e, Called) and keys & e.letters and not _INPUTS & e.nouns for e in entries):
        return frozenset()
    return frozenset({*keys, *(fact.letter for fact in drawn)}) if len(keys) == 1 else frozenset()


def _is_apart(a: Sym, b: Sym, said: Mapping[Sym, Sequence[Fact]], entries: Sequence[Entry]) -> bool:
    """Whether the first was said to be independent of the second, by its letter or by what it is called."""
    of = frozenset().union(*(fact.apart_from for fact in said[a]))
    stems = {word.removesuffix("s") for word in of}
    called = frozenset().union(*(entry.letters for entry in entries if isinstance(entry, Called)
                                 and stems & {word.removesuffix("s") for word in entry.nouns}))  # fmt: skip
    if of and not called and of <= _INPUTS:
        called = _all_drawn_before(said[a], entries)
    letters = {key for letter in of | called if spelled(letter) is not None for key in specified(f"{letter}: number")}
    return _drawn_as(b) in letters
