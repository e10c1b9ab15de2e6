"""Singular covariances, means beside what is fixed, and equations with a zero on the left."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    check,
    claim,
    conj,
    eq,
    expect,
    ge,
    implies,
    le,
    lt,
    matrix,
    ne,
    scalar,
    tr,
)
from proofs_check.results import Result
from proofs_check.statement.attention import haar
from proofs_check.statement.laws import gaussian
from proofs_check.statement.props import Prop, almost_surely
from proofs_check.statement.terms import entry, zeros

K = matrix("K", "d", "d", "symmetric", "psd")
U, x, z = haar("U", "d"), gaussian("x", "d", cov=K), scalar("z")


def found(prop: Prop) -> Result:
    @claim("own/singular", kind=Kind.DISTRIBUTIONAL)
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made)
    assert isinstance(result, Result)
    assert not result.defects, result.defects
    return result


def test_a_covariance_may_vanish_along_an_axis() -> None:
    assert found(implies(ne(K, 0 * K), almost_surely(ne(entry(x, 1, 1), 0)))).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("prop", "verdict"), [
    (conj(eq(expect(tr(U * U)), 1), ge(z**2, 0)), Verdict.PROVED),
    (conj(eq(expect(tr(U * U)), 1), le(z**2, 0)), Verdict.REFUTED),
    (lt(expect(tr(U)), expect(tr(U))), Verdict.REFUTED),
], ids=["true", "false", "strictly"])  # fmt: skip
def test_an_inequality_beside_a_mean_is_no_equation(prop: Prop, verdict: Verdict) -> None:
    result = found(prop)
    assert result.verdict is verdict
    assert not any(one.against for one in result.witnesses) or verdict is Verdict.REFUTED
    assert all(one.verdict is not Verdict.SUPPORTED for one in result.witnesses) or verdict is Verdict.PROVED


def test_no_hypothesis_gives_zero_another_value() -> None:
    assert found(implies(eq(zeros("d", "d"), K), eq(tr(K * K), 0))).verdict is not Verdict.REFUTED
