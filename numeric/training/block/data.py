r"""Prompts of Assumption 3.1, drawn from the definition: H and Psi of any rank, task mean beta*, normal noise.

:math:`\tilde\beta\sim N(\beta^*,\Psi)`, :math:`x,x_i\sim N(0,H)`, :math:`\varepsilon,\varepsilon_i\sim N(0,\sigma^2)`,
:math:`y_i=\langle\tilde\beta,x_i\rangle+\varepsilon_i`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from .settings import Matrix, Problem

if TYPE_CHECKING:
    from jaxtyping import Float


@dataclass(frozen=True, slots=True)
class Prompts:
    """Contexts with their queries; the task is kept, so that a reader may average over the query exactly."""

    X: Float[Tensor, "n M d"]
    y: Float[Tensor, "n M"]
    x: Float[Tensor, "n d"]
    y_q: Float[Tensor, " n"]
    task: Float[Tensor, "n d"]

    def __len__(self) -> int:
        return len(self.X)

    @property
    def E(self) -> Float[Tensor, "n d+1 M+1"]:
        """The token matrix (3.1): (x_i; y_i), and last (x; 0)."""
        n, M, d = self.X.shape
        E = self.X.new_zeros(n, d + 1, M + 1)
        E[:, :d, :M], E[:, d, :M], E[:, :d, M] = self.X.transpose(1, 2), self.y, self.x
        return E

    @property
    def S(self) -> Float[Tensor, "n d+1 d+1"]:
        r""":math:`\frac1ME\mathbf ME^\top`, the mean of :math:`zz^\top` over the examples z = (x_i, y_i)."""
        z = torch.cat([self.X, self.y[:, :, None]], 2)
        return z.mT @ z / z.shape[1]


def root(A: Tensor) -> Tensor:
    """The principal square root of a positive semi-definite matrix."""
    values, vectors = torch.linalg.eigh(A)
    # A zero eigenvalue comes out of rounding as +-1e-17, whose root would be 1e-9: what is null stays null.
    values = torch.where(values > 1e-13 * values[-1].abs(), values, torch.zeros_like(values))
    return (vectors * values.sqrt()) @ vectors.T


@lru_cache(maxsize=32)
def _root_of(A: Matrix, device: str) -> Tensor:
    return root(torch.tensor(A, dtype=torch.float64)).to(device)


def draw(problem: Problem, n: int, generator: torch.Generator, device: str = "cpu") -> Prompts:
    """``n`` independent prompts."""
    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64, device=device)

    d, M = problem.d, problem.M
    H, Psi = (_root_of(A, device) for A in (problem.H, problem.Psi))
    task = torch.tensor(problem.beta_star, dtype=torch.float64, device=device) + normal(n, d) @ Psi
    points = normal(n, M + 1, d) @ H
    labels = (points @ task[:, :, None])[..., 0] + problem.sigma * normal(n, M + 1)
    return Prompts(points[:, :M], labels[:, :M], points[:, M], labels[:, M], task)
