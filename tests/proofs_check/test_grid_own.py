"""The grid witness on models of one's own: one dimension decides all, and no smaller one is taken for it."""

from __future__ import annotations

import pytest

from proofs_check.algebras.slots import deciding_dimension, slots
from proofs_check.claims import Kind, Part, Reading, claim
from proofs_check.papers.zwb.model import gd_beta
from proofs_check.papers.zwb.notation import H, M, X, beta_star, eps, p, sigma, x, x_q
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import gaussian
from proofs_check.statement.props import eq
from proofs_check.statement.terms import at, expect, eye, grad, half, inner, inv, matrix, norm_2, parameter, tr, vector
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness

A, B, v = matrix("A", "d", "d"), matrix("B", "d", "d"), vector("v", "d")
W = parameter("W", "d", "d")
fourth = M**2 * H * A * H + M * (H * A.T * H + tr(A * H) * H)


def stated(prop):
    @claim("own/statement", kind=Kind.IDENTITY, model=gd_beta)
    def made():
        """What is stated."""
        return prop

    return made, Part("", (Reading("", prop),))


def outcome(prop, tier="fast"):
    made, part = stated(prop)
    return witness("grid").examine(made, part, part.readings[0], Context(tier=tier))


def test_the_fourth_moment_is_proved_for_every_dimension():
    found = outcome(eq(expect(X.T * X * A * X.T * X), fourth))
    assert found.verdict is Verdict.PROVED
    assert found.scope.whole
    assert found.figures["d"] == 4


@pytest.mark.parametrize("wrong", [
    M**2 * H * A * H + M * (H * A * H + tr(A * H) * H),
    (M + 1) * M * H * A * H + M * tr(A * H) * H,
    M**2 * H * A * H + (M + 1) * (H * A.T * H + tr(A * H) * H),
])  # fmt: skip
def test_a_wrong_fourth_moment_is_refuted_at_an_exact_point(wrong):
    found = outcome(eq(expect(X.T * X * A * X.T * X), wrong))
    assert found.verdict is Verdict.REFUTED
    assert "M = " in found.counterexample


@pytest.mark.parametrize("d_times_trace", [
    tr(tr(A) * eye("d")), tr(A**0 * tr(A)), tr((tr(A) * eye("d")).T / 2) * 2, inner(tr(A) * eye("d"), eye("d")),
], ids=str)  # fmt: skip
def test_a_trace_of_a_multiple_of_the_identity_is_not_decided_in_one_dimension(d_times_trace):
    assert outcome(eq(d_times_trace, tr(A))).verdict is not Verdict.PROVED


def test_a_gradient_that_may_be_a_multiple_of_the_identity_is_not_either():
    for f in (tr(W) * tr(A), tr(W * tr(A)), tr(W * B) + tr(W), tr(W) * norm_2(v) ** 2):
        with pytest.raises(Lacks, match="may be that of the identity"):
            deciding_dimension(tr(grad(f, W)), tr(A), gd_beta, 0)
    for f in (tr(W * B) * tr(A), v.T * W * v * tr(A), inner(W, B) * 2):
        assert deciding_dimension(tr(grad(f, W)), tr(A), gd_beta, 0) == slots(f)[1] // 2 - 1


def test_what_holds_in_small_dimensions_only_is_not_proved():
    cayley_hamilton = A * A - tr(A) * A + (tr(A) ** 2 - tr(A * A)) / 2 * eye("d")
    found = outcome(eq(cayley_hamilton, 0 * A))
    assert found.verdict is Verdict.UNDECIDED
    assert "d = 3" in found.sentence


def test_noise_and_tasks_are_averaged():
    assert outcome(eq(expect(norm_2(eps) ** 2 * x_q.T * x_q), M * sigma**2 * tr(H))).verdict is Verdict.PROVED
    assert outcome(eq(expect(norm_2(eps) ** 2 * x_q.T * x_q), sigma**2 * tr(H))).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("term", "most"),
    [(tr(A * B), 4), (A * v, 3), (v.T * A * v, 4), (expect(x_q.T * A * x_q), 4), ((v.T * v) ** 2, 4),
     (at(x, 1).T * A * p, 4), (A + A * B, 4), (norm_2(A * v) ** 2, 6), (sigma * v, 1), (grad(v.T * W * v, W), 2)],
)  # fmt: skip
def test_slots_are_counted(term, most):
    assert slots(term)[1] == most


def test_the_dimension_grows_with_the_open_slots():
    assert deciding_dimension(tr(A * B), tr(B * A), gd_beta, 0) == 2
    assert deciding_dimension(A * B, B * A, gd_beta, 2) == 3


@pytest.mark.parametrize("term", [tr(eye("d")), tr(eye("d") - A), half(H), inv(H) * A, norm_2(v), tr(A) / tr(B)])
def test_powers_of_d_and_what_is_no_polynomial_are_lacking(term):
    with pytest.raises(Lacks):
        slots(term)


def test_a_covariance_that_is_the_identity_gives_powers_of_d():
    z = gaussian("z", "d")
    with pytest.raises(Lacks, match="identity"):
        deciding_dimension(expect(z.T * z), tr(eye("d")), gd_beta, 0)
    assert outcome(eq(expect(z.T * z), beta_star.T * beta_star)).verdict is not Verdict.PROVED


def test_dimensions_beyond_the_tier_are_named():
    found = outcome(eq(expect(X.T * X * A * X.T * X * B * X.T * X), 0 * A))
    assert found.verdict is Verdict.UNDECIDED
    assert "decides every d" in found.sentence
