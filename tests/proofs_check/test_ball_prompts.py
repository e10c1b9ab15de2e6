"""Mean squared errors of the trained prediction in balls."""

from fractions import Fraction

import flint
import pytest

from numeric.arithmetic import ball_precision
from proofs_check.algebras.ball_values import Value, number
from proofs_check.algebras.balls import BallsAlgebra
from proofs_check.papers.zfb.notation import Lam, w, x_q
from proofs_check.papers.zfb.notation_prompts import eps_i, trained_prediction, x_i
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import cond, expect_given
from proofs_check.statement.terms import expect, inner, inv


@pytest.fixture
def algebra():
    values = {"w": Value(flint.arb_mat([[1], [-2]])), "s": number(3)}
    plain = BallsAlgebra(values, {"d": 2, "N": 3, "M": 4}, flint.fmpq_mat(2, 2, [1, 0, 0, 1]))
    return plain.moved({"Lam": plain.spectral([flint.arb(1), flint.arb(4)])})


def by_coordinates(w_squared, noise=Fraction(0)):
    """The error for a diagonal covariance, coordinate by coordinate, from the moments of S = (1/M) sum x x^T."""
    lam, N, M = (Fraction(1), Fraction(4)), 3, 4
    gam = [x + x / N + sum(lam) / N for x in lam]
    total = Fraction(0)
    for i in (0, 1):
        # E(S w)_i^2 = lam_i^2 w_i^2 (1 + 2/M) + lam_i sum_{k != i} lam_k w_k^2 / M
        others = sum(lam[k] * w_squared[k] for k in (0, 1) if k != i)
        square = lam[i] ** 2 * w_squared[i] * (1 + Fraction(2, M)) + lam[i] * others / M + noise * lam[i] / M
        total += lam[i] * (square / gam[i] ** 2 - 2 * lam[i] / gam[i] * w_squared[i] + w_squared[i])
    return total


def test_the_error_of_a_task_on_average_and_with_noise(algebra):
    linear = (trained_prediction(inner(w, x_i)) - inner(w, x_q)) ** 2
    noisy = (trained_prediction(inner(w, x_i) + eps_i) - inner(w, x_q)) ** 2
    for body, exact in (
        (expect_given(linear, w), by_coordinates((1, 4))),
        (expect(linear), by_coordinates((1, 1))),
        (expect(noisy), by_coordinates((1, 1), Fraction(9))),
    ):
        with ball_precision(120):
            gap = algebra.read(body).scalar - flint.arb(exact.numerator) / exact.denominator
        assert gap.contains(0)
        assert gap.rad() < 1e-20


def test_other_prompts_and_other_labels_are_refused(algebra):
    with pytest.raises(Lacks, match="not linear"):
        algebra.read(expect((trained_prediction(inner(w, x_i) ** 3) - inner(w, x_q)) ** 2))
    with pytest.raises(Lacks, match="other prompts"):
        algebra.read(expect((trained_prediction(inner(w, x_i), query=Lam * x_q) - inner(w, x_q)) ** 2))


def test_the_condition_number_is_that_of_the_eigenvalues(algebra):
    for A in (Lam, inv(Lam)):
        assert abs(float(algebra.read(cond(A)).scalar.mid()) - 4) < 1e-9


def test_the_trace_inequalities_hold_on_whole_boxes_of_matrices():
    from proofs_check.model import model_for
    from proofs_check.papers.zfb.lemma_31 import lemma_31
    from proofs_check.papers.zfb.lemma_32 import lemma_32_trace
    from proofs_check.witnesses.balls.boxes import examine_boxes

    (reading, _) = lemma_31.parts[0].readings
    with ball_precision(160):
        von_neumann = examine_boxes(lemma_31, reading.prop, model_for(lemma_31))
        found = examine_boxes(lemma_32_trace, lemma_32_trace.parts[0].readings[0].prop, model_for(lemma_32_trace))
    assert {(2, 1), (2, 2)} <= {(box.d, box.link) for box in von_neumann if box.proved}
    assert all(box.proved for box in found)
    assert {box.d for box in found} == {1, 2}
