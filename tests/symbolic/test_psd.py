"""Exact functions of positive semi-definite matrices: their defining properties, on matrices of every rank."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from symbolic.entries import Matrix
from symbolic.entries.psd import eigenvalues, inertia, pinv, projection, rank, root
from symbolic.errors import InputError


def zero(n: int) -> Matrix:
    return Matrix.build(n, n, lambda i, j: Fraction(0))


def drawn() -> list[tuple[Matrix, int]]:
    draw = random.Random(1)
    found = [(zero(n), n) for n in (1, 2, 3)]
    for _ in range(40):
        n = draw.choice([1, 2, 3])
        width = draw.randint(1, n)
        G = Matrix.of([[Fraction(draw.randint(-2, 2)) for _ in range(width)] for _ in range(n)])
        found.append((G @ G.T, n))
    return found


MATRICES = drawn()


def test_the_root_of_a_square_is_the_matrix():
    for S, _ in MATRICES:
        assert root(S @ S) == S


def test_the_pseudo_inverse_satisfies_the_equations_of_penrose():
    for S, _ in MATRICES:
        plus = pinv(S)
        assert S @ plus @ S == S
        assert plus @ S @ plus == plus
        assert S @ plus == (S @ plus).T
        assert plus @ S == (plus @ S).T


def test_a_projection_is_a_symmetric_idempotent_with_the_same_image():
    for S, _ in MATRICES:
        P = projection(S)
        assert P @ P == P == P.T
        assert P @ S == S
        assert rank(P) == rank(S)


def test_ranks_and_inertia_agree():
    for S, n in MATRICES:
        assert inertia(S) == (rank(S), 0)
        assert inertia(-S) == (0, rank(S))
        assert rank(S) <= n


def test_a_rectangular_matrix_has_a_pseudo_inverse():
    B = Matrix.of([[Fraction(1), Fraction(2), Fraction(0)], [Fraction(2), Fraction(4), Fraction(0)]])
    assert B @ pinv(B) @ B == B
    assert pinv(B) @ B == (pinv(B) @ B).T


def test_eigenvalues_are_ordered():
    assert eigenvalues(Matrix.of([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(2)]])) == [3, 1]


@pytest.mark.parametrize("rows", [[[2]], [[2, 1], [1, 1]], [[3, 1], [1, 0]], [[-1]]])
def test_what_has_no_rational_root_is_refused(rows):
    with pytest.raises(InputError, match="root"):
        root(Matrix.of([[Fraction(e) for e in row] for row in rows]))


def test_irrational_eigenvalues_are_refused():
    with pytest.raises(InputError, match="rational"):
        eigenvalues(Matrix.of([[Fraction(1), Fraction(1)], [Fraction(1), Fraction(0)]]))
