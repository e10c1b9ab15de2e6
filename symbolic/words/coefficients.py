r"""Exact rational functions of the prompt length N: the coefficients of the words algebra."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Union

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from ..errors import InputError

ONE_POLY = fmpq_poly([1])

RatioLike = Union["Ratio", int, Fraction]


class Ratio:
    r"""``num/den`` in :math:`\mathbb Q(N)`, coprime, ``den`` monic; so equal values have equal fields.

    >>> N = Ratio.variable()
    >>> (N + 1) / N - 1 == 1 / N
    True
    """

    num: fmpq_poly
    den: fmpq_poly

    def __init__(self, num: fmpq_poly, den: fmpq_poly = ONE_POLY) -> None:
        if den is not ONE_POLY:
            common = num.gcd(den)
            if not common.is_one():
                num, den = num // common, den // common
            lead = den.leading_coefficient()
            if lead != 1:
                num, den = num / lead, den / lead
            if den.is_one():
                den = ONE_POLY
        self.num = num
        self.den = den

    @staticmethod
    def variable() -> Ratio:
        return Ratio(fmpq_poly([0, 1]))

    @staticmethod
    def of(value: RatioLike) -> Ratio:
        if isinstance(value, Ratio):
            return value
        if isinstance(value, int):
            return Ratio(fmpq_poly([value]))
        if isinstance(value, Fraction):
            return Ratio(fmpq_poly([fmpq(value.numerator, value.denominator)]))
        raise InputError(f"a coefficient must be an int, a Fraction or a Ratio, not {value!r}: floats are never exact.")

    def __add__(self, other: RatioLike) -> Ratio:
        o = other if type(other) is Ratio else Ratio.of(other)
        if self.den is ONE_POLY and o.den is ONE_POLY:
            return Ratio(self.num + o.num)
        if self.den == o.den:
            return Ratio(self.num + o.num, self.den)
        return Ratio(self.num * o.den + o.num * self.den, self.den * o.den)

    __radd__ = __add__

    def __neg__(self) -> Ratio:
        out = object.__new__(Ratio)
        out.num, out.den = -self.num, self.den
        return out

    def __sub__(self, other: RatioLike) -> Ratio:
        return self + (-Ratio.of(other))

    def __rsub__(self, other: RatioLike) -> Ratio:
        return Ratio.of(other) + (-self)

    def __mul__(self, other: RatioLike) -> Ratio:
        o = other if type(other) is Ratio else Ratio.of(other)
        if self.den is ONE_POLY and o.den is ONE_POLY:
            return Ratio(self.num * o.num)
        return Ratio(self.num * o.num, self.den * o.den)

    __rmul__ = __mul__

    def inverse(self) -> Ratio:
        if not self:
            raise InputError("a coefficient is 0 and cannot be inverted: check the denominator.")
        return Ratio(self.den, self.num)

    def __truediv__(self, other: RatioLike) -> Ratio:
        return self * Ratio.of(other).inverse()

    def __rtruediv__(self, other: RatioLike) -> Ratio:
        return Ratio.of(other) * self.inverse()

    def __pow__(self, exponent: int) -> Ratio:
        if exponent < 0:
            return self.inverse() ** (-exponent)
        return Ratio(self.num**exponent, self.den**exponent if self.den is not ONE_POLY else ONE_POLY)

    def __bool__(self) -> bool:
        return bool(self.num)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, Fraction)):
            other = Ratio.of(other)
        return isinstance(other, Ratio) and self.num == other.num and self.den == other.den

    @cached_property
    def key(self) -> tuple[tuple[fmpq, ...], tuple[fmpq, ...]]:
        return tuple(self.num.coeffs()), tuple(self.den.coeffs())

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def is_one(self) -> bool:
        return self.den is ONE_POLY and self.num.is_one()

    @property
    def is_constant(self) -> bool:
        return self.den is ONE_POLY and len(self.num.coeffs()) <= 1

    def at(self, n: int | Fraction) -> Fraction:
        """The value at N = ``n``."""
        point = fmpq(Fraction(n).numerator, Fraction(n).denominator)
        bottom = self.den(point)
        if bottom == 0:
            raise InputError(f"N = {n} is a pole of the coefficient {self}: choose another N.")
        value = self.num(point) / bottom
        return Fraction(int(value.p), int(value.q))

    def sign(self) -> int:
        """+1, -1 or 0 where the sign is the same for all N >= 1 by its shifted coefficients; 0 where not known."""
        above, below = (p(fmpq_poly([1, 1])).coeffs() for p in (self.num, self.den))
        signs, others = ({c > 0 for c in coefficients if c != 0} for coefficients in (above, below))
        # Without a constant coefficient the value at N = 1 is 0.
        if len(signs) != 1 or len(others) != 1 or not above[0] or not below[0]:
            return 0
        return 1 if signs == others else -1

    def factors(self) -> list[tuple[fmpz_poly, int]]:
        """``|self|`` as a product of primes and irreducible integer polynomials in N, leading coefficients positive."""
        out: list[tuple[fmpz_poly, int]] = []
        for poly, sign in ((self.num, 1), (self.den, -1)):
            for number, direction in ((fmpz(poly.numer().content()), 1), (fmpz(poly.denom()), -1)):
                out += [(fmpz_poly([p]), sign * direction * int(e)) for p, e in number.factor()]
            _, irreducible = poly.numer().factor()
            out += [(f if f.leading_coefficient() > 0 else -f, sign * int(e)) for f, e in irreducible]
        merged: dict[tuple[fmpz, ...], tuple[fmpz_poly, int]] = {}
        for f, e in out:
            name = tuple(f.coeffs())
            merged[name] = (f, merged[name][1] + e if name in merged else e)
        return [(f, e) for f, e in merged.values() if e]

    def __repr__(self) -> str:
        if self and self.num.leading_coefficient() < 0:
            return f"-{-self!r}" if self._is_factor else f"-({-self!r})"
        top, bottom = _text(fmpq_poly(self.num.numer())), _text(self.den * self.num.denom())
        return top if bottom == "1" else f"{_grouped(top, ' ')}/{_grouped(bottom, ' */')}"

    @property
    def _is_factor(self) -> bool:
        """Whether the text needs no parentheses in a product."""
        return self.den is not ONE_POLY or len([c for c in self.num.coeffs() if c]) == 1

    def as_factor(self) -> str:
        """The text in a form that can be multiplied."""
        return repr(self) if self._is_factor else f"({self!r})" if not repr(self).startswith("-(") else repr(self)


def _text(poly: fmpq_poly) -> str:
    """An integer polynomial, highest power first."""
    terms = []
    for k, c in reversed(list(enumerate(poly.coeffs()))):
        if c:
            power = "" if k == 0 else "N" if k == 1 else f"N**{k}"
            number = str(c) if not power else "" if c == 1 else "-" if c == -1 else f"{c}*"
            terms.append(number + power)
    return " + ".join(terms).replace("+ -", "- ") if terms else "0"


def _grouped(text: str, signs: str) -> str:
    """``text`` in parentheses if it contains one of the signs."""
    return f"({text})" if any(sign in text.replace("**", "^") for sign in signs) else text
