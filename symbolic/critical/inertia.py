"""Inertia of symmetric matrices, never from rounded eigenvalues alone."""

from __future__ import annotations

from itertools import pairwise

from flint import arb, arb_mat, fmpq_mat

Inertia = tuple[int, int, int]
"""How many eigenvalues are > 0, < 0 and = 0."""


def inertia(H: fmpq_mat) -> Inertia:
    """Exact, of a rational matrix: the characteristic polynomial has real roots only, so that Descartes' rule of signs
    is an equality."""
    coefficients = H.charpoly().coeffs()
    zero = next(i for i, c in enumerate(coefficients) if c != 0)
    signs = [1 if c > 0 else -1 for c in coefficients if c != 0]
    positive = sum(a != b for a, b in pairwise(signs))
    return positive, H.nrows() - positive - zero, zero


def enclosed_inertia(H: arb_mat) -> Inertia | None:
    """Of every symmetric matrix in a matrix of balls, where all are certainly regular; None where that is not shown.

    With Q near the eigenvectors, Gershgorin's discs tell the inertia of Q^T H Q once they avoid 0; then Q is regular,
    as the product is, and the inertia is that of H (Sylvester).
    """
    import numpy as np

    n = H.nrows()
    if n == 0:
        return 0, 0, 0
    middle = np.array([[float(H[i, j].mid()) for j in range(n)] for i in range(n)])
    vectors = np.linalg.eigh((middle + middle.T) / 2)[1]
    Q = arb_mat([[arb(float(vectors[i, j])) for j in range(n)] for i in range(n)])
    A = Q.transpose() * H * Q
    radii = [sum((abs(A[i, j]) for j in range(n) if j != i), arb(0)) for i in range(n)]
    positive = sum(1 for i in range(n) if A[i, i] > radii[i])
    negative = sum(1 for i in range(n) if -A[i, i] > radii[i])
    return (positive, negative, 0) if positive + negative == n else None
