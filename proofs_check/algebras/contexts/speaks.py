"""Which statements are read here."""

from __future__ import annotations

from functools import lru_cache

from ...statement.laws import has_known_law
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Op, Sym, Term

HEADS = frozenset({
    "activated", "kernel_value", "gram", "relu_each", "exp_each", "masked_softmax", "sequence", "product_up",
    "product_down", "slope", "slope_right", "slope_left", "jacobian", "modulus",
})
TRAITS = frozenset({"layer", "layers", "context", "mask", "haar", "kernel", "activation"})
TRAINED = frozenset({"parameter", "derived", "prompt"})


@lru_cache(maxsize=1 << 12)
def speaks_of_contexts(*statements: Prop | Term) -> bool:
    """Whether one of them speaks of attention, of layers, of contexts, or of rotations but of no trained model."""
    met = [node for statement in statements for node in _terms(statement)]
    if any(_speaks(node) for node in met):
        return not _minimises_slopes(met)
    if any(_asks_for_a_mean(statement) for statement in statements if isinstance(statement, Prop)):
        return True
    letters = [node for node in met if isinstance(node, Sym)]
    return any(s.has("orthogonal") for s in letters) and not any(s.traits & TRAINED for s in letters)


def _asks_for_a_mean(prop: Prop) -> bool:
    """Whether it is asked if a mean under laws that are known is finite."""
    asked = (sub for _, sub in subprops(prop) if sub.head in {"finite", "infinite"})
    return any(isinstance(mean, Term) and has_known_law(mean) for sub in asked for mean in sub.args)


def _minimises_slopes(met: list[Term]) -> bool:
    """Whether minimisers are asked for, which the other reading of entries has, as it has slopes of polynomials."""
    heads = {node.head for node in met if isinstance(node, Op)}
    letters = (node for node in met if isinstance(node, Sym))
    return "argmin" in heads and heads & HEADS == {"slope"} and not any(s.traits & TRAITS for s in letters)


def _terms(statement: Prop | Term) -> list[Term]:
    if isinstance(statement, Prop):
        return [node for _, node in subterms(statement)]
    return [node for _, node in subterms(Prop("", (statement,)))]


def _speaks(node: Term) -> bool:
    if isinstance(node, Op):
        return node.head in HEADS
    return isinstance(node, Sym) and bool(node.traits & TRAITS)
