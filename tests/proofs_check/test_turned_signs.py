"""Means beside an absolute value vanish where a law that is symmetric turns signs that the absolute value does not see:
not for noise of any law, nor where the form is no longer the same up to its sign."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    absolute,
    at,
    check,
    claim,
    eq,
    expect,
    gaussian,
    haar,
    index,
    matrix,
    noise,
    norm_2,
    relu,
    scalar,
    total,
    tr,
    vector,
)
from proofs_check.results import Result
from proofs_check.statement.laws import expect_given
from proofs_check.statement.props import Prop

a, p, r, N = scalar("a"), scalar("p", "positive"), scalar("r", "positive"), scalar("N", "integer", "positive")
e, x, y = noise("e", p), noise("x_1", p, normal=True), noise("y_1", r, normal=True)
v, w, g, h = vector("v", "d"), vector("w", "d"), gaussian("g", "d"), gaussian("h", "d")
A, U, Q = matrix("A", "d", "d"), haar("U"), haar("V")
gs, i = gaussian("g_2", "d", iid=True), index("i", "N")


def entries(prop: Prop) -> Verdict:
    return said(prop, "entries")


def said(prop: Prop, by: str) -> Verdict:
    @claim("own/means", kind=Kind.DISTRIBUTIONAL)
    def stated() -> Prop:
        """What is stated."""
        return prop

    found = check(stated, only=(by,))
    assert isinstance(found, Result)
    return found.witnesses[0].verdict


@pytest.mark.parametrize("false", [
    eq(expect(absolute(e) * e), 0), eq(expect(relu(e)**2), p**2 / 2), eq(expect(relu(e) * e * y**2), p**2 * r**2 / 2),
    eq(expect(absolute(x + 1) * x), 0), eq(expect(absolute(x + y) * x * y), 0), eq(expect(absolute(x * e) * e), 0),
    eq(expect(absolute(v.T * g + a) * (w.T * g)), 0),
    eq(expect(absolute(v.T * g + w.T * h) * (v.T * g) * (w.T * h)), 0),
    eq(expect_given(absolute(v.T * g) * (w.T * g), g), 0),
    eq(expect((absolute(v.T * g + 1) + v.T * g)**2), 1 + 2 * norm_2(v)**2),
    eq(expect_given(absolute(v.T * at(gs, 1)) * (w.T * at(gs, 1)), gs), 0),
])  # fmt: skip
def test_an_absolute_value_that_sees_the_sign_leaves_the_mean_open(false: Prop) -> None:
    assert entries(false) in {Verdict.UNDECIDED, Verdict.REFUTED}


@pytest.mark.parametrize("true", [
    eq(expect(absolute(x) * x), 0), eq(expect(relu(x)**2), p**2 / 2), eq(expect(absolute(x + y) * x), 0),
    eq(expect(absolute(v.T * g) * (w.T * g)), 0), eq(expect(relu(v.T * g)**2), norm_2(v)**2 / 2),
    eq(expect((absolute(v.T * g) + v.T * g)**2), 2 * norm_2(v)**2),
    eq(expect(absolute(x * e) * x), 0), eq(expect(absolute(x) * y), 0), eq(expect(absolute(x + y)**2), p**2 + r**2),
    eq(expect(total(i, N, absolute(v.T * at(gs, i)) * (w.T * at(gs, i)))), 0),
])  # fmt: skip
def test_what_turns_with_the_form_has_mean_zero(true: Prop) -> None:
    assert entries(true) is Verdict.PROVED


@pytest.mark.parametrize("true", [eq(expect(absolute(tr(U)) * tr(U)), 0), eq(expect(absolute(tr(U * Q)) * tr(U)), 0)])
def test_a_mean_over_rotations_is_not_its_value_at_one(true: Prop) -> None:
    assert said(true, "words") is Verdict.UNDECIDED


@pytest.mark.parametrize("even", [False, True])
def test_words_see_noise_of_any_law_below_an_absolute_value_of_a_sum(even: bool) -> None:
    of_many = total(i, N, at(noise("e_5", p, iid=True), i))
    prop = eq(expect(absolute(of_many)**2), N * p**2) if even else eq(expect(absolute(of_many) * of_many), 0)
    assert said(prop, "words") is (Verdict.PROVED if even else Verdict.UNDECIDED)


def test_a_rotation_of_which_no_mean_is_taken_has_values() -> None:
    assert said(eq(tr(U * A), tr(A)), "words") is Verdict.REFUTED
