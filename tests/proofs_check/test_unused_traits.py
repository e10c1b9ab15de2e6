"""What a page assumes through a trait and nothing uses stands among the unused hypotheses."""

from __future__ import annotations

import pytest

from proofs_check import registry
from proofs_check.claims import Claim
from proofs_check.notebook import check
from proofs_check.results import Result
from proofs_check.witnesses.conditions.unused_traits import unused_traits

C1 = ("h is continuously differentiable",)


def library(id: str) -> Claim:
    found = registry.load(()).find(id).claim
    assert found is not None
    return found


@pytest.mark.parametrize("id", ["ccs/eq-66", "ccs/eq-76", "ccs/eq-80"])
def test_a_derivative_that_occurs_nowhere_needs_no_differentiable_activation(id: str) -> None:
    assert unused_traits(library(id)) == C1


@pytest.mark.parametrize("id", ["ccs/eq-61", "ccs/theorem-4.5", "ccs/beyond-finite-bounded", "zfb/theorem-5"])
def test_where_a_derivative_or_a_finite_mean_is_spoken_of_the_trait_is_used(id: str) -> None:
    assert unused_traits(library(id)) == ()


def test_the_result_names_it() -> None:
    found = check(library("ccs/eq-66"), only=("proof",))
    assert isinstance(found, Result)
    assert set(C1) <= set(found.unused_hypotheses)
