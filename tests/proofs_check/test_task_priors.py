"""The task is N(0, I) by its role in the model; where a prior is its law, it may be of any, and even 0."""

from __future__ import annotations

import pytest

from proofs_check import Kind, check, claim, eq, expect, norm_2
from proofs_check.lsa import d, w, y_hat
from proofs_check.model import model_of
from proofs_check.proof.values.closing import Closing
from proofs_check.proof.values.conditions import conditions
from proofs_check.proof.values.gaussian import drawn_in
from proofs_check.proof.values.parts import stated
from proofs_check.statement.props import Prop, almost_surely
from proofs_check.statement.terms import Term


def left(prop: Prop, model: str) -> list[str]:
    drawn = drawn_in(model_of("zfb", model))
    return [stated(c) for c in Closing(()).left(conditions(prop, gaussian=drawn))]


def proving(prop: Prop, model: str) -> list[str]:
    @claim("own/of-the-task", kind=Kind.DISTRIBUTIONAL, model=model)
    def mine() -> Prop:
        """A mean over the task."""
        return prop

    return [w.name for w in check(mine, only=("words", "entries", "balls")).witnesses if w.verdict.name == "PROVED"]


def test_a_task_is_almost_surely_not_0_where_the_model_draws_it_from_a_gaussian_law_alone() -> None:
    prop = almost_surely(eq(norm_2(w) / norm_2(w), 1))
    assert left(prop, "") == []
    assert left(prop, "task prior") == ["w != 0"]


def test_of_a_task_of_any_law_a_moment_is_stated_and_of_a_gaussian_one_none() -> None:
    prop = eq(expect((w.T * w) ** 2), d * (d + 2))
    assert left(prop, "") == []
    assert [text for text in left(prop, "task prior") if text.endswith("< oo")]


@pytest.mark.parametrize("body", [w.T * w, y_hat**2], ids=str)
def test_no_exact_engine_takes_a_mean_over_a_task_of_which_it_knows_another_law(body: Term) -> None:
    prop = eq(expect(body), expect(body) + 0)
    assert proving(prop, "") == ["words", "entries"]
    assert proving(prop, "task prior") == []
