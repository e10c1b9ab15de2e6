r"""Positive semi-definite matrices of any rank: roots, Moore-Penrose inverses, projections, eigenvalues.

No rank is decided by a tolerance.  An exact rational matrix has an exact rank, and its Moore-Penrose inverse and the
projection on its image are rational.  Its eigenvalues are isolated in Arb balls as roots of the squarefree factors of
its characteristic polynomial, with exact multiplicities; a function of the matrix is

.. math:: f(A)=\sum_\lambda f(\lambda)\prod_{\mu\ne\lambda}\frac{A-\mu I}{\lambda-\mu},\qquad
    \lambda,\mu\ \text{distinct eigenvalues}.

The float64 forms serve samplers, where nothing depends on the rank: a root is continuous.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import isqrt
from typing import Any

import flint
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Eigenvalue:
    """One of the distinct eigenvalues: enclosed, exact where it is rational, and how often it occurs."""

    ball: flint.arb
    rational: flint.fmpq | None
    multiplicity: int


def merged(values: Sequence[flint.arb]) -> list[flint.arb]:
    """The values in decreasing order, those that overlap replaced by their common hull.

    >>> wide, near = flint.arb(2, 9), flint.arb(5, 1)
    >>> [x.contains(wide) and x.contains(near) for x in merged([flint.arb(10), near, wide])]
    [True, True, True]
    """
    clusters: list[list[flint.arb]] = []
    for x in sorted(values, key=_BY_MIDPOINT, reverse=True):
        count = 1
        while clusters and clusters[-1][0].overlaps(x):
            x, count = clusters[-1][0].union(x), count + len(clusters.pop())
        clusters.append([x] * count)
    return [x for cluster in clusters for x in cluster]


def _order(x: flint.arb, y: flint.arb) -> int:
    """By midpoints, which are exact: as doubles those of different balls may be equal."""
    return int(x.mid() > y.mid()) - int(x.mid() < y.mid())


_BY_MIDPOINT = cmp_to_key(_order)


def eigenvalues(A: flint.fmpq_mat) -> list[Eigenvalue]:
    """The distinct eigenvalues of an exact symmetric matrix in decreasing order, at the working precision, or at a
    higher one where that does not keep them apart.

    Raises :class:`InputError` for a matrix that is not symmetric.

    >>> [str(e.rational) for e in eigenvalues(flint.fmpq_mat(2, 2, [2, 2, 2, 2]))]
    ['4', '0']
    >>> [str(e.rational - 2**60) for e in eigenvalues(flint.fmpq_mat(2, 2, [2**60, 0, 0, 2**60 + 1]))]
    ['1', '0']
    """
    _check_symmetric(A)
    factors = A.charpoly().numer().factor()[1]
    bits, precision = flint.ctx.prec, flint.ctx.prec
    while True:
        try:
            flint.ctx.prec = precision
            found = _roots(factors)
        finally:
            flint.ctx.prec = bits
        if not any(x.ball.overlaps(y.ball) for x, y in pairwise(found)):
            return found
        precision *= 2  # they are distinct


def _roots(factors: Sequence[tuple[Any, int]]) -> list[Eigenvalue]:
    """Those of irreducible polynomials whose roots are all real, in decreasing order of midpoints."""
    found: list[Eigenvalue] = []
    for factor, multiplicity in factors:
        if factor.degree() == 1:
            value = flint.fmpq(-factor[0], factor[1])
            found.append(Eigenvalue(flint.arb(value), value, multiplicity))
        else:
            roots: Any = factor.complex_roots()
            found += [Eigenvalue(root.real, None, multiplicity) for root, _ in roots]
    return sorted(found, key=lambda e: _BY_MIDPOINT(e.ball), reverse=True)


def function(A: flint.fmpq_mat, f: Callable[[Eigenvalue], flint.arb]) -> flint.arb_mat:
    """f(A) in balls for an exact symmetric matrix."""
    distinct, n = eigenvalues(A), A.nrows()
    matrix = flint.arb_mat(A)
    total = flint.arb_mat(n, n)
    for here in distinct:
        part = _scalar_matrix(n, f(here))
        for other in distinct:
            if other is not here:
                part = part * (matrix - _scalar_matrix(n, other.ball)) * (1 / (here.ball - other.ball))
        total = total + part
    return total


def power(A: flint.fmpq_mat, exponent: Fraction) -> flint.arb_mat:
    """A to a power in balls, the eigenvalue 0 staying 0: :math:`A^{-1/2}` is :math:`(A^{1/2})^+`.

    Raises :class:`InputError` for a matrix that is not positive semi-definite.
    """
    root = rational_root(A) if abs(exponent) == Fraction(1, 2) else None
    if root is not None:
        return flint.arb_mat(root if exponent > 0 else pseudo_inverse(root))

    def of(e: Eigenvalue) -> flint.arb:
        if e.rational == 0:
            return flint.arb(0)
        if not e.ball > 0:
            raise InputError("a fractional power needs a positive semi-definite matrix. Check its eigenvalues.")
        raised = e.ball.root(exponent.denominator) ** abs(exponent.numerator)
        return raised if exponent > 0 else 1 / raised

    return function(A, of)


def rational_root(A: flint.fmpq_mat) -> flint.fmpq_mat | None:
    """The principal square root where it is rational, else None.

    >>> rational_root(flint.fmpq_mat(2, 2, [2, 2, 2, 2]))
    [1, 1]
    [1, 1]
    """
    n = A.nrows()
    distinct = [e.rational for e in eigenvalues(A)]
    total = flint.fmpq_mat(n, n)
    for here in distinct:
        root = None if here is None else _root_of(here)
        if here is None or root is None:
            return None
        part = _rational_scalar(n, root)
        for other in distinct:
            if other is None:
                return None
            if other != here:
                part = part * (A - _rational_scalar(n, other)) * (1 / (here - other))
        total = total + part
    return total


def projection(A: flint.fmpq_mat) -> flint.fmpq_mat:
    """The orthogonal projection on the image of any exact matrix."""
    n = A.nrows()
    reduced, rank = A.rref()
    pivots = [next(j for j in range(A.ncols()) if reduced[i, j] != 0) for i in range(rank)]
    if not pivots:
        return flint.fmpq_mat(n, n)
    B = flint.fmpq_mat(n, rank, [A[i, j] for i in range(n) for j in pivots])
    return B * (B.transpose() * B).inv() * B.transpose()


def pseudo_inverse(A: flint.fmpq_mat) -> flint.fmpq_mat:
    r"""The Moore-Penrose inverse of an exact matrix: :math:`A+P_\perp` inverts to :math:`A^++P_\perp` where A is
    symmetric, and else :math:`A^+=(A^\top A)^+A^\top`.

    >>> pseudo_inverse(flint.fmpq_mat(1, 2, [3, 4]))
    [3/25]
    [4/25]
    """
    if A.transpose() != A:
        return pseudo_inverse(A.transpose() * A) * A.transpose()
    aside = _rational_scalar(A.nrows(), flint.fmpq(1)) - projection(A)
    return (A + aside).inv() - aside


def cayley(d: int, skew: Sequence[Fraction]) -> flint.fmpq_mat:
    """The rational orthogonal matrix (I - S)(I + S)^-1 of a skew matrix S given by its upper entries."""
    S = flint.fmpq_mat(d, d)
    k = 0
    for i in range(d):
        for j in range(i + 1, d):
            entry = flint.fmpq(skew[k].numerator, skew[k].denominator)
            S[i, j], S[j, i] = entry, -entry
            k += 1
    unit = _rational_scalar(d, flint.fmpq(1))
    return (unit - S) * (unit + S).inv()


def with_rational_root(roots: Sequence[Fraction], skew: Sequence[Fraction]) -> flint.fmpq_mat:
    """The matrix with these square roots of eigenvalues in the basis :func:`cayley` of ``skew``."""
    n = len(roots)
    Q = cayley(n, skew)
    squares = [flint.fmpq(r.numerator, r.denominator) ** 2 for r in roots]
    D = flint.fmpq_mat(n, n, [squares[i] if i == j else flint.fmpq(0) for i in range(n) for j in range(n)])
    return Q * D * Q.transpose()


def root(A: ArrayLike) -> FloatArray:
    """The principal square root in float64; rounding below zero counts as zero."""
    values, vectors = np.linalg.eigh(np.asarray(A, dtype=np.float64))
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0))[..., None, :]) @ np.swapaxes(vectors, -1, -2))


def _check_symmetric(A: flint.fmpq_mat) -> None:
    if A.transpose() != A:
        raise InputError("eigenvalues and Moore-Penrose inverses need a symmetric matrix. Symmetrise it first.")


def _root_of(value: flint.fmpq) -> flint.fmpq | None:
    if value < 0:
        raise InputError("a square root needs a positive semi-definite matrix. Check its eigenvalues.")
    p, q = isqrt(int(value.p)), isqrt(int(value.q))
    return flint.fmpq(p, q) if p * p == value.p and q * q == value.q else None


def _scalar_matrix(n: int, value: flint.arb) -> flint.arb_mat:
    return flint.arb_mat(n, n, [value if i == j else 0 for i in range(n) for j in range(n)])


def _rational_scalar(n: int, value: flint.fmpq) -> flint.fmpq_mat:
    return flint.fmpq_mat(n, n, [value if i == j else flint.fmpq(0) for i in range(n) for j in range(n)])


def factor(A: flint.fmpq_mat | flint.arb_mat) -> flint.arb_mat | None:
    r"""F with :math:`FF^\top=A`, lower triangular up to columns of zeros, in balls; None where balls cannot tell.

    By elimination: exact pivots may be zero, pivots in balls must be certainly positive.
    """
    n = A.nrows()
    work: Any = [[A[i, j] for j in range(n)] for i in range(n)]
    F = flint.arb_mat(n, n)
    for k in range(n):
        pivot = work[k][k]
        if pivot == 0 and all(work[i][k] == 0 for i in range(k, n)):
            continue
        if not pivot > 0:
            return None
        root = (pivot if isinstance(pivot, flint.arb) else flint.arb(pivot)).sqrt()
        for i in range(k, n):
            share = work[i][k] / pivot
            F[i, k] = share * root
            for j in range(k + 1, n):
                if i > k:
                    work[i][j] = work[i][j] - share * work[k][j]
    return F


def enclosed_eigenvalues(A: flint.arb_mat) -> list[flint.arb]:
    """The eigenvalues of the symmetric part of a matrix of balls, in decreasing order.

    Raises :class:`InputError` where they cannot be enclosed.
    """
    n = A.nrows()
    S = (A + A.transpose()) * flint.arb(0.5)
    if n == 1:
        return [S[0, 0]]
    if n == 2:
        middle, half = (S[0, 0] + S[1, 1]) / 2, (S[0, 0] - S[1, 1]) / 2
        spread = (half * half + S[0, 1] * S[0, 1]).nonnegative_part().sqrt()
        return [middle + spread, middle - spread]
    try:
        found = [x.real for x in flint.acb_mat(S).eig(multiple=True)]
    except ValueError as error:
        raise InputError(f"the eigenvalues of a {n}-row matrix of balls could not be enclosed.") from error
    return merged(found)


def enclosed_root(A: flint.arb_mat) -> flint.arb_mat:
    r"""The principal square root of a psd matrix of balls with at most two rows.

    :math:`A^{1/2}=(A+\sqrt{\det A}\,I)/\sqrt{\mathrm{tr}A+2\sqrt{\det A}}` for two rows.

    Raises :class:`InputError` for more rows, or where A may be 0.
    """
    if A.nrows() == 1:
        return flint.arb_mat([[A[0, 0].nonnegative_part().sqrt()]])
    if A.nrows() > 2:
        raise InputError("the root of a matrix of balls is enclosed for at most two rows. Make the matrix exact.")
    of_det = A.det().nonnegative_part().sqrt()
    size = (A.trace() + 2 * of_det).nonnegative_part().sqrt()
    if not size > 0:
        raise InputError("the root of a matrix of balls that may be 0 is not enclosed. Make the matrix exact.")
    return (A + _scalar_matrix(2, of_det)) * (1 / size)
