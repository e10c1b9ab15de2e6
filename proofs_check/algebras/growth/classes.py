r"""Terms that are bounded, and terms of polynomial growth, in Gaussian vectors and uniformly random rotations.

A term is BOUNDED when it is a continuous function of fixed matrices and of uniformly random rotations, which form a
compact set.  It is POLYNOMIAL when its absolute value is at most a polynomial in the lengths of Gaussian vectors, with
coefficients bounded in the rest: all moments of a Gaussian vector are finite, and so is the mean of such a term.  Both
classes are closed under sums, products, quotients by fixed numbers, relu, norms, moduli and roots of positive
semi-definite matrices (:math:`\|K_+\|_F=\|K\|_F`, :math:`\|K^{1/2}\|_F^2\le\sqrt m\,\|K\|_F`); softmax weights lie in
[0, 1] whatever they are taken of.  A recursion over layers stays in a class that its step does not leave, by induction:
the polynomial may be another one at every layer.
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
    if head in _CONTINUOUS and found is Growth.BOUNDED:
        return Growth.BOUNDED
    if head == "^" and isinstance(args[1], Num) and _is_grown_power(args[0], args[1]):
        return found
    if head == "/" and growth_of(args[1], known) is Growth.FIXED:
        return found
    raise Lacks(f"words does not see that {head} of what is random here grows no faster than a polynomial")


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
