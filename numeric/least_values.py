"""Least values of polynomials, enclosed: of degree two in any number of variables, and of any degree in one.

A quadratic function has a least value where its second derivatives are positive definite; where all coefficients are
exact, also where they are positive semi-definite and its gradient vanishes somewhere.  In one variable the least value
is that at a root of the derivative; the roots are enclosed.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import flint

from .arithmetic import ball
from .errors import InputError
from .matrices import definiteness
from .psd import pseudo_inverse

Terms = Mapping[tuple[Hashable, ...], flint.arb]
"""Coefficients by the variables of each monomial."""
_NONE = "there is no least value: the function is not bounded from below."


def least_value(terms: Terms, keys: Sequence[Hashable]) -> flint.arb | None:
    """An enclosure of the least value over all real variables; None where it is not found.

    Raises:
        InputError: there is none.

    >>> from flint import arb
    >>> least_value({("a", "a"): arb(1), ("a",): arb(-6), (): arb(10)}, ["a"])
    1.00000000000000
    >>> least_value({("a", "b"): arb(1)}, ["a", "b"])
    Traceback (most recent call last):
    ...
    numeric.errors.InputError: there is no least value: the function is not bounded from below.
    """
    degree = max(map(len, terms), default=0)
    exact = {monomial: c for monomial, ball in terms.items() if (c := fraction(ball)) is not None}
    if len(exact) < len(terms):
        return _of_a_definite_quadratic(terms, keys) if degree <= 2 else None
    known = {monomial: c for monomial, c in exact.items() if c}
    if max(map(len, known), default=0) <= 2:
        return _of_a_quadratic(known, keys)
    return _in_one_variable(known) if len(keys) == 1 else None


def fraction(c: flint.arb) -> flint.fmpq | None:
    """A ball that is one number, as a fraction."""
    c = flint.arb(c)
    if not c.is_exact():
        return None
    mantissa, exponent = c.man_exp()
    return flint.fmpq(mantissa) * flint.fmpq(2) ** int(exponent)


def _filled(terms: Mapping[tuple[Hashable, ...], Any], keys: Sequence[Hashable], H: Any, g: Any) -> None:
    """The second derivatives and the gradient at 0."""
    at = {key: k for k, key in enumerate(keys)}
    for monomial, c in terms.items():
        if len(monomial) == 1:
            g[at[monomial[0]], 0] += c
        elif len(monomial) == 2:
            i, j = (at[key] for key in monomial)
            H[i, j] += c
            H[j, i] += c


def _of_a_definite_quadratic(terms: Terms, keys: Sequence[Hashable]) -> flint.arb | None:
    n = len(keys)
    H, g = flint.arb_mat(n, n), flint.arb_mat(n, 1)
    _filled(terms, keys, H, g)
    if definiteness(H) != "positive":
        return None
    return terms.get((), flint.arb(0)) - (g.transpose() * H.solve(g))[0, 0] / 2


def _of_a_quadratic(terms: Mapping[tuple[Hashable, ...], flint.fmpq], keys: Sequence[Hashable]) -> flint.arb:
    n = len(keys)
    H, g = flint.fmpq_mat(n, n), flint.fmpq_mat(n, 1)
    _filled(terms, keys, H, g)
    x = -pseudo_inverse(H) * g
    if not is_psd(H) or H * x + g != flint.fmpq_mat(n, 1):
        raise InputError(_NONE)
    value = terms.get((), flint.fmpq(0)) + (g.transpose() * x)[0, 0] / 2
    return ball(Fraction(int(value.p), int(value.q)))


def is_psd(A: flint.fmpq_mat) -> bool:
    """Whether an exact symmetric matrix is positive semi-definite, by elimination.

    >>> is_psd(flint.fmpq_mat(2, 2, [1, 1, 1, 1])), is_psd(flint.fmpq_mat(2, 2, [0, 1, 1, 0]))
    (True, False)
    """
    n = A.nrows()
    rows = [[A[i, j] for j in range(n)] for i in range(n)]
    while rows:
        size = range(len(rows))
        pivot = next((k for k in size if rows[k][k] > 0), None)
        if pivot is None:
            return not any(any(row) for row in rows)
        column = [row[pivot] for row in rows]
        rows = [[rows[i][j] - column[i] * column[j] / column[pivot] for j in size if j != pivot]
                for i in size if i != pivot]  # fmt: skip
    return True


def _in_one_variable(terms: Mapping[tuple[Hashable, ...], flint.fmpq]) -> flint.arb:
    degree = max(map(len, terms))
    p = flint.fmpq_poly([next((c for m, c in terms.items() if len(m) == k), 0) for k in range(degree + 1)])
    if degree % 2 or p[degree] < 0:
        raise InputError(_NONE)
    slope = p.derivative()
    whole = flint.fmpz_poly([int((slope[k] * slope.denom()).p) for k in range(degree)])
    roots: Any = whole.complex_roots()
    # At a place that is no root of the slope the value is only larger.
    values = [_at(p, root.real) for root, _ in roots]
    least = values[0]
    for value in values[1:]:
        least = least.min(value)
    return least


def _at(p: flint.fmpq_poly, x: flint.arb) -> flint.arb:
    found = flint.arb(0)
    for k in range(p.degree(), -1, -1):
        found = found * x + flint.arb(p[k])
    return found
