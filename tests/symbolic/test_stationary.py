"""Stationary points off the invariant block."""

from fractions import Fraction

import pytest
import sympy
from flint import fmpq_mat

from symbolic.critical.inertia import inertia
from symbolic.entries import loss
from symbolic.errors import InputError
from symbolic.stationary import rank_one_point

HALF = Fraction(1, 2)


def test_the_inertia_of_small_matrices():
    assert inertia(fmpq_mat([[2, 0], [0, -3]])) == (1, 1, 0)
    assert inertia(fmpq_mat([[1, 1], [1, 1]])) == (1, 0, 1)
    assert inertia(fmpq_mat([[0, 1], [1, 0]])) == (1, 1, 0)


@pytest.mark.parametrize("N", [1, 2, 5, 10])
def test_two_dimensions_have_spurious_minima_for_short_prompts(N):
    point = rank_one_point([1, HALF], N)
    assert point.is_spurious_minimum
    assert point.inertia == (8, 0, 1)


def test_the_excess_is_that_of_the_formula():
    lam, N = [Fraction(1), HALF], 1
    gamma = (1 + Fraction(1, N)) * lam[1] + sum(lam) / N
    assert rank_one_point(lam, N).excess == lam[1] ** 2 / gamma / 2 == Fraction(1, 20)


@pytest.mark.parametrize("N", [20, 50, 1000])
def test_long_prompts_turn_them_into_saddles(N):
    assert rank_one_point([1, HALF], N).is_saddle


def test_a_smaller_eigenvalue_gives_a_saddle():
    assert rank_one_point([HALF, 1], 1).is_saddle


def test_one_dimension_has_global_minima_there():
    assert rank_one_point([3], 2).excess == 0


def test_bad_input_is_refused():
    with pytest.raises(InputError, match="eigenvalues must be positive"):
        rank_one_point([1, 0], 1)
    with pytest.raises(InputError, match="N must be a positive integer"):
        rank_one_point([1], 0)


def test_all_stationary_points_in_one_dimension():
    """From the critical equations: global minima, the origin, and one family where all parameters are non-zero."""
    L = loss(1).to_sympy()
    a, b, c, u, lam, N = sympy.symbols("U11_1_1 u12_1 u21_1 u_m1 Lam_1_1 N")
    x, y, P, R = u * a, b * c, a * b, u * c
    g, p = (1 + 2 / N) * lam**3, (1 + 8 / N + 15 / N**2) * lam**3
    q, m = (3 + 6 / N) * lam**3, (1 + 5 / N) * lam**3
    K = x + y
    slope = g * K - lam**2
    even = p * P**2 + 2 * m * P * R + q * R**2
    assert sympy.expand(L - (lam / 2 - lam**2 * K + g * K**2 / 2 + even / 2)) == 0
    in_a, in_b, in_c, in_u = (v * sympy.diff(L, v) for v in (a, b, c, u))
    assert sympy.expand(in_a - in_u - (p * P**2 - q * R**2)) == 0
    assert sympy.expand(in_a - in_b - (x - y) * slope) == 0
    assert sympy.expand(in_a + in_c - K * slope - even) == 0
    # So slope = 0 and even = 0 (a positive definite form in P, R), or x = y = 0, or x = y = lam^2 / (2g + m + r) with
    # r^2 = p q; there the loss falls along x + h, y - h with the same K and p P^2 = q R^2.
    form = sympy.Poly(sympy.expand((p * q - m**2) / lam**6 * N**3), N)
    assert all(coefficient > 0 for coefficient in form.all_coeffs() if coefficient)
