"""What stands as printed is printed, and what a transcription adds to a page it tells."""

from __future__ import annotations

import re

from proofs_check import registry
from proofs_check.claims import Claim, Differs
from proofs_check.statement.props import subterms
from proofs_check.statement.terms import Sym

CLAIMS = [s.claim for s in registry.load() if s.claim is not None]
APPENDIX_F = re.compile(r"ccs/(theorem-f|appendix-f|remark-f|lemma-f|eq-(4[7-9]|5[1-9]|6\d|7\d|8[0-2]))")
OURS = ("-corrected", "-equality", "-exact")


def _of_a_smooth_activation(claim: Claim) -> bool:
    props = [reading.prop for part in claim.parts for reading in part.readings]
    return any(isinstance(term, Sym) and "smooth" in term.traits for prop in props for _, term in subterms(prop))


def test_no_formula_stands_as_printed_where_the_copy_of_the_page_has_lost_all() -> None:
    printed = [c for c in CLAIMS if c.paper == "zwb" and c.reconstructed and not c.corrects]
    with_formulas = {c.label for c in printed if "$" in c.printed}
    assert with_formulas == {"section-4-gd-consistency-minimum"}, "which is ours"
    assert len(printed) > 60


def test_a_lost_formula_that_we_fill_refutes_no_page() -> None:
    gap = next(c for c in CLAIMS if c.id == "zwb/section-4-strict-gap")
    limit = next(c for c in CLAIMS if c.id == "zwb/section-5-limit")
    assert [reading.filled for part in gap.parts for reading in part.readings] == [False, True]
    assert all(reading.filled for reading in limit.part("a").readings)


def test_each_statement_of_appendix_f_with_a_smooth_activation_says_that_the_page_lacks_it() -> None:
    found = [
        c for c in CLAIMS if APPENDIX_F.match(c.id) and not c.id.endswith(OURS) and _of_a_smooth_activation(c)
    ]
    assert len(found) > 45
    silent = [c.id for c in found if not any(
        d.kind is Differs.STRONGER_HYPOTHESES and "continuously differentiable" in d.what for d in c.differences
    )]  # fmt: skip
    assert not silent


def test_what_is_printed_has_no_words_before_the_first_quotation() -> None:
    title = next(c for c in CLAIMS if c.id == "ccs/appendix-f-local-optimum")
    assert title.printed.startswith('"characterizing')
