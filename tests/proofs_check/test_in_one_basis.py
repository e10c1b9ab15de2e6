"""A covariance is taken to be diagonal only where a rotation of all symbols keeps what is said; and a determinant of
long entries is not written out."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    at,
    check,
    claim,
    det,
    entry,
    eq,
    expect,
    gaussian,
    ge,
    half,
    index,
    inv,
    le,
    matrix,
    scalar,
    slope_left,
    slope_right,
    total,
    tr,
)
from proofs_check.claims import Hypothesis
from proofs_check.results import Result
from proofs_check.statement.laws import diag
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import absolute, col, row, vector

S, v = matrix("S", "d", "d", "symmetric", "posdef"), vector("v")
z = gaussian("z", cov=S)
b, d, t = scalar("b"), scalar("d", "integer", "positive"), scalar("t_1")
N, i = scalar("N", "integer", "positive"), index("i", "N")
g = gaussian("g", "d", iid=True)


def by_entries(prop: Prop, *given: Prop) -> Result:
    def body() -> Prop:
        """Words."""
        return prop

    assumed = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))
    result = check(claim("mine/a", kind=Kind.IDENTITY, given=assumed, witnesses=("entries",))(body))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("prop", [
    le(entry(inv(S), 1, 1) * entry(S, 1, 1), 1), ge(1 / entry(inv(S), 1, 1), entry(S, 1, 1)),
    ge(det(S), entry(S, 1, 1) * entry(S, 2, 2)), ge(row(half(S), 1) * col(S, 2), 0), ge(v.T * diag(v) * half(S) * v, 0),
    le(expect(entry(z, 1, 1) ** 2 * entry(z, 2, 1) ** 2), entry(S, 1, 1) * entry(S, 2, 2)),
], ids=repr)  # fmt: skip
def test_what_holds_of_diagonal_matrices_alone_is_not_supported(prop: Prop) -> None:
    assert by_entries(prop, eq(d, 2)).verdict not in {Verdict.PROVED, Verdict.SUPPORTED}


@pytest.mark.parametrize("prop", [ge(tr(half(S)) ** 2, tr(S)), ge(tr(S) * tr(inv(S)), tr(S * inv(S)))], ids=repr)
def test_what_rotations_keep_is_looked_at_where_the_matrix_is_diagonal(prop: Prop) -> None:
    assert by_entries(prop, eq(d, 2)).verdict in {Verdict.PROVED, Verdict.SUPPORTED}


def test_the_inverse_of_a_sum_over_many_draws_is_not_written_out() -> None:
    scatter = total(i, N, at(g, i) * at(g, i).T)
    assert by_entries(eq(expect(tr(inv(scatter))), d / (N - d)), ge(N, d + 2)).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("prop", [
    eq(slope_right(t, absolute(t * b)), b), eq(slope_left(t, absolute(t * b)), -b),
    eq(slope_right(t, absolute(b + t)), 1),
], ids=repr)  # fmt: skip
def test_a_kink_is_looked_at_from_both_sides(prop: Prop) -> None:
    assert by_entries(prop).verdict is Verdict.REFUTED
