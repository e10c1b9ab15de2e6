"""Conditions are taken apart into conditions of parts that say the same, and into nothing else."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import matrix, scalar
from proofs_check.proof.values.conditions import Condition
from proofs_check.proof.values.parts import as_prop, constant, factors, folded, given_by
from proofs_check.statement.domains import Kind
from proofs_check.statement.terms import Abbrev, Num, Op, Term, det, term

a, b = scalar("a_1"), scalar("b_1")
A, B = matrix("A_1", "d", "d"), matrix("B_1", "d", "d")
C, D = matrix("C_1", "d", "n"), matrix("D_1", "n", "d")


def power(base: Term, exponent: Term | int | Fraction) -> Term:
    return Op("^", (base, term(exponent)))


over_0 = Op("/", (Num(Fraction(1)), Num(Fraction(0))))


@pytest.mark.parametrize(("kind", "node", "parts"), [
    (Kind.NONZERO, a * b, {(Kind.NONZERO, a), (Kind.NONZERO, b)}),
    (Kind.NONZERO, a + b, {(Kind.NONZERO, a + b)}),
    (Kind.NONZERO, A * B, {(Kind.NONZERO, A * B)}),
    (Kind.NONZERO, A * A.T, {(Kind.NONZERO, A)}),
    (Kind.NONZERO, det(A), {(Kind.INVERTIBLE, A)}),
    (Kind.NONZERO, power(a, 2), {(Kind.NONZERO, a)}),
    (Kind.NONZERO, power(A, 2), {(Kind.NONZERO, power(A, 2))}),
    (Kind.INVERTIBLE, a * b, {(Kind.NONZERO, a), (Kind.NONZERO, b)}),
    (Kind.INVERTIBLE, A * B, {(Kind.INVERTIBLE, A), (Kind.INVERTIBLE, B)}),
    (Kind.INVERTIBLE, C * D, {(Kind.INVERTIBLE, C * D)}),
    (Kind.INVERTIBLE, a * A, {(Kind.NONZERO, a), (Kind.INVERTIBLE, A)}),
    (Kind.INVERTIBLE, A + B, {(Kind.INVERTIBLE, A + B)}),
    (Kind.NONZERO, Abbrev(scalar("c_1"), a * b), {(Kind.NONZERO, a), (Kind.NONZERO, b)}),
    (Kind.POSITIVE, a * b, {(Kind.POSITIVE, a * b)}),
], ids=lambda value: "" if isinstance(value, set) else str(value))  # fmt: skip
def test_a_product_is_not_0_where_no_factor_is(kind: Kind, node: Term, parts: set[tuple[Kind, Term]]) -> None:
    assert {(c.kind, c.node) for c in factors(Condition(kind, node))} == parts


@pytest.mark.parametrize(("node", "value"), [
    (term(2) * term(3) - term(1), term(5)),
    (term(0) * a, term(0)),
    (a * b, a * b),
    (a + 1, a + 1),
    (term(0) * A, term(0) * A),
    (a + term(0) * b, a),
    (power(term(2), 3), term(8)),
    (power(term(4), Fraction(1, 2)), power(term(4), Fraction(1, 2))),
    (power(term(0), -1), power(term(0), -1)),
    (power(term(0), 0), power(term(0), 0)),
    (power(term(0), 2), term(0)),
    (over_0, over_0),
    (Op("exp", (term(0),)), term(1)),
    (Op("exp", (term(1),)), Op("exp", (term(1),))),
], ids=lambda value: "" if isinstance(value, set) else str(value))  # fmt: skip
def test_numbers_are_reckoned_out_where_they_have_a_value(node: Term, value: Term) -> None:
    assert folded(node) == value


def test_what_is_divided_by_0_is_no_number() -> None:
    assert constant(over_0) is None


def test_of_matrices_there_is_no_premise_that_they_are_invertible() -> None:
    assert as_prop(Condition(Kind.INVERTIBLE, A)) is None
    assert as_prop(Condition(Kind.NONZERO, a)) is not None


def test_a_power_gives_its_base_where_its_exponent_cannot_be_zero() -> None:
    a, k, n = scalar("a"), scalar("k", "integer", "nonnegative"), scalar("n", "integer", "positive")
    asked = [Condition(Kind.NONZERO, a**exponent) for exponent in (k, n, -2)]
    assert [[part.node for part in given_by(one)] for one in asked] == [[a**k], [a], [a]]
    assert [part.node for part in factors(asked[0])] == [a]
