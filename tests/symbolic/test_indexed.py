"""Scalars with indices: normal forms against plain sums over entries in exact rationals, d = 2, 3."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import factorial, prod
from random import Random
from typing import cast

import pytest

from symbolic.errors import InputError
from symbolic.indexed import (
    ONE,
    ZERO,
    Indexed,
    IndexedMatrix,
    Law,
    as_word,
    call,
    delta,
    derivative,
    diagonal_letter,
    dimension,
    free_index,
    from_words,
    gradient,
    hides_indices,
    mean,
    norm_F,
    positive_vector,
    rename,
    substitute,
    summed,
)
from symbolic.indexed.factors import Index, entry
from symbolic.indexed.laws import with_moments
from symbolic.indexed.limits import limit
from symbolic.indexed.squares import complete_square
from symbolic.words import Letter, Matrix, N, Scalar, evaluate, gaussian, letter, name_of, trace
from tests.symbolic.places import Place

lam, lam_2 = positive_vector("lam_test"), positive_vector("lam_copy")
D = Matrix.of(diagonal_letter(lam))
LAM = letter("Lam_test", "d", "d", posdef=True)
U, A = (Matrix.of(letter(name, "d", "d")) for name in ("U_test", "A_test"))
S = Matrix.of(letter("S_test", "d", "d", symmetric=True))
u = Scalar.symbol("u_test")
I_ = cast(Matrix, Matrix.identity("d"))
Gam = (1 + 1 / N) * D + trace(D) / N * I_
ln = name_of(U)
i, j, k = (free_index(name, "d") for name in "ijk")


def place(d: int, seed: int = 0) -> Place:
    rng = Random(seed)

    def number() -> F:
        return F(rng.randint(-5, 5), rng.randint(1, 3))

    def table() -> list[list[F]]:
        return [[number() for _ in range(d)] for _ in range(d)]

    def positive() -> list[F]:
        return [F(rng.randint(1, 5), rng.randint(1, 3)) for _ in range(d)]

    def definite() -> list[list[F]]:
        T = table()
        return [[sum((T[r][m] * T[c][m] for m in range(d)), F(r == c)) for c in range(d)] for r in range(d)]

    T = table()
    return Place(
        {"d": d, "N": 3, "M": 4},
        {"U_test": table(), "A_test": table(), "u_test": F(2, 3), "c_test": F(5, 7),
         "S_test": [[T[r][c] + T[c][r] for c in range(d)] for r in range(d)]},
        {"lam_test": [positive() for _ in range(3)], "Lam_test": [definite() for _ in range(2)]},
    )


def outcomes(p: Place, name: str) -> list[Place]:
    return [Place(p.dims, {**p.tables, name: x}, p.law) for x in p.law[name]]


def read(value: Scalar | Matrix) -> Indexed:
    found = from_words(value)
    return found if isinstance(found, Indexed) else found.body


def plain(value: Scalar, p: Place) -> F:
    """The value of words with the matrix ``diag(lam_test)`` put in, by the evaluation of words."""
    tables = dict(p.tables)
    if "lam_test" in tables:
        v = tables["lam_test"]
        tables["diag(lam_test)"] = [[v[r] if r == c else F(0) for c in range(len(v))] for r in range(len(v))]
    return cast(F, evaluate(value, p.dims, tables))


WORDS = [
    trace(D * U * S * U.T), trace(Gam * D * U * D * U.T) * u - trace(D**2 * U.T), trace(D) ** 2 * trace(U * A),
    trace(D**-1 * U * D**2 * A), trace(Gam**-1 * D * A), trace(A * U * A * U), trace(U * U.T) * trace(D**3 * S),
]


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("value", WORDS, ids=repr)
def test_words_keep_their_value_when_read_by_entries(value: Scalar, d: int) -> None:
    for p in outcomes(place(d), "lam_test"):
        assert Place(p.dims, p.tables, p.law).of(read(value), {}) == plain(value, p)


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("value", WORDS, ids=repr)
def test_a_mean_is_the_average_over_the_outcomes(value: Scalar, d: int) -> None:
    p = place(d)
    cases = outcomes(p, "lam_test")
    assert p.of(mean(read(value), Law(lam)), {}) == sum(plain(value, case) for case in cases) / len(cases)


@pytest.mark.parametrize("d", [2, 3])
def test_means_over_a_random_matrix_that_is_not_diagonal(d: int) -> None:
    L = Matrix.of(LAM)
    value = trace(L**2 * U * L * U.T) + trace(L) * trace(L * A) * u - trace(L * U) * trace(L * U.T)
    p = place(d)
    cases = outcomes(p, "Lam_test")
    found = mean(read(value), Law(LAM))
    assert p.of(found, {}) == sum(plain(value, case) for case in cases) / len(cases)
    slope = gradient(found, ln)
    assert isinstance(slope, IndexedMatrix)
    on_words = 2 * (L**2 * U * L) - trace(L * U.T) * L - trace(L * U) * L  # type: ignore[operator]
    assert slope == from_words(on_words).map(lambda body: mean(body, Law(LAM)))


def test_sums_do_not_depend_on_the_names_of_bound_indices() -> None:
    def at(x: Letter, *indices: Index) -> Indexed:
        return Indexed.factor(entry(x, indices))

    assert isinstance(ln, Letter)
    one = summed([i, j], at(ln, i, j) ** 2 * at(lam, i) * at(lam, j) ** 2)
    two = summed([k, i], at(ln, k, i) ** 2 * at(lam, k) * at(lam, i) ** 2)
    assert one == two
    assert one != summed([i, j], at(ln, i, j) ** 2 * at(lam, j) * at(lam, i) ** 2)
    assert summed([i], at(lam, i)) * summed([j], at(lam, j)) == summed([i, j], at(lam, i) * at(lam, j))
    assert summed([i], ONE) == dimension("d")
    assert summed([j], delta(i, j) * at(lam, j)) == at(lam, i)


@pytest.mark.parametrize("seed", range(6))
def test_renaming_and_summing_random_products_keeps_their_value(seed: int) -> None:
    """Products of entries summed in different orders have one normal form, and the value of the plain sum."""
    rng = Random(seed)
    letters = [name_of(x) for x in (U, A, S)]
    indices = [i, j, k, free_index("l", "d")]
    body = ONE
    for _ in range(4):
        x = rng.choice(letters)
        assert isinstance(x, Letter)
        body = body * Indexed.factor(entry(x, (rng.choice(indices), rng.choice(indices))))
    body = body * Indexed.factor(entry(lam, (rng.choice(indices),)))
    p = outcomes(place(2, seed), "lam_test")[0]
    together = summed(indices, body)
    apart = body
    for index in rng.sample(indices, len(indices)):
        apart = summed([index], apart)
    names = dict(zip(indices, rng.sample(indices, len(indices)), strict=True))
    assert together == apart == summed(indices, rename(body, names))
    values = product(range(2), repeat=4)
    assert p.of(together, {}) == sum(p.of(body, dict(zip(indices, v, strict=True))) for v in values)


def test_denominators_cancel_under_a_sum() -> None:
    """Sum_i gamma_i (v_i - xi_i/gamma_i)^2 = Sum_i (gamma_i v_i^2 - 2 xi_i v_i + xi_i^2/gamma_i)."""
    cube = mean(read(Gam * D**2), Law(lam))
    gamma = from_words(Gam * D**2).map(lambda b: mean(b, Law(lam))).diagonal()  # type: ignore[union-attr]
    xi = from_words(D**2).map(lambda b: mean(b, Law(lam))).diagonal()  # type: ignore[union-attr]
    assert gamma is not None
    assert xi is not None
    row = IndexedMatrix("d", "d", cube).row
    v = Indexed.factor(entry(name_of(U), (row, row)))  # type: ignore[arg-type]
    square = summed([row], gamma * (v - xi / gamma) ** 2)
    assert square == summed([row], gamma * v**2 - 2 * xi * v + xi**2 / gamma)
    assert gamma / gamma == 1
    assert (gamma**2 + xi) / gamma == gamma + xi / gamma
    assert (norm_F(IndexedMatrix("d", 1, xi / gamma)) ** 2) == summed([row], xi**2 / gamma**2)
    p = place(2)
    assert p.of(xi / gamma, {row: 1}) == p.of(xi, {row: 1}) / p.of(gamma, {row: 1})


def test_a_root_times_itself_is_the_sum_below_it() -> None:
    a, b = Indexed.symbol("a", 2), Indexed.symbol("b", 2)
    assert (a + b) ** F(1, 2) * (a + b) ** F(1, 2) == a + b
    assert (a + b) ** F(-1, 2) * (a + b) == (a + b) ** F(1, 2)
    assert ((a**2 + a * b) ** F(1, 2)) == (a + b) ** F(1, 2) * a ** F(1, 2)
    assert (Indexed.of(8) * a**2) ** F(1, 2) == 2 * Indexed.of(2) ** F(1, 2) * a
    x = Indexed.symbol("x")
    assert (x**2) ** F(1, 2) == call("abs", x)
    assert call("abs", x) ** 2 == x**2
    assert 1 / (a**2 - b**2) == 1 / (a + b) / (a - b)
    assert (1 / (a + b) + 1 / (a - b) - 2 * a / (a**2 - b**2)).is_zero()
    assert 1 / (a + b) ** 2 == (1 / (a + b)) ** 2
    assert (1 / ((a + b) * b**2) - (1 / b**2 - 1 / (a * b)) / a - 1 / (a**2 * (a + b))).is_zero()
    with pytest.raises(InputError, match="0 \\*\\* -1"):
        ONE / ZERO


def test_functions_of_one_matrix_merge_across_a_sum() -> None:
    inverse, plain_ = (from_words(Matrix.of(LAM) ** e) for e in (F(-1), F(1)))
    assert isinstance(inverse, IndexedMatrix)
    assert isinstance(plain_, IndexedMatrix)
    assert inverse.times(plain_) == IndexedMatrix.identity("d")


def test_derivatives_follow_the_product_rule_through_sums_means_and_powers() -> None:
    value = read(trace(Gam * D * U * D * U.T) * u**2 - u * trace(D**2 * U.T))
    averaged = mean(value, Law(lam)) ** 2 / (1 + Indexed.symbol("u_test") ** 2)
    velocity = from_words(A)
    along = derivative(averaged, {ln: velocity, "u_test": Indexed.symbol("c_test")})
    slope = gradient(averaged, ln)
    assert isinstance(slope, IndexedMatrix)
    chain = cast(IndexedMatrix, slope.times(cast(IndexedMatrix, velocity).T)).trace()
    chain = chain + cast(Indexed, gradient(averaged, "u_test")) * Indexed.symbol("c_test")
    assert along == chain
    p, h = place(2), F(1, 1000)
    moved = [
        Place(p.dims, {**p.tables, "u_test": p.tables["u_test"] + s * h * p.tables["c_test"],
                       "U_test": [[x + s * h * y for x, y in zip(r, q, strict=True)]
                                  for r, q in zip(p.tables["U_test"], p.tables["A_test"], strict=True)]}, p.law)
        for s in (1, -1)
    ]
    difference = (moved[0].of(averaged, {}) - moved[1].of(averaged, {})) / (2 * h)
    assert abs(difference - p.of(along, {})) < F(1, 10) * abs(p.of(along, {}))


def test_what_is_put_in_for_a_letter_is_not_captured_by_sums() -> None:
    value = read(trace(U * U.T))
    product_ = cast(IndexedMatrix, from_words(U * A))
    put = substitute(value, {ln: product_})
    assert put == read(trace(U * A * A.T * U.T))
    L = cast(Indexed, from_words(trace(Matrix.of(LAM) ** -2 * U)))
    assert substitute(L, {LAM: cast(IndexedMatrix, from_words(D))}) == read(trace(D**-2 * U))


def test_an_independent_copy_has_the_same_means_and_factors_out() -> None:
    C = Matrix.of(diagonal_letter(lam_2))
    value = mean(mean(read(trace(D * A * C * A.T)), Law(lam)), Law(lam_2, lam))
    E = from_words(D).map(lambda b: mean(b, Law(lam)))
    assert isinstance(E, IndexedMatrix)
    M = cast(IndexedMatrix, from_words(A))
    other = cast(IndexedMatrix, cast(IndexedMatrix, cast(IndexedMatrix, E.times(M)).times(E)).times(M.T)).trace()
    assert value == other
    assert mean(read(trace(C**2)), Law(lam_2, lam)) == mean(read(trace(D**2)), Law(lam))


def test_a_copy_is_not_taken_for_the_letter_over_which_a_mean_inside_is() -> None:
    i = free_index("i", "d")
    tau, new = (positive_vector(name) for name in ("tau", "new"))
    both = Indexed.factor(entry(tau, (i,))) + Indexed.factor(entry(new, (i,)))
    given_new = mean(both ** F(1, 2), Law(tau))
    with pytest.raises(InputError, match="depends on its copy"):
        mean(given_new, Law(new, tau))
    with pytest.raises(InputError, match="rename one of the two"):
        substitute(given_new, {new: IndexedMatrix.of("d", 1, lambda i, _: Indexed.factor(entry(tau, (i,))))})



@pytest.mark.parametrize("d", [1, 2, 3])
def test_moments_of_independent_entries_are_those_of_all_outcomes(d: int) -> None:
    """Two values a, b with probabilities 1/3 and 2/3 for every entry, against the sum over all 2^d outcomes."""
    a, b, q = F(1, 2), F(3), F(1, 3)
    value = mean(read(trace(Gam * D * U * D * U.T) - trace(D**2) * trace(D)), Law(lam))
    known = with_moments(value, lam, lambda m: Indexed.of(q * a**m + (1 - q) * b**m))
    p = place(d)
    expected = F(0)
    for draw in product((a, b), repeat=d):
        case = Place(p.dims, {**p.tables, "lam_test": list(draw)}, {})
        weight = prod((q if x == a else 1 - q for x in draw), start=F(1))
        expected += weight * case.of(read(trace(Gam * D * U * D * U.T) - trace(D**2) * trace(D)), {})
    assert p.of(known, {}) == expected


def test_exponential_moments() -> None:
    third = mean(read(trace(D**3)), Law(lam))
    assert with_moments(third, lam, lambda m: Indexed.of(factorial(m))) == 6 * dimension("d")
    squared = mean(read(trace(D) ** 2), Law(lam))
    assert with_moments(squared, lam, lambda m: Indexed.of(factorial(m))) == dimension("d") ** 2 + dimension("d")
    with pytest.raises(InputError, match="is no moment"):
        with_moments(mean(read(trace(D**-1)), Law(lam)), lam, lambda m: Indexed.of(factorial(m)))


def test_a_square_is_completed_entry_by_entry() -> None:
    f = mean(read(trace(Gam * D * U * D * U.T) * u**2 / 2 - u * trace(D**2 * U.T)), Law(lam))
    assert isinstance(ln, Letter)
    square = complete_square(f, ln, "u_test")
    assert substitute(substitute(f, {ln: square.K}), {"u_test": ONE}) == square.minimum
    p = place(2)
    best = p.of(square.minimum, {})
    for seed in range(5):
        other = place(2, seed + 1)
        assert Place(p.dims, {**p.tables, "U_test": other.tables["U_test"]}, p.law).of(f, {}) >= best
    with pytest.raises(InputError, match="otherwise than through their product"):
        complete_square(f + Indexed.symbol("u_test"), ln, "u_test")
    with pytest.raises(InputError, match="not seen to be positive definite"):
        complete_square(-f, ln, "u_test")


def test_limits_in_the_prompt_length() -> None:
    gamma = from_words(Gam * D**2).map(lambda b: mean(b, Law(lam)))
    assert isinstance(gamma, IndexedMatrix)
    cube = from_words(D**3).map(lambda b: mean(b, Law(lam)))
    assert limit(gamma.power(-1).body, ["N"]) == cast(IndexedMatrix, cube).power(-1).body
    d, n, m = dimension("d"), dimension("N"), dimension("M")
    assert limit(n * d / (3 * n + 5 + d), ["N"]) == d / 3
    assert limit(n - n**2 / (n + d), ["N"]) == d
    assert limit(d / m + d, ["N", "M"]) == d
    with pytest.raises(InputError, match="grows"):
        limit(m * d, ["M"])
    X = gaussian("X_test", "d", "M", None)
    with pytest.raises(InputError, match="depends on a length that grows"):
        limit(read(trace(X * X.T)) / m, ["M"])


def test_values_with_indices_pass_through_words() -> None:
    gamma = from_words(Gam * D**2).map(lambda b: mean(b, Law(lam)))
    hidden = as_word(gamma)
    assert isinstance(hidden, Matrix)
    assert hides_indices(hidden)
    assert not hides_indices(D)
    assert from_words(hidden * U) == cast(IndexedMatrix, gamma).times(cast(IndexedMatrix, from_words(U)))
    with pytest.raises(InputError, match="would be hidden"):
        as_word(from_words(gaussian("x_test", "d")))


def test_letters_of_one_name_are_kept_apart() -> None:
    plain_, symmetric = (Matrix.of(letter("same", "d", "d", symmetric=s)) for s in (False, True))
    values = [from_words(x * D).map(lambda b: mean(b, Law(lam))) for x in (plain_, symmetric)]
    words = [as_word(v) for v in values]
    assert words[0] != words[1]
    assert [from_words(x) for x in words] == values


def test_a_length_inside_a_mean_is_no_limit() -> None:
    inverse = mean(read(trace(Gam**-1)), Law(lam))
    with pytest.raises(InputError, match="depends on a length"):
        limit(inverse, ["N"])
    assert limit(inverse, ["M"]) == inverse


def test_what_stands_in_the_shift_of_a_function_is_seen() -> None:
    """(Lam + s I)^-1 depends on s, and Gamma^-1 on the trace of Lam and on N."""
    L, s = Matrix.of(LAM), Scalar.symbol("s_test", 1)
    shifted = cast(IndexedMatrix, from_words((L + s * I_) ** -1))
    with pytest.raises(InputError, match="no recognised power"):
        substitute(shifted.body, {"s_test": ZERO})
    with pytest.raises(InputError, match="is a function"):
        derivative(shifted.body, {"s_test": ONE})
    inverse = from_words(((1 + 1 / N) * L + trace(L) / N * I_) ** -1)
    with pytest.raises(InputError, match="depends on a length"):
        limit(cast(IndexedMatrix, inverse).body, ["N"])
    diagonal = cast(IndexedMatrix, inverse).map(lambda b: substitute(b, {LAM: cast(IndexedMatrix, from_words(D))}))
    whole = cast(IndexedMatrix, diagonal.times(cast(IndexedMatrix, from_words(Gam))))
    assert (whole - IndexedMatrix.identity("d")).is_zero()


def test_functions_of_a_diagonal_matrix_with_two_terms_in_the_sum() -> None:
    s = Scalar.symbol("s_test", 1)
    quadratic = cast(Matrix, D**2) + s * D + 3 * s * I_
    inverse = cast(IndexedMatrix, from_words(quadratic**-1))
    assert (cast(IndexedMatrix, inverse.times(cast(IndexedMatrix, from_words(quadratic))))
            - IndexedMatrix.identity("d")).is_zero()


def test_a_difference_in_a_denominator_keeps_its_sign() -> None:
    """Sum_ij U_ij / (c + lam_i - lam_j), also for c = delta_ij."""
    def at(x: Letter, *indices: Index) -> Indexed:
        return Indexed.factor(entry(x, indices))

    assert isinstance(ln, Letter)
    p = place(3)
    p.tables["lam_test"] = [F(1), F(2), F(9, 2)]
    for shift in (Indexed.symbol("c_test"), Indexed.of(7) / 11):
        body = at(ln, i, j) / (shift + at(lam, i) - at(lam, j))
        other = at(ln, k, i) / (shift + at(lam, k) - at(lam, i))
        assert summed([i, j], body) == summed([k, i], other)
        assert p.of(summed([i, j], body), {}) == sum(p.of(body, {i: r, j: c}) for r in range(3) for c in range(3))
    apart = at(lam, i) - at(lam, j)
    off = (1 - delta(i, j)) * at(ln, i, j)
    for value in (off / (apart + delta(i, j)), off / (delta(i, j) - apart)):
        assert p.of(summed([i, j], value), {}) == sum(p.of(value, {i: r, j: c}) for r in range(3) for c in range(3))
