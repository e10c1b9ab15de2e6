"""Which moments of the labels a statement works with."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, check, claim, scalar, vector
from proofs_check.claims import Hypothesis
from proofs_check.papers.zfb.notation import w, x_q
from proofs_check.papers.zfb.notation_prompts import E_xy, Sigma, squared_error, y_hat_linear, y_i, y_q
from proofs_check.papers.zfb.theorem_5 import risk
from proofs_check.proof.chain import Identity, Proof, Step
from proofs_check.proof.values.label_moments import label_moments, moment, moments
from proofs_check.statement.laws import finite
from proofs_check.statement.props import Prop, eq
from proofs_check.statement.terms import Op, Term, entry, expect, inner, norm_2

c, v = scalar("c"), vector("v", "d")


def test_the_error_of_theorem_5_has_the_moments_yy_xy_and_yyxx() -> None:
    assert label_moments(eq(risk, 0)) == {(0, 2), (1, 1), (2, 2)}


def test_the_best_linear_predictor_does_not_need_the_fourth_moment() -> None:
    assert label_moments(eq(squared_error, 0)) == {(0, 2), (1, 1)}
    assert isinstance(squared_error, Op)
    assert moments(squared_error) == {(0, 2), (1, 1), (2, 0)}


def test_the_covariance_of_xy_has_the_moments_xy_and_yyxx() -> None:
    assert label_moments(eq(expect(Sigma), 0)) == {(1, 1), (2, 2)}


def test_a_single_moment_is_read_off() -> None:
    assert moment(E_xy) == (1, 1)
    assert moment(expect(y_q**2 * x_q * x_q.T)) == (2, 2)
    assert moment(squared_error) is None


def test_linear_labels_are_no_labels_of_unknown_law() -> None:
    assert label_moments(eq(expect((y_hat_linear - inner(w, x_q)) ** 2), 0)) == frozenset()
    assert label_moments(eq(y_i, y_q)) == frozenset()


@pytest.mark.parametrize(("known", "gives"), [
    (y_q * inner(v, x_q), False), (y_q * c, False), (c * y_q * x_q, False), (entry(x_q, 1, 1) * y_q, False),
    (y_q * norm_2(v), False), (y_q * x_q - y_q * x_q, False), (y_q * v, False),
    (y_q * x_q, True), (2 * y_q * x_q, True), (y_q**2 * x_q * x_q.T, True), (y_q * norm_2(x_q), True),
], ids=repr)  # fmt: skip
@pytest.mark.parametrize("witness", ["words", "proof"])
def test_a_moment_in_one_direction_or_times_0_gives_no_other(known: Term, gives: bool, witness: str) -> None:
    """E y <v, x> is 0 for v = 0, whatever the law of y is."""
    prop = eq(expect(2 * y_q * x_q), 2 * expect(y_q * x_q))

    def body() -> Prop:
        """Words."""
        return prop

    proof = Proof((Step("line", prop, Identity()),)) if witness == "proof" else None
    given = (Hypothesis("known", finite(expect(known))),)
    result = check(claim("zfb/known", kind=Kind.IDENTITY, given=given, witnesses=(witness,), proof=proof)(body))
    assert result.verdict is Verdict.PROVED  # type: ignore[union-attr]
    assert ("< oo" in result.scope) is not gives, result.scope  # type: ignore[union-attr]
