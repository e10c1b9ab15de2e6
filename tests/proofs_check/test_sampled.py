"""The sampled witness: right statements pass, wrong ones do not, and what it cannot read it says."""

from fractions import Fraction

import numpy as np
import pytest

from proofs_check.algebras.sampling.heads import averaged
from proofs_check.algebras.sampling.settings import exact_mean_setting, exact_setting, sampled_setting
from proofs_check.algebras.sampling.variants import variants
from proofs_check.claims import Claim, Kind, claim
from proofs_check.papers.zfb.lemma_9 import lemma_9
from proofs_check.papers.zfb.lemma_10 import eq_31, eq_40
from proofs_check.papers.zfb.lemma_10_dynamics import eq_37
from proofs_check.papers.zfb.lemma_21 import lemma_21
from proofs_check.papers.zfb.notation import (
    U11,
    Gam,
    H_tau,
    L,
    Lam,
    Lam_hat,
    M,
    N,
    i_d,
    on_block,
    tr,
    u,
    u_1,
    w,
    x_q,
    y_hat,
)
from proofs_check.papers.zfb.notation_prompts import Sigma, sample_covariance, y_hat_linear
from proofs_check.papers.zfb.notation_random import E_Gam_Lam2, E_Lam2, Lam_tau, lam_tau, x_tau_q
from proofs_check.papers.zfb.section_5_1 import negative_eigenvalues, negative_eigenvalues_corrected
from proofs_check.papers.zfb.theorem_5 import competitive_rate, large_lengths, theorem_5
from proofs_check.papers.zwb.section_4 import section_4_strict_gap
from proofs_check.statement.laws import expect_given, in_mean_square
from proofs_check.statement.props import Prop, eq, for_all, ge, gt, implies, lt
from proofs_check.statement.terms import expect, grad, half, index, inner, inv, norm_op, scalar, total, where
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.points.draws import truth
from proofs_check.witnesses.sampled.engine import SampledEngine
from proofs_check.witnesses.sampled.witness import DRAWS, SampledWitness

CONTEXT = Context()


@pytest.fixture(scope="module")
def witness() -> SampledWitness:
    return SampledWitness()


def stated(prop: Prop) -> Claim:
    return claim("zfb/tested", kind=Kind.IDENTITY, source="test")(lambda: prop)


def plain(d: int):
    (variant,) = variants(stated(eq(L, L)), eq(L, L), d)
    return variant


def examine(witness: SampledWitness, statement: Claim, part: str = "", reading: int = 0):
    found = statement.part(part)
    return witness.examine(statement, found, found.readings[reading], CONTEXT)


def test_a_surely_true_identity_is_equal_in_exact_fractions(witness: SampledWitness) -> None:
    outcome = examine(witness, lemma_9)
    assert outcome.verdict is Verdict.SUPPORTED
    assert "exact fractions" in outcome.sentence


def test_a_wrong_identity_is_refuted_with_the_draw(witness: SampledWitness) -> None:
    outcome = examine(witness, stated(eq(y_hat, 2 * u.T * H_tau * u)))
    assert outcome.verdict is Verdict.REFUTED
    assert "left" in (outcome.counterexample or "")


def test_a_mean_is_supported_and_says_what_it_would_have_found(witness: SampledWitness) -> None:
    outcome = examine(witness, eq_37, "a")
    assert outcome.verdict is Verdict.SUPPORTED
    assert outcome.figures["false_alarm_rate"] == 1e-9
    assert 0 < outcome.figures["detectable"]["least"] < 0.1
    assert outcome.figures["draws"] == DRAWS["fast"]


@pytest.mark.parametrize(
    "wrong",
    [
        (N + 2) / N * Lam**2 + 1 / N * tr(Lam) * Lam,
        (N + 1) / N * Lam**2 + tr(Lam) * Lam,
        (N + 1) / N * Lam**2 - 1 / N * tr(Lam) * Lam,
    ],
)
def test_a_wrong_mean_is_rejected(witness: SampledWitness, wrong) -> None:
    part = eq_37.part("a")
    assert witness.refutes(eq_37, part, part.readings[0], eq(expect(Lam_hat**2), wrong), CONTEXT)


def test_the_flow_comes_from_the_definition_at_a_general_point(witness: SampledWitness) -> None:
    assert examine(witness, eq_40).verdict is Verdict.SUPPORTED
    assert examine(witness, eq_31, reading=1).verdict is Verdict.SUPPORTED


def test_the_reading_without_the_factor_is_refuted_and_exact_means_confirm_it(witness: SampledWitness) -> None:
    outcome = examine(witness, eq_31, reading=0)
    assert outcome.verdict is Verdict.REFUTED
    left, right = (outcome.counterexample or "").split("left ")[1].split(", right ")
    assert Fraction(left.split("[[")[1].split("]")[0]) != Fraction(right.split("[[")[1].split("]")[0])


