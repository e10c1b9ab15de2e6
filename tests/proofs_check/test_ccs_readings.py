"""Sentences of Sections 3 and 4 and of Appendix B that stand in one reading and fail, at an exact place, in another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import registry, runner
from proofs_check.claims import Part
from proofs_check.results import Result
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

FAILING = [
    ("section-4.3-exact-implementation", "", "every point (16), with some step size", "entries"),
    ("section-4.3-rescaled-kernel", "a", "every point (16), with some step size", "entries"),
    ("section-4.3-rescaled-kernel", "c", "Examples 1 and 2", "entries"),
    ("eq-17", "", "every point (16)", "balls"),
    ("example-7", "recall", "any Sigma", "entries"),
    ("example-7-experiments", "b", "as Definition 3.3 has it", "entries"),
    ("assumption-4.4", "sizes", "d x d, as printed", "words"),
    ("example-8", "sizes", "d x m, as printed", "words"),
    ("appendix-b-gradient", "a", "any f", "entries"),
]
STANDING = [
    ("section-4.3-exact-implementation", "", "b_l = c_l = 1", "words"),
    ("section-4.3-rescaled-kernel", "a", "b_l = c_l = 1", "words"),
    ("section-4.3-rescaled-kernel", "c", "Example 1", "words"),
    ("example-7", "recall", "Sigma = I", "words"),
    ("example-7-experiments", "b", "as Example 7 recalls it", "words"),
    ("assumption-4.4", "sizes", "a number", "words"),
    ("example-8", "sizes", "m x d", "words"),
    ("appendix-b-gradient", "a", "where the loss is not stationary", "proof"),
    ("section-1-linear-attention-one-step", "b", "", "words"),
    ("section-3.1.1-linear-kernel", "b", "", "words"),
    ("section-3.4-composition", "b", "", "proof"),
]


def examined(label: str, part: str, reading: str, witness: str) -> Result:
    known = registry.load()
    claim = known.find(f"ccs/{label}").claim
    assert claim is not None
    (read,) = (r for r in claim.part(part).readings if r.name == reading)
    alone = replace(claim, parts=(Part(part, (read,)),))
    return runner.examine(alone, (witness,), Context(known=known))


@pytest.mark.parametrize(("label", "part", "reading", "witness"), FAILING, ids=lambda value: str(value))
def test_the_other_reading_fails_at_an_exact_place(label: str, part: str, reading: str, witness: str) -> None:
    result = examined(label, part, reading, witness)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample


@pytest.mark.parametrize(("label", "part", "reading", "witness"), STANDING, ids=lambda value: str(value))
def test_the_reading_that_is_meant_is_proved(label: str, part: str, reading: str, witness: str) -> None:
    assert examined(label, part, reading, witness).verdict is Verdict.PROVED
