"""Which moments of the labels a statement works with."""

from __future__ import annotations

from proofs_check.papers.zfb.notation import w, x_q
from proofs_check.papers.zfb.notation_prompts import E_xy, Sigma, squared_error, y_hat_linear, y_i, y_q
from proofs_check.papers.zfb.theorem_5 import risk
from proofs_check.proof.label_moments import label_moments, moment, moments
from proofs_check.statement.props import eq
from proofs_check.statement.terms import Op, expect, inner


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
