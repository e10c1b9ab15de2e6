"""What the traits of letters suppose is shown: a reader sees hypotheses that no proposition states."""

from __future__ import annotations

import pytest

from proofs_check.registry import load
from proofs_check.report.letters import supposed
from proofs_check.report.render import plain

REGISTRY = load()


def said(id: str) -> list[str]:
    claim = REGISTRY.find(id).claim
    assert claim is not None
    return supposed(claim, plain)


def test_that_the_activation_is_smooth_is_said_where_its_derivatives_are_taken() -> None:
    found = said("ccs/eq-38")
    assert "h̃ is continuously differentiable" in found
    assert "h̃(SᵀU, S⁻¹W) = h̃(U, W) for every invertible S" in found
    assert "Σ is positive definite" in found


@pytest.mark.parametrize(
    ("id", "line"),
    [
        ("ccs/remark-e.2", "Λ is invertible"),
        ("ccs/appendix-e.2-u-sigma", "U is orthogonal"),
        ("ccs/appendix-e.2-mean-rotation", "U is a uniformly random orthogonal matrix"),
        ("ccs/lemma-g.3-lagrangian", "λ > 0"),
        ("zfb/lemma-17", "Λ is positive definite"),
    ],
)
def test_every_letter_is_told_what_is_supposed_of_it(id: str, line: str) -> None:
    assert line in said(id)


def test_what_goes_without_saying_is_not_said_twice() -> None:
    assert not any("symmetric" in line and line.startswith("Σ") for line in said("ccs/eq-38"))
    assert len(set(said("ccs/eq-71"))) == len(said("ccs/eq-71"))
