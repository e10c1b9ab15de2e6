"""Moments of x and |x|^-p: which are finite."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symbolic.errors import InputError
from symbolic.finite_moments import is_finite, separating_power


def test_a_power_of_a_gaussian_length_is_integrable_above_minus_d() -> None:
    for d in (1, 2, 3):
        assert is_finite((0, 1), Fraction(2 * d - 1, 2), d)
        assert not is_finite((0, 1), Fraction(d), d)


@pytest.mark.parametrize("d", [1, 2, 3, 7])
def test_the_moments_of_theorem_5_do_not_bound_the_second_moment_of_the_label(d: int) -> None:
    assert separating_power([(1, 0), (0, 1), (1, 1), (2, 0), (2, 2)], (0, 2), d) == Fraction(d, 2)


def test_the_second_moment_of_the_label_bounds_its_mean() -> None:
    assert separating_power([(0, 2)], (0, 1), 1) is None


def test_a_dimension_below_1_is_refused() -> None:
    with pytest.raises(InputError, match="d must be at least 1"):
        separating_power([], (0, 2), 0)
