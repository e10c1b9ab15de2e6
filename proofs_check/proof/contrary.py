"""The contrary of what a step shows: false wherever the step is true.

A sound rule never shows both, unless the step rests on assumptions that contradict each other.  So every step that
follows is asked for its contrary: a rule that takes too much shows itself.  Standard library only.
"""

from __future__ import annotations

from ..statement.props import Prop
from ..statement.shape import shape_of
from ..statement.terms import Term, eye
from .logic import Line

_ORDERS = {"le": "lt", "lt": "le"}
_DEFINITE = {"psd": "posdef", "posdef": "psd"}
_VALUED = frozenset({"eq", "tends", "tends_jointly", "limit"})
"""Propositions that name a value, their second argument."""


def contrary(line: Line) -> Line | None:
    """A statement that contradicts ``line``; None for statements without a simple one."""
    found = _contrary(line.prop)
    return None if found is None else Line(found, line.along)


def _contrary(prop: Prop) -> Prop | None:
    if prop.head in _ORDERS:
        return Prop(_ORDERS[prop.head], prop.args[::-1])
    if prop.head == "ne":
        return Prop("eq", prop.args)
    if prop.head in _DEFINITE and isinstance(prop.args[0], Term):
        return Prop(_DEFINITE[prop.head], (-prop.args[0],))
    if prop.head in _VALUED and all(isinstance(side, Term) for side in prop.args[:2]):
        body, value, *rest = prop.args
        assert isinstance(value, Term)
        other = _another(value, body)
        return None if other is None else Prop(prop.head, (body, other, *rest))
    return None


def _another(value: Term, body: Term | Prop) -> Term | None:
    """``value`` plus 1, or plus the identity where it is a square matrix."""
    shape = shape_of(value) or (shape_of(body) if isinstance(body, Term) else None)
    if shape == (1, 1):
        return value + 1
    return value + eye(shape[0]) if shape is not None and shape[0] == shape[1] else None
