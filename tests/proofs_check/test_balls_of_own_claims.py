"""Balls alone on statements of known truth: means, quantifiers, limits, and points where derivatives vanish."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from proofs_check.algebras import ball_moments
from proofs_check.model import NONE
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import expect_given
from proofs_check.statement.props import (
    Prop,
    eq,
    for_all,
    ge,
    gt,
    implies,
    independent_of,
    le,
    local_minimum,
    saddle,
    tends,
)
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import det, expect, eye, matrix, norm_F, scalar, tr, vector
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.balls.witness import BallsWitness
from proofs_check.witnesses.in_letters import InLetters
from tests.adversary.stating import named

d, n = scalar("d", "integer", "positive"), scalar("n", "integer", "positive")
k = scalar("k", "integer", "nonnegative")
a, b, p, e = scalar("a"), scalar("b"), scalar("p", "positive"), scalar("e", "random", "noise", "std:s")
v, w, S, R = vector("v"), vector("w"), matrix("S", "d", "d", "symmetric", "posdef"), matrix("R", "d", "d", "posdef")
x, y = vector("x", "d", "random", "cov:S"), vector("y", "d", "random", "cov:R")
FLAT = a**2 - 3 * a * b**3 + 2 * b**6
"""It rises along each line and parabola through 0, and falls along a = 3/2 b^3."""
AT_ZERO = (a, 0), (b, 0)


def of_balls(prop: Prop) -> Outcome:
    claim = named("own/examined", prop, model=NONE)
    (part,) = claim.parts
    return InLetters(BallsWitness()).examine(claim, part, part.readings[0], Context(dims=(1, 2)))


@pytest.mark.parametrize("prop", [
    for_all(k, ge(k * (k - 1), 0)),
    implies(ge(d, 2), for_all(v, ge(-det(v * v.T), 0))),
    for_all(d, eq(tr(eye("d")), d)),
    for_all(p, gt(p, 0)),
    saddle(FLAT, *AT_ZERO),
    saddle(-FLAT, *AT_ZERO),
    saddle(a * b**2, *AT_ZERO),
    saddle(a**4 - b**4, *AT_ZERO),
    independent_of(tr(matrix("Q", "d", "d", "orthogonal").T * matrix("Q", "d", "d", "orthogonal")),
                   matrix("Q", "d", "d", "orthogonal")),
])  # fmt: skip
def test_what_is_true_is_not_refuted(prop: Prop) -> None:
    assert of_balls(prop).verdict is not Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    implies(eq(x, v), eq(expect(1 / (1 + x.T * x)), 1 / (1 + v.T * v))),
    eq(infimum(expect((a * e - 1) ** 4), a), 0),
    eq(tr(expect((x * y.T) ** 2)), expect((x.T * x) * (y.T * y))),
    eq(expect((x.T * x) ** Fraction(1, 2)), 1),
    eq(expect((1 + x.T * x) ** -1), 1),
    eq(expect((x.T * w + 1) ** 2), w.T * S * w),
    le(expect_given((x.T * x) * (y.T * y), x), tr(S) * tr(R)),
    saddle(-(a**4) - b**4, *AT_ZERO),
    local_minimum(FLAT, *AT_ZERO),
    tends(norm_F(matrix("B", "n", "d")) ** 2 / n, 0, n),
])  # fmt: skip
def test_what_is_false_is_not_supported(prop: Prop) -> None:
    assert of_balls(prop).verdict is not Verdict.SUPPORTED


def test_arrays_that_do_not_fit_are_not_put_together() -> None:
    square, column = np.ones((2, 2)), np.ones((1, 2))
    for together in (ball_moments._sum, ball_moments._times, lambda a, b: ball_moments._joined([a, b.T, b], 1)):
        with pytest.raises(Lacks):
            together(square, column.T if together is ball_moments._sum else column)
