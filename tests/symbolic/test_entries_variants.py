"""Losses with label noise and with tasks that are not centred, against the loss (8) and by hand at d = 1."""

from fractions import Fraction

import pytest

from symbolic.entries import Gaussian, Matrix, loss
from symbolic.entries.ring import fraction, generators, ring
from symbolic.entries.variants import noisy_loss, prior_loss


def restricted(variant, values):
    """The numerator with some generators replaced by numbers, as text."""
    ctx = variant.numerator.context()
    images = [ctx.constant(values[name]) if name in values else g for name, g in generators(ctx).items()]
    return str(variant.numerator.compose(*images, ctx=ctx))


@pytest.mark.parametrize(("d", "general"), [(1, True), (2, True), (2, False)])
def test_without_noise_the_loss_is_that_of_the_paper(d, general):
    assert restricted(noisy_loss(d, general), {"s": 0, "m_3": 0, "m_4": 0}) == str(loss(d, general).numerator)


@pytest.mark.parametrize("d", [1, 2])
def test_with_a_standard_prior_the_loss_is_that_of_the_paper(d):
    values = {f"mu_w_{k}": 0 for k in range(1, d + 1)}
    values |= {f"Psi_{i}_{j}": int(i == j) for i in range(1, d + 1) for j in range(i, d + 1)}
    assert restricted(prior_loss(d, True), values) == str(loss(d, True).numerator)


def test_the_third_moment_of_the_noise_does_not_matter():
    assert "m_3" in noisy_loss(2, True).numerator.unused_gens()


def value(variant, **numbers):
    names = variant.numerator.context().names()
    return fraction(variant.numerator(*(numbers.get(name, 0) for name in names))) / numbers["N"] ** 2


def test_a_constant_prediction_leaves_the_variance_of_the_label():
    # All parameters zero: half of E <w, x_q>^2 + s^2.
    assert value(noisy_loss(1, True), Lam_1_1=3, N=2, s=2) == Fraction(3 + 4, 2)
    assert value(prior_loss(1, True), Lam_1_1=3, N=2, mu_w_1=5, Psi_1_1=2) == Fraction(3 * (25 + 2), 2)


def test_noise_on_the_labels_of_one_example():
    # d = 1, N = 1, u_-1 = U11 = 1, Lam = 1: residual (w x + e) x x_q - w x_q - e_q.
    # E = E x_q^2 (w^2 (x^2 - 1)^2 + e^2 x^2) + s^2 = 2 + s^2 + s^2.
    assert value(noisy_loss(1, True), Lam_1_1=1, N=1, U11_1_1=1, u_m1=1, s=3) == Fraction(2 + 9 + 9, 2)


def test_moments_of_a_gaussian_with_a_mean():
    ctx = ring(["x", "m", "v"])
    _, m, v = ctx.gens()
    x = Gaussian((0,), Matrix(((v,),)), ctx, (m,))
    assert x.moment((1,)) == m
    assert x.moment((2,)) == m**2 + v
    assert x.moment((3,)) == m**3 + 3 * m * v
