r"""Means over very many draws: blocks are averaged on the device, and Catoni's estimator sees the means of blocks.

The means of ``B`` blocks are independent with the same mean as a single draw; so the test of :mod:`numeric.statistics`
applies to them, whatever the law.  What is kept of a test are the figures from which
:func:`numeric.mean_rows.decided` recomputes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from ...errors import InputError
from ...mean_rows import ALPHA, ROUNDING, MeanRow
from ...statistics import mean_test

BLOCKS = 2048
"""At least so many means of blocks enter a test."""


@dataclass
class Means:
    """Collects (draws, entries) arrays, as means of blocks."""

    block: int
    """Draws in a block."""

    def __post_init__(self) -> None:
        self._means: list[Tensor] = []
        self._size: Tensor | float = 0.0
        self.n = 0

    def add(self, values: Tensor, sizes: Tensor) -> None:
        """``values`` (draws, entries), ``sizes`` those of the terms that they are the difference of."""
        whole = len(values) // self.block * self.block
        self._means.append(values[:whole].reshape(-1, self.block, values.shape[1]).mean(1))
        self._size = self._size + sizes[:whole].abs().sum(0)
        self.n += whole

    def rows(self) -> list[MeanRow]:
        """One row an entry; the only place at which the device is waited for."""
        means = torch.cat(self._means).T.contiguous().cpu().numpy()
        sizes = (self._size / self.n).cpu().numpy()  # type: ignore[union-attr]
        return [_row(values, float(size), self.block) for values, size in zip(means, sizes, strict=True)]


def _row(values: np.ndarray, size: float, block: int) -> MeanRow:
    row: MeanRow = {"kind": "mean", "n": len(values) * block, "block": block, "size": size, "estimate": None}
    if not np.isfinite(values).all():
        return {**row, "why": "some draws overflow"}
    row["estimate"] = float(values.mean())
    if float(np.abs(values).max()) <= ROUNDING * size:
        return {**row, "radius": 0.0, "detectable": 0.0, "ground": "EXACT"}
    try:
        test = mean_test(values, 0.0, alpha=ALPHA)
    except InputError as error:
        return {**row, "why": str(error)}
    return {
        **row, "estimate": test.estimate, "radius": test.radius, "detectable": test.detectable,
        "variance": test.variance, "ground": test.ground.name, "kurtosis": test.kurtosis_measured,
        "kurtosis_ceiling": test.kurtosis_ceiling,
    }  # fmt: skip


def collect(
    draw: Callable[[int, int], tuple[Tensor, Tensor]], n: int, chunk: int, blocks: int = BLOCKS
) -> list[MeanRow]:
    """Rows from ``n`` draws: ``draw(count, number)`` gives the values of chunk ``number`` and their sizes."""
    chunk = min(chunk, n)
    block = max(1, n // blocks)
    chunk = max(block, chunk // block * block)
    means = Means(block)
    for number in range(max(1, n // chunk)):
        means.add(*draw(chunk, number))
    return means.rows()
