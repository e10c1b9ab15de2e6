"""Which indices a proposition leaves free: it then speaks of every value of theirs; which letters it only binds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .binders import BINDERS, names_of
from .binding import LETTERS, OWN_LETTERS, free_symbols
from .heads import PROPS
from .props import Prop, subterms
from .terms import Dim, Num, Op, Sym, Term, children, nodes, symbols


@lru_cache(maxsize=1 << 14)
def free_indices(node: Prop | Term) -> frozenset[Sym]:
    """The index symbols that no sum, minimum, list or quantifier in ``node`` binds.

    >>> from .terms import entry, index, matrix, total
    >>> i, j, A = index("i", "d"), index("j", "d"), matrix("A")
    >>> [s.name for s in free_indices(total(i, 3, entry(A, i, j)))]
    ['j']
    """
    return frozenset(sym for sym in free_symbols(node, _BINDING) if sym.has("index"))


_BINDING = LETTERS | (BINDERS.keys() & PROPS.keys())


def reach(i: Sym) -> Dim:
    """The dimension up to which an index runs."""
    found = next(trait.removeprefix("range:") for trait in i.traits if trait.startswith("range:"))
    return int(found) if found.isdigit() else found


def last_member(terms: Iterable[Term]) -> int:
    """The largest number of a member x_2, x_3, ... beside a sum over members, 0 where there is none.

    A sum up to a number names its members as one that is written out.

    >>> from .terms import at, index, scalar, total, vector
    >>> x, i, N = vector("x", "d", "iid"), index("i", "N"), scalar("N", "integer", "positive")
    >>> last_member([total(i, N, at(x, i)).T * at(x, 5)]), last_member([total(i, 2, at(x, i))]), last_member([at(x, 5)])
    (5, 2, 0)
    """
    found = [node for root in terms for node in nodes(root) if isinstance(node, Op)]
    named = [i for node in found if _is_member(node) for i in node.args[1:]]
    named += [node.args[1] for node in found if node.head == "sum" and _speaks_of_members(node.args[2])]
    numbers = [int(i.value) for i in named if isinstance(i, Num)]
    return max(numbers, default=0) if any(node.head in {"sum", "sum_unequal"} for node in found) else 0


def _is_member(node: Term) -> bool:
    return isinstance(node, Op) and node.head == "at" and isinstance(node.args[0], Sym) and node.args[0].has("iid")


def _speaks_of_members(node: Term) -> bool:
    return any(map(_is_member, nodes(node)))


def lengths_of_members(terms: Iterable[Term]) -> dict[Sym, frozenset[str]]:
    """The numbers up to which the members of each family run, as sums and the ranges of free indices tell.

    >>> from .terms import at, index, scalar, total, vector
    >>> x, i, M = vector("x", "d", "iid"), index("i", "N"), scalar("M", "integer", "positive")
    >>> sorted(lengths_of_members([at(x, i), total(i, M, at(x, i))])[x])
    ['M', 'N']
    """
    found: dict[Sym, frozenset[str]] = {}
    for root in terms:
        _collect_lengths(root, {}, found)
    return found


def _collect_lengths(node: Term, upper: dict[Sym, str], found: dict[Sym, frozenset[str]]) -> None:
    if isinstance(node, Op) and node.head in {"sum", "sum_unequal"}:
        *bound, last, body = node.args
        _collect_lengths(body, upper | {i: repr(last) for i in bound if isinstance(i, Sym)}, found)
        return
    if isinstance(node, Op) and _is_member(node):
        family, *places = node.args
        assert isinstance(family, Sym)
        for i in (i for place in places for i in symbols(place) if i.has("index")):
            found[family] = found.get(family, frozenset()) | {upper.get(i) or str(reach(i))}
    for child in children(node):
        _collect_lengths(child, upper, found)


def only_bound(prop: Prop) -> frozenset[Sym]:
    """The letters of recursions, products over layers and slopes that ``prop`` does not speak of outside these."""
    terms = [node for _, node in subterms(prop) if isinstance(node, Op) and node.head in OWN_LETTERS]
    bound = frozenset[Sym]().union(*map(names_of, terms))
    return bound - free_symbols(prop) if bound else bound
