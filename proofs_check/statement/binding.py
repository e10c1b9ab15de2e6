r"""Bound symbols: the letters of a recursion, a product or a derivative, which nothing outside may touch.

``sequence(F, l, start, step, upto)`` binds ``F`` and ``l`` in ``step`` alone, a product its layer in the factor,
``slope`` its variable in the body, a sum its index in the summand.  Substitution leaves them as they are and renames
them where a value would be captured.  Of ``where`` it takes every symbol for free, as its readers expect: what it
replaces may stand in a derived symbol, by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from .binders import BINDERS, Over, below, heads, names_of, places
from .mistakes import Lacks
from .trees import Abbrev, MadeSym, Op, Sym, Term, children, symbols

if TYPE_CHECKING:
    from .props import Prop

OWN_LETTERS = heads(Over.LAYERS, Over.STEP)
"""Heads whose letters stand for nothing outside: those of recursions, products and derivatives along a line."""
INDICES = heads(Over.INDICES) | {"per_prompt"}
"""Heads that bind indices."""
LETTERS = OWN_LETTERS | INDICES
"""Heads whose letters a term does not speak of outside them."""
NAMING = frozenset(head for head, row in BINDERS.items() if not (row.at_a_point or row.over is Over.SOME))
"""Heads below which the symbols that they name have other values, with no say of those that they have outside."""

Bindings = Mapping[Sym, Term]


def bound_symbols(node: Op) -> frozenset[Sym]:
    """The symbols that the head of ``node`` binds somewhere in its arguments."""
    return names_of(node) if node.head in LETTERS else frozenset()


@lru_cache(maxsize=1 << 16)
def free_symbols(node: Term | Prop, binding: frozenset[str] = LETTERS) -> frozenset[Sym]:
    """The symbols in ``node`` that no head in ``binding`` binds, those in the bodies of abbreviations included.

    >>> from .attention import layer, layers, product_up
    >>> from .terms import at, minimum, parameter
    >>> l, B, w = layer("l"), layers("B", "d", "d"), parameter("w")
    >>> sorted(s.name for s in free_symbols(product_up(l, layer("k"), at(B, l))))
    ['B', 'k']
    >>> [sorted(s.name for s in free_symbols(minimum(w**2, w), heads)) for heads in (LETTERS, NAMING)]
    [['w'], []]
    """
    if isinstance(node, Sym):
        return frozenset({node})
    if isinstance(node, Term) and not isinstance(node, Op):
        return frozenset().union(*(free_symbols(child, binding) for child in children(node)))
    if node.head not in binding:
        return frozenset().union(*(free_symbols(arg, binding) for arg in node.args))
    return frozenset().union(*(free_symbols(arg, binding) - names for arg, names in below(node)))


def names_told(props: Iterable[Prop]) -> frozenset[str]:
    """The names of the symbols that have a say in what ``props`` say: not those that minima and quantifiers bind.

    >>> from .props import eq, exists
    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> sorted(names_told([exists(a, eq(a**2, b))]))
    ['b']
    """
    return frozenset(sym.name for prop in props for sym in free_symbols(prop, NAMING | LETTERS))


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
        if bindings.keys().isdisjoint(all_symbols(node)):
            return node
        if names_of(node) and not BINDERS[node.head].of_outer:
            return _put_below(node, bindings)
        return Op(node.head, tuple(substitute(a, bindings) for a in node.args))
    if isinstance(node, Abbrev):
        if node.sym in bindings:
            return bindings[node.sym]
        body = substitute(node.body, bindings)
        return node if body == node.body else body
    return node


def _put_below(node: Op, bindings: Bindings) -> Op:
    met = [arg for arg, bound in below(node) if bound and isinstance(arg, Term)]
    names = names_of(node)
    if BINDERS[node.head].at_a_point and not bindings.keys().isdisjoint(names):
        return _renamed_at_a_point(node, names, met, bindings)
    inside, renamed = entering(node.head, names, met, bindings)
    named, scope = places(node)
    return Op(node.head, tuple(
        renamed.get(arg, arg) if k in named and isinstance(arg, Sym)
        else substitute(arg, inside if k in scope else bindings) for k, arg in enumerate(node.args)
    ))


def _renamed_at_a_point(node: Op, names: frozenset[Sym], met: Sequence[Term], bindings: Bindings) -> Op:
    """A gradient in u is one in v where u is called v; at a value it is ``where(grad(f, u), (u, value))``."""
    new = {bindings[s] for s in names if s in bindings}
    other = (v for s, v in bindings.items() if s not in names)
    taken = frozenset[Sym]().union(*map(free_symbols, (*met, *other)))
    if not all(isinstance(v, Sym) for v in new) or len(new) < len(names & bindings.keys()) or (new - names) & taken:
        raise Lacks(f"a way to put a value into {node.head}, which looks at others; where(f, (u, value)) says it")
    return Op(node.head, tuple(substitute(arg, bindings) for arg in node.args))


def entering(
    head: str, names: frozenset[Sym], met: Sequence[Term], bindings: Bindings
) -> tuple[dict[Sym, Term], dict[Sym, Sym]]:
    """What is put in below a head that binds ``names`` in the terms ``met``, and which of them are renamed.

    Nothing is put in for a name, and what arrives is not caught by one; raises :class:`Lacks` where that cannot be.
    """
    inside = {s: v for s, v in bindings.items() if s not in names and any(s in _mentioned(arg) for arg in met)}
    arriving = frozenset[Sym]().union(*map(free_symbols, inside.values()))
    caught = sorted(names & arriving, key=lambda s: s.name)
    if caught and (BINDERS[head].at_a_point or any(s.has("derived") for arg in met for s in symbols(arg))):
        raise Lacks(f"a way to put in, below {head}, what speaks of {caught[0].name}, which it binds")
    renamed = {sym: _fresh(sym, arriving.union(*map(all_symbols, met))) for sym in caught}
    return {**inside, **renamed}, renamed


@lru_cache(maxsize=1 << 16)
def all_symbols(node: Term) -> frozenset[Sym]:
    """All symbols, bound or free, and the names of abbreviations."""
    if isinstance(node, Sym):
        return frozenset({node})
    below = frozenset[Sym]().union(*map(all_symbols, children(node)))
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


