"""A letter that a minimum or a quantifier binds, and that stands free as well, is two letters: who looks for values of
the one must not meet the other.

>>> from .props import le
>>> from .psd import infimum
>>> from .terms import scalar
>>> a = scalar("a")
>>> apart([le(a - 1, infimum(a**2, a))])
(a - 1 ≤ inf_{a'} (a')²,)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from .binders import BINDERS, Over, names_of, places
from .binding import LETTERS, NAMING, free_symbols
from .props import Arg, Prop, nodes_in, subprops, substitute_in, symbols_in
from .terms import MadeSym, Op, Sym, Term, substitute, symbols

_RENAMED = frozenset(
    head for head, row in BINDERS.items() if row.over is Over.VALUES and not row.at_a_point and head != "where"
)
_KEPT = frozenset({"parameter", "random", "iid", "integer", "prompt", "derived", "context"})
"""Letters that others know by their names: a model, a law, a size."""


def apart(props: Sequence[Prop]) -> tuple[Prop, ...]:
    """The propositions, with other letters where one is bound that is free in any of them."""
    other = _other_letters(tuple(props))
    return tuple(_renamed_in(prop, other) for prop in props) if other else tuple(props)


@lru_cache(maxsize=1 << 10)
def _other_letters(props: tuple[Prop, ...]) -> Mapping[Sym, Sym]:
    bound = frozenset[Sym]().union(*(names_of(node) for prop in props for node in _binding(prop)))
    free = frozenset[Sym]().union(*(free_symbols(prop, NAMING | LETTERS) for prop in props)) if bound else bound
    both = {s for s in bound & free if not s.traits & _KEPT}
    taken = {node.name for prop in props for node in nodes_in(prop) if isinstance(node, Sym)} if both else set()
    return {s: _fresh(s, taken) for s in both}


def _binding(prop: Prop) -> Iterable[Op | Prop]:
    yield from (sub for _, sub in subprops(prop) if sub.head in _RENAMED)
    yield from (node for node in nodes_in(prop) if isinstance(node, Op) and node.head in _RENAMED)


def _fresh(sym: Sym, taken: set[str]) -> Sym:
    primes = "'"
    while sym.name + primes in taken:
        primes += "'"
    return MadeSym(sym.name + primes, sym.shape, sym.traits, (sym.tex or sym.name) + primes)


def _renamed_in(prop: Prop, other: Mapping[Sym, Sym]) -> Prop:
    return prop if symbols_in(prop).isdisjoint(other) else Prop(prop.head, _arguments(prop, other))


def _renamed(node: Term, other: Mapping[Sym, Sym]) -> Term:
    if not isinstance(node, Op) or symbols(node).isdisjoint(other):
        return node
    return Op(node.head, tuple(arg for arg in _arguments(node, other) if isinstance(arg, Term)))


def _arguments(node: Op | Prop, other: Mapping[Sym, Sym]) -> tuple[Arg, ...]:
    inner = [_renamed_in(a, other) if isinstance(a, Prop) else _renamed(a, other) for a in node.args]
    mine: dict[Sym, Term] = {s: other[s] for s in names_of(node) & other.keys()} if node.head in _RENAMED else {}
    if not mine or any(s.has("derived") for a in node.args if isinstance(a, Term) for s in symbols(a)):
        return tuple(inner)
    named, scope = places(node)
    return tuple(
        mine.get(a, a) if k in named and isinstance(a, Sym)
        else a if k not in scope
        else substitute_in(a, mine) if isinstance(a, Prop) else substitute(a, mine)
        for k, a in enumerate(inner)
    )
