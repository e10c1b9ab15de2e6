"""What of a difference of two arrays is tested: all entries where they are few, else general combinations of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import torch
from torch import Tensor

from ...streams import torch_generator
from .dual import Dual

ENTRIES = 4
"""At most so many entries, or combinations of entries, are tested."""


def difference(values: Sequence[Any], owner: str, device: str, relation: str) -> tuple[Tensor, Tensor]:
    """Per draw the first value minus the second (if there is one), and the size of both, (draws, entries).

    An order is tested for every entry.
    """
    flat = [_flat(value) for value in values]
    batch = max(len(value) for value in flat)
    flat = [value.expand(batch, value.shape[1]) for value in flat]
    apart = flat[0] - flat[1] if len(flat) == 2 else flat[0]
    sizes = reduce(torch.add, [value.abs() for value in flat])
    if apart.shape[1] <= ENTRIES or relation not in ("eq", "defined", "ne"):
        return apart, sizes
    generator = torch_generator(owner, "combinations", None, device)
    weights = torch.randn(apart.shape[1], ENTRIES, generator=generator, dtype=apart.dtype, device=device)
    weights = weights / apart.shape[1] ** 0.5
    return apart @ weights, sizes @ weights.abs()


def _flat(value: Any) -> Tensor:
    if isinstance(value, Dual):
        raise TypeError("a comparison of derivatives along a line")
    made: Tensor = value.reshape(len(value), -1)
    return made


def flattened(value: Any, batch: int) -> Tensor:
    """(batch, entries)."""
    made = _flat(value)
    return made.expand(batch, made.shape[1])
