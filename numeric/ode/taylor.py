r"""Taylor coefficients of the flow (27), in any ring: fixed-point integers or Arb balls.

.. math:: \dot U = -u^2 G U \Lambda + u\Lambda^2,\qquad
    \dot u = -u\,\mathrm{tr}(G U\Lambda U^\top) + \mathrm{tr}(\Lambda^2U^\top),\qquad G = E[S^2].
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
    """Coefficients of the flow in a ring, all multiplied by the time unit h: ``G``, ``Lam``, ``Lam2`` = h Lam^2.

    ``G`` carries the factor h, ``Lam`` does not.
    """

    ring: Ring
    G: Rows
    Lam: Rows
    Lam2: Rows


def coefficients(system: System, state: Sequence[Any], order: int) -> list[Series]:
    """Coefficients 0..order of U11 (row by row) and u_1, in units of h, from the state at time 0."""
    ring, d = system.ring, len(system.Lam)
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
            drift = system.Lam2[i // d][i % d]
            U[i].append(ring.over(ring.shift(drift * u[k] - _dot(square, W[i], k)), k + 1))
            pull = pull + drift * U[i][k]
        u.append(ring.over(ring.shift(pull - _dot(u, quadratic, k)), k + 1))
    return [*U, u]


def _dot(a: Series, b: Series, k: int) -> Any:
    """Coefficient k of the product, before shifting."""
    return sum(map(mul, a[: k + 1], b[k::-1]))


def _append_W(system: System, U: list[Series], W: list[Series], k: int) -> None:
    """Coefficient k of W = G U Lam."""
    ring, d = system.ring, len(system.Lam)
    half = [
        [ring.shift(sum(system.G[i][m] * U[m * d + j][k] for m in range(d))) for j in range(d)] for i in range(d)
    ]
    for i in range(d):
        for j in range(d):
            W[i * d + j].append(ring.shift(sum(half[i][m] * system.Lam[m][j] for m in range(d))))
