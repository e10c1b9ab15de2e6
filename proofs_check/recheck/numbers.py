"""Numbers of the second evaluator: fractions, closed intervals of fractions, and polynomials in what is drawn.

Written for this evaluator alone, in the standard library: it shares no arithmetic with the engines whose
counterexamples it reads again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Union

GRID = 1 << 300
"""Ends of intervals are rounded outward to multiples of 1/GRID, or the fractions grow without bound."""
LARGEST_EXPONENT = 400


class Unread(Exception):
    """The evaluator has no meaning for this, or cannot tell."""


class NoValueError(Exception):
    """The term has no value at the point: a quotient by 0, the inverse of a singular matrix, the root of -1."""


@dataclass(frozen=True)
class Interval:
    """A number between two fractions."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Polynomial:
    """A polynomial in what is drawn, or what is differentiated by: coefficients by sorted names with repetitions."""

    terms: tuple[tuple[tuple[str, ...], Fraction], ...]


Number = Union[Fraction, Interval, Polynomial]


def polynomial(terms: dict[tuple[str, ...], Fraction]) -> Number:
    """In normal form: a fraction where nothing is drawn."""
    kept = {mono: c for mono, c in terms.items() if c}
    if kept.keys() <= {()}:
        return kept.get((), Fraction(0))
    return Polynomial(tuple(sorted(kept.items())))


def drawn(name: str) -> Number:
    """One random number."""
    return Polynomial((((name,), Fraction(1)),))


def interval(low: Fraction, high: Fraction) -> Number:
    """Rounded outward; a fraction where both ends are one."""
    if low == high:
        return low
    return Interval(Fraction((low * GRID).__floor__(), GRID), Fraction((high * GRID).__ceil__(), GRID))


def ends(a: Number) -> tuple[Fraction, Fraction]:
    """The lower and the upper end; raises :class:`Unread` for what is drawn."""
    if isinstance(a, Fraction):
        return a, a
    if isinstance(a, Interval):
        return a.low, a.high
    raise Unread("the mean of what is no polynomial")


def _terms(a: Number) -> dict[tuple[str, ...], Fraction]:
    if isinstance(a, Polynomial):
        return dict(a.terms)
    if isinstance(a, Fraction):
        return {(): a}
    raise Unread("the mean of what is no polynomial over fractions")


def add(a: Number, b: Number) -> Number:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    if isinstance(a, Polynomial) or isinstance(b, Polynomial):
        found = _terms(a)
        for mono, c in _terms(b).items():
            found[mono] = found.get(mono, Fraction(0)) + c
        return polynomial(found)
    (p, q), (r, s) = ends(a), ends(b)
    return interval(p + r, q + s)


def multiply(a: Number, b: Number) -> Number:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    if isinstance(a, Polynomial) or isinstance(b, Polynomial):
        found: dict[tuple[str, ...], Fraction] = {}
        for m, c in _terms(a).items():
            for n, e in _terms(b).items():
                mono = tuple(sorted(m + n))
                found[mono] = found.get(mono, Fraction(0)) + c * e
        return polynomial(found)
    corners = [x * y for x in ends(a) for y in ends(b)]
    return interval(min(corners), max(corners))


def negative(a: Number) -> Number:
    return multiply(Fraction(-1), a)


def subtract(a: Number, b: Number) -> Number:
    return add(a, negative(b))


def reciprocal(a: Number) -> Number:
    low, high = ends(a)
    if low == high == 0:
        raise NoValueError("a quotient by 0")
    if low <= 0 <= high:
        raise Unread("a quotient by what may be 0")
    return interval(1 / high, 1 / low)


def sign(a: Number) -> int | None:
    """-1, 0 or 1; None where the interval does not tell."""
    low, high = ends(a)
    if low > 0 or high < 0:
        return 1 if low > 0 else -1
    return 0 if low == high else None


def absolute(a: Number) -> Number:
    low, high = ends(a)
    if low >= 0 or high <= 0:
        return a if low >= 0 else negative(a)
    return interval(Fraction(0), max(-low, high))


def positive_part(a: Number) -> Number:
    low, high = ends(a)
    return interval(max(low, Fraction(0)), max(high, Fraction(0)))


def smaller(a: Number, b: Number) -> Number:
    (p, q), (r, s) = ends(a), ends(b)
    return interval(min(p, r), min(q, s))


def root(a: Number) -> Number:
    """The square root."""
    low, high = ends(a)
    if high < 0:
        raise NoValueError("the root of a negative number")
    if low < 0:
        raise Unread("the root of what may be negative")
    return interval(_root_below(low), -_root_below(high, upward=True))


