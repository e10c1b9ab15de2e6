"""What is assumed of one outcome of what is drawn is not known of almost all outcomes."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, check, claim, eq, gaussian, gt, inner, le, ne, noise, scalar, vector
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


e, p, v = noise("e", scalar("p", "positive")), scalar("p", "positive"), vector("v", "d")
BOUNDED = almost_surely(le(e, a))


@pytest.mark.parametrize(("prop", "given", "verdict"), [
    (gt(a, 0), BOUNDED, Verdict.UNDECIDED),
    (gt(a, 0), le(e, a), Verdict.REFUTED),
    (almost_surely(ne(inner(x, v), 0)), None, Verdict.REFUTED),
    (implies(ne(v, 0 * v), almost_surely(ne(inner(x, v), 0))), None, Verdict.SUPPORTED),
])  # fmt: skip
def test_one_draw_does_not_show_what_is_assumed_of_all_and_what_is_fixed_may_be_zero(
    prop: Prop, given: Prop | None, verdict: Verdict
) -> None:
    def body() -> Prop:
        """Words."""
        return prop

    held = (Hypothesis("of all outcomes", given),) if given is not None else ()
    result = check(claim("mine/outcomes", kind=Kind.DISTRIBUTIONAL, given=held, witnesses=("sampled",))(body))
    assert result.verdict is verdict, result.witnesses  # type: ignore[union-attr]
