r"""Terms that are bounded, and terms of polynomial growth, in Gaussian vectors and uniformly random rotations.

A term is BOUNDED when its values lie in a bounded set: a continuous function of fixed matrices and of uniformly random
rotations, which form a compact set; an exponential of what is not positive.  It is POLYNOMIAL when its absolute value
is at most a polynomial in the lengths of Gaussian vectors, with coefficients bounded in the rest: all moments of a
Gaussian vector are finite, and so is the mean of such a term.  Both classes are closed under sums, products, quotients
by fixed numbers, relu, norms, moduli and roots of positive semi-definite matrices (:math:`\|K_+\|_F=\|K\|_F`,
:math:`\|K^{1/2}\|_F^2\le\sqrt m\,\|K\|_F`); softmax weights lie in [0, 1] whatever they are taken of.  A recursion over
layers stays in a class that its step does not leave, by induction: the polynomial may be another one at every layer.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from ...statement.fold import Lacks
from ...statement.terms import Abbrev, Num, Op, Sym, Term


class Growth(IntEnum):
    """Of a term with the law of what is random in it."""

    FIXED = 0
    BOUNDED = 1
    POLYNOMIAL = 2


_CLOSED = frozenset({
    "+", "-", "neg", "*", "T", "tr", "inner", "block", "stack", "beside", "entry", "row", "col", "vec", "kron", "diag",
    "relu", "relu_each", "abs", "norm_2", "norm_F", "norm_op", "modulus", "sqrt", "least",
})
"""Heads whose value grows no faster than a polynomial in their arguments, and is continuous in them."""
_OVER_INDICES = frozenset({"sum", "stack_over", "beside_over"})
_WEIGHTS = frozenset({"softmax", "masked_softmax"})
_CONTINUOUS = frozenset({"exp", "exp_each"})
_PRODUCTS = frozenset({"product_up", "product_down"})
_NUMBERS = frozenset({"inner", "tr", "entry", "norm_2", "norm_F", "norm_op", "abs", "relu", "exp"})
"""Heads whose value is a number, so that its square is not negative."""
Known = Mapping[Sym, Growth]


def growth_of(node: Term, known: Known | None = None) -> Growth:
    """The class of ``node``; raises ``Lacks`` where it may grow faster, or a law is not known."""
    known = known or {}
    if isinstance(node, Abbrev):
        return growth_of(node.body, known)
    if isinstance(node, Num):
        return Growth.FIXED
    if isinstance(node, Sym):
        return known[node] if node in known else _of_symbol(node)
    assert isinstance(node, Op)
    head, args = node.head, node.args
    if head == "at" and isinstance(args[0], Sym):
        return growth_of(args[0], known)
    if head == "sequence":
        return _of_sequence(args, known)
    if head in _OVER_INDICES | _PRODUCTS:
        index = args[0]
        assert isinstance(index, Sym)
        return growth_of(args[-1], {**known, index: Growth.FIXED})
    if head == "activated":
        return _of_activation(args, known)
    found = max((growth_of(arg, known) for arg in args), default=Growth.FIXED)
    if head in _CLOSED or found is Growth.FIXED:
        return found
    if head in _WEIGHTS:
        return Growth.BOUNDED
    if head in _CONTINUOUS and (found is Growth.BOUNDED or _is_nonpositive(args[0])):
        return Growth.BOUNDED
    if head == "^" and isinstance(args[1], Num) and _is_grown_power(args[0], args[1]):
        return found
    if head == "/" and growth_of(args[1], known) is Growth.FIXED:
        return found
    raise Lacks(f"words does not see that {head} of what is random here grows no faster than a polynomial")


def _is_nonpositive(node: Term) -> bool:
    """Whether it is minus something that is nowhere negative: then its exponential lies in [0, 1]."""
    match node:
        case Op(head="neg", args=(a,)):
            return _is_nonnegative(a)
        case Op(head="*", args=(Num(value), a)) | Op(head="*", args=(Op(head="neg", args=(Num(value),)), a)):
            return (value if isinstance(node.args[0], Num) else -value) <= 0 and _is_nonnegative(a)
        case Op(head="/", args=(a, Num(value))):
            return value > 0 and _is_nonpositive(a)
    return False


def _is_nonnegative(node: Term) -> bool:
    match node:
        case Abbrev(body=body):
            return _is_nonnegative(body)
        case Num(value):
            return value >= 0
        case Sym():
            return bool(node.traits & {"positive", "nonnegative"})
        case Op(head="relu" | "abs" | "norm_2" | "norm_F" | "norm_op"):
            return True
        case Op(head="^", args=(base, Num(power))):  # of a growth that is known: the power is positive
            a_number = isinstance(base, Op) and base.head in _NUMBERS
            return (power % 2 == 0 and a_number) or _is_nonnegative(base)
        case Op(head="inner", args=(a, b)):
            return a == b
        case Op(head="+" | "*", args=(a, b)):
            return _is_nonnegative(a) and _is_nonnegative(b)
        case Op(head="/", args=(a, b)):
            return _is_nonnegative(a) and _is_nonnegative(b)
    return False


def _of_symbol(sym: Sym) -> Growth:
    if not sym.has("random"):
        return Growth.FIXED
    if sym.has("haar"):
        return Growth.BOUNDED
    if any(trait.startswith("cov:") for trait in sym.traits):
        return Growth.POLYNOMIAL
    raise Lacks(f"words knows no tails of the law of {sym.name}")


def _of_sequence(args: tuple[Term, ...], known: Known) -> Growth:
    """The least class that holds the start and that the step does not leave."""
    F, layer, start, step, _ = args
    assert isinstance(F, Sym)
    assert isinstance(layer, Sym)
    inside = growth_of(start, known)
    while True:
        after = max(inside, growth_of(step, {**known, F: inside, layer: Growth.FIXED}))
        if after is inside:
            return inside
        inside = after


def _of_activation(args: tuple[Term, ...], known: Known) -> Growth:
    """A continuous function of what is bounded is bounded."""
    h, *arguments = args
    found = max(growth_of(arg, known) for arg in arguments)
    if found is Growth.FIXED or (found is Growth.BOUNDED and isinstance(h, Sym) and h.has("smooth")):
        return found
    raise Lacks("words does not know how fast an unspecified activation grows")


def _is_grown_power(base: Term, exponent: Num) -> bool:
    """A positive integer; or a half, of a modulus, a Gram matrix or a scalar: its root."""
    if exponent.value.denominator == 1:
        return exponent.value > 0
    return exponent.value.denominator == 2 and exponent.value > 0 and isinstance(base, Op) and base.head == "modulus"
