"""Statements along the flow are refuted only by starts that meet the hypotheses."""

from __future__ import annotations

import pytest

from proofs_check.claims import Kind, claim
from proofs_check.papers.zfb.assumptions import assumption_3
from proofs_check.papers.zfb.notation import U11, Lam, N, Theta, d, sigma, u_1
from proofs_check.statement.props import always, eq
from proofs_check.statement.terms import Term, tr
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.entries.witness import EntriesWitness


def _examined(lhs: Term, rhs: Term) -> Outcome:
    stated = claim(
        "zfb/along-the-flow", kind=Kind.INVARIANCE, source="this test", forall=(d, N, Lam, Theta, sigma, U11, u_1),
        given=assumption_3,
    )(lambda: always(eq(lhs, rhs)))
    part = stated.parts[0]
    return EntriesWitness().examine(stated, part, part.readings[0], Context(dims=(1, 2)))


def test_balancedness_is_proved() -> None:
    assert _examined(u_1**2, tr(U11 * U11.T)).verdict is Verdict.PROVED


def test_a_consequence_of_balancedness_is_not_refuted_by_unbalanced_points() -> None:
    outcome = _examined(u_1**4, tr(U11 * U11.T) ** 2)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "proof chain" in outcome.sentence


def test_a_forgotten_transpose_is_refuted_at_a_start_that_meets_assumption_3() -> None:
    outcome = _examined(u_1**2, tr(U11 * U11))
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.scope.text == "d = 2"
    assert "order 2 at time 0" in outcome.sentence


@pytest.mark.parametrize("factor", [2, 3])
def test_a_wrong_factor_is_refuted_at_time_0(factor: int) -> None:
    outcome = _examined(u_1**2, factor * tr(U11 * U11.T))
    assert outcome.verdict is Verdict.REFUTED
    assert "time 0" in outcome.sentence
