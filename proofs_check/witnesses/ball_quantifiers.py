"""Quantifiers over one number at an exact point: comparisons of polynomials in it, decided by their sign tables.

A quantifier over an index is looked at for each value of the index.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flint

from numeric.sign_tables import signs

from ..algebras.ball_lines import polynomial
from ..algebras.ball_random import place
from ..algebras.ball_values import number
from ..algebras.balls import BallsAlgebra
from ..statement.fold import Lacks
from ..statement.indices import reach
from ..statement.props import Prop
from ..statement.shape import shape_of
from ..statement.terms import Sym, Term
from .ball_trace import Link, Trace, Truth

HEADS = frozenset({"exists", "for_all"})
_FREE = frozenset({"parameter", "positive", "nonnegative", "nonzero"})
_HOLDS: dict[str, Callable[[int], bool]] = {
    "eq": lambda sign: sign == 0, "ne": lambda sign: sign != 0, "le": lambda sign: sign <= 0,
    "lt": lambda sign: sign < 0, "ge": lambda sign: sign >= 0, "gt": lambda sign: sign > 0,
}  # fmt: skip
Decide = Callable[[Prop, BallsAlgebra, Trace], Truth]


def decide(prop: Prop, algebra: BallsAlgebra, trace: Trace, inner: Decide) -> Truth:
    """``exists`` or ``for_all`` at the point; ``inner`` decides what an index is put into."""
    variable, body = prop.args
    assert isinstance(variable, Sym)
    assert isinstance(body, Prop)
    if variable.has("index"):
        values = range(1, algebra.size(reach(variable)) + 1)
        found = [inner(body, algebra.moved({variable.name: place(k)}), trace) for k in values]
    elif variable.shape == (1, 1) and variable.traits <= _FREE:
        found = list(_on_the_line(variable, body, algebra))
    else:
        raise Lacks("balls lacks quantifiers over anything but an index and one real number")
    truth = max(found) if prop.head == "exists" else min(found)
    trace.links.append(Link(prop.head, truth, place=trace.place_of(prop)))
    return truth


def _on_the_line(variable: Sym, body: Prop, algebra: BallsAlgebra) -> list[Truth]:
    """Whether ``body`` holds, on each point and interval of which the variable admits the values."""
    here = algebra.moved({variable.name: number(0)})
    atoms: dict[Prop, int] = {}
    polynomials = [flint.fmpq_poly([0, 1])]
    for atom in _comparisons(body):
        if atom not in atoms:
            atoms[atom] = len(polynomials)
            polynomials.append(polynomial(_difference(atom), variable, here))
    rows = [row for row in signs(polynomials) if _admits(variable, row[0])]
    return [_read(body, {atom: row[k] for atom, k in atoms.items()}) for row in rows]


def _admits(variable: Sym, sign: int | None) -> bool:
    assert sign is not None  # of the variable itself
    if variable.has("positive"):
        return sign > 0
    return sign >= 0 if variable.has("nonnegative") else sign != 0 or not variable.has("nonzero")


def _comparisons(body: Prop) -> list[Prop]:
    if body.head in _HOLDS:
        return [body]
    if body.head in {"and", "implies", "iff"}:
        return [atom for arg in body.args if isinstance(arg, Prop) for atom in _comparisons(arg)]
    raise Lacks(f"balls lacks '{body.head}' of one number")


def _difference(atom: Prop) -> Term:
    left, right = (arg for arg in atom.args if isinstance(arg, Term))
    if shape_of(left) != (1, 1):
        raise Lacks("balls lacks comparisons of matrices below a quantifier")
    return left - right


def _read(body: Prop, sign: Mapping[Prop, int | None]) -> Truth:
    """The truth of a proposition from the signs of the differences that it compares."""
    if body.head in _HOLDS:
        found = sign[body]
        return Truth.UNKNOWN if found is None else Truth.TRUE if _HOLDS[body.head](found) else Truth.FALSE
    sides = [_read(arg, sign) for arg in body.args if isinstance(arg, Prop)]
    if body.head == "and":
        return min(sides)
    negated = {Truth.TRUE: Truth.FALSE, Truth.FALSE: Truth.TRUE, Truth.UNKNOWN: Truth.UNKNOWN}
    first, second = sides
    if body.head == "implies":
        return max(negated[first], second)
    return min(max(negated[first], second), max(negated[second], first))
