r"""A long sum of decaying exponentials, :math:`S(\tau)=\sum_k w_k e^{-2 r_k\tau}`, evaluated quickly for any tau.

The rates are sorted into bins of ratio :math:`2^{1/8}`; inside a bin with centre c the exponential is expanded in
:math:`r - c` to order m.  With relative half-width :math:`\delta`, the error is at most
:math:`(\delta/(1-\delta))^m/\sqrt{2\pi m}` times the sum of the weights, whatever tau is: Taylor's remainder for
:math:`e^{-y}`, :math:`|y|\le\delta X`, times :math:`e^{-X}`, is largest at :math:`X=m/(1-\delta)`, and Stirling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_PER_OCTAVE = 8
_ORDER = 10


@dataclass(frozen=True)
class Decay:
    """``centres`` (b,), ``moments`` (b, m): weights times powers of the relative offset, over factorials."""

    centres: Array
    moments: Array
    error: float

    def __call__(self, tau: Array) -> Array:
        """The sums at each of ``tau``."""
        if self.centres.size == 0:
            return np.zeros_like(tau)
        X = 2 * np.multiply.outer(tau, self.centres)
        # Past the underflow of exp the powers would overflow; such bins contribute nothing.
        X = np.minimum(X, 745.0)
        total = self.moments[:, -1] + np.zeros_like(X)
        for p in range(self.moments.shape[1] - 2, -1, -1):
            total = self.moments[:, p] - X * total
        return np.sum(np.exp(-X) * total, axis=-1)


def compress(rates: Array, weights: Array) -> Decay:
    """The sum with the given positive rates and nonnegative weights, prepared for fast evaluation."""
    rates, weights = rates[weights > 0], weights[weights > 0]
    if rates.size == 0:
        return Decay(np.empty(0), np.empty((0, _ORDER)), 0.0)
    bins = np.floor(np.log2(rates) * _PER_OCTAVE).astype(np.int64)
    first = int(bins.min())
    bins -= first
    edges = np.exp2((first + np.arange(int(bins.max()) + 1)) / _PER_OCTAVE)
    ratio = 2.0 ** (1 / _PER_OCTAVE)
    centres = edges * (1 + ratio) / 2
    offset = rates / centres[bins] - 1
    power = weights
    columns: list[Array] = []
    for p in range(_ORDER):
        columns.append(np.bincount(bins, power, centres.size).astype(np.float64))
        power = power * offset / (p + 1)
    delta = (ratio - 1) / (ratio + 1)
    error = float((delta / (1 - delta)) ** _ORDER / np.sqrt(2 * np.pi * _ORDER) * weights.sum())
    occupied = np.bincount(bins, minlength=centres.size) > 0
    return Decay(centres[occupied], np.stack(columns, axis=1)[occupied], error)
