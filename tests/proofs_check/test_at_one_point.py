"""What balls decide at an exact point of claims that speak of no model: quantifiers, least values, convexity."""

from __future__ import annotations

import pytest

from proofs_check import (
    absolute,
    check,
    conj,
    convex,
    eq,
    exists,
    for_all,
    ge,
    iff,
    implies,
    index,
    le,
    local_minimum,
    lt,
    matrix,
    minimum,
    ne,
    norm_2,
    psd,
    relu,
    saddle,
    scalar,
    vector,
)
from proofs_check.statement.props import Prop
from tests.adversary.stating import named

a, b, c, q = scalar("a"), scalar("b"), scalar("c"), scalar("q", "nonnegative")
p = scalar("p", "positive")
A, K = matrix("A", "d", "d"), matrix("K", "d", "d", "symmetric", "psd")
v, w = vector("v", "d"), vector("w", "d")
i = index("i", 3)

FALSE = [
    exists(a, eq(a**2, b)),
    exists(p, eq(p**2 + b * p + 1, 0)),
    exists(a, conj(lt(a**2, b), lt(b, a))),
    for_all(a, le(a * b, a**2 + b)),
    for_all(q, ge(q**2 + b, q)),
    for_all(a, implies(ge(a, b), ge(a**2, b**2))),
    for_all(a, iff(eq(a**2, b**2), eq(a, b))),
    for_all(a, ne(a**3 - b, 0)),
    eq(minimum((a - b) ** 2 + a**2, a), b**2),
    eq(minimum((a**2 - 1) ** 2 + b * a, a), -absolute(b)),
    eq(minimum(norm_2(A * v - w) ** 2, v), 0),
    le(minimum(a**2 + b * a, a), -(b**2)),
    local_minimum(a**3 + b * a**4, (a, 0)),
    local_minimum(a**2 + b * a, (a, 0)),
    local_minimum(v.T * A * v, (v, 0 * v)),
    saddle(a**4 + b**2, (a, 0)),
    convex(relu(a) - relu(2 * a), a),
    convex(absolute(a**2 - 1), a),
    convex((a - 5) ** 2 * (a - 6) ** 2 + b**2, a, b),
    convex((a * b - 30) ** 2 + 900 * a**2 + 900 * b**2, a, b),
]
TRUE = [
    exists(a, eq(a**3, b)),
    implies(ge(b, 0), exists(a, eq(a**2, b))),
    for_all(a, ge(a**2 - 2 * a * b, -(b**2))),
    for_all(q, ge(q**2 + q, 0)),
    exists(a, conj(lt(b, a), lt(a, b + 1))),
    for_all(a, implies(le(b, a), implies(le(0, b), le(b**2, a**2)))),
    for_all(i, ge(i, 1)),
    eq(minimum((a - b) ** 2 + (a + b) ** 2, a), 2 * b**2),
    eq(minimum((a**2 - 1) ** 2 + b**2, a), b**2),
    implies(ne(b, 0), eq(minimum((a * b - 1) ** 2, a), 0)),
    local_minimum(a**4 + b**2, (a, 0)),
    saddle(a**3 + b, (a, 0)),
]


def verdict(prop: Prop) -> str:
    return check(named("own/examined", prop), only=("balls",)).verdict.name


@pytest.mark.parametrize("prop", FALSE, ids=str)
def test_what_fails_at_a_point_is_refuted(prop: Prop) -> None:
    assert verdict(prop) == "REFUTED"


@pytest.mark.parametrize("prop", TRUE, ids=str)
def test_what_holds_is_not_refuted_and_mostly_supported(prop: Prop) -> None:
    assert verdict(prop) in {"SUPPORTED", "PROVED"}


@pytest.mark.parametrize("prop", [
    ge(minimum(a, a), -100), ge(minimum(a * b, a), -100), ge(minimum(-(a**2), a), -100), ge(minimum(a**3, a), -100),
], ids=str)  # fmt: skip
def test_of_a_minimum_that_there_is_not_nothing_is_said(prop: Prop) -> None:
    assert verdict(prop) == "UNDECIDED"


def test_a_quantifier_over_a_matrix_is_left_open() -> None:
    assert verdict(exists(A, psd(A))) == "UNDECIDED"


def test_what_no_quantified_integer_changes_fails_where_it_fails() -> None:
    assert verdict(for_all(scalar("n", "integer", "positive"), ge(a, 0))) == "REFUTED"
