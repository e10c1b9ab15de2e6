"""Small constant arrays, and gradients by autograd per draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .degrees import Degree
from .draws import Draws
from .dual import Dual


def number(value: float, device: str) -> Tensor:
    return torch.full((1, 1, 1), value, dtype=torch.float64, device=device)


def identity(size: int, device: str) -> Tensor:
    return torch.eye(size, dtype=torch.float64, device=device)[None]


def eye(like: Tensor, size: int) -> Tensor:
    return torch.eye(size, dtype=like.dtype, device=like.device)[None]


def zeros(like: Tensor, rows: int, columns: int) -> Tensor:
    return like.new_zeros(1, rows, columns)


def unit(i: int, j: int, rows: int, columns: int, device: str) -> Tensor:
    made = torch.zeros(1, rows, columns, dtype=torch.float64, device=device)
    made[0, i, j] = 1.0
    return made


def signs(draws: Draws, name: str, *shape: int) -> Tensor:
    return 2 * draws.integers(name, 0, 2, *shape) - 1


def chosen(values: Tensor, point: int | tuple[int, ...] | None, each: int) -> Tensor:
    """The value at a point, (1, ...), or those at the points of several runs, each repeated."""
    if isinstance(point, tuple):
        return values[list(point)].repeat_interleave(each, 0)
    assert point is not None
    return values[point : point + 1]


def sizes_of(value: Any, batch: int) -> list[Tensor]:
    """The size of a value per draw, where it has one."""
    if not (isinstance(value, Tensor) and len(value) == batch > 1):
        return []
    return [value.detach().flatten(1).abs().sum(1)]


def side_by_side(sizes: list[Tensor]) -> Tensor | None:
    """(draws, values)."""
    return torch.stack(sizes, 1) if sizes else None


_depth = 0


def plain_gradients(function: Callable[[list[Tensor]], Any], bases: list[Tensor], batch: int) -> list[Any]:
    """The gradients of a number at ``bases``, per draw: every draw has a copy of the point of its own."""
    global _depth
    moved = [
        torch.zeros(batch, *base.shape[1:], dtype=base.dtype, device=base.device, requires_grad=True) for base in bases
    ]
    _depth += 1
    try:
        with torch.enable_grad():
            found = function([base + part for base, part in zip(bases, moved, strict=True)])
            return _backward(found, moved, nested=_depth > 1)
    finally:
        _depth -= 1


def _backward(found: Any, moved: list[Tensor], nested: bool) -> list[Any]:
    if isinstance(found, Dual):
        values, slopes = (_backward(part, moved, True) for part in (found.value, found.slope))
        return [Dual(value, slope, found.level) for value, slope in zip(values, slopes, strict=True)]
    if not (isinstance(found, Tensor) and found.requires_grad):
        return [torch.zeros_like(part) for part in moved]
    gradients = torch.autograd.grad(found.sum(), moved, create_graph=nested, retain_graph=nested, allow_unused=True)
    return [torch.zeros_like(part) if gradient is None else gradient
            for part, gradient in zip(moved, gradients, strict=True)]  # fmt: skip


def degrees_of_gradients(function: Callable[[list[Any]], Any], bases: list[Any]) -> list[Any]:
    """Of the gradients of a number: differentiating by what is not drawn raises no degree.

    The point is general there: where an entry is 0 its derivative need not be.
    """
    general = [Degree.constant(*base.shape[1:]) for base in bases]
    found = function(list(general))
    return [_spread(found, base) for base in bases]


def _spread(found: Any, base: Any) -> Any:
    if isinstance(found, Dual):
        return Dual(_spread(found.value, base), _spread(found.slope, base), found.level)
    wide = Degree.of(found)
    return Degree.constant(*base.shape[1:]) * Degree(np.ones((1, 1), bool), wide.powers, wide.parities, wide.mixed)


def joined_draws(sizes: list[Tensor]) -> Tensor:
    """Of arrays (draws, values): all their values."""
    return torch.cat(sizes, 1)
