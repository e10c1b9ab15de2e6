"""Calibration: the declared false-alarm rate is not exceeded, and the declared power is reached."""

import math

import numpy as np
import pytest

from numeric.errors import InputError
from numeric.statistics import (
    Ground,
    catoni_estimate,
    catoni_radius,
    detectable,
    mean_test,
    needed_n,
    same_law,
    second_moment_bound,
)
from numeric.streams import generator


def odd_factorial(k: int) -> int:
    """E g^k for even k: 1, 1, 3, 15, ..."""
    return math.prod(range(k - 1, 0, -2))


def runs(degree: int, n: int, count: int) -> np.ndarray:
    """``count`` samples of n draws of g^degree."""
    return generator("tests/statistics", f"degree {degree}").standard_normal((count, n)) ** degree


@pytest.mark.parametrize("degree", [4, 6, 8])
def test_false_alarms_stay_below_the_declared_rate_on_heavy_tails(degree: int) -> None:
    # Alpha = 5 % on 600 runs: more than 60 alarms would have probability below 1e-6 if the rate were 5 %.
    mean = odd_factorial(degree)
    variance = odd_factorial(2 * degree) - mean**2
    alarms = sum(not mean_test(run, mean, variance=variance, alpha=0.05).compatible for run in runs(degree, 400, 600))
    assert alarms <= 60


def test_the_z_test_with_estimated_deviation_lies_where_ours_does_not() -> None:
    # The trap: nominal rate 0.1 %; degree 8, as the loss on the invariant block.
    mean, variance = odd_factorial(8), odd_factorial(16) - odd_factorial(8) ** 2
    samples = runs(8, 400, 600)
    z = np.abs(samples.mean(axis=1) - mean) / (samples.std(axis=1) / math.sqrt(400))
    assert np.mean(z > 3.29) > 0.05
    assert all(mean_test(run, mean, variance=variance, alpha=0.001).compatible for run in samples)


@pytest.mark.parametrize("degree", [2, 4])
def test_a_discrepancy_of_the_declared_size_is_found(degree: int) -> None:
    mean = odd_factorial(degree)
    variance = odd_factorial(2 * degree) - mean**2
    size = detectable(2000, variance, alpha=0.01, power=0.9)
    found = sum(
        not mean_test(run, mean + sign * size, variance=variance, alpha=0.01).compatible
        for run in runs(degree, 2000, 200) for sign in (-1, 1)
    )
    assert found >= 0.9 * 400


def test_the_needed_n_is_the_smallest_that_suffices() -> None:
    n = needed_n(0.1, 2.0, alpha=1e-9)
    assert detectable(n, 2.0, 1e-9) <= 0.1 < detectable(n - 1, 2.0, 1e-9)


def test_the_radius_is_close_to_the_gaussian_quantile() -> None:
    # 6.1 deviations is the two-sided 1e-9 quantile of a normal; Catoni's bound is 6.55.
    assert catoni_radius(10**6, 1.0, 1e-9) * 1000 == pytest.approx(6.55, abs=0.01)


def test_catoni_solves_its_equation() -> None:
    sample = runs(4, 1000, 1)[0]
    s = 0.01
    theta = catoni_estimate(sample, s)
    z = s * (sample - theta)
    assert abs(np.sum(np.sign(z) * np.log(1 + np.abs(z) + z * z / 2))) < 1e-9 * len(sample)


def test_catoni_is_equivariant() -> None:
    sample = runs(4, 500, 1)[0]
    assert catoni_estimate(3 * sample + 7, 0.01 / 3) == pytest.approx(3 * catoni_estimate(sample, 0.01) + 7, rel=1e-12)


def test_the_second_moment_bound_holds_at_its_rate() -> None:
    # f = g^2: E f^2 = 3, kurtosis 105/9; the bound at delta = 5 % may fail in 5 % of 600 runs.
    failures = sum(second_moment_bound(run**2, 105 / 9, 0.05) < 3 for run in runs(2, 300, 600))
    assert failures <= 60


def test_the_ground_is_stated() -> None:
    sample = runs(2, 60_000, 1)[0]
    assert mean_test(sample, 1.0, variance=2.0).ground is Ground.EXACT
    assert mean_test(sample, 1.0, degree=2).ground is Ground.HYPERCONTRACTIVE
    test = mean_test(sample, 1.0, degree=8)
    assert test.ground is Ground.CEILING
    assert not test.ground.is_theorem
    assert test.kurtosis_measured < test.kurtosis_ceiling


def test_a_constant_is_compared_exactly() -> None:
    assert mean_test(np.ones(1000), 1.0, variance=0.0).compatible
    assert not mean_test(np.ones(1000), 1.0 + 1e-15, variance=0.0).compatible


def test_equal_laws_are_told_apart_at_the_declared_rate_only() -> None:
    rng = generator("tests/statistics", "laws")
    alarms = sum(not same_law(*rng.standard_normal((2, 300)), alpha=0.05).compatible for _ in range(400))
    assert alarms <= 45
    shifted = same_law(rng.standard_normal(4000), rng.standard_normal(4000) + 0.5)
    assert not shifted.compatible


def test_bad_input_is_one_sentence() -> None:
    with pytest.raises(InputError, match="NaN"):
        mean_test(np.array([1.0, np.nan]), 0.0, variance=1.0)
    with pytest.raises(InputError, match="alpha must lie between 0 and 1"):
        mean_test(np.ones(100), 0.0, variance=1.0, alpha=0.0)
    with pytest.raises(InputError, match="Draw more samples"):
        mean_test(np.ones(20), 0.0, variance=1.0)
