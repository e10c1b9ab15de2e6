"""Sentences of Sections 3 and 4 and of Appendix B that stand in one reading and fail, at an exact place, in another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import registry, runner
from proofs_check.claims import Part
from proofs_check.papers.ccs.notation import CONTINUOUSLY_DIFFERENTIABLE
from proofs_check.results import Result
from proofs_check.statement.props import subterms
from proofs_check.statement.terms import symbols
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
    ("section-3.3-bayes-comparison", "c", "every K", "entries"),
    ("eq-17", "", "the demonstration as the query, any activation", "balls"),
    ("appendix-e.2-linearity", "b", "relu", "entries"),
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
    ("section-3.3-bayes-comparison", "c", "some K", "entries"),
    ("appendix-e.2-linearity", "b", "smooth", "words"),
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


def test_the_query_may_change_every_column_of_an_activation_under_assumption_4_3() -> None:
    """(17) is refuted of an activation that Theorem 4.5 admits, not of one of which nothing is assumed."""
    claim = registry.load().find("ccs/eq-17").claim
    assert claim is not None
    (literal,) = (r for r in claim.parts[0].readings if r.literal)
    assert {s.traits for _, t in subterms(literal.prop) for s in symbols(t) if s.has("activation")} == {
        frozenset({"activation", "invariant"})
    }


def test_a_mixture_of_gaussians_has_weights_of_any_mean() -> None:
    """A weight that is 0 or 1 has no mean 0."""
    claim = registry.load().find("ccs/example-5").claim
    assert claim is not None
    assert {"p", "q"} <= {s.name for s in claim.forall}


BEYOND_THE_PAGE = ("ours", "beyond", "implicit")


def test_what_supposes_more_of_the_activation_than_assumption_4_3_says_so() -> None:
    known = registry.load()
    silent = [
        c.id for c in known.claims.values()
        if c.id.startswith("ccs/") and not c.corrects
        and not c.source.startswith(BEYOND_THE_PAGE) and "equality" not in c.id
        and any(s.has("smooth") for p in c.parts for r in p.readings for _, t in subterms(r.prop) for s in symbols(t))
        and CONTINUOUSLY_DIFFERENTIABLE not in c.fidelity
    ]  # fmt: skip
    assert not silent
