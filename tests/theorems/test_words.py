"""What words proves is handed to the kernel as it stands: a theorem, or the reason why there is none."""

from __future__ import annotations

import pytest

from proofs_check import eq, matrix, registry, tr
from proofs_check.claims import Claim, Kind, claim
from proofs_check.report.theorems import theorems, told
from proofs_check.results import Result
from proofs_check.runner import examine
from proofs_check.statement.props import Prop
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

A, B = matrix("A", "d", "d"), matrix("B", "d", "d")


@claim("t/cyclic", kind=Kind.IDENTITY)
def cyclic() -> Prop:
    return eq(tr(A * B), tr(B * A))


@claim("t/not-cyclic", kind=Kind.IDENTITY)
def not_cyclic() -> Prop:
    return eq(tr(A * B), tr(A * B.T))


def by_words(found: Claim | None) -> Result:
    assert found is not None
    return examine(found, ("words",), Context())


def test_an_identity_of_words_is_a_theorem_by_its_normal_form() -> None:
    (row,) = by_words(cyclic).witnesses
    assert row.figures["theorem"] == {"axioms": [], "oracles": ["normal_form"], "cites": [], "where": []}


def test_what_words_does_not_prove_is_not_handed_over() -> None:
    (row,) = by_words(not_cyclic).witnesses
    assert row.verdict is not Verdict.PROVED
    assert "theorem" not in row.figures


@pytest.mark.parametrize("id", ["zfb/eq-33", "zfb/eq-36", "ccs/eq-12"])
def test_means_of_polynomials_in_the_prompt_exist_and_indices_are_in_range(id: str) -> None:
    made = theorems(by_words(registry.load().find(id).claim))
    assert made
    assert all("axioms" in said for said in made.values())


def test_the_reason_is_told_where_there_is_no_theorem() -> None:
    assert told({"refused": "no sign found: x", "by": "words"}) == (
        "by the words engine: no theorem of the kernel yet (no sign found: x)"
    )
    assert "proof checker" in told({"refused": "no sign found: x", "by": "proof"})
