"""The numbers that a statement names a member of a sample by, or compares a length with: what holds for shorter samples
may fail for longer ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Num, Op, Sym, Term, symbols

LONGEST = 12
"""A named member beyond this one is looked at by nobody."""
_RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})


def named_lengths(props: Sequence[Prop]) -> list[int]:
    """Smallest first.

    >>> from ...statement.props import eq, ge, implies
    >>> from ...statement.terms import Num, at, scalar, vector
    >>> N, x = scalar("N", "integer", "positive"), vector("x", "d", "random", "iid")
    >>> named_lengths([implies(ge(N, 3), eq(at(x, 5), 0 * at(x, 5)))])
    [3, 5]
    """
    found = {n.value for prop in props for n in _named(prop) if n.value.denominator == 1 and n.value > 1}
    return sorted(int(x) for x in found)


def has_far_member(props: Sequence[Prop]) -> bool:
    """Whether a member that nobody looks at is named."""
    far = {n.value for prop in props for n in _members(prop) if n.value > LONGEST}
    return bool(far)


def _named(prop: Prop) -> Iterator[Num]:
    yield from _members(prop)
    for _, sub in subprops(prop):
        sides = [arg for arg in sub.args if isinstance(arg, Term)]
        met = frozenset().union(*map(symbols, sides))
        if sub.head in _RELATIONS and met and all(s.has("integer") and not s.has("index") for s in met):
            yield from (side for side in sides if isinstance(side, Num))


def _members(prop: Prop) -> Iterator[Num]:
    for _, node in subterms(prop):
        if isinstance(node, Op) and node.head == "at" and isinstance(node.args[0], Sym):
            yield from (arg for arg in node.args[1:] if isinstance(arg, Num))
