r"""Exact averages of polynomials: over uniformly random orthogonal matrices up to degree 3, over Gaussian numbers.

The signed permutations :math:`\Gamma_d` average every polynomial of degree at most 3 in the entries of an orthogonal
matrix as the Haar measure of O(d) does: odd degrees vanish, and in degree 2 both averages are invariant under
:math:`\Gamma_d\times\Gamma_d`, under which :math:`u_{ij}u_{kl}` averages to :math:`\delta_{ik}\delta_{jl}/d`.  For
d = 1 they are O(1), and every function may be averaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import Any

from flint import fmpq

from .quotients import Quotient

MOST_DEGREE = 3
Place = tuple[int, int]


class TooHigh(Exception):
    """A polynomial of a degree that is not averaged exactly, or no polynomial at all."""


def haar_moment(places: Sequence[tuple[Place, int]], d: int) -> fmpq:
    r""":math:`\mathbb E\prod u_{ij}^{e_{ij}}` for a total degree of at most 3."""
    degree = sum(e for _, e in places)
    if degree == 0:
        return fmpq(1)
    if degree > MOST_DEGREE:
        raise TooHigh(f"a polynomial of degree {degree} in a random rotation")
    return fmpq(1, d) if degree == 2 and len(places) == 1 else fmpq(0)


def normal_moment(exponents: Sequence[int]) -> fmpq:
    r""":math:`\mathbb E\prod z_i^{e_i}` for independent standard normal numbers."""
    if any(e % 2 for e in exponents):
        return fmpq(0)
    return fmpq(prod(k for e in exponents for k in range(1, e, 2)))


def averaged(value: Any, drawn: Mapping[int, Place], moment: Callable[[list[tuple[Place, int]]], fmpq]) -> Any:
    """``value`` with each product of powers of the generators at the positions ``drawn`` replaced by its mean."""
    if not isinstance(value, Quotient):
        return value
    ring = value.ctx
    places = {i: place for i, place in drawn.items() if i < ring.nvars()}
    if value.den is not None and involves(Quotient(value.den), places):
        raise TooHigh("a quotient in a random matrix")
    kept: dict[tuple[int, ...], fmpq] = {}
    for exponent, coefficient in value.num.to_dict().items():
        powers = [int(e) for e in exponent]
        factors = [(place, powers[i]) for i, place in places.items() if powers[i]]
        for i in places:
            powers[i] = 0
        mean = coefficient * moment(factors)
        if mean:
            kept[tuple(powers)] = kept.get(tuple(powers), fmpq(0)) + mean
    return Quotient(ring.from_dict({e: c for e, c in kept.items() if c}), value.den)


def is_trigonometric(value: Any, place: int, degree: int = MOST_DEGREE) -> bool:
    r"""Whether a function of the generator s, at the position ``place``, is a trigonometric polynomial of at most this
    degree in the angle with :math:`\cos\theta=(1-s^2)/(1+s^2)`: its denominator divides :math:`(1+s^2)^m`, and its
    numerator has degree at most 2m.

    >>> from flint import fmpq_mpoly_ctx
    >>> s = Quotient(fmpq_mpoly_ctx.get(["s"], "degrevlex").gen(0))
    >>> is_trigonometric((1 - s * s) / (1 + s * s), 0, 1), is_trigonometric(s, 0)
    (True, False)
    """
    if not involves(value, (place,)):
        return True
    circle = value.ctx.gen(place) ** 2 + 1
    rest, powers = _one(value), 0
    while rest.degrees()[place] > 0:
        quotient, remainder = divmod(rest, circle)
        if not remainder.is_zero():
            return False
        rest, powers = quotient, powers + 1
    return powers <= degree and int(value.num.degrees()[place]) <= 2 * powers


def _one(value: Quotient) -> Any:
    return value.ctx.constant(1) if value.den is None else value.den


def involves(value: Any, places: Iterable[int]) -> bool:
    """Whether one of the generators at these positions occurs."""
    if not isinstance(value, Quotient):
        return False
    used = [part.degrees() for part in (value.num, value.den) if part is not None]
    return any(i < len(degrees) and degrees[i] > 0 for degrees in used for i in places)
