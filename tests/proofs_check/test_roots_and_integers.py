"""Roots and moduli at general points, equations written from the right, quantifiers over positive integers; functions
that vanish, and limits of what nearly cancels."""

from __future__ import annotations

import flint
import pytest

from numeric.sign_tables import signs_at_integers
from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    eq,
    exists,
    for_all,
    ge,
    gt,
    half,
    iff,
    implies,
    le,
    ne,
    psd,
    tends,
    tr,
)
from proofs_check.results import Result
from proofs_check.statement import oriented
from proofs_check.statement.attention import kernel, kernel_value, modulus
from proofs_check.statement.props import Prop, conj
from proofs_check.statement.terms import Term, det, eye, matrix, scalar, sqrt, term, vector, zeros

F, G = matrix("F", "d", "d", "symmetric"), matrix("G", "d", "d", "symmetric")
K, L = matrix("K_1", "d", "d", "symmetric", "psd"), matrix("L_1", "d", "d", "symmetric", "psd")
A, a, b = matrix("A", "d", "d"), scalar("a"), scalar("b")
n, N = scalar("n", "integer", "positive"), scalar("N", "integer", "positive")
ZERO = zeros("d", "d")


def asked(prop: Prop, *given: Prop, only: tuple[str, ...] = ("balls",)) -> Result:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    @claim("own/statement", kind=Kind.IDENTITY, given=hypotheses)
    def stated() -> Prop:
        """What is stated."""
        return prop

    found = check(stated, only=only)
    assert isinstance(found, Result)
    return found


@pytest.mark.parametrize("false", [
    psd(modulus(F) + modulus(G) - modulus(F + G)), iff(psd(K - L), psd(half(K) - half(L))),
    iff(psd(K - L), psd(sqrt(term(2)) * half(K) - half(2 * L))), eq(modulus(F), F),
    eq(modulus(F) * modulus(G), modulus(G) * modulus(F)),
])  # fmt: skip
def test_what_fails_at_general_roots_is_refuted_by_balls(false: Prop) -> None:
    assert asked(false).verdict is Verdict.REFUTED


@pytest.mark.parametrize("true", [
    implies(psd(K - L), psd(half(K) - half(L))), psd(modulus(F) - F + eye("d")), le(tr(F), tr(modulus(F))),
])  # fmt: skip
def test_what_holds_of_roots_and_moduli_is_supported_by_balls(true: Prop) -> None:
    assert asked(true).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(("premise", "same"), [
    (eq(term(0), a), eq(a, 0)), (eq(ZERO, K), eq(K, ZERO)), (eq(eye("d") / 2, K), eq(K, eye("d") / 2)),
])  # fmt: skip
def test_an_assumed_value_is_put_in_from_either_side(premise: Prop, same: Prop) -> None:
    assert oriented.assumed(premise) == same
    assert oriented.with_premises(implies(conj(premise, ge(b, 0)), eq(a, b))).args[0] == conj(same, ge(b, 0))


@pytest.mark.parametrize("kept", [eq(a, 0), eq(a * b, a), eq(a, b), eq(ZERO, eye("d")), eq(term(0), a * b)])
def test_other_equations_stay_as_they_are(kept: Prop) -> None:
    assert oriented.assumed(kept) == kept
    assert oriented.with_premises(eq(term(0), a)) == eq(term(0), a)


@pytest.mark.parametrize("zero", [eq(K, ZERO), eq(ZERO, K)])
def test_a_matrix_that_is_zero_is_so_however_it_is_written(zero: Prop) -> None:
    assert asked(eq(K * A, A), zero, only=("words", "entries", "balls")).verdict is Verdict.REFUTED
    assert {w.verdict for w in asked(eq(K * A, ZERO), zero, only=("entries", "balls")).witnesses} == {
        Verdict.PROVED, Verdict.SUPPORTED,
    }  # fmt: skip


@pytest.mark.parametrize(("prop", "verdict"), [
    (for_all(n, le(n, 3)), Verdict.REFUTED), (for_all(n, ge(n, 1)), Verdict.SUPPORTED),
    (for_all(n, ne(2 * n, 3)), Verdict.SUPPORTED), (for_all(n, ne(n, 10**9)), Verdict.REFUTED),
    (for_all(n, ge((n - 1) * (n - 2), 0)), Verdict.SUPPORTED), (exists(n, eq(n * n, 144)), Verdict.SUPPORTED),
    (exists(n, eq(n * n, 2)), Verdict.REFUTED), (exists(n, le((2 * n - 3) * (2 * n - 3), 0)), Verdict.REFUTED),
])  # fmt: skip
def test_a_positive_integer_runs_through_the_integers(prop: Prop, verdict: Verdict) -> None:
    assert asked(prop).verdict is verdict


def test_the_integers_that_are_tried_show_every_sign() -> None:
    p = flint.fmpq_poly([-7, 2]) * flint.fmpq_poly([-(10**40), 1]) * flint.fmpq_poly([-2, 0, 1])
    assert set(signs_at_integers([p])) == {(-1,), (0,), (1,)}
    assert set(signs_at_integers([flint.fmpq_poly([-1, 2])])) == {(1,)}
    assert set(signs_at_integers([flint.fmpq_poly([-1, 2])], least=0)) == {(-1,), (1,)}


def test_a_psd_kernel_may_vanish() -> None:
    value = kernel_value(kernel("k_1", "psd"), vector("v"), vector("v"))
    assert asked(gt(value, 0), only=("entries",)).verdict is Verdict.REFUTED
    assert asked(ge(value, 0), only=("entries",)).verdict is not Verdict.REFUTED


@pytest.mark.parametrize(("value", "verdict"), [(tr(A), Verdict.SUPPORTED), (2 * tr(A), Verdict.UNDECIDED)])
def test_what_rounding_leaves_speaks_against_no_limit(value: Term, verdict: Verdict) -> None:
    (found,) = asked(tends(N * (det(eye("d") + A / N) - 1), value, N), only=("sampled",)).witnesses
    assert found.verdict is verdict
    assert found.against is (verdict is Verdict.UNDECIDED)
