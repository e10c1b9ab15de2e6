"""Statistics of errors that come in independent groups: bootstrap intervals, and an exact test without moments.

In the experiment of Figure 1 a group is one covariance matrix with the prompts drawn for it.  Prompts of a group share
the covariance, so that only groups are independent; their means have heavy tails, and there are few of them.  A test
of the mean would need assumptions here; the sign test needs none.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError
from .inputs import positive_integer


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its percentile bootstrap interval."""

    mean: float
    low: float
    high: float
    level: float
    trials: int


def resamples(n: int, rng: np.random.Generator, trials: int = 1000) -> NDArray[np.float64]:
    """Weights of ``trials`` resamples of n groups, (trials, n): how often each is drawn, divided by n."""
    n, trials = positive_integer("n", n), positive_integer("trials", trials)
    return rng.multinomial(n, np.full(n, 1 / n), size=trials) / n


def interval(groups: ArrayLike, weights: NDArray[np.float64], level: float = 0.9) -> Interval:
    """The percentile interval of the mean of ``groups`` over these resamples."""
    values = _groups(groups)
    if not 0 < level < 1:
        raise InputError(f"level must lie between 0 and 1, not {level!r}. Pass 0.9 for a 90 % interval.")
    if weights.shape[1] != len(values):
        raise InputError(f"weights must resample {len(values)} groups, not {weights.shape[1]}. Draw them anew.")
    low, high = np.quantile(weights @ values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(values.mean()), float(low), float(high), level, len(weights))


def bootstrap(groups: ArrayLike, rng: np.random.Generator, *, level: float = 0.9, trials: int = 1000) -> Interval:
    """The percentile interval of the mean of ``groups`` over resamples of whole groups (Efron 1979).

    >>> found = bootstrap([1.0, 2.0, 3.0], np.random.default_rng(0))
    >>> found.low < found.mean < found.high
    True
    """
    values = _groups(groups)
    return interval(values, resamples(len(values), rng, trials), level)


@dataclass(frozen=True, slots=True)
class SignTest:
    """How many of ``n`` independent groups are positive, and how rarely that many are if none is preferred."""

    positive: int
    n: int
    p_above: float
    """The largest probability of at least so many positive groups where each is positive with probability <= 1/2."""
    p_below: float
    """The same for negative groups; zeros count for neither."""


def sign_test(groups: ArrayLike) -> SignTest:
    """The exact sign test (Arbuthnott 1710; Conover, *Practical Nonparametric Statistics*, 3.4).

    >>> sign_test([1.0] * 10).p_above == 0.5**10
    True
    """
    values = _groups(groups)
    n, positive, negative = len(values), int((values > 0).sum()), int((values < 0).sum())
    return SignTest(positive, n, at_least(positive, n), at_least(negative, n))


def at_least(k: int, n: int) -> float:
    """P(B >= k) for B binomial with n trials of probability 1/2, from exact integers.

    >>> at_least(2, 3)
    0.5
    """
    return sum(comb(n, m) for m in range(k, n + 1)) / 2**n


def _groups(groups: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(groups, dtype=np.float64)
    if values.ndim != 1 or values.size == 0:
        raise InputError(f"groups must be a non-empty vector: their shape is {values.shape}. Pass one mean a group.")
    if not np.isfinite(values).all():
        raise InputError("groups must be finite: some are NaN or infinite. Look for overflow where they were made.")
    return values
