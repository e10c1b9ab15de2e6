"""Bounds by quotients and roots, without them: what a < p/q and 0 < a < sqrt(r) say of signs.  Not trusted."""

from __future__ import annotations

from ...statement.props import le, lt
from ...statement.terms import Abbrev, Op, Term
from ..binding import Refused
from ..kernel import Theorem
from .algebra import combination
from .desk import Desk, Held, relation


def cleared(desk: Desk, held: Held) -> list[Theorem]:
    """q a < p for a < p/q with q > 0; a a < r for a < sqrt(r) with a >= 0."""
    found: list[Theorem] = []
    for th in held:
        if th.proposition.head in {"lt", "gt", "le", "ge"}:
            _clear(desk, th, held, found)
    return found


def _clear(desk: Desk, th: Theorem, held: Held, found: list[Theorem]) -> None:
    low, high = map(_plain, relation(th.proposition))
    order = lt if th.proposition.head in {"lt", "gt"} else le
    match high:
        case Op("/", (Term() as p, Term() as q)):
            goal, by = order(q * low, p), q
        case Op("sqrt", (Term() as r,)):
            goal, by = order(low * low, r), low + high
        case _:
            return
    try:
        new = combination(desk, goal, [th], [by], [])
    except Refused:
        return
    found.append(new)
    _clear(desk, new, held, found)


def _plain(node: Term) -> Term:
    return _plain(node.body) if isinstance(node, Abbrev) else node
