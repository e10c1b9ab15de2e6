"""Rational functions over a ring of polynomials that grows: operands of an older ring are carried into the newer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ..errors import InputError

NUMBERS = (int, Fraction, fmpq)
MOST_SIZE = 20_000
"""The number of terms times the degree, above which no greatest common divisor is looked for."""
LONG = 40
"""Terms of a numerator above which common factors are looked for only when they matter: there are hardly ever any."""


class Quotient:
    """A quotient; ``num`` and ``den`` are those in lowest terms, ``den`` monic and ``None`` for 1.

    Rings are made by :class:`~symbolic.contexts.generators.Generators`: each begins with the generators of the one
    before, so that of two rings the one with more generators contains the other.

    >>> from flint import fmpq_mpoly_ctx
    >>> x = Quotient(fmpq_mpoly_ctx.get(["x"], "degrevlex").gen(0))
    >>> y = Quotient(fmpq_mpoly_ctx.get(["x", "y"], "degrevlex").gen(1))
    >>> text((x * x - y * y) / (x + y))
    'x - y'
    """

    __slots__ = ("_den", "_lowest", "_num")

    _num: fmpq_mpoly
    _den: fmpq_mpoly | None
    _lowest: bool

    def __init__(self, num: fmpq_mpoly, den: fmpq_mpoly | None = None) -> None:
        self._num, self._den, self._lowest = num, den, den is None
        if den is not None:
            _require_room(num, den)
            if len(num) <= LONG or den.is_constant():
                self._reduce()

    def _reduce(self) -> None:
        if not self._lowest:
            assert self._den is not None
            self._num, self._den = _lowest(self._num, self._den)
            self._lowest = True

    @property
    def num(self) -> fmpq_mpoly:
        self._reduce()
        return self._num

    @property
    def den(self) -> fmpq_mpoly | None:
        self._reduce()
        return self._den

    @property
    def size(self) -> int:
        """The number of terms written out."""
        return len(self._num) + (0 if self._den is None else len(self._den))

    @property
    def is_polynomial(self) -> bool:
        """Whether no denominator is written out."""
        return self._den is None

    @property
    def ctx(self) -> fmpq_mpoly_ctx:
        return self._num.context()

    def __add__(self, other: Any) -> Any:
        pair = _same_ring(self, other)
        if pair is None:
            return NotImplemented
        a, b = pair
        if a._den is None and b._den is None:
            return Quotient(a._num + b._num)
        if a._den == b._den:
            return Quotient(a._num + b._num, a._den)
        p, q = _den(a), _den(b)
        common = p.gcd(q)
        if not common.is_constant():
            p, q = p / common, q / common
        return Quotient(a._num * q + b._num * p, p * _den(b))

    __radd__ = __add__

    def __neg__(self) -> Quotient:
        return _made(-self._num, self._den, self._lowest)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, NUMBERS):
            if not other:
                return Quotient(self._num * 0)
            return _made(self._num * _number(other), self._den, self._lowest)
        pair = _same_ring(self, other)
        if pair is None:
            return NotImplemented
        a, b = pair
        if a._den is None and b._den is None:
            return Quotient(a._num * b._num)
        return Quotient(a._num * b._num, _den(a) * _den(b))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        pair = _same_ring(self, other)
        if pair is None:
            return NotImplemented
        a, b = pair
        if not b:
            raise ZeroDivisionError("division by the zero function")
        return Quotient(a._num * _den(b), _den(a) * b._num)

    def __rtruediv__(self, other: Any) -> Any:
        pair = _same_ring(self, other)
        return NotImplemented if pair is None else pair[1] / pair[0]

    def __pow__(self, exponent: int) -> Quotient:
        if exponent < 0:
            return 1 / self**-exponent
        return _made(self._num**exponent, None if self._den is None else self._den**exponent, self._lowest)

    def __bool__(self) -> bool:
        return not self._num.is_zero()

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


def _made(num: fmpq_mpoly, den: fmpq_mpoly | None, lowest: bool) -> Quotient:
    """A quotient of which it is known whether it is in lowest terms."""
    made = Quotient(num)
    made._den, made._lowest = den, lowest
    return made


def _den(a: Quotient) -> fmpq_mpoly:
    return a.ctx.constant(1) if a._den is None else a._den


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
    if a.ctx is not ring:
        # The value stays the same: it is carried over once, not at every use.
        a._num, a._den = a._num.project_to_context(ring), None if a._den is None else a._den.project_to_context(ring)
    return a


def _require_room(num: fmpq_mpoly, den: fmpq_mpoly) -> None:
    if den.is_zero():
        raise ZeroDivisionError("division by the zero function")
    terms = len(num) + len(den)
    # The total degree, which is known at once, is at least the degree in each generator.
    if (
        terms * max(num.total_degree(), den.total_degree()) > MOST_SIZE and not den.is_constant()
        and terms * int(max(*num.degrees(), *den.degrees())) > MOST_SIZE
    ):
        raise InputError("a quotient is too large for its lowest terms: take smaller sizes or smaller exponents.")


def _lowest(num: fmpq_mpoly, den: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly | None]:
    if not den.is_constant():
        common = num.gcd(den)
        if not common.is_constant():
            num, den = num / common, den / common
    lead = den.leading_coefficient()
    if lead != 1:
        num, den = num / lead, den / lead
    return num, None if den.is_constant() else den
