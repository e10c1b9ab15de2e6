"""Samplers, laws of labels and the flow of noisy labels: two wings, the same object."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest

from numeric import labels, prompts, shifts
from numeric.arithmetic.balls import exact
from numeric.covariances import Diagonal, Rotated
from numeric.laws import TwoPoint
from numeric.ode.reduced import reduced_flow
from proofs_check.algebras import ball_losses
from proofs_check.algebras.ball_values import Value
from proofs_check.algebras.balls import BallsAlgebra
from proofs_check.registry import load
from proofs_check.witnesses.definition.draws import label_functions, samplers, shifted_prompts
from symbolic.flow import gradient_flow
from symbolic.lsa import PARAMETERS, noisy_loss
from symbolic.words import evaluate

DATA = load().find("zfb/section-3.3-data-model").claim
SHIFTS = load().find("zfb/section-4.2-shift-definitions").claim
assert DATA is not None
assert SHIFTS is not None
PROP = SHIFTS.parts[0].readings[0].prop


def test_the_samplers_draw_what_the_page_says() -> None:
    assert samplers(DATA) == (6, "")
    assert shifted_prompts(SHIFTS, PROP) == (10, "")
    assert label_functions() == (10, "")


@pytest.mark.parametrize("wrong", [
    lambda drawn: {**drawn, "x_q": drawn["x"][:, 0]},
    lambda drawn: {**drawn, "w": 2 * drawn["w"]},
    lambda drawn: {**drawn, "x": drawn["x"][:, :, ::-1]},
])  # fmt: skip
def test_a_wrong_sampler_is_named(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = prompts.draw
    monkeypatch.setattr(prompts, "draw", lambda *args: wrong(right(*args)))
    assert "numeric.prompts.draw" in samplers(DATA)[1]


def test_a_query_without_its_noise_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    right = shifts.draw_prompts

    def wrong(*args: Any, **options: Any) -> shifts.Prompts:
        drawn = right(*args, **options)
        assert drawn.w is not None
        return replace(drawn, y_q=(drawn.x_q * drawn.w).sum(axis=1))

    monkeypatch.setattr(shifts, "draw_prompts", wrong)
    assert "the noise of the labels" in shifted_prompts(SHIFTS, PROP)[1]


def test_labels_that_are_not_those_of_their_moments_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    right = labels.noisy_linear
    monkeypatch.setattr(
        labels, "noisy_linear", lambda w, s, noise: replace(right(w, s, noise), function=lambda x, z: x @ w)
    )
    assert "noise" in label_functions()[1]


def test_a_rotated_covariance_keeps_its_eigenvalues() -> None:
    law = Rotated(Diagonal((TwoPoint(Fraction(1, 2), Fraction(2), Fraction(1, 2)),) * 3))
    found = np.linalg.eigvalsh(law.draw(50, np.random.default_rng(0)))
    assert np.minimum(abs(found - 0.5), abs(found - 2)).max() < 1e-12


def test_the_reduced_flow_with_label_noise_is_the_one_that_words_derives() -> None:
    s, u, N = Fraction(2, 3), Fraction(3, 2), 4
    Lam, U = ([[Fraction(x) for x in row] for row in rows] for rows in ([[2, 1], [1, 3]], [[1, 2], [-1, 1]]))
    p = PARAMETERS
    velocity = gradient_flow(noisy_loss(), (p.U11, p.u12, p.u21, p.u_1)).restricted((p.u12, p.u21)).velocity(p.U11)
    derived = evaluate(velocity, {"d": 2, "N": N}, {"Lam": Lam, "U11": U, "u_-1": u, "s": s})
    flow = reduced_flow([(Fraction(1), Lam)], N, noise=s**2)
    matrix = np.array(U, dtype=object)
    slope = u * sum(G @ matrix @ L for G, L in flow.terms) - flow.drift
    assert (-u * slope).tolist() == derived


def test_balls_and_words_have_the_same_loss_and_slopes_with_label_noise() -> None:
    d, N, s, u = 2, 4, Fraction(2), Fraction(3, 2)
    values = {"Lam": [[2, 1], [1, 3]], "U11": [[1, 2], [-1, 1]], "u12": [[0], [0]], "u21": [[0], [0]]}
    numbers = {name: Value(flint.arb_mat(rows)) for name, rows in values.items()}
    numbers |= {"u_-1": Value(flint.arb_mat([[flint.arb(3) / 2]])), "s": Value(flint.arb_mat([[2]]))}
    algebra = BallsAlgebra(numbers, {"d": d, "N": N}, flint.fmpq_mat(d, d, [1, 0, 0, 1]))
    point: dict[str, Any] = {**values, "u_-1": u, "s": s, "m_4": s**4}
    derived = evaluate(noisy_loss(), {"d": d, "N": N}, point)
    assert isinstance(derived, Fraction)
    assert ball_losses.loss("L_noise", algebra).contains(exact(derived))
    p = PARAMETERS
    flow = gradient_flow(noisy_loss(), (p.U11, p.u12, p.u21, p.u_1))
    slope = evaluate(flow.velocity(p.u_1), {"d": d, "N": N}, point)
    assert ball_losses.slopes("L_noise", algebra)["u_-1"].scalar.contains(exact(slope))
