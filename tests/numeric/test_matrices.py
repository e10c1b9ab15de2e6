from fractions import Fraction

import flint
import numpy as np
import pytest

from numeric.arithmetic import in_balls
from numeric.matrices import definiteness, frobenius, is_symmetric, operator_norm, singular_values


@pytest.mark.parametrize("shape", [(1, 3), (2, 2), (2, 4), (3, 3), (4, 2), (3, 5)])
def test_the_singular_values_contain_those_of_lapack(shape):
    rows = [[Fraction((7 * i + 3 * j * j) % 11 - 5, 1 + j) for j in range(shape[1])] for i in range(shape[0])]
    truth = np.linalg.svd(np.array(rows, dtype=float), compute_uv=False)
    found = singular_values(in_balls(rows))
    assert len(found) == len(truth)
    assert all(abs(float(x) - t) < 1e-7 * (1 + truth[0]) for x, t in zip(found, truth, strict=True))
    assert abs(float(operator_norm(in_balls(rows))) - truth[0]) < 1e-9 * truth[0]


def test_the_operator_norm_of_a_wide_ball_matrix_contains_that_of_its_corners():
    wide = flint.arb_mat([[flint.arb(1, 0.1), 2, 0], [0, flint.arb(1, 0.1), 1], [1, 0, 3]])
    enclosed = operator_norm(wide)
    for a in (0.9, 1.1):
        for b in (0.9, 1.1):
            truth = np.linalg.norm(np.array([[a, 2, 0], [0, b, 1], [1, 0, 3]]), 2)
            assert enclosed.contains(flint.arb(truth, 1e-12)) or enclosed.overlaps(flint.arb(truth, 1e-12))
    assert enclosed <= frobenius(wide)


def test_definiteness_is_certain_or_unknown():
    assert definiteness(in_balls([[2, 1], [1, 2]])) == "positive"
    assert definiteness(in_balls([[1, 2], [2, 1]])) == "negative"
    assert definiteness(in_balls([[1, 1], [1, 1]])) == "unknown"


def test_symmetry_is_certain_or_unknown():
    assert is_symmetric(in_balls([[1, 2], [2, 1]])) is True
    assert is_symmetric(in_balls([[1, 2], [3, 1]])) is False
    assert is_symmetric(in_balls([[1, Fraction(1, 3)], [Fraction(1, 3), 1]])) is None


def test_singular_values_that_coincide_are_exact_where_the_matrix_is():
    turned = flint.arb_mat([[0, 2, 0], [-2, 0, 0], [0, 0, 0]])
    assert [float(x) for x in singular_values(turned)] == [2, 2, 0]
    assert operator_norm(turned) == 2
