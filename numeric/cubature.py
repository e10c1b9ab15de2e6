r"""Gauss's rules for one random number, every node and weight enclosed: exact for polynomials up to degree 2n - 1.

Nodes are proposed in float64.  That each is within ``spread`` of a root is shown by a change of sign in fractions: n of
them, in intervals that do not meet, are all n roots.  Weights follow from
:math:`w_i=n!/(n\,\mathrm{He}_{n-1}(x_i))^2` and :math:`w_i=(1-x_i^2)/(n\,P_{n-1}(x_i))^2` (A. H. Stroud, D. Secrest,
*Gaussian Quadrature Formulas*, 1966) in intervals of fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import factorial

import numpy as np

from .errors import InputError

Polynomial = tuple[Fraction, ...]
"""Coefficients, that of the power 0 first."""
Interval = tuple[Fraction, Fraction]
MOST = 24
"""Nodes; beyond, the fractions are long."""
HALVINGS = 60
"""Of an interval that encloses a node."""


@dataclass(frozen=True)
class Rule:
    """Nodes and weights as floats, each with a bound on its distance to the true one."""

    nodes: tuple[float, ...]
    spread: tuple[float, ...]
    weights: tuple[float, ...]
    weight_spread: tuple[float, ...]


def needed(degree: int) -> int:
    """Nodes with which a rule is exact for this degree."""
    return degree // 2 + 1


@lru_cache(maxsize=64)
def normal_rule(n: int) -> Rule:
    """Of a standard normal number.

    >>> rule = normal_rule(2)
    >>> rule.nodes, rule.weights
    ((-1.0, 1.0), (0.5, 0.5))
    """
    _check(n)
    below, last = _recurrence(n, lambda k: (Fraction(1), Fraction(k)))
    proposed = np.polynomial.hermite_e.hermegauss(n)[0].tolist()

    def weight(x: Interval) -> Interval:
        return _over((Fraction(factorial(n)),) * 2, _square(_times(x=_at(below, x), k=n)))

    return _rule(last, proposed, weight)


@lru_cache(maxsize=64)
def uniform_rule(n: int) -> Rule:
    """Of a number with the uniform law on [-1, 1].

    >>> uniform_rule(1).nodes, uniform_rule(1).weights
    ((0.0,), (1.0,))
    """
    _check(n)
    below, last = _recurrence(n, lambda k: (Fraction(2 * k + 1, k + 1), Fraction(k, k + 1)))
    proposed = np.polynomial.legendre.leggauss(n)[0].tolist()

    def weight(x: Interval) -> Interval:
        square = _square(x)
        return _over((1 - square[1], 1 - square[0]), _square(_times(x=_at(below, x), k=n)))

    return _rule(last, proposed, weight)


def _check(n: int) -> None:
    if not 1 <= n <= MOST:
        raise InputError(f"a rule must have 1 to {MOST} nodes, not {n}. Pass a smaller degree.")


def _recurrence(n: int, step: object) -> tuple[Polynomial, Polynomial]:
    """The polynomials number n - 1 and n of :math:`p_{k+1}=a_kxp_k-b_kp_{k-1}`."""
    assert callable(step)
    below, last = (Fraction(0),), (Fraction(1),)
    for k in range(n):
        a, b = step(k)
        made = [Fraction(0), *(a * c for c in last)]
        for power, c in enumerate(below):
            made[power] -= b * c
        below, last = last, tuple(made)
    return below, last


def _rule(polynomial: Polynomial, proposed: Sequence[float], weight: object) -> Rule:
    assert callable(weight)
    roots = sorted(_enclosed(polynomial, float(x)) for x in proposed)
    if any(first[1] >= second[0] for first, second in pairwise(roots)):
        raise InputError(f"the roots of a rule with {len(roots)} nodes are not told apart. Pass fewer.")
    nodes, weights = [_float(root) for root in roots], [_float(weight(root)) for root in roots]
    return Rule(*(tuple(part) for part in zip(*nodes, strict=True)), *(tuple(p) for p in zip(*weights, strict=True)))


def _enclosed(polynomial: Polynomial, proposed: float) -> Interval:
    """An interval with a change of sign, or a root that is a float."""
    near = 0.0 if abs(proposed) < 2.0**-40 else proposed
    near = float(round(near)) if abs(near - round(near)) < 2.0**-48 else near
    x, spread = Fraction(near), Fraction(1, 2**50)
    if _value(polynomial, x) == 0:
        return x, x
    while _value(polynomial, x - spread) * _value(polynomial, x + spread) >= 0:
        spread *= 2
        if spread > Fraction(1, 2**20):
            raise InputError(f"no root is found at {proposed}. Pass fewer nodes.")
    return _halved(polynomial, x - spread, x + spread)


def _halved(polynomial: Polynomial, low: Fraction, high: Fraction) -> Interval:
    """The half with the change of sign, over and over: weights are as narrow as what they are taken at."""
    side = _value(polynomial, low) > 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if (_value(polynomial, middle) > 0) is side:
            low = middle
        else:
            high = middle
    return low, high


def _float(x: Interval) -> tuple[float, float]:
    """The nearest float to the middle, and a bound on the distance of all of the interval."""
    near = float((x[0] + x[1]) / 2)
    away = max(abs(x[0] - Fraction(near)), abs(x[1] - Fraction(near)))
    return near, float(away) * (1 + 2.0**-50) if away else 0.0


def _value(polynomial: Polynomial, x: Fraction) -> Fraction:
    total = Fraction(0)
    for c in reversed(polynomial):
        total = total * x + c
    return total


def _at(polynomial: Polynomial, x: Interval) -> Interval:
    """Horner's rule in intervals."""
    low = high = Fraction(0)
    for c in reversed(polynomial):
        ends = [end * side for end in (low, high) for side in x]
        low, high = min(ends) + c, max(ends) + c
    return low, high


def _times(x: Interval, k: int) -> Interval:
    return k * x[0], k * x[1]


def _square(x: Interval) -> Interval:
    low, high = sorted(abs(end) for end in x)
    return (Fraction(0) if x[0] <= 0 <= x[1] else low**2), high**2


def _over(a: Interval, b: Interval) -> Interval:
    """Of positive numbers."""
    if b[0] <= 0:
        raise InputError("a weight of a rule has no bound. Pass fewer nodes.")
    return a[0] / b[1], a[1] / b[0]
