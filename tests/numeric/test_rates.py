"""Measured rates in the lengths of prompts: the intervals hold what the theory says, and exclude what it does not."""

import numpy as np
import pytest

from numeric.rates import measured_rate, rates, slope_interval, squared_errors
from numeric.statistics import mean_test
from numeric.streams import generator

LAM = np.array([[1.0, 0.3], [0.3, 0.6]])


def test_the_error_falls_like_1_over_m_and_1_over_n_squared() -> None:
    found = rates(LAM, 20_000, generator("tests/rates", "linear"))
    low, high = found["M"].slope
    assert low <= -1 <= high
    assert high - low < 0.3
    low, high = found["N"].slope
    assert low <= -2 <= high
    assert high < -1.7


def test_errors_agree_with_the_exact_risk() -> None:
    # Section 4.1, averaged over w: (1/M)(tr(Gam^-2 Lam^3) + tr(Gam^-2 Lam^2) tr Lam) + the part that M leaves.
    N, M = 3, 5
    Gam = (1 + 1 / N) * LAM + np.trace(LAM) / N * np.eye(2)
    G2, t = np.linalg.inv(Gam @ Gam), np.trace(LAM)
    L2, L3 = LAM @ LAM, LAM @ LAM @ LAM
    exact = (np.trace(G2 @ L3) + np.trace(G2 @ L2) * t) / M
    exact += (np.trace(G2 @ L3) + 2 * t * np.trace(G2 @ L2) + t**2 * np.trace(G2 @ LAM)) / N**2
    values = squared_errors(LAM, N, M, 10_000, generator("tests/rates", "risk"))
    assert mean_test(values, exact).compatible
    assert not mean_test(values, 1.3 * exact).compatible


def test_slopes_are_intervals_of_what_is_known() -> None:
    assert slope_interval((1, 2, 4), (8.0, 4.0, 2.0), (0.0, 0.0, 0.0)) == pytest.approx((-1, -1))
    low, high = slope_interval((1, 2, 4), (8.0, 4.0, 2.0), (0.8, 0.4, 0.2))
    assert low < -1 < high
    assert slope_interval((1, 2), (1.0, 0.1), (0.1, 0.2)) == (-np.inf, np.inf)
    flat = measured_rate((1, 2, 4), lambda m: 1 + 0.1 * generator("tests/rates", str(m)).standard_normal(10_000))
    assert -0.2 < flat.slope[0] <= 0 <= flat.slope[1] < 0.2
