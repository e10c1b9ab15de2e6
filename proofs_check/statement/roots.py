"""Real roots of polynomials with rational coefficients: exact where they are rational, else the nearest fractions.

A polynomial is a dictionary from exponents to coefficients.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isqrt

Polynomial = dict[int, Fraction]
FINE = 400
"""Bits of a root that is not rational: beyond what balls tell from the root itself."""
_FEW_DIGITS = 10**6
_TELLING = 64
"""Bits of a root after which the number of few digits that is close to it is tried."""
_LONGEST = 1 << 14
"""Bits of coefficients beyond which nothing but linear and quadratic polynomials is solved."""


def real_roots(p: Polynomial) -> list[Fraction]:
    """The real roots, smallest first but for a pair, each once.

    >>> [str(x) for x in real_roots({3: Fraction(2), 1: Fraction(-2)})]
    ['-1', '0', '1']
    >>> [round(float(x), 3) for x in real_roots({4: Fraction(1), 2: Fraction(-4), 0: Fraction(4)})]
    [-1.414, 1.414]
    """
    p = {k: c for k, c in p.items() if c}
    if not p or max(p) == 0:
        return []
    if max(p) <= 2:
        return _of_a_parabola(*(p.get(k, Fraction(0)) for k in (2, 1, 0)))
    if sum(c.numerator.bit_length() + c.denominator.bit_length() for c in p.values()) > _LONGEST:
        return []
    p = _square_free(p)
    return real_roots(p) if max(p) <= 2 else _isolated(p)


def value(p: Polynomial, x: Fraction) -> Fraction:
    return sum((c * x**k for k, c in p.items()), Fraction(0))


def root(x: Fraction) -> Fraction:
    """Of a nonnegative number; of one that is no square, the nearest fraction."""
    n, m = isqrt(x.numerator), isqrt(x.denominator)
    if n * n == x.numerator and m * m == x.denominator:
        return Fraction(n, m)
    return Fraction(isqrt(x.numerator * x.denominator << (2 * FINE)), x.denominator << FINE)


def _of_a_parabola(a: Fraction, b: Fraction, c: Fraction) -> list[Fraction]:
    if not a:
        return [-c / b]
    under = b * b - 4 * a * c
    if under < 0:
        return []
    return list(dict.fromkeys((-b + sign * root(under)) / (2 * a) for sign in (1, -1)))


def derivative(p: Polynomial) -> Polynomial:
    return {k - 1: k * c for k, c in p.items() if k}


def _isolated(p: Polynomial) -> list[Fraction]:
    """Between the roots of the derivative it is monotone: one root where the signs of the ends differ."""
    bound = 1 + max(abs(c / p[max(p)]) for c in p.values())
    ends = [-bound, *sorted(real_roots(derivative(p))), bound]
    found = [x for x in ends if value(p, x) == 0]
    for low, high in pairwise(ends):
        if value(p, low) * value(p, high) < 0:
            found.append(_between(p, low, high))
    return sorted(dict.fromkeys(found))


def _between(p: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    """By halving, in dyadic fractions."""
    rising = value(p, high) > 0
    tried = False
    while high - low > Fraction(1, 2**FINE):
        digits = max(0, (high - low).denominator.bit_length() - (high - low).numerator.bit_length()) + 4
        middle = Fraction(round((low + high) / 2 * 2**digits), 2**digits)
        if digits > _TELLING and not tried:
            middle, tried = middle.limit_denominator(_FEW_DIGITS), True
            if (found := _refined(p, (low + high) / 2)) is not None and value(p, middle) != 0:
                return found
        here = value(p, middle)
        if here == 0:
            return middle
        if (here > 0) is rising:
            high = min(high, middle) if middle > low else high
        else:
            low = max(low, middle) if middle < high else low
    return (low + high) / 2


def _refined(p: Polynomial, x: Fraction) -> Fraction | None:
    """Newton's steps from close by; none where the sign does not change at their end."""
    slope = derivative(p)
    for bits in (2 * _TELLING, 4 * _TELLING, FINE + 16):
        under = value(slope, x)
        if not under:
            return None
        x = Fraction(round((x - value(p, x) / under) * 2**bits), 2**bits)
    near = Fraction(1, 2**FINE)
    return x if value(p, x - near) * value(p, x + near) <= 0 else None


def _square_free(p: Polynomial) -> Polynomial:
    """With each root once: divided by what it has in common with its derivative."""
    a, b = p, derivative(p)
    while b:
        a, b = b, _divided(a, b)[1]
    return _divided(p, a)[0]


def _divided(a: Polynomial, b: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The quotient and the rest."""
    quotient: Polynomial = {}
    rest, top = dict(a), max(b)
    while rest and max(rest) >= top:
        k = max(rest)
        c = quotient[k - top] = rest[k] / b[top]
        rest = {j: x for j in {*rest, *(i + k - top for i in b)}
                if (x := rest.get(j, Fraction(0)) - c * b.get(j - k + top, Fraction(0)))}  # fmt: skip
    return quotient, rest
