"""Values that a statement names itself: its numbers, their sums, and the roots of what stands in it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import Kind, Verdict, check, claim, det, ge, gt, implies, matrix, ne, norm_2, scalar, tr, vector
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.statement.special_values import special_values

a, b, c = scalar("a"), scalar("b"), scalar("c")
n = scalar("n", "integer", "positive")
v, A = vector("v", "d"), matrix("A", "d", "d")
S = matrix("S", "d", "d", "symmetric", "posdef")


def verdict(prop: Prop) -> Verdict:
    @claim("own/lemma", kind=Kind.IDENTITY)
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made)
    assert isinstance(result, Result)
    assert result.defects == ()
    return result.verdict


@pytest.mark.parametrize("prop", [
    gt((a - 7) ** 2, 0), gt((a - 7) ** 2 + (b - 11) ** 2, 0), gt((3 * a - Fraction(22, 7)) ** 2, 0), ne(a, 1000003),
    ne(n, 1000003), gt((a**2 - 9) ** 2, 0), implies(gt(a, 5), gt((a - 7) ** 2, 0)), ne(a * b, 12), ne(det(S), 7),
    gt((tr(A) - 7) ** 2, 0), ne(c - a, 5),
], ids=repr)  # fmt: skip
def test_a_strict_statement_that_fails_at_a_number_it_names_is_refuted(prop: Prop) -> None:
    assert verdict(prop) is Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    gt((a**2 - 2) ** 2, 0), gt((norm_2(v) ** 2 - 7) ** 2, 0), implies(gt(a, 1), gt((a**2 - 2) ** 2, 0)),
], ids=repr)  # fmt: skip
def test_one_that_fails_at_an_irrational_number_is_not_supported(prop: Prop) -> None:
    assert verdict(prop) is Verdict.UNDECIDED


@pytest.mark.parametrize("prop", [
    ge((a - 7) ** 2, 0), ge((a**2 - 2) ** 2, 0), gt((a**2 - 2) ** 2 + Fraction(1, 1000), 0),
], ids=repr)  # fmt: skip
def test_what_holds_there_stays_supported(prop: Prop) -> None:
    assert verdict(prop) in {Verdict.SUPPORTED, Verdict.PROVED}


def test_roots_come_before_numbers_and_exponents_are_none() -> None:
    found = special_values((gt((2 * a - 7) ** 4, 0),))[a]
    assert found[0] == Fraction(7, 2)
    assert 4 not in found
    roots = special_values((gt((a**2 - 2) ** 2, 0),))[a][:2]
    assert all(abs(x * x - 2) < Fraction(1, 2**300) for x in roots)
