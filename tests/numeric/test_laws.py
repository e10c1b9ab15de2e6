"""Laws of labels, noise and random covariances: their exact moments are those of their draws."""

from fractions import Fraction

import numpy as np
import pytest

from numeric import covariances, labels
from numeric.errors import InputError
from numeric.laws import NOISES, Constant, Gamma, Gaussian, Law, Rademacher, TwoPoint, Uniform, exponential
from numeric.prompts import embedding, prediction
from numeric.shifts import draw_prompts, gaussian_query, least_squares, orthogonal_query
from numeric.statistics import mean_test
from numeric.streams import generator

LAM = np.array([[1.0, 0.4], [0.4, 0.5]])
W, V = np.array([0.5, -0.7]), np.array([0.3, 0.4])
LAWS = [
    labels.linear(W), labels.noisy_linear(W, 0.5, Uniform()), labels.cubic(W), labels.relu(W),
    labels.quadratic(W, V), labels.heteroscedastic(W, V, 0.5, Rademacher()),
]  # fmt: skip


@pytest.mark.parametrize("law", [*NOISES, exponential(), Gamma(Fraction(3, 2), 2), TwoPoint(1, 3, Fraction(1, 3))])
def test_gauss_rules_give_the_exact_moments(law: Law) -> None:
    points, weights = law.rule(4)
    for k in range(8):
        assert float(weights @ points**k) == pytest.approx(float(law.moment(k)), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("law", [*NOISES, exponential(), TwoPoint(1, 3, Fraction(1, 3)), Constant(2)])
def test_draws_have_the_exact_mean(law: Law) -> None:
    values = law.draw((100_000,), generator("tests/laws", law.name))
    variance = float(law.moment(2) - law.moment(1) ** 2)
    assert mean_test(values, float(law.moment(1)), variance=variance).compatible


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_labels_have_the_stated_moments(law: labels.LabelLaw) -> None:
    rng = generator("tests/laws", law.name)
    x = rng.standard_normal((200_000, 2)) @ np.linalg.cholesky(LAM).T
    y, found = law.draw(x, rng), law.moments(LAM)
    assert mean_test(y * x[:, 0], found.xy[0]).compatible
    assert mean_test(y * y, found.yy).compatible
    assert not mean_test(y * y, 2 * found.yy).compatible


@pytest.mark.parametrize("law", [law for law in LAWS if law.degree], ids=lambda law: law.name)
def test_moments_of_polynomial_labels_agree_with_a_gauss_rule(law: labels.LabelLaw) -> None:
    (points, weights), (z, z_weights) = Gaussian().rule(6), law.noise.rule(6)
    grid = np.stack(np.meshgrid(points, points, z, indexing="ij"), -1).reshape(-1, 3)
    weight = np.einsum("i,j,k->ijk", weights, weights, z_weights).ravel()
    x = grid[:, :2] @ np.linalg.cholesky(LAM).T
    y, found = law.function(x, grid[:, 2]), law.moments(LAM)
    assert np.allclose(np.einsum("n,n,ni->i", weight, y, x), found.xy, rtol=1e-9)
    assert np.isclose(weight @ y**2, found.yy, rtol=1e-9)
    assert np.allclose(np.einsum("n,n,ni,nj->ij", weight, y**2, x, x), found.yyxx, rtol=1e-9)


def test_moments_are_exact_fractions_of_fractions() -> None:
    third = Fraction(1, 3)
    Lam = np.array([[Fraction(1), third], [third, Fraction(2)]])
    w = np.array([Fraction(1, 2), Fraction(-1)])
    for law in (labels.cubic(w), labels.relu(w), labels.quadratic(w, w)):
        found = law.moments(Lam)
        assert isinstance(found.yy, Fraction)
        assert all(isinstance(value, Fraction) for value in found.yyxx.ravel())
    # By hand: q = w^T Lam w, E y^2 = 15 q^3 for y = <w, x>^3.
    assert labels.cubic(w).moments(Lam).yy == 15 * (w @ Lam @ w) ** 3


@pytest.mark.parametrize("law", [*covariances.diagonal_laws(3), *covariances.general_laws(3)], ids=lambda law: law.name)
def test_random_covariances_are_positive_definite(law: covariances.CovarianceLaw) -> None:
    drawn = law.draw(2000, generator("tests/laws", f"covariance {law.name}"))
    assert drawn.shape == (2000, 3, 3)
    assert np.array_equal(drawn, drawn.transpose(0, 2, 1))
    assert float(np.linalg.eigvalsh(drawn).min()) > 0


def test_the_members_of_the_mixture_do_not_commute() -> None:
    first, second = np.array(covariances.general_laws(2)[0].members)  # type: ignore[attr-defined]
    assert np.abs(first @ second - second @ first).max() > 0.1


def test_shifted_prompts_are_what_their_names_say() -> None:
    def rng() -> np.random.Generator:
        return generator("tests/laws", "prompts")

    plain, scaled = draw_prompts(4, 3, rng(), Lam=LAM), draw_prompts(4, 3, rng(), Lam=LAM, scale=2)
    assert np.allclose(scaled.x, 2 * plain.x, rtol=1e-12)
    assert np.allclose(plain.y, np.einsum("nmd,nd->nm", plain.x, plain.w), rtol=1e-12)
    # Least squares recovers the task of noiseless linear labels, at every scale.
    for found in (plain, scaled):
        assert np.allclose(least_squares(found), found.y_q, rtol=1e-8)
    random = draw_prompts(4, 3, rng(), covariance_law=covariances.diagonal_laws(2)[0])
    assert len({float(value) for value in random.Lam[:, 0, 0]}) == 3
    shifted = draw_prompts(4, 3, rng(), Lam=LAM, query=gaussian_query(np.eye(2)))
    assert np.array_equal(shifted.x, plain.x)
    assert not np.array_equal(shifted.x_q, plain.x_q)


def test_an_orthogonal_query_is_predicted_zero_by_a_single_step() -> None:
    found = draw_prompts(1, 5, generator("tests/laws", "orthogonal"), Lam=np.eye(2), query=orthogonal_query)
    W_PV, W_KQ = np.diag([0.0, 0.0, 1.0]), np.diag([1.0, 1.0, 0.0])
    assert np.abs(prediction(embedding(found.x, found.x_q, found.w), W_PV, W_KQ)).max() < 1e-12  # type: ignore[arg-type]
    with pytest.raises(InputError, match="M must be less than d"):
        draw_prompts(2, 5, generator("tests/laws", "orthogonal"), Lam=np.eye(2), query=orthogonal_query)


def test_bad_input_is_one_sentence() -> None:
    rng = generator("tests/laws", "bad")
    for make, sentence in [
        (lambda: Gamma(0), "shape must be a positive number"),
        (lambda: TwoPoint(1, 2, 3), "p must lie between 0 and 1"),
        (lambda: draw_prompts(2, 2, rng), "covariance_law or Lam must be given"),
        (lambda: draw_prompts(0, 2, rng, Lam=LAM), "M must be an integer of at least 1"),
        (lambda: covariances.mixture([LAM], [0.5]), "of sum 1"),
    ]:
        with pytest.raises(InputError, match=sentence):
            make()
