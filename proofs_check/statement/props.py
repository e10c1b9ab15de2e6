"""Propositions of the statement language, in the printed order.

A proposition is a head with arguments that are terms or propositions.  Constructors below are the vocabulary;
each docstring says what the proposition means.  A witness that does not know a head answers UNDECIDED.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Union

from .. import shown
from ..errors import UserError
from .binders import below, names_of, places
from .binding import all_symbols, entering
from .mistakes import NO_TRUTH, refused
from .terms import Path, Sym, Term, TermLike, nodes, replace, substitute, symbols, term, walk
from .trees import Applied, measure


@dataclass(frozen=True, slots=True, repr=False)
class Prop(Applied):
    """A head applied to terms and propositions."""

    head: str
    args: tuple[Arg, ...]

    __eq__ = Applied.__eq__
    __hash__ = Applied.__hash__

    def __post_init__(self) -> None:
        measure(self, self.args)

    __bool__ = refused(NO_TRUTH)

    __repr__ = shown.by("plain")
    _repr_latex_ = shown.by("formula")


Arg = Union[Term, Prop]


def eq(lhs: TermLike, rhs: TermLike) -> Prop:
    return Prop("eq", (term(lhs), term(rhs)))


def ne(lhs: TermLike, rhs: TermLike) -> Prop:
    return Prop("ne", (term(lhs), term(rhs)))


def le(lhs: TermLike, rhs: TermLike) -> Prop:
    return Prop("le", (term(lhs), term(rhs)))


def lt(lhs: TermLike, rhs: TermLike) -> Prop:
    return Prop("lt", (term(lhs), term(rhs)))


def ge(lhs: TermLike, rhs: TermLike) -> Prop:
    """Printed ``lhs >= rhs``; kept in this order."""
    return Prop("ge", (term(lhs), term(rhs)))


def gt(lhs: TermLike, rhs: TermLike) -> Prop:
    return Prop("gt", (term(lhs), term(rhs)))


def psd(A: Term) -> Prop:
    """``A`` is symmetric and positive semi-definite."""
    return Prop("psd", (A,))


def psd_form(A: Term) -> Prop:
    r""":math:`x^\top A x\ge 0` for every x, symmetry not required."""
    return Prop("psd_form", (A,))


def posdef(A: Term) -> Prop:
    return Prop("posdef", (A,))


def commute(A: Term, B: Term) -> Prop:
    return Prop("commute", (A, B))


def conj(*props: Prop) -> Prop:
    return Prop("and", props)


def conjuncts(*props: Prop, through: Collection[str] = ()) -> Iterator[Prop]:
    """The propositions in order, conjunctions, and the heads ``through``, opened however deep they are nested."""
    for prop in props:
        if prop.head == "and" or prop.head in through:
            yield from conjuncts(*inside(prop), through=through)
        else:
            yield prop


def implies(hypothesis: Prop, conclusion: Prop) -> Prop:
    return Prop("implies", (hypothesis, conclusion))


def iff(a: Prop, b: Prop) -> Prop:
    return Prop("iff", (a, b))


def exists(variable: Sym, body: Prop) -> Prop:
    return Prop("exists", (variable, body))


def for_all(variable: Sym, body: Prop) -> Prop:
    """``body`` for every value of ``variable``, inside a statement: what an outer :func:`exists` may not depend on."""
    return Prop("for_all", (variable, body))


def always(body: Prop) -> Prop:
    """``body`` holds for every time t >= 0 along the gradient flow from the assumed initialisation."""
    return Prop("always", (body,))


def conserved(body: Term) -> Prop:
    """``body`` keeps its value along the gradient flow, from every start that the model admits."""
    return Prop("conserved", (body,))


def limit(body: TermLike, value: TermLike) -> Prop:
    """``body`` tends to ``value`` as t tends to infinity along the gradient flow."""
    return Prop("limit", (term(body), term(value)))


def tends(body: TermLike, value: TermLike, n: Sym) -> Prop:
    """``body`` tends to ``value`` as the integer ``n`` tends to infinity."""
    return Prop("tends", (term(body), term(value), n))


def almost_surely(body: Prop) -> Prop:
    """``body`` holds with probability one over the random symbols."""
    return Prop("almost_surely", (body,))


def global_minimum(f: Term, *bindings: tuple[Sym, TermLike]) -> Prop:
    """``f`` attains its global minimum where each symbol takes the given value."""
    flat: list[Arg] = [f]
    for sym, value in bindings:
        flat += [sym, term(value)]
    return Prop("global_minimum", tuple(flat))


def minimisers_satisfy(f: Term, body: Prop, *variables: Sym) -> Prop:
    """At every global minimum of ``f`` over ``variables``, ``body`` holds."""
    return Prop("minimisers_satisfy", (f, body, *variables))


def saddle(f: Term, *bindings: tuple[Sym, TermLike]) -> Prop:
    """The point is stationary for ``f`` and neither a local minimum nor a local maximum."""
    flat: list[Arg] = [f]
    for sym, value in bindings:
        flat += [sym, term(value)]
    return Prop("saddle", tuple(flat))


def local_minimum(f: Term, *bindings: tuple[Sym, TermLike]) -> Prop:
    """``f``, as a function of these symbols, has a local minimum where each takes the given value."""
    flat: list[Arg] = [f]
    for sym, value in bindings:
        flat += [sym, term(value)]
    return Prop("local_minimum", tuple(flat))


def nonconvex(f: Term, *variables: Sym) -> Prop:
    """``f`` is not convex in ``variables`` jointly."""
    return Prop("nonconvex", (f, *variables))


def independent_of(f: Term, *variables: Sym) -> Prop:
    """The value of ``f`` does not depend on ``variables``."""
    return Prop("independent_of", (f, *variables))


def negative_eigenvalues_at_least(A: Term, count: TermLike) -> Prop:
    """``A`` has at least ``count`` negative eigenvalues, counted with multiplicity."""
    return Prop("negative_eigenvalues_at_least", (A, term(count)))


def negative_eigenvalues_equal(A: Term, count: TermLike) -> Prop:
    return Prop("negative_eigenvalues_equal", (A, term(count)))


def positive_eigenvalue(A: Term) -> Prop:
    """``A`` has at least one positive eigenvalue."""
    return Prop("positive_eigenvalue", (A,))


def inertia(A: Term, positive: TermLike, negative: TermLike) -> Prop:
    """The symmetric ``A`` has exactly this many positive and negative eigenvalues, counted with multiplicity."""
    return Prop("inertia", (A, term(positive), term(negative)))


def spectrum_products(H: Term, A: Term, B: Term) -> Prop:
    """The eigenvalues of ``H`` are the products of those of ``A`` and those of ``B``."""
    return Prop("spectrum_products", (H, A, B))


def same_flow(f: Term, g: Term, *variables: Sym) -> Prop:
    """Gradient flow on ``f`` from the assumed initialisation moves ``variables`` as gradient flow on ``g``,
    everything else staying at its initial value."""
    return Prop("same_flow", (f, g, *variables))


def defined(name: Term, body: Term) -> Prop:
    """A definition: ``symbolic``'s reading and ``numeric``'s implementation of ``name`` are compared exactly."""
    return Prop("defined", (name, body))


def defined_as(name: Term, body: Prop) -> Prop:
    """A definition of a property: ``name`` means that ``body`` holds."""
    return Prop("defined_as", (name, body))


def differs(lhs: TermLike, rhs: TermLike) -> Prop:
    """The two sides are not identical as functions of their free symbols: they differ for some values and sizes."""
    return Prop("differs", (term(lhs), term(rhs)))


def depends_on(f: Term, *variables: Sym) -> Prop:
    """The value of ``f`` depends on each of ``variables``: it changes with it for some values and sizes."""
    return Prop("depends_on", (f, *variables))


def same_shape(A: Term, B: Term) -> Prop:
    """``A`` and ``B`` have the same shape, whatever the integers in it are."""
    return Prop("same_shape", (A, B))


def always_along(f: Term, body: Prop, *variables: Sym) -> Prop:
    """``body`` holds at every time t >= 0 along gradient flow of ``variables`` on ``f`` from the assumed start."""
    return Prop("always_along", (f, body, *variables))


def chain(*items: TermLike | str) -> Prop:
    """A printed chain ``a = b <= c < d`` as the conjunction of its links.

    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> chain(a, "=", b, "<=", 1).head
    'and'
    """
    makers = {"=": eq, "<=": le, "<": lt, ">=": ge, ">": gt}
    signs = [sign for sign in items[1::2] if isinstance(sign, str)]
    sides = [term(side) for side in items[::2] if not isinstance(side, str)]
    if not set(signs) <= set(makers) or not 1 <= len(signs) == len(sides) - 1 == len(items) // 2:
        raise UserError("a chain is written chain(a, '<=', b, '=', c): formulas and, between them, =, <=, <, >=, >.")
    links = [makers[sign](left, right) for left, sign, right in zip(sides, signs, sides[1:], strict=False)]
    return links[0] if len(links) == 1 else conj(*links)


def subterms(prop: Prop, path: Path = ()) -> Iterator[tuple[Path, Term]]:
    """All terms inside ``prop`` with their paths (first through propositions, then through terms)."""
    for i, arg in enumerate(prop.args):
        if isinstance(arg, Prop):
            yield from subterms(arg, (*path, i))
        else:
            yield from walk(arg, (*path, i))


@lru_cache(maxsize=1 << 14)
def nodes_in(prop: Prop) -> tuple[Term, ...]:
    """The different terms inside ``prop``, in printed order, bodies of abbreviations included."""
    found = (nodes_in(arg) if isinstance(arg, Prop) else nodes(arg) for arg in prop.args)
    return tuple(dict.fromkeys(node for some in found for node in some))


@lru_cache(maxsize=1 << 14)
def symbols_in(prop: Prop) -> frozenset[Sym]:
    """The symbols that occur in ``prop``, bound or not (abbreviations opened)."""
    return frozenset().union(*(symbols_in(arg) if isinstance(arg, Prop) else symbols(arg) for arg in prop.args))


def inside(prop: Prop) -> list[Prop]:
    """The propositions of which it is made."""
    return [arg for arg in prop.args if isinstance(arg, Prop)]


def terms_in(prop: Prop) -> list[Term]:
    """The terms of which it speaks itself, not in what it is made of."""
    return [arg for arg in prop.args if isinstance(arg, Term)]


def subprops(prop: Prop, path: Path = ()) -> Iterator[tuple[Path, Prop]]:
    yield path, prop
    for i, arg in enumerate(prop.args):
        if isinstance(arg, Prop):
            yield from subprops(arg, (*path, i))


def bounds_every_value(prop: Prop) -> bool:
    """Whether it says an inequality of every value of a symbol, which one value does not tell."""
    return any(
        sub.head == "for_all" and not (isinstance(sub.args[0], Sym) and sub.args[0].has("index"))
        and any(inner.head in {"le", "lt", "ge", "gt", "ne", "psd", "posdef"} for _, inner in subprops(sub))
        for _, sub in subprops(prop)
    )


def says_of_every_value(prop: Prop) -> bool:
    """Whether it says something, be it an equation, of every value of a symbol that is no index and no layer."""
    return any(
        sub.head == "for_all" and not (isinstance(sub.args[0], Sym) and sub.args[0].traits & {"index", "layer"})
        for _, sub in subprops(prop)
    )


def asks_for_a_point(prop: Prop) -> bool:
    """Whether it says that two functions differ somewhere: fewer points, where more is assumed, do not make it true.

    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> asks_for_a_point(conj(eq(a, a), differs(a, b))), asks_for_a_point(ne(a, b))
    (True, False)
    """
    return any(sub.head in {"differs", "depends_on"} for _, sub in subprops(prop))


def order_relations(prop: Prop) -> list[Prop]:
    """The comparisons in ``prop`` in the printed order, each once."""
    return list(dict.fromkeys(p for _, p in subprops(prop) if p.head in {"le", "lt", "ge", "gt"}))


def replace_in(prop: Prop, path: Path, new: Arg) -> Prop:
    """``prop`` with the term or proposition at ``path`` replaced."""
    if not path:
        assert isinstance(new, Prop)
        return new
    args = list(prop.args)
    child = args[path[0]]
    if isinstance(child, Prop):
        args[path[0]] = replace_in(child, path[1:], new)
    else:
        assert isinstance(new, Term)
        args[path[0]] = replace(child, path[1:], new)
    return Prop(prop.head, tuple(args))


def with_terms(prop: Prop, change: Callable[[Term], Term]) -> Prop:
    """``prop`` with each of its outermost terms changed, the symbols that it binds included."""
    return Prop(prop.head, tuple(with_terms(a, change) if isinstance(a, Prop) else change(a) for a in prop.args))


def substitute_in(prop: Prop, bindings: Mapping[Sym, Term]) -> Prop:
    """``prop`` with free symbols replaced by terms: what it binds stays, and catches nothing that is put in.

    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> substitute_in(exists(a, gt(a, b)), {a: term(1), b: a})
    ∃ a': a' > a
    """
    if bindings.keys().isdisjoint(_named_in(prop)):
        return prop
    names = names_of(prop)
    if not names:
        return Prop(prop.head, tuple(_put_in(arg, bindings) for arg in prop.args))
    met = [node for arg, bound in below(prop) if bound for node in _terms(arg)]
    inside, renamed = entering(prop.head, names, met, bindings)
    named, scope = places(prop)
    return Prop(prop.head, tuple(
        renamed.get(arg, arg) if k in named and isinstance(arg, Sym)
        else _put_in(arg, inside if k in scope else bindings)
        for k, arg in enumerate(prop.args)
    ))


@lru_cache(maxsize=1 << 14)
def _named_in(prop: Prop) -> frozenset[Sym]:
    """All symbols, bound or free, and the names of abbreviations."""
    return frozenset().union(*(_named_in(arg) if isinstance(arg, Prop) else all_symbols(arg) for arg in prop.args))


def _put_in(arg: Arg, bindings: Mapping[Sym, Term]) -> Arg:
    return substitute_in(arg, bindings) if isinstance(arg, Prop) else substitute(arg, bindings)


def _terms(arg: Arg) -> Iterator[Term]:
    """The outermost terms."""
    if isinstance(arg, Prop):
        for part in arg.args:
            yield from _terms(part)
    else:
        yield arg
