"""Appendices E.1 and F.1, the flow that stays in S: what is proved for every number of layers, and false variants."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check.claims import Claim, Part, Reading, with_proof
from proofs_check.papers.ccs import theorem_e_1 as page
from proofs_check.papers.ccs.notation_flow import DIFFERENTIABLE, E, derivative_along, moved_B, over_layers, passes
from proofs_check.proof.chain import Proof, Step
from proofs_check.statement.props import Prop, eq, ge, implies, le, lt, ne
from proofs_check.statement.terms import norm_F
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context, witness


def said(claim: Claim, part: str, shown: Prop | None = None) -> Outcome:
    """What proof says of a part, or of something else in its place."""
    (found,) = (p for p in claim.parts if p.name == part)
    reading = found.readings[0] if shown is None else Reading("", shown)
    return witness("proof").examine(claim, Part(part, (reading,)), reading, Context())


def changed(claim: Claim, part: str, label: str, **changes: object) -> Outcome:
    """What proof says where one step of the chain is another one."""
    chain = claim.proofs.get(part, claim.proofs.get(""))
    assert isinstance(chain, Proof)
    steps = [replace(step, **changes) if step.label == label else step for step in chain.steps]
    return said(with_proof(claim, whole=Proof(tuple(steps))), part)


def without(claim: Claim, part: str, label: str, premise: str) -> str:
    """Why a step does not follow without one of its premises."""
    chain = claim.proofs[""]
    (step,) = (s for s in chain.steps if s.label == label)
    assert isinstance(step, Step)
    assert premise in step.premises
    outcome = changed(claim, part, label, premises=tuple(name for name in step.premises if name != premise))
    assert outcome.verdict is not Verdict.PROVED
    return outcome.sentence


@pytest.mark.parametrize("claim", [page.eq_32, page.eq_34_bound, page.eq_35_bound, page.eq_31])
def test_the_displays_are_proved_for_every_number_of_layers(claim) -> None:
    for part in claim.parts:
        outcome = said(claim, part.name)
        assert outcome.verdict is Verdict.PROVED, outcome.sentence
        assert "k" in outcome.scope.text


def test_the_chain_rule_needs_a_differentiable_loss() -> None:
    assert "differentiable" in without(page.eq_32, "a", "chain rule", DIFFERENTIABLE)
    assert "differentiable" in without(page.eq_32, "a", "B: partial", f"{DIFFERENTIABLE} in B")


def test_the_bound_rests_on_the_rotations_at_every_layer() -> None:
    assert without(page.eq_34_bound, "a", "passes", passes("B"))
    assert without(page.eq_34_bound, "a", "cited", "layer")
    assert without(page.eq_34_bound, "a", "all layers", "in depth")


def test_other_bounds_are_not_shown() -> None:
    squares = over_layers(lambda layer: norm_F(E.B(layer)) ** 2)
    others = over_layers(lambda layer: norm_F(E.C(layer)) ** 2)
    for wrong in (le(moved_B(E), -2 * page.MIDDLE["B"]), le(page.MIDDLE["B"], 2 * moved_B(E)),
                  le(moved_B(E), page.MIDDLE["C"])):
        assert said(page.eq_34_bound, "a", wrong).verdict is not Verdict.PROVED
    for wrong in (eq(page.MIDDLE["B"], squares), eq(page.MIDDLE["B"], -others)):
        assert said(page.eq_34_bound, "b", wrong).verdict is not Verdict.PROVED
    assert said(page.eq_31, "", lt(derivative_along(E), -page.squares)).verdict is not Verdict.PROVED
    assert said(page.eq_31, "", le(-page.squares, 2 * derivative_along(E))).verdict is not Verdict.PROVED


def test_a_gradient_that_stays_away_from_zero_is_contradicted() -> None:
    for part in "abcd":
        outcome = said(page.appendix_e_1_conclusion, part)
        assert outcome.verdict is Verdict.PROVED, outcome.sentence
    assert outcome.figures["printed_proof"] == "repaired"


def test_what_the_conclusion_does_not_say_is_not_shown() -> None:
    least, claim = page.least, page.appendix_e_1_conclusion
    for wrong in (lt(0, least), implies(ne(least, 0), lt(page.squares, least)), implies(ne(least, 0), lt(least, 0))):
        assert said(claim, "a", wrong).verdict is not Verdict.PROVED
    for wrong in (le(derivative_along(E), -2 * least), ge(derivative_along(E), -least)):
        assert said(claim, "b", wrong).verdict is not Verdict.PROVED
