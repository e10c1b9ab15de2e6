"""Identities, combinations, substitutions and limits: what each asks for, met by a step that this alone stops."""

from __future__ import annotations

import pytest

from proofs_check import (
    always,
    ddt,
    eq,
    exp,
    expect,
    gaussian,
    index,
    inner,
    le,
    limit,
    lt,
    matrix,
    minimum,
    ne,
    parameter,
    scalar,
    sqrt,
    tends,
    total,
    vector,
    where,
)  # fmt: skip
from proofs_check.proof.chain import (
    Bounded,
    Combination,
    Continuity,
    Dominated,
    Identity,
    MeanSquare,
    Positivity,
    Rule,
    Step,
    Substitution,
)  # fmt: skip
from proofs_check.proof.facts import flow_exists
from proofs_check.statement.laws import finite
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import entry, term
from tests.proofs_check.test_refusals import said

a, b, c = scalar("a"), scalar("b"), scalar("c")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
u, w = parameter("u"), parameter("w")
n, m = scalar("n", "integer", "positive"), scalar("m", "integer", "positive")
i = index("i", "n")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
r = vector("r", "n")
y, z = gaussian("y", "d"), gaussian("z", "d")
LOSS = (u * w - 1) ** 2


def by(rule: Rule, shown: Prop, *given: Prop) -> str:
    return said(Step("hence", shown, rule, tuple(f"h{k}" for k in range(len(given)))), given=given)


FOLLOWS = "follows"


@pytest.mark.parametrize(("rule", "shown", "given", "why"), [
    (Identity(), eq((a + b) ** 2, a**2 + 2 * a * b + b**2), (), FOLLOWS),
    (Identity(), eq(a, b), (), "are not equal"),
    (Identity(), le(a, a), (), "shows an equation"),
    (Identity(), Prop("commute", (A, B)), (), "are not equal"),
    (Identity(), Prop("commute", (A, A * A)), (), FOLLOWS),
    (Identity(2), eq(2 * a, 2 * b), (eq(a, b),), FOLLOWS),
    (Identity(2), eq(2 * a, b), (eq(a, b),), "not the stated combination"),
    (Identity(2), le(2 * a, 2 * b), (eq(a, b),), "an identity shows an equation"),
    (Identity(1), eq(a, b), (le(a, b),), "is not an equation"),
    (Identity(1), eq(a, b), (ne(a, b),), "is not an equation"),
    (Identity(1, 1), eq(a, b), (eq(a, b),), "multipliers"),
    (Identity((A, B)), eq(A * A * B, A * B * B), (eq(A, B),), FOLLOWS),
    (Identity((A, B)), eq(A * A * B, B * A * B), (eq(A, B),), "not the stated combination"),
    (Combination(1), le(a, b), (le(a, b),), FOLLOWS),
    (Combination(1), lt(a, b), (le(a, b),), "strict"),
    (Combination(1), lt(a, b), (lt(a, b),), FOLLOWS),
    (Combination(q), lt(q * a, q * b), (lt(a, b),), "strict"),
    (Combination(p), lt(p * a, p * b), (lt(a, b),), FOLLOWS),
    (Combination(0), lt(a, a), (lt(a, b),), "strict"),
    (Combination(1, plus=(q,)), lt(a, b + q), (le(a, b),), "strict"),
    (Combination(1, plus=(p,)), lt(a, b + p), (le(a, b),), FOLLOWS),
    (Combination(1), ne(a, b), (ne(a, b),), ""),
    (Combination(1), le(a, b), (ne(a, b),), ""),
    (Combination(1), eq(a, b), (le(a, b),), ""),
    (Combination(1, 1), le(a, b), (le(a, b),), ""),
    (Combination(-1), le(b, a), (le(a, b),), ""),
    (Combination(a), le(a * a, a * b), (le(a, b),), ""),
    (Combination(1), le(a, c), (le(a, b),), ""),
    (Positivity(), le(0, a), (), ""),
    (Positivity(), eq(a, 0), (), ""),
    (Positivity(), lt(a**2, 0), (), ""),
    (Positivity(), le(a**2, b**2), (), ""),
    (Positivity(), ne(a**2, 0), (), ""),
])  # fmt: skip
def test_algebra_is_checked_and_its_premises_are_of_the_right_kind(
    rule: Rule, shown: Prop, given: tuple[Prop, ...], why: str
) -> None:
    found = by(rule, shown, *given)
    assert (found == FOLLOWS) is (why == FOLLOWS), found
    assert why in found


