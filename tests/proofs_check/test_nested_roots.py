"""Roots of roots: what only looks different is not refuted, and what differs is, by disjoint balls."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, check, claim, eq, le, matrix, scalar
from proofs_check.results import Result
from proofs_check.statement.props import Prop, iff, implies, ne, psd
from proofs_check.statement.psd import rank
from proofs_check.statement.terms import Term, half, sqrt, term

S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
p, q, a = scalar("p", "positive"), scalar("q", "nonnegative"), scalar("a")
two, three = term(2), term(3)
nested, simple = sqrt(3 + 2 * sqrt(two)), 1 + sqrt(two)


def found(prop: Prop) -> Result:
    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=Kind.IDENTITY)(body))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("prop", [
    eq(nested, simple),
    eq(sqrt(5 + 2 * sqrt(term(6))), sqrt(two) + sqrt(three)),
    eq(half(S + half(R) ** 2), half(S + R)),
    eq(sqrt(p + sqrt(q) * sqrt(q)), sqrt(p + q)),
    eq(sqrt(sqrt(p)) ** 4, p),
    eq(sqrt(4 + 2 * sqrt(three)) - sqrt(three), term(1)),
    le(nested, simple),
    le(simple, nested),
    implies(eq(a, nested), eq(a, simple)),
    iff(eq(a, nested), eq(a, simple)),
    eq(rank((nested - simple) * S), 0 * a),
], ids=repr)  # fmt: skip
def test_what_is_true_of_nested_roots_is_not_refuted(prop: Prop) -> None:
    result = found(prop)
    assert result.verdict is not Verdict.REFUTED
    assert result.defects == ()


@pytest.mark.parametrize("prop", [
    eq(nested, 1 + 2 * sqrt(two)),
    eq(sqrt(5 + 2 * sqrt(term(6))), sqrt(two) + sqrt(term(5))),
    eq(half(S + half(R)), half(S + R)),
    eq(sqrt(p + sqrt(q)), sqrt(p + q)),
    eq(sqrt(two) + sqrt(three), sqrt(term(5))),
    eq(nested, simple + term(1) / 10**30),
    psd((simple - nested - term(1) / 10**30) * S),
], ids=repr)  # fmt: skip
def test_what_is_false_of_nested_roots_is_refuted(prop: Prop) -> None:
    assert found(prop).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("lhs", "rhs"), [(sqrt(two) * sqrt(three), sqrt(term(6))), (sqrt(term(8)), 2 * sqrt(two))])
def test_roots_of_numbers_are_still_decided(lhs: Term, rhs: Term) -> None:
    assert found(eq(lhs, rhs)).verdict is Verdict.PROVED


def test_equal_numbers_are_not_shown_to_differ() -> None:
    assert found(ne(nested, simple)).verdict not in {Verdict.PROVED, Verdict.SUPPORTED}
