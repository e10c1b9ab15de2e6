"""Least values and sign tables against plain NumPy, and what they must not answer."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb, fmpq, fmpq_mat, fmpq_poly

from numeric.errors import InputError
from numeric.least_values import fraction, is_psd, least_value
from numeric.minima import Descent, least
from numeric.sign_tables import real_roots, signs


def quadratic(H: np.ndarray, g: np.ndarray, c: float) -> dict[tuple[int, ...], arb]:
    n = len(g)
    terms = {(i, j): arb(H[i, j] * (0.5 if i == j else 1.0)) for i in range(n) for j in range(i, n)}
    return terms | {(i,): arb(g[i]) for i in range(n)} | {(): arb(c)}


@pytest.mark.parametrize("seed", range(20))
def test_the_least_value_of_a_definite_quadratic_is_that_at_the_solution_of_its_linear_system(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 1 + seed % 4
    A = rng.integers(-4, 5, (n, n)) / 2
    H, g, c = A.T @ A + np.eye(n), rng.integers(-8, 9, n) / 4, 0.5
    found = least_value(quadratic(H, g, c), range(n))
    assert found is not None
    assert float(found) == pytest.approx(c - g @ np.linalg.solve(H, g) / 2, rel=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_a_singular_quadratic_has_one_where_its_gradient_vanishes_somewhere_and_none_elsewhere(seed: int) -> None:
    rng = np.random.default_rng(seed)
    u, x = rng.integers(-3, 4, 3) + 0.5, rng.integers(-3, 4, 3) / 2
    H = np.outer(u, u)
    found = least_value(quadratic(H, -H @ x, 1.0), range(3))
    assert found is not None
    assert float(found) == pytest.approx(1 - x @ H @ x / 2, rel=1e-12)
    across = np.array([u[1], -u[0], 0.0])
    with pytest.raises(InputError, match="no least value"):
        least_value(quadratic(H, -H @ x + across, 1.0), range(3))


@pytest.mark.parametrize("terms", [
    {(0, 0): arb(1), (0, 1): arb(3), (1, 1): arb(1)}, {(0,): arb(1), (1, 1): arb(1)}, {(0, 0, 0): arb(1)},
    {(0,) * 4: arb(-1), (0, 0): arb(1)},
], ids=repr)  # fmt: skip
def test_what_has_no_lower_bound_has_no_least_value(terms: dict[tuple[int, ...], arb]) -> None:
    with pytest.raises(InputError, match="no least value"):
        least_value(terms, sorted({key for monomial in terms for key in monomial}))


def test_coefficients_that_are_no_numbers_decide_definite_quadratics_alone() -> None:
    third = arb(1) / 3
    found = least_value({(0, 0): arb(1), (): third}, (0,))
    assert found is not None
    assert found.overlaps(third)
    assert least_value({(0, 0): arb(0, 1e-9), (): arb(1)}, (0,)) is None
    assert least_value({(0,) * 4: third}, (0,)) is None
    assert least_value({(0, 0): arb(1), (0,): arb(1), (0,) * 4: third}, (0,)) is None


def test_of_several_numbers_a_least_value_of_higher_degree_is_not_told() -> None:
    assert least_value({(0,) * 4: arb(1), (1, 1): arb(1), (1,): arb(-2)}, (0, 1)) is None


@pytest.mark.parametrize(("rows", "said"), [
    ([[-1]], False), ([[0]], True), ([[1, 2], [2, 1]], False), ([[-1, 3], [3, 2]], False), ([[0, 1], [1, 5]], False),
    ([[0, 0], [0, -1]], False), ([[0, 1], [1, 0]], False), ([[2, 2], [2, 2]], True),
])  # fmt: skip
def test_what_has_a_negative_value_is_not_semidefinite(rows: list[list[int]], said: bool) -> None:
    assert is_psd(fmpq_mat(rows)) is said


def test_of_one_number_the_least_value_is_the_least_at_all_roots_of_the_slope() -> None:
    # x^6 - 2 x^3 has one real root of the slope beside a double one, and two that are not real.
    found = least_value({(0,) * 6: arb(1), (0,) * 3: arb(-2)}, (0,))
    assert found is not None
    assert found.overlaps(arb(-1))
    assert float(found.rad()) < 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_the_least_value_of_one_number_is_that_at_a_root_of_the_derivative(seed: int) -> None:
    rng = np.random.default_rng(seed)
    c = np.append(rng.integers(-6, 7, 2 * (1 + seed % 3)), 1 + seed % 2)
    found = least_value({(0,) * k: arb(int(x)) for k, x in enumerate(c)}, (0,))
    p = np.polynomial.Polynomial(c)
    roots = p.deriv().roots()
    best = min(p(r.real) for r in roots)
    assert found is not None
    assert float(found) == pytest.approx(best, rel=1e-7, abs=1e-7)


def test_semi_definite_is_told_from_indefinite_by_a_vanishing_pivot() -> None:
    from flint import fmpq_mat

    assert is_psd(fmpq_mat(3, 3, [1, 1, 0, 1, 1, 0, 0, 0, 0]))
    assert not is_psd(fmpq_mat(3, 3, [1, 1, 1, 1, 1, 0, 1, 0, 5]))
    assert not is_psd(fmpq_mat(2, 2, [0, 1, 1, 5]))


def test_a_fraction_is_read_off_a_ball_without_radius_alone() -> None:
    assert fraction(arb(0.375)) == fmpq(3, 8)
    assert fraction(arb(1) / 3) is None


@pytest.mark.parametrize("seed", range(20))
def test_signs_of_products_of_known_factors_are_told_everywhere(seed: int) -> None:
    rng = np.random.default_rng(seed)
    roots = sorted(set(rng.integers(-5, 6, 4).tolist()))
    shared, other = fmpq_poly([1]), fmpq_poly([1])
    for k, r in enumerate(roots):
        shared = shared * fmpq_poly([-r, 1]) ** (1 + k % 2)
        other = other * fmpq_poly([-r, 1]) if k % 2 else other
    table = list(signs([shared, other, fmpq_poly([-2, 0, 1])]))
    marks = sorted({*map(float, roots), -(2**0.5), 2**0.5})
    assert len(table) == 2 * len(marks) + 1
    for k, x in enumerate(marks):
        at = table[2 * k + 1]
        assert (at[0] == 0) is (x in roots)
        assert (at[2] == 0) is (x not in roots)
        between = (marks[k - 1] + x) / 2 if k else x - 1
        values = [float(sum(float(p[j].p) / float(p[j].q) * between**j for j in range(p.degree() + 1)))
                  for p in (shared, other, fmpq_poly([-2, 0, 1]))]  # fmt: skip
        assert list(table[2 * k]) == [int(np.sign(value)) for value in values]


def test_a_double_root_is_one_point_at_which_the_sign_does_not_change() -> None:
    assert list(signs([fmpq_poly([1, -2, 1])])) == [(1,), (0,), (1,)]
    assert len(real_roots(fmpq_poly([1, 0, 1]))) == 0
    assert list(signs([fmpq_poly([0])])) == [(0,)]


@pytest.mark.parametrize("bits", [30, 70, 300])
def test_roots_closer_than_the_working_precision_are_told_apart_in_their_order(bits: int) -> None:
    roots = [fmpq(1), 1 + fmpq(1, 2**bits), 1 + fmpq(1, 2 ** (bits + 1))]
    first, last, middle = zip(*signs([fmpq_poly([-r, 1]) for r in roots]), strict=True)
    assert first == (-1, 0, 1, 1, 1, 1, 1)
    assert middle == (-1, -1, -1, 0, 1, 1, 1)
    assert last == (-1, -1, -1, -1, -1, 0, 1)


def test_descents_start_far_away_too() -> None:
    well = {("a",) * 4: arb(3), ("a",) * 3: arb(-52), ("a",) * 2: arb(216), ("b", "b"): arb(1)}
    assert least(Descent(well, ["a", "b"]), 8)[0].value == pytest.approx(-729)


def test_a_constant_has_one_sign() -> None:
    assert [list(signs([fmpq_poly([c])])) for c in (0, -2)] == [[(0,)], [(-1,)]]
