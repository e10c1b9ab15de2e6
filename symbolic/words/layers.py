r"""Layers: families :math:`B_\ell`, sequences :math:`F_{\ell+1}=s_\ell(F_\ell)` at a symbolic layer, and slopes.

A sequence at a symbolic layer is opaque: a function of its start, of its step as a normal form in generic letters, and
of the layer.  Two of them with equal starts and steps are one.  Steps are unfolded outside this module.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..errors import InputError
from .calls import CALLS, Arguments, Calling, Derivative, called
from .letters import Dim
from .matrices import Matrix, Value
from .scalars import ONE, UNIT, ZERO, Scalar
from .structure import BOUND, names
from .substitution import Remembering, substitute


@dataclass(frozen=True)
class Family:
    """A matrix or scalar for each layer."""

    name: str
    rows: Dim
    cols: Dim
    symmetric: bool = False


def of_layer(family: Family, layer: Scalar) -> Value:
    r""":math:`B_\ell`."""
    return called("layer", (family, layer), family.rows, family.cols, symmetric=family.symmetric)


def apart(a: Scalar, b: Scalar) -> Scalar:
    r""":math:`\mathbb 1(a=b)` of two layers; known where their difference is a number."""
    gap = a - b
    known = gap.as_ratio()
    if known is not None and known.is_constant:
        return ZERO if gap else ONE
    first, second = sorted((a, b), key=repr)
    value = called("delta", (first, second), 1, 1)
    assert isinstance(value, Scalar)
    return value


@dataclass(frozen=True)
class Recursion:
    """Of a sequence: where its piece stands, and how many pieces its start has; the rest are values."""

    place: int
    rows: Dim
    cols: Dim
    pieces: int


def sequence_piece(recursion: Recursion, layer: Scalar, *data: Value) -> Value:
    """One piece of the sequence at a symbolic layer; ``data``: the pieces of the start, then those of the step."""
    return called("sequence", (recursion, layer, *data), recursion.rows, recursion.cols)


# Slopes ------------------------------------------------------------------------------------------------------

MOVING = "tau'"
"""The name of the scalar that moves, in a slope that is opaque."""


def slope(value: Value, t: str) -> Value:
    r""":math:`\frac d{dt}\,value\,|_{t=0}`."""
    from .calculus import derivative

    return substitute(derivative(value, {t: ONE}), _remembering(t, ZERO))


@cache
def _remembering(t: str, value: Scalar) -> Remembering:
    return Remembering({t: value})


def opaque_slope(name: str) -> Derivative:
    """The derivative of a function of which words know none: a function of the moving value and of the place."""

    def derivative(args: Arguments, _: Callable[[Value], Value], velocities: Any) -> Value:
        if len(velocities) != 1 or not all(isinstance(x, str) and v == ONE for x, v in velocities.items()):
            raise InputError(f"the motion of {name} is not known to words.")
        (t,) = velocities
        if MOVING in names(args):
            raise InputError(f"second derivatives of {name} are not known to words.")
        bound = _remembering(t, Scalar.symbol(MOVING))
        inside = CALLS[name].build(*(substitute(x, bound) if isinstance(x, (Scalar, Matrix)) else x for x in args))
        return _slope_of(inside, Scalar.symbol(t))

    return derivative


def _slope_of(value: Value, at: Scalar) -> Value:
    r""":math:`\frac d{d\tau}` of ``value`` at :math:`\tau=at`, term by term."""
    if isinstance(value, Scalar):
        total = ZERO
        for mono, c in value.terms.items():
            one = Scalar({mono: UNIT})
            if MOVING in names(one):
                made = called("slope", (one, at), 1, 1)
                assert isinstance(made, Scalar)
                total = total + Scalar({(): c}) * made
        return total
    parts = [(c, Matrix(value.rows, value.cols, {word: Scalar({mono: UNIT})}))
             for word, coefficient in value.terms.items() for mono, c in coefficient.terms.items()]
    sum_ = Matrix(value.rows, value.cols, {})
    for c, term in parts:
        if MOVING in names(term):
            sum_ = sum_ + _slope_of_term(term, at).scaled(c)
    return sum_


def _slope_of_term(term: Matrix, at: Scalar) -> Matrix:
    ((word, _),) = term.terms.items()
    flipped = len(word) == 1 and word[0].flipped
    single = term.T if flipped else term
    made = called("slope", (single, at), single.rows, single.cols, symmetric=single.rows == single.cols and
                  single == single.T)
    assert isinstance(made, Matrix)
    return made.T if flipped else made


CALLS["layer"] = Calling(of_layer, text=lambda args: f"{args[0].name}[{args[1]!r}]")
CALLS["delta"] = Calling(apart, text=lambda args: f"1({args[0]!r} = {args[1]!r})")
CALLS["sequence"] = Calling(sequence_piece, opaque_slope("sequence"))
CALLS["slope"] = Calling(_slope_of)
BOUND["slope"] = lambda args: {MOVING}
