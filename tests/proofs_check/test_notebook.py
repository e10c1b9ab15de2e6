"""What notebooks show: derived values, statements, results."""

from __future__ import annotations

import pytest

from proofs_check.claim import Kind, claim
from proofs_check.errors import UserError
from proofs_check.notebook import Shown, check, show
from proofs_check.papers.zfb.lemma_17 import lemma_17
from proofs_check.papers.zfb.notation import U11, Lam, u_1
from proofs_check.statement.props import eq
from proofs_check.statement.terms import tr
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context


def test_a_derived_velocity_is_typeset_with_its_name() -> None:
    from symbolic.flow import lsa_flow_on_block
    from symbolic.lsa import PARAMETERS

    shown = show(lsa_flow_on_block().velocity(PARAMETERS.U11), r"\dot U_{11}")
    assert shown.markdown.startswith("$$\n\\dot U_{11} = ")
    assert r"\Gamma\Lambda U_{11}\Lambda" in shown.markdown


def test_entries_lose_their_indices_at_d_1() -> None:
    from symbolic.derive import derive

    assert "U_{11}^{2} - u_{12}^{2} + u_{21}^{2} - u_{-1}^{2}" in show(derive("lsa", "invariants", 1)).markdown
    assert "[U_{11}]_{12}^{2}" in show(derive("lsa", "invariants", 2)).markdown


def test_a_claim_is_shown_as_printed_and_as_transcribed() -> None:
    shown = show(lemma_17)
    assert "starting from an initial value satisfying Assumption 3" in shown.markdown
    assert "u₋₁² = tr(U₁₁ U₁₁ᵀ)" in repr(shown)


def test_a_result_is_shown_part_by_part() -> None:
    result = check("zfb/lemma-17", only=("entries",), context=Context(dims=(1,)))
    shown = repr(show(result))
    assert shown.startswith(f"zfb/lemma-17: {result.verdict.name}")
    assert all(f"({name})" in shown for name in "abcd")
    assert "seconds" not in shown


def test_a_claim_that_was_just_written_can_be_checked() -> None:
    wrong = claim("zfb/just-written", kind=Kind.IDENTITY, source="a test", witnesses=("entries",))(
        lambda: eq(tr(U11 * Lam), u_1)
    )
    result = check(wrong)
    assert result.verdict is Verdict.REFUTED
    assert "counterexample: d = 1" in repr(show(result))


@pytest.mark.parametrize("value", [3, "tr(U)", None])
def test_what_cannot_be_typeset_is_refused_in_one_sentence(value: object) -> None:
    with pytest.raises(UserError, match="show cannot typeset"):
        show(value)


def test_an_unknown_id_or_witness_is_refused() -> None:
    with pytest.raises(UserError, match="did you mean"):
        check("zfb/lemma-71")
    with pytest.raises(UserError, match="oracle"):
        check("zfb/lemma-17", only=("oracle",))


def test_front_ends_without_formulas_get_text() -> None:
    assert isinstance(show(eq(U11, Lam)), Shown)
    assert str(show(eq(U11, Lam), "a")) == "a = U₁₁ = Λ"
