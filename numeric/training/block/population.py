r"""The exact risk of the three models, from the definitions, by Gauss quadrature.

A prediction is :math:`\langle v,x\rangle` with v linear in :math:`g=(1,\mathrm{vec}\,S,\tilde\beta)`,
:math:`S=\frac1M\sum_iz_iz_i^\top`, :math:`z_i=(x_i,y_i)`.  So the risk, a mean of squares, needs no more of the data
than :math:`\mathbb E\,gg^\top`: means of products of entries of z, given the task, of degree 4, and of these over the
task, of degree 4 again.  Gauss-Hermite rules with three nodes in each coordinate integrate all of them without error.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from ...errors import InputError
from .data import root
from .models import Reduced, slope
from .settings import Problem

if TYPE_CHECKING:
    from jaxtyping import Float

LARGEST = 4
"""Of d: the rule has 3^(2d+1) nodes."""


def _rule(d: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes (n, d) and weights of the standard normal law, exact up to degree 5 in each coordinate."""
    nodes, weights = np.array([-(3**0.5), 0.0, 3**0.5]), np.array([1 / 6, 2 / 3, 1 / 6])
    places = list(product(range(3), repeat=d))
    return nodes[np.array(places, dtype=int)], weights[np.array(places, dtype=int)].prod(1)


class Population:
    """The risk (3.5) of a problem as a function of the reduced parameters, differentiable."""

    def __init__(self, problem: Problem, device: str = "cpu") -> None:
        if problem.d > LARGEST:
            raise InputError(f"the exact risk needs d <= {LARGEST}, not d = {problem.d}. Pass a smaller problem.")
        self.problem = problem
        self.H = torch.tensor(problem.H, dtype=torch.float64, device=device)
        self.size = problem.d + 1
        moments = self._moments()
        # The risk is a sum of squares in the factors of E gg^T.
        self.factor = root(torch.tensor(moments, device=device))

    def _moments(self) -> Float[np.ndarray, "g g"]:
        at, d, n = self.problem, self.problem.d, self.size
        H, Psi = (root(torch.tensor(A, dtype=torch.float64)).numpy() for A in (at.H, at.Psi))
        tasks, task_weights = _rule(d)
        points, point_weights = _rule(n)
        total = np.zeros((1 + n * n + d, 1 + n * n + d))
        for p, weight in zip(tasks, task_weights, strict=True):
            task = np.array(at.beta_star) + Psi @ p
            x = points[:, :d] @ H
            z = np.column_stack([x, x @ task + at.sigma * points[:, d]])
            squares = (z[:, :, None] * z[:, None, :]).reshape(len(z), n * n)
            mean = point_weights @ squares
            # Of the M^2 pairs of examples M are of one example with itself; different ones are independent.
            second = (1 - 1 / at.M) * np.outer(mean, mean) + squares.T @ (point_weights[:, None] * squares) / at.M
            first = np.concatenate([[1.0], mean, task])
            both = np.outer(first, first)
            both[1 : 1 + n * n, 1 : 1 + n * n] = second
            total += weight * both
        return total

    def risk(self, reduced: Reduced) -> Tensor:
        r""":math:`R=\sigma^2+\mathbb E\|v-\tilde\beta\|_H^2`."""
        n, d = self.size, self.problem.d
        g = self.factor  # its rows are values of g whose products sum to E gg^T
        one, S, task = g[:, :1], g[:, 1 : 1 + n * n].reshape(-1, n, n), g[:, 1 + n * n :]
        # v is affine in S: its constant part belongs to the entry 1 of g.
        constant = slope(reduced, g.new_zeros(1, n, n))
        off = (slope(reduced, S) - constant) + one * constant - task
        assert off.shape[1] == d
        return self.problem.sigma**2 + ((off @ self.H) * off).sum()


def as_reduced(values: Mapping[str, np.ndarray]) -> Reduced:
    """Parameters from arrays of their shapes."""
    torch.set_num_threads(1)
    return {name: torch.tensor(value, dtype=torch.float64) for name, value in values.items()}


def flat(reduced: Reduced) -> Tensor:
    """All entries as one vector."""
    return torch.cat([value.reshape(-1) for value in reduced.values()])


def unflat(vector: Tensor, like: Reduced) -> Reduced:
    """The parameters whose entries are ``vector`` (or its rows), in the shapes of ``like``."""
    made, at = {}, 0
    for name, value in like.items():
        size = value.numel()
        made[name] = vector[..., at : at + size].reshape((*vector.shape[:-1], *value.shape))
        at += size
    return made
