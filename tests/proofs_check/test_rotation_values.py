"""Orthogonal symbols have orthogonal values wherever a statement is looked at; singular values do not see rotations."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    eq,
    expect,
    matrix,
    norm_2,
    norm_F,
    norm_op,
    scalar,
    tr,
    vector,
)
from proofs_check.results import Result
from proofs_check.statement.attention import haar, orthogonal
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Term, det, entry, eye, nuclear, singular_product_sum, term

U, V, Q = haar("U"), haar("V"), orthogonal("Q")
A, B, d = matrix("A"), matrix("C"), scalar("d", "integer", "positive")
turning = Hypothesis("Q is orthogonal", eq(Q * Q.T, eye()))


def found(prop: Prop, *given: Hypothesis) -> Result:
    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=Kind.IDENTITY, given=given)(body))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize(("lhs", "rhs"), [
    (norm_op(U), term(1)),
    (norm_op(2 * U), term(2)),
    (norm_op(U * A), norm_op(A)),
    (norm_op(U * A * V), norm_op(A)),
    (norm_op(U * A + U * B), norm_op(A + B)),
    (nuclear(U), d),
    (nuclear(A * U), nuclear(A)),
    (singular_product_sum(U * A, B), singular_product_sum(A, B)),
    (norm_F(U * A), norm_F(A)),
], ids=repr)  # fmt: skip
def test_singular_values_do_not_see_a_rotation(lhs: Term, rhs: Term) -> None:
    result = found(eq(lhs, rhs))
    assert result.verdict is Verdict.PROVED
    assert result.defects == ()


@pytest.mark.parametrize("prop", [
    eq(norm_op(Q * A), norm_op(A)), eq(norm_op(Q), 1), eq(det(Q) ** 2, 1), eq(tr(Q.T * Q), d),
], ids=repr)  # fmt: skip
def test_what_holds_of_orthogonal_matrices_is_not_refuted(prop: Prop) -> None:
    result = found(prop, turning)
    assert result.verdict is not Verdict.REFUTED
    assert result.defects == ()


@pytest.mark.parametrize(("lhs", "rhs"), [
    (norm_op(U * A + A), 2 * norm_op(A)),
    (norm_op(U + U.T), term(2)),
    (norm_op(A * U * B), norm_op(A * B)),
    (det(U), term(1)),
], ids=repr)  # fmt: skip
def test_what_fails_at_a_rotation_is_refuted(lhs: Term, rhs: Term) -> None:
    assert found(eq(lhs, rhs)).verdict is Verdict.REFUTED


def test_a_counterexample_shows_an_orthogonal_value() -> None:
    points = [row.counterexample for row in found(eq(norm_op(U * A + A), 2 * norm_op(A))).witnesses]
    assert not any("U = [[2]]" in point for point in points if point)


v, w = vector("v"), vector("w")


@pytest.mark.parametrize("prop", [
    eq(expect(entry(U, 1, 1) ** 4), 3 / (d * (d + 2))),
    eq(expect((v.T * U * w) ** 4), 3 * norm_2(v) ** 4 * norm_2(w) ** 4 / (d * (d + 2))),
    eq(expect(entry(U, 1, 1) ** 2), 1 / d),
    eq(expect(tr(U) ** 2), 1),
], ids=repr)  # fmt: skip
def test_moments_of_rotations_meet_no_defect(prop: Prop) -> None:
    result = found(prop)
    assert result.verdict in {Verdict.PROVED, Verdict.SUPPORTED}
    assert result.defects == ()


def test_a_false_second_moment_of_a_rotation_is_still_found_false() -> None:
    rows = found(eq(expect(entry(U, 1, 1) ** 2), 2 / (d + 1))).witnesses
    assert any(row.verdict is Verdict.REFUTED or row.against for row in rows)


@pytest.mark.parametrize("witness", ["balls", "sampled"])
@pytest.mark.parametrize(("prop", "given"), [
    (eq(Q * Q * Q, Q), ()),  # true of reflections, false of rotations
    (eq(tr(Q) ** 2, d**2), (Hypothesis("symmetric", eq(Q, Q.T)),)),  # a reflection of the plane has trace 0
    (eq(Q * Q, eye()), (Hypothesis("skew", eq(Q, -Q.T)),)),  # that of a quarter turn is -I
], ids=repr)  # fmt: skip
def test_both_components_of_the_orthogonal_group_are_looked_at(
    prop: Prop, given: tuple[Hypothesis, ...], witness: str
) -> None:
    result = check(claim("mine/a", kind=Kind.IDENTITY, given=(turning, *given))(lambda: prop), only=(witness,))
    assert isinstance(result, Result)
    assert result.verdict is Verdict.REFUTED
