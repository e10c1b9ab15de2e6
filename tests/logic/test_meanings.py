"""Statements that mean different things at one point and everywhere: what holds at one outcome is no proof."""

from __future__ import annotations

import pytest

from proofs_check.runner import examine
from proofs_check.statement.laws import gaussian
from proofs_check.statement.props import Prop, almost_surely, eq, ge, iff, implies
from proofs_check.statement.terms import inner, vector
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from tests.adversary.stating import named

x, v = gaussian("x"), vector("v")


def verdict(prop: Prop, *witnesses: str) -> Verdict:
    return examine(named("own/said", prop), witnesses, Context()).verdict


@pytest.mark.parametrize("body", [eq(inner(x, v), 0), ge(inner(x, v), 0)])
def test_an_outcome_at_which_something_holds_does_not_meet_that_it_holds_almost_surely(body: Prop) -> None:
    """Of a Gaussian vector of full rank either says that v = 0."""
    for prop in (implies(almost_surely(body), eq(v, 0 * v)), iff(almost_surely(body), eq(v, 0 * v))):
        assert verdict(prop, "entries") is not Verdict.REFUTED
