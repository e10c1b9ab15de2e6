"""Lemmas about attention of one's own: the worked ones, and what a newcomer sees of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check import (
    Kind,
    activated,
    activation,
    check,
    claim,
    eq,
    expect,
    haar,
    load,
    mask,
    matrix,
    scalar,
    tr,
)
from proofs_check.verdict import Verdict

WORKED = "notebooks/own_lemmas/attention_layers.py"
h, M, d, beta = activation("h", "invariant"), mask("n+1"), scalar("d", "integer", "positive"), scalar("beta")
X_0, R, U = matrix("X_0", "d", "n+1"), matrix("R", "d", "d"), haar("U")


def layer_of(X):
    return X + X * M * activated(h, beta * X, X)


def mean(factor):
    form = layer_of(U * X_0).T * R * layer_of(U * X_0)

    @claim("mine/mean", kind=Kind.IDENTITY, source="a draft")
    def statement():
        """The mean over rotations of a quadratic form in a layer's output."""
        return eq(expect(form), factor * layer_of(X_0).T * layer_of(X_0))

    return statement


@pytest.mark.parametrize(
    ("label", "verdict"),
    [("equivariance", Verdict.PROVED), ("mean-over-rotations", Verdict.PROVED), ("without-1-over-d", Verdict.REFUTED)],
)
def test_the_worked_lemmas_come_out_as_their_file_says(label, verdict):
    result = check(f"attention/{label}", claims=WORKED)
    assert (result.verdict, result.defects) == (verdict, ())


def test_the_worked_lemmas_are_those_of_the_file():
    known = load((WORKED,)).claims
    assert {f"attention/{label}" for label in ("equivariance", "mean-over-rotations", "without-1-over-d")} <= set(known)
    assert Path(WORKED).read_text().count("@claim") == 3


def test_entries_take_the_mean_over_rotations_of_the_plane_and_see_what_is_wrong_in_it():
    right = check(mean(tr(R) / d), only=("entries",))
    assert right.verdict is Verdict.SUPPORTED
    assert not right.defects
    assert any("d <= 2" in row.sentence for row in right.witnesses)
    wrong = check(mean(tr(R)), only=("entries",))
    assert wrong.verdict is Verdict.REFUTED


def test_a_counterexample_with_means_is_short_and_shows_no_angle():
    text = check(mean(tr(R)), only=("entries",)).counterexample
    assert text is not None
    assert "~" not in text
    assert len(text) < 1000
