r"""The values of recursions as letters: ``X_{\ell+1}`` is read where one recursion of a statement is printed so.

>>> from ..statement.attention import layer, layers, sequence
>>> from ..statement.props import eq
>>> from ..statement.terms import at, matrix, scalar
>>> X, X_0, L = matrix("X"), matrix("X_0"), scalar("L", "integer", "positive")
>>> value = sequence(X, layer(), X_0, X + X * at(layers("A", "d", "d"), layer()), L)
>>> ((letter, meant),) = recursive(eq(value, X_0)).items()
>>> letter.sym.tex, meant == value, put_back(eq(X_0, letter), {letter: value})
('X_L', True, X_0 = X_L)
"""

from __future__ import annotations

from collections.abc import Mapping

from ..report.recursions import values
from ..statement.props import Prop
from ..statement.terms import Abbrev, Op, Term


def recursive(prop: Prop) -> dict[Abbrev, Op]:
    """The letters of a statement that are values of recursions, and what they stand for."""
    return {Abbrev(sym, value): value for value, sym in values(prop).items()}


def put_back(prop: Prop, meant: Mapping[Term, Term]) -> Prop:
    """The relation with what letters stand for."""

    def back(node: Term) -> Term:
        if node in meant:
            return meant[node]
        return Op(node.head, tuple(map(back, node.args))) if isinstance(node, Op) else node

    return Prop(
        prop.head,
        tuple(back(a) if isinstance(a, Term) else put_back(a, meant) if isinstance(a, Prop) else a for a in prop.args),
    )
