"""When two trees say the same thing: up to how products and sums are associated, and where a minus sign stands.

Nothing else is forgiven: no factor is moved past another.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..statement.props import Prop
from ..statement.terms import Abbrev, Num, Op, Sym, Term
from .outcomes import Tree


def same(a: Tree, b: Tree) -> bool:
    """Whether the trees are one up to association and signs.

    >>> from ..statement.terms import scalar
    >>> a, b, c = scalar("a"), scalar("b"), scalar("c")
    >>> same(a * (b * -c), -(a * b * c)), same(a * b, b * a)
    (True, False)
    """
    return canonical(a) == canonical(b)


def canonical(node: Tree) -> Any:
    if isinstance(node, Prop):
        return node.head, tuple(map(canonical, node.args))
    return _signed(node)


def _signed(node: Term) -> tuple[int, Any]:
    """The sign, and what it belongs to."""
    match node:
        case Num(value=value):
            return (1 if value >= 0 else -1), abs(value)
        case Abbrev(sym=sym, body=body):
            return 1, (sym, canonical(body))
        case Op(head="neg", args=(a,)):
            sign, rest = _signed(a)
            return -sign, rest
        case Op(head="+" | "-"):
            terms = _terms(node)
            return 1, ("+", tuple(terms))
        case Op(head="*"):
            sign, factors = _factors(node)
            return sign, ("*", tuple(factors))
        case Op(head="/", args=(Num(value=a), Num(value=b))) if b:
            return _signed(Num(Fraction(a, b)))
        case Op(head="/", args=(a, b)):
            (above, x), (below, y) = _signed(a), _signed(b)
            return above * below, ("/", x, y)
        case Op(head="kron"):
            return 1, ("kron", tuple(_associated(node)))
        case Op(head=head, args=args):
            return 1, (head, tuple(map(canonical, args)))
    assert isinstance(node, Sym)
    return 1, node


def _terms(node: Term) -> list[Any]:
    match node:
        case Op(head="+", args=(a, b)):
            return _terms(a) + _terms(b)
        case Op(head="-", args=(a, b)):
            return _terms(a) + [(-sign, rest) for sign, rest in _terms(b)]
        case Op(head="neg", args=(Op(head="+" | "-") as a,)):
            return [_signed(node)] if a else []
    return [_signed(node)]


def _factors(node: Term) -> tuple[int, list[Any]]:
    match node:
        case Op(head="*", args=(a, b)):
            (s, left), (t, right) = _factors(a), _factors(b)
            return s * t, left + right
        case Op(head="neg", args=(a,)):
            sign, found = _factors(a)
            return -sign, found
    sign, rest = _signed(node)
    return sign, [rest]


def _associated(node: Term) -> list[Any]:
    match node:
        case Op(head="kron", args=(a, b)):
            return _associated(a) + _associated(b)
    return [_signed(node)]
