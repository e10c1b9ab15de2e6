"""What is assumed of one outcome of what is drawn is not known of almost all outcomes."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, check, claim, eq, gaussian, inner, le, scalar
from proofs_check.claims import Hypothesis
from proofs_check.statement.props import Prop, almost_surely, conj, implies

a = scalar("a")
x, y = gaussian("x", "d"), gaussian("y", "d")
SHORT, AT_0 = le(inner(x, x), 1), eq(x, 0 * x)


@pytest.mark.parametrize(("prop", "given", "verdict"), [
    (almost_surely(SHORT), SHORT, Verdict.UNDECIDED),
    (almost_surely(eq(inner(x, x), 1)), eq(inner(x, x), 1), Verdict.UNDECIDED),
    (conj(almost_surely(eq(inner(x, y), 0)), le(0, inner(x, x))), AT_0, Verdict.UNDECIDED),
    (implies(AT_0, almost_surely(AT_0)), None, Verdict.UNDECIDED),
    (almost_surely(le(0, inner(x, x))), None, Verdict.PROVED),
    (almost_surely(le(0, a * inner(x, x))), le(0, a), Verdict.PROVED),
])  # fmt: skip
def test_what_holds_at_one_outcome_holds_almost_surely_by_no_engine(
    prop: Prop, given: Prop | None, verdict: Verdict
) -> None:
    def body() -> Prop:
        """Words."""
        return prop

    held = (Hypothesis("at one outcome", given),) if given is not None else ()
    result = check(claim("mine/outcome", kind=Kind.DISTRIBUTIONAL, given=held, witnesses=("words", "entries"))(body))
    assert result.verdict is verdict, result.witnesses  # type: ignore[union-attr]
