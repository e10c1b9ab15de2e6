"""The letters that a statement binds: what is put in from outside may not speak of them, nor stand for them."""

from __future__ import annotations

from ..statement.props import Prop
from ..statement.terms import Sym, Term
from .families import bound_in
from .logic import GROWING

_AFTER_THE_FIRST = frozenset({
    "minimisers_satisfy", "nonconvex", "independent_of", "minimum_where", "convex", "differentiable", "depends_on",
    "same_flow", "always_along",
})
_IN_TURN = frozenset({"global_minimum", "local_minimum", "saddle"})
"""A function, then letters and values in turn."""


def letters_bound(node: Prop | Term) -> frozenset[Sym]:
    """The symbols that are bound anywhere in the proposition: by a quantifier, a limit, a minimum, a sum.

    >>> from ..statement.props import independent_of
    >>> from ..statement.terms import scalar
    >>> [s.name for s in letters_bound(independent_of(scalar("c"), scalar("x")))]
    ['x']
    """
    if isinstance(node, Term):
        return bound_in(node)
    args = node.args
    if node.head in {"for_all", "exists"}:
        own = args[:1]
    elif node.head in GROWING:
        own = args[2:]
    elif node.head in _IN_TURN:
        own = args[1::2]
    else:
        own = args[1:] if node.head in _AFTER_THE_FIRST else ()
    return frozenset(s for s in own if isinstance(s, Sym)).union(*map(letters_bound, args))
