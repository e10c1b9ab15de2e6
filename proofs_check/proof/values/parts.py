"""A condition taken apart into conditions of its factors, its numbers reckoned out, and as it reads in a scope.

Standard library only.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from ...statement.domains import Kind
from ...statement.props import Prop
from ...statement.shape import shape_of
from ...statement.terms import Abbrev, Num, Op, Sym, Term, is_zero, nodes, term
from ..positivity import is_scalar
from .conditions import Condition


def folded(node: Term) -> Term:
    """``node`` with its numbers reckoned out, as where t = 0 was put in."""
    if not isinstance(node, Op) or node.head not in {"+", "-", "*", "/", "^", "neg", "exp"}:
        return node
    again = Op(node.head, tuple(map(folded, node.args)))
    value = constant(again)
    if value is not None:
        return Num(value)
    match again:
        case Op(head="*", args=(a, b)) if is_scalar(again) and (is_zero(a) or is_zero(b)):
            return term(0)
        case Op(head="+" | "-", args=(a, Num(value=n))) | Op(head="+", args=(Num(value=n), a)) if n == 0:
            return a
        case Op(head="^", args=(Num(value=n), Num(value=k))) if k.denominator == 1 and (n or k > 0):
            return Num(n**k.numerator)
    return again


_RECKONED: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}


def constant(node: Term) -> Fraction | None:
    """The number that a term without symbols is."""
    match node:
        case Num(value):
            return value
        case Op(head="exp", args=(a,)):
            return Fraction(1) if constant(a) == 0 else None
        case Op(head="+" | "-" | "*" | "/" | "neg", args=args):
            known = [v for v in map(constant, args) if v is not None]
            if len(known) < len(args) or (node.head == "/" and not known[1]):
                return None
            return -known[0] if len(known) == 1 else _RECKONED[node.head](known[0], known[1])
    return None


def given_by(found: Condition) -> Iterator[Condition]:
    """What the condition gives of parts: nothing where an exponent may be 0, and the power is 1 whatever its base."""
    powers = [node.args[1] for node in nodes(found.node) if isinstance(node, Op) and node.head == "^"]
    return factors(found) if all(map(_is_not_zero, powers)) else iter((found,))


def _is_not_zero(k: Term) -> bool:
    return k.value != 0 if isinstance(k, Num) else isinstance(k, Sym) and k.has("positive")


def factors(found: Condition) -> Iterator[Condition]:
    """The same asked of parts: a product is not 0 where no factor is."""
    node = found.node
    if isinstance(node, Abbrev):
        inside = [c for c in factors(replace(found, node=node.body))]
        # An abbreviation that does not come apart keeps its name.
        yield from [found] if inside == [replace(found, node=node.body)] else inside
        return
    if found.kind is Kind.INVERTIBLE and is_scalar(node):
        yield from factors(replace(found, kind=Kind.NONZERO))
        return
    parts: tuple[Term, ...] | None = None
    kind = found.kind
    if kind is Kind.NONZERO:
        match node:
            case Op(head="*", args=args) if all(map(is_scalar, args)):
                parts = args
            case Op(head="/", args=(a, _)):
                parts = (a,)
            case Op(head="^", args=(a, _)) if is_scalar(a):
                parts = (a,)
            case Op(head="neg" | "abs" | "norm_2" | "norm_F" | "norm_op" | "T" | "sqrt", args=(a,)):
                parts = (a,)
            case Op(head="exp"):
                parts = ()
            case Op(head="det", args=(A,)):
                yield from factors(replace(found, kind=Kind.INVERTIBLE, node=A))
                return
            case Op(head="inner", args=(a, b)) if a == b:
                parts = (a,)
            case Op(head="*", args=(a, b)) if b == a.T or a == b.T:
                parts = (b if is_scalar(node) else a,)
    elif kind is Kind.INVERTIBLE:
        match node:
            case Op(head="*", args=(a, b)) if is_scalar(a) or is_scalar(b) or _is_square(a):
                parts = (a, b)
            case Op(head="/", args=(a, _)) | Op(head="T" | "neg", args=(a,)) | Op(head="^", args=(a, _)):
                parts = (a,)
    if parts is None:
        yield found
    for part in parts or ():
        yield from factors(replace(found, node=part))


def _is_square(node: Term) -> bool:
    shape = shape_of(node)
    return shape is not None and shape[0] == shape[1]


def stated(found: Condition) -> str:
    """The condition as it ends a scope: ``a != 0``."""
    node = found.node
    text = node.sym.name if isinstance(node, Abbrev) else repr(node)
    scalar = is_scalar(node)
    match found.kind:
        case Kind.NONZERO:
            return f"{text} != 0"
        case Kind.INVERTIBLE:
            return f"{text} != 0" if scalar else f"{text} invertible"
        case Kind.NONNEGATIVE:
            return f"{text} >= 0" if scalar else f"{text} positive semi-definite"
        case Kind.POSITIVE:
            return f"{text} > 0" if scalar else f"{text} positive definite"
        case Kind.NO_ZERO_ENTRY:
            return f"no entry of {text} is 0"
        case Kind.SMOOTH:
            return f"{text} differentiable"
        case Kind.FINITE:
            return f"{text} < oo"
        case Kind.SYMMETRIC:
            return f"{text} symmetric"
        case Kind.IN_RANGE:
            return _range(node)
        case Kind.FLOW:
            return f"the gradient flow of {text} exists for all times"
    return f"{text} {_EXISTS[found.kind]}"


_EXISTS = {
    Kind.ATTAINED: "is attained", Kind.UNIQUE: "exists and is unique", Kind.BOUNDED: "is a number",
}


def _range(gap: Term) -> str:
    match gap:
        case Op(head="-", args=(n, k)):
            return f"{n!r} >= {k!r}"
    return f"{gap!r} >= 0"


def as_prop(found: Condition) -> Prop | None:
    """The condition as a premise; ``None`` where the language has no proposition for it."""
    node, scalar = found.node, is_scalar(found.node)
    match found.kind:
        case Kind.NONZERO | Kind.INVERTIBLE if scalar:
            return Prop("ne", (node, term(0)))
        case Kind.IN_RANGE:
            return Prop("le", (term(0), node))
        case Kind.NONNEGATIVE:
            return Prop("le", (term(0), node)) if scalar else Prop("psd", (node,))
        case Kind.POSITIVE:
            return Prop("lt", (term(0), node)) if scalar else Prop("posdef", (node,))
        case Kind.FINITE:
            return Prop("finite", (node,))
    return None
