"""Positive semi-definite letters of any rank, pseudo-inverses, projections and inverses of sums, at exact points."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from flint import fmpq, fmpq_mat

from symbolic.errors import InputError
from symbolic.words import (
    ONE,
    Matrix,
    Scalar,
    evaluate,
    expect,
    gaussian,
    letter,
    matrix,
    name_of,
    power,
    projection,
    pseudo_inverse,
    substitute,
    trace,
)
from symbolic.words.resolvents import RESOLVENTS

H: Any
Psi: Any
I: Any  # noqa: E741
A: Any
H, Psi = matrix("H", "d", "d", psd=True), matrix("Psi", "d", "d", psd=True)
R, Q = H ** Fraction(1, 2), Psi ** Fraction(1, 2)
S: Any = pseudo_inverse(R)
P: Any = projection(H)
I = Matrix.identity("d")  # noqa: E741
sigma: Any
M: Any
sigma, M = Scalar.symbol("sigma", 1), Scalar.symbol("M", 1)
t = trace(H * Psi) + sigma**2
Phi = R * Psi * R
Omega = (M + 1) / M * Phi + t / M * I
Inverse = Omega**-1
A = matrix("A", "d", "d")
Rows = list[list[Fraction]]


def point(d: int, ranks: tuple[int, int], seed: int) -> dict[str, Rows | Fraction]:
    """A point where H and Psi have these ranks and rational roots."""
    random = Random(seed)

    def numbers(rows: int, cols: int) -> fmpq_mat:
        return fmpq_mat(rows, cols, [fmpq(random.randint(-3, 3), random.randint(1, 2)) for _ in range(rows * cols)])

    def rows(table: fmpq_mat) -> Rows:
        return [[Fraction(int(x.p), int(x.q)) for x in line] for line in table.tolist()]

    out: dict[str, Rows | Fraction] = {"A": rows(numbers(d, d)), "sigma": Fraction(random.randint(1, 3))}
    for name, rank in zip(("H", "Psi"), ranks, strict=True):
        C = numbers(d, rank) if rank else fmpq_mat(d, d)
        out[f"{name}**(1/2)"] = rows(C * C.transpose())
    return out | {"M": Fraction(random.randint(1, 4))}


POINTS = [
    (d, point(d, ranks, 7 * k)) for k, (d, ranks) in enumerate([
        (1, (1, 1)), (1, (0, 1)), (2, (2, 2)), (2, (1, 2)), (2, (2, 1)), (2, (1, 1)), (2, (0, 2)), (3, (2, 2)),
        (3, (1, 3)),
    ])
]


def exact(value: Any, at: tuple[int, dict[str, Rows | Fraction]]) -> fmpq_mat:
    found = evaluate(value, {"d": at[0]}, at[1])
    rows = found if isinstance(found, list) else [[found]]
    return fmpq_mat(len(rows), len(rows[0]), [fmpq(x.numerator, x.denominator) for row in rows for x in row])


FACTORS = {"R": R, "S": S, "P": P, "H": H, "Psi": Psi, "Psi half": Q, "Psi +": pseudo_inverse(Psi), "A": A,
           "A.T": A.T, "W": Inverse, "W W": Inverse * Inverse, "of Psi": projection(Psi), "H +": pseudo_inverse(H),
           "Pi": projection(Phi), "Phi +": pseudo_inverse(Phi)}


def random_words(count: int, seed: int) -> list[list[str]]:
    """Words in which what merges stands together often."""
    random = Random(seed)
    likely = [["R", "Psi", "R", "W"], ["W", "H", "Psi", "R"], ["P", "W"], ["W", "S"], ["H", "Psi", "R", "W", "R"],
              ["Psi", "R", "Pi"], ["Phi +", "R", "Psi", "R"], ["Pi", "W"], ["Pi", "Phi +"], ["P", "Pi"]]
    words = []
    for _ in range(count):
        word: list[str] = []
        for _ in range(random.randint(1, 3)):
            word += random.choice([random.choice(likely), [random.choice(sorted(FACTORS))]])
        words.append(word)
    return words


@pytest.mark.parametrize("word", random_words(60, 1), ids=" ".join)
def test_a_product_in_normal_form_has_the_value_of_the_product(word: list[str]) -> None:
    product: Any = I
    for name in word:
        product = product * FACTORS[name]
    for at in POINTS:
        expected = exact(I, at)
        for name in word:
            expected = expected * exact(FACTORS[name], at)
        assert exact(product, at) == expected
        trace_of = sum((expected[i, i] for i in range(at[0])), fmpq(0))
        assert exact(trace(product), at)[0, 0] == trace_of


@pytest.mark.parametrize("word", random_words(40, 2), ids=" ".join)
def test_the_order_of_multiplication_does_not_matter(word: list[str]) -> None:
    left: Any = I
    right: Any = I
    for name in word:
        left = left * FACTORS[name]
    for name in reversed(word):
        right = FACTORS[name] * right
    assert (left - right).is_zero()
    assert (trace(left) - trace(FACTORS[word[-1]] * left_product(word[:-1]))).is_zero()


def left_product(word: list[str]) -> Any:
    product: Any = I
    for name in word:
        product = product * FACTORS[name]
    return product


def test_the_evaluation_of_the_family_knows_what_each_letter_is() -> None:
    for at in POINTS:
        r, s, p, h = (exact(x, at) for x in (R, S, P, H))
        assert r * r == h
        assert r * s * r == r
        assert s * r * s == s
        assert (r * s).transpose() == r * s == p
        assert exact(Omega, at) * exact(Inverse, at) == exact(I, at)


def test_moore_penrose_of_a_word() -> None:
    Pi: Any = projection(Phi)
    inverse: Any = pseudo_inverse(Phi)
    assert Phi * inverse == inverse * Phi == Pi == Pi * Pi == Pi.T
    assert Phi * Pi == Phi
    assert inverse * Phi * inverse == inverse
    assert Q * R * Pi == Q * R
    assert P * Pi == Pi == Pi * P
    assert trace(Phi * inverse) == trace(Pi)
    assert Pi != P
    assert R * Pi != R
    for at in POINTS:
        phi, plus = exact(Phi, at), exact(inverse, at)
        assert phi * plus * phi == phi
        assert (phi * plus).transpose() == phi * plus == exact(Pi, at)
    at_two = substitute(Pi, {"sigma": Scalar.of(2)}), substitute(inverse, {name_of(A): I})
    assert at_two == (Pi, inverse)


def test_moore_penrose() -> None:
    assert R * S * R == R
    assert S * R * S == S
    assert R * S == S * R == P
    assert P * P == P == P.T
    assert P * R == R * P == R
    assert P * S == S * P == S
    assert H * (I - P) == 0 * I
    assert pseudo_inverse(H) == S * S
    assert P != I


def test_a_positive_definite_letter_has_no_projection_of_its_own() -> None:
    B: Any = matrix("B", "d", "d", posdef=True)
    assert projection(B) == I
    assert pseudo_inverse(B) == B**-1


def test_the_inverse_of_a_letter_that_may_be_singular_is_refused() -> None:
    with pytest.raises(InputError, match="may be singular"):
        power(H, Fraction(-1))


def test_sums_with_the_identity_of_one_letter() -> None:
    G = H + sigma * I
    assert G * G**-1 == I
    assert H * G**-1 == G**-1 * H
    assert (P * G**-1 * (H + sigma * P) - P).is_zero()
    assert (R * G**-1 * R - (I - sigma * G**-1)).is_zero()
    assert not (P * G**-1 - G**-1).is_zero()
    for at in POINTS:
        assert exact(P * G**-1, at) == exact(P, at) * exact(G**-1, at)
        assert exact(S * G**-2, at) == exact(S, at) * exact(G**-1, at) * exact(G**-1, at)
        assert exact(pseudo_inverse(H) * G**-1, at) == exact(pseudo_inverse(H), at) * exact(G**-1, at)


def test_identities_of_omega() -> None:
    assert (Omega * Inverse - I).is_zero()
    assert (Inverse * Omega - I).is_zero()
    assert (Phi * Inverse - Inverse * Phi).is_zero()
    assert (P * Inverse - Inverse * P).is_zero()
    Gamma_star = Psi * R * Inverse * S
    assert (R * Gamma_star * R - Phi * Inverse).is_zero()
    assert (H * Gamma_star * H * (M / (M + 1)) * 2 - H * Gamma_star * H).is_zero() is False


def test_a_sum_that_is_not_the_same_is_not_taken_for_it() -> None:
    other = (M + 2) / M * Phi + t / M * I
    assert not (other * Inverse - I).is_zero()
    assert not (Inverse - other**-1).is_zero()
    for at in POINTS:
        assert exact(Inverse * other**-1, at) == exact(Inverse, at) * exact(other**-1, at)


def test_inverses_of_other_sums_are_brought_to_the_same_letters() -> None:
    s: Any = Scalar.symbol("s", 1)
    sums = (Q * H * Q + s * I, H * Psi + s * I, Psi * H + s * I, R * Psi * R + s * I, H * Psi * H + s * I)
    inverses = [x**-1 for x in sums]
    for value, inverse in zip(sums, inverses, strict=True):
        assert (value * inverse - I).is_zero()
        assert (inverse * value - I).is_zero()
    assert (Q * R * inverses[3] - inverses[0] * Q * R).is_zero()
    assert (H * Psi * inverses[1] - inverses[1] * H * Psi).is_zero()


def test_a_product_of_rectangular_letters_and_its_transpose() -> None:
    Y: Any = matrix("Y", "n", "d")
    s: Any = Scalar.symbol("s", 1)
    J: Any = Matrix.identity("n")
    small, large = (Q * Y.T * Y * Q + s * I) ** -1, (Y * Psi * Y.T + s * J) ** -1
    assert (small * (Q * Y.T * Y * Q + s * I) - I).is_zero()
    assert (large * (Y * Psi * Y.T + s * J) - J).is_zero()
    assert (Q * Y.T * large - small * Q * Y.T).is_zero()
    assert (trace(large) - trace(small) - (trace(J) - trace(I)) / s).is_zero()
    at: Any = {"Y": [[1, 2], [0, 1], [Fraction(1, 2), -1]], "Psi**(1/2)": [[1, 1], [1, 1]], "s": Fraction(2, 3)}
    for value, sum_, size in ((small, Q * Y.T * Y * Q + s * I, 2), (large, Y * Psi * Y.T + s * J, 3)):
        inverse: Any = evaluate(value, {"d": 2, "n": 3}, at)
        table: Any = evaluate(sum_, {"d": 2, "n": 3}, at)
        product = [[sum(inverse[i][k] * table[k][j] for k in range(size)) for j in range(size)] for i in range(size)]
        assert product == [[int(i == j) for j in range(size)] for i in range(size)]


def test_the_mean_of_an_inverse_of_what_is_random_is_refused() -> None:
    X: Any = gaussian("X", "d", "N", letter("H", "d", "d", psd=True))
    inverse = (X * X.T + sigma * I) ** -1
    assert (inverse * (X * X.T + sigma * I) - I).is_zero()
    for value in (inverse, trace(inverse)):
        with pytest.raises(InputError, match="expectation is not known"):
            expect(value)


def test_the_inverse_of_a_sum_of_two_letters() -> None:
    B: Any = matrix("B", "d", "d", posdef=True)
    s: Any = Scalar.symbol("s", 1)
    for value in (B + s * H, H + s * B, H + s * B**-1, B**-1 + Psi):
        assert (value * value**-1 - I).is_zero()
        assert (value**-1 * value - I).is_zero()
    Newton = (H + s * B**-1) ** -1
    root = B ** Fraction(1, 2)
    assert (Newton - root * (root * H * root + s * I) ** -1 * root).is_zero()


def test_the_inverse_of_a_sum_with_a_term_of_rank_one() -> None:
    b: Any = matrix("b", "d", 1)
    s: Any = Scalar.symbol("s", 1)
    for value in (Omega + s * (R * b * b.T * R), s * I + b * b.T, H + s * I + 2 * (b * b.T)):
        assert (value * value**-1 - I).is_zero()
        assert (value**-1 * value - I).is_zero()


def test_regularised_newton_for_positive_definite_letters() -> None:
    H1: Any
    Psi1: Any
    H1, Psi1 = matrix("H1", "d", "d", posdef=True), matrix("Psi1", "d", "d", posdef=True)
    root: Any = H1 ** Fraction(1, 2)
    s: Any = Scalar.symbol("s", 1)
    W = (root * Psi1 * root + s * I) ** -1
    assert (Psi1 * root * W * root**-1 - (H1 + s * Psi1**-1) ** -1).is_zero()


def test_substitution_into_an_inverse() -> None:
    assert (substitute(Inverse, {"sigma": Scalar.of(2)}) * substitute(Omega, {"sigma": Scalar.of(2)}) - I).is_zero()


def test_moments_of_a_degenerate_gaussian() -> None:
    X: Any = gaussian("X", "d", "N", letter("H", "d", "d", psd=True))
    from symbolic.words import N

    assert expect(X * X.T * A * X * X.T) == N**2 * (H * A * H) + N * (H * A.T * H + trace(A * H) * H)


def test_a_wrong_relation_is_noticed_by_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    from symbolic.words import absorbing

    right = absorbing._beside_its_word

    def wrong(E: Any) -> Any:
        return [(word, 2 * c) for word, c in right(E)]

    monkeypatch.setattr(absorbing, "_beside_its_word", wrong)
    B: Any = matrix("fresh", "d", "d")
    product = B * Phi * Inverse
    at = (2, POINTS[2][1] | {"fresh": [[Fraction(1), Fraction(2)], [Fraction(0), Fraction(1)]]})
    assert exact(product, at) != exact(B, at) * exact(Phi, at) * exact(Inverse, at)


def test_letters_are_made_once() -> None:
    count = len(RESOLVENTS)
    assert Omega**-1 == Inverse
    assert len(RESOLVENTS) == count
    assert ONE == 1
