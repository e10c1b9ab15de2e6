"""What a hypothesis says of one moment, no engine uses along the flow."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, always, check, claim, conserved, eq, gradient_flow, parameter, scalar
from proofs_check.claims import Hypothesis
from proofs_check.statement.props import Prop, implies, same_flow
from proofs_check.statement.terms import at0, ddt

a = scalar("a")
u, w = parameter("u"), parameter("w")
RESTS = always(eq(ddt(u), 0))
ROTATION = conserved(u**2 - w**2)


@pytest.mark.parametrize(("prop", "given", "proved"), [
    (RESTS, (eq(u, 0), eq(w, 0)), False),
    (conserved(u), (eq(ddt(u), 0),), False),
    (same_flow((u * w - 1) ** 2, (u * w - 1) ** 2 + u**2, u, w), (eq(u, 0),), False),
    (implies(eq(ddt(u), 0), conserved(u)), (), False),
    (conserved(a * u), (eq(a, 0),), True),
    (ROTATION, (eq(u, 0),), True),
    (ROTATION, (eq(at0(u), 1),), True),
])  # fmt: skip
def test_a_hypothesis_about_one_moment_shows_nothing_of_the_flow(
    prop: Prop, given: tuple[Prop, ...], proved: bool
) -> None:
    def body() -> Prop:
        """Words."""
        return prop

    held = tuple(Hypothesis(repr(p), p) for p in given)
    result = check(claim("mine/moment", kind=Kind.INVARIANCE, given=held, witnesses=("entries",),
                         model=gradient_flow((u * w - 1) ** 2, (u, w)))(body))  # fmt: skip
    found = result.witnesses[0].verdict  # type: ignore[union-attr]
    assert found is (Verdict.PROVED if proved else Verdict.UNDECIDED), result.witnesses  # type: ignore[union-attr]
