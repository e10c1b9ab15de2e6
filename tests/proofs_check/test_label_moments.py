"""Which moments of the labels a statement works with."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import Kind, Verdict, check, claim, exp, gaussian, scalar, vector
from proofs_check.claims import Hypothesis
from proofs_check.papers.zfb.notation import w, x_q
from proofs_check.papers.zfb.notation_prompts import E_xy, Sigma, squared_error, y_hat_linear, y_i, y_q
from proofs_check.papers.zfb.theorem_5 import risk
from proofs_check.proof.chain import Identity, Proof, Step
from proofs_check.proof.values.label_moments import label_moments, moment
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import expect_given, finite, infinite, noise
from proofs_check.statement.props import Prop, conj, eq, implies
from proofs_check.statement.terms import Num, Op, Term, entry, expect, inner, norm_2
from proofs_check.witnesses.entries.finite import decide_moments

c, v, z = scalar("c"), vector("v", "d"), gaussian("z", "d")


def test_the_error_of_theorem_5_has_the_moments_yy_xy_and_yyxx() -> None:
    assert label_moments(eq(risk, 0)) == {(0, 2), (1, 1), (2, 2)}


def test_the_best_linear_predictor_does_not_need_the_fourth_moment() -> None:
    assert label_moments(eq(squared_error, 0)) == {(0, 2), (1, 1)}


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


@pytest.mark.parametrize("body", [
    y_q**2 - y_q**2, y_q**2 / (1 + y_q**2), 0 * y_q**2, exp(-(y_q**2)) * y_q**2, c * y_q**2, y_q**2 - y_q**2 * c,
    y_q**2 * inner(z, z), y_q**3 * inner(x_q, x_q) - y_q,
], ids=repr)  # fmt: skip
def test_a_moment_that_may_not_occur_is_not_infinite(body: Term) -> None:
    with pytest.raises(Lacks):
        decide_moments(implies(finite(expect(y_q)), finite(expect(body))), 1)


@pytest.mark.parametrize("assumed", [
    exp(y_q**2), norm_2(y_q * x_q), y_q**4, y_q * noise("e"), Op("^", (y_q**2, Num(Fraction(3, 2)))),
    Op("^", (y_q, Num(Fraction(-2)))),
], ids=repr)  # fmt: skip
def test_a_premise_is_met_where_it_is_read(assumed: Term) -> None:
    with pytest.raises(Lacks):
        decide_moments(implies(finite(expect(assumed)), finite(expect(y_q**3))), 1)


@pytest.mark.parametrize(("prop", "d"), [
    (implies(finite(expect(y_q)), finite(expect(y_q**2))), 2), (finite(expect(y_q**2)), 1),
    (implies(finite(expect(y_q)), conj(finite(expect(y_q)), finite(expect(y_q**2)))), 1),
    (implies(infinite(expect(y_q)), finite(expect(y_q**2))), 1), (implies(eq(y_q, 1), finite(expect(y_q**2))), 1),
    (implies(finite(expect(y_q)), finite(expect_given(y_q**2, x_q))), 1),
], ids=repr)  # fmt: skip
def test_one_moment_follows_from_others_or_nothing_is_said(prop: Prop, d: int) -> None:
    with pytest.raises(Lacks):
        decide_moments(prop, d)


def test_moments_are_told_apart_by_a_label_that_is_large_near_zero() -> None:
    for claimed in (y_q**2, (inner(v, x_q) - y_q) ** 2):
        finding, _ = decide_moments(implies(finite(expect(y_q)), finite(expect(claimed))), 1)
        assert not finding.holds


@pytest.mark.parametrize("witness", ["words", "entries"])
@pytest.mark.parametrize("known", [finite(expect(y_q**3)), eq(y_q, 1)], ids=repr)
def test_a_hypothesis_may_make_the_moment_finite(witness: str, known: Prop) -> None:
    def body() -> Prop:
        """The second moment."""
        return implies(finite(expect(y_q)), finite(expect(y_q**2)))

    given = (Hypothesis("known", known),)
    result = check(claim("zfb/known", kind=Kind.DISTRIBUTIONAL, given=given, witnesses=(witness,))(body))
    assert result.verdict is not Verdict.REFUTED  # type: ignore[union-attr]
