"""Polynomials of small degree in many variables, found from their values: of a loss that is dear to average.

A polynomial of degree k in n variables is known from its values at the points whose coordinates are the first few of a
list of numbers, with at most k of them in all counted by their places (Newton's lattice).  Whether what was found is
the function shows at other points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import torch
from torch import Tensor

NODES = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5)
DEGREE = 4
TESTS = 4
"""Other points."""
NEAR = 1e-9
"""What may be amiss there, relative to the largest value."""


def count(variables: int, degree: int = DEGREE) -> int:
    """Values that are asked for."""
    return comb(variables + degree, degree) + TESTS


@lru_cache(maxsize=8)
def _powers(variables: int, degree: int) -> Tensor:
    """The exponents of all monomials, (monomials, variables)."""
    rows = []
    for total in range(degree + 1):
        for chosen in combinations_with_replacement(range(variables), total):
            rows.append([chosen.count(k) for k in range(variables)])
    return torch.tensor(rows)


@dataclass(frozen=True)
class Polynomial:
    """Minus its gradient is a velocity."""

    powers: Tensor
    slopes: Tensor
    """(monomials, variables): minus the coefficients of its derivatives."""
    bends: Tensor
    """(monomials, variables squared): of its second derivatives."""

    def velocity(self, at: Tensor) -> Tensor:
        return self._monomials(at) @ self.slopes

    def jacobian(self, at: Tensor) -> Tensor:
        size = at.shape[1]
        return (self._monomials(at) @ self.bends).reshape(-1, size, size)

    def _monomials(self, at: Tensor) -> Tensor:
        return monomials(at, self.powers)


def monomials(at: Tensor, powers: Tensor) -> Tensor:
    """(points, monomials)."""
    table = torch.stack([at**k for k in range(DEGREE + 1)], -1)
    value = torch.ones(len(at), len(powers), dtype=at.dtype, device=at.device)
    for variable in range(at.shape[1]):
        value = value * table[:, variable].index_select(1, powers[:, variable])
    return value


def polynomial_of(value: Callable[[Tensor], Tensor], variables: int, device: str) -> Polynomial | None:
    """The polynomial with these values (points,) at points (points, variables); None where there is none."""
    powers = _powers(variables, DEGREE)
    lattice = torch.tensor(NODES, dtype=torch.float64)[powers]
    steps = torch.arange(TESTS * variables, dtype=torch.float64).reshape(TESTS, variables)
    points = torch.cat([lattice, torch.cos(1 + 2 * steps)]).to(device)
    found = value(points)
    every = monomials(points, powers.to(device))
    coefficients = torch.linalg.solve(every[: len(powers)], found[: len(powers)])
    amiss = (every[len(powers) :] @ coefficients - found[len(powers) :]).abs().max()
    if not bool(amiss <= NEAR * found.abs().max()):
        return None
    slopes = [_derivative(coefficients, powers, k) for k in range(variables)]
    bends = [_derivative(slope, powers, k) for slope in slopes for k in range(variables)]
    return Polynomial(powers.to(device), -torch.stack(slopes, 1), -torch.stack(bends, 1))


def in_chunks(value: Callable[[Tensor], Tensor], points: Tensor, chunk: int) -> Tensor:
    """The values at so many points at a time."""
    return torch.cat([value(part) for part in points.split(chunk)])


def _derivative(coefficients: Tensor, powers: Tensor, variable: int) -> Tensor:
    """Its coefficients in the same monomials."""
    places = {tuple(row): k for k, row in enumerate(powers.tolist())}
    rows = [k for k, row in enumerate(powers.tolist()) if row[variable]]
    lower = powers[rows].clone()
    lower[:, variable] -= 1
    into = torch.tensor([places[tuple(row)] for row in lower.tolist()], device=coefficients.device)
    times = powers[rows, variable].to(coefficients)
    made = torch.zeros_like(coefficients)
    made[into] = coefficients[rows] * times
    return made
