"""Points at which an engine cannot read a statement are told as that, and stop nothing."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, check, claim, convex, expect, gaussian, gt, implies, matrix, ne, tr, vector
from proofs_check.algebras.sampling.points import psd_value
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import half, zeros

K = matrix("K", "d", "d", "symmetric", "psd")
v, k0 = vector("v", "d"), gaussian("k_0", "d", cov=K)


@pytest.mark.parametrize(("prop", "engine"), [
    (implies(ne(v, zeros("d", 1)), gt(expect((v.T * k0) ** 2), 0)), "sampled"),
    (convex(-tr(half(K)), K), "entries"),
])  # fmt: skip
def test_no_defect(prop: Prop, engine: str) -> None:
    result = check(claim("own/stated", kind=Kind.INEQUALITY)(lambda: prop), only=(engine,))
    assert not result.defects
    assert result.verdict is not Verdict.PROVED


def test_a_singular_covariance_has_a_value_in_eight_dimensions() -> None:
    assert len(psd_value("own/stated", K, 8, None, 7)) == 8