def test_negative_eigenvalues_are_counted_exactly(witness: SampledWitness) -> None:
    fails = examine(witness, negative_eigenvalues)
    assert (fails.verdict, fails.against) == (Verdict.UNDECIDED, True)  # on draws, which refute nothing: entries does
    assert examine(witness, negative_eigenvalues_corrected).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("prop", "lacks"),
    [
        (eq(half(expect(tr(Lam_hat))), 1), "roots of an expectation"),
        (lt(norm_op(Lam), 5), "lacks norm_op"),
        (eq(expect(Lam_hat) ** -1, Lam), "inverse of an expectation"),
    ],
)
def test_what_it_cannot_read_is_undecided_and_named(witness: SampledWitness, prop: Prop, lacks: str) -> None:
    outcome = examine(witness, stated(prop))
    assert outcome.verdict is Verdict.UNDECIDED
    assert lacks in outcome.sentence


def test_every_occurrence_of_an_expectation_has_draws_of_its_own() -> None:
    # E[w w^T] squared is I; with shared draws the per-draw products would average to E|w|^2 w w^T = (d+2) I.
    setting = sampled_setting(stated(eq(L, L)), {"d": 2, "N": 3}, plain(2), 0, None)
    mean = setting.read(expect(w * w.T) ** 2, 0).mean(axis=0)
    assert np.abs(mean - np.eye(2)).max() < 0.5
    assert averaged(total(i_d, 2, expect(w)))
    assert not averaged(w * x_q.T)


def test_exact_means_are_those_of_the_definition() -> None:
    statement, at = stated(eq(L, L)), {"d": 1, "N": 1}
    exact = exact_mean_setting(statement, at, plain(1), None)
    (lam,), ((sampled,),) = exact.read(Lam, 0)[0], exact.read(expect(tr(Lam_hat)), 0)[0]
    assert sampled == lam[0]
    drawn = sampled_setting(statement, at, plain(1), 0, None)
    for term in (L, grad(L, U11), grad(L, u_1)):
        values = drawn.read(term, 0)[:, 0, 0]
        error = 8 * values.std() / len(values) ** 0.5
        assert abs(values.mean() - float(exact.read(term, 0)[0, 0, 0])) < error


@pytest.mark.parametrize("law", range(3))
def test_exact_means_know_random_covariances_of_every_law(law: int) -> None:
    # E[x x^T x x^T] = 2 E Lam^2 + E tr(Lam) Lam, for a mixture, a Wishart and a rotated law: no degree is guessed.
    statement = stated(eq(expect(Lam_tau), Lam_tau))
    variant = variants(statement, eq(Lam_tau, Lam_tau), 2)[law]
    setting = exact_mean_setting(statement, {"d": 2, "N": 1}, variant, None)
    x = x_tau_q
    fourth = setting.read(expect(x * x.T * x * x.T), 0)[0]
    wanted = setting.read(2 * expect(Lam_tau**2) + expect(tr(Lam_tau) * Lam_tau), 0)[0]
    assert (fourth == wanted).all()
    assert (fourth != setting.read(3 * expect(Lam_tau**2), 0)[0]).any()


def test_what_differs_by_less_than_rounding_is_told_apart(witness: SampledWitness) -> None:
    tiny = Fraction(1, 10**13)
    lhs = expect(tr(Lam_hat))
    engine = SampledEngine(stated(eq(L, L)), {"d": 1, "N": 1}, plain(1), 100, None)
    assert engine.exactly_equal(lhs, tr(Lam))
    assert not engine.exactly_equal(lhs, (1 + tiny) * tr(Lam))


def test_exact_prompts_are_fractions() -> None:
    setting = exact_setting(stated(eq(L, L)), {"d": 2, "N": 3}, plain(2), 2, None)
    value = setting.read(w.T * x_q, 0)
    assert isinstance(value[0, 0, 0], Fraction)


# Prompts of other laws ---------------------------------------------------------------------------------------

def test_a_statement_about_any_label_is_examined_on_several_laws(witness: SampledWitness) -> None:
    outcome = examine(witness, theorem_5)
    assert outcome.verdict is Verdict.SUPPORTED
    for law in ("relu", "uniform", "Rademacher"):
        assert law in outcome.scope.text


@pytest.mark.parametrize("factor", [Fraction(1, 2), 2])
def test_a_wrong_error_for_any_label_is_rejected(witness: SampledWitness, factor: Fraction) -> None:
    part = theorem_5.part("")
    lhs, rhs = part.readings[0].prop.args
    wrong = eq(lhs, rhs + (factor - 1) / M * tr(Sigma * Gam**-2 * Lam))
    assert witness.refutes(theorem_5, part, part.readings[0], wrong, CONTEXT)


