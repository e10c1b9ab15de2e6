"""Exact means of polynomials in standard normals, their gradient flows and least values."""

from __future__ import annotations

from fractions import Fraction
from math import gamma, pi, sqrt
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.arithmetic import ball
from numeric.errors import InputError
from numeric.minima import Descent, least
from numeric.moments import Polynomial, Variables, evaluate, gradient, mean, mean_of_product
from numeric.ode.polynomial import PolynomialFlow, enclose, late_states


def _numbers(*keys: str) -> tuple[Variables, list[Polynomial]]:
    variables = Variables()
    return variables, [variables.number(key) for key in keys]


def test_moments_of_a_normal_number_are_double_factorials() -> None:
    _, (z,) = _numbers("z")
    power: Any = 1
    for expected in (0, 1, 0, 3, 0, 15, 0, 105):
        power = power * z
        assert mean(power).constant == expected


def test_the_mean_of_a_square_is_that_of_the_product_multiplied_out() -> None:
    variables, (x, y) = _numbers("x", "y")
    a = variables.parameter("a")
    p = (x * a + y * x - 3) * (x + y * Fraction(1, 2))
    assert mean_of_product(p, p).by_variables() == mean(p * p).by_variables()


def test_what_is_held_is_not_averaged() -> None:
    _, (x, y) = _numbers("x", "y")
    found = mean((x + y) * (x + y), held=["x"])
    assert found.by_variables() == {("x", "x"): 1, (): 1}
    with pytest.raises(InputError, match="mean"):
        _ = found.constant


def test_derivatives_are_those_of_the_polynomial() -> None:
    terms: dict[tuple[object, ...], Any] = {("a", "a", "b"): 3, ("b",): 2, (): 7}
    slope_a, slope_b = gradient(terms, ["a", "b"])
    at = {"a": 2, "b": 5}
    assert (evaluate(terms, at), evaluate(slope_a, at), evaluate(slope_b, at)) == (77, 60, 14)


def _quartic() -> dict[tuple[str, ...], Any]:
    """(a b - 1)^2 + (a - 2)^2, least value 0 at (2, 1/2)."""
    terms = {("a", "a", "b", "b"): 1, ("a", "b"): -2, (): 5, ("a", "a"): 1, ("a",): -4}
    return {variables: ball(c) for variables, c in terms.items()}


def test_an_enclosed_flow_contains_the_exact_solution() -> None:
    linear = PolynomialFlow({("a", "a"): ball(1)}, ["a"])  # a' = -2 a
    path = enclose(linear, [3], Fraction(2))
    for t in (Fraction(0), Fraction(1, 3), Fraction(2)):
        exact = 3 * (ball(-2 * t)).exp()
        assert path.at(t)[0].overlaps(exact)
        assert float(path.at(t)[0].rad()) < 1e-9
    for step in path.steps:
        over = path.over(step, step.start, step.start + step.length)[0]
        assert over.overlaps(3 * (ball(-2 * (step.start + step.length / 2))).exp())


def test_an_enclosed_flow_agrees_with_float64_and_the_loss_falls_along_it() -> None:
    flow, descent = PolynomialFlow(_quartic(), ["a", "b"]), Descent(_quartic(), ["a", "b"])
    path = enclose(flow, [Fraction(1), Fraction(-1, 2)], Fraction(1))
    values = [descent.value(np.array([float(x) for x in path.at(Fraction(k, 4))])) for k in range(5)]
    assert values == sorted(values, reverse=True)
    *_, (_, last) = late_states(flow, [1.0, -0.5])
    assert np.allclose(last, [2, 0.5], atol=1e-6)


def test_a_wrong_field_leaves_the_enclosure() -> None:
    right = enclose(PolynomialFlow({("a", "a"): ball(1)}, ["a"]), [3], Fraction(1))
    wrong = enclose(PolynomialFlow({("a", "a"): ball(Fraction(101, 100))}, ["a"]), [3], Fraction(1))
    assert not right.at(Fraction(1))[0].overlaps(wrong.at(Fraction(1))[0])


def test_descent_finds_the_least_value_and_says_where() -> None:
    found = least(Descent(_quartic(), ["a", "b"]), 4)
    assert abs(found[0].value) < 1e-14
    assert np.allclose(found[0].point, [2, 0.5])


def test_taylor_coefficients_are_those_of_the_exponential() -> None:
    flow = PolynomialFlow({("a", "a"): ball(Fraction(-1, 2))}, ["a"])  # a' = a
    (series,) = flow.coefficients([flint.arb(1)], 5)
    factorials = (1, 1, 2, 6, 24, 120)
    assert all(x.overlaps(flint.arb(flint.fmpq(1, f))) for x, f in zip(series, factorials, strict=True))
    assert max(float(x.rad()) for x in series) < 1e-12


ROOT = sqrt(2 / pi)
"""The mean of the modulus of a standard normal."""


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 3))
def test_moments_of_a_number_and_its_modulus(a: int, b: int, c: int) -> None:
    variables = Variables(mean_of_modulus=ROOT)
    z, w = variables.number("z"), variables.number(("w", 0))
    modulus = variables.modulus(-3 * z * w)
    assert modulus is not None
    p = variables.constant(1)
    for factor, times in ((z, a), (modulus, b), (w, c)):
        for _ in range(times):
            p = p * factor
    expected = 3**b * _of_both(a, b) * _of_both(c, b)
    assert mean(p).constant == pytest.approx(expected)
    squared = 9**b * _of_both(2 * a + 2 * b, 0) * _of_both(2 * c + 2 * b, 0)
    assert mean_of_product(p, p).constant == pytest.approx(squared)


def _of_both(k: int, m: int) -> float:
    """E z^k |z|^m."""
    return 0.0 if k % 2 else 2 ** ((k + m) / 2) * gamma((k + m + 1) / 2) / sqrt(pi)


def test_a_modulus_is_that_of_one_monomial_in_what_is_drawn() -> None:
    variables = Variables(mean_of_modulus=ROOT)
    z, w, u = variables.number("z"), variables.number("w"), variables.parameter("u")
    assert variables.modulus(z + w) is None
    assert variables.modulus(z * u) is None
    of_both = variables.modulus(z * w)
    assert of_both is not None
    assert variables.modulus(-of_both).terms == of_both.terms
    assert mean(of_both, ["w", ("w", "modulus")]).terms.keys() == variables.modulus(w).terms.keys()
