"""The data and models of the linear transformer block, from their definitions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from numeric import block
from numeric.statistics import mean_test

RNG = np.random.default_rng(5)
D, M = 2, 3
H = np.array([[1.0, 0.5], [0.5, 0.25]])
"""Of rank one."""
PROBLEM = block.Problem(H, np.array([[0.5, 0.2], [0.2, 0.3]]), np.array([0.5, -1.0]), 0.5)
WEIGHTS = block.Weights(*(0.25 * RNG.standard_normal((4, D + 1)) for _ in range(6)))
STEP = np.array([0.25, -0.5]), np.array([[0.5, 0.125], [-0.25, 0.75]])


def _errors(n: int) -> dict[str, tuple[Any, float]]:
    """Squared errors on drawn prompts, and the exact risk."""
    drawn = block.draw(PROBLEM, M, n, np.random.default_rng(1))
    E = block.tokens(drawn.X, drawn.y, drawn.x)
    attention = block.reduced(WEIGHTS, attention_alone=True)
    one = (drawn.X, drawn.y, drawn.x)
    return {
        "LTB": ((block.ltb(E, WEIGHTS) - drawn.target) ** 2, block.risk(block.reduced(WEIGHTS), PROBLEM, M)),
        "LSA": ((block.lsa(E, WEIGHTS) - drawn.target) ** 2, block.risk(attention, PROBLEM, M)),
        "GD": (
            (block.gradient_descent(*STEP, *one) - drawn.target) ** 2,
            block.risk(block.as_block(*STEP), PROBLEM, M),
        ),
    }


@pytest.mark.parametrize("model", ["LTB", "LSA", "GD"])
def test_the_exact_risk_is_the_mean_squared_error_on_drawn_prompts(model: str) -> None:
    errors, risk = _errors(100_000)[model]
    assert mean_test(errors, risk, alpha=1e-6).compatible
    assert not mean_test(errors, 1.2 * risk, alpha=1e-6).compatible


def test_prompts_lie_in_the_image_of_a_singular_covariance() -> None:
    drawn = block.draw(PROBLEM, M, 100, np.random.default_rng(0))
    aside = np.array([1.0, -2.0])  # spans the null space of H
    assert np.abs(drawn.X @ aside).max() < 1e-7
    assert np.abs(drawn.x @ aside).max() < 1e-7


def test_predictions_do_not_depend_on_how_they_are_computed() -> None:
    drawn = block.draw(PROBLEM, M, 50, np.random.default_rng(2))
    E, at = block.tokens(drawn.X, drawn.y, drawn.x), block.reduced(WEIGHTS)
    G, moment = np.einsum("nmi,nmj->nij", drawn.X, drawn.X), np.einsum("nmi,nm->ni", drawn.X, drawn.y)
    square = (drawn.y**2).sum(axis=1)
    bottom = (moment @ at.u_1 + at.s * square)[:, None] * at.b
    inner = at.w_1 + ((G @ at.u_1 + at.s * moment) @ at.B_1 + bottom) / M
    assert np.allclose((inner * drawn.x).sum(axis=1), block.ltb(E, WEIGHTS))


def test_the_query_column_is_not_summed_over() -> None:
    drawn = block.draw(PROBLEM, M, 4, np.random.default_rng(3))
    E = block.tokens(drawn.X, drawn.y, drawn.x)
    longer = np.concatenate([E[:, :, :M], 0 * E[:, :, :1], E[:, :, M:]], axis=2)  # an example of zeros adds nothing
    attended = block.attended(E, WEIGHTS) - E, block.attended(longer, WEIGHTS) - longer
    assert np.allclose(M * attended[0][:, :, -1], (M + 1) * attended[1][:, :, -1])


def test_one_step_of_gradient_descent_is_a_block_and_its_risk_is_exact_in_fractions() -> None:
    half = Fraction(1, 2)
    H, Psi, mean = (np.array(A, dtype=object) for A in ([[half]], [[half]], [Fraction(1)]))
    exact = block.Problem(H, Psi, mean, Fraction(1))
    beta, Gamma = np.array([Fraction(1)], dtype=object), np.array([[Fraction(1)]], dtype=object)
    # beta = beta*: sigma^2 + H Psi - 2 Gamma H^2 Psi + Gamma^2 H ((1 + 1/M) H^2 Psi + (H Psi + sigma^2) H / M), M = 1
    assert block.risk(block.as_block(beta, Gamma), exact, Fraction(1)) == Fraction(1) + Fraction(1, 4) - Fraction(
        1, 4
    ) + half * (2 * Fraction(1, 8) + Fraction(5, 8))
