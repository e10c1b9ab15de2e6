r"""Positive semi-definite matrices of any rank with exact entries: roots, pseudo-inverses, ranks, inertia.

Nothing is approximated: ranks come from elimination, roots from the factors of a characteristic polynomial.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_poly

from ..errors import InputError
from .matrix import Matrix
from .ring import fraction, rational

IsZero = Callable[[Any], bool]


def _is_zero(entry: Any) -> bool:
    return not entry


def rank(A: Matrix, is_zero: IsZero = _is_zero) -> int:
    """The rank of ``A``, over any field whose zero ``is_zero`` knows.

    >>> rank(Matrix.of([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(4)]]))
    1
    """
    return len(_echelon(A, is_zero)[1])


def pinv(A: Matrix, is_zero: IsZero = _is_zero) -> Matrix:
    r"""The Moore-Penrose inverse :math:`F^\top(FF^\top)^{-1}(C^\top C)^{-1}C^\top` of ``A = C F``.

    C are the pivot columns of A and F the rows of its reduced echelon form, so that both have full rank.

    >>> pinv(Matrix.of([[Fraction(2), Fraction(0)], [Fraction(0), Fraction(0)]])).rows[0][0]
    Fraction(1, 2)
    """
    reduced, pivots = _echelon(A, is_zero)
    if not pivots:
        return A.T
    F = Matrix(reduced.rows[: len(pivots)])
    C = Matrix(tuple(tuple(row[k] for k in pivots) for row in A.rows))
    return F.T @ (F @ F.T).inverse() @ (C.T @ C).inverse() @ C.T


def projection(A: Matrix, is_zero: IsZero = _is_zero) -> Matrix:
    """The orthogonal projection on the image of ``A``."""
    return A @ pinv(A, is_zero)


def _echelon(A: Matrix, is_zero: IsZero) -> tuple[Matrix, list[int]]:
    """The reduced row echelon form, and the columns of its pivots."""
    rows = [list(row) for row in A.rows]
    pivots: list[int] = []
    for k in range(A.shape[1]):
        level = len(pivots)
        found = next((i for i in range(level, len(rows)) if not is_zero(rows[i][k])), None)
        if found is None:
            continue
        rows[level], rows[found] = rows[found], rows[level]
        rows[level] = [e / rows[level][k] for e in rows[level]]
        for i, row in enumerate(rows):
            if i != level and not is_zero(row[k]):
                rows[i] = [a - row[k] * b for a, b in zip(row, rows[level], strict=True)]
        pivots.append(k)
    return Matrix.of(rows), pivots


# Rational matrices ------------------------------------------------------------------------------------------

def inertia(A: Matrix) -> tuple[int, int]:
    """How many positive and negative eigenvalues a symmetric rational matrix has, by Descartes' rule of signs.

    All roots of its characteristic polynomial are real, so that the number of sign changes is exact.

    >>> inertia(Matrix.of([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]]))
    (1, 1)
    """
    coefficients = [fraction(c) for c in _of_fractions(A).charpoly().coeffs()]
    flipped = [c * (-1) ** k for k, c in enumerate(coefficients)]
    return _sign_changes(coefficients), _sign_changes(flipped)


def _sign_changes(coefficients: list[Fraction]) -> int:
    signs = [c > 0 for c in coefficients if c]
    return sum(a != b for a, b in pairwise(signs))


def eigenvalues(A: Matrix) -> list[Fraction]:
    """The eigenvalues of a symmetric rational matrix in decreasing order, where all are rational.

    Raises:
        InputError: an eigenvalue is irrational.
    """
    found: list[Fraction] = []
    for factor, multiplicity in _of_fractions(A).charpoly().factor()[1]:
        if factor.degree() != 1:
            raise InputError(f"the eigenvalues of {A.rows} are not all rational: choose another matrix.")
        found += [fraction(-factor[0] / factor[1])] * int(multiplicity)
    return sorted(found, reverse=True)


def root(A: Matrix) -> Matrix:
    r"""The principal square root S of a positive semi-definite rational matrix, where S is rational.

    The minimal polynomial q of S has positive roots beside 0, and its part of even and of odd degree give
    :math:`S\,q_1(A)=-q_0(A)` with :math:`q(x)=q_0(x^2)+xq_1(x^2)`.

    Raises:
        InputError: A is not positive semi-definite, or its root is irrational.

    >>> root(Matrix.of([[Fraction(5), Fraction(4)], [Fraction(4), Fraction(5)]])).rows
    ((Fraction(2, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(2, 1)))
    """
    if A != A.T or inertia(A)[1]:
        raise InputError(f"{A.rows} has no principal square root: pass a positive semi-definite matrix.")
    value = _of_fractions(A)
    q = fmpq_poly([1])
    for factor, _ in value.charpoly().factor()[1]:
        q *= _half_factor(factor, A)
    even, odd = (fmpq_poly([q[k] for k in range(start, len(q), 2)]) for start in (0, 1))
    S = -(_at(odd, value).inv() * _at(even, value))
    return Matrix.build(len(A.rows), len(A.rows), lambda i, j: fraction(S[i, j]))


def _half_factor(factor: fmpq_poly, A: Matrix) -> fmpq_poly:
    """The factor of ``factor(x^2)`` whose roots are the positive roots of its roots."""
    if factor.degree() == 1 and not factor[0]:
        return fmpq_poly([0, 1])
    squared = fmpq_poly([c for k in range(len(factor)) for c in (factor[k], fmpq(0))])
    for g, _ in squared.factor()[1]:
        signs = [g[k] * (-1) ** (g.degree() - k) > 0 for k in range(len(g))]
        if g.degree() == factor.degree() and (all(signs) or not any(signs)):
            return g
    raise InputError(f"the square root of {A.rows} is irrational: choose another matrix.")


def _at(poly: fmpq_poly, A: fmpq_mat) -> fmpq_mat:
    n = A.nrows()
    one = fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
    result = fmpq_mat(n, n)
    for k in range(poly.degree(), -1, -1):
        result = result * A + one * poly[k]
    return result


def _of_fractions(A: Matrix) -> fmpq_mat:
    m, n = A.shape
    return fmpq_mat(m, n, [rational(e) for e in A.entries()])
