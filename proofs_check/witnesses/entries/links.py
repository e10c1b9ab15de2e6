"""The links of a conjunction, with coordinates numbered."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ...statement.binding import LETTERS, free_symbols
from ...statement.premises import premises, with_said
from ...statement.props import Prop, conjuncts, subprops, substitute_in
from ...statement.terms import Num, Sym, Term


def instances(prop: Prop, d: int) -> Iterator[Prop]:
    """The links of ``prop``, with free indices of coordinates numbered where an implication speaks of them."""
    for link in links_of(prop):
        free = _indices(link) if _is_conditional(link) else []
        for numbers in product(range(1, d + 1), repeat=len(free)):
            values: dict[Sym, Term] = {s: Num(Fraction(k)) for s, k in zip(free, numbers, strict=True)}
            yield from links_of(_written_out(substitute_in(link, values), d))


def links_of(prop: Prop) -> Iterator[Prop]:
    """The propositions that a conjunction joins, but for those that define a name."""
    return (link for link in conjuncts(prop) if link.head != "defined")


def _is_conditional(prop: Prop) -> bool:
    return bool(premises(prop)) or any(sub.head in {"for_all", "iff"} for _, sub in subprops(prop))


def _indices(prop: Prop) -> list[Sym]:
    """Indices of coordinates that nothing binds, no quantifier and no sum."""
    free = (sym for sym in free_symbols(prop, LETTERS | {"for_all"}) if "range:d" in sym.traits)
    return sorted(free, key=lambda sym: sym.name)


def _written_out(prop: Prop, d: int) -> Prop:
    """Quantifiers over coordinates as conjunctions."""
    return with_said(prop, lambda _, link: _numbered(link, d), lambda premise: _written_out(premise, d))


def _numbered(prop: Prop, d: int) -> Prop:
    if prop.head == "for_all" and isinstance(prop.args[0], Sym) and "range:d" in prop.args[0].traits:
        index, body = prop.args
        assert isinstance(index, Sym)
        assert isinstance(body, Prop)
        numbered = (substitute_in(body, {index: Num(Fraction(k))}) for k in range(1, d + 1))
        return Prop("and", tuple(_written_out(p, d) for p in numbered))
    return prop
