r"""Laws of finitely many covariates that average as the orthogonal group does in the needed degree.

X is :math:`\Sigma^{1/2}g\,\xi` with g uniform among the signed permutations of d coordinates and :math:`\xi` fixed (or
one of several).  For every matrix R the mean of :math:`g^\top Rg` over the group is
:math:`\mathrm{tr}(R)/d\,I`, as over all orthogonal matrices.  At the points of the set S of Theorems E.1 and F.1 a
derivative of the loss in one direction is linear in :math:`U^\top RU`, so there its mean over the group is *the* mean
over the orthogonal group: no Monte Carlo, no error.  Away from S, and for second derivatives across S, the group
stands for itself alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import flint
import numpy as np

from ..arithmetic.balls import exact
from ..errors import InputError
from .jets import Array


def signed_permutations(d: int) -> Array:
    r"""All :math:`2^dd!` of them, (group, d, d), integers.

    >>> signed_permutations(2).shape
    (8, 2, 2)
    """
    found = []
    for places in permutations(range(d)):
        for signs in product((1, -1), repeat=d):
            g = np.zeros((d, d), dtype=int)
            g[range(d), places] = signs
            found.append(g)
    return np.stack(found)


def tetrahedral() -> Array:
    """The twelve rotations of a tetrahedron, (12, 3, 3): the smallest group for d = 3 that serves.

    >>> averages_as_orthogonal(tetrahedral())
    True
    """
    cyclic = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    signs = [np.diag(s) for s in ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))]
    return np.stack([np.linalg.matrix_power(cyclic, k) @ s for k in range(3) for s in signs])


def twirl(group: Array, R: Array) -> Array:
    r"""The mean of :math:`g^\top Rg`, in the arithmetic of R.

    >>> twirl(signed_permutations(2), rationals([[1, 2], [3, 4]])).tolist()
    [[5/2, 0], [0, 5/2]]
    """
    total: Array = sum(g.T @ R @ g for g in group)
    return total / _one(R, len(group))


def averages_as_orthogonal(group: Array) -> bool:
    r"""Whether :math:`g^\top Rg` has mean :math:`\mathrm{tr}(R)/d\,I` for every R: exact, on a basis.

    >>> averages_as_orthogonal(signed_permutations(3)), averages_as_orthogonal(np.eye(2, dtype=int)[None])
    (True, False)
    """
    d = group.shape[-1]
    for i, j in product(range(d), repeat=2):
        R = rationals([[int((a, b) == (i, j)) for b in range(d)] for a in range(d)])
        wanted = rationals([[Fraction(int(i == j) * int(a == b), d) for b in range(d)] for a in range(d)])
        if not (twirl(group, R) == wanted).all():
            return False
    return True


def orbit(root: Array, xi: Array, group: Array | None = None) -> Array:
    r""":math:`\Sigma^{1/2}g\,\xi` for every g: (group, d, n+1), ``root`` being :math:`\Sigma^{1/2}`."""
    elements = signed_permutations(xi.shape[-2]) if group is None else group
    return np.stack([root @ (g @ xi) for g in elements])


def rationals(rows: Sequence[Sequence[Any]]) -> Array:
    """An array of ``fmpq`` from exact numbers."""
    made = np.empty((len(rows), len(rows[0])), dtype=object)
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            made[i, j] = exact(value)
    return made


def in_balls(A: Array) -> Array:
    """The same array in balls."""
    return np.asarray(np.frompyfunc(flint.arb, 1, 1)(A), dtype=object)


def inverse(A: Array) -> Array:
    """The inverse of a matrix of ``fmpq``.

    Raises:
        InputError: a singular matrix.
    """
    rows, cols = A.shape
    try:
        found = flint.fmpq_mat(rows, cols, [exact(v) for v in A.ravel()]).inv()
    except ZeroDivisionError as error:
        raise InputError(f"the matrix must be invertible, not {A.tolist()}. Pass an invertible one.") from error
    return rationals([[found[i, j] for j in range(cols)] for i in range(rows)])


def _one(like: Array, count: int) -> Any:
    """``count`` in the arithmetic of the entries."""
    first = like.ravel()[0]
    return first * 0 + count
