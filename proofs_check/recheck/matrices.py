"""Matrices of the second evaluator: rows of numbers, determinants, inverses, spectra by exact bisection."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Union

from .numbers import (
    Interval,
    NoValueError,
    Number,
    Unread,
    absolute,
    add,
    ends,
    interval,
    multiply,
    negative,
    reciprocal,
    root,
    sign,
    subtract,
)

Matrix = tuple[tuple[Number, ...], ...]
Spectrum = list[Number]
WIDTH = Fraction(1, 1 << 160)
"""Roots of characteristic polynomials are bisected until they are known so well."""


def matrix(rows: Union[list[list[Number]], Matrix]) -> Matrix:
    return tuple(tuple(row) for row in rows)


def scalar(a: Number | int) -> Matrix:
    return ((Fraction(a) if isinstance(a, int) else a,),)


def shape(A: Matrix) -> tuple[int, int]:
    return len(A), len(A[0]) if A else 0


def number(A: Matrix) -> Number:
    if shape(A) != (1, 1):
        raise Unread("a matrix where a number is meant")
    return A[0][0]


def identity(n: int) -> Matrix:
    return tuple(tuple(Fraction(int(i == j)) for j in range(n)) for i in range(n))


def zeros(rows: int, cols: int) -> Matrix:
    return ((Fraction(0),) * cols,) * rows


def transpose(A: Matrix) -> Matrix:
    return tuple(zip(*A, strict=True))


def plus(A: Matrix, B: Matrix) -> Matrix:
    if shape(A) != shape(B):
        raise Unread("shapes that differ")
    return tuple(tuple(map(add, a, b)) for a, b in zip(A, B, strict=True))


def times(A: Matrix, B: Matrix) -> Matrix:
    """The product; a number multiplies every entry."""
    if shape(A) == (1, 1):
        return tuple(tuple(multiply(A[0][0], x) for x in row) for row in B)
    if shape(B) == (1, 1):
        return times(B, A)
    if shape(A)[1] != shape(B)[0]:
        raise Unread("shapes that do not fit")
    return tuple(tuple(dot(row, col) for col in zip(*B, strict=True)) for row in A)


def dot(a: tuple[Number, ...], b: tuple[Number, ...]) -> Number:
    found: Number = Fraction(0)
    for x, y in zip(a, b, strict=True):
        found = add(found, multiply(x, y))
    return found


def minus(A: Matrix) -> Matrix:
    return tuple(tuple(map(negative, row)) for row in A)


def square(A: Matrix) -> int:
    n, m = shape(A)
    if n != m:
        raise Unread("a matrix that is not square")
    return n


def trace(A: Matrix) -> Number:
    found: Number = Fraction(0)
    for k in range(square(A)):
        found = add(found, A[k][k])
    return found


def power(A: Matrix, k: int) -> Matrix:
    found = identity(square(A))
    base = inverse(A) if k < 0 else A
    for _ in range(abs(k)):
        found = times(found, base) if len(A) > 1 else ((multiply(found[0][0], base[0][0]),),)
    return found


def coefficients(A: Matrix) -> list[Number]:
    """Of ``det(t I - A) = t^n + c_1 t^(n-1) + ... + c_n``, from 1 on: by Faddeev and LeVerrier."""
    n = square(A)
    found: list[Number] = [Fraction(1)]
    M = zeros(n, n)
    for k in range(1, n + 1):
        M = plus(_product(A, M), _scaled(identity(n), found[-1]))
        found.append(multiply(Fraction(-1, k), trace(_product(A, M))))
    return found


def _product(A: Matrix, B: Matrix) -> Matrix:
    return tuple(tuple(dot(row, col) for col in zip(*B, strict=True)) for row in A)


def _scaled(A: Matrix, a: Number) -> Matrix:
    return tuple(tuple(multiply(a, x) for x in row) for row in A)


def determinant(A: Matrix) -> Number:
    last = coefficients(A)[-1]
    return last if len(A) % 2 == 0 else negative(last)


def inverse(A: Matrix) -> Matrix:
    """By the adjugate, of which the recursion for the characteristic polynomial ends in a multiple."""
    n = square(A)
    c = coefficients(A)
    M, last = zeros(n, n), c[-1]
    if sign(last) == 0:
        raise NoValueError("the inverse of a singular matrix")
    for k in range(n):
        M = plus(_product(A, M), _scaled(identity(n), c[k]))
    return _scaled(M, negative(reciprocal(last)))


def is_symmetric(A: Matrix) -> bool | None:
    """Whether it is; None where intervals do not tell."""
    square(A)
    both = zip(A, transpose(A), strict=True)
    gaps = [sign(subtract(x, y)) for row, col in both for x, y in zip(row, col, strict=True)]
    return False if any(g not in (0, None) for g in gaps) else None if None in gaps else True


def definite(A: Matrix, strictly: bool) -> bool | None:
    """Whether the matrix is symmetric and positive (semi-)definite.

    All roots of its characteristic polynomial are real: none is negative if the coefficients alternate in sign.
    """
    symmetric = is_symmetric(A)
    if not symmetric:
        return symmetric
    signs = [sign(c if k % 2 == 0 else negative(c)) for k, c in enumerate(coefficients(A))]
    if any(s == -1 or (strictly and s == 0) for s in signs):
        return False
    return None if None in signs else True


# Spectra -----------------------------------------------------------------------------------------------------

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
        if count == 0:
            continue
        if _at(p, b) == 0 and count == 1:
            found.append(b)
        elif count == 1 and b - a < WIDTH:
            # A rational root is a whole number over the denominator of the (monic) polynomial.
            near = Fraction(round((a + b) / 2 * whole), whole)
            found.append(near if a < near <= b and _at(p, near) == 0 else interval(a, b))
        else:
            middle = (a + b) / 2
            pending += [(a, middle), (middle, b)]
    return found


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
    return _scaled(plus(A, _scaled(identity(2), middle)), reciprocal(root(total)))


def projection(A: Matrix) -> Matrix:
    """On the image: B (B^T B)^-1 B^T for columns B that span it."""
    columns: list[tuple[Number, ...]] = []
    for col in transpose(A):
        if rank(tuple([*columns, col])) > len(columns):
            columns.append(col)
    if not columns:
        return zeros(len(A), len(A))
    B = transpose(tuple(columns))
    return _product(_product(B, inverse(_product(transpose(B), B))), transpose(B))


def pseudo_inverse(A: Matrix) -> Matrix:
    """``C^T (C C^T)^-1 (B^T B)^-1 B^T`` for A = B C with columns B that span its image."""
    columns: list[tuple[Number, ...]] = []
    for col in transpose(A):
        if rank(tuple([*columns, col])) > len(columns):
            columns.append(col)
    if not columns:
        return transpose(zeros(*shape(A)))
    B = transpose(tuple(columns))
    left = _product(inverse(_product(transpose(B), B)), transpose(B))
    C = _product(left, A)
    return _product(_product(transpose(C), inverse(_product(C, transpose(C)))), left)


def length(A: Matrix) -> Number:
    """The root of the sum of the squares; of a number its absolute value."""
    if shape(A) == (1, 1):
        return absolute(A[0][0])
    flat = tuple(x for row in A for x in row)
    return root(dot(flat, flat))


def largest_singular_value(A: Matrix) -> Number:
    return root(_not_negative(eigenvalues(_product(transpose(A), A))[0]))


def _not_negative(a: Number) -> Number:
    low, high = ends(a)
    return interval(max(low, Fraction(0)), high) if isinstance(a, Interval) else a
