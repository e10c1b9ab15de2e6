"""Statements that mean different things at one point and everywhere: what holds at one outcome is no proof."""

from __future__ import annotations

import pytest

from proofs_check.runner import examine
from proofs_check.statement.laws import gaussian
from proofs_check.statement.props import Prop, almost_surely, eq, exists, ge, iff, implies
from proofs_check.statement.terms import inner, scalar, vector
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


def test_a_condition_inside_an_equivalence_does_not_move_the_point() -> None:
    """Some multiple of a is b if and only if b is 0 where a is: read at a = 0 alone, the right side says b = 0."""
    a, b, u = scalar("a"), scalar("b"), scalar("u")
    prop = iff(exists(u, eq(a * u, b)), implies(eq(a, 0), eq(b, 0)))
    assert verdict(prop, "balls") is Verdict.SUPPORTED
