r"""Gradient flows of many starts at once, followed to times at which fast and slow directions have both settled.

Explicit steps are bound by the fastest direction.  Here steps are linearly implicit, by the method Rodas3 (Sandu et
al., 1997: order 3, L-stable), so that their length is bound by what the flow does and not by what it could do; every
start keeps its own time.  A second trajectory takes two steps for each of the first: what both differ by is taken for
the error.  Steps that err are not taken, nor any so long that a growing direction could be missed: neither asks the
host.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor


class Field(Protocol):
    """A velocity and its derivative, at states (starts, parameters)."""

    def velocity(self, at: Tensor) -> Tensor: ...

    def jacobian(self, at: Tensor) -> Tensor: ...


TOLERANCE = 1e-5
"""Of a step, relative to the size of the state; the method's own estimate, which is of lower order."""
FIRST = 1 / 16
"""The first step, in units of the inverse Lipschitz constant at the start."""
LONGEST = 2.0**20
"""A step, in the same units: along directions in which nothing moves, rounding grows with its length."""
GROWTH, SHRINKING = 3.0, 0.25
DIFFERENCE = 2.0**-17
"""Of central differences, relative to the size of the state."""


@dataclass(frozen=True)
class Settled:
    """Two step sizes, the same times: (starts, times) and (starts, times, parameters)."""

    times: Tensor
    coarse: Tensor
    fine: Tensor
    lipschitz: Tensor
    """At the start, (starts,): a bound by the Frobenius norm."""


@dataclass(frozen=True)
class ByDifferences:
    """A velocity whose derivative is taken by central differences: what that errs by costs order, and is measured."""

    velocity: Callable[[Tensor], Tensor]

    def jacobian(self, at: Tensor) -> Tensor:
        starts, size = at.shape
        small = DIFFERENCE * (1 + at.abs().amax(1))
        one = torch.eye(size, dtype=at.dtype, device=at.device)
        moved = torch.stack([at[:, None] + sign * small[:, None, None] * one for sign in (1, -1)])
        found = self.velocity(moved.reshape(-1, size)).reshape(2, starts, size, size)
        slopes = (found[0] - found[1]) / (2 * small)[:, None, None]
        # A gradient's derivative is symmetric.
        return (slopes + slopes.mT) / 2


def settle(field: Field, start: Tensor, steps: int) -> Settled:
    """Follow the flow from each start (starts, parameters), with at most so many steps."""
    coarse = fine = start
    lipschitz = field.jacobian(start).flatten(1).norm(dim=1).clamp_min(1e-12)
    h, longest = FIRST / lipschitz, LONGEST / lipschitz
    elapsed = torch.zeros_like(h)
    first = start.abs().amax(1)
    times, kept = [elapsed], [(coarse, fine)]
    for _ in range(steps):
        moved, error, bounded = _step(field, coarse, h)
        half, _, first_half = _step(field, fine, h / 2)
        twice, _, second_half = _step(field, half, h / 2)
        size = torch.maximum(first, coarse.abs().amax(1)).clamp_min(1e-12)
        missed = error.abs().amax(1) / (TOLERANCE * size)
        taken = bounded & first_half & second_half & (missed <= 1) & moved.isfinite().all(1) & twice.isfinite().all(1)
        coarse, fine = (torch.where(taken[:, None], new, old) for new, old in ((moved, coarse), (twice, fine)))
        elapsed = torch.where(taken, elapsed + h, elapsed)
        factor = torch.where(bounded, (0.9 / missed.clamp_min(1e-9) ** (1 / 3)).nan_to_num(SHRINKING), SHRINKING)
        factor = torch.where(taken, factor.clamp(SHRINKING, GROWTH), factor.clamp(SHRINKING, 0.9))
        h = torch.minimum(h * factor, longest)
        times.append(elapsed)
        kept.append((coarse, fine))
    states = [torch.stack([pair[k] for pair in kept], 1) for k in (0, 1)]
    return Settled(torch.stack(times, 1), states[0], states[1], lipschitz)


def _step(field: Field, at: Tensor, h: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(the state after a step of length h, an estimate of its error, whether no growing direction is missed)."""
    length = h[:, None]
    jacobian = h[:, None, None] * field.jacobian(at)
    one = torch.eye(at.shape[1], dtype=at.dtype, device=at.device)
    usable = jacobian.isfinite().flatten(1).all(1)
    jacobian = torch.where(usable[:, None, None], jacobian, 0.0)
    factors, pivots, _ = torch.linalg.lu_factor_ex(2 * one - jacobian)

    def solved(right: Tensor) -> Tensor:
        return torch.linalg.lu_solve(factors, pivots, right[..., None])[..., 0]

    here = length * field.velocity(at)
    k1 = solved(here)
    k2 = solved(here + 4 * k1)
    k3 = solved(length * field.velocity(at + 2 * k1) + k1 - k2)
    k4 = solved(length * field.velocity(at + 2 * k1 + k3) + k1 - k2 - 8 / 3 * k3)
    # Directions grow by less than half of their length.
    _, failed = torch.linalg.cholesky_ex(one - 2 * jacobian)
    return at + 2 * k1 + k3 + k4, k4, usable & (failed == 0)


def at_fractions(found: Settled, fractions: tuple[float, ...]) -> tuple[list[Tensor], Tensor]:
    """At the last times up to these fractions of each start's whole time: (numbers of the times, the whole times)."""
    whole = found.times[:, -1]
    numbers = [((found.times <= part * whole[:, None]).sum(1) - 1).clamp_min(0) for part in fractions]
    return numbers, whole


def picked(values: Tensor, numbers: Tensor) -> Tensor:
    """Of (starts, times, ...) the value of each start at its time."""
    return values[torch.arange(len(values), device=values.device), numbers]


def joined(parts: list[Tensor]) -> Tensor:
    """Parameters (starts, rows, columns) as one state (starts, parameters)."""
    return torch.cat([part.flatten(1) for part in parts], 1)


def parted(state: Tensor, shapes: list[tuple[int, int]]) -> list[Tensor]:
    """The parameters of (starts, parameters)."""
    sizes = [rows * columns for rows, columns in shapes]
    return [part.reshape(-1, *shape) for part, shape in zip(state.split(sizes, 1), shapes, strict=True)]
