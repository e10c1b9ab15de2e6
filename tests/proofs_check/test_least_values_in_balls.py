"""What balls say of least values and of convexity where descents and lines do not tell the whole."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check.statement.props import Prop, almost_surely, conj, eq, ge, implies, le, lt, minimisers_satisfy
from proofs_check.statement.psd import convex, infimum, minimum_where
from proofs_check.statement.terms import absolute, det, expect, scalar, vector
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.balls.witness import BallsWitness
from proofs_check.witnesses.in_letters import InLetters
from tests.adversary.stating import named

d = scalar("d", "integer", "positive")
a, b, p = scalar("a"), scalar("b"), scalar("p", "positive")
v, w, x = vector("v"), vector("w"), vector("x", "d", "random", "cov:S")
FAR = ((a - 1000) ** 2 + b**2) * (a**2 + b**2 + 1)
"""Its least value is 0, at (1000, 0); descents from near 0 end elsewhere."""
NEAR = (a * b - 1) ** 2 + (a - b) ** 2 * b**2 + 1
"""Its least value is 1, at (1, 1) and (-1, -1)."""
WELLS = (a - 1) ** 2 * ((a + 1) ** 2 + Fraction(1, 10))
"""It is least at 1 alone, and has another local minimum near -1."""


def of_balls(prop: Prop) -> Outcome:
    claim = named("own/examined", prop)
    (part,) = claim.parts
    return InLetters(BallsWitness()).examine(claim, part, part.readings[0], Context(dims=(1, 2)))


@pytest.mark.parametrize("prop", [
    eq(infimum(FAR, a, b), 0),
    le(infimum(FAR, a, b), infimum(NEAR, a, b)),
    le(infimum(NEAR, a, b), 2),
    convex((a + b) ** 4, a, b),
    convex(absolute(a), a),
    implies(ge(d, 2), convex(-det(v * v.T), v)),
])  # fmt: skip
def test_what_is_true_is_not_refuted(prop: Prop) -> None:
    assert of_balls(prop).verdict is not Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    le(infimum(NEAR, a, b), 0),
    lt(infimum(NEAR, a, b), 0),
    le(infimum(NEAR, a, b) + p, 2),
    minimisers_satisfy((a - 1) ** 2 + (b - 2) ** 2, conj(eq(a, 1), eq(b, 5)), a, b),
    minimisers_satisfy((a - 1) ** 2, le(a, 0), a),
    minimisers_satisfy(expect((w.T * x - v.T * x) ** 2), almost_surely(eq(w.T * x, 2 * v.T * x)), w),
    minimum_where((a - 1) ** 2, le(a, 1), a),
    minimum_where(a**2, eq(a**9, 10**27), a),
    minimum_where(a**2, eq(a**9, 10**81), a),
])  # fmt: skip
def test_what_is_false_is_not_supported(prop: Prop) -> None:
    assert of_balls(prop).verdict is not Verdict.SUPPORTED


def test_a_local_minimum_that_is_not_the_least_is_no_minimiser() -> None:
    assert of_balls(minimisers_satisfy(WELLS, eq(a, 1), a)).verdict is Verdict.SUPPORTED


def test_a_quadratic_without_a_least_value_is_left_open() -> None:
    assert of_balls(eq(infimum(a * b, a, b), 0)).verdict is Verdict.UNDECIDED
