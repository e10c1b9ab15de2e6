"""Propositions about the paper itself: what a proof cites, and whether the cited item says so."""

from __future__ import annotations

from collections.abc import Iterable

from .props import Arg, Prop, conj, subprops
from .terms import Sym, TermLike, term

HEADS = frozenset({"cites", "supplies"})


def any_citation(props: Iterable[Prop]) -> bool:
    """Whether one of ``props`` speaks of other statements."""
    return any(inner.head in HEADS for prop in props for _, inner in subprops(prop))


def claim_ref(id: str) -> Sym:
    """The statement with this id, ``paper/label`` or ``paper/label#part``."""
    return Sym(id, (1, 1), frozenset({"claim"}), rf"\text{{{id}}}")


def cites(who: str, *whom: str) -> Prop:
    """A step of the proof of ``who`` follows by an instance of each of ``whom``."""
    links = tuple(Prop("cites", (claim_ref(who), claim_ref(id))) for id in whom)
    return links[0] if len(links) == 1 else conj(*links)


def supplies(whom: str, fact: Prop, *bindings: tuple[Sym, TermLike]) -> Prop:
    """``fact`` is an instance of the cited statement, its symbols bound so."""
    flat: list[Arg] = []
    for sym, value in bindings:
        flat += [sym, term(value)]
    return Prop("supplies", (claim_ref(whom), fact, *flat))
