"""Psd matrices of any rank: exact where they are rational, enclosed otherwise."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from numeric import psd
from numeric.errors import InputError

SINGULAR = flint.fmpq_mat(2, 2, [1, 2, 2, 4])
CUBIC = flint.fmpq_mat(3, 3, [2, 1, 0, 1, 3, 1, 0, 1, 4])
"""Two of its eigenvalues are irrational."""
HALF = Fraction(1, 2)


def _contains(A: flint.arb_mat, B: flint.fmpq_mat) -> bool:
    return all(x.contains(flint.arb(y)) for x, y in zip(A.entries(), B.entries(), strict=True))


def _is_moore_penrose(A: flint.fmpq_mat, B: flint.fmpq_mat) -> bool:
    both = (A * B).transpose() == A * B and (B * A).transpose() == B * A
    return both and A * B * A == A and B * A * B == B


def test_eigenvalues_that_are_one_double_are_in_order() -> None:
    close = flint.fmpq_mat(3, 3, [2**60, 0, 0, 0, 2**60 + 1, 0, 0, 0, 2**60 - 1])
    assert [e.rational - 2**60 for e in psd.eigenvalues(close)] == [1, 0, -1]
    apart = flint.fmpq_mat(3, 3, [2**70, 1, 0, 1, 2**70, 0, 0, 0, 2**70])
    balls = [e.ball for e in psd.eigenvalues(apart)]
    assert balls[0] > balls[1]
    assert balls[1] > balls[2]


def test_values_that_overlap_one_after_another_have_one_hull() -> None:
    values = [flint.arb(10), flint.arb(5, 1), flint.arb(2, 9)]
    assert all(x.contains(v) for x in psd.merged(values) for v in values)


@pytest.mark.parametrize("A", [SINGULAR, CUBIC, flint.fmpq_mat(2, 2)], ids=["rank 1", "rank 3", "zero"])
def test_the_pseudo_inverse_meets_the_four_conditions_exactly(A: flint.fmpq_mat) -> None:
    assert _is_moore_penrose(A, psd.pseudo_inverse(A))
    assert psd.projection(A) == A * psd.pseudo_inverse(A)


@pytest.mark.parametrize("A", [SINGULAR, CUBIC], ids=["rank 1", "rank 3"])
def test_roots_and_their_pseudo_inverses_are_enclosed(A: flint.fmpq_mat) -> None:
    root, inverse = psd.power(A, HALF), psd.power(A, -HALF)
    assert _contains(root * root, A)
    assert _contains(root * inverse, psd.projection(A))


def test_a_root_that_is_rational_is_found_exactly_and_one_that_is_not_is_not() -> None:
    skew = [Fraction(1, 3), Fraction(-2), Fraction(1, 4)]
    A = psd.with_rational_root([Fraction(3, 2), Fraction(2), Fraction(0)], skew)
    root = psd.rational_root(A)
    assert root is not None
    assert (root * root == A, A.rank()) == (True, 2)
    assert psd.rational_root(SINGULAR) is None


def test_eigenvalues_come_in_decreasing_order_with_exact_multiplicities() -> None:
    A = psd.with_rational_root([Fraction(1), Fraction(2), Fraction(1)], [Fraction(1), Fraction(0), Fraction(1, 2)])
    assert [(e.rational, e.multiplicity) for e in psd.eigenvalues(A)] == [(4, 1), (1, 2)]
    irrational = psd.eigenvalues(CUBIC)
    assert [e.rational for e in irrational] == [None, 3, None]
    assert sum((e.ball for e in irrational), flint.arb(0)).contains(9)


def test_eigenvalues_and_roots_of_balls_contain_those_of_every_matrix_in_them() -> None:
    wide = flint.arb_mat(2, 2, [flint.arb(2, 0.1), flint.arb(1, 0.1), flint.arb(1, 0.1), flint.arb(3, 0.1)])
    found, root = psd.enclosed_eigenvalues(wide), psd.enclosed_root(wide)
    rng = np.random.default_rng(0)
    for _ in range(20):
        a, b, c = rng.uniform(-0.1, 0.1, 3)
        A = np.array([[2 + a, 1 + b], [1 + b, 3 + c]])
        assert all(x.contains(v) for x, v in zip(found, np.linalg.eigvalsh(A)[::-1].tolist(), strict=True))
        assert all(x.contains(v) for x, v in zip(root.entries(), psd.root(A).ravel().tolist(), strict=True))


@pytest.mark.parametrize("A", [SINGULAR, CUBIC, flint.fmpq_mat(2, 2)], ids=["rank 1", "rank 3", "zero"])
def test_a_factor_times_its_transpose_is_the_matrix(A: flint.fmpq_mat) -> None:
    F = psd.factor(A)
    assert F is not None
    assert _contains(F * F.transpose(), A)


def test_balls_that_may_be_singular_have_no_factor() -> None:
    assert psd.factor(flint.arb_mat(1, 1, [flint.arb(0, 0.1)])) is None


def test_what_is_not_symmetric_or_not_psd_is_refused() -> None:
    with pytest.raises(InputError, match="symmetric"):
        psd.eigenvalues(flint.fmpq_mat(2, 2, [1, 1, 0, 1]))
    with pytest.raises(InputError, match="semi-definite"):
        psd.power(flint.fmpq_mat(1, 1, [-2]), HALF)
