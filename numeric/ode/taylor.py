r"""Taylor coefficients of the reduced flow, in any ring: fixed-point integers or Arb balls.

.. math:: \dot U = -u^2\,TU + uB,\qquad \dot u = -u\,\langle U,TU\rangle + \langle B,U\rangle,\qquad
    TU = \sum_k G_kU\Lambda_k;

for (27) there is one term, :math:`G=E[S^2]`, and :math:`B=\Lambda^2`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any

Series = list[Any]
Rows = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Ring:
    """``shift(x)`` brings a product back to the ring's scale, ``over(x, k)`` divides by the integer k."""

    zero: Any
    shift: Callable[[Any], Any]
    over: Callable[[Any, int], Any]


@dataclass(frozen=True)
class System:
    """The pairs (G_k, Lam_k) and B in a ring, multiplied by the time unit h: ``G_k`` and ``B`` carry the factor."""

    ring: Ring
    terms: Sequence[tuple[Rows, Rows]]
    B: Rows


def coefficients(system: System, state: Sequence[Any], order: int) -> list[Series]:
    """Coefficients 0..order of U11 (row by row) and u_1, in units of h, from the state at time 0."""
    ring, d = system.ring, len(system.B)
    cells = d * d
    U: list[Series] = [[x] for x in state[:cells]]
    u: Series = [state[cells]]
    W: list[Series] = [[] for _ in range(cells)]
    square: Series = []
    quadratic: Series = []
    for k in range(order):
        _append_W(system, U, W, k)
        square.append(ring.shift(_dot(u, u, k)))
        quadratic.append(ring.shift(sum((_dot(W[i], U[i], k) for i in range(cells)), ring.zero)))
        pull = ring.zero
        for i in range(cells):
            drift = system.B[i // d][i % d]
            U[i].append(ring.over(ring.shift(drift * u[k] - _dot(square, W[i], k)), k + 1))
            pull = pull + drift * U[i][k]
        u.append(ring.over(ring.shift(pull - _dot(u, quadratic, k)), k + 1))
    return [*U, u]


def _dot(a: Series, b: Series, k: int) -> Any:
    """Coefficient k of the product, before shifting."""
    return sum(map(mul, a[: k + 1], b[k::-1]))


def _append_W(system: System, U: list[Series], W: list[Series], k: int) -> None:
    """Coefficient k of W = T U."""
    ring, d = system.ring, len(system.B)
    sums = [ring.zero] * (d * d)
    for G, Lam in system.terms:
        half = [[ring.shift(sum(G[i][m] * U[m * d + j][k] for m in range(d))) for j in range(d)] for i in range(d)]
        for i in range(d):
            for j in range(d):
                sums[i * d + j] = sums[i * d + j] + ring.shift(sum(half[i][m] * Lam[m][j] for m in range(d)))
    for series, value in zip(W, sums, strict=True):
        series.append(value)
