"""Matrices and rational functions against SymPy, and their algebraic laws."""

from fractions import Fraction

import pytest
import sympy

from symbolic.entries import Matrix, Ratio
from symbolic.entries.ring import generators, ring
from symbolic.errors import InputError

CTX = ring(["a", "b", "c", "x"])
a, b, c, x = (Ratio(g) for g in CTX.gens())


def test_lowest_terms_make_equal_functions_equal():
    assert (a**2 - b**2) / (a - b) == a + b
    assert 2 * a / (4 * b) == a / (2 * b)
    assert hash(2 * a / (4 * b)) == hash(a / (2 * b))
    assert a / b - a / b == 0
    assert (1 / a) ** -2 == a**2


def test_derivatives_of_quotients():
    f = a / (1 + a * b)
    assert f.derivative("a") == 1 / (1 + a * b) ** 2
    assert f.derivative("x") == 0


def test_substitution_by_quotients_and_by_polynomials():
    f = (a**2 + b) / (a + 1)
    assert f.substitute({"a": 1 / x}) == (1 + b * x**2) / (x + x**2)
    assert f.substitute({"a": b, "b": a}) == (b**2 + a) / (b + 1)
    assert f.substitute({"a": a.lift(2), "b": a.lift(Fraction(1, 2))}).constant() == Fraction(3, 2)


def test_division_by_zero_is_an_error():
    with pytest.raises(ZeroDivisionError):
        a / (b - b)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_determinant_and_inverse_agree_with_sympy(n):
    grid = [[Fraction((3 * i + 5 * j + i * j) % 7 + (10 if i == j else 0)) for j in range(n)] for i in range(n)]
    reference = sympy.Matrix(n, n, lambda i, j: int(grid[i][j]))
    A = Matrix.of(grid)
    assert A.det() == int(reference.det())
    identity = Matrix.build(n, n, lambda i, j: Fraction(i == j))
    assert A @ A.inverse() == identity


def test_the_symbolic_inverse_inverts():
    gen = generators(CTX)
    A = Matrix.of([[gen["a"], gen["b"]], [gen["b"], gen["c"]]]).map(Ratio)
    product = A @ A.inverse()
    assert all(product[i, j] == int(i == j) for i in range(2) for j in range(2))


def test_vec_stacks_columns_and_kron_obeys_the_vec_rule():
    assert Matrix.of([[1, 2], [3, 4]]).vec() == Matrix.of([[1], [3], [2], [4]])
    A, X, B = Matrix.of([[1, 2], [3, 5]]), Matrix.of([[7, 1, 0], [2, 2, 9]]), Matrix.of([[1, 0], [4, 6], [2, 3]])
    assert (A @ X @ B).vec() == B.T.kron(A) @ X.vec()


def test_shapes_that_do_not_fit_are_refused():
    A, v = Matrix.of([[1, 2], [3, 4]]), Matrix.of([[1], [2]])
    with pytest.raises(InputError, match="do not multiply"):
        v @ A
    with pytest.raises(InputError, match="must agree"):
        A + v
    with pytest.raises(InputError, match="square"):
        v.trace()
    with pytest.raises(InputError, match="common length"):
        Matrix.of([[1], [2, 3]])
