"""When two propositions say the same, up to the normal form of their terms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..statement.fold import Lacks
from ..statement.props import Prop
from ..statement.terms import Sym, Term
from .logic import GROWING, Line, is_closed


class Same(Protocol):
    """Decides equality of terms for every d, N and every value of the symbols."""

    def same(self, lhs: Term, rhs: Term) -> bool: ...


def shown_in(target: Line, shown: Iterable[Line], algebra: Same, *, exact_mode: bool = True) -> bool:
    """Whether ``target`` is one of ``shown``: a universal line counts along the flow as well.

    Where integers grow it does not: the flow, and so what moves along it, may depend on them.

    With ``exact_mode`` a line along the flow does not count for a universal target unless it is closed.
    """
    counting = [
        line for line in shown
        if (target.along or not line.along or not exact_mode or is_closed(line.prop))
        and not (target.along and target.prop.head in GROWING and not is_closed(target.prop))
    ]
    # Word for word first: normal forms of others take time.
    return any(target.prop == line.prop for line in counting) or any(
        same_prop(target.prop, line.prop, algebra) for line in counting
    )


def same_prop(a: Prop, b: Prop, algebra: Same) -> bool:
    """Same head, and arguments that are equal one by one (equations may be turned round)."""
    if a == b:
        return True
    if a.head != b.head or len(a.args) != len(b.args):
        return False
    if _arguments(a.args, b.args, algebra):
        return True
    return a.head in {"eq", "ne", "commute"} and _arguments(a.args, b.args[::-1], algebra)


def _arguments(left: tuple[Term | Prop, ...], right: tuple[Term | Prop, ...], algebra: Same) -> bool:
    return all(_argument(x, y, algebra) for x, y in zip(left, right, strict=True))


def _argument(x: Term | Prop, y: Term | Prop, algebra: Same) -> bool:
    if isinstance(x, Prop) and isinstance(y, Prop):
        return same_prop(x, y, algebra)
    if isinstance(x, Prop) or isinstance(y, Prop):
        return False
    if x == y:
        return True
    if isinstance(x, Sym) and isinstance(y, Sym):
        return False
    try:
        return algebra.same(x, y)
    except Lacks:
        return False
