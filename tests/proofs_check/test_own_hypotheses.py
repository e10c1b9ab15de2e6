"""Hypotheses of one's own: what is true under them is refuted by nobody, and what is false in spite of them is."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    check,
    claim,
    commute,
    diag,
    eq,
    expect,
    eye,
    gaussian,
    ge,
    le,
    matrix,
    noise,
    psd,
    scalar,
    tr,
    vector,
    zeros,
)
from proofs_check.statement.props import Prop
from proofs_check.verdict import GOOD, Verdict

A, B = matrix("A"), matrix("B")
S = matrix("S", "d", "d", "symmetric", "posdef")
a, b, tau = scalar("a"), scalar("b", "positive"), scalar("tau", "positive")
x, xi = gaussian("x", "d", cov=S), gaussian("xi", "d")
eps = noise("eps", tau)

TRUE = {
    "a sign": (le(tr(S), 1), le(b * tr(S), b)),
    "a value": (eq(tr(S), 1), eq(tr(S) ** 2, 1)),
    "a value of a covariance": (eq(tr(S), 1), eq(expect(x.T * x), 1)),
    "commuting matrices": (commute(A, B), eq(A * B, B * A)),
    "a symmetric matrix": (eq(A, A.T), eq(tr(A * B), tr(A * B.T))),
    "two equal numbers": (eq(a, b), eq(a * A, b * A)),
    "an orthogonal matrix": (eq(A * A.T, eye("d")), eq(tr(A * B * A.T), tr(B))),
    "a lower bound": (ge(a, 3), ge(a, 2)),
    "a matrix above another": (psd(A - S), ge(tr(A), tr(S))),
    "an inverse": (eq(A * B, eye("d")), eq(B * A, eye("d"))),
    "what no value meets": (eq(b, -1), eq(b, 2)),
}
"""A hypothesis and what follows from it."""
FALSE = {
    "a hypothesis that does not help": (le(tr(S), 1), le(2 * b, b)),
    "too much": (ge(a, 3), ge(a, 4)),
    "another symbol": (eq(A, A.T), eq(B, B.T)),
    "a sum of squares": (eq(A, A.T), eq(tr(A * A), 0)),
}


def verdict(given: Prop, prop: Prop) -> tuple[Verdict, tuple[str, ...]]:
    made = claim("mine/under", kind=Kind.IDENTITY, given=(Hypothesis("assumed", given),))(lambda: prop)
    result = check(made, dims=(1, 2))
    return result.verdict, result.defects  # type: ignore[union-attr]


@pytest.mark.parametrize(("given", "prop"), TRUE.values(), ids=TRUE)
def test_what_follows_from_a_hypothesis_is_not_refuted(given: Prop, prop: Prop) -> None:
    found, defects = verdict(given, prop)
    assert (found in GOOD | {Verdict.UNDECIDED}, defects) == (True, ())


@pytest.mark.parametrize(("given", "prop"), FALSE.values(), ids=FALSE)
def test_what_is_false_under_a_hypothesis_is_not_supported(given: Prop, prop: Prop) -> None:
    found, defects = verdict(given, prop)
    assert (found in {Verdict.REFUTED, Verdict.UNDECIDED}, defects) == (True, ())


n = scalar("k", "integer", "positive")
R = matrix("R", "d", "d", "symmetric")
TRAITS = {
    "an integer": (le(1, n), GOOD),
    "an integer beside one": (le(2, n), {Verdict.REFUTED}),
    "a number": (le(1, b), {Verdict.REFUTED}),
    "what is not negative": (ge(scalar("c", "nonnegative"), 0), GOOD),
    "a symmetric matrix": (ge(tr(R * R), 0), GOOD),
    "a matrix": (ge(tr(A * A), 0), {Verdict.REFUTED}),
    "diagonal matrices": (eq(diag(vector("u")) * diag(vector("v")), diag(vector("v")) * diag(vector("u"))), GOOD),
    "a diagonal matrix": (eq(diag(vector("u")) * A, A * diag(vector("u"))), {Verdict.REFUTED}),
}
"""What the traits of symbols say, and what they do not."""


@pytest.mark.parametrize(("prop", "wanted"), TRAITS.values(), ids=TRAITS)
def test_all_witnesses_respect_the_traits_of_symbols(prop: Prop, wanted: frozenset[Verdict]) -> None:
    result = check(claim("mine/traits", kind=Kind.INEQUALITY)(lambda: prop), dims=(1, 2))
    assert (result.verdict in wanted, result.defects) == (True, ())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("prop", "wanted"),
    [
        (eq(expect((xi.T * x) ** 2), tr(S)), Verdict.PROVED),
        (eq(expect(xi * xi.T), eye("d")), Verdict.PROVED),
        (eq(expect((eps + xi.T * x) ** 2), tau**2 + tr(S)), Verdict.PROVED),
        (eq(expect((eps + xi.T * x) ** 2), 2 * tau**2 + tr(S)), Verdict.REFUTED),
        (eq(expect(x * xi.T), zeros("d", "d")), Verdict.PROVED),
    ],
)
def test_all_witnesses_read_the_laws_of_ones_own_symbols_alike(prop: Prop, wanted: Verdict) -> None:
    result = check(claim("mine/law", kind=Kind.IDENTITY)(lambda: prop), dims=(1, 2))
    assert (result.verdict, result.defects) == (wanted, ())  # type: ignore[union-attr]


def test_a_matrix_may_be_called_like_the_number_of_prompts() -> None:
    result = check(claim("mine/b", kind=Kind.IDENTITY)(lambda: eq(A * B, B * A)), dims=(1, 2))
    assert result.verdict is Verdict.REFUTED  # type: ignore[union-attr]
    assert {w.name for w in result.witnesses if w.verdict in GOOD} <= {"trained", "gpu", "definition"}  # type: ignore[union-attr]


def test_a_start_that_is_assumed_is_respected_by_every_witness() -> None:
    from proofs_check import always
    from proofs_check.lsa import U11, assumption_3, u_1

    balanced = claim("mine/balanced", kind=Kind.INVARIANCE, given=assumption_3)(
        lambda: always(eq(u_1**2, tr(U11 * U11.T)))
    )
    result = check(balanced, only=("words", "sampled"), dims=(1,))
    assert (result.verdict, result.scope, result.defects) == (Verdict.PROVED, "every d, N and Lam", ())  # type: ignore[union-attr]
