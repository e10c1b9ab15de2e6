r"""Gradient flow :math:`\dot\theta=-\nabla R(\theta)` of the exact risk, integrated as an ODE.

The risk is that of the definition, integrated over the data by quadrature (:mod:`.population`).  Every
flow is integrated twice, at two tolerances; their difference is the error that is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from ...dormand_prince import solve
from ...errors import InputError
from .models import Reduced
from .population import Population, flat, unflat

if TYPE_CHECKING:
    from jaxtyping import Float

TOLERANCES = (1e-7, 1e-9)


@dataclass(frozen=True, slots=True)
class Flow:
    """States of a flow at increasing times, the first 0."""

    times: Float[np.ndarray, " k"]
    states: Float[np.ndarray, "k entries"]
    coarse: Float[np.ndarray, "k entries"]
    """The same at the larger of the two tolerances."""
    like: Reduced

    @property
    def error(self) -> float:
        """The largest difference of an entry between the two tolerances."""
        return float(np.abs(self.states - self.coarse).max())

    def at(self, k: int, coarse: bool = False) -> Reduced:
        """The parameters at the k-th time."""
        return unflat(torch.tensor((self.coarse if coarse else self.states)[k]), self.like)


def gradient(population: Population, at: Reduced) -> np.ndarray:
    r""":math:`\nabla R`, as one vector."""
    point = flat(at).detach().clone().requires_grad_()
    (found,) = torch.autograd.grad(population.risk(unflat(point, at)), point)
    return np.asarray(found.numpy())


def newton_step(population: Population, at: Reduced) -> Reduced:
    """How far Newton's method would move these parameters: what is left to the minimum near them."""
    hessian = _hessian(population, at)
    return unflat(torch.tensor(-np.linalg.pinv(hessian, rcond=1e-9, hermitian=True) @ gradient(population, at)), at)


def slowest_rate(population: Population, at: Reduced) -> float:
    """The smallest positive eigenvalue of the Hessian there: how fast a flow comes to rest at last."""
    values = np.linalg.eigvalsh(_hessian(population, at))
    return float(min(values[values > 1e-7 * values[-1]]))


def _hessian(population: Population, at: Reduced) -> np.ndarray:
    point = flat(at).detach()
    found = torch.autograd.functional.hessian(lambda theta: population.risk(unflat(theta, at)), point)
    return np.asarray(found.numpy())


def velocity(
    population: Population, names: tuple[str, ...] = ("beta", "Gamma")
) -> Callable[[float, np.ndarray], np.ndarray]:
    r""":math:`-\nabla R` in these parameters, of time and state, in NumPy: an integration asks for it often.

    With rows g of the factors of :math:`\mathbb E\,gg^\top` (see :mod:`.population`) the risk is a sum of
    :math:`\|r\|_H^2`: of GD-beta :math:`r=g_1\beta-\Gamma(S_{xx}\beta-s_{xy})-\tilde\beta`, of LTB
    :math:`r=g_1w_1+B^\top Su-\tilde\beta` with :math:`u=(u_1,s)`, :math:`B=(B_1;b^\top)`.
    """
    d, n = population.problem.d, population.size
    rows, H = population.factor.numpy(), population.H.numpy()
    one, S, task = rows[:, 0], rows[:, 1 : 1 + n * n].reshape(-1, n, n), rows[:, 1 + n * n :]
    S_xx, s_xy = S[:, :d, :d], S[:, :d, d]

    def of_gd_beta(_: float, state: np.ndarray) -> np.ndarray:
        beta, Gamma = state[:d], state[d:].reshape(d, d)
        descent = S_xx @ beta - s_xy
        off = 2 * (one[:, None] * beta - descent @ Gamma.T - task) @ H
        pulled = off @ Gamma
        by_beta = one @ off - (S_xx * pulled[:, :, None]).sum((0, 1))
        return -np.concatenate([by_beta, -(off.T @ descent).reshape(-1)])

    def of_ltb(_: float, state: np.ndarray) -> np.ndarray:
        w, u, B = state[:d], state[d : 2 * d + 1], state[2 * d + 1 :].reshape(n, d)
        read = S @ u
        off = 2 * (one[:, None] * w + read @ B - task) @ H
        by_u = (S * (off @ B.T)[:, :, None]).sum((0, 1))
        return -np.concatenate([one @ off, by_u, (read.T @ off).reshape(-1)])

    known = {("beta", "Gamma"): of_gd_beta, ("w_1", "u_1", "s", "B_1", "b"): of_ltb}
    if names not in known:
        raise InputError(f"parameters must be those of GD-beta or LTB in order, not {names!r}. Pass such.")
    return known[names]


def gradient_flow(population: Population, start: Reduced, end: float, points: int = 12) -> Flow:
    """The flow from ``start`` to the time ``end``, at times that grow geometrically; of any of the models."""
    times = np.concatenate([[0.0], np.geomspace(end * 1e-4, end, points)])
    begin = flat(start).detach().numpy()
    made = []
    field = velocity(population, tuple(start))
    for tolerance in TOLERANCES:
        made.append(solve(field, begin, times, tolerance))
    return Flow(times, made[1], made[0], start)
