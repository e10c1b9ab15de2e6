r"""The reduced flow in general: one linear map and one matrix, whatever the data.

On the invariant block the loss is :math:`\frac12u^2\langle U,TU\rangle-u\langle B,U\rangle` up to a constant, with
:math:`TU=\sum_kG_kU\Lambda_k`.  With one prompt's :math:`S=\frac1N\sum_ix_ix_i^\top`:

* one covariance (27): :math:`G=E[S^2]`, :math:`B=\Lambda^2`;
* a covariance that takes the values :math:`\Lambda_k` with probabilities :math:`p_k` (49): the mean of these;
* label noise of variance :math:`s^2`: one more term, :math:`\frac{s^2}N\Lambda U\Lambda`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..inputs import positive_integer
from .dense import solve
from .field import second_moment
from .trajectory import Array, check_times

Rows = Sequence[Sequence[Fraction]]
Law = Sequence[tuple[Fraction, Rows]]
"""A covariance with finitely many values: probabilities and matrices."""


@dataclass(frozen=True)
class Reduced:
    """``terms`` are the pairs (G_k, Lam_k), ``drift`` is B; NumPy arrays of exact fractions, shape (d, d)."""

    terms: tuple[tuple[Any, Any], ...]
    drift: Any

    @property
    def d(self) -> int:
        return int(self.drift.shape[0])


def reduced_flow(law: Law, N: int, noise: Fraction = Fraction(0)) -> Reduced:
    """The flow for a covariance of this law and labels with noise of variance ``noise``."""
    n = Fraction(positive_integer("N", N))
    terms = []
    drift: Any = 0
    for p, rows in law:
        Lam = np.array(rows, dtype=object)
        terms.append((p * (second_moment(Lam, n) + noise / n * Lam), Lam))
        drift = drift + p * (Lam @ Lam)
    return Reduced(tuple(terms), drift)


def dense_reduced(flow: Reduced, U11: ArrayLike, u_1: float, times: ArrayLike) -> tuple[Array, Array, float]:
    """U11 (n, d, d) and u_1 (n,) at ``times`` in float64, and the distance of two runs as the error estimate."""
    t = check_times(times)
    terms = [(G.astype(float), Lam.astype(float)) for G, Lam in flow.terms]
    drift, d = flow.drift.astype(float), flow.d

    def field(_: float, z: Array) -> Array:
        U, u = z[:-1].reshape(d, d), z[-1]
        slope = u * sum(G @ U @ Lam for G, Lam in terms) - drift
        return -np.append(u * slope, np.sum(slope * U))

    z0 = np.append(np.asarray(U11, dtype=float).ravel(), u_1)
    coarse, fine = (solve(field, z0, t, tolerance) for tolerance in (1e-11, 1e-13))
    error = float(np.max(np.linalg.norm(fine - coarse, axis=1)))
    return fine[:, :-1].reshape(-1, d, d), fine[:, -1], error
