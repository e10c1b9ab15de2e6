"""Which indices a proposition leaves free: it then speaks of every value of theirs; which letters it only binds."""

from __future__ import annotations

from functools import lru_cache

from .binding import INDICES, SCOPES, bound_symbols, free_symbols
from .props import Prop, subterms
from .terms import Dim, Op, Sym, Term, children

BOUND = INDICES
"""How many of a head's first arguments are indices that it binds."""


@lru_cache(maxsize=1 << 14)
def free_indices(node: Prop | Term) -> frozenset[Sym]:
    """The index symbols that no sum, minimum or list in ``node`` binds.

    >>> from .terms import entry, index, matrix, total
    >>> i, j, A = index("i", "d"), index("j", "d"), matrix("A")
    >>> [s.name for s in free_indices(total(i, 3, entry(A, i, j)))]
    ['j']
    """
    if isinstance(node, Prop):
        return frozenset().union(*(free_indices(arg) for arg in node.args))
    if isinstance(node, Sym):
        return frozenset({node}) if node.has("index") else frozenset()
    if isinstance(node, Op):
        if node.head == "prediction_on":
            i = node.args[2]
            return frozenset().union(*(free_indices(arg) for arg in node.args)) - {i}
        bound = node.args[: BOUND.get(node.head, 0)]
        rest = node.args[len(bound):]
        return frozenset().union(*(free_indices(arg) for arg in rest)) - frozenset(bound)
    return frozenset().union(*(free_indices(child) for child in children(node)))


def reach(i: Sym) -> Dim:
    """The dimension up to which an index runs."""
    return next(trait.removeprefix("range:") for trait in i.traits if trait.startswith("range:"))


def only_bound(prop: Prop) -> frozenset[Sym]:
    """The letters of recursions, products over layers and slopes that ``prop`` does not speak of outside these."""
    terms = [node for _, node in subterms(prop) if isinstance(node, Op) and node.head in SCOPES]
    bound = frozenset[Sym]().union(*map(bound_symbols, terms))
    return bound - free_in(prop) if bound else bound


def free_in(prop: Prop) -> frozenset[Sym]:
    """The symbols that no term of ``prop`` binds; those that a proposition such as ``exists`` binds are among them."""
    args = (free_in(arg) if isinstance(arg, Prop) else free_symbols(arg) for arg in prop.args)
    return frozenset[Sym]().union(*args)
