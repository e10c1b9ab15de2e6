from fractions import Fraction
from random import Random

import pytest

from symbolic.errors import InputError
from symbolic.words import (
    ONE,
    Matrix,
    N,
    Ratio,
    Scalar,
    absolute,
    dimension,
    entry,
    evaluate,
    exp,
    matrix,
    norm_F,
    norm_op,
    to_sympy,
    trace,
)
from tests.symbolic.isserlis import random_matrix, random_posdef

HALF = Fraction(1, 2)
Lam, eye = matrix("Lam", "d", "d", posdef=True), Matrix.identity("d")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
S = matrix("S", "d", "d", symmetric=True)
x, y = matrix("x", "d", 1), matrix("y", "d", 1)
R = matrix("R", "d", "N")
Gam = (1 + 1 / N) * Lam + trace(Lam) / N * eye
u, s = Scalar.symbol("u"), Scalar.symbol("s", 1)


def test_coefficients_are_normalised_rational_functions_of_N():
    n = Ratio.variable()
    assert (n * n - 1) / (n - 1) == n + 1
    assert hash(2 / (2 * n)) == hash(1 / n)
    assert str((n + 1) / (n * n)) == "(N + 1)/N**2"


def test_floats_are_refused():
    with pytest.raises(InputError, match="floats are never exact"):
        Scalar.of(0.5)
    with pytest.raises(InputError, match="floats are never exact"):
        u**0.5
    with pytest.raises(InputError, match="floats are never exact"):
        Lam**0.5


def test_traces_do_not_see_rotation_and_transposition():
    assert trace(A * B * S) == trace(B * S * A) == trace(S * B.T * A.T)
    assert trace(A * B * S) != trace(A * S * B)


def test_traces_are_cut_at_vectors():
    assert trace(x * y.T * A) == y.T * A * x == x.T * A.T * y
    assert A * x * (y.T * B) * x == (y.T * B * x) * (A * x)
    assert trace(R * R.T) == trace(R.T * R)
    assert trace(Matrix.identity("N")) == N
    assert trace(eye) == dimension("d")


def test_functions_of_one_matrix_commute_and_reduce():
    assert Lam * Gam**-1 == Gam**-1 * Lam
    assert Gam * Gam**-1 == eye
    assert Gam**HALF * Gam**HALF == Gam
    assert (Gam**-HALF) ** 2 * Gam == eye
    assert Lam**HALF * Gam**-HALF * Lam**HALF * Gam**-HALF == Lam * Gam**-1
    assert (Lam * Gam**-1) ** -1 == Gam * Lam**-1
    assert ((Lam * Gam) ** -HALF) ** 2 == Gam**-1 * Lam**-1
    assert (3 * Lam * Gam**-2) ** -1 == Gam**2 * Lam**-1 / 3


