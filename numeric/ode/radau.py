"""Radau IIA collocation: nodes and weights of the s-stage method of order 2s - 1, diagonalised."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.polynomial import Legendre, Polynomial
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Radau:
    """``c`` (s,) nodes, ``A`` (s, s) weights, ``A = T diag(alpha) S`` with ``S = T^-1``.

    ``coefficients`` (s, s) turns values at the nodes into coefficients in Legendre polynomials on [0, 1].
    """

    c: Array
    A: Array
    alpha: Any
    T: Any
    S: Any
    coefficients: Array


@cache
def radau(stages: int) -> Radau:
    """Right Radau nodes are the zeros of :math:`P_s - P_{s-1}` on [0, 1] (Hairer and Wanner, IV.5)."""
    basis = [Legendre.basis(k, domain=[0, 1]) for k in range(stages + 1)]
    c = np.sort((basis[stages] - basis[stages - 1]).roots().real)
    c[-1] = 1.0
    V = np.array([[basis[k](x) for k in range(stages)] for x in c])
    inverse = np.linalg.inv(V)
    integrals = np.array([[_integral(basis[k], x) for k in range(stages)] for x in c])
    A = integrals @ inverse
    alpha, T = np.linalg.eig(A)
    return Radau(c, A, alpha, T, np.linalg.inv(T), inverse)


def _integral(p: Legendre, x: float) -> float:
    return float(p.integ(lbnd=0)(x)) if p.degree() else float(Polynomial([0, 1])(x))
