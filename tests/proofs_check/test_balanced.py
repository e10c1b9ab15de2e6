"""The slope of the invariance of Assumption 4.3, and what follows of a whole network; false variants are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check.claims import Claim, Kind, Part, Reading, with_proof
from proofs_check.papers.ccs.beyond_balanced import B_any, C_any, X, beyond_balanced, labels
from proofs_check.papers.ccs.notation import R, h_, h_any, k, t
from proofs_check.papers.ccs.notation_rotations import S_2
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.steps.families import SlopeOfInvariance
from proofs_check.statement.attention import activation, jacobian, slope
from proofs_check.statement.props import Prop, eq
from proofs_check.statement.terms import Sym, Term
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.proof.witness import WordsEquality

U, W = B_any * X, C_any * X


def follows(shown: Prop, by: SlopeOfInvariance) -> bool:
    claim = Claim("ccs/test", Kind.IDENTITY, "", "", (Part("", (Reading("", shown),)),))

    def resolve(id: str) -> Claim:
        raise AssertionError(id)

    return Checker(claim, Proof((Step("s", shown, by),)), resolve, ProofAlgebra(WordsEquality(claim))).gap is None


def alike(along_U: Term, along_W: Term, h: Sym = h_, V: Term = U) -> Prop:
    return eq(jacobian(h, 1, U, W, along_U), jacobian(h, 2, V, W, along_W))


def test_the_two_jacobians_agree_along_the_invariance() -> None:
    assert follows(alike(R.T * U, R * W), SlopeOfInvariance(R))
    assert follows(alike(R.T * B_any * X, R * C_any * X), SlopeOfInvariance(R))


@pytest.mark.parametrize(
    "shown",
    [
        alike(R * U, R * W),
        alike(R.T * U, R.T * W),
        alike(R.T * U, -R * W),
        alike(R.T * U, R * S_2 * W),
        alike(R.T * U, R * U),
        alike(R.T * U, R * W, V=W),
        alike(R.T * U, R * W, h_any),
        alike(R.T * U, R * W, activation("h", "invariant")),
        alike(R.T * U, R * W, activation("h", "smooth")),
    ],
)
def test_other_directions_and_other_activations_are_refused(shown) -> None:
    assert not follows(shown, SlopeOfInvariance(R))


def test_the_whole_network_is_balanced_for_every_number_of_layers() -> None:
    for part in beyond_balanced.parts:
        outcome = witness("proof").examine(beyond_balanced, part, part.readings[0], Context())
        assert outcome.verdict is Verdict.PROVED, outcome.sentence


def test_the_induction_rests_on_the_invariance_and_on_the_covariates() -> None:
    part = beyond_balanced.parts[1]
    chain = beyond_balanced.proofs["b"]
    for label, changes in (
        ("labels at i + 1", {"premises": ("labels: what differs",)}),
        ("labels: what differs", {"premises": ("labels at i",)}),
        ("covariates", {"by": Assume(), "premises": ()}),
    ):
        steps = tuple(replace(step, **changes) if step.label == label else step for step in chain.steps)
        claim = with_proof(beyond_balanced, b=Proof(steps))
        outcome = witness("proof").examine(claim, part, part.readings[0], Context())
        assert outcome.verdict is not Verdict.PROVED, label
    shown = eq(slope(t, labels(k + 1, True)), 2 * slope(t, labels(k + 1, False)))
    outcome = witness("proof").examine(beyond_balanced, part, Reading("", shown), Context())
    assert outcome.verdict is not Verdict.PROVED
