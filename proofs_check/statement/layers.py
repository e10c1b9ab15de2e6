"""Whether what is said of every layer can be told from a few: it can where a layer is no more than the number of a
member of a family.  Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .props import Prop, subprops
from .terms import Op, Sym, Term, children


def counts_layers(props: Iterable[Prop]) -> bool:
    """Whether every layer is spoken of, and a layer is a number, as in ``l * c_l``, or has a neighbour, as in
    ``c_(l+1)``: then the first layers say nothing of the others.

    >>> from .attention import layer, layers
    >>> from .props import eq, for_all
    >>> from .terms import at
    >>> l, c = layer("l"), layers("c")
    >>> counts_layers([for_all(l, eq(at(c, l), 0))]), counts_layers([for_all(l, eq(l * at(c, l), 0))])
    (False, True)
    """
    listed = list(props)
    quantified = any(
        sub.head in {"for_all", "exists"} and _is_layer(sub.args[0]) for prop in listed for _, sub in subprops(prop)
    )
    said = (arg for prop in listed for _, sub in subprops(prop) for arg in _spoken(sub))
    return quantified and any(map(_counts, said))


def _spoken(prop: Prop) -> Iterator[Term]:
    """The terms of a proposition, but for the symbol that a quantifier binds."""
    bound = prop.args[:1] if prop.head in {"for_all", "exists"} else ()
    return (arg for arg in prop.args[len(bound):] if isinstance(arg, Term))


def _counts(node: Term) -> bool:
    """Whether a layer occurs anywhere but as the number of a member."""
    if isinstance(node, Op) and node.head == "at" and _is_layer(node.args[1]):
        return False
    return _is_layer(node) or any(map(_counts, children(node)))


def _is_layer(node: object) -> bool:
    return isinstance(node, Sym) and node.has("layer")
