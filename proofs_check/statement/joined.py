"""Which symbols hypotheses join: where a = b is given, what is given of b restricts a.  Standard library only."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .props import Prop, conjuncts, subterms
from .terms import Op, Sym

_STRUCTURAL = frozenset({"integer", "index", "identity", "zero"})
_OF_LAWS = frozenset({"finite", "iid_entries"})


def reached(given: Iterable[Prop], names: Collection[str]) -> set[str]:
    """``names``, and those that hypotheses join to them, at once or through others."""
    found = set(names)
    joined = [spoken_of(prop) for prop in conjuncts(*given)]
    while any(names & found and not names <= found for names in joined):
        found = found.union(*(names for names in joined if names & found))
    return found


def spoken_of(hypothesis: Prop) -> set[str]:
    """The names of the symbols that the hypothesis restricts at every time; of laws and of time 0 it is not one."""
    terms = [t for _, t in subterms(hypothesis)]
    if hypothesis.head in _OF_LAWS or any(isinstance(t, Op) and t.head == "at0" for t in terms):
        return set()
    return {t.name for t in terms if isinstance(t, Sym) and not t.traits & _STRUCTURAL}
