"""What each head binds, and where the symbols below it have other values, as the table of heads tells it.

``sum(i, n, f)`` binds i in f; ``minimum(f, u, v)`` looks at all values of u and v; an expectation averages over
outcomes, a time derivative looks at other moments.  What is known of a symbol at one value, at one moment or for one
outcome says nothing below a head that looks at others.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .heads import HEADS
from .heads.binding import Binder
from .heads.binding import Over as Over
from .trees import Op, Sym, Term, symbols

if TYPE_CHECKING:
    from .props import Prop

BINDERS: Mapping[str, Binder] = {head: row.binds for head, row in HEADS.items() if row.binds is not None}
"""Below all other heads every symbol has the value that it has outside."""


def heads(*over: Over) -> frozenset[str]:
    """The heads that go through these."""
    return frozenset(head for head, row in BINDERS.items() if row.over in over)


def names_of(node: Op | Prop) -> frozenset[Sym]:
    """The symbols that have other values below the head of ``node``.

    >>> from .terms import scalar, where
    >>> a, b = scalar("a"), scalar("b")
    >>> [s.name for s in names_of(where(a * b, (a, b)))]
    ['a']
    """
    row = BINDERS.get(node.head)
    if row is None:
        return frozenset()
    if row.over is Over.SOME:
        return frozenset().union(*(symbols(arg) for arg in node.args if isinstance(arg, Term)))
    return frozenset(arg for arg in node.args[slice(*row.names)] if isinstance(arg, Sym))


def below(node: Op | Prop) -> tuple[tuple[Term | Prop, frozenset[Sym]], ...]:
    """The arguments but the names themselves, each with the symbols that have other values in it."""
    names, (named, scope) = names_of(node), places(node)
    nothing = frozenset[Sym]()
    kept = node.head in BINDERS and BINDERS[node.head].at_a_point
    return tuple(
        (arg, names if k in scope else nothing) for k, arg in enumerate(node.args) if kept or k not in named
    )


def places(node: Op | Prop) -> tuple[range, range]:
    """Where the names of a head stand among its arguments, and where these have other values."""
    row, count = BINDERS.get(node.head), len(node.args)
    if row is None:
        return range(0), range(0)
    return range(count)[slice(*row.names)], range(count)[slice(*row.scope)]
