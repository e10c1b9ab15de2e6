"""Appendix D: several heads are one, of the sum of their kernels; a wrong limit or a wrong layer has no proof."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from numeric.attention import forward
from proofs_check import registry, runner
from proofs_check.claims import Claim, Part, Reading
from proofs_check.papers.ccs import appendix_d
from proofs_check.papers.ccs import proposition_d_1_b as claims
from proofs_check.papers.ccs.chains.proposition_d_1_b import as_one_head, of_diamond
from proofs_check.papers.ccs.notation import l, n
from proofs_check.papers.ccs.proposition_3_4 import mean
from proofs_check.proof.chain import Proof
from proofs_check.statement.mutate import select
from proofs_check.statement.props import Prop, conj, implies, tends
from proofs_check.statement.terms import Term, entry
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.definition.witness import DefinitionWitness
from symbolic import attention as symbolic

SUITED = "steps that suit the covariates"


def stated(limit: Prop, proof: Proof) -> Claim:
    part = Part("", (Reading("", limit),))
    return replace(claims.proposition_d_1_b, parts=(part,), proofs={"": proof})


def found(row: Term, value: Term) -> Verdict:
    """Of the limit ``value`` for the prediction that stands in ``row``, with the chain for every number of heads."""
    assumed, steps = claims.CHOICES[SUITED]

    def limit(answer: Term) -> Prop:
        return tends(answer, value, l)

    statement = implies(conj(of_diamond, assumed), limit(entry(row, 1, n + 1)))
    chain = Proof(as_one_head(assumed, limit, row, steps, SUITED))
    return runner.examine(stated(statement, chain), ("proof",), Context(known=registry.load())).verdict


def test_every_number_of_heads_approaches_minus_the_conditional_mean() -> None:
    assert found(claims.row_of_all(claims.CHOICES[SUITED][1]), -mean) is Verdict.PROVED


@pytest.mark.parametrize("value", [mean, -2 * mean])
def test_no_other_limit_is_shown(value: Term) -> None:
    assert found(claims.row_of_all(claims.CHOICES[SUITED][1]), value) is Verdict.UNDECIDED


def test_layers_that_add_what_they_should_take_away_are_not_shown_to_converge() -> None:
    assert found(claims.row_of_all(lambda layer: -claims.delta), -mean) is Verdict.UNDECIDED


@pytest.mark.parametrize("claim", [appendix_d.eq_26, appendix_d.eq_27])
def test_page_symbolic_and_numeric_wing_have_the_same_several_heads(claim: Claim) -> None:
    part = claim.part("definition")
    (reading,) = part.readings
    examine = DefinitionWitness().examine
    assert examine(claim, part, reading, Context()).verdict is Verdict.DEFINED
    for twin in select(reading.prop):
        assert examine(claim, part, Reading("", twin.prop), Context()).verdict is Verdict.REFUTED


@pytest.mark.parametrize("wing", [forward, symbolic])
def test_a_wing_that_knows_one_head_only_is_found(wing: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = wing.forward
    monkeypatch.setattr(wing, "forward", lambda Z, layers: whole(Z, [layer[:1] for layer in layers]))
    part = appendix_d.eq_26.part("definition")
    found = DefinitionWitness().examine(appendix_d.eq_26, part, part.readings[0], Context())
    assert found.verdict is Verdict.REFUTED
