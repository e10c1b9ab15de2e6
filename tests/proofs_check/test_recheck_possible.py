"""The second evaluator confirms no counterexample at a point that cannot be, nor one that misreads what is meant."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction as F
from typing import Any

import pytest

from proofs_check import Hypothesis, Kind, eq, expect, eye, gaussian, index, le, lt, matrix, noise, scalar, total, tr
from proofs_check.claims import Claim, Part, Reading
from proofs_check.recheck import recheck
from proofs_check.statement.props import Prop, tends
from proofs_check.statement.terms import Op, Sym
from proofs_check.verdict import Point

n = scalar("n", "integer", "positive")
A, D, E = matrix("A"), *(Sym(name, ("d", "d"), frozenset({"diagonal"})) for name in "DE")
Q = Sym("Q", ("d", "d"), frozenset({"random", "haar"}))
Lam, sigma = matrix("Lam", "d", "d", "symmetric", "posdef"), scalar("sigma", "positive")
x, z = gaussian("x", "d", Lam), noise("z", sigma)
i = index("i", "n")

IMPOSSIBLE: Mapping[str, tuple[Prop, Point]] = {
    "a diagonal matrix that is none": (
        eq(D * E, E * D), Point({"d": 2}, {"D": [[0, 1], [1, 0]], "E": [[1, 0], [0, 2]]})),
    "a random rotation that is none": (eq(Q * Q.T, eye()), Point({"d": 2}, {"Q": [[2, 0], [0, 2]]})),
    "a positive integer that is 0": (lt(0, n), Point({"n": 0})),
    "an integer that is none": (le(1, n), Point({}, {"n": F(1, 2)})),
    "a dimension that is 0": (lt(0, tr(eye())), Point({"d": 0})),
    "a negative covariance": (le(0, expect(tr(x * x.T))), Point({"d": 1}, {"Lam": [[-1]]})),
    "a covariance that is 0": (lt(0, expect(tr(x * x.T))), Point({"d": 1}, {"Lam": [[0]]})),
    "a standard deviation that is 0": (lt(0, expect(z * z)), Point({}, {"sigma": 0})),
}  # fmt: skip
MISREAD: Mapping[str, tuple[Prop, Point]] = {
    "a limit along the dimension": (tends(n - tr(eye("n")), 0, n), Point({"n": 3})),
    "the condition number of an indefinite matrix": (
        le(1, Op("cond", (A,))), Point({"d": 2}, {"A": [[1, 0], [0, -1]]})),
    "the length of a matrix": (le(Op("norm_2", (A,)), 1), Point({"d": 2}, {"A": [[1, 0], [0, 1]]})),
}  # fmt: skip


def confirmed(prop: Prop, point: Point, *given: Prop) -> Any:
    parts = (Part("", (Reading("", prop),)),)
    hypotheses = tuple(Hypothesis(f"h{k}", p) for k, p in enumerate(given))
    claim = Claim(id="ex/c", kind=Kind.IDENTITY, source="", printed="", parts=parts, given=hypotheses)
    return recheck(claim, prop, point).confirmed


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_no_counterexample_is_confirmed_at_a_point_that_cannot_be(name: str) -> None:
    assert not confirmed(*IMPOSSIBLE[name])


@pytest.mark.parametrize("name", MISREAD)
def test_no_counterexample_is_confirmed_by_another_meaning(name: str) -> None:
    assert confirmed(*MISREAD[name]) is None


def test_points_that_can_be_are_still_read() -> None:
    assert confirmed(lt(expect(tr(x * x.T)), 1), Point({"d": 1}, {"Lam": [[2]]}))
    assert confirmed(lt(total(i, n, i), 3), Point({"n": 2}))
    assert confirmed(le(expect(z * z), 1), Point({}, {"sigma": 2}))
    assert confirmed(eq(D, eye()), Point({"d": 2}, {"D": [[1, 0], [0, 2]]}))
