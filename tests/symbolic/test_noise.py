from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest

from symbolic.errors import InputError
from symbolic.lsa import MU, PARAMETERS, PSI, noisy_loss, population_loss, prior_loss, s
from symbolic.words import Matrix, N, Scalar, basis, evaluate, gaussian, letter, matrix, name_of, substitute, trace
from symbolic.words.noise import Moments, expect_noise
from tests.symbolic.isserlis import loss, random_fraction, random_matrix, random_posdef

SKEWED = ((Fraction(2), Fraction(1, 3)), (Fraction(-1), Fraction(2, 3)))
"""A law of mean 0, variance 2, third moment 2 and fourth moment 6, as pairs (value, probability)."""
U11, u12, u21, u_1 = PARAMETERS.U11, PARAMETERS.u12, PARAMETERS.u21, PARAMETERS.u_1


def _point(d: int, random: Random):
    numbers = {"U11": random_matrix(random, d, d), "u12": random_matrix(random, d, 1),
               "u21": random_matrix(random, d, 1), "u_-1": random_fraction(random), "Lam": random_posdef(random, d)}
    a, b = ([row[0] for row in numbers[name]] for name in ("u12", "u21"))
    return numbers, (numbers["U11"], a, b, numbers["u_-1"], numbers["Lam"])


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_the_loss_with_label_noise_agrees_with_every_outcome_of_a_skewed_law(d, n):
    numbers, arguments = _point(d, Random(d + 10 * n))
    brute = sum(
        prod(p for _, p in outcome) * loss(d, n, *arguments, noise=tuple(v for v, _ in outcome))
        for outcome in product(SKEWED, repeat=n + 1)
    )
    # The loss is a polynomial in s^2 and m_4: evaluated at the squared standard deviation 2.
    value = substitute(noisy_loss(), {"s": Scalar.of(2) ** Fraction(1, 2)})
    assert evaluate(value, {"d": d, "N": n}, numbers | {"m_4": 6}) == brute


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 3), (2, 1), (2, 2)])
def test_the_loss_under_a_task_prior_agrees_with_isserlis(d, n):
    random = Random(7 * d + n)
    numbers, arguments = _point(d, random)
    mean, Psi = random_matrix(random, d, 1), random_posdef(random, d)
    brute = loss(d, n, *arguments, mean=[row[0] for row in mean], Psi=Psi)
    assert evaluate(prior_loss(), {"d": d, "N": n}, numbers | {"mu_w": mean, "Psi": Psi}) == brute


def test_without_noise_and_with_the_standard_prior_both_are_the_loss_of_the_paper():
    assert substitute(noisy_loss(), {"s": Scalar.of(0), "m_4": Scalar.of(0)}) == population_loss()
    standard = {name_of(MU): Matrix.zero("d", 1), PSI: Matrix.identity("d")}
    assert substitute(prior_loss(), standard) == population_loss()


def test_on_the_block_noise_adds_a_ridge_and_a_constant():
    zero = Matrix.zero("d", 1)
    gap = substitute(noisy_loss() - population_loss(), {name_of(u12): zero, name_of(u21): zero})
    Lam = matrix("Lam", "d", "d", posdef=True)
    assert gap == s**2 / 2 + s**2 / (2 * N) * u_1**2 * trace(Lam * U11 * Lam * U11.T)


eps = letter("eps", "M", 1)
noise = Matrix.of(eps)
variance = Moments(Scalar.symbol("s", 1) ** 2)


def test_a_moment_that_is_not_known_is_refused_unless_parity_decides():
    X = gaussian("X", "d", "M")
    energy, pull = noise.T * noise, X * noise
    assert expect_noise(energy * pull, eps, variance).is_zero()
    with pytest.raises(InputError, match="order 4"):
        expect_noise(energy * energy, eps, variance)
    with pytest.raises(InputError, match="order 3"):
        expect_noise(Scalar.symbol("e") ** 3, "e", variance)


def test_noise_inside_a_root_is_refused():
    with pytest.raises(InputError, match="polynomials"):
        expect_noise((1 + noise.T * noise) ** -1, eps, variance)


def test_different_samples_are_independent_and_of_mean_zero():
    one, two = (Matrix.of(basis(i, "M")).T * noise for i in "12")
    assert expect_noise(one * two, eps, variance).is_zero()
    assert expect_noise(one * one, eps, variance) == variance.second
