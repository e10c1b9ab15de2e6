r"""Means over very many draws: blocks are averaged on the device, and Catoni's estimator sees the means of blocks.

The means of ``B`` blocks are independent with the same mean as a single draw; so the test of :mod:`numeric.statistics`
applies to them, whatever the law.  What is kept of a test are the figures from which
:func:`numeric.mean_rows.decided` recomputes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from ...errors import InputError
from ...mean_rows import ALPHA, ROUNDING, MeanRow
from ...statistics import LARGEST_LOSS, mean_test

BLOCKS = 2048
"""At least so many means of blocks enter a test."""


@dataclass
class Means:
    """Collects (draws, entries) arrays, as means of blocks."""

    block: int
    """Draws in a block."""
    rare: bool = False
    """Whether what is averaged may vanish, or be constant, for almost all draws: then it must be seen to vary."""

    def __post_init__(self) -> None:
        self._means: list[Tensor] = []
        self._watched: list[Tensor] = []
        self._size: Tensor | float = 0.0
        self.n = 0

    def add(self, values: Tensor, sizes: Tensor, watched: Tensor | None = None) -> None:
        """``values`` (draws, entries), ``sizes`` those of the terms that they are the difference of; ``watched`` are
        sizes of what is averaged within them."""
        whole = len(values) // self.block * self.block
        self._means.append(values[:whole].reshape(-1, self.block, values.shape[1]).mean(1))
        self._size = self._size + sizes[:whole].abs().sum(0)
        self.n += whole
        if watched is not None:
            self._watched.append(watched[:whole].reshape(-1, self.block, watched.shape[1]).mean(1))

    def rows(self) -> list[MeanRow]:
        """One row an entry; the only place at which the device is waited for."""
        means = torch.cat(self._means).T.contiguous().cpu().numpy()
        sizes = (self._size / self.n).cpu().numpy()  # type: ignore[union-attr]
        watched = torch.cat(self._watched).T.contiguous().cpu().numpy() if self._watched else np.zeros((0, 1))
        # What cancels within a term is rounded as finely as what is averaged there, not as its small rest.
        within = ROUNDING * float(np.nan_to_num(watched).mean(1).max(initial=0.0))
        rows = [_row(values, float(size), self.block, within) for values, size in zip(means, sizes, strict=True)]
        if not self._watched:
            return rows
        if self.rare and not varies(watched).all():
            return [{**row, "radius": None, "why": "no draw differs from the others"} for row in rows]
        if not is_tame(watched):
            # Beside a constant that is far larger they do not show at all.
            rows = [row if seen else {**row, "radius": None, "why": HEAVY}
                    for row, seen in zip(rows, varies(means), strict=True)]  # fmt: skip
        return rows


HEAVY = "a mean within it is that of few draws"


def varies(values: np.ndarray) -> np.ndarray:
    """Which rows differ within themselves by more than rounding."""
    spread: np.ndarray = np.abs(values - values.mean(1, keepdims=True)).max(1) > ROUNDING * np.abs(values).mean(1)
    return spread


def is_tame(values: np.ndarray) -> bool:
    """Whether every row is finite and a mean of many, not of the few largest: by the kurtosis about its own mean.

    About a hypothesis that is far away any law looks tame.
    """
    if not np.isfinite(values).all():
        return False
    centred = values[varies(values)]
    centred = centred - centred.mean(1, keepdims=True)
    centred = centred / np.abs(centred).max(1, keepdims=True)
    kurtosis = (centred**4).mean(1) / (centred**2).mean(1) ** 2
    return bool((kurtosis <= values.shape[1] * LARGEST_LOSS**2 / (2 * np.log(2 / ALPHA))).all())


def _row(values: np.ndarray, size: float, block: int, within: float = 0.0) -> MeanRow:
    """``within`` is what rounding inside of the terms may come to."""
    row: MeanRow = {
        "kind": "mean", "n": len(values) * block, "block": block, "size": size, "rounding": within, "estimate": None,
    }  # fmt: skip
    if not np.isfinite(values).all():
        return {**row, "why": "some draws overflow"}
    row["estimate"] = float(values.mean())
    if float(np.abs(values).max()) <= ROUNDING * size + within:
        return {**row, "radius": 0.0, "detectable": 0.0, "ground": "EXACT"}
    if not is_tame(values[None]):
        return {**row, "why": HEAVY}
    # In units of a power of two: fourth powers of what is large or small are no floats.
    unit = math.ldexp(1.0, min(math.frexp(float(np.abs(values).max()))[1], 1023))
    try:
        test = mean_test(values / unit, 0.0, alpha=ALPHA)
    except InputError as error:
        return {**row, "why": str(error)}
    return {
        **row, "estimate": unit * test.estimate, "radius": unit * test.radius, "detectable": unit * test.detectable,
        "variance": unit * unit * test.variance, "ground": test.ground.name, "kurtosis": test.kurtosis_measured,
        "kurtosis_ceiling": test.kurtosis_ceiling,
    }  # fmt: skip


def collect(
    draw: Callable[[int, int], tuple[Tensor, ...]], n: int, chunk: int, blocks: int = BLOCKS, rare: bool = False
) -> list[MeanRow]:
    """Rows from ``n`` draws: ``draw(count, number)`` gives the values of chunk ``number``, their sizes and, where there
    are any, those of what is averaged within them."""
    chunk = min(chunk, n)
    block = max(1, n // blocks)
    chunk = max(block, chunk // block * block)
    means = Means(block, rare)
    for number in range(max(1, n // chunk)):
        means.add(*draw(chunk, number))
    return means.rows()
