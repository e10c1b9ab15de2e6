r"""Induction over a layer, of an equation between terms: at 0, and at l+1 from the equation at l.

In the step the two sides are unfolded once, and the equation at l replaces what is opaque at l.
"""

from __future__ import annotations

from re import findall
from typing import TYPE_CHECKING

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym, Term, free_symbols, nodes, substitute, symbols, term

if TYPE_CHECKING:
    from .algebra import WordsAlgebra

RECURSIVE = frozenset({"sequence", "product_up", "product_down"})
OPAQUE = RECURSIVE | {
    "activated", "jacobian", "gram", "kernel_value", "relu_each", "exp_each", "masked_softmax", "slope", "modulus",
    "slope_right", "slope_left", "norm_op", "nuclear", "singular_product_sum", "cond",
}
"""Heads of which words knows few laws: terms with them may be equal although their normal forms differ."""


def layers_in(*sides: Term) -> list[Sym]:
    """The symbolic layers of the recursions in these terms."""
    if not any(isinstance(node, Op) and node.head in RECURSIVE for side in sides for node in nodes(side)):
        return []
    free = frozenset[Sym]().union(*map(free_symbols, sides))
    sizes = {word for side in sides for s in symbols(side) for dim in s.shape for word in findall(r"\w+", str(dim))}
    layers = (s for s in free if s.has("integer") and s.has("nonnegative") and s.name not in sizes)
    return sorted(layers, key=lambda s: s.name)


def holds_by_induction(algebra: WordsAlgebra, lhs: Term, rhs: Term) -> Sym | None:
    """The layer by induction over which the two sides are equal, whatever the other symbols are.

    The induction runs over the highest layer of a recursion: where the two sides speak of layer l + 1, it starts with
    what they say at l = -1, products being empty there.  Means over contexts are equal where this is so at each.
    """
    match lhs, rhs:
        case Op(head="expect", args=(f,)), Op(head="expect", args=(g,)):
            return holds_by_induction(algebra, f, g)
    if any(isinstance(node, Op) and node.head in {"expect", "expect_given"} for side in (lhs, rhs)
           for node in nodes(side)):
        return None
    for layer in layers_in(lhs, rhs):
        try:
            highest = max(_above(algebra, node, layer) for side in (lhs, rhs) for node in nodes(side))
            left, right = (substitute(side, {layer: layer - highest}) if highest else side for side in (lhs, rhs))
            if _step_is_open(algebra, left, right) and _base(algebra, left, right, layer) and _step(
                algebra, left, right, layer
            ):
                return layer
        except Lacks:
            continue
    return None


def _above(algebra: WordsAlgebra, node: Term, layer: Sym) -> int:
    """How far above the layer a recursion reaches; 0 for what is none."""
    if not isinstance(node, Op) or node.head not in RECURSIVE:
        return 0
    upto = node.args[4] if node.head == "sequence" else node.args[1] + 1
    if layer not in free_symbols(upto):
        return 0
    constant = algebra.read(upto - layer).as_ratio()
    return max(int(constant.at(1)), 0) if constant is not None and constant.is_constant else 0


def _step_is_open(algebra: WordsAlgebra, lhs: Term, rhs: Term) -> bool:
    """Whether the equation at one layer is about something opaque, so that it can be used at the next."""
    return bool(algebra.solved([(algebra.read(lhs), algebra.read(rhs))]))


def _base(algebra: WordsAlgebra, lhs: Term, rhs: Term, layer: Sym) -> bool:
    at_zero = {layer: term(0)}
    return algebra.equal(*(algebra.read(substitute(side, at_zero)) for side in (lhs, rhs)))


def _step(algebra: WordsAlgebra, lhs: Term, rhs: Term, layer: Sym) -> bool:
    above = {layer: layer + 1}
    left, right = (algebra.read(substitute(side, above)) for side in (lhs, rhs))
    return algebra.equal_assuming(left, right, [(algebra.read(lhs), algebra.read(rhs))])


def is_opaque(*sides: Term) -> bool:
    """Whether different normal forms say little: functions of which few laws are known."""
    exponentials = {node for side in sides for node in nodes(side) if isinstance(node, Op) and node.head == "exp"}
    return len(exponentials) > 1 or any(
        isinstance(node, Op) and node.head in OPAQUE for side in sides for node in nodes(side)
    )


def averages_contexts(*sides: Term) -> bool:
    """Whether means are taken over contexts or rotations, of which few laws are known, too."""
    means = (node for side in sides for node in nodes(side) if isinstance(node, Op))
    return any(node.head in {"expect", "expect_given"} and _over_contexts(node) for node in means)


def _over_contexts(node: Op) -> bool:
    return any(s.traits & {"context", "haar"} for s in free_symbols(node))
