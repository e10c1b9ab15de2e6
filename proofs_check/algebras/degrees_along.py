"""The degree of a term along a line: every moving symbol replaced by itself plus s times a direction."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from ..statement.binders import names_of
from ..statement.fold import Lacks
from ..statement.terms import Abbrev, Num, Op, Sym, Term, nodes, symbols

_LINEAR = frozenset({"+", "-", "neg", "T", "tr", "block", "stack", "beside", "vec", "entry", "row", "col",
                     "expect", "expect_given", "diag", "sum", "sum_unequal", "at", "stack_over", "beside_over"})
_BILINEAR = frozenset({"*", "inner", "kron"})
CONSTANT_HEADS = frozenset({"minimum", "at0"})
"""Constants of the motion, but for what a least value is not taken over, and what the start is made of."""
_LOSS_DEGREE = 4
"""The prediction is quadratic in the parameters, and the loss is quadratic in the prediction."""


def is_constant(node: Op, moving: frozenset[str]) -> bool:
    """Whether a head of :data:`CONSTANT_HEADS` makes a constant of the motion of what stands below it."""
    still = names_of(node) if node.head == "minimum" else {s for s in symbols(node) if s.has("parameter")}
    return all(sym in still for sym in symbols(node) if sym.name in moving)


def refuse_starts(f: Term, moving: Iterable[Term]) -> None:
    """Raise :class:`Lacks` where what the start of the flow is made of may move with what is no parameter."""
    started = any(isinstance(node, Op) and node.head == "at0" for node in nodes(f))
    if started and not all(isinstance(x, Sym) and x.has("parameter") for x in moving):
        raise Lacks("this engine lacks derivatives of the start of a flow")


@lru_cache(maxsize=1 << 14)
def speaks_of_velocity(node: Term) -> bool:
    """Whether it speaks of the flow's velocity, which moves with every letter of the loss."""
    return any(isinstance(sub, Op) and sub.head == "ddt" for sub in nodes(node))


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
    if node.head == "ddt" and moving:
        raise Lacks("balls lacks derivatives of the velocity of a flow")
    if node.head in CONSTANT_HEADS:
        if not is_constant(node, moving):
            raise Lacks(f"balls lacks derivatives of {node.head}")
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
