r"""Gradient flows of many models at once, each on prompts of its own, with two step sizes to tell the discretisation.

Classical Runge-Kutta steps of half the inverse of the flow's local Lipschitz constant, measured along the velocity; the
second trajectory takes two steps for each step of the first.  A quantity of the exact flow differs from that of the
finer trajectory by about a fifteenth of the difference of both; all of the difference is taken for the error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

State = list[Tensor]
"""Parameters, each (runs, rows, columns)."""
Velocity = Callable[[State], State]
STRIDE = 0.5
"""Steps in units of the inverse Lipschitz constant: well inside of where the method is stable (2.78)."""
SAMPLES = 2.0
"""In units of the difference of two samples: the room for sampling errors."""
REMEASURED = 8
"""After so many steps the Lipschitz constant is measured anew."""


@dataclass(frozen=True)
class Trajectories:
    """Two step sizes, the same times: (runs, times, rows, columns) for each parameter."""

    times: Tensor
    coarse: State
    fine: State
    fine_velocity: State
    coarse_velocity: State


def follow(velocity: Velocity, start: State, steps: int, at: Tensor | None = None) -> Trajectories:
    """Follow the flow from ``start``; runs keep their own time, or the times ``at`` of other trajectories."""
    coarse, fine = start, start
    elapsed = start[0].new_zeros(len(start[0]), 1, 1)
    times, kept = [elapsed], [_kept(velocity, coarse, fine)]
    h = elapsed
    for number in range(steps):
        if at is not None:
            h = at[:, number + 1] - at[:, number]
        elif number % REMEASURED == 0:
            h = STRIDE / _lipschitz(velocity, fine)
        coarse = _step(velocity, coarse, h)
        fine = _step(velocity, _step(velocity, fine, h / 2), h / 2)
        elapsed = elapsed + h
        times.append(elapsed)
        kept.append(_kept(velocity, coarse, fine))
    states = [[torch.stack([at[k][p] for at in kept], 1) for p in range(len(start))] for k in range(4)]
    return Trajectories(torch.stack(times, 1), states[0], states[1], states[3], states[2])


def _kept(velocity: Velocity, coarse: State, fine: State) -> tuple[State, State, State, State]:
    return coarse, fine, velocity(coarse), velocity(fine)


def _moved(at: State, along: State, h: Tensor) -> State:
    return [x + h * v for x, v in zip(at, along, strict=True)]


def _step(velocity: Velocity, at: State, h: Tensor) -> State:
    k1 = velocity(at)
    k2 = velocity(_moved(at, k1, h / 2))
    k3 = velocity(_moved(at, k2, h / 2))
    k4 = velocity(_moved(at, k3, h))
    return [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(at, k1, k2, k3, k4, strict=True)]


def _norm(state: State) -> Tensor:
    return torch.stack([part.square().sum((-2, -1)) for part in state]).sum(0).sqrt()[:, None, None]


def _lipschitz(velocity: Velocity, at: State) -> Tensor:
    """How fast the velocity changes per unit of length, along itself and along a fixed general direction."""
    first = velocity(at)
    general = [torch.cos(torch.arange(part[0].numel(), dtype=part.dtype, device=part.device)).reshape(part[0].shape)
               .expand_as(part) for part in at]  # fmt: skip
    found = []
    for direction in (first, general):
        small = 1e-6 * (1 + _norm(at)) / _norm(direction).clamp_min(1e-300)
        changed = velocity(_moved(at, direction, small))
        change = [b - a for a, b in zip(first, changed, strict=True)]
        found.append(_norm(change) / (small * _norm(direction)).clamp_min(1e-300))
    return torch.maximum(*found).clamp_min(1e-3)


def per_run(values: Tensor, runs: int) -> Tensor:
    """The mean over the prompts of each run."""
    return values.reshape(runs, -1, *values.shape[1:]).mean(1)


def spread(values: Tensor, prompts: int) -> Tensor:
    """Each run's value for each of its prompts."""
    return values.repeat_interleave(prompts, 0)


def one_for_each(values: list[Tensor], times: int) -> Tensor:
    """One value for each run, (1, rows, columns), for each of its times."""
    return torch.cat(values).repeat_interleave(times, 0)


def flat(values: Tensor) -> Tensor:
    """(runs, times, rows, columns) as one batch."""
    return values.reshape(-1, *values.shape[2:])


def judged(
    relation: str, coarse: tuple[Tensor, Tensor], fine: tuple[Tensor, Tensor], runs: int, rounding: float,
    others: tuple[Tensor, Tensor] | None = None,
) -> tuple[int, int]:
    """(runs in which the relation is seen to hold, runs in which it is seen to fail); sides (runs times, entries).

    An order holds in a run where it is never violated, and at some time clear, by more than the discretisation error;
    an equation where the gap vanishes with the step: halving it divides the gap by at least four.  Where the flow is
    that of a sample, what is strict holds with room for what ``others``, the sides on another sample, differ by.
    """
    size = (fine[0].abs() + fine[1].abs()).amax(-1)
    margins = [b - a for a, b in (coarse, fine)]
    if relation == "eq":
        gaps = [margin.abs().amax(-1).reshape(runs, -1).amax(1) for margin in margins]
        least = 64 * rounding * size.reshape(runs, -1).amax(1)
        return int(((gaps[1] <= gaps[0] / 4) | (gaps[1] <= least)).sum()), 0
    if relation in ("ge", "gt"):
        margins = [-margin for margin in margins]
    error = (margins[0] - margins[1]).abs() + rounding * size[:, None]
    if others is not None:
        margin = others[1] - others[0]
        error = error + SAMPLES * ((-margin if relation == "gt" else margin) - margins[1]).abs()
    broken = (margins[1] < -error).any(-1).reshape(runs, -1).any(1)
    clear = (margins[1] > error).all(-1).reshape(runs, -1)
    if relation == "ne":
        clear = (margins[1].abs() > error).any(-1).reshape(runs, -1)
        return int(clear.all(1).sum()), 0
    enough = clear.all(1) if relation in ("lt", "gt") else clear.any(1)
    return int((enough & ~broken).sum()), int(broken.sum())
