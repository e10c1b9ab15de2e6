"""Slips that make a wrong twin: each maps a node with the head of its row to another term, or to None.

None: it does not apply.  Letters that a recursion, a product or a derivative binds are never touched.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..trees import Abbrev, Num, Op, Path, Sym, Term, nodes, term

Change = Callable[[Op], Term | None]
Slip = tuple[str, Change]
"""The name of the rule, and what it makes of a node."""
_TWICE = Num(Fraction(2))
_PAIRS = {"B": "C", "C": "B", "b": "c", "c": "b"}


def exchanged_for(rule: str, head: str) -> Slip:
    return rule, lambda node: Op(head, node.args)


def _all_indices(node: Op) -> Term:
    i, j, upper, body = node.args
    return Op("sum", (i, upper, Op("sum", (j, upper, body))))


def _without_length(node: Op) -> Term | None:
    above, below = node.args
    return above if isinstance(below, Sym) and below.has("integer") else None


def _without_transpose(node: Op) -> Term | None:
    inside = node.args[0]
    sym = inside.sym if isinstance(inside, Abbrev) else inside
    return None if isinstance(sym, Sym) and sym.shape[0] != sym.shape[1] else inside


def _power_of_trace(node: Op) -> Term | None:
    base, exponent = node.args
    return Op("tr", (Op("^", (base.args[0], exponent)),)) if isinstance(base, Op) and base.head == "tr" else None


def _trace_of_power(node: Op) -> Term | None:
    inside = node.args[0]
    if not (isinstance(inside, Op) and inside.head == "^"):
        return None
    return Op("^", (Op("tr", (inside.args[0],)), inside.args[1]))


def _factors_exchanged(node: Op) -> Term | None:
    """A B -> B A for two square letters that are not both functions of the same matrix."""
    a, b = node.args
    square = all(isinstance(f, Sym) and f.shape == ("d", "d") and not f.has("identity") for f in (a, b))
    return Op("*", (b, a)) if square and a != b else None


def _without_step(node: Op) -> Term | None:
    """r_l X -> X."""
    first = node.args[0]
    family = first.args[0] if isinstance(first, Op) and first.head == "at" else None
    return node.args[1] if isinstance(family, Sym) and is_family(family) and family.shape == (1, 1) else None


def _without_mask(node: Op) -> Term | None:
    kept = [arg for arg in node.args if not (isinstance(arg, Sym) and arg.has("mask"))]
    return kept[0] if len(kept) == 1 else None


def _layer_of_weight(node: Op) -> Term | None:
    return with_argument(node, 1, _next_to(node.args[1])) if is_family(node.args[0]) else None


def _other_weight(node: Op) -> Term | None:
    """B -> C and b -> c."""
    family = node.args[0]
    if not (isinstance(family, Sym) and is_family(family) and family.name in _PAIRS):
        return None
    return with_argument(node, 0, Sym(_PAIRS[family.name], family.shape, family.traits, family.tex))


def other_layer(place: int) -> Slip:
    """l + 1 -> l, and k -> k + 1, where a recursion or a product ends."""
    return "other layer", lambda node: with_argument(node, place, _next_to(node.args[place]))


def _arguments_exchanged(node: Op) -> Term | None:
    f, U, W = node.args
    return Op(node.head, (f, W, U)) if U != W else None


def _in_the_other_argument(node: Op) -> Term | None:
    which = node.args[1]
    return with_argument(node, 1, Num(3 - which.value)) if isinstance(which, Num) else None


def _first_column(node: Op) -> Term | None:
    """The query's entry or column taken for that of the first demonstration."""
    return with_argument(node, len(node.args) - 1, term(1)) if node.args[-1] == _QUERY else None


def _one_term_more(node: Op) -> Term | None:
    """A sum over the demonstrations taken over the query too."""
    _, upper, body = node.args
    of_a_context = upper == _N and any(isinstance(sub, Sym) and sub.has("context") for sub in nodes(body))
    return with_argument(node, 1, _QUERY) if of_a_context else None


_N = Sym("n", (1, 1), frozenset({"integer", "positive"}))
_QUERY = _N + 1


def is_family(node: Term) -> bool:
    return isinstance(node, Sym) and node.has("layers")


def with_argument(node: Op, place: int, new: Term) -> Op:
    return Op(node.head, (*node.args[:place], new, *node.args[place + 1:]))


def _next_to(layer: Term) -> Term:
    """The layer before one written as a successor; else the one after."""
    if isinstance(layer, Num):
        return Num(layer.value - 1 if layer.value > 0 else Fraction(1))
    if isinstance(layer, Op) and layer.head == "+" and layer.args[1] == Num(Fraction(1)):
        return layer.args[0]
    return layer + 1


NO_MINUS: Slip = "sign", lambda node: node.args[0]
ALL_INDICES: Slip = "indices", _all_indices
NO_INDICATOR: Slip = "indices", lambda node: Num(Fraction(1))
NO_LENGTH: Slip = "dropped 1/N", _without_length
NO_TRANSPOSE: Slip = "transpose dropped", _without_transpose
POWER_OF_TRACE: Slip = "trace of square", _power_of_trace
TRACE_OF_POWER: Slip = "trace of square", _trace_of_power
ORDER: Slip = "order", _factors_exchanged
NO_STEP: Slip = "dropped step size", _without_step
NO_MASK: Slip = "dropped mask", _without_mask
LAYER_OF_WEIGHT: Slip = "layer of a weight", _layer_of_weight
OTHER_WEIGHT: Slip = "other weight", _other_weight
EXCHANGED: Slip = "exchanged arguments", _arguments_exchanged
OTHER_ARGUMENT: Slip = "exchanged arguments", _in_the_other_argument
OTHER_COLUMN: Slip = "other column", _first_column
ONE_TERM_MORE: Slip = "one term more", _one_term_more
# Of a whole argument of a proposition:
Whole = tuple[Path, str, Callable[[Term], Term]]
"""Where it stands, the name of the rule, and what becomes of it."""
DOUBLED, LAST_TERM = "side doubled", "last term doubled"
SECOND_DOUBLED: Whole = (1,), DOUBLED, lambda side: _TWICE * side
LAST_TERM_DOUBLED: Whole = (0, 1), LAST_TERM, lambda node: _TWICE * node
NEGATED: Whole = (0,), "negated", lambda node: -node
TRANSPOSED: Whole = (1,), "transposed", lambda node: node.T
