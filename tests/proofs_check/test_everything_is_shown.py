"""No claim is beyond the printer: statements, hypotheses and the steps of the proofs."""

import pytest

from proofs_check.registry import load
from proofs_check.report.render import latex, plain

CLAIMS = [statement.claim for statement in load().select([]) if statement.claim is not None]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_statement_hypotheses_and_proof_steps_are_printed(claim):
    props = [reading.prop for part in claim.parts for reading in part.readings]
    props += [hypothesis.prop for hypothesis in claim.given]
    props += [step.shows for proof in claim.proofs.values() for step in proof.steps]
    for prop in props:
        assert plain(prop)
        assert latex(prop)
