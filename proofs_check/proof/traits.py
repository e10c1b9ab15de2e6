"""What a proposition takes for granted through the traits of its symbols.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

from ..statement.props import Prop, lt, posdef, subterms
from ..statement.terms import Abbrev, Num, Op, Sym, Term, symbols


@dataclass(frozen=True)
class Taken:
    """``assumed``: positive definite and positive symbols that occur; ``functions``: an inverse or a root occurs."""

    assumed: frozenset[Prop]
    functions: bool


def traits_used(prop: Prop) -> Taken:
    """Positive definite symbols (symmetric, invertible) and positive ones under an inverse or a root."""
    assumed: set[Prop] = set()
    functions = False
    for _, node in subterms(prop):
        if isinstance(node, Sym) and node.has("posdef"):
            assumed.add(posdef(node))
        if isinstance(node, Op) and node.head == "^" and isinstance(node.args[1], Num):
            exponent = node.args[1].value
            if exponent < 0 or exponent.denominator != 1:
                functions = True
                if isinstance(node.args[0], Sym) and node.args[0].has("positive"):
                    assumed.add(lt(0, node.args[0]))
    return Taken(frozenset(assumed), functions)


def symbols_started(prop: Prop) -> frozenset[Sym]:
    """The parameters whose value at time 0 the proposition speaks of."""
    inside = (node.args[0] for _, node in subterms(prop) if isinstance(node, Op) and node.head == "at0")
    return frozenset(s for body in inside for s in symbols(body) if s.has("parameter"))


_POLYNOMIAL = frozenset({"+", "-", "neg", "*", "T", "tr", "inner", "block", "vec", "kron"})


def is_random_polynomial(node: Term) -> bool:
    """Whether the term is a polynomial in its random symbols, read off the tree."""
    if isinstance(node, Abbrev):
        return is_random_polynomial(node.body)
    if not any(s.has("random") for s in symbols(node)) or isinstance(node, Sym):
        return True
    if not isinstance(node, Op):
        return False
    if node.head == "/":
        return is_random_polynomial(node.args[0]) and not any(s.has("random") for s in symbols(node.args[1]))
    if node.head == "^":
        exponent = node.args[1]
        whole = isinstance(exponent, Num) and exponent.value.denominator == 1 and exponent.value >= 0
        return whole and is_random_polynomial(node.args[0])
    return node.head in _POLYNOMIAL and all(is_random_polynomial(a) for a in node.args)
