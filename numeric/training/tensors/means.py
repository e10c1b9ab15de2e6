r"""Means over very many draws: blocks are averaged on the device, and Catoni's estimator sees the means of blocks.

The means of ``B`` blocks are independent with the same mean as a single draw; so the test of :mod:`numeric.statistics`
applies to them, whatever the law.  What is kept of a test are the figures from which
:func:`numeric.mean_rows.decided` recomputes it.

Where the variance of a draw is known it is used, once the draws agree with it: the mean of their squares about the
mean that belongs to it is tested against it.  No kurtosis is assumed then but in that test.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from ...errors import InputError
from ...mean_rows import ALPHA, ROUNDING, MeanRow
from ...statistics import LARGEST_LOSS, MeanTest, mean_test

BLOCKS = 2048
"""At least so many means of blocks enter a test."""


@dataclass(frozen=True)
class Known:
    """Of one draw of one entry, known exactly."""

    mean: float
    variance: float
    slack: float
    """What rounding may add to the variance."""


@dataclass
class Means:
    """Collects (draws, entries) arrays, as means of blocks."""

    block: int
    """Draws in a block."""
    rare: bool = False
    """Whether what is averaged may vanish, or be constant, for almost all draws: then it must be seen to vary."""
    known: Sequence[Known] = ()
    """By entry; empty where nothing is known."""

    def __post_init__(self) -> None:
        self._means: list[Tensor] = []
        self._squares: list[Tensor] = []
        self._centres: Tensor | None = None
        self._watched: list[Tensor] = []
        self._size: Tensor | float = 0.0
        self.n = 0

    def add(self, values: Tensor, sizes: Tensor, watched: Tensor | None = None) -> None:
        """``values`` (draws, entries), ``sizes`` those of the terms that they are the difference of; ``watched`` are
        sizes of what is averaged within them."""
        whole = len(values) // self.block * self.block
        blocks = values[:whole].reshape(-1, self.block, values.shape[1])
        self._means.append(blocks.mean(1))
        if self.known:
            if self._centres is None:
                self._centres = values.new_tensor([known.mean for known in self.known])
            self._squares.append((blocks - self._centres).square().mean(1))
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
        if self.known:
            squares = torch.cat(self._squares).T.contiguous().cpu().numpy()
            rows = [with_known(*of_entry) for of_entry in zip(rows, means, squares, self.known, strict=True)]
        if not self._watched:
            return rows
        if self.rare and not varies(watched).all():
            return [{**row, "radius": None, "why": "no draw differs from the others"} for row in rows]
        if not is_tame(watched):
            # Beside a constant that is far larger they do not show at all.
            rows = [row if seen or row.get("stated") else {**row, "radius": None, "why": HEAVY}
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


def with_known(row: MeanRow, values: np.ndarray, squares: np.ndarray, known: Known) -> MeanRow:
    """The row of a test that uses the variance that is known, where the draws bear it out.

    They do where no more means of blocks than Chebyshev's inequality allows are far away, ``beyond``, which asks for no
    moment but the variance itself.  Where the squares are tame enough to be averaged they are compared as well:
    ``stated`` is the variance, ``measured`` the mean of the squares about the mean that belongs to it, and ``apart``
    how far these two may lie from each other.
    """
    if row.get("radius") == 0.0 or "overflow" in row.get("why", ""):
        return row
    if len(values) < BLOCKS // 4 or not known.variance > 0:
        return {**row, "unused": TOO_FEW}
    variance = (known.variance + known.slack) / row["block"]
    stated: MeanRow = {"stated": known.variance, "beyond": _beyond(values, known.mean, variance)}
    checked = _variance_tested(squares, known)
    if checked is not None:
        stated |= {"measured": checked.estimate, "apart": checked.radius + known.slack}
    differs = checked is not None and abs(checked.estimate - known.variance) > stated["apart"]
    if differs or _too_often(stated["beyond"], len(values)):
        return {**row, **stated, "radius": None, "why": CONTRADICTED}
    unit = math.ldexp(1.0, min(math.frexp(float(np.abs(values).max()))[1], 1023))
    test = mean_test(values / unit, 0.0, variance=variance / unit / unit, alpha=ALPHA)
    kept = {name: value for name, value in row.items() if name not in ("why", "kurtosis", "kurtosis_ceiling")}
    return {
        **kept, **stated, "estimate": unit * test.estimate, "radius": unit * test.radius,
        "detectable": unit * test.detectable, "variance": unit * unit * test.variance, "ground": test.ground.name,
    }  # fmt: skip


TOO_FEW = "the draws are too few to compare theirs with it"
CONTRADICTED = "the draws do not have the variance that was computed"
FAR = 3.0
"""Standard deviations."""
SEEN = 0.5
"""The relative error of a variance that squares must show to be compared with it."""


def _beyond(values: np.ndarray, mean: float, variance: float) -> float:
    """The fraction of the means of blocks that are farther than :data:`FAR` standard deviations away."""
    return float((np.abs(values - mean) > FAR * math.sqrt(variance)).mean())


def _too_often(fraction: float, n: int) -> bool:
    r"""Whether what has probability at most :math:`1/\text{FAR}^2` was seen so often by chance with probability at most
    :data:`ALPHA`, by Chernoff's bound."""
    p, q = 1 / FAR**2, fraction
    if q <= p:
        return False
    apart = q * math.log(q / p) + ((1 - q) * math.log((1 - q) / (1 - p)) if q < 1 else 0.0)
    return n * apart > math.log(1 / ALPHA)


def _variance_tested(squares: np.ndarray, known: Known) -> MeanTest | None:
    """The test of the variance, in its own units; None where it tells nothing."""
    if not (np.isfinite(squares).all() and known.variance > 0 and is_tame(squares[None])):
        return None
    try:
        test = mean_test(squares / known.variance, 1.0, alpha=ALPHA)
    except InputError:
        return None
    if test.radius > SEEN * max(1.0, test.estimate):
        return None
    return replace(test, estimate=known.variance * test.estimate, radius=known.variance * test.radius)


def collect(
    draw: Callable[[int, int], tuple[Tensor, ...]], n: int, chunk: int, blocks: int = BLOCKS, rare: bool = False,
    known: Sequence[Known] = (),
) -> list[MeanRow]:
    """Rows from ``n`` draws: ``draw(count, number)`` gives the values of chunk ``number``, their sizes and, where there
    are any, those of what is averaged within them."""
    chunk = min(chunk, n)
    block = max(1, n // blocks)
    chunk = max(block, chunk // block * block)
    means = Means(block, rare, known)
    for number in range(max(1, n // chunk)):
        means.add(*draw(chunk, number))
    return means.rows()
