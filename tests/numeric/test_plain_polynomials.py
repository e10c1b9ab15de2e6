"""Polynomials in plain Python say what python-flint says, of everything that is asked of either."""

from __future__ import annotations

import importlib
import sys
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from numeric import plain_polynomials, polynomials
from numeric.laws import Gaussian, Uniform, exponential


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module as a machine without python-flint has it."""
    monkeypatch.setitem(sys.modules, "flint", None)
    monkeypatch.delitem(sys.modules, "numeric.polynomials")
    made = importlib.import_module("numeric.polynomials")
    assert made.flint is plain_polynomials
    yield made
    sys.modules["numeric.polynomials"] = polynomials


def expression(module: Any, seed: int) -> Any:
    """A random polynomial in three variables, made by sums, products, powers and quotients by numbers."""
    rng = Random(seed)
    found = list(module.variables(3))
    for _ in range(6):
        a, b = rng.choice(found), rng.choice(found)
        k = Fraction(rng.randint(-3, 3), rng.randint(1, 4))
        found.append(rng.choice([a + b * k, a - b, a * b / 2, k - a, a**2, -a + k * b]))
    return found[-1] + found[-2] * Fraction(1, 3)


@pytest.mark.parametrize("seed", range(20))
def test_means_and_degrees_are_those_of_flint(plain: Any, seed: int) -> None:
    laws = (Gaussian(), Uniform(), exponential(2))
    means = [module.mean(expression(module, seed), [module.powers(law, k) for k, law in enumerate(laws)])
             for module in (polynomials, plain)]  # fmt: skip
    assert means[0] == means[1]
    assert isinstance(means[1], Fraction)
    twice = plain.means([expression(plain, seed)] * 2, [plain.powers(law, k) for k, law in enumerate(laws)])
    assert twice == means
    assert polynomials.degrees(expression(polynomials, seed)) == plain.degrees(expression(plain, seed))


def test_a_variance_may_be_a_polynomial_in_what_was_drawn_before(plain: Any) -> None:
    for module in (polynomials, plain):
        v, z = module.variables(2)
        found = module.mean(z**4, [module.powers(exponential(1), 0), module.normal(v, 1)])
        assert found == 3 * 2  # E z^4 = 3 E v^2


def test_what_is_no_polynomial_is_refused_alike(plain: Any) -> None:
    (x,) = plain.variables(1)
    with pytest.raises(plain.NotPolynomialError):
        1 / x
    with pytest.raises(plain.NotPolynomialError):
        bool(x > 0)
    assert plain.mean((6 / (x * 0 + 3)) * x**2, [plain.powers(Gaussian(), 0)]) == 2
