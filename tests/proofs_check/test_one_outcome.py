"""What is assumed of one outcome of what is drawn is not known of almost all outcomes."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    always,
    check,
    claim,
    eq,
    expect,
    gaussian,
    gt,
    inner,
    le,
    lt,
    matrix,
    ne,
    noise,
    parameter,
    scalar,
    vector,
)
from proofs_check.claims import Hypothesis
from proofs_check.proof.values.closing import Closing
from proofs_check.proof.values.conditions import conditions
from proofs_check.proof.values.parts import stated
from proofs_check.statement.props import Prop, almost_surely, conj, implies
from proofs_check.statement.terms import Op, Term, ddt

a = scalar("a")
x, y = gaussian("x", "d"), gaussian("y", "d")
e = noise("e_1", scalar("s_1", "positive"), normal=True)
X, W = matrix("X", "d", "d", "random"), parameter("W", "d", "d")
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


z, v = noise("e", scalar("p", "positive")), vector("v", "d")
BOUNDED = almost_surely(le(z, a))


@pytest.mark.parametrize(("prop", "given", "verdict"), [
    (gt(a, 0), BOUNDED, Verdict.UNDECIDED),
    (gt(a, 0), le(z, a), Verdict.REFUTED),
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


def least(node: Term) -> Op:
    return Op("least_eigenvalue", (node,))


@pytest.mark.parametrize(("prop", "given", "open_"), [
    (eq(expect(1 / (1 + e)), 0), le(0, e), "E[1/(1 + e_1)] < oo"),
    (eq(expect(1 / (a + e**2)), 0), le(0, a), "E[1/(a + e_1²)] < oo"),
    (eq(expect(1 / (a + e**2)), 0), lt(0, a), ""),
    (eq(least(expect(X)), 0), eq(X, X.T), "E[X] symmetric"),
    (eq(least(X), 0), eq(X, X.T), ""),
    (eq(least(ddt(W)), 0), eq(W, W.T), "d/dt W symmetric"),
    (always(eq(least(W), 0)), eq(W, W.T), "W symmetric"),
    (always(eq(least(W), 0)), always(eq(W, W.T)), ""),
])  # fmt: skip
def test_what_holds_at_one_outcome_or_moment_gives_no_mean_and_no_derivative(
    prop: Prop, given: Prop, open_: str
) -> None:
    """E 1/(1 + e) is not finite for normal e, whatever e happens to be; X is symmetric at this outcome alone."""
    left = [stated(c) for c in Closing([given]).left(conditions(prop))]
    assert open_ in left if open_ else not [c for c in left if "< oo" in c or "symmetric" in c], left
