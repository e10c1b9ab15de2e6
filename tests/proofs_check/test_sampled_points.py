"""The sampled witness alone: hostile exact points refute what is false somewhere, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    entry,
    eq,
    gaussian,
    ge,
    gt,
    implies,
    le,
    lt,
    matrix,
    parameter,
    psd,
    relu,
    scalar,
    vector,
)
from proofs_check.results import Result
from proofs_check.statement.attention import haar
from proofs_check.statement.props import Prop, almost_surely, iff, independent_of, ne, posdef
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import absolute, det, expect, eye, inv, norm_2, norm_F, sqrt, tr, zeros

a, b, u = scalar("a"), scalar("b"), parameter("u")
p, r, q = scalar("p", "positive"), scalar("r", "positive"), scalar("q", "nonnegative")
n, d, k = (scalar(name, "integer", "positive") for name in "ndk")
v, w, z = vector("v"), vector("w"), gaussian("z")
A, B = matrix("A"), matrix("C")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
F = matrix("F", "d", "d", "symmetric")
K, L, M_1 = (matrix(name, "d", "d", "symmetric", "psd") for name in ("K_1", "L_1", "M_1"))
X = matrix("X", "d", "d", "invertible")
W, U = parameter("W", "d", "d"), haar("U")
zero = zeros("d", "d")
tiny = Fraction(1, 10**12)


def sampled(prop: Prop, *given: Prop, name: str = "mine/a") -> Result:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    def body() -> Prop:
        """Words."""
        return prop

    made = claim(name, kind=Kind.INEQUALITY, given=hypotheses, witnesses=("sampled",))(body)
    result = check(made)
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("prop", [
    gt(a**2, 0), ne(a, 0), gt(p + q, p), ge(a, -100), ge(u, 0), le(p, 1000 * r),
    le(a, 1000 * absolute(b)), le(p, 10**6), ge(p, Fraction(1, 10**6)), le(norm_2(v) ** 4, 1000 * norm_2(v) ** 2),
    ne(v, zeros("d", 1)), le(n, 10**6), le(d, 3), le(d, 100), posdef((S + F) * (S + F).T), psd(K * L + L * K),
    psd(S * R + R * S), ge(tr(K * L * M_1), 0), implies(psd(S - R), psd(S**2 - R**2)),
    iff(eq(v.T * w, 0), eq(v, zeros("d", 1))), iff(eq(tr(A * A), 0), eq(tr(A * B), 0)), implies(eq(a * b, 0), eq(a, 0)),
    implies(eq(det(A), 0), eq(A, zero)), implies(eq(A * A, zero), eq(A, zero)), independent_of(relu(u), u), ge(a**n, 0),
    ge(tr(A * A), -(10**6)), ge((sqrt(p) - 1) * (sqrt(p) - 2), 0),
    ge(3 * p**2 + 2 * a**2 * p, 2 * a * p**2),
], ids=repr)  # fmt: skip
def test_what_is_false_at_a_hostile_point_is_refuted_without_other_witnesses(prop: Prop) -> None:
    result = sampled(prop)
    assert result.verdict is Verdict.REFUTED
    assert result.defects == ()


@pytest.mark.parametrize("prop", [
    ge((a * a - 2) ** 2, tiny), gt((a * a - 2) ** 2 - tiny, 0), ge((a * a * a - 5) ** 2 + (b - 1) ** 2, tiny),
    implies(gt(a, 0), gt((a**2 - 3) ** 2, tiny)),
], ids=repr)  # fmt: skip
def test_a_descent_finds_where_an_inequality_fails_by_little(prop: Prop) -> None:
    assert sampled(prop).verdict is Verdict.REFUTED


@pytest.mark.parametrize("prop", [gt((a * a - 2) ** 2, 0), ne(a**2, 2), ne(p**2, 3)], ids=repr)
def test_a_strict_inequality_that_is_an_equality_at_an_irrational_point_is_not_supported(prop: Prop) -> None:
    assert sampled(prop).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(("prop", "given"), [
    (ge(a**2, 0), ()), (gt(a**2 + p, 0), ()), (gt(p + r, p), ()), (ge(p / r + r / p, 2), ()),
    (le(tr(K * L), tr(K) * tr(L)), ()), (posdef(S + K), ()), (implies(psd(S - R), ge(tr(S), tr(R))), ()),
    (ge(b, -1), (eq(absolute(b), 1),)), (eq(a * (1 / a), 1), ()), (eq(det(A) * det(B), det(A * B)), ()),
    (le(k, d - 1), (lt(k, d),)), (ge((a * a - 2) ** 2, 0), ()), (implies(gt(a, 0), gt(2 * a, a)), ()),
    (ge(tr(S * S * R * R), tr(S * R * S * R)), ()), (gt(a, b), (gt(a - b, 0),)),
    (gt(a**2, b**2), (gt(a, absolute(b)),)), (ne(X, zero), ()), (eq(X * inv(X), eye()), ()),
], ids=repr)  # fmt: skip
def test_what_is_true_wherever_it_has_a_value_is_supported(prop: Prop, given: tuple[Prop, ...]) -> None:
    result = sampled(prop, *given)
    assert result.verdict is Verdict.SUPPORTED
    assert result.defects == ()


@pytest.mark.parametrize(("prop", "given"), [
    (implies(lt(a**2, 0), gt(a, 1)), ()),
    (iff(ge(a**2, 0), ge(absolute(a), 0)), ()),
    (iff(eq(a * (a**3 - a - 5), 0), eq(a, 0)), ()),
    (ge(a, 0), (eq(sqrt(a) * sqrt(2), sqrt(2 * a)),)),
    (implies(ge(infimum(norm_F(W) ** 2, W), 0), eq(U, eye())), ()),
], ids=repr)  # fmt: skip
def test_without_a_point_that_meets_what_is_assumed_nothing_is_supported(prop: Prop, given: tuple[Prop, ...]) -> None:
    assert sampled(prop, *given).verdict is Verdict.UNDECIDED


def test_a_premise_inside_of_a_premise_need_not_be_met() -> None:
    assert sampled(implies(implies(lt(a**2, 0), lt(b, 0)), ge(b**2, 0))).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(("prop", "verdict"), [
    (lambda: almost_surely(ge(z.T * z, 0)), Verdict.SUPPORTED),
    (lambda: almost_surely(gt(z.T * z, 0)), Verdict.SUPPORTED),
    (lambda: almost_surely(le(z.T * z, 6)), Verdict.REFUTED),
    (lambda: almost_surely(ge(entry(z, 1, 1), -1)), Verdict.REFUTED),
    (lambda: almost_surely(ne(z.T * z, z.T * z)), Verdict.REFUTED),
    (lambda: ge(v.T * z, 0), Verdict.REFUTED),
    (lambda: psd(K * L + L * K), Verdict.REFUTED),
    (lambda: le(tr(K * L), tr(K) * tr(L)), Verdict.SUPPORTED),
])  # fmt: skip
def test_the_id_of_a_claim_decides_no_verdict(prop: Callable[[], Prop], verdict: Verdict) -> None:
    assert {sampled(prop(), name=f"mine/a{k}").verdict for k in range(8)} == {verdict}


def test_an_integer_that_only_a_hypothesis_speaks_of_is_one() -> None:
    result = sampled(eq(expect(z.T * z), d), lt(k, 1))
    assert result.verdict is Verdict.UNDECIDED


def test_means_are_looked_at_where_the_sizes_meet_the_hypotheses() -> None:
    assert sampled(eq(expect(z.T * z), 1), lt(d, 2)).verdict is Verdict.SUPPORTED
    assert sampled(eq(expect(z.T * z), d), lt(d, 1)).verdict is Verdict.UNDECIDED
