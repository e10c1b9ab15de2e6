"""A derivative asks that means, minima and eigenvalues exist near the point, not at the point alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import Kind, Verdict, check, claim, eq, expect, grad, matrix, minimum, scalar, term, tr, where
from proofs_check.proof.chain import Identity, Proof, Step
from proofs_check.proof.values.conditions import conditions
from proofs_check.statement.attention import slope
from proofs_check.statement.domains import Kind as Asked
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Op, Sym, Term, ddt, parameter

s, t = scalar("s"), scalar("tau")
u = parameter("u")
S, P = matrix("S", "d", "d", "symmetric"), matrix("P", "d", "d", "symmetric", "posdef")
A = matrix("A", "d", "d")
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


HALF = term(Fraction(1, 2))


def least(node: Term) -> Op:
    return Op("least_eigenvalue", (node,))


@pytest.mark.parametrize(("body", "known"), [
    (Op("slope_right", (t, least(S + t * A))), False), (Op("slope_right", (t, least(S + t * P))), True),
    (slope(t, least(S + t * A)), False), (where(grad(least(S + s * A), s), (s, 0)), False),
])  # fmt: skip
def test_a_matrix_that_is_symmetric_at_one_point_alone_has_no_eigenvalues_to_differentiate(
    body: Term, known: bool
) -> None:
    prop = eq(body, body)

    def claimed() -> Prop:
        """Words."""
        return prop

    proof = Proof((Step("line", prop, Identity()),))
    result = check(claim("mine/near", kind=Kind.IDENTITY, witnesses=("proof",), proof=proof)(claimed))
    assert result.verdict is (Verdict.PROVED if known else Verdict.UNDECIDED), result.witnesses  # type: ignore[union-attr]


@pytest.mark.parametrize(("body", "kind", "of", "moves"), [
    (slope(t, minimum(t * u, u)), Asked.ATTAINED, minimum(t * u, u), t),
    (where(grad(minimum(s * u, u), s), (s, 0)), Asked.ATTAINED, minimum(s * u, u), s),
    (slope(t, tr((P + t * A) ** HALF)), Asked.SYMMETRIC, P + t * A, t),
    (where(grad(tr((P + s * A) ** HALF), s), (s, 0)), Asked.SYMMETRIC, P + s * A, s),
])  # fmt: skip
def test_minima_and_roots_are_asked_for_near_the_point(body: Term, kind: Asked, of: Term, moves: Sym) -> None:
    """The least value of t u over u is 0 at t = 0 and no number elsewhere."""
    assert any(c.kind is kind and c.node == of and moves in c.bound for c in conditions(eq(body, 0)))
