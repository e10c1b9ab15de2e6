"""Boxes of parameters: what is looked at over them, and what is left to points."""

from __future__ import annotations

from math import prod

import pytest

from proofs_check.model import NONE, Model, model_for
from proofs_check.naming import in_engine_letters
from proofs_check.statement.props import Prop, eq, ge, gt, implies, le, lt
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import matrix, norm_F, scalar, tr, vector
from proofs_check.witnesses.balls.boxes import BoxFinding, examine_boxes
from tests.adversary.stating import named

n, p, q = scalar("n", "integer", "positive"), scalar("p", "positive"), scalar("q", "positive")
a, b = scalar("a"), scalar("b")


def over_boxes(prop: Prop, *given: Prop, model: str | Model = "") -> list[BoxFinding]:
    claim, _ = in_engine_letters(named("own/examined", prop, *given, model=model))
    (part,) = claim.parts
    return examine_boxes(claim, part.readings[0].prop, model_for(claim))


@pytest.mark.parametrize("prop", [
    ge(infimum((a - b) ** 2, a) + p, p),
    ge(norm_F(vector("x", "d", "random", "cov:S")), 0),
    *(ge(norm_F(matrix("A", "d", "d", trait)), 0) for trait in ("invertible", "orthogonal", "positive", "symmetric")),
    ge(prod(scalar(f"k_{i}", "integer", "positive") for i in range(7)), 1),
])  # fmt: skip
def test_least_values_what_is_drawn_and_what_may_not_move_freely_are_left_to_points(prop: Prop) -> None:
    assert not over_boxes(prop)


def test_a_counterexample_in_a_box_meets_the_hypotheses() -> None:
    assert {found.counterexample for found in over_boxes(lt(p, q))} != {None}
    assert {found.counterexample for found in over_boxes(lt(p, q), eq(p, q / 2))} == {None}


def test_a_condition_on_sizes_must_hold_there() -> None:
    assert over_boxes(implies(ge(n, 2), gt((n - 5) * p, 0)))[0].counterexample
    assert not over_boxes(implies(ge(n, 10), gt((n - 5) * p, 0)))


def test_a_number_of_either_sign_and_a_covariance_move() -> None:
    assert over_boxes(le(a, 2))[0].proved
    assert over_boxes(le(tr(matrix("S", "d", "d", "symmetric", "psd")), 100))[0].proved


def test_sizes_that_boxes_do_not_know_are_left_to_points() -> None:
    assert not over_boxes(ge(norm_F(matrix("A", "k", "l") * matrix("B", "l", "m")), 0), model=NONE)
