r"""Bound symbols: the letters of a recursion, a product or a derivative, which nothing outside may touch.

``sequence(F, l, start, step, upto)`` binds ``F`` and ``l`` in ``step`` alone, a product its layer in the factor,
``slope`` its variable in the body, a sum its index in the summand.  Substitution leaves them as they are and renames
them where a value would be captured.  Of ``where`` it takes every symbol for free, as its readers expect: what it
replaces may stand in a derived symbol, by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .trees import Abbrev, MadeSym, Op, Sym, Term, children, symbols

SCOPES: dict[str, tuple[int, int]] = {
    "sequence": (2, 3), "product_up": (1, 2), "product_down": (1, 2), "slope": (1, 1),
    "slope_right": (1, 1), "slope_left": (1, 1),
}  # fmt: skip
"""How many of a head's first arguments are symbols that it binds, and the argument in which it does."""
INDICES = {"sum": 1, "sum_unequal": 2, "least_over": 1, "least_unequal": 2, "stack_over": 1, "beside_over": 1,
            "per_prompt": 1}
"""Heads that bind indices in all their other arguments."""

_NAMES_AN_OUTER_INDEX = frozenset({"per_prompt"})
"""A term of one prompt stands under a sum over the prompts: where that is unrolled, its number is put in."""

Bindings = Mapping[Sym, Term]


def bound_symbols(node: Op) -> frozenset[Sym]:
    """The symbols that the head of ``node`` binds somewhere in its arguments."""
    count = SCOPES[node.head][0] if node.head in SCOPES else INDICES.get(node.head, 0)
    return frozenset(arg for arg in node.args[:count] if isinstance(arg, Sym))


@lru_cache(maxsize=1 << 15)
def free_symbols(node: Term) -> frozenset[Sym]:
    """The symbols in ``node`` that nothing in it binds, those in the bodies of abbreviations included.

    >>> from .attention import layer, layers, product_up
    >>> from .terms import at
    >>> l, B = layer("l"), layers("B", "d", "d")
    >>> sorted(s.name for s in free_symbols(product_up(l, layer("k"), at(B, l))))
    ['B', 'k']
    """
    if isinstance(node, Sym):
        return frozenset({node})
    if not isinstance(node, Op):
        return frozenset().union(*map(free_symbols, children(node)))
    bound = bound_symbols(node)
    if node.head not in SCOPES:
        return frozenset().union(*map(free_symbols, node.args)) - bound
    count, scope = SCOPES[node.head]
    outside = (arg for k, arg in enumerate(node.args) if k >= count and k != scope)
    return frozenset().union(free_symbols(node.args[scope]) - bound, *map(free_symbols, outside))


def substitute(node: Term, bindings: Bindings) -> Term:
    """``node`` with free symbols replaced by terms, abbreviations opened where they change; nothing is captured.

    >>> from .attention import product_up, layer, layers
    >>> from .terms import at
    >>> l, B = layer("l"), layers("B", "d", "d")
    >>> substitute(product_up(l, l, at(B, l)), {l: layer("j")}) == product_up(l, layer("j"), at(B, l))
    True

    An index that is bound anew keeps its letter where something is put in for the outer one:

    >>> from .terms import index, term, total
    >>> i = index("i", "n")
    >>> substitute(i * total(i, 3, i), {i: term(2)}) == 2 * total(i, 3, i)
    True
    """
    if isinstance(node, Sym):
        return bindings.get(node, node)
    if isinstance(node, Op):
        if bindings.keys().isdisjoint(_named(node)):
            return node
        if node.head in SCOPES:
            return _in_scope(node, bindings)
        if node.head in INDICES and node.head not in _NAMES_AN_OUTER_INDEX:
            return _under_indices(node, bindings)
        return Op(node.head, tuple(substitute(a, bindings) for a in node.args))
    if isinstance(node, Abbrev):
        if node.sym in bindings:
            return bindings[node.sym]
        body = substitute(node.body, bindings)
        return node if body == node.body else body
    return node


def _in_scope(node: Op, bindings: Bindings) -> Op:
    count, scope = SCOPES[node.head]
    bound, body = bound_symbols(node), node.args[scope]
    inner = {sym: value for sym, value in bindings.items() if sym not in bound and sym in _mentioned(body)}
    arriving = frozenset().union(*map(free_symbols, inner.values()))
    renamed = {sym: _fresh(sym, arriving | symbols(body)) for sym in sorted(bound & arriving, key=lambda s: s.name)}
    args = []
    for k, arg in enumerate(node.args):
        if k < count:
            args.append(renamed.get(arg, arg) if isinstance(arg, Sym) else arg)
        else:
            args.append(substitute(arg, {**inner, **renamed} if k == scope else bindings))
    return Op(node.head, tuple(args))


def _under_indices(node: Op, bindings: Bindings) -> Op:
    count, bound = INDICES[node.head], bound_symbols(node)
    rest = node.args[count:]
    inner = {sym: value for sym, value in bindings.items() if sym not in bound and any(sym in _named(a) for a in rest)}
    arriving = frozenset().union(*map(free_symbols, inner.values()))
    taken = arriving.union(*map(_named, rest))
    renamed = {sym: _fresh(sym, taken) for sym in sorted(bound & arriving, key=lambda s: s.name)}
    indices = (renamed.get(arg, arg) if isinstance(arg, Sym) else arg for arg in node.args[:count])
    return Op(node.head, (*indices, *(substitute(arg, {**inner, **renamed}) for arg in rest)))


@lru_cache(maxsize=1 << 16)
def _named(node: Term) -> frozenset[Sym]:
    """All symbols, bound or free, and the names of abbreviations."""
    if isinstance(node, Sym):
        return frozenset({node})
    below = frozenset[Sym]().union(*map(_named, children(node)))
    return below | {node.sym} if isinstance(node, Abbrev) else below


@lru_cache(maxsize=1 << 12)
def _mentioned(node: Term) -> frozenset[Sym]:
    """The free symbols, and the names of abbreviations, which can be bound too."""
    names = (sub.sym for sub in _abbreviations(node))
    return free_symbols(node) | frozenset(names)


def _abbreviations(node: Term) -> frozenset[Abbrev]:
    below = frozenset[Abbrev]().union(*map(_abbreviations, children(node)))
    return below | {node} if isinstance(node, Abbrev) else below


def _fresh(sym: Sym, taken: frozenset[Sym]) -> Sym:
    """``sym`` with as many primes as make it new."""
    names, primes = {other.name for other in taken}, "'"
    while sym.name + primes in names:
        primes += "'"
    return MadeSym(sym.name + primes, sym.shape, sym.traits, (sym.tex or sym.name) + primes)


