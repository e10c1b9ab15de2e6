"""Residues tell that a scalar is not zero; of what is zero they never do."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from symbolic.words import Scalar, residues
from symbolic.words.scalars import ATOMS, ONE, N, atom


def is_surely_not_zero(value: Scalar) -> bool:
    return residues.is_surely_not_zero(value, ATOMS)


def residue(value: Scalar) -> int:
    return residues.residue(value, ATOMS)


a, b, c = (Scalar.symbol(name, 1) for name in "abc")
HALF = Fraction(1, 2)
ABS = atom("opaque", "abs", (a - b,), 1).power()
ZERO = (
    1 / (a + b) + 1 / (a - b) - 2 * a / (a**2 - b**2),
    1 / (N + a) - 1 / (N + a) ** 2 * (N + a),
    (a + b) ** HALF * (a + b) ** -HALF - 1,
    1 / (1 + 1 / (a + b)) - (a + b) / (a + b + 1),
    ABS**2 / (a + c) - (a - b) ** 2 / (a + c),
    a**HALF / (a**HALF + b) * (a - b**2) - a + a**HALF * b,
)


@pytest.mark.parametrize("value", ZERO, ids=range(len(ZERO)))
def test_what_is_zero_has_no_other_residue_and_its_wrong_twins_have(value: Scalar) -> None:
    assert value.is_zero()
    assert not is_surely_not_zero(value)
    for more in (ONE, a, 1 / (a + b), N * c):
        assert is_surely_not_zero(value + more)
        assert not (value + more).is_zero()


def drawn(rng: Random, depth: int) -> Scalar:
    if depth == 0:
        return rng.choice((a, b, c, N, ONE, 2 * ONE))
    left, right = drawn(rng, depth - 1), drawn(rng, depth - 1)
    return rng.choice((left + right, left - right, left * right, left * right**-1 if right else left))


@pytest.mark.parametrize("seed", range(40))
def test_residues_go_through_sums_and_products(seed: int) -> None:
    rng = Random(seed)
    x, y = drawn(rng, 3), drawn(rng, 3)
    prime = 2**61 - 1
    assert residue(x + y) == (residue(x) + residue(y)) % prime
    assert residue(x * y) == residue(x) * residue(y) % prime
    assert not is_surely_not_zero((x + y) ** 2 - x * x - 2 * x * y - y * y)


def test_a_root_without_a_residue_says_nothing() -> None:
    odd = Fraction(1, 5)
    value = (a + b) ** odd / (a + c) - 1
    assert not is_surely_not_zero(value)
    assert not value.is_zero()
