"""What notebooks show: derived values, statements, results."""

from __future__ import annotations

import pytest

from proofs_check.claims import Kind, claim
from proofs_check.errors import UserError
from proofs_check.notebook import Shown, check, show, words
from proofs_check.papers.zfb import notation as zfb
from proofs_check.papers.zfb.lemma_17 import lemma_17
from proofs_check.papers.zfb.notation import U11, Lam, u_1
from proofs_check.report.jupyter import RESULTS
from proofs_check.results import Results
from proofs_check.statement.props import eq
from proofs_check.statement.terms import Op, expect, matrix, tr
from proofs_check.verdict import Verdict


def wrong():
    body = claim("zfb/just-written", kind=Kind.IDENTITY, source="a test", witnesses=("entries",))
    return body(lambda: eq(tr(U11 * Lam), u_1))


def test_a_derived_velocity_is_typeset_with_its_name() -> None:
    from symbolic.flow import lsa_flow_on_block
    from symbolic.lsa import PARAMETERS

    shown = show(lsa_flow_on_block().velocity(PARAMETERS.U11), r"\dot U_{11}")
    assert shown._repr_latex_().startswith("$\\displaystyle \\dot U_{11}=")
    assert r"\Gamma\Lambda U_{11}\Lambda" in shown.tex


def test_a_flow_shows_what_moves() -> None:
    from symbolic.flow import lsa_flow_on_block

    tex = lsa_flow_on_block()._repr_latex_()
    assert r"\frac{d}{dt}U_{11}=" in tex
    assert "u_{12}" not in tex


def test_entries_lose_their_indices_at_d_1() -> None:
    from symbolic.derive import derive

    assert "U_{11}^{2} - u_{12}^{2} + u_{21}^{2} - u_{-1}^{2}" in derive("lsa", "invariants", 1)._repr_latex_()
    assert "[U_{11}]_{12}^{2}" in derive("lsa", "invariants", 2)._repr_latex_()


def test_derived_data_show_one_formula_a_line_and_are_still_data() -> None:
    import json

    from symbolic.derive import derive

    data = derive("lsa", "minima")
    assert json.loads(json.dumps(data)) == data
    assert repr(data).startswith("zfb/lsa, minima, every d and N\n  minimum = ")
    assert r"u_{-1}U_{11} = \Gamma^{-1}" in data._repr_latex_()


def test_what_nobody_reads_is_not_typeset() -> None:
    from symbolic.derive import derive

    assert derive("lsa", "flow", 2)._repr_latex_() is None


def test_means_over_a_random_covariance_are_typeset_by_entries() -> None:
    from symbolic.random_covariance import random_flow, random_minimum

    assert r"\mathbb E[\lambda_{\tau,i}^{3}]" in random_minimum()._repr_latex_()
    assert r"\bigl[\tfrac{d}{dt}U_{11}\bigr]_{ij} = " in random_flow(True, True)._repr_latex_()


def test_a_term_is_derived_on_words() -> None:
    square = words(expect(zfb.x_q * zfb.x_q.T * zfb.x_q * zfb.x_q.T))
    assert repr(square) == "2*Lam**2 + tr(Lam)*Lam"
    with pytest.raises(UserError, match="words lacks"):
        words(tr(Op("no such head", (U11,))))


def test_the_moments_of_a_law_are_put_in() -> None:
    from proofs_check.papers.zfb.notation_new_prompt import query, trained_on_random
    from proofs_check.papers.zfb.notation_random import lam_tau
    from proofs_check.statement.laws import exponential, iid_entries

    mean = show(words(expect(trained_on_random(query)), iid_entries(lam_tau, exponential())))
    assert mean.tex == r"\frac{N}{d+3N+5}\sum_{i}w_{test,i}x_{query,i}"


def test_trees_are_one_line_on_a_terminal_and_formulas_in_a_notebook() -> None:
    assert repr(eq(u_1**2, tr(U11 * U11.T))) == "u₋₁² = tr(U₁₁ U₁₁ᵀ)"
    assert eq(u_1, tr(Lam))._repr_latex_() == r"$\displaystyle u_{-1} = \operatorname{tr}(\Lambda)$"


