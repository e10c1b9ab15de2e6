"""Reading a term in an algebra.

An algebra says what numbers, symbols and each head mean there.  A head's meaning is a function of the node and
of ``read`` (which folds a subterm), so that binders (expectation, gradient, substitution) can look before they
evaluate.  A head that an algebra does not know raises :class:`Lacks`; witnesses answer UNDECIDED then and say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from .mistakes import Lacks as Lacks
from .terms import Abbrev, Num, Op, Sym, Term

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
Meaning = Callable[[Op, Callable[[Term], Any]], Any]


class Algebra(Protocol[V_co]):
    name: str

    @property
    def heads(self) -> Mapping[str, Meaning]: ...

    def number(self, value: Fraction) -> V_co: ...

    def symbol(self, sym: Sym) -> V_co: ...


class Fold(Generic[V]):
    """A fold with a memory: equal subterms are read once."""

    def __init__(self, algebra: Algebra[V]) -> None:
        self.algebra = algebra
        self._memo: dict[Term, V] = {}

    def __call__(self, node: Term) -> V:
        found = self._memo.get(node)
        if found is None:
            found = self._memo[node] = self._read(node)
        return found

    def _read(self, node: Term) -> V:
        if isinstance(node, Op):
            meaning = self.algebra.heads.get(node.head)
            if meaning is None:
                raise Lacks(f"{self.algebra.name} lacks {node.head}")
            return meaning(node, self)
        if isinstance(node, Num):
            return self.algebra.number(node.value)
        if isinstance(node, Sym):
            return self.algebra.symbol(node)
        if isinstance(node, Abbrev):
            return self(node.body)
        raise TypeError(f"not a term: {node!r}")


def fold(node: Term, algebra: Algebra[V]) -> V:
    """The value of ``node`` in ``algebra``."""
    return Fold(algebra)(node)


def strict(function: Callable[..., Any]) -> Meaning:
    """The meaning of a head that evaluates all its arguments first."""

    def meaning(node: Op, read: Callable[[Term], Any]) -> Any:
        return function(*map(read, node.args))

    return meaning


Group = Callable[[Any], Mapping[str, Meaning]]
_TABLES: dict[tuple[Group, ...], dict[str, Group]] = {}


class Heads(Mapping[str, Meaning]):
    """The meanings in an algebra: ``plain`` ones, which are the same in all of its kind, and ``groups`` of such that
    are made for it, each when one of the group is first asked for; of two the later counts.

    Algebras are made by the thousand, one for each point and each step of a difference, and most read few heads.
    """

    def __init__(self, algebra: Any, plain: Mapping[str, Meaning], *groups: Group) -> None:
        if groups not in _TABLES:
            _TABLES[groups] = {head: group for group in groups for head in group(algebra)}
        self._algebra, self._plain, self._table = algebra, plain, _TABLES[groups]
        self._made: dict[Group, Mapping[str, Meaning]] = {}

    def __getitem__(self, head: str) -> Meaning:
        group = self._table.get(head)
        if group is None:
            return self._plain[head]
        if group not in self._made:
            self._made[group] = group(self._algebra)
        return self._made[group][head]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._plain, **self._table})

    def __len__(self) -> int:
        return len(self._plain.keys() | self._table)
