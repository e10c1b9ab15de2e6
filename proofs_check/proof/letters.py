"""The letters that a statement binds: what is put in from outside may not speak of them, nor stand for them."""

from __future__ import annotations

from ..statement.binders import names_of
from ..statement.props import Prop, nodes_in, subprops
from ..statement.terms import Op, Sym, Term, nodes


def letters_bound(stated: Prop | Term) -> frozenset[Sym]:
    """The symbols that are bound anywhere in it: by a quantifier, a limit, a minimum, a sum.

    >>> from ..statement.props import independent_of, nodes_in
    >>> from ..statement.terms import scalar
    >>> [s.name for s in letters_bound(independent_of(scalar("c"), scalar("x")))]
    ['x']
    """
    terms = nodes(stated) if isinstance(stated, Term) else nodes_in(stated)
    props = (p for _, p in subprops(stated)) if isinstance(stated, Prop) else ()
    binding = (*(node for node in terms if isinstance(node, Op)), *props)
    return frozenset[Sym]().union(*map(names_of, binding))
