"""Descents from many starts at once, by Adam with a falling step; nothing is decided here.

Of what is averaged over draws each step may see other draws: a falling step averages them.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

State = list[Tensor]
"""Variables, each (starts, rows, columns)."""
RATE, LAST = 0.1, 1e-6
"""The step falls from the first to the second, geometrically."""


def descend(
    value: Callable[[State], Tensor], start: State, steps: int, rates: tuple[float, float] = (RATE, LAST), held: int = 0
) -> State:
    """Where descents of ``value`` (starts, 1, 1) end; starts do not see each other, and the host is not waited for.

    The rate is ``held`` for so many steps before it falls, so that starts which are far away arrive.
    """
    highest, least = rates
    at = [part.clone() for part in start]
    first = [torch.zeros_like(part) for part in at]
    second = [torch.zeros_like(part) for part in at]
    for k in range(steps):
        leaves = [part.detach().requires_grad_() for part in at]
        with torch.enable_grad():
            found = value(leaves)
            if not found.requires_grad:
                return at
            gradients = torch.autograd.grad(found.sum(), leaves, allow_unused=True)
        rate = highest * (least / highest) ** (max(k - held, 0) / max(steps - 1 - held, 1))
        for p, gradient in enumerate(gradients):
            g = torch.zeros_like(at[p]) if gradient is None else torch.nan_to_num(gradient)
            first[p] = 0.9 * first[p] + 0.1 * g
            second[p] = 0.99 * second[p] + 0.01 * g * g
            bias = (1 - 0.99 ** (k + 1)) ** 0.5 / (1 - 0.9 ** (k + 1))
            at[p] = leaves[p].detach() - rate * bias * first[p] / (second[p].sqrt() + 1e-300)
    return at


def ends(values: Tensor, stated: Tensor, resolution: float, size: float) -> tuple[int, int]:
    """(how many end below the stated value, how many end there) beyond the resolution, relative to ``size``."""
    apart = (values - stated).reshape(-1)
    width = resolution * size
    return int((apart < -width).sum()), int((apart.abs() <= width).sum())


def size_of(*values: Tensor) -> float:
    return max(float(value.abs().max()) for value in values)


def normal_starts(like: Tensor, starts: int, generator: torch.Generator) -> Tensor:
    made: Tensor = torch.randn(starts, *like.shape[1:], generator=generator, dtype=like.dtype, device=like.device)
    return made


def best(values: Tensor) -> Tensor:
    """The least of all starts, as (1, 1, 1)."""
    return values.reshape(-1).amin().reshape(1, 1, 1)


def lowest(values: Tensor) -> int:
    """The number of the start that ends lowest."""
    return int(torch.nan_to_num(values.reshape(-1), nan=torch.inf).argmin())


def worst_gap(left: Tensor, right: Tensor) -> Tensor:
    """For each start, the largest difference of two arrays relative to the size of both."""
    size = torch.maximum(left.abs(), right.abs()).flatten(1).amax(1).clamp_min(1.0)
    gap: Tensor = (left - right).abs().flatten(1).amax(1) / size
    return gap


def at_lowest(state: State, values: Tensor) -> State:
    """The start that ends lowest, each variable as (1, rows, columns)."""
    chosen = torch.nan_to_num(values.reshape(-1), nan=torch.inf).argmin().reshape(1)
    return [part.index_select(0, chosen) for part in state]


def lower_half(values: Tensor) -> Tensor:
    """The numbers of the starts with the lower values."""
    return torch.nan_to_num(values.reshape(-1), nan=torch.inf).argsort()[: (len(values) + 1) // 2]


def scaled(values: Tensor, scales: tuple[float, ...]) -> Tensor:
    """Starts near and far, in turn."""
    factors = torch.full_like(values[:, :1, :1], scales[0])
    for k, scale in enumerate(scales[1:], 1):
        factors[k :: len(scales)] = scale
    return values * factors