def test_random_covariances_of_three_laws_are_integrated_or_drawn(witness: SampledWitness) -> None:
    outcome = examine(witness, lemma_21, "a")
    assert outcome.verdict is Verdict.SUPPORTED
    for law in ("one of 2 matrices", "Wishart", "rotated diagonal"):
        assert law in outcome.scope.text or law in outcome.sentence
    part = lemma_21.part("a")
    lhs, rhs = part.readings[0].prop.args
    wrong = eq(lhs, rhs - expect(Lam_tau) ** 2 + expect(Lam_tau**2))
    assert witness.refutes(lemma_21, part, part.readings[0], wrong, CONTEXT)


def test_means_over_a_covariance_are_exact_fractions() -> None:
    (exponential_variant, *_) = variants(stated(eq(lam_tau, lam_tau)), eq(lam_tau, lam_tau), 2)
    setting = exact_setting(stated(eq(L, L)), {"d": 2, "N": 3}, exponential_variant, 2, None)
    # Exponential(1): E lam^2 = 2, E lam^3 = 6, so [E Gam Lam^2]_ii = (4/3) 6 + (6 + 2)/3 = 32/3 for N = 3.
    assert (setting.read(inv(E_Gam_Lam2) * E_Lam2, 0)[0] == np.diag([Fraction(3, 16)] * 2)).all()


def test_the_given_symbols_of_an_expectation_are_held_at_one_value() -> None:
    setting = exact_mean_setting(stated(eq(L, L)), {"d": 2, "N": 1}, plain(2), None)
    square, value = (setting.read(term, 0)[0] for term in (expect_given(w * w.T, w), w * w.T))
    assert (square == value).all()
    held = setting.read(expect_given(inner(w, x_q) ** 2, w) - w.T * Lam * w, 0)
    assert held[0, 0, 0] == 0


def test_where_puts_another_task_into_the_prompt() -> None:
    # The even part of the prediction in the task: zero where u12 = u21 = 0.
    statement = stated(eq(L, L))
    setting = exact_setting(statement, {"d": 2, "N": 2}, plain(2), 2, None)
    odd = where(y_hat + where(y_hat, (w, -w)), *on_block)
    assert (setting.read(odd, 0) == 0).all()
    assert (setting.read(where(y_hat, *on_block), 0) != 0).all()


def test_limits_in_the_lengths_are_told_from_wrong_ones(witness: SampledWitness) -> None:
    outcome = examine(witness, large_lengths, "b")
    assert outcome.verdict is Verdict.SUPPORTED
    assert "slope" in outcome.figures["found"][0]
    part = large_lengths.part("b")
    wrong = in_mean_square(sample_covariance, 2 * Lam, M)
    assert witness.refutes(large_lengths, part, part.readings[0], wrong, CONTEXT)


def test_comparisons_of_means_are_decided_by_intervals(witness: SampledWitness) -> None:
    risk = expect((y_hat_linear - inner(w, x_q)) ** 2)
    assert examine(witness, stated(ge(risk, 0))).verdict is Verdict.SUPPORTED
    assert examine(witness, stated(gt(0, risk))).verdict is Verdict.REFUTED
    part = stated(gt(risk, 0)).part("")
    assert witness.refutes(stated(gt(risk, 0)), part, part.readings[0], lt(risk, 0), CONTEXT)


def test_a_hypothesis_is_met_at_another_point_or_not_at_all(witness: SampledWitness) -> None:
    c = scalar("c")
    grown = implies(gt(c, 1), gt(expect(c**2 * inner(w, x_q) ** 2), expect(inner(w, x_q) ** 2)))
    assert examine(witness, stated(grown)).verdict is Verdict.SUPPORTED
    never = examine(witness, stated(implies(lt(c**2, 0), eq(c, 0))))
    assert "hypothesis false" in never.sentence


def test_rates_are_measured(witness: SampledWitness) -> None:
    outcome = witness.examine(competitive_rate, competitive_rate.part("b"), competitive_rate.part("b").meant, CONTEXT)
    assert outcome.verdict is Verdict.SUPPORTED
    low, high = outcome.figures["rates"]["N"]["slope"]
    assert low <= -2 <= high < -1.5


def test_for_all_reaches_from_the_first_index_to_the_last() -> None:
    setting = exact_setting(stated(eq(L, L)), {"d": 2, "N": 3}, plain(2), 2, None)
    i = index("i", "N")
    assert truth(for_all(i, ge(i, 1)), setting, 0)
    assert not truth(for_all(i, gt(i, 1)), setting, 0)
    assert not truth(for_all(i, lt(i, N)), setting, 0)


def test_samples_look_at_singular_and_vanishing_covariances_too(witness: SampledWitness) -> None:
    # The gap is positive for every problem but those with H beta = 0: an extreme point alone shows that it may be 0.
    for part in section_4_strict_gap.parts:
        outcome = witness.examine(section_4_strict_gap, part, part.readings[0], CONTEXT)
        assert outcome.against
        assert "H = 0" in outcome.sentence
