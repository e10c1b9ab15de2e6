"""What a proposition takes for granted through the traits of its symbols.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

from ..statement.props import Prop, lt, posdef, subterms
from ..statement.terms import Num, Op, Sym, symbols


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
