"""The rule behind Theorems E.1 and F.1 refuses what does not follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check.claims import Part, Reading, with_proof
from proofs_check.papers.ccs.notation_flow import DIFFERENTIABLE, E, over_layers
from proofs_check.papers.ccs.theorem_e_1 import least, theorem_e_1
from proofs_check.proof.steps.small_gradients import SmallGradients
from proofs_check.statement.props import eq
from proofs_check.statement.psd import infimum
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness

CHAIN = theorem_e_1.proofs[""]
LAST = CHAIN.steps[-1]


def sentence_of(**changes) -> str:
    """What the proof witness says of the theorem when the last step is another one."""
    changed = replace(CHAIN, steps=(*CHAIN.steps[:-1], replace(LAST, **changes)))
    claim = with_proof(theorem_e_1, whole=changed)
    outcome = witness("proof").examine(claim, Part("", ()), Reading("", changed.steps[-1].shows), Context())
    assert outcome.verdict is not Verdict.PROVED
    return outcome.sentence


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ("f", "bounded below"),
        (DIFFERENTIABLE, "differentiable in the families"),
        (f"{DIFFERENTIABLE} in B", "differentiable"),
        ("B: in depth", "how large a gradient is"),
    ],
)
def test_every_premise_is_needed(without, said) -> None:
    assert said in sentence_of(premises=tuple(name for name in LAST.premises if name != without))


def test_the_infimum_runs_over_all_families() -> None:
    assert isinstance(LAST.by, SmallGradients)
    r, b, _ = LAST.by.families
    squares = least.args[0]
    assert "infimum" in sentence_of(shows=eq(infimum(squares, r, b), 0))
    fewer = replace_families(LAST.by, r, b)
    assert sentence_of(shows=eq(infimum(squares, r, b), 0), by=fewer)


def test_another_value_and_another_summand_are_refused() -> None:
    assert "infimum" in sentence_of(shows=eq(least, 1))
    not_squared = over_layers(lambda layer: E.r(layer))
    assert "squares" in sentence_of(shows=eq(infimum(not_squared, *least.args[1:]), 0))


def replace_families(rule: SmallGradients, *families):
    return SmallGradients(rule.f, rule.layer, *families)
