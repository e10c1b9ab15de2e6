"""Changes of a statement of the corpus that keep its truth, or turn it round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from proofs_check import conj
from proofs_check.statement.binding import OWN_LETTERS
from proofs_check.statement.props import Prop, subprops, substitute_in, subterms
from proofs_check.statement.terms import Op, Sym

from . import changes
from .renaming import echoing, hostile, names_for, renamed, symbols_in
from .stating import Stated, Truth

PLAIN = frozenset(
    {"+", "-", "neg", "*", "^", "T", "tr", "det", "norm_F", "norm_2", "norm_op", "inner", "abs", "relu", "/"}
)
RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt", "and", "implies", "iff", "psd", "posdef"})
RENAMING = frozenset({"renamed", "hostile", "echoed"})
"""Changes after which every verdict is to be the same."""


def _data(stated: Stated) -> tuple[Any, ...]:
    cited = tuple((c.parts, c.given) for c in stated.cites)
    return stated.statement(), stated.given, stated.proof, stated.model, cited


def with_names(stated: Stated, names: Mapping[str, str]) -> Stated:
    """The same statement, its symbols called otherwise."""
    by = dict(names)
    cites = tuple(
        replace(c, parts=renamed(c.parts, by), given=renamed(c.given, by), forall=renamed(c.forall, by))
        for c in stated.cites
    )
    return replace(
        stated, prop=renamed(stated.statement(), by), given=renamed(stated.given, by),
        proof=renamed(stated.proof, by), model=renamed(stated.model, by), cites=cites,
    )  # fmt: skip


def with_new_names(stated: Stated, salt: str = "zz_") -> Stated | None:
    """Every symbol called otherwise; None where the names are what the statement is about."""
    names = names_for(symbols_in(_data(stated)), salt)
    return with_names(stated, names) if names else None


def with_hostile_names(stated: Stated) -> Stated | None:
    names = hostile(names_for(symbols_in(_data(stated)), ""), Random(stated.id).randrange(40))
    return with_names(stated, names) if names else None


def with_echoing_names(stated: Stated) -> Stated | None:
    syms = symbols_in(_data(stated))
    names = echoing(names_for(syms, ""), syms)
    return with_names(stated, names) if names else None


def is_comparison_of_numbers(prop: Prop) -> bool:
    return prop.head in {"le", "lt", "ge", "gt"} or (
        prop.head in {"eq", "ne"} and all(not isinstance(a, Sym) or a.shape == (1, 1) for a in prop.args)
    )


def substituted(stated: Stated) -> Stated | None:
    """With 3 a for each free number and A' for each free square matrix: bijections, where nothing binds or derives."""
    prop = stated.statement()
    ops = {node.head for _, node in subterms(prop) if isinstance(node, Op)}
    heads = {sub.head for _, sub in subprops(prop)}
    if stated.given or stated.model or ops - PLAIN or heads - RELATIONS or ops & OWN_LETTERS:
        return None
    free = {node for _, node in subterms(prop) if isinstance(node, Sym) and not node.traits}
    values = {s: 3 * s if s.shape == (1, 1) else s.T for s in free if s.shape == (1, 1) or s.shape[0] == s.shape[1]}
    return replace(stated, prop=substitute_in(prop, values), large=True) if values else None


def specialised(stated: Stated) -> Stated | None:
    """At one value of each free number: true where the general statement is."""
    values = {} if stated.model else changes.values_for(stated.statement())
    if not values:
        return None
    truth = {Truth.FALSE: Truth.UNKNOWN, Truth.VALUELESS: Truth.UNKNOWN}.get(stated.truth, stated.truth)
    given = tuple(substitute_in(h, values) for h in stated.given)
    return replace(stated, truth=truth, prop=substitute_in(stated.statement(), values), given=given)


def negated(stated: Stated) -> Stated | None:
    prop = stated.statement()
    if stated.truth is not Truth.TRUE or stated.given or not is_comparison_of_numbers(prop):
        return None
    return replace(stated, prop=changes.negated(prop), truth=Truth.FALSE)


def _of(change: Callable[[Prop], Prop]) -> Callable[[Stated], Stated | None]:
    """A change of the proposition that keeps its truth; a proof shows the proposition as it was."""

    def changed(stated: Stated) -> Stated | None:
        prop = change(stated.statement())
        return None if prop == stated.statement() or stated.proof is not None else replace(stated, prop=prop)

    return changed


def with_more_given(stated: Stated) -> Stated:
    return replace(stated, given=(*stated.given, Random(stated.id).choice(changes.harmless())))


def without_proof(change: Callable[[Stated], Stated | None]) -> Callable[[Stated], Stated | None]:
    return lambda stated: None if stated.proof is not None else change(stated)


CHANGES: Mapping[str, Callable[[Stated], Stated | None]] = {
    "renamed": with_new_names, "hostile": with_hostile_names, "echoed": with_echoing_names,
    "turned": _of(changes.turned), "permuted": _of(changes.permuted), "tripled": _of(changes.rescaled),
    "given": with_more_given, "conjoined": _of(changes.conjoined),
    "after": _of(lambda prop: conj(prop, changes.harmless()[0])),
    "substituted": without_proof(substituted), "specialised": without_proof(specialised),
    "negated": without_proof(negated),
}  # fmt: skip
"""By name; each gives None where it changes nothing."""


def variant(stated: Stated, change: str) -> Stated | None:
    """The statement after a change: its truth follows from that of the old one."""
    if stated.truth is Truth.ILL_SHAPED:
        return None
    if change in RENAMING and stated.id.startswith("names/"):
        return None
    made = CHANGES[change](stated)
    return None if made is None else replace(made, id=f"{stated.id}~{change}")
