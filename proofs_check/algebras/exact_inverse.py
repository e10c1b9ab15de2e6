"""Matrices of fractions and their inverses, by NumPy's arrays alone."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..statement.fold import Lacks

Array = NDArray[Any]


def are_fractions(a: Array) -> bool:
    """Whether all entries are exact numbers: where means are prepared, degrees of polynomials stand in their places."""
    return a.dtype == object and all(isinstance(x, Rational) for x in a.ravel())


def exact_inverse(matrix: Array) -> Array:
    """Gauss-Jordan in fractions."""
    n = len(matrix)
    if not are_fractions(matrix):
        raise Lacks("sampled lacks the degree of an inverse")
    work = [[Fraction(v) for v in row] + [Fraction(int(i == j)) for j in range(n)] for i, row in enumerate(matrix)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if work[i][k]), None)
        if pivot is None:
            raise Lacks("sampled lacks the inverse of a singular matrix")
        work[k], work[pivot] = work[pivot], work[k]
        work[k] = [v / work[k][k] for v in work[k]]
        for i in range(n):
            if i != k and work[i][k]:
                factor = work[i][k]
                work[i] = [v - factor * u for v, u in zip(work[i], work[k], strict=True)]
    made = np.empty((n, n), dtype=object)
    made[:] = [row[n:] for row in work]
    return made
