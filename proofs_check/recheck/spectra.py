"""Eigenvalues by exact bisection, ranks, roots, projections and pseudo-inverses, for the second evaluator."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import lcm

from .matrices import (
    Matrix,
    coefficients,
    definite,
    determinant,
    identity,
    inverse,
    is_symmetric,
    plus,
    product,
    scaled,
    shape,
    square,
    trace,
    transpose,
    zeros,
)
from .numbers import (
    Interval,
    NoValueError,
    Number,
    Unread,
    add,
    ends,
    interval,
    multiply,
    reciprocal,
    root,
    sign,
    subtract,
)

Spectrum = list[Number]
WIDTH = Fraction(1, 1 << 160)
"""Roots of characteristic polynomials are bisected until they are known so well."""


def eigenvalues(A: Matrix) -> Spectrum:
    """Of an exact symmetric matrix, in decreasing order, with multiplicity."""
    if is_symmetric(A) is False:
        raise NoValueError("the eigenvalues of a matrix that is not symmetric")
    found = [c for c in coefficients(A) if isinstance(c, Fraction)]
    if len(found) <= len(A):
        raise Unread("the eigenvalues of a matrix that is not exact")
    bound = 1 + max((abs(c) for c in found[1:]), default=Fraction(0))
    spectrum: Spectrum = []
    for p in _by_multiplicity(found):
        spectrum += _roots(p, -bound, bound)
    return sorted(spectrum, key=lambda a: ends(a)[0], reverse=True)


def _by_multiplicity(p: list[Fraction]) -> list[list[Fraction]]:
    """Square-free polynomials whose roots, put together, are those of p with multiplicity."""
    found = []
    while len(p) > 1:
        common = _gcd(p, _derivative(p))
        found.append(_divided(p, common)[0])
        p = common
    return found


def _derivative(p: list[Fraction]) -> list[Fraction]:
    n = len(p) - 1
    return [c * (n - k) for k, c in enumerate(p[:-1])] or [Fraction(0)]


def _divided(p: list[Fraction], q: list[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    quotient, rest = [], list(p)
    while len(rest) >= len(q):
        factor = rest[0] / q[0]
        quotient.append(factor)
        rest = [c - factor * (q[k] if k < len(q) else 0) for k, c in enumerate(rest)][1:]
    while rest and rest[0] == 0:
        rest = rest[1:]
    return quotient, rest


def _gcd(p: list[Fraction], q: list[Fraction]) -> list[Fraction]:
    while q and any(q):
        p, q = q, _divided(p, q)[1]
    return [c / p[0] for c in p]


def _roots(p: list[Fraction], low: Fraction, high: Fraction) -> Spectrum:
    """The real roots of a square-free polynomial in an interval, by the sequence of Sturm."""
    chain = [p, _derivative(p)]
    while len(chain[-1]) > 1:
        rest = _divided(chain[-2], chain[-1])[1]
        if not rest:
            break
        chain.append([-c for c in rest])
    found: Spectrum = []
    whole = lcm(*(c.denominator for c in p))
    pending = [(low, high)]
    while pending:
        a, b = pending.pop()
        count = _variations(chain, a) - _variations(chain, b)
        if count == 1:
            found.append(_refined(p, a, b, whole))
        elif count > 1:
            middle = (a + b) / 2
            pending += [(a, middle), (middle, b)]
    return found


def _refined(p: list[Fraction], a: Fraction, b: Fraction, whole: int) -> Number:
    """The one root of p, simple, in (a, b]: exact where it is a whole number over ``whole``, else enclosed."""
    if _at(p, b) == 0:
        return b
    above = _at(p, b) > 0
    while b - a >= WIDTH:
        middle = (a + b) / 2
        value = _at(p, middle)
        if value == 0:
            return middle
        a, b = (a, middle) if (value > 0) == above else (middle, b)
    # A rational root is a whole number over the denominator of the (monic) polynomial.
    near = Fraction(round((a + b) / 2 * whole), whole)
    return near if a < near <= b and _at(p, near) == 0 else interval(a, b)


def _at(p: list[Fraction], x: Fraction) -> Fraction:
    value = Fraction(0)
    for c in p:
        value = value * x + c
    return value


def _variations(chain: list[list[Fraction]], x: Fraction) -> int:
    values = [v for p in chain if (v := _at(p, x))]
    return sum((a > 0) != (b > 0) for a, b in pairwise(values))


def rank(A: Matrix) -> int:
    """Of an exact matrix, by elimination."""
    rows = [list(row) for row in A]
    if any(not isinstance(x, Fraction) for row in rows for x in row):
        raise Unread("the rank of a matrix that is not exact")
    count = 0
    for k in range(shape(A)[1]):
        pivot = next((i for i in range(count, len(rows)) if rows[i][k] != 0), None)
        if pivot is None:
            continue
        rows[count], rows[pivot] = rows[pivot], rows[count]
        for i in range(count + 1, len(rows)):
            factor = multiply(rows[i][k], reciprocal(rows[count][k]))
            rows[i] = [subtract(x, multiply(factor, y)) for x, y in zip(rows[i], rows[count], strict=True)]
        count += 1
    return count


def half(A: Matrix) -> Matrix:
    """The principal root: of a number, of a diagonal matrix, and by a formula of two rows."""
    if definite(A, strictly=False) is False:
        raise NoValueError("the root of a matrix that is not positive semi-definite")
    n = square(A)
    if all(sign(A[i][j]) == 0 for i in range(n) for j in range(n) if i != j):
        return tuple(tuple(root(A[i][i]) if i == j else Fraction(0) for j in range(n)) for i in range(n))
    if n != 2:
        raise Unread("the root of a matrix of three rows")
    middle = root(determinant(A))
    total = add(trace(A), multiply(Fraction(2), middle))
    return scaled(plus(A, scaled(identity(2), middle)), reciprocal(root(total)))


def projection(A: Matrix) -> Matrix:
    """On the image: B (B^T B)^-1 B^T for columns B that span it."""
    columns: list[tuple[Number, ...]] = []
    for col in transpose(A):
        if rank(tuple([*columns, col])) > len(columns):
            columns.append(col)
    if not columns:
        return zeros(len(A), len(A))
    B = transpose(tuple(columns))
    return product(product(B, inverse(product(transpose(B), B))), transpose(B))


def pseudo_inverse(A: Matrix) -> Matrix:
    """``C^T (C C^T)^-1 (B^T B)^-1 B^T`` for A = B C with columns B that span its image."""
    columns: list[tuple[Number, ...]] = []
    for col in transpose(A):
        if rank(tuple([*columns, col])) > len(columns):
            columns.append(col)
    if not columns:
        return transpose(zeros(*shape(A)))
    B = transpose(tuple(columns))
    left = product(inverse(product(transpose(B), B)), transpose(B))
    C = product(left, A)
    return product(product(transpose(C), inverse(product(C, transpose(C)))), left)


def largest_singular_value(A: Matrix) -> Number:
    return singular_values(A)[0]


def singular_values(A: Matrix) -> Spectrum:
    """In decreasing order, as many as A has columns."""
    return [root(_not_negative(x)) for x in eigenvalues(product(transpose(A), A))]


def _not_negative(a: Number) -> Number:
    low, high = ends(a)
    return interval(max(low, Fraction(0)), high) if isinstance(a, Interval) else a
