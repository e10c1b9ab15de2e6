"""Whether a term is differentiable: by what it is made of, or not, by two one-sided derivatives that differ."""

from __future__ import annotations

from symbolic.contexts import Dual, derivative_part
from symbolic.entries import Matrix

from ...statement.binding import free_symbols
from ...statement.fold import Lacks
from ...statement.props import Prop, terms_in
from ...statement.terms import Abbrev, Op, Sym, Term, children
from .environment import NOTHING, bound
from .reader import MOVING, Reader

SMOOTH = frozenset({
    "+", "-", "neg", "*", "T", "tr", "det", "inner", "vec", "kron", "block", "stack", "beside", "entry", "row", "col",
    "at", "sum", "product_up", "product_down", "sequence", "exp", "exp_each", "softmax", "masked_softmax", "delta",
})
"""Heads that are differentiable wherever they have a value."""


def differentiable(prop: Prop, reader: Reader) -> bool | None:
    """True where the body is composed of differentiable functions; False where it has a kink at the place."""
    body, *variables = terms_in(prop)
    moving = [v for v in variables if isinstance(v, Sym)]
    if _is_smooth(body, frozenset(moving)):
        return True
    if reader.place.style.letters:
        return None
    directions = {v: reader.place.direction(v) for v in moving}
    right, left = (_slope(body, directions, reader, side) for side in (1, -1))
    return None if right.rows == left.rows else False


def _is_smooth(node: Term, moving: frozenset[Sym]) -> bool:
    """Whether every function that is taken of the variables is differentiable."""
    if not free_symbols(node) & moving or isinstance(node, Sym):
        return True
    if isinstance(node, Abbrev):
        return _is_smooth(node.body, moving)
    assert isinstance(node, Op)
    if node.head == "activated":
        h = node.args[0]
        if not (isinstance(h, Sym) and h.has("smooth")):
            return False
    elif node.head not in SMOOTH:
        return False
    inside = moving | frozenset(node.args[:1]) if node.head == "sequence" else moving
    return all(_is_smooth(child, frozenset(s for s in inside if isinstance(s, Sym))) for child in children(node))


def _slope(body: Term, directions: dict[Sym, Matrix], reader: Reader, side: int) -> Matrix:
    """The derivative from one side along the directions."""
    env = NOTHING
    for v, T in directions.items():
        value = reader(v)
        if value.shape != T.shape:
            raise Lacks("entries lacks a direction of this shape")
        moved = Matrix.build(*value.shape, lambda i, j: Dual(value[i, j], T[i, j]))  # noqa: B023
        env = bound(env, v, (MOVING, side), moved)
    reader.place.side = side
    try:
        return derivative_part(reader(body, env))
    finally:
        reader.place.side = 0

