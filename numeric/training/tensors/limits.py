"""Distances from a stated limit along flows, relative to the size of what tends to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

LEAST = 1e-9
"""The least size: what is smaller everywhere is 0."""
MOST = 1e300
"""In the place of what has overflowed."""
NAMES = ("near", "middle", "far", "error", "moved", "time")


@dataclass(frozen=True)
class Ends:
    """One number for each start, under each of the names."""

    rows: tuple[Tensor, ...]

    def elsewhere(self, seen: float, rests: float, long: float) -> bool:
        """Whether a start seems to end elsewhere, so that it is worth an enclosure."""
        _, _, far, error, moved, time = self.rows
        return bool(((time >= long) & (far - error > seen) & (moved < rests * far)).any())


def distances(read: Sequence[tuple[Any, Any]], time: Tensor) -> Ends:
    """From (what tends, its limit) at the start, at T, at 2T, at 4T, and at 4T with the other step size."""
    starts = len(time)
    sides = [tuple(side.expand(starts, *side.shape[1:]).flatten(1) for side in pair) for pair in read]
    size = torch.stack([part.abs().amax(1) for pair in sides for part in pair]).amax(0).clamp_min(LEAST)
    apart = [body - value for body, value in sides]
    gaps = [gap.abs().amax(1) / size for gap in apart]
    error = (apart[3] - apart[4]).abs().amax(1) / size
    moved = (sides[3][0] - sides[2][0]).abs().amax(1) / size
    found = (*gaps[1:4], error, moved, time)
    return Ends(tuple(part.nan_to_num(nan=MOST, posinf=MOST).clamp_max(MOST) for part in found))


def figures(found: Sequence[Ends]) -> dict[str, list[float]]:
    """Of all starts together, in three digits, the last one rounded up."""
    whole = [torch.cat([ends.rows[k] for ends in found]).tolist() for k in range(len(NAMES))]
    return {name: [float(f"{x:.3g}") for x in values] for name, values in zip(NAMES, whole, strict=True)}
