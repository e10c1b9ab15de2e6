"""Gauss's rules: exact moments within their bounds, and for no higher degree than is said."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest

from numeric.cubature import MOST, Rule, needed, normal_rule, uniform_rule
from numeric.errors import InputError


def moment(rule: Rule, k: int) -> tuple[Fraction, Fraction]:
    """The sum over the floats, exactly, and a bound on what their distance to the true rule makes of it."""
    total = spread = Fraction(0)
    for x, dx, w, dw in zip(rule.nodes, rule.spread, rule.weights, rule.weight_spread, strict=True):
        value, error = Fraction(x) ** k, (abs(Fraction(x)) + Fraction(dx)) ** k - abs(Fraction(x)) ** k
        total += Fraction(w) * value
        spread += Fraction(w) * error + Fraction(dw) * (abs(value) + error)
    return total, spread


def normal_moment(k: int) -> Fraction:
    return Fraction(0 if k % 2 else prod(range(1, k, 2)))


def uniform_moment(k: int) -> Fraction:
    return Fraction(0) if k % 2 else Fraction(1, k + 1)


@pytest.mark.parametrize("n", range(1, 11))
def test_moments_up_to_the_degree_lie_within_the_bounds_and_the_next_does_not(n: int) -> None:
    for rule, true in ((normal_rule(n), normal_moment), (uniform_rule(n), uniform_moment)):
        for k in range(2 * n):
            total, spread = moment(rule, k)
            assert abs(total - true(k)) <= spread
            assert spread <= Fraction(1, 2**40) * (1 + true(k + k % 2))
        total, spread = moment(rule, 2 * n)
        assert abs(total - true(2 * n)) > spread


def test_as_many_nodes_are_taken_as_the_degree_asks_for() -> None:
    assert [needed(degree) for degree in range(6)] == [1, 1, 2, 2, 3, 3]


def test_rules_are_symmetric_and_in_order() -> None:
    for rule in (normal_rule(5), uniform_rule(6)):
        assert list(rule.nodes) == sorted(rule.nodes)
        assert [-x for x in reversed(rule.nodes)] == list(rule.nodes)
        assert list(reversed(rule.weights)) == list(rule.weights)


def test_a_rule_with_too_many_nodes_is_refused() -> None:
    with pytest.raises(InputError, match=f"1 to {MOST} nodes, not {MOST + 1}"):
        normal_rule(MOST + 1)
