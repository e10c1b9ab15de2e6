"""Rational functions: quotients of exact polynomials in lowest terms.

python-flint has none over several variables; numerator and denominator with a gcd are all that inverses of
small matrices need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Union

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ..errors import InputError
from .ring import Scalar, fraction, generators, occurring, rational

RatioLike = Union["Ratio", int, Fraction]


class Ratio:
    """``num / den`` in lowest terms; the leading coefficient of ``den`` is 1, so equal functions are equal pairs.

    >>> from .ring import ring
    >>> x, y = (Ratio(g) for g in ring(["x", "y"]).gens())
    >>> (x**2 - y**2) / (x + y)
    x - y
    >>> 1 / x + 1 / y
    (x + y)/(x*y)
    """

    __slots__ = ("den", "num")

    num: fmpq_mpoly
    den: fmpq_mpoly | None
    """``None`` stands for 1: most entries are polynomials, and their products need no gcd."""

    def __init__(self, num: fmpq_mpoly, den: fmpq_mpoly | None = None) -> None:
        if den is not None:
            num, den = _lowest(num, den)
        self.num, self.den = num, den

    @property
    def ctx(self) -> fmpq_mpoly_ctx:
        return self.num.context()

    @property
    def denominator(self) -> fmpq_mpoly:
        return self.ctx.constant(1) if self.den is None else self.den

    def lift(self, value: RatioLike | fmpq) -> Ratio:
        """``value`` in this ring."""
        return value if isinstance(value, Ratio) else Ratio(self.ctx.constant(rational(value)))

    def __add__(self, other: RatioLike) -> Ratio:
        other = self.lift(other)
        if self.den is None and other.den is None:
            return Ratio(self.num + other.num)
        a, b = self.denominator, other.denominator
        if a == b:
            return Ratio(self.num + other.num, a)
        return Ratio(self.num * b + other.num * a, a * b)

    __radd__ = __add__

    def __neg__(self) -> Ratio:
        negative = Ratio(-self.num)
        negative.den = self.den
        return negative

    def __sub__(self, other: RatioLike) -> Ratio:
        return self + (-self.lift(other))

    def __rsub__(self, other: RatioLike) -> Ratio:
        return self.lift(other) - self

    def __mul__(self, other: RatioLike) -> Ratio:
        other = self.lift(other)
        if self.den is None and other.den is None:
            return Ratio(self.num * other.num)
        return Ratio(self.num * other.num, self.denominator * other.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: RatioLike) -> Ratio:
        other = self.lift(other)
        if not other:
            raise ZeroDivisionError("division by the zero function")
        return Ratio(self.num * other.denominator, self.denominator * other.num)

    def __rtruediv__(self, other: RatioLike) -> Ratio:
        return self.lift(other) / self

    def __pow__(self, exponent: int) -> Ratio:
        if exponent < 0:
            return 1 / self**-exponent
        power = Ratio(self.num**exponent)
        power.den = None if self.den is None else self.den**exponent
        return power

    def __bool__(self) -> bool:
        return not self.num.is_zero()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Ratio, int, Fraction)):
            return NotImplemented
        other = self.lift(other)
        return bool(self.num == other.num and self.denominator == other.denominator)

    def __hash__(self) -> int:
        return hash((str(self.num), str(self.den)))

    def __repr__(self) -> str:
        return str(self.num) if self.den is None else f"({self.num})/({self.den})"

    def __len__(self) -> int:
        """The number of terms written out."""
        return len(self.num) + (0 if self.den is None else len(self.den))

    def derivative(self, name: str) -> Ratio:
        """The partial derivative with respect to the generator ``name``."""
        up = self.num.derivative(name)
        if self.den is None:
            return Ratio(up)
        return Ratio(up * self.den - self.num * self.den.derivative(name), self.den * self.den)

    def constant(self) -> Fraction:
        """The value of a constant function."""
        if self.den is not None or not self.num.is_constant():
            raise InputError(f"{self!r} is not a constant: give values to all of its symbols.")
        return fraction(self.num.leading_coefficient()) if self else Fraction(0)

    def substitute(self, values: Mapping[str, Ratio]) -> Ratio:
        """This function with generators replaced by functions (of the same ring)."""
        if not values:
            return self
        below = None if self.den is None else substitute(self.den, values)
        above = substitute(self.num, values)
        return above if below is None else above / below


def substitute(poly: fmpq_mpoly, values: Mapping[str, Ratio]) -> Ratio:
    """``poly`` with generators replaced by rational functions of the same ring."""
    ctx = poly.context()
    there = occurring(poly)
    values = {name: value for name, value in values.items() if name in there}
    if all(value.den is None and value.num.is_constant() for value in values.values()):
        return Ratio(poly.subs({name: value.num.leading_coefficient() for name, value in values.items()}))
    if all(value.den is None for value in values.values()):
        replaced = generators(ctx) | {name: value.num for name, value in values.items()}
        return Ratio(poly.compose(*replaced.values(), ctx=ctx))
    # One common denominator D: the part of degree k in the replaced generators needs the power m - k of it.
    common = ctx.constant(1)
    for value in values.values():
        common = common * (value.denominator / common.gcd(value.denominator))
    replaced = generators(ctx) | {
        name: value.num * (common / value.denominator) for name, value in values.items()
    }
    places = [ctx.variable_to_index(name) for name in values]
    parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponent, coefficient in poly.to_dict().items():
        parts.setdefault(sum(int(exponent[i]) for i in places), {})[exponent] = coefficient
    highest = max(parts, default=0)
    result = ctx.constant(0)
    for degree, part in parts.items():
        result += ctx.from_dict(part).compose(*replaced.values(), ctx=ctx) * common ** (highest - degree)
    return Ratio(result, common**highest)


def _lowest(num: fmpq_mpoly, den: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly | None]:
    if den.is_zero():
        raise ZeroDivisionError("division by the zero function")
    if not den.is_constant():
        common = num.gcd(den)
        if not common.is_constant():
            num, den = num / common, den / common
    lead = den.leading_coefficient()
    if den.is_constant():
        return num / lead, None
    return num / lead, den / lead


@lru_cache(maxsize=256)
def of_generators(ctx: fmpq_mpoly_ctx) -> Mapping[str, Ratio]:
    """The generators of ``ctx`` by name, made once: the same few rings come again at every point."""
    return MappingProxyType({name: Ratio(g) for name, g in generators(ctx).items()})


def constants(ctx: fmpq_mpoly_ctx) -> Callable[[Scalar], Ratio]:
    """The function that reads an exact number as a constant of ``ctx``."""
    return lambda value: Ratio(ctx.constant(rational(value)))
