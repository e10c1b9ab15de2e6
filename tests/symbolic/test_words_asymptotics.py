from fractions import Fraction

import pytest

from symbolic.errors import InputError
from symbolic.lsa import Lam, Prompt
from symbolic.words import Matrix, N, Scalar, condition, dimension, evaluate, matrix, substitute, trace
from symbolic.words.asymptotics import exceeds, expansion, is_of_order, tends_to_zero
from symbolic.words.letters import letter
from symbolic.words.matrices import projection, pseudo_inverse
from symbolic.words.series import SMALL

eye = Matrix.identity("d")
Gam = (1 + 1 / N) * Lam + trace(Lam) / N * eye
M = dimension("M")
w = matrix("w", "d", 1)
BOTH = ("N", "M")
floor = w.T * Gam**-2 * Lam * w * trace(Lam) ** 2 / N**2


def test_the_inverse_of_gamma_is_a_series_in_one_over_N():
    first = expansion(Gam**-1, ("N",), 1)
    assert first == {(0,): Lam**-1, (1,): -(Lam**-1) - trace(Lam) * Lam**-2}
    assert tends_to_zero(Gam**-1 - Lam**-1, ("N",))
    assert not tends_to_zero(Gam**-1 - 2 * Lam**-1, ("N",))


@pytest.mark.parametrize("power", [-3, -1, 2])
def test_the_remainder_of_an_expansion_is_of_the_next_order(power):
    """At two large N the error of the third-order polynomial falls like the fourth power of 1/N."""
    value = w.T * Gam**power * w
    series = sum((c * SMALL ** e[0] for e, c in expansion(value, ("N",), 3).items()), Scalar.of(0))
    point = {"Lam": [[2, 1], [1, 3]], "w": [[1], [-2]]}

    def error(n):
        here = substitute(series, {"1/N": Scalar.of(Fraction(1, n))})
        return abs(evaluate(value, {"d": 2, "N": n}, point) - evaluate(here, {"d": 2, "N": n}, point))

    small, smaller = error(10**4), error(10**5)
    assert smaller == small == 0 or Fraction(9_900) < small / smaller < Fraction(10_100)


def test_the_inverse_with_a_ridge_is_a_series_too():
    r""":math:`(\Gamma+\frac{s^2}N\Lambda^{-1})^{-1}`, the limit of training with label noise."""
    s = Scalar.symbol("s", 1)
    ridge = (Gam * Lam + s**2 / N * eye) ** -1 * Lam
    assert expansion(ridge, ("N",), 1) == {
        (0,): Lam**-1, (1,): -(Lam**-1) - trace(Lam) * Lam**-2 - s**2 * Lam**-3
    }


def test_powers_of_N_that_partial_fractions_bring_in_cancel():
    value = Gam**-1 * Lam**-3
    assert tends_to_zero(value - Lam**-4, ("N",))


def test_orders_of_magnitude():
    risk = floor + w.T * Gam**-2 * Lam**3 * w / M
    assert is_of_order(risk, 1 / M + N**-2, BOTH)
    assert not is_of_order(risk, 1 / M + N**-3, BOTH)
    assert exceeds(risk, 1 / M + N**-3, BOTH)
    assert exceeds(risk, M**-2 + N**-2, BOTH)
    assert not exceeds(risk, 1 / M + N**-2, BOTH)
    assert is_of_order(risk, (2 * M) ** -1 + (N + 1) / (N + 3) ** 3, BOTH)
    assert exceeds(risk, (N + 1) / N**2, BOTH)
    assert is_of_order((1 + condition(Lam)) * N**-2, N**-2, ("N",))


def test_a_mixed_term_needs_a_bound_with_both():
    mixed = trace(Lam) / (M * N**3)
    assert is_of_order(mixed, 1 / M, BOTH)
    assert not is_of_order(mixed, M**-2, BOTH)
    # 1/(M N) <= 1/M^2 + 1/N^2 is true, but not term by term: neither way is decided.
    product = trace(Lam) / (M * N)
    assert not is_of_order(product, M**-2 + N**-2, BOTH)
    assert not exceeds(product, M**-2 + N**-2, BOTH)


def test_a_joint_limit_is_refused_where_a_length_grows():
    with pytest.raises(InputError, match="grows"):
        tends_to_zero(M / N * trace(Lam), BOTH)
    with pytest.raises(InputError, match="grows"):
        tends_to_zero(N * trace(Lam), ("N",))


def test_a_sum_over_as_many_samples_has_no_limit_before_its_mean_is_taken():
    X = Prompt("M").X
    with pytest.raises(InputError, match="columns"):
        tends_to_zero(X * X.T / M - Lam, ("M",))
    assert tends_to_zero(X * X.T / N, ("N",))


def test_a_bound_that_may_be_infinite_for_some_N_is_refused():
    with pytest.raises(InputError, match="infinite"):
        is_of_order(trace(Lam) / (N - 1), 1 / N, ("N",))
    for bound in (-1 / N, w.T * Lam * w / N):
        with pytest.raises(InputError, match="positive multiples"):
            is_of_order(trace(Lam) / N, bound, ("N",))
    assert is_of_order(w.T * Lam * w / N, trace(Lam) / N, ("N",))


def test_beside_a_singular_letter_the_inverse_grows_off_its_image():
    r""":math:`(K+I/N)^{-1}` is :math:`N(I-\Pi)+K^+` and what falls."""
    K = Matrix.of(letter("K_9", "d", "d", psd=True))
    ridge, on = (K + eye / N) ** -1, projection(K)
    assert expansion(ridge, ("N",), 0) == {(-1,): eye - on, (0,): pseudo_inverse(K)}
    assert tends_to_zero(K * ridge - on, ("N",))
    assert not tends_to_zero(K * ridge - eye, ("N",))
    with pytest.raises(InputError, match="grows"):
        tends_to_zero(ridge - pseudo_inverse(K), ("N",))
