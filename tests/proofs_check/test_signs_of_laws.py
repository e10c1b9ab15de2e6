"""A symbol with a law of its own has the signs that its traits give and no others; what may vanish is not strict."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    absolute,
    check,
    claim,
    convex,
    entry,
    eq,
    expect,
    ge,
    gt,
    matrix,
    noise,
    parameter,
    psd,
    scalar,
    sqrt,
    vector,
)  # fmt: skip
from proofs_check.results import Result
from proofs_check.statement.laws import diag
from proofs_check.statement.props import Prop

p, u = scalar("p", "positive"), parameter("u")
e = noise("e", p)
t, t_positive = scalar("t_9", "random", "law"), scalar("p_9", "random", "law", "positive")
t_zero = scalar("n_9", "random", "law", "nonnegative")
k = vector("k_9", "d", "random", "law", "independent")
k_positive = vector("j_9", "d", "random", "law", "independent", "positive")
R = matrix("R_9", "d", "d", "random", "law", "symmetric", "posdef")


def said(prop: Prop, by: str) -> Verdict:
    @claim("own/signs", kind=Kind.DISTRIBUTIONAL)
    def stated() -> Prop:
        """What is stated."""
        return prop

    found = check(stated, only=(by,))
    assert isinstance(found, Result)
    return found.witnesses[0].verdict


SIGNED = [
    ge(expect(t), 0), gt(expect(t), 0), ge(expect(t**3), 0), eq(absolute(expect(t)), expect(t)),
    ge(expect(entry(k, 1, 1)), 0), eq(sqrt(expect(t)**2), expect(t)), psd(diag(expect(k))),
    gt(expect(t * t_positive), 0), convex(expect(t) * u**2, u),
]  # fmt: skip


@pytest.mark.parametrize("false", [
    *SIGNED, gt(expect(t**2), 0), gt(expect(t_zero), 0), gt(expect(entry(R, 1, 2)**2), 0),
    gt(expect(entry(k, 1, 1)**2), 0), ge(expect(t * e**2), 0),
])  # fmt: skip
def test_a_law_of_any_sign_has_means_of_any_sign(false: Prop) -> None:
    assert said(false, "entries") in {Verdict.UNDECIDED, Verdict.REFUTED}


@pytest.mark.parametrize("false", SIGNED)
def test_draws_of_a_law_of_any_sign_support_no_sign(false: Prop) -> None:
    assert said(false, "sampled") in {Verdict.UNDECIDED, Verdict.REFUTED}


@pytest.mark.parametrize("true", [
    ge(expect(t**2), 0), gt(expect(t_positive**3), 0), ge(expect(t_zero), 0), psd(diag(expect(k_positive))),
    eq(absolute(expect(t_positive)), expect(t_positive)), convex(expect(t**2) * u**2, u),
])  # fmt: skip
def test_the_signs_that_traits_give_are_used(true: Prop) -> None:
    assert said(true, "entries") is Verdict.PROVED
