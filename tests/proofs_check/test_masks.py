"""A mask is one matrix, diag(1, ..., 1, 0): no other stands for it in a counterexample."""

from __future__ import annotations

import pytest

from proofs_check import runner
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.ccs.notation import X_0, M
from proofs_check.statement.props import Prop, eq
from proofs_check.statement.terms import matrix
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.entries.witness import counterexample

X = matrix("X", "d", "n+1")


def stated(prop: Prop, *given: Prop) -> Claim:
    hypotheses = tuple(Hypothesis(f"h{m}", h) for m, h in enumerate(given))
    return Claim("mine/x", Kind.IDENTITY, "", "x", (Part("", (Reading("", prop),)),), given=hypotheses)


@pytest.mark.parametrize("covariates", [X, X_0])
def test_no_point_is_proposed_at_which_the_mask_is_another_matrix(covariates) -> None:
    claim = stated(eq(covariates * M, covariates), eq(covariates * M * covariates.T, covariates * covariates.T))
    result = runner.examine(claim, ("words", "entries"), Context(dims=(1, 2)))
    assert result.verdict is not Verdict.REFUTED
    assert not result.defects


def test_a_mask_has_its_entries_and_is_not_told() -> None:
    assert counterexample(stated(eq(M * M, M)), M * M, M) is None
    point = counterexample(stated(eq(X * M, X)), X * M, X)
    assert point is not None
    assert "M" not in point
    assert [row[:-1] for row in point["lhs"]] == [row[:-1] for row in point["rhs"]]
    assert all(row[-1] == 0 for row in point["lhs"])