@pytest.mark.parametrize(("rule", "shown", "given", "why"), [
    (Substitution(), eq(a + c, b + c), (eq(a, b),), FOLLOWS),
    (Substitution(), eq(a + c, b), (eq(a, b),), "the two sides are not equal"),
    (Substitution(), le(a, b), (eq(a, b),), "must show an equation"),
    (Substitution("h1"), le(b, c), (eq(a, b), le(a, c)), FOLLOWS),
    (Substitution("h1"), le(c, b), (eq(a, b), le(a, c)), "not what the step shows"),
    (Substitution("h2"), le(b, c), (eq(a, b), le(a, c)), "is not among the premises"),
    (Substitution("h1"), le(b, c), (ne(a, b), le(a, c)), "not what the step shows"),
    (Substitution("h1"), le(b, c), (le(a, b), le(a, c)), "not what the step shows"),
    (Substitution(), eq(minimum(u**2 + w, w), minimum(1 + w, w)), (eq(u, 1),), "minimum"),
    (Substitution(), eq(ddt(u), ddt(w)), (eq(u, w),), "under a time derivative"),
    (Substitution(), eq(expect(inner(z, y)), expect(a)), (eq(inner(z, y), a),), "expect"),
    (Substitution("h1"), always(le(w, c)), (eq(u, w), always(le(u, c))), ""),
    (Substitution("h1"), limit(w, c), (eq(u, w), limit(u, c)), ""),
    (Substitution(), eq(total(i, n, entry(r, i, 1)), total(i, n, a)), (eq(entry(r, i, 1), a),), ""),
    (Substitution(), eq(where(a**2, (a, c)), where(b, (a, c))), (eq(a**2, b),), "other values of its symbols"),
])  # fmt: skip
def test_equals_are_put_in_for_equals_only_where_they_are_equal(
    rule: Rule, shown: Prop, given: tuple[Prop, ...], why: str
) -> None:
    found = by(rule, shown, *given)
    assert (found == FOLLOWS) is (why == FOLLOWS), found
    assert why in found


@pytest.mark.parametrize(("shown", "given", "why"), [
    (limit(u**2 + a, a), (limit(u, 0),), FOLLOWS),
    (limit(u**2, a), (limit(u, 0),), "is not the limit shown"),
    (limit(u, 0), (), "is not among the premises"),
    (limit(u * w, 0), (limit(u, 0),), "is not among the premises"),
    (limit(1 / u, b), (limit(u, a),), "to be non-zero at the limit"),
    (limit(1 / u, 1 / p), (limit(u, p),), FOLLOWS),
    (limit(sqrt(u), sqrt(a)), (limit(u, a),), "vanish"),
    (limit(u**-1, p**-1), (limit(u, p),), FOLLOWS),
    (limit(u**a, p**a), (limit(u, p),), ""),
    (limit(exp(u), exp(a)), (limit(u, a),), "only continuous functions"),
    (le(u, 0), (limit(u, 0),), ""),
    (limit(w, a), (always(eq(w, a)), flow_exists(LOSS)), FOLLOWS),
    (limit(w, a), (always(eq(w, a)),), "is not among the premises"),
    (limit(w, u), (always(eq(w, u)), flow_exists(LOSS)), ""),
    (tends(1 / n, 0, n), (), FOLLOWS),
    (tends(1 / n, a, n), (), "is not the limit shown"),
    (tends(n, 0, n), (), "is not among the premises"),
    (tends(n / (n + 1), 1, n), (), ""),
    (tends(1 / n + 1 / m, 0, n), (), "is not the limit shown"),
    (tends(1 / (a + 1 / n), b, n), (), "vanish"),
    (tends(1 / (p + 1 / n), 1 / p, n), (), FOLLOWS),
    (limit(u**-1, b), (limit(u, a),), "positive at the limit"),
    (limit(sqrt(u), b), (limit(u, a),), ">= 0 at the limit"),
    (tends(sqrt(a + 1 / n), sqrt(a), n), (), "vanish"),
    (tends(exp(1 / n), exp(0 * a), n), (), "only continuous functions"),
    (tends(1 / n, 0, n), (le(n, 3),), "while that integer grows"),
    (tends(a * b, 0, n), (tends(a, 0, m),), ""),
])  # fmt: skip
def test_limits_pass_through_what_is_continuous_at_them(shown: Prop, given: tuple[Prop, ...], why: str) -> None:
    found = by(Continuity(), shown, *given)
    assert (found == FOLLOWS) is (why == FOLLOWS), found
    assert why in found


@pytest.mark.parametrize(("rule", "shown", "given", "why"), [
    (MeanSquare(), tends(1 / n, 0, n), (), ""),
    (MeanSquare(), Prop("in_mean_square", (z, y, n)), (), ""),
    (Bounded(1), le(1 / n, a), (), ""),
    (Bounded(2), Prop("order", (1 / n, term(1) / n, n)), (le(0, 1 / n),), ""),
    (Bounded(2), Prop("order", (1 / n, term(1) / n, n)), (le(1 / n, 2 * (term(1) / n)),), ""),
    (Bounded(n), Prop("order", (term(1), 1 / n, n)), (le(term(1), n * (1 / n)), le(0, term(1))), ""),
    (Dominated(1), finite(expect(inner(z, y) ** 2)), (finite(expect(inner(z, z))),), ""),
    (Dominated(), finite(expect(inner(z, y) ** 2)), (finite(expect(inner(z, z))),), ""),
    (Dominated(1), finite(expect(inner(z, y))), (le(inner(z, y), inner(z, z)), finite(expect(inner(z, z)))), ""),
    (Dominated(1), le(expect(inner(z, z)), 1), (finite(expect(inner(z, z))),), ""),
])  # fmt: skip
def test_orders_and_means_are_bounded_by_what_is_known(
    rule: Rule, shown: Prop, given: tuple[Prop, ...], why: str
) -> None:
    found = by(rule, shown, *given)
    assert (found == FOLLOWS) is (why == FOLLOWS), found
