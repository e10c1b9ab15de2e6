"""Polynomials in random numbers: their means are exact, and what is none is refused."""

from fractions import Fraction

import numpy as np
import pytest

from numeric.laws import NOISES, Gamma, Law, TwoPoint, Uniform
from numeric.polynomials import NotPolynomialError, circle, degrees, mean, means, normal, powers, variables


@pytest.mark.parametrize("law", [*NOISES, Gamma(2, Fraction(1, 2)), TwoPoint(3, Fraction(-1, 3), Fraction(1, 10))])
def test_powers_have_the_moments_of_their_law(law: Law) -> None:
    (x,) = variables(1)
    assert [mean(x**k, [powers(law, 0)]) for k in range(7)] == [law.moment(k) for k in range(7)]


def test_matrices_of_variables_multiply_and_average_exactly() -> None:
    # For G with independent standard normal entries E[G A G^T] = tr(A) I.
    entries = np.array(variables(4), dtype=object).reshape(2, 2)
    A = np.array([[Fraction(1, 3), Fraction(2)], [Fraction(5), Fraction(1, 7)]], dtype=object)
    moments = [normal(Fraction(1), k) for k in range(4)]
    found = [[mean(v, moments) for v in row] for row in entries @ A @ entries.T]
    assert found == [[Fraction(10, 21), 0], [0, Fraction(10, 21)]]


def test_a_variance_may_itself_be_random() -> None:
    lam, x = variables(2)
    # x | lam ~ N(0, lam), lam exponential: E x^4 = 3 E lam^2 = 6.
    assert mean(x**4, [powers(Gamma(1), 0), normal(lam, 1)]) == 6
    assert mean(lam * x**2, [powers(Gamma(1), 0), normal(lam, 1)]) == 2


def test_points_of_the_circle_have_trigonometric_moments() -> None:
    c, s = variables(2)
    assert mean((c * c + s * s) ** 5, [circle(0, 1)]) == 1
    assert mean(c**2 * s**2, [circle(0, 1)]) == Fraction(1, 8)
    assert mean(c**4, [circle(0, 1)]) == Fraction(3, 8)
    assert mean(c**3 * s, [circle(0, 1)]) == 0


@pytest.mark.parametrize(
    "wrong",
    [lambda x: 1 / x, lambda x: x / x, lambda x: x / (x - x), lambda x: x**-1, lambda x: x > 0, lambda x: abs(x),
     lambda x: 0.5 * x, lambda x: max(x, 0), float, lambda x: x == 0],
)  # fmt: skip
def test_what_is_no_polynomial_is_refused(wrong) -> None:
    (x,) = variables(1)
    with pytest.raises(NotPolynomialError):
        wrong(x)


def test_products_too_long_to_expand_are_refused() -> None:
    whole = sum(variables(30), Fraction(1))
    with pytest.raises(NotPolynomialError, match="too long"):
        whole**8


def test_degrees_are_those_in_each_variable() -> None:
    x, y = variables(2)
    assert degrees(x**3 * y + y**2) == (3, 2)
    assert degrees(Fraction(1)) == ()


def test_the_means_of_many_are_those_of_each() -> None:
    x, y = variables(2)
    moments = [normal(Fraction(2), 0), powers(Uniform(), 1)]
    values = [x**2, y**2, x * x, 3, x**2 + y - y, x**2 - y**2, y**2 * 2, x - x, Fraction(1, 3), x**4]
    assert means(values, moments) == [mean(v, moments) for v in values]
    assert means([x**2], [normal(Fraction(3), 0), powers(Uniform(), 1)]) == [3]
