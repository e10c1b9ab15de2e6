"""What a term is an instance of.  Not trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...statement.props import Prop
from ...statement.terms import Abbrev, Op, Sym, Term
from .. import kernel as K
from ..binding import Refused, same
from ..kernel import Theorem

if TYPE_CHECKING:
    from .desk import Desk, Held


def instance_of(desk: Desk, th: Theorem, p: Prop, held: Held) -> Theorem | None:
    """What the theorem says of all values, at those at which it says p, if it does."""
    at: dict[Sym, Term] = {}
    body = inside(th.proposition)
    if body.head != p.head or not matches(body, p, at):
        return None
    try:
        found = specialised(desk, th, at, held)
        return found if same(found.proposition, p) else None
    except Refused:
        return None


def inside(p: Prop) -> Prop:
    """What is said of all values."""
    while p.head == "for_all" and isinstance(p.args[1], Prop):
        p = p.args[1]
    return p


def specialised(desk: Desk, th: Theorem, at: Mapping[Sym, Term], held: Held) -> Theorem:
    """What is so for all values, at these, and at each symbol itself that has none."""
    while th.proposition.head == "for_all":
        x = th.proposition.args[0]
        assert isinstance(x, Sym)
        value = at.get(x, x)
        th = K.specialise(th, value, desk.have(value, conditions=K.promised(x, value), premises=held))
    return th


def matches(pattern: object, node: object, at: dict[Sym, Term]) -> bool:
    """Whether the node is the pattern with terms for its symbols, which are then in ``at``."""
    pattern, node = opened(pattern), opened(node)
    if isinstance(pattern, Sym) and isinstance(node, Term):
        return same(at.setdefault(pattern, node), node)
    if isinstance(pattern, (Op, Prop)) and isinstance(node, (Op, Prop)):
        pairs = zip(pattern.args, node.args, strict=False)
        return (pattern.head, len(pattern.args)) == (node.head, len(node.args)) and all(matches(*x, at) for x in pairs)
    return pattern == node


def opened(node: object) -> object:
    return opened(node.body) if isinstance(node, Abbrev) else node
