"""Laws of labels: what is drawn has the second moments that are stated, by declared tests; exact ones are enclosed."""

from fractions import Fraction
from math import exp, pi

import numpy as np
import pytest

from numeric.attention import ContextLabels, gaussian_process, linear_labels, mixture, of_kernel, relu_network
from numeric.attention.activations import EXP, LINEAR, RBF, RELU, SOFTMAX
from numeric.attention.kernels import gram
from numeric.attention.labels import shifted
from numeric.errors import InputError
from numeric.statistics import Ground, MeanTest, mean_test
from numeric.streams import generator

COUNT = 40_000
ALPHA = 1e-9
ROOT = np.array([[2.0, 0.5], [0.5, 1.0]])
"""Sigma^(1/2)."""
INVERSE_ROOT = np.linalg.inv(ROOT)
WIDTH = 3
hyperbolic = of_kernel(lambda u, w: u[0] * w[0] - u[1] * w[1], "hyperbolic")
"""Indefinite, with values of one's own."""


def circle(count: int) -> np.ndarray:
    """Equally spaced unit vectors, at which the kernel relu(<u, v>) is indefinite from twelve on."""
    angles = 2 * pi * np.arange(count) / count
    return ROOT @ np.stack([np.cos(angles), np.sin(angles)])


def fourth_of_a_network(square_length: float) -> float:
    """E y^4: 3 m E relu(z)^4 + 3 m (m - 1) (E relu(z)^2)^2, of z ~ N(0, s^2)."""
    return 3 * WIDTH * 1.5 * square_length**2 + 3 * WIDTH * (WIDTH - 1) * square_length**2 / 4


