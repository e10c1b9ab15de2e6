r"""How the prediction error of the trained model falls with the lengths of prompts, measured.

The model is (11) of Zhang, Frei, Bartlett (arXiv 2306.09927), trained on prompts of length N; test prompts of length M
are noiseless and linear, with a task drawn for each.  Prompts enter through :math:`\sum x_ix_i^\top`, exactly in law by
Bartlett's decomposition, so that any length costs the same.  At each length the mean squared error has a confidence
interval; the slope of its logarithm against that of the length is an interval that is true whenever all of these are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .inputs import covariance
from .prompts import prediction_from_gram, weights, wishart
from .statistics import DEFAULT_ALPHA, mean_test

LENGTHS_M = (64, 256, 1024, 4096)
LENGTHS_N = (256, 1024, 4096, 16384)
"""Long enough that the next order in 1/N is below the intervals."""
PAIRS = 16
LARGE = 10**12
"""The other length, where one varies: what it contributes is far below the intervals."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Errors at growing lengths and the interval of their slope on logarithms."""

    lengths: tuple[int, ...]
    errors: tuple[float, ...]
    radii: tuple[float, ...]
    slope: tuple[float, float]
    alpha: float

    def figures(self) -> dict[str, Any]:
        return asdict(self)


def slope_interval(lengths: Sequence[int], errors: Sequence[float], radii: Sequence[float]) -> tuple[float, float]:
    """The interval of the least-squares slope of log error against log length, when each error is known within its
    radius; (-inf, inf) where some error may be zero."""
    if any(abs(error) <= radius for error, radius in zip(errors, radii, strict=True)):
        return -math.inf, math.inf
    x = np.log(np.asarray(lengths, dtype=np.float64))
    share = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    ends = [
        sorted((c * math.log(abs(error) - radius), c * math.log(abs(error) + radius)))
        for c, error, radius in zip(share, errors, radii, strict=True)
    ]
    return float(sum(low for low, _ in ends)), float(sum(high for _, high in ends))


def measured_rate(
    lengths: Sequence[int], squared_errors: Callable[[int], np.ndarray], alpha: float = DEFAULT_ALPHA
) -> Rate:
    """The rate of the means of ``squared_errors(length)``, a sample at each length."""
    tests = [mean_test(squared_errors(length), 0.0, alpha=alpha / len(lengths)) for length in lengths]
    errors, radii = tuple(t.estimate for t in tests), tuple(t.radius for t in tests)
    return Rate(tuple(lengths), errors, radii, slope_interval(lengths, errors, radii), alpha)


def squared_errors(Lam: ArrayLike, N: int, M: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """``n`` draws of the squared error of the model trained at length N, on test prompts of length M; each is the mean
    over PAIRS independent pairs of a task and a query for the same examples."""
    covariance_matrix = covariance("Lam", Lam)
    d = len(covariance_matrix)
    Gam = (1 + 1 / N) * covariance_matrix + np.trace(covariance_matrix) / N * np.eye(d)
    zero = np.zeros(d)
    W_PV, W_KQ = weights(np.linalg.inv(Gam), zero, zero, 1.0)
    root = np.linalg.cholesky(covariance_matrix)
    w, x_q = rng.standard_normal((n * PAIRS, d)), rng.standard_normal((n * PAIRS, d)) @ root.T
    S = np.repeat(wishart(d, M, covariance_matrix, n, rng), PAIRS, axis=0)
    predicted = prediction_from_gram(S, x_q, w, W_PV, W_KQ, M)
    return np.asarray(((predicted - np.einsum("nd,nd->n", w, x_q)) ** 2).reshape(n, PAIRS).mean(1))


def rates(Lam: ArrayLike, n: int, rng: np.random.Generator, alpha: float = DEFAULT_ALPHA) -> dict[str, Rate]:
    """The rates in M, training prompts being long, and in N, test prompts being long."""
    return {
        "M": measured_rate(LENGTHS_M, lambda M: squared_errors(Lam, LARGE, M, n, rng), alpha / 2),
        "N": measured_rate(LENGTHS_N, lambda N: squared_errors(Lam, N, LARGE, n, rng), alpha / 2),
    }
