"""The degree of a term along a line: every moving symbol replaced by itself plus s times a direction."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ..statement.fold import Lacks
from ..statement.terms import Abbrev, Num, Op, Sym, Term

_LINEAR = frozenset({"+", "-", "neg", "T", "tr", "block", "stack", "beside", "vec", "entry", "row", "col",
                     "expect", "expect_given", "diag", "sum", "sum_unequal", "at", "stack_over", "beside_over"})
_BILINEAR = frozenset({"*", "inner", "kron"})
CONSTANT_HEADS = frozenset({"minimum", "at0"})
"""Constants of the motion: nothing inside depends on where one is."""
_LOSS_DEGREE = 4
"""The prediction is quadratic in the parameters, and the loss is quadratic in the prediction."""


@lru_cache(maxsize=1 << 14)
def degree_along(node: Term, moving: frozenset[str]) -> int:
    """An upper bound on the degree in s; raises :class:`Lacks` where the term may be no polynomial in s."""
    if isinstance(node, Num):
        return 0
    if isinstance(node, Abbrev):
        return degree_along(node.body, moving)
    if isinstance(node, Sym):
        return _LOSS_DEGREE if node.has("derived") else int(node.name in moving)
    assert isinstance(node, Op)
    if node.head in CONSTANT_HEADS:
        return 0
    if node.head == "^" and node.args[1] == Num(Fraction(2)) and isinstance(node.args[0], Op):
        length = node.args[0]
        if length.head in {"norm_F", "norm_2"}:
            return 2 * degree_along(length.args[0], moving)
    degrees = [degree_along(arg, moving) for arg in node.args]
    if not any(degrees):
        return 0
    if node.head in _LINEAR:
        return max(degrees)
    if node.head in _BILINEAR:
        return sum(degrees)
    if node.head == "/" and degrees[1] == 0:
        return degrees[0]
    if node.head == "^" and isinstance(node.args[1], Num):
        exponent = node.args[1].value
        if exponent.denominator == 1 and exponent >= 0:
            return degrees[0] * int(exponent)
    raise Lacks(f"balls lacks derivatives of {node.head}")
