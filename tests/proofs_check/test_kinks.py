"""The rows of the domains: which powers have values and derivatives everywhere, and which exponents are 0, 1, 2, ..."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import absolute, matrix, norm_2, norm_F, relu, scalar, sqrt, term, vector
from proofs_check.statement.domains import Kind, asked, is_natural, is_smoothed, kinks
from proofs_check.statement.terms import Num, Op, Sym, Term

a, b = scalar("a"), scalar("b")
p = scalar("p", "positive")
m, n = Sym("m", (1, 1), frozenset({"integer"})), scalar("n", "integer", "positive")
k = scalar("k", "integer", "nonnegative")
v, A = vector("v", "d"), matrix("A", "d", "d")
half = Num(Fraction(1, 2))
Conditions = tuple[tuple[Kind, Term], ...]


def power(base: Term, exponent: Term | int) -> Op:
    return Op("^", (base, term(exponent)))


@pytest.mark.parametrize("exponent", [term(0), term(3), n, k, n - 1, n - term(0), n + k, n * k, n * (k + 2), 2 * n])
def test_exponents_that_are_natural(exponent: Term) -> None:
    assert is_natural(exponent)
    assert asked(power(a, exponent)) == ()
    assert kinks(power(a, exponent)) == ()


@pytest.mark.parametrize("exponent", [
    a, p, m, n - 2, k - 1, m - 1, p - 1, n - half, n - k, n - a, n + a, n * m, n + half, Op("neg", (n,)), n / 2,
    n - term(3), n * half, n + term(-1), n * term(-2),
], ids=repr)  # fmt: skip
def test_exponents_that_need_not_be_natural(exponent: Term) -> None:
    assert not is_natural(exponent)
    assert asked(power(a, exponent)) == ((Kind.POSITIVE, a),)
    assert kinks(power(a, exponent)) == ((Kind.POSITIVE, a),)


@pytest.mark.parametrize(("exponent", "value", "derivative"), [
    (term(2), (), ()), (term(0), (), ()), (term(-1), ((Kind.INVERTIBLE, a),), ()),
    (term(-2), ((Kind.INVERTIBLE, a),), ()), (half, ((Kind.NONNEGATIVE, a),), ((Kind.POSITIVE, a),)),
    (Num(Fraction(5, 2)), ((Kind.NONNEGATIVE, a),), ((Kind.POSITIVE, a),)),
    (Num(Fraction(-1, 2)), ((Kind.POSITIVE, a),), ((Kind.POSITIVE, a),)),
], ids=repr)  # fmt: skip
def test_what_a_power_by_a_number_asks_of_its_base(exponent: Term, value: Conditions, derivative: Conditions) -> None:
    assert asked(power(a, exponent)) == value
    assert kinks(power(a, exponent)) == derivative


@pytest.mark.parametrize(("node", "times"), [
    (absolute(a) ** 2, 1), (absolute(a) ** 2, 2), (absolute(a) ** 3, 1), (absolute(a) ** 3, 2), (relu(a) ** 2, 1),
    (relu(a) ** 3, 2), (norm_2(v) ** 2, 2), (norm_F(A) ** 4, 2), (norm_2(v) ** 3, 2),
], ids=repr)  # fmt: skip
def test_powers_that_have_no_kink(node: Term, times: int) -> None:
    assert isinstance(node, Op)
    assert is_smoothed(node, times)


@pytest.mark.parametrize(("node", "times"), [
    (absolute(a) ** 1, 1), (power(absolute(a), 1), 1), (relu(a) ** 2, 2), (power(relu(a), 1), 1),
    (power(absolute(a), 0), 1), (power(absolute(a), -2), 1), (power(relu(a), -2), 1),
    (power(absolute(a), 1), 2), (power(norm_2(v), -4), 2), (power(sqrt(a), 3), 2),
    (power(sqrt(a), 2), 1), (power(Op("nuclear", (A,)), 2), 1), (absolute(a), 1),
    (power(absolute(a), n), 1), (power(absolute(a), Num(Fraction(5, 2))), 1), (power(norm_2(v), 1), 1),
], ids=repr)  # fmt: skip
def test_powers_that_may_have_a_kink(node: Term, times: int) -> None:
    assert not (isinstance(node, Op) and is_smoothed(node, times))
