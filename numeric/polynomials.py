r"""Exact means of polynomials in random numbers: what is averaged is expanded, and every power has its exact moment.

A :class:`Polynomial` stands in an array of Python objects where a drawn number would; it adds and multiplies with
integers and fractions.  What is no polynomial (a quotient, a comparison, a rounded number) raises
:class:`NotPolynomialError`, so that nothing here is ever approximate.

>>> x, y = variables(2)
>>> mean((x + 2 * y) ** 2 * Fraction(1, 3), [powers(Gaussian(), 0), powers(Gaussian(), 1)])
Fraction(5, 3)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from numbers import Integral
from typing import Any

try:
    import flint
except ModuleNotFoundError:  # a machine that only trains
    from . import plain_polynomials as flint  # type: ignore[no-redef]

from .errors import InputError
from .laws import Gaussian, Law, Rademacher, Uniform

MOST_TERMS = 200_000
"""Of a product: beyond this expanding costs more than it gives."""
Exponents = tuple[int, ...]


class NotPolynomialError(InputError):
    """What is averaged is no polynomial in what is random, or one too long to expand."""


class Polynomial:
    """A polynomial with rational coefficients in the variables of one context."""

    __slots__ = ("value",)

    def __init__(self, value: flint.fmpq_mpoly) -> None:
        self.value = value

    def __add__(self, other: Any) -> Polynomial:
        return Polynomial(self.value + _operand(other))

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(-self.value)

    def __sub__(self, other: Any) -> Polynomial:
        return Polynomial(self.value - _operand(other))

    def __rsub__(self, other: Any) -> Polynomial:
        return Polynomial(_operand(other) - self.value)

    def __mul__(self, other: Any) -> Polynomial:
        factor = _operand(other)
        if isinstance(factor, flint.fmpq_mpoly) and len(factor) * len(self.value) > 20 * MOST_TERMS:
            raise NotPolynomialError("the product is too long to expand: choose smaller sizes.")
        found = self.value * factor
        if len(found) > MOST_TERMS:
            raise NotPolynomialError("the product is too long to expand: choose smaller sizes.")
        return Polynomial(found)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Polynomial:
        return Polynomial(self.value * _inverse(_operand(other)))

    def __rtruediv__(self, other: Any) -> Polynomial:
        return Polynomial(self.value**0 * (_operand(other) * _inverse(self.value)))

    def __pow__(self, k: int) -> Polynomial:
        if not isinstance(k, int) or k < 0:
            raise NotPolynomialError(f"the power {k!r} is no polynomial.")
        found = Polynomial(self.value**0)
        for _ in range(k):
            found = found * self
        return found

    def _refuse(self, *others: Any) -> Any:
        raise NotPolynomialError("a comparison, a size or a rounded value of what is random is no polynomial.")

    __lt__ = __le__ = __gt__ = __ge__ = __abs__ = __float__ = __int__ = __bool__ = _refuse

    def __eq__(self, other: object) -> bool:
        return bool(self._refuse(other))

    __hash__ = None  # type: ignore[assignment]


def _operand(other: Any) -> Any:
    if isinstance(other, Polynomial):
        return other.value
    if isinstance(other, flint.fmpq):
        return other
    if isinstance(other, Fraction):
        return flint.fmpq(other.numerator, other.denominator)
    if isinstance(other, Integral):  # asked last: an abstract class takes its time
        return flint.fmpq(int(other))
    raise NotPolynomialError(f"{type(other).__name__} is no exact number. Pass fractions.")


def _inverse(divisor: Any) -> flint.fmpq:
    if isinstance(divisor, flint.fmpq_mpoly):
        if not divisor.is_constant():
            raise NotPolynomialError("a quotient by what is random is no polynomial.")
        divisor = divisor.leading_coefficient() if not divisor.is_zero() else flint.fmpq(0)
    if divisor == 0:
        raise NotPolynomialError("a quotient by 0 is no polynomial.")
    return 1 / divisor


def variables(count: int) -> list[Polynomial]:
    """``count`` variables of one context."""
    context = flint.fmpq_mpoly_ctx.get([f"z{k}" for k in range(max(count, 1))], "lex")
    return [Polynomial(gen) for gen in context.gens()][:count]


@dataclass(frozen=True)
class Moments:
    """What the powers of some variables average to, given those before them.

    ``moment`` is a fraction, or a polynomial in earlier variables where the law depends on these.
    """

    places: tuple[int, ...]
    moment: Callable[[Exponents], Fraction | Polynomial]
    conditional: bool = False
    even: bool = False
    """Whether odd powers have mean 0, so that most of what is expanded need not be looked at."""


def powers(law: Law, place: int) -> Moments:
    """Of a number of this law, the variable number ``place``."""
    symmetric = isinstance(law, (Gaussian, Uniform, Rademacher))
    return Moments((place,), lambda exponents: _moment(law, exponents[0]), even=symmetric)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _moment(law: Any, k: int) -> Fraction:
    found: Fraction = law.moment(k)
    return found


def normal(variance: Fraction | Polynomial, place: int) -> Moments:
    """Of N(0, variance); the variance may be a polynomial in earlier variables; the same object for the same number."""
    return _normal(variance, place) if isinstance(variance, Polynomial) else _known_normal(variance, place)


def _normal(variance: Fraction | Polynomial, place: int) -> Moments:
    gaussian = Gaussian()

    def moment(exponents: Exponents) -> Fraction | Polynomial:
        (k,) = exponents
        return Fraction(0) if k % 2 else variance ** (k // 2) * gaussian.moment(k)

    return Moments((place,), moment, isinstance(variance, Polynomial), even=True)


_known_normal = lru_cache(maxsize=1024)(_normal)


def circle(cosine: int, sine: int) -> Moments:
    r"""Of :math:`\cos^a\theta\sin^b\theta`, uniform: :math:`(a-1)!!(b-1)!!/(a+b)!!` for a, b even, else 0."""

    def moment(exponents: Exponents) -> Fraction:
        a, b = exponents
        if a % 2 or b % 2:
            return Fraction(0)
        odd = math.prod(range(1, a, 2)) * math.prod(range(1, b, 2))
        return Fraction(odd, math.prod(range(2, a + b + 1, 2)))

    return Moments((cosine, sine), moment, even=True)


def mean(value: Any, moments: Sequence[Moments]) -> Fraction:
    """The mean of a polynomial (of a number: itself); ``moments`` in the order in which the variables were drawn."""
    if not isinstance(value, Polynomial):
        number = _operand(value)
        return Fraction(int(number.p), int(number.q))
    left = value.value
    for group in reversed([g for g in moments if g.conditional]):
        left = _integrated(left, group)
    free = [g for g in moments if not g.conditional]
    known: list[dict[Exponents, Any]] = [{} for _ in free]
    total = flint.fmpq(0)
    even = [k for g in free if g.even for k in g.places]
    for exponents, term in left.terms():
        powers_ = list(map(int, exponents))
        if sum([powers_[k] & 1 for k in even]):
            continue
        for group, seen in zip(free, known, strict=True):
            own = tuple([powers_[k] for k in group.places])
            factor = seen.get(own)
            if factor is None:
                factor = seen[own] = _operand(group.moment(own))
            if not factor:
                break
            if factor != 1:
                term = term * factor
        else:
            total += term
    return Fraction(int(total.p), int(total.q))


def means(values: Sequence[Any], moments: Sequence[Moments]) -> list[Fraction]:
    """The mean of each; of equal polynomials it is found once.

    >>> x, y = variables(2)
    >>> means([x**2, y, x * x, 3], [powers(Gaussian(), 0), powers(Gaussian(), 1)])
    [Fraction(1, 1), Fraction(0, 1), Fraction(1, 1), Fraction(3, 1)]
    """
    known: dict[Any, list[tuple[flint.fmpq_mpoly, Fraction]]] = {}
    found = []
    for value in values:
        if not isinstance(value, Polynomial):
            found.append(mean(value, moments))
            continue
        p = value.value
        alike = known.setdefault((len(p), p.leading_coefficient()) if len(p) else (), [])
        same = next((m for q, m in alike if p == q), None)
        if same is None:
            same = mean(value, moments)
            alike.append((p, same))
        found.append(same)
    return found


def degrees(value: Any) -> tuple[int, ...]:
    """In each variable; empty for a number."""
    return tuple(map(int, value.value.degrees())) if isinstance(value, Polynomial) else ()


def _integrated(value: flint.fmpq_mpoly, group: Moments) -> flint.fmpq_mpoly:
    """The mean over the variables of one group, given those before."""
    parts: dict[Exponents, dict[Exponents, Any]] = {}
    for exponents, coefficient in value.terms():
        own = tuple(int(exponents[k]) for k in group.places)
        rest = tuple(0 if k in group.places else e for k, e in enumerate(exponents))
        parts.setdefault(own, {})[rest] = coefficient
    context = value.context()
    total = context.from_dict({})
    for own, coefficients in parts.items():
        total += context.from_dict(coefficients) * _operand(group.moment(own))
    return total
