"""What fails at a secluded place alone is not supported, and what no outcome of a law breaks is not refuted."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from proofs_check import (
    check,
    convex,
    eq,
    exists,
    expect,
    expect_given,
    exponential,
    gaussian,
    ge,
    gradient_flow,
    haar,
    half,
    iid_entries,
    index,
    le,
    limit,
    local_minimum,
    matrix,
    ne,
    norm_2,
    norm_op,
    parameter,
    saddle,
    scalar,
    sqrt,
    total,
    tr,
    two_point,
    vector,
    zeros,
)
from proofs_check.results import Result
from proofs_check.statement.laws import delta
from proofs_check.statement.props import Prop, almost_surely
from proofs_check.verdict import Verdict
from tests.adversary.stating import named

a, b, c, p = scalar("a"), scalar("b"), scalar("c"), scalar("p", "positive")
q, d, N = scalar("q", "nonnegative"), scalar("d", "integer", "positive"), scalar("N", "integer", "positive")
u, w = parameter("u"), parameter("w")
F, S = matrix("F", "d", "d", "symmetric"), matrix("S", "d", "d", "symmetric", "posdef")
K, L = (matrix(name, "d", "d", "symmetric", "psd") for name in "KL")
v, g, i, U = vector("v", "d"), gaussian("g", "d"), index("i", "N"), haar("U")
t = vector("t", "d", "random", "law", "independent")
TINY = Fraction(1, 10**6)
SIGNS = iid_entries(t, two_point(1, -1, Fraction(1, 2)))
REFUTED, UNDECIDED, SUPPORTED = Verdict.REFUTED, Verdict.UNDECIDED, Verdict.SUPPORTED


def found(prop: Prop, *given: Prop, model: object = "") -> Result:
    return cast(Result, check(named("own/secluded", prop, *given, model=model)))  # type: ignore[arg-type]


OUTCOMES = {
    "their squares are 1": (almost_surely(eq(norm_2(t) ** 2, d)), False),
    "so each outcome says": (eq(norm_2(t) ** 2, d), False),
    "there is such a number": (exists(a, almost_surely(eq(norm_2(t), a))), False),
    "none is 0": (ne(t, zeros("d", 1)), False),
    "what is given is a sign": (eq(expect_given((t.T * g) ** 2, t), d), False),
    "one may be -1": (almost_surely(eq(norm_2(t) ** 2, 1)), True),
    "two of them cancel": (almost_surely(ne(v.T * t, 0)), True),
    "a form vanishes": (almost_surely(ne(t.T * F * t, 0)), True),
}


@pytest.mark.parametrize(("prop", "fails"), OUTCOMES.values(), ids=OUTCOMES.keys())
def test_outcomes_of_a_law_are_its_values(prop: Prop, fails: bool) -> None:
    about_zero = prop.args[0] if isinstance(prop.args[0], Prop) and prop.args[0].head == "ne" else None
    given = (SIGNS, *((ne(v, zeros("d", 1)), ne(F, zeros("d", "d"))) if about_zero is not None else ()))
    result = found(prop, *given)
    assert (result.verdict is REFUTED) == fails
    assert not result.defects
    assert all((row.verdict is REFUTED) <= fails for row in result.witnesses)


def test_what_is_exponential_is_not_negative_and_has_no_bound() -> None:
    waits = iid_entries(t, exponential(p))
    assert found(almost_surely(ge(t.T * t, d)), waits).verdict is REFUTED
    assert found(almost_surely(ge(norm_2(t), 0)), waits).verdict is not REFUTED


SECLUDED = {
    "a turn far out": (ge(a**2 + 25 * 10**10, 10**6 * a + 1), REFUTED),
    "two turns far out": (ge(a**2 + b**2 + 5 * 10**11, 10**6 * (a + b) + 1), REFUTED),
    "a matrix far out": (ge(tr(S) ** 2, 10**5 * tr(S) - 10**9), REFUTED),
    "beyond a square": (ge(sqrt(q) * 10**6, q), REFUTED),
    "below a small number": (ge(p, Fraction(1, 10**12)), REFUTED),
    "beyond a large one": (le(norm_2(v), 10**12), REFUTED),
    "a trace and that of cubes": (ge(tr(F) * tr(F**3), -TINY * tr(F**2) ** 2), REFUTED),
    "bent far out": (convex(norm_2(v) ** 2 - TINY * norm_2(v) ** 4, v), REFUTED),
    "nowhere": (ge(a**2 + 25 * 10**10, 10**6 * a), Verdict.SUPPORTED),
    "for d >= 3": (eq(expect(tr(U * U)), 1 + (d - 1) * (d - 2)), UNDECIDED),
}


@pytest.mark.parametrize(("prop", "verdict"), SECLUDED.values(), ids=SECLUDED.keys())
def test_places_far_out_and_between_all_signs_are_looked_at(prop: Prop, verdict: Verdict) -> None:
    assert found(prop).verdict is verdict


def test_a_function_that_rises_along_lines_may_fall_along_a_parabola() -> None:
    peano = (w - u**2) * (w - 2 * u**2)
    assert found(local_minimum(peano, (u, 0), (w, 0))).verdict is REFUTED
    assert found(saddle(u**2 + w**4 + 3 * u * w**2, (u, 0), (w, 0))).verdict is SUPPORTED
    assert found(local_minimum(u**2 + w**4 + u * w**2, (u, 0), (w, 0))).verdict is SUPPORTED


def test_parameters_converge_to_stationary_points_alone() -> None:
    tilted = gradient_flow((u**2 - 1) ** 2 / 4 - c * u, (u,), {u: p})
    assert found(limit(u, 1), eq(c, TINY), model=tilted).verdict is REFUTED
    assert found(limit(u, 1), eq(c, 0), model=tilted).verdict is SUPPORTED


def test_the_largest_of_two_sizes_that_are_one_double_is_the_largest() -> None:
    result = found(le(norm_op(half(K) - half(L)) ** 2, norm_op(K - L)))
    assert result.verdict is SUPPORTED
    assert not result.defects


def test_a_sum_may_end_before_a_place_that_is_named() -> None:
    second = eq(total(i, N, delta(i, 2)), 1)
    assert found(second).verdict is REFUTED
    assert not found(second).defects
    assert found(second, ge(N, 2)).verdict is Verdict.PROVED
    assert found(eq(total(i, N, delta(i, 1)), 1)).verdict is Verdict.PROVED
