"""Inverses, ranks, square roots and moduli of exact matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_poly

from ..entries.matrix import Matrix
from .quotients import Quotient, constant_of
from .rotations import identity


def rational(A: Matrix) -> fmpq_mat | None:
    """``A`` as a matrix of numbers, or None where it is not one."""
    numbers = [x for e in A.entries() if (x := constant_of(e)) is not None]
    return fmpq_mat(*A.shape, numbers) if len(numbers) == A.shape[0] * A.shape[1] else None


def from_rational(A: fmpq_mat) -> Matrix:
    """The matrix with these numbers."""
    return Matrix.of(A.tolist())


def inverse(A: Matrix) -> Matrix:
    """The inverse; raises ZeroDivisionError where there is none."""
    numbers = rational(A)
    return A.inverse() if numbers is None else from_rational(numbers.inv())


def echelon(A: Matrix) -> Matrix:
    """The reduced row echelon form: equal for matrices with the same row space."""
    rows = [list(row) for row in A.rows]
    pivot = 0
    for column in range(A.shape[1]):
        found = next((i for i in range(pivot, len(rows)) if rows[i][column]), None)
        if found is None:
            continue
        rows[pivot], rows[found] = rows[found], rows[pivot]
        lead = rows[pivot][column]
        rows[pivot] = [e / lead for e in rows[pivot]]
        for i in range(len(rows)):
            factor = rows[i][column]
            if i != pivot and factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[pivot], strict=True)]
        pivot += 1
    return Matrix.of(rows)


def rank(A: Matrix) -> int:
    """The rank; of rational functions, at a general point."""
    numbers = rational(A)
    if numbers is not None:
        return int(numbers.rank())
    # At a point it is not larger than at a general one.
    somewhere = rational(A.map(at_a_point))
    if somewhere is not None and somewhere.rank() == min(A.shape):
        return min(A.shape)
    return sum(any(row) for row in echelon(A).rows)


def at_a_point(value: Any) -> Any:
    """The number that a rational function takes where its k-th generator is :math:`k^2+1`; itself at a pole."""
    if not isinstance(value, Quotient):
        return value
    place = [fmpq(k * k + 1) for k in range(value.ctx.nvars())]
    below = fmpq(1) if value.den is None else value.den(*place)
    return value.num(*place) / below if below else value


def eigenvalues(A: Matrix) -> list[fmpq] | None:
    """The different eigenvalues where all are rational, or None."""
    numbers = rational(A)
    if numbers is None:
        return None
    found: list[fmpq] = []
    _, factors = fmpq_poly(numbers.charpoly()).factor()
    for factor, _ in factors:
        if factor.degree() > 1:
            return None
        found.append(-factor[0] / factor[1])
    return sorted(found)


def function_of(A: Matrix, f: Callable[[fmpq], fmpq | None]) -> Matrix | None:
    r""":math:`\sum_if(\lambda_i)P_i` over the eigenvalues of a symmetric matrix; None where one is irrational."""
    values = eigenvalues(A)
    if values is None:
        return None
    d = len(A.rows)
    total = identity(d).scale(fmpq(0))
    for value in values:
        image = f(value)
        if image is None:
            return None
        projection = identity(d)
        for other in values:
            if other != value:
                projection = (projection @ (A - identity(d).scale(other))).scale(1 / (value - other))
        total = total + projection.scale(image)
    return total


def absolute(A: Matrix) -> Matrix | None:
    r""":math:`U|D|U^\top`, where the eigenvalues are rational."""
    return function_of(A, abs)


def half(A: Matrix) -> Matrix | None:
    """The principal square root of a positive semi-definite matrix, where its eigenvalues are squares."""
    return function_of(A, square_root)


def square_root(x: fmpq) -> fmpq | None:
    """The root of a rational square, or None."""
    if x < 0:
        return None
    p, q = x.p.sqrtrem(), x.q.sqrtrem()
    return None if p[1] or q[1] else fmpq(p[0], q[0])


def is_psd(A: Matrix, sign: Callable[[Any], int], strict: bool = False) -> bool:
    """Whether the symmetric ``A`` is positive (semi-)definite, by elimination; ``sign`` gives that of an entry."""
    rows = [list(row) for row in A.rows]
    while rows:
        place = next((i for i in range(len(rows)) if sign(rows[i][i]) != 0), None)
        if place is None:
            return not strict and not any(sign(e) for row in rows for e in row)
        if sign(rows[place][place]) < 0 or (strict and any(sign(rows[i][i]) <= 0 for i in range(len(rows)))):
            return False
        pivot, row = rows[place][place], rows[place]
        rest = [i for i in range(len(rows)) if i != place]
        rows = [[rows[i][j] - row[i] * row[j] / pivot for j in rest] for i in rest]
    return True