def test_a_malformed_tree_still_has_a_text() -> None:
    assert repr(Op("no such head", (matrix("A"),))) == "no such head(A)"


def test_a_claim_is_shown_as_printed_and_as_transcribed() -> None:
    markdown = lemma_17._repr_markdown_()
    assert "> Gradient flow over $L$" in markdown
    assert "starting from an initial value satisfying Assumption 3" in markdown
    assert r"u_{-1}^2 = \operatorname{tr}(U_{11} U_{11}^\top)" in markdown
    assert repr(lemma_17) == "<Claim zfb/lemma-17: invariance, parts a, b, c, d>"
    assert lemma_17._repr_latex_().startswith("$\\displaystyle \\begin{gathered}\nu_{-1}^2 = ")


def test_a_proof_is_shown_step_by_step() -> None:
    assert repr(lemma_17.proofs[""]).startswith("<Proof: block, multiplied, ")
    markdown = lemma_17.proofs[""]._repr_markdown_()
    assert markdown.startswith("1. `block`: $\\displaystyle (u_{12} = 0_{d}")
    assert "by `FromFact Gronwall's inequality from not up`" in markdown


def test_a_result_is_a_table_in_a_notebook_and_a_line_on_a_terminal() -> None:
    result = check("zfb/lemma-17", only=("entries",), dims=(2,))
    page = result._repr_html_()
    assert all(f"<td style=\"text-align: left; vertical-align: top\">({name})</td>" in page for name in "abcd")
    assert "✓ SUPPORTED" in page
    assert "seconds" not in page
    assert repr(result).startswith("<Result zfb/lemma-17: SUPPORTED (")
    assert "\n" not in repr(result)
    assert str(result).count("\n") >= 4


def test_a_claim_that_was_just_written_can_be_checked() -> None:
    result = check(wrong())
    assert result.verdict is Verdict.REFUTED
    assert "counterexample: d = 1" in repr(result)
    assert "✗ REFUTED" in result._repr_html_()


def test_several_claims_make_a_table() -> None:
    results = check(wrong(), "zfb/eq-23*", only=("words",))
    assert isinstance(results, Results)
    assert list(results)[:2] == ["zfb/just-written", "zfb/eq-23"]
    assert results._repr_html_().count("<tr>") == len(results) + 1
    assert len(repr(results).splitlines()) == len(results)


def test_programs_read_verdicts_beside_the_table() -> None:
    (data,) = check(wrong())._repr_mimebundle_()[RESULTS]
    assert data["verdict"] == "REFUTED"
    assert data["parts"][0][2] == "REFUTED"


def test_text_from_outside_is_escaped() -> None:
    from dataclasses import replace

    result = replace(check(wrong()), id="<script>")
    assert "<script>" not in result._repr_html_()
    assert "<script>" not in Results(x=result)._repr_html_()


@pytest.mark.parametrize("value", [3, "tr(U)", None])
def test_what_cannot_be_typeset_is_refused_in_one_sentence(value: object) -> None:
    with pytest.raises(UserError, match="show cannot typeset"):
        show(value)


def test_an_unknown_id_or_witness_is_refused() -> None:
    with pytest.raises(UserError, match="did you mean"):
        check("zfb/lemma-71")
    with pytest.raises(UserError, match="oracle"):
        check("zfb/lemma-17", only=("oracle",))
    with pytest.raises(UserError, match="at least one"):
        check()


def test_front_ends_without_formulas_get_text() -> None:
    assert isinstance(show(eq(U11, Lam)), Shown)
    assert str(show(eq(U11, Lam), "a")) == "a = U₁₁ = Λ"


def test_no_claim_of_the_library_fails_to_show_itself() -> None:
    from proofs_check.registry import load

    for statement in load():
        if statement.claim is not None:
            assert statement.claim.id in statement.claim._repr_markdown_()
