"""What the samples alone say of statements whose witnesses of fixed steps would hide it: nothing false is supported."""

from __future__ import annotations

import pytest

from proofs_check import check
from proofs_check.results import Result
from proofs_check.verdict import Verdict
from tests.adversary.running import everything
from tests.adversary.stating import Stated, Truth

FAMILIES = (
    "attacked_laws/whatever_traits_allow", "attacked_laws/two_sides_that_nearly_agree", "attacked_laws/signs",
    "attacked_means/noise", "standard/regression", "judged/gradients_dominate",
)  # fmt: skip
SINGLE = frozenset({
    "attacked_laws/supports/24", "attacked_functions/gradients/13", "attacked_functions/least_values/21",
    "attacked_functions/least_values/22", "attacked_functions/regression/12", "attacked_claims/limits/29",
    "attacked_claims/limits/52", "binders/curvatures/8", "lines/minima_of_sums_and_under_binders/4",
    "lines/paths_and_rectangles/9",
})  # fmt: skip
CHOSEN = [one for one in everything() if one.family in FAMILIES or one.id in SINGLE]


@pytest.mark.parametrize("stated", [one for one in CHOSEN if one.truth is Truth.FALSE], ids=lambda one: one.id)
def test_the_samples_alone_support_nothing_false(stated: Stated) -> None:
    assert _said(stated) in (Verdict.REFUTED, Verdict.UNDECIDED)


@pytest.mark.parametrize("stated", [one for one in CHOSEN if one.truth is Truth.TRUE], ids=lambda one: one.id)
def test_the_samples_alone_refute_nothing_true(stated: Stated) -> None:
    assert _said(stated) is not Verdict.REFUTED


def _said(stated: Stated) -> Verdict:
    result = check(stated.claim(), only=("sampled",))
    assert isinstance(result, Result)
    assert not result.defects
    return result.verdict