def test_partial_fractions_hold_at_rational_matrices():
    random = Random(1)
    L = random_posdef(random, 3)
    for p in range(-3, 4):
        for q in range(-3, 4):
            value = evaluate(Lam**p * Gam**q, {"d": 3, "N": 5}, {"Lam": L})
            left = evaluate(Lam**p, {"d": 3, "N": 5}, {"Lam": L})
            right = evaluate(Gam**q, {"d": 3, "N": 5}, {"Lam": L})
            product = [[sum(left[i][k] * right[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
            assert value == product


def test_the_inverse_at_rational_matrices_is_the_inverse():
    random = Random(2)
    L = random_posdef(random, 2)
    G, H = (evaluate(M, {"d": 2, "N": 3}, {"Lam": L}) for M in (Gam, Gam**-1))
    assert [[sum(G[i][k] * H[k][j] for k in range(2)) for j in range(2)] for i in range(2)] == [[1, 0], [0, 1]]


def test_a_matrix_that_is_no_function_of_one_letter_has_no_inverse():
    with pytest.raises(InputError, match="no recognised power"):
        (A + eye) ** -1
    with pytest.raises(InputError, match="no recognised power"):
        (Lam**3 + Lam + eye) ** -1


def test_two_shifts_of_one_letter_meet_in_partial_fractions():
    random = Random(5)
    L = random_posdef(random, 2)
    other = Lam + (dimension("M") + 2) * eye
    product = Gam**-2 * other**-1 * Lam
    assert (product * other * Gam**2 - Lam).is_zero()
    values = {"d": 2, "N": 3, "M": 5}
    inverse = [[Fraction(int(i == j)) for j in range(2)] for i in range(2)]
    assert evaluate(product * Lam**-1 * other * Gam**2, values, {"Lam": L}) == inverse
    with pytest.raises(InputError, match="different sums"):
        Gam**HALF * other**-1


def test_a_quadratic_of_a_positive_letter_has_an_inverse_and_a_root():
    quadratic = Lam**2 + trace(Lam) * Lam + s**2 * eye
    assert (quadratic**-2 * quadratic * quadratic - eye).is_zero()
    assert (quadratic**HALF * quadratic**HALF - quadratic).is_zero()
    assert (quadratic**-1 * Lam**-3 * quadratic - Lam**-3).is_zero()
    noisy = Gam + s**2 / N * Lam**-1
    assert (noisy**-1 * Lam * noisy - Lam).is_zero()
    random = Random(6)
    L = random_posdef(random, 2)
    G, H = (evaluate(x, {"d": 2, "N": 3}, {"Lam": L, "s": Fraction(2, 3)}) for x in (noisy, noisy**-1))
    assert [[sum(G[i][k] * H[k][j] for k in range(2)) for j in range(2)] for i in range(2)] == [[1, 0], [0, 1]]


def test_roots_of_scalars():
    d = dimension("d")
    assert d**HALF * d**HALF == d
    assert norm_F(A) ** 2 == trace(A * A.T)
    assert trace(Gam**-2) ** Fraction(1, 4) == norm_F(Gam**-1) ** HALF
    assert (u**2) ** HALF == absolute(u) != u
    assert absolute(u) ** 2 == u**2
    assert absolute(u) ** -1 == absolute(u) / u**2
    assert (s**2) ** HALF == s
    assert (2 * s + 2) ** HALF == Scalar.of(2) ** HALF * (s + 1) ** HALF
    assert ((s + 1) ** HALF) ** 3 == (s + 1) * (s + 1) ** HALF
    assert (8 * N / (N + 1)) ** HALF * (2 * N * (N + 1)) ** HALF == 4 * N


def test_roots_do_not_assume_signs():
    v = Scalar.symbol("v")
    assert (u**3 * v) ** HALF == absolute(u) * (u * v) ** HALF
    assert (u**3 * v) ** HALF != u * (u * v) ** HALF
    assert (u * v) ** HALF != u**HALF * v**HALF
    inverse = (u + v) ** -2
    assert inverse**HALF == absolute(u + v) ** -1


def test_inverses_of_sums_cancel_when_cleared():
    d = dimension("d")
    total = (1 + d) ** -1 + d * (1 + d) ** -1 - 1
    assert total != 0
    assert total.is_zero()
    assert not ((1 + d) ** -1 - (2 + d) ** -1).is_zero()


def test_zero_has_no_inverse():
    with pytest.raises(InputError, match="undefined"):
        Scalar.of(0) ** -1


def test_shapes_must_fit():
    with pytest.raises(InputError, match="cannot add"):
        A + R
    with pytest.raises(InputError, match="inner dimensions"):
        R * A


def test_the_operator_norm_is_homogeneous_and_ignores_transposition():
    assert norm_op(-2 * u * A) == 2 * absolute(u) * norm_op(A.T)
    assert norm_op(Lam**2) == norm_op(Lam) ** 2
    assert norm_op(Gam / 3) == norm_op(Gam) / 3
    assert norm_op(Gam * N / (N + 1)) == norm_op(Lam + trace(Lam) / (N + 1) * eye)
    assert norm_op(A + B) != norm_op(A) + norm_op(B)
    assert norm_op(x) == norm_F(x)


def test_exponentials_of_opposite_arguments_are_inverse():
    assert exp(-s * u) * exp(s * u) == ONE


def test_entries_are_bilinear_forms():
    assert entry(A.T, "i", "j") == entry(A, "j", "i")
    assert entry(eye, "i", "i") == 1
    assert entry(eye, "1", "2") == 0
    assert entry(A * B, "1", "2") != entry(A, "1", "2") * entry(B, "1", "2")


def test_orthogonal_letters_cancel_their_transposes():
    Q = matrix("Q", "d", "d", orthogonal=True)
    assert eye == Q * Q.T
    assert trace(Q * A * Q.T) == trace(A)


def test_sympy_sees_traces_as_symbols():
    assert str(to_sympy(trace(A * B) * u / N)) == "tr(A*B)*u/N"


def test_evaluation_is_a_homomorphism():
    random = Random(3)
    point = {"A": random_matrix(random, 2, 2), "B": random_matrix(random, 2, 2), "u": Fraction(2, 3)}
    dims = {"d": 2, "N": 3}
    a, b = (evaluate(M, dims, point) for M in (A, B))
    by_hand = [[sum(a[i][k] * b[j][k] for k in range(2)) * Fraction(2, 3) for j in range(2)] for i in range(2)]
    assert evaluate(u * A * B.T, dims, point) == by_hand


def test_a_shift_of_unknown_sign_makes_nothing_positive():
    G = (Lam - eye) ** -1
    assert G * (Lam - eye) == eye
    assert absolute(trace(G)) != trace(G)
    assert (absolute(trace(G)) ** 2 - trace(G) ** 2).is_zero()
    for value in (Lam - eye, (Lam - eye) ** 2, G * G, Lam + u * eye):
        with pytest.raises(InputError, match="no recognised power"):
            value**HALF
    assert (((Lam + s * eye) ** 2) ** HALF - Lam - s * eye).is_zero()


def test_a_coefficient_that_vanishes_at_one_prompt_has_no_sign():
    n = Ratio.variable()
    assert (n - 1).sign() == (1 - n).sign() == 0
    assert n.sign() == (1 / n).sign() == 1
    assert (-n - 1).sign() == -1


def test_equal_sums_written_with_different_denominators_are_one_sum():
    M, A = Scalar.symbol("M", 1), matrix("A", "d", "d", posdef=True)
    eye = Matrix.identity("d")
    plain = (A + eye / (M + 1)) ** -1
    other = (A + eye * (M + 1) / (M**2 + 2 * M + 1)) ** -1
    assert plain.terms != other.terms
    assert (plain * other - plain * plain).is_zero()


def test_roots_of_a_sum_beside_its_inverse_are_kept_when_a_root_is_taken():
    away = x - y
    unit = away * norm_F(away) ** -1
    assert (norm_F(y + unit) ** 2 - (y.T * y + 2 * away.T * y / norm_F(away) + 1)).is_zero()
    assert not (norm_F(y + unit) ** 2 - (y.T * y + 2 * away.T * y + 1)).is_zero()
