r"""Calibrated tests of means and laws: declared false-alarm rate, smallest detectable discrepancy, needed n.

The losses here are polynomials of degree 4 to 10 in Gaussians.  Their sample mean is far from normal at the levels
that matter (1e-9), and a z-test with estimated deviation raises false alarms far above its nominal rate.  So:

* means are estimated by Catoni's M-estimator, whose deviation at every level is that of a Gaussian with the same
  variance, for *every* law with that variance;
* its variance (bound) is never simply estimated: it is given exactly, or bounded from the sample with a declared
  failure probability (:func:`second_moment_bound`), which needs a bound on the kurtosis: from Gaussian
  hypercontractivity where the degree is small, otherwise a ceiling that the result states;
* laws are compared by the two-sample Kolmogorov-Smirnov distance with the DKW-Massart constant.

A result says on what its variance rests (:class:`Ground`).  Only the first two grounds make a rate a theorem.

References: O. Catoni, Ann. Inst. H. Poincare Probab. Stat. 48 (2012) 1148-1185, Propositions 2.1 and 2.4;
G. Lugosi, S. Mendelson, Found. Comput. Math. 19 (2019) 1145-1190, Theorem 5; S. Janson, *Gaussian Hilbert Spaces*
(1997), Theorem 5.10 and Remark 5.11 (hypercontractivity); A. Maurer, J. Inequal. Pure Appl. Math. 4 (2003) no. 15
(lower tail of non-negative variables); P. Massart, Ann. Probab. 18 (1990) 1269-1283.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import InputError

DEFAULT_ALPHA = 1e-9
"""False-alarm rate of one test: a thousand of them keep a whole run at 1e-6."""

Values = NDArray[np.float64]


class Ground(Enum):
    """What the variance bound of a test rests on."""

    EXACT = "the variance is known exactly"
    HYPERCONTRACTIVE = "the variance is bounded from the sample; kurtosis at most 9^degree by hypercontractivity"
    CEILING = "the variance is bounded from the sample, assuming that the kurtosis is at most the stated ceiling"

    @property
    def is_theorem(self) -> bool:
        return self is not Ground.CEILING


@dataclass(frozen=True, slots=True)
class MeanTest:
    """What a sample says of the hypothesis that its mean has the stated value."""

    estimate: float
    hypothesis: float
    radius: float
    """The true mean lies within this of the estimate, except with probability ``alpha``."""
    alpha: float
    detectable: float
    """The smallest discrepancy that is found with probability at least ``power``."""
    power: float
    n: int
    variance: float
    ground: Ground
    kurtosis_ceiling: float | None = None
    kurtosis_measured: float | None = None

    @property
    def compatible(self) -> bool:
        return abs(self.estimate - self.hypothesis) <= self.radius

    def figures(self) -> dict[str, Any]:
        """JSON-able."""
        return {**asdict(self), "ground": self.ground.value, "compatible": self.compatible}


def catoni_estimate(values: Values, scale: float) -> float:
    r"""Catoni's M-estimator: the root :math:`\theta` of :math:`\sum_i\psi(s(X_i-\theta))=0`.

    :math:`\psi(x)=\mathrm{sign}(x)\log(1+|x|+x^2/2)`, the widest influence function that Catoni admits.  The
    root is unique (the sum decreases in theta); it is found by bracketing and bisection-safeguarded Newton steps.
    """
    sample = _sample(values)
    if not (math.isfinite(scale) and scale > 0):
        raise InputError(f"scale must be a positive number, not {scale!r}. Pass s > 0.")
    low, high = float(sample.min()), float(sample.max())
    theta = min(max(float(sample.mean()), low), high)
    # Rounding of the sum limits the root; the stopping width is negligible against every radius (about s^-1/n).
    width = 1e-9 / (scale * len(sample))
    for _ in range(200):
        z = scale * (sample - theta)
        size = np.abs(z)
        inner = 1 + size + z * z / 2
        total = float(np.sum(np.sign(z) * np.log(inner)))
        if total > 0:
            low = theta
        else:
            high = theta
        slope = scale * float(np.sum((1 + size) / inner))
        proposed = theta + total / slope
        if not low <= proposed <= high:
            proposed = (low + high) / 2
        if abs(proposed - theta) <= max(width, 4e-16 * abs(theta)) or high - low <= width:
            return proposed
        theta = proposed
    return theta


def catoni_radius(n: int, variance: float, alpha: float) -> float:
    r"""The radius :math:`\sqrt{2v\log(2/\alpha)/(n-2\log(2/\alpha))}` (Lugosi-Mendelson 2019, Theorem 5)."""
    level = _level(alpha)
    if n <= 4 * level:
        raise InputError(f"n must exceed {4 * level:.0f} for alpha = {alpha:g}, not {n}. Draw more samples.")
    return math.sqrt(2 * variance * level / (n - 2 * level))


def catoni_scale(n: int, variance: float, alpha: float) -> float:
    r"""The scale s that goes with :func:`catoni_radius`: :math:`s^2=2L/\big(nv(1+2L/(n-2L))\big)`, L = log(2/alpha)."""
    level = _level(alpha)
    if n <= 4 * level:
        raise InputError(f"n must exceed {4 * level:.0f} for alpha = {alpha:g}, not {n}. Draw more samples.")
    return math.sqrt(2 * level / (n * variance * (1 + 2 * level / (n - 2 * level))))


def detectable(n: int, variance: float, alpha: float = DEFAULT_ALPHA, power: float = 0.99) -> float:
    r"""The smallest discrepancy that a test at level alpha finds with probability at least ``power``.

    The radius, plus the one-sided deviation at level :math:`\varepsilon=1-power` of the estimator as it is tuned
    for alpha (Catoni 2012, Proposition 2.1): the smaller root x of
    :math:`\frac s2x^2-x+\frac{sv}2+\frac{\log(1/\varepsilon)}{ns}=0`.
    """
    s = catoni_scale(n, variance, alpha)
    free = s * variance / 2 + math.log(1 / (1 - power)) / (n * s)
    inside = 1 - 2 * s * free
    if inside <= 0:
        raise InputError(f"n = {n} is too small for power {power}. Draw more samples.")
    return catoni_radius(n, variance, alpha) + 2 * free / (1 + math.sqrt(inside))


def needed_n(discrepancy: float, variance: float, alpha: float = DEFAULT_ALPHA, power: float = 0.99) -> int:
    """The smallest n whose :func:`detectable` discrepancy is at most the given one."""
    if discrepancy <= 0:
        raise InputError(f"discrepancy must be positive, not {discrepancy!r}. Pass the size that is to be found.")
    low = math.ceil(8 * max(_level(alpha), math.log(1 / (1 - power)))) + 1
    high = low
    while detectable(high, variance, alpha, power) > discrepancy:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if detectable(middle, variance, alpha, power) <= discrepancy else (middle, high)
    return high


def second_moment_loss(n: int, kurtosis: float, delta: float) -> float:
    """The fraction by which n samples may under-estimate a second moment, except with probability delta."""
    return math.sqrt(2 * kurtosis * math.log(1 / delta) / n)


def enough_draws(kurtosis: float, alpha: float, spare: float = 1.5) -> int:
    """A number of draws at which :func:`mean_test` bears this kurtosis, with something to spare."""
    return math.ceil(spare * 2 * kurtosis * math.log(2 / alpha) / LARGEST_LOSS**2)


def second_moment_bound(squares: Values, kurtosis: float, delta: float) -> float:
    r"""An upper bound on :math:`E f^2` that fails with probability at most delta, from a sample of :math:`f^2`.

    For non-negative Y, :math:`P(\bar Y\le EY-t)\le\exp(-nt^2/(2EY^2))` (Maurer 2003); with
    :math:`E f^4\le\kappa(E f^2)^2` this gives :math:`E f^2\le\overline{f^2}/(1-\sqrt{2\kappa\log(1/\delta)/n})`.
    """
    sample = _sample(squares)
    loss = second_moment_loss(len(sample), kurtosis, delta)
    if loss > LARGEST_LOSS + 1e-9:
        enough = math.ceil(2 * kurtosis * math.log(1 / delta) / 0.25)
        raise InputError(
            f"n must be about {enough} to bound a second moment at kurtosis {kurtosis:g}, not {len(sample)}. "
            "Draw more samples, or pass the exact variance."
        )
    return float(sample.mean()) / (1 - loss)


CEILING_FACTOR = 4.0
"""The kurtosis ceiling in units of the measured kurtosis, where n bears it."""
LARGEST_LOSS = 0.9
"""The largest fraction of a second moment that a sample may be allowed to miss."""


def mean_test(
    values: Values,
    hypothesis: float = 0.0,
    *,
    variance: float | None = None,
    degree: int | None = None,
    alpha: float = DEFAULT_ALPHA,
    power: float = 0.99,
) -> MeanTest:
    r"""Test that the mean of ``values`` is ``hypothesis``; a true hypothesis fails with probability at most alpha.

    The variance is, in this order: ``variance``, given exactly (or an upper bound); bounded by hypercontractivity,
    :math:`E f^4\le9^q(E f^2)^2`, for a polynomial of degree q = ``degree`` in Gaussians, where n suffices; or bounded
    under a ceiling on the kurtosis, which the result states: four times the measured one, or what n bears if that is
    less but not below the measured one.  In the last two cases half of alpha goes to the variance bound.
    """
    sample = _sample(values)
    n = len(sample)
    if variance is not None:
        return _tested(sample, hypothesis, variance, alpha, power, alpha, Ground.EXACT, None, None)
    squares = (sample - hypothesis) ** 2
    mean_square = float(squares.mean())
    if mean_square == 0:
        return _tested(sample, hypothesis, 0.0, alpha, power, alpha, Ground.EXACT, None, None)
    measured = float((squares**2).mean()) / mean_square**2
    bearable = n * LARGEST_LOSS**2 / (2 * math.log(2 / alpha))
    ceiling, ground = max(measured, min(CEILING_FACTOR * measured, bearable)), Ground.CEILING
    if degree is not None and second_moment_loss(n, 9.0**degree, alpha / 2) <= 0.75:
        ceiling, ground = 9.0**degree, Ground.HYPERCONTRACTIVE
    bound = second_moment_bound(squares, ceiling, alpha / 2)
    return _tested(sample, hypothesis, bound, alpha / 2, power, alpha, ground, ceiling, measured)


def _tested(
    sample: Values, hypothesis: float, variance: float, level: float, power: float, alpha: float, ground: Ground,
    ceiling: float | None, measured: float | None,
) -> MeanTest:
    n = len(sample)
    if variance <= 0:
        # A constant: its mean is its value, and there is nothing to estimate.
        value = float(sample[0])
        return MeanTest(value, hypothesis, 0.0, alpha, 0.0, power, n, 0.0, ground, ceiling, measured)
    radius = catoni_radius(n, variance, level)
    estimate = catoni_estimate(sample, catoni_scale(n, variance, level))
    found = detectable(n, variance, level, power)
    return MeanTest(estimate, hypothesis, radius, alpha, found, power, n, variance, ground, ceiling, measured)


@dataclass(frozen=True, slots=True)
class LawTest:
    """Whether two samples may have the same law."""

    distance: float
    radius: float
    alpha: float
    n: int
    m: int

    @property
    def compatible(self) -> bool:
        return self.distance <= self.radius

    @property
    def detectable(self) -> float:
        """A Kolmogorov-Smirnov distance of this size is found with probability at least 1 - alpha."""
        return 2 * self.radius


def same_law(a: Values, b: Values, alpha: float = DEFAULT_ALPHA) -> LawTest:
    r"""Two-sample test by :math:`\sup|\hat F_a-\hat F_b|`; no moments are needed.

    Each :math:`\sup|\hat F-F|` exceeds :math:`\sqrt{\log(4/\alpha)/(2n)}` with probability at most alpha/2 (DKW with
    Massart's constant); the radius is the sum of both.
    """
    first, second = np.sort(_sample(a)), np.sort(_sample(b))
    merged = np.concatenate([first, second])
    gaps = np.searchsorted(first, merged, "right") / len(first) - np.searchsorted(second, merged, "right") / len(second)
    level = math.log(4 / alpha) / 2
    radius = math.sqrt(level / len(first)) + math.sqrt(level / len(second))
    return LawTest(float(np.abs(gaps).max()), radius, alpha, len(first), len(second))


def _level(alpha: float) -> float:
    if not 0 < alpha < 1:
        raise InputError(f"alpha must lie between 0 and 1, not {alpha!r}. Pass a false-alarm rate such as 1e-9.")
    return math.log(2 / alpha)


def _sample(values: Values) -> Values:
    sample = np.asarray(values, dtype=np.float64)
    if sample.ndim != 1 or sample.size == 0:
        raise InputError(f"values must be a non-empty vector: their shape is {sample.shape}. Pass one number a draw.")
    if not np.isfinite(sample).all():
        raise InputError("values must be finite: some are NaN or infinite. Look for overflow where they were made.")
    return sample