def gaussian_variance(K: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Of y_i y_j, by Isserlis' theorem: K_ii K_jj + K_ij^2."""
    return np.outer(np.diag(K), np.diag(K)) + K**2


def network_variance(K: np.ndarray, X: np.ndarray) -> np.ndarray:
    """At most E y_i^2 y_j^2, which is at most the root of the product of the fourth moments."""
    fourths = np.array([fourth_of_a_network(float(x @ x)) for x in X.T])
    return np.sqrt(np.outer(fourths, fourths))


LAWS = {
    "linear": (linear_labels(), gaussian_variance),
    "exp": (gaussian_process("exp"), gaussian_variance),
    "relu": (gaussian_process(RELU), gaussian_variance),
    "rbf": (gaussian_process(RBF), gaussian_variance),
    "network": (relu_network(WIDTH), network_variance),
}


def examined(law: ContextLabels, X: np.ndarray, K: np.ndarray, variance: np.ndarray) -> list[MeanTest]:
    """Of the mean of every product y_i y_j (of many columns those with the first), at a rate of 1e-9 each."""
    Y = law.draw(np.broadcast_to(X, (COUNT, *X.shape)), INVERSE_ROOT, generator(f"labels {law.name}", "data"))[:, 0]
    pairs = [(i, j) for i in range(X.shape[1]) for j in range(i + 1) if j == 0 or X.shape[1] < 6]
    return [mean_test(Y[:, i] * Y[:, j], K[i, j], variance=variance[i, j], alpha=ALPHA) for i, j in pairs]


@pytest.mark.parametrize("name", LAWS)
def test_the_products_of_labels_have_the_stated_means(name: str) -> None:
    law, variance = LAWS[name]
    X = circle(5) * 0.8
    K = law.second_moment(X[None], INVERSE_ROOT)[0]
    for found in examined(law, X, K, variance(K, INVERSE_ROOT @ X)):
        assert found.ground is Ground.EXACT
        assert found.compatible


def test_an_indefinite_gram_matrix_gives_labels_of_its_modulus_and_not_of_itself() -> None:
    X = circle(12)
    K = gram(RELU, INVERSE_ROOT @ X)
    assert np.linalg.eigvalsh(K)[0] < -0.2
    law = gaussian_process(RELU)
    modulus = law.second_moment(X[None], INVERSE_ROOT)[0]
    assert np.allclose(modulus @ modulus, K @ K)  # the square of the modulus is that of the matrix
    assert np.linalg.eigvalsh(modulus)[0] > -1e-12
    variance = gaussian_variance(modulus, X)
    assert all(found.compatible for found in examined(law, X, modulus, variance))
    wrong = examined(law, X, K, variance)
    assert max(abs(found.hypothesis - found.estimate) / found.detectable for found in wrong) > 1
    assert not all(found.compatible for found in wrong)


def test_a_kernel_of_ones_own_may_be_indefinite() -> None:
    law = gaussian_process(hyperbolic)
    assert np.allclose(law.second_moment(np.eye(2)[None], np.eye(2))[0], np.eye(2))
    drawn = law.draw(np.broadcast_to(np.eye(2), (50, 2, 2)), np.eye(2), np.random.default_rng(1))
    assert drawn.shape == (50, 1, 2)


def test_a_mixture_has_the_mean_of_the_second_moments_with_its_weights() -> None:
    X = circle(3)
    members = [linear_labels(), relu_network(WIDTH)]
    one, other = (law.second_moment(X[None], INVERSE_ROOT)[0] for law in members)
    law = mixture(members, [0.25, 0.75])
    K = law.second_moment(X[None], INVERSE_ROOT)[0]
    assert np.allclose(K, one / 4 + 3 * other / 4)
    white = INVERSE_ROOT @ X
    variance = gaussian_variance(one, white) / 4 + one**2 / 4 + 3 * network_variance(other, white) / 4
    assert all(found.compatible for found in examined(law, X, K, variance))
    assert not all(found.compatible for found in examined(law, X, (one + other) / 2, variance))


def test_a_mixture_draws_one_law_for_the_whole_prompt() -> None:
    constant = ContextLabels("0", lambda w, rng: np.zeros((len(w), 1, w.shape[2])), lambda w: w, lambda w: w)
    ones = ContextLabels("1", lambda w, rng: np.ones((len(w), 1, w.shape[2])), lambda w: w, lambda w: w)
    X = np.ones((200, 1, 4))
    drawn = mixture([constant, ones]).draw(X, [[1.0]], np.random.default_rng(0))[:, 0]
    assert {tuple(row) for row in drawn} == {(0, 0, 0, 0), (1, 1, 1, 1)}
    assert (mixture([constant, ones], [1, 0]).draw(X, [[1.0]], np.random.default_rng(0)) == 0).all()


def test_second_moments_are_invariant_under_the_rotations_of_assumption_4_2() -> None:
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    X = circle(4)[None] + 0.1
    for law, _ in LAWS.values():
        rotated = law.second_moment(ROOT @ turn @ INVERSE_ROOT @ X, INVERSE_ROOT)
        assert np.allclose(rotated, law.second_moment(X, INVERSE_ROOT), atol=1e-10)


def test_exact_second_moments_enclose_those_in_double_precision() -> None:
    white = [[1, Fraction(1, 2), -1], [0, 2, 1]]
    floats = np.array([[float(v) for v in row] for row in white])[None]
    laws = [law for law, _ in LAWS.values()]
    for law in [*laws, mixture(laws[:2]), mixture(laws[2:], [0.5, 0.25, 0.25]), shifted(laws[0], 0.5)]:
        balls = law.enclosed_second_moment(white)
        near = law.second_moment(floats, np.eye(2))[0]
        assert all(abs(float(balls[i, j]) - near[i, j]) < 1e-9 for i in range(3) for j in range(3))
        assert all(float(balls[i, j].rad()) < 1e-12 for i in range(3) for j in range(3))


def test_the_covariance_of_a_network_at_right_angles_is_known() -> None:
    balls = relu_network(2).enclosed_second_moment([[1, 0], [0, 3]])
    # m |u|^2 / 2 on the diagonal, m |u||v| / (2 pi) at a right angle.
    assert balls[0, 0].contains(1)
    assert balls[1, 1].contains(9)
    assert abs(float(balls[0, 1]) - 3 / pi) < 1e-15


def test_shifted_labels_have_a_mean_and_a_larger_second_moment() -> None:
    X = np.ones((1, 1, 2))
    law = shifted(linear_labels(), 2.0)
    assert np.allclose(law.second_moment(X, [[1.0]]), 5)
    assert not law.mean_is_zero
    assert gaussian_process(EXP).second_moment(X, [[1.0]])[0, 0, 0] == pytest.approx(exp(1))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: gaussian_process("rleu"), "'rleu' is no kernel's name. Did you mean 'relu'"),
        (lambda: gaussian_process("softmax"), "is no kernel's name"),
        (lambda: gaussian_process(SOFTMAX), "softmax is no function of two columns alone"),
        (lambda: relu_network(0), "width must be a positive integer, not 0"),
        (lambda: relu_network(2.5), "width must be a positive integer, not 2.5"),
        (lambda: mixture([]), "takes at least one law"),
        (lambda: mixture([linear_labels()], [0.5]), "weights must be 1 non-negative numbers of sum 1"),
        (lambda: mixture([linear_labels()] * 2, [1.5, -0.5]), "weights must be 2 non-negative"),
        (lambda: shifted(shifted(linear_labels())), "takes a law of mean 0"),
        (lambda: linear_labels().second_moment(np.ones((2, 3)), np.eye(2)), r"X must have the shape \(count, d, n"),
        (lambda: linear_labels().second_moment(np.ones((1, 2, 3)), np.eye(3)), "inverse_root must be"),
        (lambda: linear_labels().second_moment(np.full((1, 1, 1), np.nan), np.eye(1)), "finite numbers"),
        (lambda: gaussian_process(EXP).second_moment(np.full((1, 1, 1), 100.0), np.eye(1)), "overflows"),
        (lambda: linear_labels().enclosed_second_moment([1, 2]), r"white must have the shape \(d, n\+1\)"),
        (lambda: gaussian_process(of_kernel(lambda u, w: u[0] - w[0], "odd")).second_moment(
            np.array([[[1.0, 2.0]]]), np.eye(1)), "the kernel odd must be symmetric"),
    ],
)  # fmt: skip
def test_what_is_no_law_is_refused_in_one_sentence(wrong, sentence: str) -> None:
    with np.errstate(over="ignore"), pytest.raises(InputError, match=sentence):
        wrong()


def test_a_kernel_is_named_or_given() -> None:
    X = circle(3)[None]
    named, given = (gaussian_process(kernel).second_moment(X, INVERSE_ROOT) for kernel in ("linear", LINEAR))
    assert np.array_equal(named, given)
