r"""Gradient flow :math:`\dot\theta=-\nabla R(\theta)` of the exact risk, integrated as an ODE.

The vector field is autograd through the definition, integrated over the data by quadrature (:mod:`.population`).  Every
flow is integrated twice, at two tolerances; their difference is the error that is reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from .models import Reduced
from .population import Population, flat, unflat

if TYPE_CHECKING:
    from jaxtyping import Float

TOLERANCES = (1e-8, 1e-10)


@dataclass(frozen=True, slots=True)
class Flow:
    """States of a flow at increasing times, the first 0."""

    times: Float[np.ndarray, " k"]
    states: Float[np.ndarray, "k entries"]
    velocities: Float[np.ndarray, "k entries"]
    error: float
    """The largest difference of an entry between the two tolerances."""
    like: Reduced

    def at(self, k: int) -> Reduced:
        return unflat(torch.tensor(self.states[k]), self.like)

    def velocity(self, k: int) -> Reduced:
        return unflat(torch.tensor(self.velocities[k]), self.like)


def gradient_flow(population: Population, start: Reduced, end: float, points: int = 40) -> Flow:
    """The flow from ``start`` to the time ``end``, at times that grow geometrically."""
    from scipy.integrate import solve_ivp

    def gradient(state: np.ndarray) -> np.ndarray:
        point = torch.tensor(state, requires_grad=True)
        (found,) = torch.autograd.grad(population.risk(unflat(point, start)), point)
        return np.asarray(found.numpy())

    times = np.concatenate([[0.0], np.geomspace(end * 1e-5, end, points)])
    begin = flat(start).detach().numpy()
    made = []
    for tolerance in TOLERANCES:
        solved = solve_ivp(lambda _, y: -gradient(y), (0.0, end), begin, method="LSODA", t_eval=times,
                           rtol=tolerance, atol=tolerance * 1e-2)  # fmt: skip
        if not solved.success:
            raise ArithmeticError(f"the gradient flow could not be followed: {solved.message}")
        made.append(solved.y.T)
    error = float(np.abs(made[0] - made[1]).max())
    return Flow(times, made[1], np.stack([-gradient(state) for state in made[1]]), error, start)
