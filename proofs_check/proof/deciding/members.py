"""Functions of the members of families, one for each layer: what they are where members are equal, or one is moved."""

from __future__ import annotations

from collections.abc import Mapping

from ...statement.binders import names_of
from ...statement.laws import delta
from ...statement.props import Prop, with_terms
from ...statement.shape import shape_of
from ...statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term, free_symbols, nodes, substitute, symbols, term
from ..desk import Desk, Gap
from ..traits import is_random

Values = Mapping[Sym, Term]
_LINEAR = frozenset({"+", "-", "neg", "T", "tr", "expect", "block", "stack", "beside"})
_PRODUCTS = frozenset({"*", "inner"})
_OVER_LAYERS = frozenset({"product_up", "product_down"})


def is_family(sym: Term) -> bool:
    """Whether this is a family of any matrices, one for each layer."""
    return isinstance(sym, Sym) and sym.traits == {"layers"}


def moved(f: Term, family: Sym, layer: Term, step: Term) -> Term:
    """``f`` where ``step`` is added to the member of the family in this layer."""
    return _of_members(f, {family: lambda member, index: member + delta(index, layer) * step})


def equal(f: Term, values: Values) -> Term:
    """``f`` where all members of a family have the value stated."""
    return _of_members(f, {family: lambda _, index, value=value: value for family, value in values.items()})


def equal_in(prop: Prop, values: Values) -> Prop:
    """The proposition where all members of a family have the value stated."""
    return with_terms(prop, lambda node: equal(node, values))


def along(f: Term, directions: Mapping[Sym, Term], t: Term) -> Term:
    """``f`` where each family moves by t times another one."""
    return _of_members(f, {
        family: lambda member, index, to=to: member + t * Op("at", (to, index)) for family, to in directions.items()
    })  # fmt: skip


def _of_members(f: Term, change: Mapping[Sym, object]) -> Term:
    match f:
        case Op(head="at", args=(Sym() as family, index)) if family in change:
            return change[family](f, index)  # type: ignore[operator]
        case Op(head=head, args=args):
            return Op(head, tuple(_of_members(arg, change) for arg in args))
        case Abbrev(body=body):
            opened = _of_members(body, change)
            return f if opened == body else opened
    return f


def values_fit(values: Values, terms: list[Term]) -> None:
    """Whether the values may be put in for the members in these terms, where nothing binds what they speak of."""
    for family, value in values.items():
        if not is_family(family):
            raise Gap(f"{family.name} is not a family of which nothing is said")
        if shape_of(value) != family.shape:
            raise Gap(f"the value stated for {family.name} has another shape")
        if is_random(value) or any(sym.has("index") for sym in symbols(value)):
            raise Gap(f"the value stated for {family.name} varies with the outcome, or with an index")
        if any(sym.traits & {"parameter", "derived", "prompt", "iid"} for sym in symbols(value)):
            raise Gap(f"the value stated for {family.name} may move with the parameters")
        if symbols(value) & frozenset(values):
            raise Gap(f"the value stated for {family.name} speaks of the families themselves")
    arriving = frozenset().union(*map(symbols, values.values()))
    for node in terms:
        if arriving & bound_in(node):
            raise Gap("a symbol of the stated values is bound where they are put in")
        if not speaks_of_members_only(node, frozenset(values)):
            raise Gap("a family stands elsewhere than in its members")
        if any(isinstance(sub, Op) and sub.head in {"ddt", "at0"} for sub in nodes(node)):
            raise Gap("the values stated may move with the time that is looked at")


def speaks_of_members_only(node: Term, families: frozenset[Sym]) -> bool:
    """Whether the families occur as ``at(r, l)`` alone."""
    return not symbols(equal(node, dict.fromkeys(families, term(0)))) & families


def bound_in(node: Term) -> frozenset[Sym]:
    """What is bound somewhere in the term."""
    return frozenset().union(*(names_of(sub) for sub in nodes(node) if isinstance(sub, Op)))


# Polynomials -------------------------------------------------------------------------------------------------

def is_polynomial(node: Term, family: Sym, within: Sym | None = None) -> bool:
    """Whether the term is a polynomial in the members of the family, read off the tree; in ``within``, a layer.

    A mean of such polynomials of one degree is one: where it is finite for all values, its coefficients have means.
    """
    if isinstance(node, Abbrev):
        return is_polynomial(node.body, family, within)
    if family not in symbols(node):
        return True
    if not isinstance(node, Op):
        return False
    if node.head == "at":
        return node.args == (family, within)
    if node.head in _OVER_LAYERS:
        ell, last, body = node.args
        assert isinstance(ell, Sym)
        return family not in symbols(last) and is_polynomial(body, family, ell)
    if node.head == "^":
        exponent = node.args[1]
        whole = isinstance(exponent, Num) and exponent.value.denominator == 1 and exponent.value >= 0
        return whole and is_polynomial(node.args[0], family, within)
    if node.head == "/":
        return family not in symbols(node.args[1]) and is_polynomial(node.args[0], family, within)
    return node.head in _LINEAR | _PRODUCTS and all(is_polynomial(arg, family, within) for arg in node.args)


def is_symmetric(node: Term, family: Sym, desk: Desk) -> bool:
    """Whether a polynomial does not change as members exchange their places: factors commute and differ in them alone.

    All products with the family in them run over the same layers.
    """
    products = [sub for sub in nodes(node) if isinstance(sub, Op) and sub.head in _OVER_LAYERS
                and family in symbols(sub)]
    return len({product.args[1] for product in products}) <= 1 and all(
        _factors_commute(product, family, desk) for product in products
    )


def _factors_commute(product: Op, family: Sym, desk: Desk) -> bool:
    ell, _, body = product.args
    assert isinstance(ell, Sym)
    if ell in free_symbols(equal(body, {family: term(0)})):
        return False
    p, q = (MadeSym(f"{ell.name} {which}", ell.shape, ell.traits) for which in ("first", "second"))
    one, other = substitute(body, {ell: p}), substitute(body, {ell: q})
    return desk.algebra.same(one * other, other * one)