def _root_below(a: Fraction, upward: bool = False) -> Fraction:
    """A fraction below the root, or with ``upward`` the negative of one above it; the root itself where it is one."""
    n, d = isqrt(a.numerator), isqrt(a.denominator)
    if n * n == a.numerator and d * d == a.denominator:
        return Fraction(-n if upward else n, d)
    scaled = (a * GRID * GRID).__floor__()
    return Fraction(-(isqrt(scaled) + 1) if upward else isqrt(scaled), GRID)


def exponential(a: Number) -> Number:
    low, high = ends(a)
    if max(abs(low), abs(high)) > LARGEST_EXPONENT:
        raise Unread("an exponential that is too large")
    if low == high == 0:
        return Fraction(1)
    return interval(_exponential(low)[0], _exponential(high)[1])


def _exponential(x: Fraction) -> tuple[Fraction, Fraction]:
    """Ends of an interval around e^x: the series at x / 2^k, its tail below twice its first term, squared k times."""
    halvings = max(0, abs(x).__ceil__().bit_length() + 1)
    y, k = x / (1 << halvings), 1
    total = step = Fraction(1)
    while abs(step) * (GRID << (2 * halvings + LARGEST_EXPONENT)) > 1:
        step = step * y / k
        total, k = total + step, k + 1
    found = interval(total - 2 * abs(step), total + 2 * abs(step))
    for _ in range(halvings):
        found = multiply(found, found)
    return ends(found)


def logarithm(a: Number) -> Number:
    """The natural logarithm."""
    low, high = ends(a)
    if high <= 0:
        raise NoValueError("the logarithm of a number that is not positive")
    if low <= 0:
        raise Unread("the logarithm of what may not be positive")
    if low == high == 1:
        return Fraction(0)
    return interval(_logarithm(low)[0], _logarithm(high)[1])


def _logarithm(x: Fraction) -> tuple[Fraction, Fraction]:
    """Ends of an interval around log x: 2^k times that of x^(1/2^k), by the series of 2 artanh(z)."""
    doublings = max(x.numerator.bit_length(), x.denominator.bit_length()).bit_length() + 8
    if doublings > 40:
        raise Unread("a logarithm of what is too large")
    near: Number = x
    for _ in range(doublings):
        near = root(near)
    scale = Fraction(1 << doublings)
    low, high = (_artanh_series(end) for end in ends(near))
    return scale * low[0], scale * high[1]


def _artanh_series(y: Fraction) -> tuple[Fraction, Fraction]:
    """log y = 2 (z + z^3/3 + ...) with z = (y-1)/(y+1), small; the tail is below its first term over 1 - z^2."""
    z = (y - 1) / (y + 1)
    total = step = z
    k = 1
    while abs(step) * GRID > 1:
        step, k = step * z * z, k + 2
        total += step / k
    tail = abs(step) / (1 - z * z)
    return 2 * (total - tail), 2 * (total + tail)


def power(a: Number, exponent: Fraction) -> Number:
    """With a whole exponent, or a half, a quarter ... of one."""
    if exponent.denominator % 2 == 0:
        return power(root(a), exponent * 2)
    if exponent.denominator != 1:
        raise Unread(f"the power {exponent}")
    if exponent < 0:
        return power(reciprocal(a), -exponent)
    found: Number = Fraction(1)
    for _ in range(int(exponent)):
        found = multiply(found, a)
    if isinstance(a, Interval) and exponent and exponent % 2 == 0:
        low, high = ends(absolute(a))
        return interval(low**int(exponent), high**int(exponent))
    return found


def mean(a: Number, is_drawn: Callable[[str], bool], moment: Callable[[tuple[str, ...]], Fraction]) -> Number:
    """The mean of a polynomial over what is drawn, given those of its monomials; other variables stay."""
    if not isinstance(a, Polynomial):
        return a
    found: dict[tuple[str, ...], Fraction] = {}
    for mono, c in a.terms:
        rest = tuple(name for name in mono if not is_drawn(name))
        found[rest] = found.get(rest, Fraction(0)) + c * moment(tuple(filter(is_drawn, mono)))
    return polynomial(found)


def derivative(a: Number, name: str) -> Number:
    """The partial derivative of a polynomial."""
    if isinstance(a, Interval):
        raise Unread("the derivative of what is no polynomial")
    found: dict[tuple[str, ...], Fraction] = {}
    for mono, c in _terms(a).items():
        if name in mono:
            at = mono.index(name)
            rest = mono[:at] + mono[at + 1 :]
            found[rest] = found.get(rest, Fraction(0)) + c * mono.count(name)
    return polynomial(found)


def put_in(a: Number, values: Mapping[str, Number]) -> Number:
    """The polynomial with values for some of its variables."""
    if not isinstance(a, Polynomial):
        return a
    total: Number = Fraction(0)
    for mono, c in a.terms:
        term = polynomial({tuple(name for name in mono if name not in values): c})
        for name in mono:
            term = multiply(term, values[name]) if name in values else term
        total = add(total, term)
    return total
