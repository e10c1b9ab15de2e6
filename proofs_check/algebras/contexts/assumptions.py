"""What the hypotheses of a statement about attention say, link by link: definitions, and values of symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...statement.props import Prop, inside, terms_in
from ...statement.terms import Op, Sym, Term, children, free_symbols, nodes, symbols
from .sizes import is_size

MEANS = frozenset({"expect", "expect_given"})
DEFINITIONS = frozenset({"defined", "defined_as"})
IGNORED = frozenset({"same_law", "iid_entries", "finite", "differentiable"}) | DEFINITIONS
"""Hypotheses on laws restrict no single value of a context, on smoothness no value of a function."""


def links(hypotheses: Sequence[Prop]) -> Iterator[Prop]:
    for prop in hypotheses:
        first = prop.args[0]
        if prop.head == "and" or (prop.head == "for_all" and isinstance(first, Sym) and (
            not first.has("layer") or holds_anyway(_innermost(prop))
        )):
            yield from links(inside(prop))
        else:
            yield prop


def holds_anyway(prop: Prop) -> bool:
    """Whether a hypothesis restricts no value: the means at a place are finite sums, into which derivatives pass."""
    if prop.head in IGNORED:
        return True
    left, right = terms_in(prop) if prop.head == "eq" else (None, None)
    if not (isinstance(left, Op) and left.head == "slope" and isinstance(right, Op) and right.head == "expect"):
        return False
    t, mean = left.args
    return isinstance(mean, Op) and mean.head == "expect" and right.args == (Op("slope", (t, *mean.args)),)


def _innermost(prop: Prop) -> Prop:
    """What is said of all values of some symbols."""
    return _innermost(inside(prop)[0]) if prop.head == "for_all" else prop


def defines_members(prop: Prop) -> bool:
    """Whether what is said of every layer is what every member of a family is."""
    layer, body = prop.args
    return isinstance(layer, Sym) and layer.has("layer") and isinstance(body, Prop) and body.head == "eq" and any(
        isinstance(side, Op) and side.head == "at" and side.args[1] == layer for side in terms_in(body)
    )


class Members(NamedTuple):
    """What every member of a family is, or the one of the layer alone."""

    layer: Sym
    value: Term
    every: bool = True


def binds(prop: Prop, bindings: dict[Sym, Term], families: dict[Sym, Members]) -> bool:
    """Whether this gives a value to a symbol, to every member of a family or to one of them; it is put in then."""
    every = prop.head == "for_all" and defines_members(prop)
    equation = inside(prop)[0] if every else prop
    if equation.head != "eq":
        return False
    left, right = terms_in(equation)
    put_in = {**bindings, **{family: found.value for family, found in families.items()}}
    for side, value in ((left, right), (right, left)):
        known = symbols(value)
        if isinstance(side, Sym) and not every:
            fixed = side.traits & {"orthogonal", "posdef", "psd", "context", "activation", "kernel", "identity", "zero"}
            if side in known or side in bindings or is_size(side) or fixed or _is_circular(side, known, put_in):
                continue
            bindings[side] = value
            return True
        if isinstance(side, Op) and side.head == "at":
            family, index = side.args
            if isinstance(family, Sym) and isinstance(index, Sym) and index.has("layer") \
                    and (not every or index == prop.args[0]) and family not in families \
                    and not _is_circular(family, known, put_in):
                families[family] = Members(index, value, every)
                return True
    return False


def _is_circular(sym: Sym, known: frozenset[Sym], bindings: Mapping[Sym, Term]) -> bool:
    """Whether what is known of the value leads back to the symbol."""
    seen: set[Sym] = set()
    pending = list(known)
    while pending:
        here = pending.pop()
        if here == sym:
            return True
        if here not in seen and here in bindings:
            seen.add(here)
            pending += symbols(bindings[here])
    return False


def takes_means(node: Term) -> bool:
    return any(isinstance(sub, Op) and sub.head in MEANS for sub in nodes(node))


def outside_means(node: Term) -> frozenset[Sym]:
    """The free symbols that stand outside all means."""
    if isinstance(node, Op):
        if node.head in MEANS:
            return frozenset()
        return frozenset().union(*map(outside_means, node.args)) & free_symbols(node)
    return frozenset().union(*map(outside_means, children(node))) if children(node) else free_symbols(node)
