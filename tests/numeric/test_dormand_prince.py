"""The integrator for machines without SciPy: its order is measured, stiff ends are reached, what blows up is told."""

from __future__ import annotations

import numpy as np
import pytest

from numeric.dormand_prince import solve


def test_the_error_falls_with_the_tolerance_as_order_5_says() -> None:
    def field(t: float, y: np.ndarray) -> np.ndarray:
        return np.array([y[1], -y[0]])

    times = np.array([0.0, 1.0, 10.0])
    errors = []
    for tolerance in (1e-4, 1e-6, 1e-8):
        found = solve(field, np.array([0.0, 1.0]), times, tolerance)
        errors.append(np.abs(found[:, 0] - np.sin(times)).max())
    # The error per unit of time is proportional to the tolerance, up to the safety factor of the steps.
    assert errors[0] > 10 * errors[1] > 100 * errors[2]
    assert errors[2] < 1e-6


def test_states_are_given_at_the_times_asked_for() -> None:
    times = np.array([0.0, 1e-6, 0.5, 0.5 + 1e-9, 20.0])
    found = solve(lambda t, y: -np.array([1.0, 80.0]) * y, np.ones(2), times, 1e-9)
    assert found.shape == (5, 2)
    assert np.abs(found - np.exp(-np.outer(times, [1.0, 80.0]))).max() < 1e-8


def test_what_cannot_be_followed_to_the_end_is_told() -> None:
    with pytest.raises(ArithmeticError, match="could not be followed beyond t = "):
        solve(lambda t, y: y**2, np.array([1.0]), np.array([0.0, 2.0]), 1e-6)
