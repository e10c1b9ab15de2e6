"""Definitions of attention: page, symbolic and numeric wing agree; a change in any of the three is found."""

import numpy as np
import pytest

from numeric.attention import forward
from proofs_check.claims import Reading
from proofs_check.papers.ccs import assumptions, section_2, section_3_3_definitions
from proofs_check.statement.mutate import select
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.definition.witness import DefinitionWitness
from symbolic import attention as symbolic

DEFINED = [
    (section_2.eq_1, "a"), (section_2.eq_2, "a"), (section_2.eq_4, "a"), (section_2.eq_5, ""),
    (assumptions.assumption_4_4, "a"), *((section_3_3_definitions.eq_11, part) for part in "abc"),
]  # fmt: skip
NAMED = [(assumptions.assumption_4_1, "a"), (assumptions.assumption_4_2, ""), (assumptions.assumption_4_3, "a")]
CONTEXT = Context()
IDS = [f"{claim.id} {part}".strip() for claim, part in (*DEFINED, *NAMED)]


def verdict(claim, name, prop=None):
    part = claim.part(name)
    (reading,) = part.readings
    stated = reading.prop if prop is None else prop
    return DefinitionWitness().examine(claim, part, Reading("", stated), CONTEXT).verdict


@pytest.mark.parametrize(("claim", "part"), [*DEFINED, *NAMED], ids=IDS)
def test_page_symbolic_and_numeric_agree(claim, part):
    assert verdict(claim, part) is Verdict.DEFINED


@pytest.mark.parametrize(("claim", "part"), DEFINED, ids=IDS[: len(DEFINED)])
def test_a_changed_page_is_found(claim, part):
    chosen = select(claim.part(part).readings[0].prop)
    assert chosen
    assert {verdict(claim, part, twin.prop) for twin in chosen} == {Verdict.REFUTED}


@pytest.mark.parametrize(
    ("claim", "rule"),
    [(assumptions.assumption_4_1, "1/2 -> 1"), (assumptions.assumption_4_1, "constant doubled"),
     (assumptions.assumption_4_3, "transpose dropped"), (assumptions.assumption_4_3, "exchanged arguments")],
)  # fmt: skip
def test_a_changed_assumption_is_not_that_of_the_declared_laws_and_activations(claim, rule):
    twins = [twin for twin in select(claim.part("a").readings[0].prop, 20) if twin.rule == rule]
    assert twins
    assert all(verdict(claim, "a", twin.prop) is Verdict.REFUTED for twin in twins)


def test_a_numeric_model_that_shows_the_label_of_the_query_is_found(monkeypatch):
    monkeypatch.setattr(forward, "start", lambda X, Y: np.concatenate([X, Y], axis=-2))
    assert verdict(section_2.eq_1, "a") is Verdict.REFUTED
    assert verdict(section_2.eq_4, "a") is Verdict.REFUTED


def test_a_symbolic_model_without_the_mask_is_found(monkeypatch):
    monkeypatch.setattr(symbolic, "mask", lambda size: symbolic.sympy.eye(size))
    assert verdict(section_2.eq_2, "a") is Verdict.REFUTED


def test_parts_that_define_nothing_are_left_to_other_witnesses():
    assert verdict(section_2.eq_2, "b") is Verdict.NOT_APPLICABLE
    assert verdict(assumptions.assumption_4_3, "b") is Verdict.NOT_APPLICABLE
