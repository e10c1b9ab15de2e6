"""Sections 2, 4.2, Appendix A of the attention paper: what holds is proved for every size, what does not is found."""

from dataclasses import replace

import pytest

from proofs_check import runner
from proofs_check.claims import Claim
from proofs_check.papers.ccs import (
    appendix_a,
    assumptions,
    examples_1_2_3,
    section_2,
    section_2_1_sparsity,
    section_3_3_definitions,
    summaries,
)
from proofs_check.registry import load
from proofs_check.report.render import plain
from proofs_check.statement.sizes import check_sizes
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

CONTEXT = Context(dims=(1, 2))
MODULES = (appendix_a, assumptions, examples_1_2_3, section_2, section_2_1_sparsity)


def examined(claim, names, part=None):
    parts = claim.parts if part is None else (claim.part(part),)
    return runner.examine(replace(claim, parts=parts), names, CONTEXT)


@pytest.mark.parametrize(
    ("claim", "names", "part"),
    [
        (examples_1_2_3.example_1, ("words",), None),
        (examples_1_2_3.example_2, ("words",), None),
        (examples_1_2_3.example_3, ("words",), None),
        (examples_1_2_3.example_3_mask, ("words",), None),
        (section_2.eq_3, ("words",), None),
        (section_3_3_definitions.eq_12, ("words",), None),
        (assumptions.examples_satisfy_4_3, ("words",), None),
        (assumptions.reparameterisation, ("words",), None),
        (appendix_a.eq_20, ("words",), None),
        (appendix_a.lemma_a_1_shift, ("words",), "1"),
        (appendix_a.lemma_a_1, ("proof",), None),
        (appendix_a.lemma_a_1_final_display, ("proof",), "a"),
        (appendix_a.lemma_a_1_final_display_corrected, ("words",), None),
        (section_2_1_sparsity.sparsity_at_linear_optimum, ("proof",), "b"),
    ],
    ids=lambda value: getattr(value, "id", "").removeprefix("ccs/") or None,
)
def test_it_is_proved_for_every_size(claim, names, part):
    result = examined(claim, names, part)
    assert result.verdict is Verdict.PROVED
    assert "every d" in result.scope or "every case" in result.scope
    assert not result.defects


def test_the_trace_squared_twice_is_refuted_at_a_small_place():
    result = examined(appendix_a.lemma_a_1_final_display, ("entries",), "c")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample.startswith("d = 1, n = 1, k = 0")


def test_a_difference_as_large_as_the_sides_would_be_seen_or_the_draws_support_nothing():
    result = examined(appendix_a.lemma_a_1_final_display, ("sampled",))
    said = {d.part: d.verdict for d in result.parts}
    assert said == {"a": Verdict.SUPPORTED, "b": Verdict.SUPPORTED, "c": Verdict.UNDECIDED}


@pytest.mark.parametrize(
    ("claim", "part"), [(appendix_a.lemma_a_1_shift, "2"), (appendix_a.lemma_a_1_shift_choice, "b")]
)
def test_only_the_display_is_wrong_where_sentence_and_display_differ(claim, part):
    result = examined(claim, ("entries",), part)
    assert {d.reading: d.verdict for d in result.parts} == {
        "words": Verdict.SUPPORTED, "display": Verdict.REFUTED,
    }  # fmt: skip


def test_summaries_point_to_statements_of_the_papers():
    known = load()
    for claim in (value for value in vars(summaries).values() if isinstance(value, Claim)):
        assert not claim.parts
        assert all(known.find(id) for id in claim.see)


def test_the_shapes_of_every_statement_fit():
    claims = [value for module in MODULES for value in vars(module).values() if isinstance(value, Claim)]
    assert len(claims) > 15
    for claim in claims:
        for part in claim.parts:
            for reading in part.readings:
                check_sizes(reading.prop, plain)
