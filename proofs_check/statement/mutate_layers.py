"""Slips in statements about attention: the wrong layer, the wrong weight, a mask, a step size or a rotation left out.

Each rule maps a term to its mutation, or to None where it does not apply; letters that a recursion, a product or a
derivative binds are never touched.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .props import Prop, subterms
from .terms import Abbrev, Num, Op, Path, Sym, Term, eye, nodes, term

PLACES = {"sequence": (4,), "product_up": (1,), "product_down": (1,), "jacobian": (1,), "at": (1,)}
"""Arguments that name a layer, or which argument a derivative is taken in: no rule for numbers applies to them."""
_PAIRS = {"B": "C", "C": "B", "b": "c", "c": "b"}
_TRAITS = frozenset({"activation", "kernel", "layers", "context", "mask", "haar"})


def speaks_of_attention(prop: Prop) -> bool:
    """Whether an unspecified activation, a kernel, a layer's weight, a context or a random rotation occurs."""
    return any(isinstance(node, Sym) and node.traits & _TRAITS for _, node in subterms(prop))


def recursions_above(prop: Prop, path: Path) -> int:
    """In how many recursions the term at ``path`` stands: what is written at the outside is changed first."""
    node: Prop | Term = prop
    count = 0
    for step in path:
        count += isinstance(node, Op) and node.head == "sequence"
        node = node.body if isinstance(node, Abbrev) else node.args[step]  # type: ignore[union-attr]
    return count


def _layer(node: Term) -> Term | None:
    """l + 1 -> l, and k -> k + 1, where a recursion or a product ends."""
    if isinstance(node, Op) and node.head in {"sequence", "product_up", "product_down"}:
        place = PLACES[node.head][0]
        return _with(node, place, _next_to(node.args[place]))
    return None


def _layer_of_weight(node: Term) -> Term | None:
    if isinstance(node, Op) and node.head == "at" and _is_family(node.args[0]):
        return _with(node, 1, _next_to(node.args[1]))
    return None


def _other_weight(node: Term) -> Term | None:
    """B -> C and b -> c."""
    if isinstance(node, Op) and node.head == "at" and _is_family(node.args[0]):
        family = node.args[0]
        assert isinstance(family, Sym)
        if family.name in _PAIRS:
            return _with(node, 0, Sym(_PAIRS[family.name], family.shape, family.traits, family.tex))
    return None


def _dropped_step(node: Term) -> Term | None:
    """r_l X -> X."""
    if isinstance(node, Op) and node.head == "*" and isinstance(node.args[0], Op):
        first = node.args[0]
        if first.head == "at" and _is_family(first.args[0]) and first.args[0].shape == (1, 1):  # type: ignore[attr-defined]
            return node.args[1]
    return None


def _dropped_mask(node: Term) -> Term | None:
    if isinstance(node, Op) and node.head == "*":
        kept = [arg for arg in node.args if not (isinstance(arg, Sym) and arg.has("mask"))]
        return kept[0] if len(kept) == 1 else None
    return None


def _exchanged(node: Term) -> Term | None:
    """The two arguments of an activation exchanged; the derivative in the other argument."""
    if isinstance(node, Op) and node.head in {"activated", "gram"} and node.args[1] != node.args[2]:
        return Op(node.head, (node.args[0], node.args[2], node.args[1]))
    if isinstance(node, Op) and node.head == "jacobian" and isinstance(node.args[1], Num):
        return _with(node, 1, Num(3 - node.args[1].value))
    return None


def _factors_reversed(node: Term) -> Term | None:
    other = {"product_up": "product_down", "product_down": "product_up"}
    return Op(other[node.head], node.args) if isinstance(node, Op) and node.head in other else None


def _other_column(node: Term) -> Term | None:
    """The query's entry or column taken for that of the first demonstration."""
    if isinstance(node, Op) and node.head in {"entry", "col"} and node.args[-1] == _QUERY:
        return _with(node, len(node.args) - 1, term(1))
    return None


def _one_term_more(node: Term) -> Term | None:
    """A sum over the demonstrations taken over the query too."""
    if not (isinstance(node, Op) and node.head == "sum" and node.args[1] == _N):
        return None
    of_a_context = any(isinstance(sub, Sym) and sub.has("context") for sub in nodes(node.args[2]))
    return _with(node, 1, _QUERY) if of_a_context else None


def _dropped_rotation(node: Term) -> Term | None:
    return eye(node.shape[0]) if isinstance(node, Sym) and node.has("orthogonal") else None


RULES: dict[str, Callable[[Term], Term | None]] = {
    "other layer": _layer,
    "layer of a weight": _layer_of_weight,
    "other weight": _other_weight,
    "dropped step size": _dropped_step,
    "dropped mask": _dropped_mask,
    "exchanged arguments": _exchanged,
    "factors reversed": _factors_reversed,
    "other column": _other_column,
    "one term more": _one_term_more,
    "dropped rotation": _dropped_rotation,
}

_N = Sym("n", (1, 1), frozenset({"integer", "positive"}))
_QUERY = _N + 1


def _is_family(node: Term) -> bool:
    return isinstance(node, Sym) and node.has("layers")


def _with(node: Op, place: int, new: Term) -> Op:
    return Op(node.head, (*node.args[:place], new, *node.args[place + 1:]))


def _next_to(layer: Term) -> Term:
    """The layer before one written as a successor; else the one after."""
    if isinstance(layer, Num):
        return Num(layer.value - 1 if layer.value > 0 else Fraction(1))
    if isinstance(layer, Op) and layer.head == "+" and layer.args[1] == Num(Fraction(1)):
        return layer.args[0]
    return layer + 1
