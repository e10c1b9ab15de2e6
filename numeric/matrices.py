"""Matrices of Arb balls: norms, singular values and definiteness, each with a rigorous answer."""

from __future__ import annotations

import flint

from .errors import InputError
from .psd import eigenvalues, merged


def identity(n: int) -> flint.arb_mat:
    return flint.arb_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])


def transpose(A: flint.arb_mat) -> flint.arb_mat:
    return A.transpose()


def frobenius_squared(A: flint.arb_mat) -> flint.arb:
    r""":math:`\|A\|_F^2`, certainly nonnegative."""
    return sum((abs(x) * abs(x) for x in A.entries()), flint.arb(0)).nonnegative_part()


def frobenius(A: flint.arb_mat) -> flint.arb:
    return frobenius_squared(A).sqrt()


def singular_values(A: flint.arb_mat) -> list[flint.arb]:
    """The min(rows, columns) singular values in decreasing order.

    Values that overlap are replaced by their common hull, so that each ball contains the value of its rank.  For two
    rows or columns by the closed form, otherwise by enclosing the eigenvalues of A A^T: where A is exact, as roots of
    its characteristic polynomial, which may be multiple; else as Arb's certified eigenvalues.

    Raises :class:`InputError` where the eigenvalues cannot be enclosed at this precision.
    """
    if A.nrows() > A.ncols():
        A = A.transpose()
    if A.nrows() == 1:
        return [frobenius(A)]
    G = A * A.transpose()
    if A.nrows() == 2:
        # With p = |A|_F^2 and q = sqrt(det A A^T): sigma_1 +- sigma_2 = sqrt(p +- 2q).
        p, q = frobenius_squared(A), G.det().nonnegative_part().sqrt()
        plus, minus = (p + 2 * q).nonnegative_part().sqrt(), (p - 2 * q).nonnegative_part().sqrt()
        return [(plus + minus) / 2, ((plus - minus) / 2).nonnegative_part()]
    if all(x.is_exact() for x in A.entries()):
        return _of_exact(A)
    try:
        eigenvalues = flint.acb_mat(G).eig(multiple=True)
    except ValueError as error:
        raise InputError(f"the singular values of a {A.nrows()}-row matrix of balls could not be enclosed.") from error
    return merged([x.real.nonnegative_part().sqrt() for x in eigenvalues])


def _of_exact(A: flint.arb_mat) -> list[flint.arb]:
    def rational(x: flint.arb) -> flint.fmpq:
        mantissa, exponent = x.man_exp()
        return flint.fmpq(mantissa) * flint.fmpq(2) ** int(exponent)

    B = flint.fmpq_mat(A.nrows(), A.ncols(), [rational(x) for x in A.entries()])
    return [e.ball.nonnegative_part().sqrt() for e in eigenvalues(B * B.transpose()) for _ in range(e.multiplicity)]


def operator_norm(A: flint.arb_mat) -> flint.arb:
    r""":math:`\|A\|_{op}`; where singular values fail, from :math:`\|A\|_F/\sqrt r\le\|A\|_{op}\le\|A\|_F`."""
    try:
        return singular_values(A)[0]
    except InputError:
        size = frobenius(A)
        return (size / flint.arb(min(A.nrows(), A.ncols())).sqrt()).union(size)


def is_symmetric(A: flint.arb_mat) -> bool | None:
    """False if an entry certainly differs from its mirror; True if they are the same exact numbers; else None."""
    if A.nrows() != A.ncols():
        return False
    pairs = [(A[i, j], A[j, i]) for i in range(A.nrows()) for j in range(i)]
    if any(not x.overlaps(y) for x, y in pairs):
        return False
    return True if all(x.is_exact() and y.is_exact() for x, y in pairs) else None


def definiteness(A: flint.arb_mat) -> str:
    """Of the symmetric part: ``positive`` (certainly definite), ``negative`` (certainly takes a negative value on some
    vector), or ``unknown``; by elimination in balls, whose pivots are those of a congruence."""
    n = A.nrows()
    rows = [[(A[i, j] + A[j, i]) / 2 for j in range(n)] for i in range(n)]
    for k in range(n):
        pivot = rows[k][k]
        if pivot < 0:
            return "negative"
        if not pivot > 0:
            return "unknown"
        for i in range(k + 1, n):
            factor = rows[i][k] / pivot
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return "positive"
