"""Propositions as the checker sees them: links of conjunctions, modes, slacks, closed terms.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..roles import letter_of
from ..statement.binders import BINDERS, Over, below, heads, names_of
from ..statement.binding import OWN_LETTERS
from ..statement.props import Prop, eq, inside, le, lt, ne, terms_in, with_terms
from ..statement.terms import Abbrev, MadeSym, Op, Sym, Term, substitute, term

_MIRROR = {"ge": "le", "gt": "lt"}
ABOUT_THE_FLOW = heads(Over.FLOWS) | {"always", "limit"}
"""Propositions about the whole flow: they do not depend on where the parameters are."""
ANY_PARAMETER = MadeSym("any parameter", traits=frozenset({"parameter"}))
"""What a time derivative depends on beside the parameters in it: the loss may contain all of them."""
GROWING = heads(Over.GROWTH) | {"in_mean_square"}
"""Propositions in which integers grow: all arguments but the first two."""


@dataclass(frozen=True)
class Line:
    """One link of a proposition: ``along`` says that it holds along the flow (it stood under ``always``)."""

    prop: Prop
    along: bool

    @property
    def stated(self) -> Prop:
        """The proposition of which this is the only link."""
        return Prop("always", (self.prop,)) if self.along else self.prop


def lines(prop: Prop, along: bool = False) -> tuple[Line, ...]:
    """The links of ``prop``, in printed order, ``>=`` and ``>`` turned round.

    >>> from ..statement.props import always, conj, ge
    >>> from ..statement.terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> [(link.prop.head, link.along) for link in lines(always(conj(ge(a, b), lt(a, 1))))]
    [('le', True), ('lt', True)]
    """
    if prop.head == "always":
        (body,) = inside(prop)
        return lines(body, True)
    if prop.head == "and":
        return tuple(link for arg in prop.args if isinstance(arg, Prop) for link in lines(arg, along))
    return (Line(oriented(prop), along),)


def oriented(prop: Prop) -> Prop:
    """``a >= b`` as ``b <= a``, also inside."""
    args = tuple(oriented(a) if isinstance(a, Prop) else a for a in prop.args)
    if prop.head in _MIRROR:
        return Prop(_MIRROR[prop.head], args[::-1])
    return Prop(prop.head, args)


def sides(prop: Prop) -> tuple[Term, Term]:
    """The two sides of an oriented relation."""
    lhs, rhs = terms_in(prop)
    return lhs, rhs


def is_relation(prop: Prop) -> bool:
    return prop.head in {"eq", "ne", "le", "lt"}


def negation(prop: Prop) -> Prop:
    """The negation of an oriented relation (real numbers are totally ordered)."""
    lhs, rhs = sides(prop)
    return {"eq": ne(lhs, rhs), "ne": eq(lhs, rhs), "le": lt(rhs, lhs), "lt": le(rhs, lhs)}[prop.head]


@lru_cache(maxsize=1 << 16)
def free_parameters(node: Term | Prop) -> frozenset[Sym]:
    """Parameters (and the time) that the expression depends on, where no head binds them."""
    if isinstance(node, (Prop, Op)):
        if node.head in ABOUT_THE_FLOW or node.head == "at0":
            return frozenset()
        kept = BINDERS[node.head].at_a_point if node.head in BINDERS else False
        # What a derived symbol depends on is not read off its name.
        bound = frozenset() if kept else frozenset(s for s in names_of(node) if not s.has("derived"))
        found = frozenset[Sym]().union(*(free_parameters(arg) - (bound & names) for arg, names in below(node)))
        return found | {ANY_PARAMETER} if found and node.head == "ddt" else found
    if isinstance(node, Sym):
        moving = node.has("parameter") or node.has("derived") or node.name == letter_of("time")
        return frozenset({node}) if moving else frozenset()
    if isinstance(node, Abbrev):
        return free_parameters(node.body)
    return frozenset()


def is_closed(node: Term | Prop) -> bool:
    """Whether the expression does not move with the parameters or the time."""
    return not free_parameters(node)


def instantiate(prop: Prop, bindings: dict[Sym, Term]) -> Prop:
    """``prop`` with metavariables replaced, binders of symbols included."""
    return with_terms(prop, lambda node: _inst_term(node, bindings))


def _inst_term(node: Term, bindings: dict[Sym, Term]) -> Term:
    if isinstance(node, Sym):
        return bindings.get(node, node)
    if isinstance(node, Op) and node.head in OWN_LETTERS:
        return substitute(node, bindings)
    if isinstance(node, Op):
        return Op(node.head, tuple(_inst_term(a, bindings) for a in node.args))
    if isinstance(node, Abbrev):
        body = _inst_term(node.body, bindings)
        return node if body == node.body else body
    return node


def rewrite(node: Term, table: dict[Term, Term]) -> Term:
    """``node`` with every occurrence of a key of ``table`` replaced; outermost occurrences first."""
    if node in table:
        return table[node]
    if isinstance(node, Op):
        return Op(node.head, tuple(rewrite(a, table) for a in node.args))
    if isinstance(node, Abbrev):
        body = rewrite(node.body, table)
        return node if body == node.body else body
    return node


def zero_like(node: Term) -> Term:
    """A zero of the shape of ``node``, written so that every algebra reads it."""
    return term(0) * node
