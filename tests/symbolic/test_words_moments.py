from fractions import Fraction
from random import Random

import pytest

from symbolic.errors import InputError
from symbolic.words import (
    Matrix,
    N,
    basis,
    contract_index,
    dimension,
    entry,
    evaluate,
    expect,
    gaussian,
    letter,
    matrix,
    trace,
)
from tests.symbolic.isserlis import Poly, add, constant, expectation, mul, random_matrix, random_posdef, variable

LAM = letter("Lam", "d", "d", posdef=True)
Lam, eye = Matrix.of(LAM), Matrix.identity("d")
A = matrix("A", "d", "d")
x, z = gaussian("x", "d", 1, LAM), gaussian("z", "d")
X = gaussian("X", "d", "N", LAM)
Gam = (1 + 1 / N) * Lam + trace(Lam) / N * eye
Lam_hat = X * X.T / N


def test_fourth_moment_of_a_gaussian_vector():
    r"""Lemma 30: E[x x^T A x x^T] = Lam (A + A^T) Lam + tr(A Lam) Lam."""
    assert expect(x * x.T * A * x * x.T) == Lam * (A + A.T) * Lam + trace(A * Lam) * Lam


def test_second_moment_of_the_empirical_covariance():
    r"""(37): E[Lam_hat^2] = (N+1)/N Lam^2 + tr(Lam)/N Lam = Gam Lam."""
    assert expect(Lam_hat) == Lam
    assert expect(Lam_hat * Lam_hat) == Gam * Lam


def test_odd_moments_vanish():
    assert expect(x.T * A * z) == 0
    assert expect((x.T * A * x) * x) == Matrix.zero("d", 1)


def test_explicit_samples_are_independent_and_identically_distributed():
    first, second = (X * Matrix.of(basis(i, "N")) for i in "12")
    assert expect(first * first.T) == Lam
    assert expect(first * second.T).is_zero()
    assert expect((first.T * second) ** 2) == trace(Lam**2)
    assert expect((first.T * first) ** 2) == 2 * trace(Lam**2) + trace(Lam) ** 2


def test_summed_samples_give_the_sample_matrix():
    x_i = X * Matrix.of(basis("i", "N"))
    assert contract_index(x_i * x_i.T, "i", "N") == X * X.T
    assert contract_index(A, "i", "N") == N * A
    assert contract_index(entry(A, "i", "i"), "i", "d") == trace(A)
    assert contract_index(entry(A, "j", "i") ** 2, "i", "d") == entry(A * A.T, "j", "j")


def test_an_index_may_not_occur_four_times():
    with pytest.raises(InputError, match="occurs 4 times"):
        contract_index(entry(A, "i", "i") ** 2, "i", "d")


def test_sixth_moment_of_a_standard_wishart_matrix_at_all_dimensions():
    r"""E tr W^3 for W = Z Z^T, Z of shape d x N standard normal: N d (N^2 + 3 N d + d^2 + 3 N + 3 d + 4)."""
    Z = gaussian("Z", "d", "N")
    d = dimension("d")
    expected = N * d * (N**2 + 3 * N * d + d**2 + 3 * N + 3 * d + 4)
    assert expect(trace(Z * Z.T * Z * Z.T * Z * Z.T)) == expected


def test_expectations_of_inverses_are_refused():
    with pytest.raises(InputError, match="no polynomial"):
        expect((x.T * x) ** -1)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 3), (2, 1), (2, 2)])
def test_expectations_agree_with_isserlis_entry_by_entry(d, n):
    random = Random(10 * d + n)
    L, a = random_posdef(random, d), random_matrix(random, d, d)
    value = trace(A * X * X.T * A * X * X.T) * (x.T * A * x) + (z.T * X * X.T * x) * (x.T * A.T * z)
    samples = [[variable(f"X{i}_{k}") for k in range(d)] for i in range(n)]
    q, v = [variable(f"x_{k}") for k in range(d)], [variable(f"z_{k}") for k in range(d)]

    def form(left: list[Poly], table: list[list[Poly]], right: list[Poly]) -> Poly:
        return add(*(mul(mul(left[i], table[i][j]), right[j]) for i in range(d) for j in range(d)))

    def product(s: list[list[Poly]], t: list[list[Poly]]) -> list[list[Poly]]:
        return [[add(*(mul(s[i][k], t[k][j]) for k in range(d))) for j in range(d)] for i in range(d)]

    gram = [[add(*(mul(s[i], s[j]) for s in samples)) for j in range(d)] for i in range(d)]
    a_poly = [[constant(c) for c in line] for line in a]
    a_flip = [list(line) for line in zip(*a_poly, strict=True)]
    inner = product(a_poly, gram)
    square = product(inner, inner)
    by_hand = add(
        mul(add(*(square[i][i] for i in range(d))), form(q, a_poly, q)),
        mul(form(v, gram, q), form(q, a_flip, v)),
    )

    def covariance(s: str, t: str) -> Fraction:
        (first, i), (second, j) = s.split("_"), t.split("_")
        if first != second:
            return Fraction(0)
        return Fraction(i == j) if first == "z" else L[int(i)][int(j)]

    assert evaluate(expect(value), {"d": d, "N": n}, {"Lam": L, "A": a}) == expectation(by_hand, covariance)
