r"""What a head asks of its arguments: where it has values, and where it has derivatives.  Each rule's first sentence is
what the reference page says."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from ..trees import Num, Op, Sym, Term


class Kind(Enum):
    """What is asked of a term; of a matrix "nonnegative" and "positive" mean definiteness."""

    NONZERO = "!= 0"
    INVERTIBLE = "invertible"
    NONNEGATIVE = ">= 0"
    POSITIVE = "> 0"
    NO_ZERO_ENTRY = "without an entry 0"
    SMOOTH = "differentiable"
    FINITE = "< oo"
    """Of an expectation: the mean of the absolute value is finite."""
    SYMMETRIC = "symmetric"
    IN_RANGE = "in range"
    """Of a size less a place, or a place less 1: not negative."""
    ATTAINED = "attained"
    """Of a minimum: some values of the variables give it."""
    UNIQUE = "unique"
    """Of an argmin: the minimum is attained at one point alone."""
    BOUNDED = "bounded below"
    """Of an infimum: it is a number."""
    FLOW = "flow"
    """Of a loss: its gradient flow exists for all times t >= 0."""


def said(kind: Kind) -> str:
    """The words behind a name, on the reference page."""
    return "is finite" if kind is Kind.FINITE else kind.value if kind.value[0] in "!<>" else f"is {kind.value}"


Asked = tuple[Kind, Term]
Asking = Callable[[Op], tuple[Asked, ...]]


def of(kind: Kind, *places: int) -> Asking:
    """The same of the arguments at these places, of the first one where none is named."""

    def rule(node: Op) -> tuple[Asked, ...]:
        return tuple((kind, node.args[place]) for place in places or (0,))

    rule.__doc__ = " and ".join(f"{{{place}}} {said(kind)}" for place in places or (0,))
    return rule


def itself(kind: Kind) -> Asking:
    """Of the whole: that it is attained, finite or differentiable."""

    def rule(node: Op) -> tuple[Asked, ...]:
        return ((kind, node),)

    rule.__doc__ = f"it {said(kind)}"
    return rule


def nothing(node: Op) -> tuple[Asked, ...]:
    """"""
    return ()


def power(node: Op) -> tuple[Asked, ...]:
    """{0} is invertible where the exponent is -1, -2, ..., >= 0 for another positive exponent, else > 0"""
    base, exponent = node.args
    if not isinstance(exponent, Num):
        return () if is_natural(exponent) else ((Kind.POSITIVE, base),)
    if exponent.value.denominator == 1:
        return () if exponent.value >= 0 else ((Kind.INVERTIBLE, base),)
    return ((Kind.NONNEGATIVE if exponent.value > 0 else Kind.POSITIVE, base),)


def kink_of_power(node: Op) -> tuple[Asked, ...]:
    """{0} > 0 where the exponent is no integer"""
    base, exponent = node.args
    whole = isinstance(exponent, Num) and exponent.value.denominator == 1
    return () if whole or is_natural(exponent) else ((Kind.POSITIVE, base),)


def is_natural(exponent: Term) -> bool:
    """Whether the exponent is one of 0, 1, 2, ..., such as d - 1."""
    match exponent:
        case Num(value):
            return value.denominator == 1 and value >= 0
        case Sym():
            return exponent.has("integer") and bool(exponent.traits & {"positive", "nonnegative"})
        case Op(head="-", args=(Sym() as n, Num(value))):
            return n.has("positive") and is_natural(n) and value.denominator == 1 and value <= 1
        case Op(head="+" | "*", args=args):
            return all(map(is_natural, args))
    return False


def probability(node: Op) -> tuple[Asked, ...]:
    """{2} >= 0 and 1 - {2} >= 0"""
    return (Kind.NONNEGATIVE, node.args[2]), (Kind.NONNEGATIVE, 1 - node.args[2])


def some_positive_eigenvalue(node: Op) -> tuple[Asked, ...]:
    """{0} >= 0 and {0} != 0"""
    return (Kind.NONNEGATIVE, node.args[0]), (Kind.NONZERO, node.args[0])


def difference(node: Op) -> tuple[Asked, ...]:
    """{0} - {1} != 0"""
    return ((Kind.NONZERO, node.args[0] - node.args[1]),)


def smooth_activation(node: Op) -> tuple[Asked, ...]:
    """{0} is differentiable"""
    h = node.args[0]
    return () if isinstance(h, Sym) and h.has("smooth") else ((Kind.SMOOTH, node),)
