"""Equations that give a symbol its value, with the symbol on the left: ``0 = K`` is ``K = 0``.

Whoever puts in what is assumed looks for the symbol there.  Only what is assumed is turned, never what is stated.
"""

from __future__ import annotations

from .premises import with_said
from .props import Prop
from .terms import Op, Sym, Term, nodes, symbols

_CONSTANTS = frozenset({"identity", "zero"})


def assumed(hypothesis: Prop) -> Prop:
    """The hypothesis, each such equation among its links turned.

    >>> from .props import eq
    >>> from .terms import scalar, term
    >>> assumed(eq(term(0), scalar("a")))
    a = 0
    """
    if hypothesis.head == "and":
        return _rebuilt(hypothesis, *map(assumed, _inside(hypothesis)))
    return Prop("eq", hypothesis.args[::-1]) if _gives_a_value(hypothesis) else hypothesis


def with_premises(prop: Prop) -> Prop:
    """The proposition, the premises of its implications turned."""
    return with_said(prop, lambda _, link: link, assumed)


def _gives_a_value(prop: Prop) -> bool:
    """Whether it is an equation whose right side alone is a symbol that can be put in for."""
    match prop:
        case Prop(head="eq", args=(Term() as value, Sym() as sym)) if not _is_free(value) and _is_free(sym):
            at_start = any(isinstance(node, Op) and node.head == "at0" for node in nodes(value))
            return sym not in symbols(value) and not at_start
    return False


def _is_free(node: Term) -> bool:
    return isinstance(node, Sym) and not node.traits & _CONSTANTS


def _inside(prop: Prop) -> list[Prop]:
    return [arg for arg in prop.args if isinstance(arg, Prop)]


def _rebuilt(prop: Prop, *inner: Prop) -> Prop:
    return prop if list(inner) == _inside(prop) else Prop(prop.head, inner)
