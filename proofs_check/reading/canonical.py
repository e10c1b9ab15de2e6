"""When two trees say the same thing: up to how products and sums are associated, where a minus sign stands, and what
the index of a sum is called.

Nothing else is forgiven: no factor is moved past another.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..statement.binders import BINDERS, Over, names_of, places
from ..statement.props import Prop, conjuncts
from ..statement.terms import Abbrev, Num, Op, Sym, Term
from .outcomes import Tree

Bound = Mapping[Sym, Any]
_NONE: Bound = {}


def same(a: Tree, b: Tree) -> bool:
    """Whether the trees are one up to association, signs and names of indices.

    >>> from ..statement.terms import scalar
    >>> a, b, c = scalar("a"), scalar("b"), scalar("c")
    >>> same(a * (b * -c), -(a * b * c)), same(a * b, b * a)
    (True, False)
    """
    return bool(canonical(a) == canonical(b))


def to_the_right(node: Term) -> Term:
    """The same, each product associated to the right: ``(a b) c`` as ``a (b c)``, which may be printed otherwise."""
    if not isinstance(node, Op):
        return node
    made = Op(node.head, tuple(to_the_right(arg) if isinstance(arg, Term) else arg for arg in node.args))
    match made:
        case Op(head="*", args=(Op(head="*", args=(a, b)), c)):
            return to_the_right(Op("*", (a, Op("*", (b, c)))))
    return made


def canonical(node: Tree, bound: Bound = _NONE) -> Any:
    """A form that is equal for trees that say the same."""
    if isinstance(node, Prop):
        if node.head == "and":
            links = tuple(canonical(p, bound) for p in conjuncts(node))
            return links[0] if len(links) == 1 else ("and", links)
        match node:
            case Prop(head="commute", args=(Term() as a, Term() as b)):
                return canonical(Prop("eq", (a * b, b * a)), bound)
            case Prop(head="minimisers_satisfy" | "minimum_where", args=(function, body, *letters)):
                return node.head, canonical(function, bound), canonical(body, bound), frozenset(letters)
        return node.head, tuple(canonical(arg, bound) for arg in node.args)
    return _signed(node, bound)


def _signed(node: Term, bound: Bound) -> tuple[int, Any]:
    """The sign, and what it belongs to."""
    match node:
        case Num(value=value):
            return (1 if value >= 0 else -1), abs(value)
        case Sym():
            return (1, Fraction(0)) if node.has("zero") and node.shape == (1, 1) else (1, bound.get(node, node))
        case Abbrev(sym=sym, body=body):
            return 1, (sym, canonical(body, bound))
        case Op(head="neg", args=(a,)):
            sign, rest = _signed(a, bound)
            return -sign, rest
        case Op(head="+" | "-"):
            return 1, ("+", tuple(_terms(node, bound)))
        case Op(head="*", args=(Num(value=Fraction(numerator=0)), Sym())):
            return 1, Fraction(0)
        case Op(head="*"):
            sign, factors = _factors(node, bound)
            return sign, ("*", tuple(factors))
        case Op(head="/", args=(Num(value=a), Num(value=b))) if b:
            return _signed(Num(Fraction(a, b)), bound)
        case Op(head="/", args=(a, b)):
            (above, x), (below, y) = _signed(a, bound), _signed(b, bound)
            return above * below, ("/", x, y)
        case Op(head="kron"):
            return 1, ("kron", tuple(_associated(node, bound)))
        case Op(head=head) if head in BINDERS and BINDERS[head].over is Over.INDICES:
            return 1, _over_indices(node, bound)
    assert isinstance(node, Op)
    return 1, (node.head, tuple(canonical(arg, bound) for arg in node.args))


def _over_indices(node: Op, bound: Bound) -> Any:
    """A sum, its index being named by how many are bound around it."""
    named, scope = places(node)
    names = enumerate(sorted(names_of(node), key=repr))
    inner = {**bound, **{s: ("index", len(bound) + k, s.traits) for k, s in names}}
    return node.head, tuple(canonical(arg, inner if k in scope or k in named else bound)
                            for k, arg in enumerate(node.args))  # fmt: skip


def _terms(node: Term, bound: Bound) -> list[Any]:
    match node:
        case Op(head="+", args=(a, b)):
            return _terms(a, bound) + _terms(b, bound)
        case Op(head="-", args=(a, b)):
            return _terms(a, bound) + [(-sign, rest) for sign, rest in _terms(b, bound)]
    return [_signed(node, bound)]


def _factors(node: Term, bound: Bound) -> tuple[int, list[Any]]:
    match node:
        case Op(head="*", args=(a, b)):
            (s, left), (t, right) = _factors(a, bound), _factors(b, bound)
            return s * t, left + right
        case Op(head="neg", args=(a,)):
            sign, found = _factors(a, bound)
            return -sign, found
    sign, rest = _signed(node, bound)
    return sign, [rest]


def _associated(node: Term, bound: Bound) -> list[Any]:
    match node:
        case Op(head="kron", args=(a, b)):
            return _associated(a, bound) + _associated(b, bound)
    return [_signed(node, bound)]
