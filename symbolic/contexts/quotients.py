"""Rational functions over a ring of polynomials that grows: operands of an older ring are carried into the newer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ..errors import InputError

NUMBERS = (int, Fraction, fmpq)
MOST_SIZE = 20_000
"""The number of terms times the degree, above which no greatest common divisor is looked for."""


class Quotient:
    """``num / den`` in lowest terms, ``den`` monic; ``den`` is ``None`` for 1.

    Rings are made by :class:`~symbolic.contexts.generators.Generators`: each begins with the generators of the one
    before, so that of two rings the one with more generators contains the other.

    >>> from flint import fmpq_mpoly_ctx
    >>> x = Quotient(fmpq_mpoly_ctx.get(["x"], "degrevlex").gen(0))
    >>> y = Quotient(fmpq_mpoly_ctx.get(["x", "y"], "degrevlex").gen(1))
    >>> text((x * x - y * y) / (x + y))
    'x - y'
    """

    __slots__ = ("den", "num")

    num: fmpq_mpoly
    den: fmpq_mpoly | None

    def __init__(self, num: fmpq_mpoly, den: fmpq_mpoly | None = None) -> None:
        self.num, self.den = (num, None) if den is None else _lowest(num, den)

    @property
    def ctx(self) -> fmpq_mpoly_ctx:
        return self.num.context()

    def __add__(self, other: Any) -> Any:
        pair = _same_ring(self, other)
        if pair is None:
            return NotImplemented
        a, b = pair
        if a.den is None and b.den is None:
            return Quotient(a.num + b.num)
        if a.den == b.den:
            return Quotient(a.num + b.num, a.den)
        p, q = _den(a), _den(b)
        return Quotient(a.num * q + b.num * p, p * q)

    __radd__ = __add__

    def __neg__(self) -> Quotient:
        return _raw(-self.num, self.den)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, NUMBERS):
            return _raw(self.num * _number(other), self.den) if other else _raw(self.num * 0, None)
        pair = _same_ring(self, other)
        if pair is None:
            return NotImplemented
        a, b = pair
        if a.den is None and b.den is None:
            return Quotient(a.num * b.num)
        return Quotient(a.num * b.num, _den(a) * _den(b))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        pair = _same_ring(self, other)
        if pair is None:
            return NotImplemented
        a, b = pair
        if not b:
            raise ZeroDivisionError("division by the zero function")
        return Quotient(a.num * _den(b), _den(a) * b.num)

    def __rtruediv__(self, other: Any) -> Any:
        pair = _same_ring(self, other)
        return NotImplemented if pair is None else pair[1] / pair[0]

    def __pow__(self, exponent: int) -> Quotient:
        if exponent < 0:
            return 1 / self**-exponent
        return _raw(self.num**exponent, None if self.den is None else self.den**exponent)

    def __bool__(self) -> bool:
        return not self.num.is_zero()

    def __eq__(self, other: object) -> bool:
        gap = self - other
        return NotImplemented if gap is NotImplemented else not gap

    def __hash__(self) -> int:
        return hash(text(self))

    def __repr__(self) -> str:
        return text(self)


def text(value: Any) -> str:
    """``value`` in print; equal values, of whatever ring, print alike."""
    if isinstance(value, Quotient):
        return str(value.num) if value.den is None else f"({value.num})/({value.den})"
    return str(value)


def constant_of(value: Any) -> fmpq | None:
    """The number that ``value`` is, or None."""
    if isinstance(value, Quotient):
        if value.den is not None or not value.num.is_constant():
            return None
        return value.num.leading_coefficient() if value else fmpq(0)
    return fmpq(value) if isinstance(value, (int, fmpq)) else None


def _number(value: Any) -> fmpq:
    return fmpq(value.numerator, value.denominator) if isinstance(value, Fraction) else fmpq(value)


def _raw(num: fmpq_mpoly, den: fmpq_mpoly | None) -> Quotient:
    """A quotient that is known to be in lowest terms."""
    made = Quotient(num)
    made.den = den
    return made


def _den(a: Quotient) -> fmpq_mpoly:
    return a.ctx.constant(1) if a.den is None else a.den


def _same_ring(a: Quotient, b: Any) -> tuple[Quotient, Quotient] | None:
    if isinstance(b, Quotient):
        if a.ctx is b.ctx:
            return a, b
        ring = max(a.ctx, b.ctx, key=lambda ctx: int(ctx.nvars()))
        return _in(a, ring), _in(b, ring)
    if isinstance(b, NUMBERS):
        return a, Quotient(a.ctx.constant(_number(b)))
    return None


def _in(a: Quotient, ring: fmpq_mpoly_ctx) -> Quotient:
    if a.ctx is ring:
        return a
    return _raw(a.num.project_to_context(ring), None if a.den is None else a.den.project_to_context(ring))


def _lowest(num: fmpq_mpoly, den: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly | None]:
    if den.is_zero():
        raise ZeroDivisionError("division by the zero function")
    if not den.is_constant():
        if (len(num) + len(den)) * int(max(*num.degrees(), *den.degrees())) > MOST_SIZE:
            raise InputError("a quotient is too large for its lowest terms: take smaller sizes or smaller exponents.")
        common = num.gcd(den)
        if not common.is_constant():
            num, den = num / common, den / common
    lead = den.leading_coefficient()
    if lead != 1:
        num, den = num / lead, den / lead
    return num, None if den.is_constant() else den
