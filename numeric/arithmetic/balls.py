"""Arb balls: exact conversions and comparisons with three answers.

Arb's ``a < b`` is False unless it is certain, so ``not (a < b)`` means nothing.  :func:`certainly` answers
True, False, or None for "the balls overlap: unknown at this precision".
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational
from typing import Union

import flint

from ..errors import InputError

Ball = flint.arb
Exact = Union[int, Fraction, flint.fmpz, flint.fmpq]

_SIGNS = ("<", "<=", ">", ">=", "==", "!=")


def exact(value: object) -> flint.fmpq:
    """An exact rational as ``fmpq``; floats are refused, because they are seldom what was meant.

    >>> exact(Fraction(1, 3))
    1/3
    """
    if isinstance(value, (flint.fmpq, flint.fmpz)):
        return flint.fmpq(value)
    if isinstance(value, (int, Fraction, Rational)) and not isinstance(value, bool):
        return flint.fmpq(int(value.numerator), int(value.denominator))
    p, q = getattr(value, "p", None), getattr(value, "q", None)
    if isinstance(p, int) and isinstance(q, int):  # a SymPy Rational
        return flint.fmpq(p, q)
    raise InputError(f"an exact value must be an integer or a fraction, not {value!r}. Pass Fraction(p, q).")


def fraction(value: flint.fmpq) -> Fraction:
    """``fmpq`` as a :class:`fractions.Fraction`."""
    return Fraction(int(value.p), int(value.q))


def ball(value: object) -> flint.arb:
    """A ball that contains ``value``, rounded outwards at the working precision; balls pass unchanged."""
    if isinstance(value, flint.arb):
        return value
    if type(value) is int:
        return flint.arb(value) + 0  # adding rounds to the working precision
    if isinstance(value, float):
        return flint.arb(value)  # a double is a dyadic rational: no rounding
    return flint.arb(exact(value))


def hull(low: Fraction, high: Fraction) -> flint.arb:
    """The smallest ball (up to outward rounding) that contains ``[low, high]``."""
    if low > high:
        raise InputError(f"an interval needs low <= high, not [{low}, {high}]. Swap the ends.")
    return ball(low).union(ball(high))


def in_balls(rows: Sequence[Sequence[object]]) -> flint.arb_mat:
    """A matrix of balls from rows of exact values, floats or balls."""
    return flint.arb_mat([[ball(entry) for entry in row] for row in rows])


def midpoint(value: flint.arb) -> Fraction:
    """The midpoint of a ball, an exact dyadic rational."""
    mantissa, exponent = value.mid().man_exp()
    scale = Fraction(2) ** int(exponent)
    return Fraction(int(mantissa)) * scale


def integer_power(x: flint.arb, n: int) -> flint.arb:
    """``x ** n`` by multiplication: python-flint's own ``**`` goes through the logarithm and is NaN around zero.

    >>> flint.arb(0, 1) ** 2, integer_power(flint.arb(0, 1), 2).contains(0)
    (nan, True)
    """
    if n < 0:
        return 1 / integer_power(x, -n)
    base = abs(x) if n % 2 == 0 else x
    result = flint.arb(1)
    while n:
        if n & 1:
            result = result * base
        base, n = base * base, n >> 1
    return result


def certainly(a: object, sign: str, b: object) -> bool | None:
    """Whether ``a sign b`` holds for every choice of points in the balls: True, False, or None for unknown.

    >>> certainly(flint.arb(1, 0.5), "<", 2), certainly(2, "<", flint.arb(1, 0.5)), certainly(flint.arb(1, 2), "<", 2)
    (True, False, None)
    """
    x, y = ball(a), ball(b)
    if sign not in _SIGNS:
        raise InputError(f"sign must be one of {', '.join(_SIGNS)}, not {sign!r}.")
    if not (x.is_finite() and y.is_finite()):
        return None
    if sign in (">", ">="):
        x, y, sign = y, x, "<" if sign == ">" else "<="
    if sign == "<":
        return True if x < y else (False if x >= y else None)
    if sign == "<=":
        return True if x <= y else (False if x > y else None)
    same = True if x.is_exact() and y.is_exact() and x == y else (False if not x.overlaps(y) else None)
    if sign == "==" or same is None:
        return same
    return not same
