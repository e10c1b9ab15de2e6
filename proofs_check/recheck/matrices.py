"""Matrices of the second evaluator: rows of numbers, determinants, inverses, definiteness."""

from __future__ import annotations

from fractions import Fraction
from typing import Union

from .numbers import (
    NoValueError,
    Number,
    Unread,
    absolute,
    add,
    multiply,
    negative,
    reciprocal,
    root,
    sign,
    subtract,
)

Matrix = tuple[tuple[Number, ...], ...]


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
        M = plus(product(A, M), scaled(identity(n), found[-1]))
        found.append(multiply(Fraction(-1, k), trace(product(A, M))))
    return found


def product(A: Matrix, B: Matrix) -> Matrix:
    return tuple(tuple(dot(row, col) for col in zip(*B, strict=True)) for row in A)


def scaled(A: Matrix, a: Number) -> Matrix:
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
        M = plus(product(A, M), scaled(identity(n), c[k]))
    return scaled(M, negative(reciprocal(last)))


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


def length(A: Matrix) -> Number:
    """The root of the sum of the squares; of a number its absolute value."""
    if shape(A) == (1, 1):
        return absolute(A[0][0])
    flat = tuple(x for row in A for x in row)
    return root(dot(flat, flat))
