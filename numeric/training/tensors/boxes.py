"""Boxes around states as enclosures, and bounds that are read off enclosures."""

from __future__ import annotations

import torch
from torch import Tensor

from .enclosure import Enclosure


def around(at: Tensor, radius: Tensor, points: tuple[int, ...], count: int) -> Enclosure:
    """Boxes about states (starts, parameters), each in the place of its point; elsewhere 0."""
    mid = at.new_zeros(count, at.shape[1])
    rad = torch.zeros_like(mid)
    mid[list(points)] = at
    rad[list(points)] = radius[:, None].expand_as(at)
    return Enclosure(mid, rad)


def lower(value: Enclosure, points: tuple[int, ...]) -> Tensor:
    """Lower bounds of numbers at these points."""
    bound = (value.mid - value.rad).reshape(-1)[list(points)]
    return bound - 1e-15 * bound.abs()


def norm_bound(value: Enclosure, points: tuple[int, ...]) -> Tensor:
    """Upper bounds of lengths at these points."""
    sizes: Tensor = (value.mid.abs() + value.rad).flatten(1).norm(dim=1)[list(points)] * (1 + 1e-12)
    return sizes
