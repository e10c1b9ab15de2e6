"""Limits of rational sequences with constant coefficients are decided exactly."""

from __future__ import annotations

import pytest
from flint import fmpq

from symbolic.contexts.recurrences import characteristic, tends_to_zero
from symbolic.errors import InputError


def iterates(coefficients: list[fmpq], start: list[fmpq], count: int) -> list[fmpq]:
    """``x_{k+m} = sum_i coefficients[i] x_{k+i}``."""
    values = list(start)
    while len(values) < count:
        values.append(sum((c * x for c, x in zip(coefficients, values[-len(coefficients):], strict=True)), fmpq(0)))
    return values


def test_the_shortest_recurrence_is_found() -> None:
    fibonacci = iterates([fmpq(1), fmpq(1)], [fmpq(0), fmpq(1)], 8)
    assert characteristic(fibonacci).coeffs() == [-1, -1, 1]
    assert characteristic([fmpq(0)] * 6).degree() == 0


@pytest.mark.parametrize(("ratio", "expected"), [
    (fmpq(1, 2), True), (fmpq(-9, 10), True), (fmpq(1), False), (fmpq(-1), False), (fmpq(-3), False), (fmpq(0), True),
])
def test_a_geometric_sequence_tends_to_zero_inside_the_unit_circle_alone(ratio: fmpq, expected: bool) -> None:
    assert tends_to_zero([ratio**k for k in range(6)], 3) is expected


def test_a_rotation_by_an_irrational_angle_does_not_tend_to_zero() -> None:
    assert not tends_to_zero(iterates([fmpq(-1), fmpq(6, 5)], [fmpq(1), fmpq(3, 5)], 8), 3)


def test_a_polynomial_factor_changes_nothing_inside() -> None:
    assert tends_to_zero([fmpq(k) * fmpq(1, 2) ** k for k in range(8)], 3)
    assert not tends_to_zero([fmpq(k) for k in range(8)], 3)


def test_what_is_zero_after_some_terms_tends_to_zero() -> None:
    assert tends_to_zero([fmpq(5), fmpq(7), *[fmpq(0)] * 6], 4)


def test_too_few_terms_are_refused() -> None:
    with pytest.raises(InputError, match="do not determine"):
        tends_to_zero([fmpq(1)] * 3, 2)
