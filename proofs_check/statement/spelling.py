"""Terms printed as a statement prints them.

How a symbol is printed is no part of what it is, so whatever is remembered of a term may come back in the letters of an
equal one.  Before a term is shown, its symbols are taken from the statement that it is shown with.
"""

from __future__ import annotations

from .props import Prop, subterms
from .terms import Abbrev, Op, Sym, Term


def spelled_as(prop: Prop, node: Term) -> Term:
    """``node`` with the symbols that ``prop`` has printed as they are there."""
    return _spelled({s: s for _, s in subterms(prop) if isinstance(s, Sym)}, node)


def _spelled(known: dict[Sym, Sym], node: Term) -> Term:
    if isinstance(node, Sym):
        return known.get(node, node)
    if isinstance(node, Op):
        return Op(node.head, tuple(_spelled(known, arg) for arg in node.args))
    return Abbrev(known.get(node.sym, node.sym), _spelled(known, node.body)) if isinstance(node, Abbrev) else node
