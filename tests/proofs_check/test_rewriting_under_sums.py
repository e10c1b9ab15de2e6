"""Equations for what is opaque are used beside sums over entries, or it is said that they are not."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Proof,
    Step,
    check,
    claim,
    eq,
    index,
    layer,
    matrix,
    scalar,
    total,
    tr,
    vector,
)
from proofs_check.proof import Rewriting
from proofs_check.results import Result
from proofs_check.statement.laws import delta
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import entry

d, i, v, A = scalar("d", "integer", "positive"), index("i", "d"), vector("v", "d"), matrix("A", "d", "d")
apart = delta(layer("l"), layer("m"))


@pytest.mark.parametrize(("prop", "verdict"), [
    (eq(apart * tr(A), 0), "PROVED"), (eq(total(i, d, entry(v, i, 1) ** 3 * apart), 0), "UNDECIDED"),
])  # fmt: skip
def test_a_delta_is_rewritten_or_the_step_does_not_follow(prop: Prop, verdict: str) -> None:
    proof = Proof((Step("s", prop, Rewriting(), ("apart",)),))
    mine = claim("own/apart", kind=Kind.IDENTITY, given=(Hypothesis("apart", eq(apart, 0)),), proof=proof)(lambda: prop)
    found = check(mine, only=("proof",))
    assert isinstance(found, Result)
    assert (found.verdict.name, found.defects) == (verdict, ())
