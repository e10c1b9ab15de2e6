"""A derivative of a mean asks that the mean exists near the point, not at the point alone."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, check, claim, eq, expect, grad, scalar, term, where
from proofs_check.proof.chain import Identity, Proof, Step
from proofs_check.proof.conditions import conditions
from proofs_check.statement.attention import slope
from proofs_check.statement.domains import Kind as Asked
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Op, Sym, Term, ddt, parameter

s, t = scalar("s"), scalar("tau")
u = parameter("u")
y = Sym("y_q", (1, 1), frozenset({"random", "label"}))


def mean(at: Term) -> Term:
    return expect((1 + at * y) ** 2)


@pytest.mark.parametrize("prop", [
    eq(slope(t, mean(t)), 2 * expect(y)),
    eq(where(grad(mean(s), s), (s, 0)), 2 * expect(y)),
])  # fmt: skip
def test_a_mean_that_exists_at_one_point_alone_has_no_derivative_there(prop: Prop) -> None:
    """E (1 + t y)^2 is 1 at t = 0, and infinite elsewhere where E y^2 is: the finite E y does not help."""
    for witness, proof in (("words", None), ("proof", Proof((Step("line", prop, Identity()),)))):
        def body() -> Prop:
            """Words."""
            return prop

        result = check(claim("zfb/near", kind=Kind.IDENTITY, witnesses=(witness,), proof=proof)(body))
        assert result.verdict is Verdict.PROVED  # type: ignore[union-attr]
        assert "E[y_q²] < oo" in result.scope  # type: ignore[union-attr]


@pytest.mark.parametrize(("body", "value"), [
    (where(ddt(mean(u)), (u, 0)), u),
    (where(Op("curvature", (mean(s), s, term(1))), (s, 0)), s),
])  # fmt: skip
def test_so_do_time_derivatives_and_curvatures(body: Term, value: Sym) -> None:
    found = [c for c in conditions(eq(body, 0)) if c.kind is Asked.FINITE]
    assert mean(value) in [c.node for c in found if value in c.bound]
