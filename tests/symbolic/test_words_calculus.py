from fractions import Fraction
from random import Random

import pytest

from symbolic.errors import InputError
from symbolic.words import (
    Matrix,
    N,
    Scalar,
    absolute,
    derivative,
    evaluate,
    exp,
    gradient,
    letter,
    matrix,
    norm_F,
    substitute,
    trace,
)
from tests.symbolic.isserlis import random_matrix

HALF = Fraction(1, 2)
A, B, C, X = (matrix(name, "d", "d") for name in "ABCX")
Lam, eye = matrix("Lam", "d", "d", posdef=True), Matrix.identity("d")
Gam = (1 + 1 / N) * Lam + trace(Lam) / N * eye
x, y = matrix("x", "d", 1), matrix("y", "d", 1)
u = Scalar.symbol("u")


def test_gradients_of_lemma_29():
    assert gradient(x.T * B * x, x) == (B + B.T) * x
    assert gradient(trace(X * B * X.T), X) == X * B.T + X * B
    assert gradient(trace(A * X.T), X) == A
    assert gradient(trace(A * X * B * X.T * C), X) == A.T * C.T * X * B.T + C * A * X * B


def test_sums_of_traces_do_not_lose_terms():
    """SymPy 1.14 answers 0 here."""
    assert gradient(trace(X) + trace(X**2), X) == eye + 2 * X.T


def test_gradients_of_products_roots_and_exponentials():
    t, q = trace(X), y.T * X * y
    assert gradient(t**3 * q, X) == 3 * t**2 * q * eye + t**3 * (y * y.T)
    assert gradient(norm_F(X), X) == X / norm_F(X)
    assert gradient(exp(u * trace(X)), X) == u * exp(u * trace(X)) * eye
    assert gradient((1 + u**2) ** HALF, u) == u * (1 + u**2) ** -HALF
    assert gradient(absolute(u), u) * u == absolute(u)


def test_gradients_agree_with_divided_differences_of_a_cubic():
    random = Random(4)
    dims = {"d": 2, "N": 2}
    f = trace(A * X * B * X.T * X) + (x.T * X * y) * trace(X) ** 2
    point = {"A": random_matrix(random, 2, 2), "B": random_matrix(random, 2, 2), "X": random_matrix(random, 2, 2),
             "x": random_matrix(random, 2, 1), "y": random_matrix(random, 2, 1)}
    slope = evaluate(gradient(f, X), dims, point)

    def at(i: int, j: int, step: int) -> Fraction:
        moved = [list(line) for line in point["X"]]
        moved[i][j] += step
        value = evaluate(f, dims, {**point, "X": moved})
        assert isinstance(value, Fraction)
        return value

    for i in range(2):
        for j in range(2):
            # A central formula of order four is exact on cubics.
            central = (8 * (at(i, j, 1) - at(i, j, -1)) - (at(i, j, 2) - at(i, j, -2))) / 12
            assert slope[i][j] == central


def test_symmetric_letters_have_no_unstated_gradient():
    with pytest.raises(InputError, match="convention"):
        gradient(trace(Lam**2), Lam)
    with pytest.raises(InputError, match="no single letter"):
        gradient(trace(X), A + B)


def test_derivatives_follow_the_product_rule():
    name = letter("X", "d", "d")
    assert derivative(X * B * X.T, {name: A}) == A * B * X.T + X * B * A.T
    assert derivative(u * X, {name: A, "u": u**2}) == u * A + u**2 * X
    assert derivative(trace(X * X.T) ** HALF, {name: X}) == trace(X * X.T) ** HALF


def test_derivatives_of_norms_that_move_are_refused():
    from symbolic.words import norm_op

    with pytest.raises(InputError, match="derivative of norm_op"):
        derivative(norm_op(X), {letter("X", "d", "d"): A})


def test_substitution_reaches_everywhere():
    name = letter("X", "d", "d")
    f = u * trace(X * A) + norm_F(X + A) + x.T * X * y
    assert substitute(f, {name: Matrix.zero("d", "d"), "u": Scalar.of(1)}) == norm_F(A)
    assert substitute(Gam**-1, {"N": Scalar.symbol("M", 1)}) == (
        ((1 + 1 / Scalar.symbol("M", 1)) * Lam + trace(Lam) / Scalar.symbol("M", 1) * eye) ** -1
    )


def test_substitution_takes_functions_of_a_letter():
    name = letter("Lam", "d", "d", posdef=True)
    value = substitute(Lam**-1 + Gam**HALF, {name: 4 * eye})
    d = trace(eye)
    assert value == eye / 4 + (4 * (1 + 1 / N) + 4 * d / N) ** HALF * eye


def test_substitution_checks_shapes():
    with pytest.raises(InputError, match="replacement"):
        substitute(trace(X), {letter("X", "d", "d"): x})
