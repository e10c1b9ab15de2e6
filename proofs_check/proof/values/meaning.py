"""Whether a term means something where it is used: no division by 0, no root of what may be negative.

Normal forms cancel: ``a / a`` is 1 and ``sqrt(a) * sqrt(a)`` is a, whatever a is.  A step that showed, or used, a term
that has no value could therefore prove 0 <= a for every a.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property, lru_cache

from ...statement.binders import BINDERS, Over, heads, names_of
from ...statement.binding import LETTERS, NAMING, free_symbols
from ...statement.domains import Kind, asked
from ...statement.premises import premises
from ...statement.props import Prop, subprops, substitute_in
from ...statement.terms import Abbrev, MadeSym, Op, Sym, Term, children, nodes, substitute, symbols
from ..binding import is_invertible
from ..logic import is_closed
from ..positivity import Sign, SignAlgebra, free_of, is_scalar, speaks_of_an_index
from ..traits import is_random
from .moments import has_moments

_LIMITS = frozenset({"limit", "tends"})
_OF_TERMS = frozenset({Kind.NONZERO, Kind.INVERTIBLE, Kind.NONNEGATIVE, Kind.POSITIVE, Kind.NO_ZERO_ENTRY, Kind.SMOOTH})
"""What the signs of single terms tell; the rest is a condition of the whole line."""


class Meaning:
    """Finds what is not known to have a value.

    ``premises`` tell signs; a term that occurs in one of ``trusted``, propositions that are known to hold, has a value.
    ``fixed``: names of covariances that are not random.
    """

    def __init__(self, signs: SignAlgebra, trusted: Iterable[Prop], fixed: frozenset[str] = frozenset()) -> None:
        self.signs, self.fixed = signs, fixed
        self._told = tuple(trusted)
        self._elsewhere: dict[frozenset[Sym], SignAlgebra] = {}

    def elsewhere(self, bound: frozenset[Sym]) -> SignAlgebra:
        """The signs that are known at all values of the parameters, of the indices and of what is bound."""
        if bound not in self._elsewhere:
            known = [p for p in self.signs.premises
                     if is_closed(p) and not speaks_of_an_index(p) and free_of(p, bound)]
            self._elsewhere[bound] = SignAlgebra(known, self.signs.same)
        return self._elsewhere[bound]

    @cached_property
    def trusted(self) -> dict[Term, frozenset[Sym]]:
        """What has a value since a line that holds speaks of it, and the symbols for all values of which it does."""
        found: dict[Term, frozenset[Sym]] = {}
        for prop in self._told:
            if not is_conditional(prop):
                for node, symbols_ in spoken_of(prop):
                    if _is_partial(node):
                        found[node] = found.get(node, frozenset()) | symbols_
        return found

    def shown(self, prop: Prop) -> bool:
        """Whether the terms of ``prop`` have values; in a limit the rules see to that of what moves, near the limit."""
        if prop.head in _LIMITS:
            return all(self.lacks(part) is None for node in terms_in(prop) for part in _constant_parts(node))
        return all(self.lacks(node) is None for node in terms_in(prop))

    def lacks(self, node: Term, here: bool = True, bound: frozenset[Sym] = frozenset()) -> Term | None:
        """A part of ``node`` that is not known to have a value; not ``here``: where the premises do not speak of,
        at other values of what is ``bound``."""
        if isinstance(node, Abbrev):
            return self.lacks(node.body, here, bound)
        if not isinstance(node, Op):
            return None
        if node.head != "least" and any(map(_may_be_infinite, node.args)):
            return node
        if node.head == "where":
            return self._where(node, here, bound)
        inside, bound_inside = here and node.head not in BINDERS, bound | bound_by(node)
        for arg in node.args:
            found = self.lacks(arg, inside, bound_inside)
            if found is not None:
                return found
        if node.head in {"expect", "expect_given"} and not has_moments(node.args[0], self.fixed):
            return node
        if not _is_partial(node) or self._has_value(node, self.signs if here else self.elsewhere(bound)):
            return None
        known = node in self.trusted and symbols(node) & bound <= self.trusted[node]
        return None if (here or is_closed(node)) and known else node

    def _where(self, node: Op, here: bool, bound: frozenset[Sym]) -> Term | None:
        body, *flat = node.args
        values = {s: v for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
        for value in values.values():
            found = self.lacks(value, here, bound)
            if found is not None:
                return found
        derived = any(isinstance(x, Op) and x.head in BINDERS for x in nodes(body))
        if derived:
            return self.lacks(body, False, bound | frozenset(values))
        return self.lacks(substitute(body, values), here, bound)

    def _has_value(self, node: Op, signs: SignAlgebra) -> bool:
        return all(_holds(kind, of, signs) for kind, of in asked(node) if kind in _OF_TERMS)


def _holds(kind: Kind, node: Term, signs: SignAlgebra) -> bool:
    """Whether what a head asks of an argument is known."""
    if kind is Kind.NONZERO:
        return signs.nonzero(node)
    known = max(signs.sign(node), signs.definite(node))
    if kind is Kind.NONNEGATIVE:
        return known is not Sign.UNKNOWN
    return known is Sign.POSITIVE or (kind is Kind.INVERTIBLE and _invertible(node, signs))


def _invertible(node: Term, signs: SignAlgebra) -> bool:
    """A scalar that is not 0, a matrix said to be invertible or positive definite, a product of such."""
    if isinstance(node, Op) and node.head == "*":
        return all(_invertible(factor, signs) for factor in node.args)
    if is_scalar(node):
        return signs.nonzero(node)
    return is_invertible(node) or signs.definite(node) is Sign.POSITIVE


def _may_be_infinite(node: Term) -> bool:
    """The least over pairs of different indices, of which there are none in one dimension: no number to reckon with."""
    return isinstance(node, Op) and node.head == "least_unequal"


def _is_partial(node: Term) -> bool:
    return isinstance(node, Op) and any(kind in _OF_TERMS for kind, _ in asked(node))


def is_conditional(prop: Prop) -> bool:
    """What an implication speaks of need not mean anything where its hypothesis fails."""
    heads_met = {sub.head for _, sub in subprops(prop)}
    return bool(premises(prop) or heads_met & {"iff", "exists", "minimisers_satisfy", *_LIMITS})


_OF_OUTCOMES = heads(Over.OUTCOMES)
_OF_ALL_VALUES = frozenset({"for_all", "global_minimum", "convex"})
"""Propositions that say something of every value of the symbols that they bind."""


def bound_by(node: Op) -> frozenset[Sym]:
    """The symbols that have other values below the head; of what is drawn, other outcomes."""
    drawn = node.head in BINDERS and BINDERS[node.head].over is Over.OUTCOMES
    return names_of(node) | frozenset(s for s in symbols(node) if drawn and is_random(s))


def spoken_of(
    node: Prop | Term, every: frozenset[Sym] = frozenset(), some: frozenset[Sym] = frozenset()
) -> Iterator[tuple[Term, frozenset[Sym]]]:
    """The terms in a line, each with those bound symbols for ``every`` value of which the line speaks of it.

    Not those that the line looks at for ``some`` values alone: what is put in, what is drawn, what starts a flow.
    """
    if isinstance(node, Prop):
        if node.head in _OF_ALL_VALUES:
            every |= names_of(node)
        else:
            some |= names_of(node)
        if node.head in _OF_OUTCOMES:
            some |= frozenset(s for term_ in terms_in(node) for s in symbols(term_) if is_random(s))
        for arg in node.args:
            yield from spoken_of(arg, every, some)
        return
    if not symbols(node) & some:
        yield node, every & symbols(node)
    if isinstance(node, Op):
        if node.head in {"sum", "sum_unequal", "minimum", "infimum", "argmin"}:
            every |= bound_by(node)
        elif node.head == "at0":
            some |= frozenset(s for s in symbols(node) if not is_closed(s))
        elif node.head in BINDERS and not BINDERS[node.head].at_a_point:
            some |= bound_by(node)
    for child in children(node):
        yield from spoken_of(child, every, some)


def tells_values(prop: Prop) -> frozenset[Sym]:
    """The symbols on whose values it depends which signs, and which terms that have values, the proposition tells.

    Whether a mean exists is no sign, and is asked of each line that speaks of it.
    """
    body: Prop | Term = prop
    while isinstance(body, Prop) and body.head == "for_all":
        body = body.args[1]
    partial = (symbols(node) - every for node, every in spoken_of(prop) if _is_partial(node))
    told = prop.head != "finite" and (body is prop or not (isinstance(body, Prop) and body.head == "eq"))
    return (free_symbols(prop, NAMING | LETTERS) if told else frozenset()).union(*partial)


def _constant_parts(node: Term) -> Iterator[Term]:
    if is_closed(node):
        yield node
    else:
        for child in children(node):
            yield from _constant_parts(child)


def terms_in(value: object) -> Iterator[Term]:
    """The outermost terms in a proposition, or in a rule of inference."""
    if isinstance(value, Term):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from terms_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from terms_in(getattr(value, field.name))


def is_constant(prop: Prop) -> bool:
    """Whether the proposition speaks of no parameters at some place and of no random symbols at some outcome."""
    return is_closed(prop) and not is_about_outcomes(prop)


@lru_cache(maxsize=1 << 12)
def is_about_outcomes(prop: Prop) -> bool:
    """Whether it speaks of what is drawn; ``for_all`` such a matrix it speaks of no outcome of it."""
    if prop.head == "for_all" and isinstance(prop.args[1], Prop) and isinstance(prop.args[0], Sym):
        any_value = MadeSym(f"any {prop.args[0].name}", prop.args[0].shape)
        return is_about_outcomes(substitute_in(prop.args[1], {prop.args[0]: any_value}))
    return prop.head not in _ABOUT_THE_LAW and any(is_random(node) for node in terms_in(prop))


_ABOUT_THE_LAW = frozenset({"almost_surely", "iid_entries", "same_law"})
