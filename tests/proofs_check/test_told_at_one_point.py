"""What balls say of a point at which a statement fails, and what they leave open beside it."""

from __future__ import annotations

import pytest

from proofs_check import (
    check,
    conj,
    convex,
    eq,
    exists,
    for_all,
    ge,
    gt,
    iff,
    implies,
    le,
    local_minimum,
    lt,
    minimisers_satisfy,
    minimum,
    nonconvex,
    norm_2,
    norm_F,
    psd,
    saddle,
)
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Term, zeros
from proofs_check.verdict import Verdict
from tests.adversary.corpus.letters import A, F, S, a, b, o, p, v, w
from tests.adversary.stating import named


def asked(prop: Prop, *given: Prop, only: tuple[str, ...] = ("balls",)) -> Result:
    found = check(named("own/told", prop, *given), only=only)
    assert isinstance(found, Result)
    return found


@pytest.mark.parametrize(("prop", "told"), [
    (exists(a, eq(a**2, b)), "b = "),
    (eq(minimum((a - b) ** 2 + b, a), 2 * b), "b = "),
    (local_minimum(b * a**2, (a, 0)), "b = "),
])  # fmt: skip
def test_what_is_bound_has_no_value_in_a_counterexample(prop: Prop, told: str) -> None:
    found = asked(prop)
    assert found.verdict is Verdict.REFUTED
    assert str(found.counterexample).startswith(told)
    assert "a = " not in str(found.counterexample)


def test_what_is_bound_and_free_has_one() -> None:
    assert "a = " in str(asked(conj(gt(a**2 + 1, 0), eq(minimum(a**2, a), a))).counterexample)


def test_a_counterexample_of_imposed_values_alone_begins_with_them() -> None:
    assert str(asked(implies(eq(a, 1), eq(minimum(a**2, a), 1))).counterexample).startswith("a = 1.0")


def test_lines_show_no_local_minimum_of_several_numbers() -> None:
    """Peano's surface falls along a parabola, which is looked at; what falls along a cubic stays open."""
    for power, verdict in ((2, Verdict.REFUTED), (3, Verdict.UNDECIDED)):
        curve = (a - b**power) * (a - 2 * b**power)
        assert asked(local_minimum(curve, (a, 0), (b, 0))).verdict is verdict


@pytest.mark.parametrize(("prop", "verdict"), [
    (local_minimum(a**2 + a * b + b**2, (a, 0), (b, 0)), Verdict.SUPPORTED),
    (local_minimum((a * b - 1) ** 2, (a, 1), (b, 1)), Verdict.SUPPORTED),
    (local_minimum(a**2 + 3 * a * b + b**2, (a, 0), (b, 0)), Verdict.REFUTED),
    (saddle(a**2 + 3 * a * b + b**2, (a, 0), (b, 0)), Verdict.SUPPORTED),
    (saddle(a**2 + a * b + b**2, (a, 0), (b, 0)), Verdict.REFUTED),
    (saddle(v.T * F * v, (v, o)), Verdict.REFUTED),
    (local_minimum(norm_F(A.T * A - S) ** 2, (A, zeros("d", "d"))), Verdict.REFUTED),
])  # fmt: skip
def test_second_derivatives_decide_where_they_are_not_singular(prop: Prop, verdict: Verdict) -> None:
    assert asked(prop).verdict is verdict


def test_an_order_of_matrices_at_minimisers_is_left_open() -> None:
    found = asked(minimisers_satisfy(norm_F(A.T * A - S) ** 2, psd(A), A))
    assert found.verdict is Verdict.UNDECIDED
    assert not found.defects


def test_numbers_that_nearly_meet_have_others_between_them() -> None:
    assert asked(exists(a, conj(gt(a, b), lt(a, b + p**9)))).verdict is Verdict.SUPPORTED


def test_what_words_refutes_under_a_premise_it_shows_where_the_premise_holds() -> None:
    prop = implies(eq(v, o), eq(minimum(norm_2(v - w) ** 2, v), norm_2(w) ** 2))
    found = asked(prop, only=("words",))
    assert found.verdict is Verdict.REFUTED
    assert not found.defects


@pytest.mark.parametrize("prop", [
    iff(for_all(p, ge(p * b + a, 0)), conj(ge(b, 0), ge(a, 0))),
    iff(for_all(a, ge(a**2 + 2 * b * a + 1, 0)), le(b**2, 1)),
], ids=str)  # fmt: skip
def test_one_value_at_which_a_premise_on_all_holds_refutes_no_equivalence(prop: Prop) -> None:
    assert asked(prop, only=("entries", "balls")).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("f", [(a - 5) ** 2 * (a - 6) ** 2, a**4 - 100 * a**3 + 3744 * a**2])
def test_a_polynomial_in_one_number_is_looked_at_on_the_whole_line(f: Term) -> None:
    assert asked(convex(f, a)).verdict is Verdict.REFUTED
    assert asked(nonconvex(f, a)).verdict is Verdict.SUPPORTED
    assert asked(nonconvex(f + 1000 * a**2 + 1000 * b, b)).verdict is Verdict.REFUTED


def test_a_degenerate_point_that_may_be_a_minimum_is_not_supported_as_a_saddle() -> None:
    assert asked(saddle((a * b - w.T * w) ** 2, (a, 0), (b, 0))).verdict is not Verdict.SUPPORTED
