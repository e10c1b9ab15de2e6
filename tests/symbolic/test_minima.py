"""Completing the square: on the loss of the paper, on others, and on certificates that are wrong."""

from dataclasses import replace
from fractions import Fraction

import pytest

from symbolic.errors import InputError
from symbolic.minima import complete_square, is_positive, is_positive_definite, verify
from symbolic.words.matrices import Matrix, matrix, trace
from symbolic.words.scalars import N, Scalar

Lam = matrix("Lam", "d", "d", posdef=True)
U = matrix("U11", "d", "d")
u = Scalar.symbol("u_-1")
I = Matrix.identity("d")  # noqa: E741 - the paper's letter
Gam = Lam * (1 + 1 / N) + I * (trace(Lam) / N)
half = Fraction(1, 2)

printed_loss = trace(Gam * Lam * U * Lam * U.T) * u**2 * half - trace(Lam**2 * U.T) * u
"""(28), written out as printed: the test load."""


def test_the_minimiser_and_the_minimum_of_the_reduced_loss_are_those_of_corollary_16():
    square = complete_square(printed_loss, U, u)
    assert (square.K - Gam**-1).is_zero()
    assert (square.minimum + trace(Lam**2 * Gam**-1) * half).is_zero()
    assert verify(square)


def test_the_gap_is_the_norm_of_corollary_16():
    square = complete_square(printed_loss, U, u)
    root = Lam**half
    residual = root * (U * u) * root - Lam * Gam**-1
    assert (square.gap(U * u) - trace(Gam * residual * residual.T) * half).is_zero()


def test_a_constant_moves_the_minimum_and_nothing_else():
    bare, shifted = complete_square(printed_loss, U, u), complete_square(printed_loss + trace(Lam) * half, U, u)
    assert shifted.K == bare.K
    assert (shifted.minimum - bare.minimum - trace(Lam) * half).is_zero()


def test_the_weights_share_a_right_factor_and_their_sum_is_Gamma_Lambda():
    left, right = complete_square(printed_loss, U, u).factors()
    assert {left, right} == {Gam * Lam, Lam}


def test_another_loss_gives_another_minimiser():
    f = trace(U * Lam * U.T) * u**2 * half - trace(U) * u * 3
    square = complete_square(f, U, u)
    assert (square.K - Lam**-1 * 3).is_zero()
    assert (square.minimum + trace(Lam**-1) * Fraction(9, 2)).is_zero()
    assert verify(square)


def test_wrong_certificates_do_not_verify():
    square = complete_square(printed_loss, U, u)
    assert not verify(replace(square, K=Lam**-1))
    assert not verify(replace(square, minimum=square.minimum + 1))
    assert not verify(replace(square, f=square.f + u))
    negated = tuple(replace(w, coefficient=-w.coefficient) for w in square.weights)
    assert not verify(replace(square, weights=negated))


def test_a_concave_quadratic_is_completed_but_not_certified():
    assert not verify(complete_square(-printed_loss, U, u))


def test_positivity_is_claimed_only_where_it_is_certain():
    assert is_positive(trace(Lam**2) / N + 1)
    assert not is_positive(trace(Lam) - 1)
    assert not is_positive(Scalar.symbol("u_-1") ** 2)
    assert is_positive_definite(Gam**-1)
    assert is_positive_definite(Gam * Lam)
    assert not is_positive_definite(U * U.T)
    assert not is_positive_definite(Lam - I)


@pytest.mark.parametrize(
    ("f", "sentence"),
    [
        (printed_loss + u**2, "no function of the product"),
        (printed_loss + trace(U * U) * u**2, "without a transpose"),
        (printed_loss + trace(U) ** 2 * u**2, "neither"),
        (trace(U) * u, "no quadratic term"),
    ],
)
def test_losses_of_another_form_are_refused_with_the_reason(f, sentence):
    with pytest.raises(InputError, match=sentence):
        complete_square(f, U, u)


def test_a_part_that_is_not_negative_may_be_added_to_what_is_positive_definite():
    r = Scalar.symbol("r", 1)
    assert is_positive_definite(Lam + I * r)
    assert not is_positive_definite(I * r)
    assert not is_positive_definite(Lam - I * r)
    assert not is_positive_definite(Lam + U * U.T)


def test_a_ridge_is_part_of_the_square_and_a_negative_one_is_refused():
    r = Scalar.symbol("r", 1)
    fit = trace(Lam * (U * u - I) * (U * u - I).T)
    ridge = complete_square(fit + trace(U * U.T) * u**2 * r, U, u)
    assert verify(ridge)
    assert (ridge.K - (Lam + I * r) ** -1 * Lam).is_zero()
    assert not verify(complete_square(fit - trace(U * U.T) * u**2 * r, U, u))
    assert not verify(complete_square(trace(U * U.T) * u**2 * r - trace(U) * u, U, u))
