"""Sentences beside the displays of Appendices E to I of the attention paper: each is examined, in all its readings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import runner
from proofs_check.claims import Claim, Part, Reading, with_proof
from proofs_check.papers.ccs import (
    appendix_g,
    appendix_g_linear,
    example_8,
    proposition_f_3,
    proposition_f_3_covariates,
    proposition_f_4,
    section_h_1,
    section_h_2,
    theorem_e_1_remark,
)
from proofs_check.papers.ccs.chains.attained import attained, exist
from proofs_check.papers.ccs.notation_flow import over_layers
from proofs_check.papers.ccs.notation_rkhs import change, g, not_stationary, on_sphere, only_least, steepest
from proofs_check.proof.chain import Proof
from proofs_check.results import Result
from proofs_check.statement.props import conj, eq, implies
from proofs_check.statement.terms import Sym
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness

PROVED, REFUTED = Verdict.PROVED, Verdict.REFUTED


def examined(claim: Claim, names: tuple[str, ...], part: str, reading: int | None = None) -> Result:
    of_part = claim.part(part)
    if reading is not None:
        of_part = replace(of_part, readings=(of_part.readings[reading],))
    result = runner.examine(replace(claim, parts=(of_part,), expected=None), names, Context(dims=(1, 2)))
    assert not result.defects
    return result


def meant(claim: Claim, part: str) -> int:
    """Where the reading stands that is meant: a literal one that others stand beside comes before it."""
    readings = claim.part(part).readings
    return readings.index(claim.part(part).meant)


@pytest.mark.parametrize(
    ("claim", "part", "names"),
    [
        (proposition_f_3.appendix_f_3_loss, "K", ("words",)),
        (proposition_f_4.appendix_f_4_loss, "K", ("words",)),
        (proposition_f_3.appendix_f_3_averaging, "linear", ("proof",)),
        (proposition_f_3_covariates.eq_63_case_j_plus_1, "labels", ("proof",)),
        (proposition_f_3_covariates.eq_63_case_later_layers, "d", ("proof",)),
        (appendix_g.lemma_g_3_norm, "b", ("words",)),
        (appendix_g_linear.appendix_g_linear_prediction_corrected, "b", ("words",)),
        (section_h_1.covariance, "", ("words",)),
        (section_h_2.section_h_2_distance, "b", ("words",)),
        (example_8.section_i_1_invariance, "b", ("proof",)),
        (theorem_e_1_remark.remark_e_2, "b", ("proof",)),
        (theorem_e_1_remark.remark_f_2, "b", ("proof",)),
    ],
    ids=lambda value: getattr(value, "id", "").removeprefix("ccs/") or None,
)
def test_it_is_proved_for_every_size(claim: Claim, part: str, names: tuple[str, ...]) -> None:
    found = examined(claim, names, part, meant(claim, part))
    assert found.verdict is PROVED
    assert "every d" in found.scope or "every D" in found.scope


@pytest.mark.parametrize(
    ("claim", "part"),
    [
        (proposition_f_3.appendix_f_3_loss, "K"),
        (proposition_f_3_covariates.eq_63_case_later_layers, "d"),
        (section_h_1.covariance, ""),
    ],
    ids=lambda value: getattr(value, "id", "").removeprefix("ccs/") or None,
)
def test_the_other_reading_fails_at_an_exact_place(claim: Claim, part: str) -> None:
    assert examined(claim, ("entries",), part, 1 - meant(claim, part)).verdict is REFUTED


def test_the_printed_sign_points_against_the_direction_of_lemma_g_3() -> None:
    assert examined(appendix_g_linear.appendix_g_linear_prediction, ("entries",), "b").verdict is REFUTED


@pytest.mark.parametrize("name", ["balls", "sampled"])
def test_the_opposite_of_the_steepest_direction_is_compared_with_directions_of_length_1(name: str) -> None:
    claim = appendix_g.lemma_g_3
    opposite = implies(not_stationary, conj(*only_least(change(g), on_sphere, g, -steepest)))
    assert witness(name).refutes(claim, claim.parts[0], claim.parts[0].readings[0], opposite, Context(dims=(1, 2)))


def test_neither_another_value_nor_a_singular_lambda_follows_in_the_second_sentence_of_remark_e_2() -> None:
    turned = theorem_e_1_remark.E
    maybe_singular = Sym("Lambda", ("d", "d"))
    chain = attained(turned)
    other = exist(turned, eq(over_layers(turned.squares), 1))
    assert not proved(replace(chain, steps=(*chain.steps[:-1], replace(chain.steps[-1], shows=other))))
    singular = replace(turned, C_there=lambda layer: maybe_singular**-1 * theorem_e_1_remark.C_star(layer))
    assert not proved(attained(singular))
    assert proved(chain)


def proved(chain: Proof) -> bool:
    claim = with_proof(theorem_e_1_remark.remark_e_2, b=chain)
    reading = Reading("", chain.steps[-1].shows)
    return witness("proof").examine(claim, Part("b", (reading,)), reading, Context()).verdict is PROVED
