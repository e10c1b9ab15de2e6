"""Several heads, (26) and (27): the page, ``symbolic.attention`` and ``numeric.attention`` at the same exact places.

The two unspecified activations of the page are replaced by two different ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from numeric.attention import forward as numeric

from ...algebras.contexts.place import Place
from ...algebras.contexts.reader import Reader
from ...claims import Claim
from ...statement.props import Prop
from ...statement.terms import Abbrev, Op, Term, symbols
from .attention import (
    CHOSEN,
    GENERAL,
    LAYERS,
    SIZES,
    Chosen,
    Compared,
    definitions_in,
    numbered,
    page_value,
    same_matrices,
    sympy_matrix,
)

OF_HEADS = CHOSEN[:2]


def _concrete(node: Term, chosen: Mapping[Term, Chosen]) -> Term:
    """``node`` with the activation of each head replaced."""
    if isinstance(node, Abbrev):
        return _concrete(node.body, chosen)
    if not isinstance(node, Op):
        return node
    if node.head == "activated":
        h, *arguments = node.args
        return chosen[h].term(*(_concrete(argument, chosen) for argument in arguments))
    return Op(node.head, tuple(_concrete(arg, chosen) for arg in node.args))


def passes(claim: Claim, prop: Prop) -> Compared:
    """(26), or (27) where a number is defined, before the first layer and after one and two."""
    from symbolic import attention as symbolic

    from ...papers.ccs.notation_descent import X_0, Y_0
    from ...papers.ccs.notation_heads import TWO

    compared = 0
    for _, body in definitions_in(prop):
        activations = sorted((sym for sym in symbols(body) if sym.has("activation")), key=lambda sym: sym.name)
        if len(activations) != len(OF_HEADS):
            return compared, f"the definition has {len(activations)} activations, not one for each of two heads"
        concrete = _concrete(body, dict(zip(activations, OF_HEADS, strict=True)))
        for sizes, style in product(SIZES, GENERAL):
            reader = Reader(Place(sizes, style))
            X, Y = (page_value(sym, reader) for sym in (X_0, Y_0))
            layers = [
                [[page_value(head.weight(letter, m), reader) for letter in "VBC"] for head in TWO]
                for m in range(LAYERS + 1)
            ]
            run = numeric.forward(numeric.start(X, Y), _heads(layers, _numeric_head))
            derived = symbolic.forward(
                symbolic.start(sympy_matrix(X), sympy_matrix(Y)), _heads(layers, _symbolic_head)
            )
            for at_layer, number in numbered(concrete):
                printed = page_value(at_layer, reader)
                there = slice(-1, None) if printed.shape == (1, 1) else slice(None)
                if not same_matrices(printed, run[number][there, there], derived[number][there, there]):
                    return compared, f"d = {sizes['d']}, n = {sizes['n']}, l = {number}, X_0 = {X.tolist()}"
                compared += 1
    return compared, ""


def _heads(layers: list[Any], made: Callable[[list[Any], Chosen], Any]) -> list[Any]:
    return [[made(parts, chosen) for parts, chosen in zip(layer, OF_HEADS, strict=True)] for layer in layers]


def _numeric_head(parts: list[Any], chosen: Chosen) -> Any:
    V, B, C = parts
    return numeric.Head(V, B, C, chosen.numeric)


def _symbolic_head(parts: list[Any], chosen: Chosen) -> Any:
    from symbolic import attention as symbolic

    V, B, C = map(sympy_matrix, parts)
    return symbolic.Head(V, B, C, symbolic.ACTIVATIONS[chosen.symbolic])


IMPLEMENTATIONS: dict[str, Callable[[Claim, Prop], Compared]] = {"attention_heads": passes}
