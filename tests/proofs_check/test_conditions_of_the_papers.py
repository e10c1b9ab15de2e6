"""What the three papers leave unsaid: conditions that neither traits nor hypotheses of a claim give."""

from __future__ import annotations

import pytest

from proofs_check import registry
from proofs_check.proof.values.parts import stated
from proofs_check.witnesses.conditions.written import Left, left_open


def left(id: str) -> list[Left]:
    claim = registry.load().find(id).claim
    assert claim is not None
    return [left_open(claim, reading.prop) for part in claim.parts for reading in part.readings]


def said(id: str) -> set[str]:
    return {stated(c) for one in left(id) for c in one.said}


@pytest.mark.parametrize("id", [
    "zfb/theorem-5", "zfb/eq-14", "zfb/eq-47", "zfb/section-4.1-competitive-rate", "zfb/section-4.2-task-shift",
    "zfb/appendix-b-hessian-corrected",
])  # fmt: skip
def test_the_labels_of_theorem_5_need_a_second_moment(id: str) -> None:
    assert said(id) == {"E[y_q²] < oo"}


def test_a_random_covariance_needs_a_third_moment() -> None:
    assert said("zfb/theorem-8") == {"E[‖λ_τ‖₂³] < oo"}
    assert said("zfb/eq-23-exponential-law") == set()


def test_the_loss_over_any_law_of_contexts_must_be_finite() -> None:
    assert said("ccs/theorem-e.1") == {"E[([Z_{k+1}]_{d+1,n+1} + y^(n+1))²] < oo"}


@pytest.mark.parametrize("id", ["zfb/theorem-4", "zfb/lemma-19", "zwb/theorem-5.2", "zwb/theorem-5.3", "zwb/lemma-6.1"])
def test_what_hypotheses_give_is_not_said(id: str) -> None:
    assert said(id) == set()


def test_only_what_no_witness_proves_has_a_condition_that_cannot_be_said() -> None:
    claims = [s.claim for s in registry.load() if s.claim is not None]
    lacking = {
        (c.id, part.name) for c in claims for part in c.parts for r in part.readings if left_open(c, r.prop).lacking
    }
    assert lacking == {("zfb/figure-1-random-trained", "higher variance"), ("zwb/lemma-6.1-rate", "d")}
