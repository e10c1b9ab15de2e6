"""Members of one family up to two lengths, members that are named beside sums, and sums that are empty."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import (
    Kind,
    Verdict,
    at,
    check,
    claim,
    eq,
    expect,
    gaussian,
    index,
    noise,
    scalar,
    sqrt,
    tends,
    term,
    total,
    tr,
    where,
)
from proofs_check.algebras.entries.lengths import values_needed
from proofs_check.errors import UserError
from proofs_check.proof import Identity, Proof, Step
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Op, Sym, Term, eye, inv, matrix

M, N = (scalar(name, "integer", "positive") for name in "MN")
S, s = matrix("S", "d", "d", "symmetric", "posdef"), scalar("s", "positive")
x, eps = gaussian("x", "d", S, iid=True), noise("eps", s, iid=True)
i, j, j_N, k = index("i", "N"), index("j", "M"), index("j", "N"), index("k", "d")
a, t = scalar("a"), scalar("t")
FIRST, SECOND = total(i, N, at(x, i)), total(j, M, at(x, j))
MEANS = 1 / N * total(i, N, at(x, i) * at(x, i).T), 1 / M * total(j, M, at(x, j) * at(x, j).T)


def _verdict(prop: Prop, *witnesses: str, proof: Proof | None = None) -> Verdict:
    @claim("mine/members", kind=Kind.IDENTITY, proof=proof)
    def stated() -> Prop:
        """Stated."""
        return prop

    return check(stated, only=witnesses).verdict


@pytest.mark.parametrize("prop", [
    eq(expect(FIRST.T * SECOND), N * M * tr(S)),
    eq(expect(FIRST.T * SECOND), 0),
    eq(expect(tr(MEANS[0] * MEANS[1])), tr(S * S)),
    eq(expect(total(i, N, at(eps, i)) * total(j, M, at(eps, j))), N * M * s**2),
    eq(expect(at(x, i).T * at(x, j)), 0),
    eq(expect(at(x, i).T * at(x, 2)), 0),
    tends(N * (expect(tr(MEANS[0] * MEANS[1])) - tr(S * S)), 0, N),
])
def test_words_does_not_take_members_up_to_two_lengths_for_independent(prop: Prop) -> None:
    assert _verdict(prop, "words") is not Verdict.PROVED


def test_a_sum_written_out_names_members_that_a_sum_up_to_a_length_need_not_reach() -> None:
    # At M = 1 the mean is tr(S).
    prop = eq(expect(total(i, 2, at(x, i)).T * SECOND), 2 * tr(S))
    assert _verdict(prop, "words") is Verdict.UNDECIDED


@pytest.mark.parametrize("prop", [
    eq(expect(FIRST.T * at(x, 5)), tr(S)),
    eq(expect(total(i, 2, at(x, i)).T * SECOND), 2 * tr(S)),
])
def test_a_chain_takes_no_named_member_for_one_of_those_summed(prop: Prop) -> None:
    assert _verdict(prop, "proof", proof=Proof((Step("all", prop, Identity()),))) is Verdict.UNDECIDED


def test_entries_tries_lengths_beyond_the_member_that_is_named() -> None:
    # The mean is 0 for N < 3, and at N = 3 no more.
    assert values_needed([expect(FIRST.T * at(x, 3)), term(0)], 1) == (1, 2, 3, 4)
    assert values_needed([expect(FIRST.T * at(x, 5)), term(0)], 1) is None


def test_entries_does_not_take_the_smaller_of_two_lengths_for_a_polynomial() -> None:
    # min(N, M) is NM - N - M + 2 where N and M are 1 or 2; it is 3 at N = M = 3.
    assert values_needed([expect(FIRST.T * SECOND), (N * M - N - M + 2) * tr(S)], 1) is None
    assert values_needed([expect(FIRST.T * FIRST), N * tr(S)], 1) is not None


@pytest.mark.parametrize(("value", "decided"), [
    (total(i, N, i), True), (total(i, N - 1, i), True), (total(i, N + 1, i), True),
    (total(i, N, total(j_N, i, j_N)), True),
    (total(i, 5 - N, term(1)), False), (total(i, N - 2, term(1)), False), (total(i, 2 * N - 9, i), False),
    (total(t, N, t**3), False), (total(k, N, k**3), False), (total(i, N, 1 / i), False), (total(i, N, a**i), False),
    (FIRST.T * at(x, N + 1), True), (FIRST.T * at(x, N), False), (FIRST.T * at(x, N + 2), False),
    (total(i, N, at(x, i + 3)), False), (total(i, N, at(x, i + (i - 1) * (i - 2))), False),
    (total(i, Op("+", (N, term(-2))), i), False), (Op("^", (MEANS[0], term(Fraction(1, 2)))), False),
    (inv(matrix("Z", "N", "d") * matrix("Z", "N", "d").T + eye("N")), False), (inv(MEANS[0]), True),
    (where(a**2, (a, N)), False), (where(a**2, (a, 1 / N)), False), (where(a**2, (a, 1 / (N + 1))), False),
    (where(a**2 * N, (a, s)), True), (sqrt(N), False), (sqrt(1 / N), False), (sqrt(1 / (N + 1)), False),
    (expect(FIRST.T * total(i, 2, at(x, i))), False),
], ids=repr)  # fmt: skip
def test_a_few_lengths_decide_where_a_value_is_polynomial_from_one_on(value: Term, decided: bool) -> None:
    needed = values_needed([value, term(0)], 1)
    assert (needed is not None) is decided
    assert needed is None or needed[-1] >= 2


def test_the_mean_of_an_empty_sum_is_zero() -> None:
    prop = eq(expect(total(i, N - 1, at(x, i).T * at(x, i))), N * tr(S))
    assert _verdict(prop, "sampled") is not Verdict.PROVED


def test_words_still_knows_one_length_and_a_member_that_is_always_there() -> None:
    assert _verdict(eq(expect(SECOND.T * at(x, 1)), tr(S)), "words") is Verdict.PROVED
    assert _verdict(eq(expect(FIRST.T * FIRST), N * tr(S)), "words") is Verdict.PROVED


@pytest.mark.parametrize("S_2", [matrix("S", "d", "d"), matrix("S", "d", "d", "symmetric")])
def test_what_bears_the_name_of_a_covariance_is_that_covariance(S_2: Sym) -> None:
    z = gaussian("z", "d", matrix("S", "d", "d", "symmetric", "psd"))
    with pytest.raises(UserError, match="two symbols are called S"):
        _verdict(eq(expect(z * z.T), S_2))
