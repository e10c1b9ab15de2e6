"""What a second comparison of zfb with its pages changed: claims say what is printed, or tell the difference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import registry, runner
from proofs_check.claims import Claim, Differs, Part, Reading
from proofs_check.papers.zfb.chains.section_4_2 import scale
from proofs_check.papers.zfb.notation import L_rdm
from proofs_check.statement.props import lt, subprops
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context


def claim_of(label: str) -> Claim:
    claim = registry.load().find(f"zfb/{label}").claim
    assert claim is not None
    return claim


def part_of(label: str, name: str) -> Claim:
    claim = claim_of(label)
    return replace(claim, parts=(claim.part(name),))


@pytest.mark.parametrize(("label", "part"), [("definition-1", ""), ("definition-7", "a")])
def test_a_trained_parameter_is_one_of_the_minimisers_and_need_not_be_the_only_one(label: str, part: str) -> None:
    prop = claim_of(label).part(part).meant.prop
    assert {"defined_as", "for_all", "le"} <= {inner.head for _, inner in subprops(prop)}
    result = runner.examine(part_of(label, part), ("definition",), Context(dims=(1, 2)))
    assert result.verdict is Verdict.DEFINED


def test_what_is_said_of_a_loss_beside_its_definition_is_not_shown_by_the_definition() -> None:
    claim = claim_of("eq-20")
    beside = replace(claim, parts=(Part("limit", (Reading("", lt(L_rdm, 0)),)),))
    result = runner.examine(beside, ("definition",), Context(dims=(1, 2)))
    assert result.witnesses[0].verdict is Verdict.NOT_APPLICABLE


def test_a_query_orthogonal_to_the_examples_is_off_with_linear_labels_already() -> None:
    result = runner.examine(claim_of("section-4.2-query-orthogonal"), ("entries",), Context(dims=(1, 2)))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert "w = " in result.counterexample
    assert "y = " not in result.counterexample


def test_the_error_itself_has_no_rate_and_the_excess_over_the_best_linear_predictor_has() -> None:
    result = runner.examine(part_of("section-4.1-competitive-rate", "b"), ("entries", "proof"), Context(dims=(1,)))
    assert result.verdict is Verdict.REFUTED
    assert result.read_as is not None
    assert result.read_as.verdict is Verdict.PROVED


def test_covariates_may_be_scaled_by_any_number_and_least_squares_by_any_but_zero() -> None:
    assert "nonzero" not in scale.traits
    assert scale in claim_of("section-4.2-covariate-scaling").forall
    (added,) = claim_of("section-4.2-ols-scaling").given
    assert added.unstated
    assert "c != 0" in {d.what for d in claim_of("section-4.2-ols-scaling").differences}


def test_what_affects_the_prediction_is_said_as_well_as_what_does_not() -> None:
    heads = {inner.head for _, inner in subprops(claim_of("section-3.2-unused-entries").parts[0].meant.prop)}
    assert {"depends_on", "independent_of"} <= heads


def test_no_source_says_that_the_authors_used_what_they_do_not() -> None:
    assert "silently" not in claim_of("rotation-equivariance").source


@pytest.mark.parametrize("label", ["eq-9", "eq-20", "section-4.2-noisy-linear", "appendix-a.4-saddle-origin"])
def test_what_is_left_out_is_told(label: str) -> None:
    assert Differs.PART_OMITTED in {d.kind for d in claim_of(label).differences}
