"""Values with indices: what is refused, and what is kept apart where a law asks for something that is not there."""

from __future__ import annotations

from fractions import Fraction as F
from typing import cast

import pytest

from symbolic.errors import InputError
from symbolic.indexed import (
    ONE,
    ZERO,
    Indexed,
    IndexedMatrix,
    Law,
    call,
    delta,
    derivative,
    diagonal_letter,
    free_index,
    from_words,
    gradient,
    mean,
    positive_vector,
    substitute,
    summed,
)
from symbolic.indexed.factors import entry
from symbolic.indexed.laws import highest_moment, joint_moment, with_moments
from symbolic.indexed.limits import limit
from symbolic.indexed.powers import absolute, power
from symbolic.indexed.squares import complete_square
from symbolic.words import Letter, Matrix, N, Scalar, letter, name_of, trace
from symbolic.words import power as power_of_word
from symbolic.words.activations import Kernel, kernel_value
from tests.symbolic.places import Place

lam, mu = positive_vector("lam_refused"), positive_vector("mu_refused")
LAM, PSI = (letter(name, "d", "d", posdef=True) for name in ("Lam_r", "Psi_r"))
x = letter("x_r", "d", 1)
U, A = (Matrix.of(letter(name, "d", "d")) for name in ("U_r", "A_r"))
own = cast(Letter, name_of(U))
i, j, k = (free_index(name, "d") for name in "ijk")
u, v = Indexed.symbol("u_r"), Indexed.symbol("v_r")
n, m = from_words(N), Indexed.symbol("M", 2)
plain = cast(IndexedMatrix, from_words(A))
HALF = F(1, 2)


def at(x: Letter, *indices: object) -> Indexed:
    return Indexed.factor(entry(x, indices, 2 if x in (lam, mu) else 0))  # type: ignore[arg-type]


def test_roots_are_of_what_is_not_negative() -> None:
    assert power(u * u, HALF) == absolute(u) != u
    assert power(at(lam, i) ** 2, HALF) == at(lam, i)
    assert absolute(2 * u) == 2 * absolute(u) == absolute(-2 * u)
    for value in (Indexed.of(-1), n - 2, -at(lam, i)):
        with pytest.raises(InputError, match="not known to be positive"):
            power(value, HALF)
    with pytest.raises(InputError, match="changes sign with N"):
        absolute((n - 2) * u)


def test_what_may_be_zero_is_not_divided_by() -> None:
    for value in (delta(i, j), delta(i, j) * u):
        with pytest.raises(InputError, match="undefined where i and j differ"):
            power(value, F(-1))
        with pytest.raises(InputError, match="undefined where i and j differ"):
            power(value, F(-1, 2))
    assert power(delta(i, j) * at(lam, i), HALF) == delta(i, j) * power(at(lam, i), HALF)
    for e in (F(-1), F(-1, 2)):
        with pytest.raises(InputError, match="undefined: check"):
            power(ZERO, e)


def test_signs_are_those_of_every_term() -> None:
    assert [value.sign for value in (ZERO, u, u * u, at(lam, i), at(lam, i) - at(mu, i), at(lam, i) + u)] == [
        0, 0, 1, 2, 0, 0,
    ]  # fmt: skip
    assert ZERO.key == "0"


def test_a_limit_is_divided_by_where_it_is_positive() -> None:
    assert limit(1 / (at(lam, i) + 1 / n), {"N"}) == 1 / at(lam, i)
    assert limit((n + u) / (n * at(lam, i) + u), {"N"}) == 1 / at(lam, i)
    assert limit(1 / (n * at(lam, i) + at(mu, i)), {"M"}) == 1 / (n * at(lam, i) + at(mu, i))
    assert limit(m**-1 * u, {"M"}) == ZERO
    for value in (1 / (u + 1 / n), (n + v) / (n * u + v), 1 / (at(lam, i) - at(mu, i) + 1 / n)):
        with pytest.raises(InputError, match="not seen to be positive"):
            limit(value, {"N"})
    for value in (m * u, n * u):
        with pytest.raises(InputError, match="grows"):
            limit(value, {"N", "M"})


def test_what_moves_inside_a_function_has_no_derivative_here() -> None:
    shifted = from_words(trace(power_of_word(Matrix.of(LAM) + trace(U * U.T) * Matrix.identity("d"), F(-1))))
    assert isinstance(shifted, Indexed)
    with pytest.raises(InputError, match="is a function of"):
        gradient(shifted, own)
    with pytest.raises(InputError, match="is a function of what moves"):
        derivative(shifted, {own: plain})
    with pytest.raises(InputError, match="symmetric"):
        gradient(cast(Indexed, from_words(trace(Matrix.of(LAM)))), LAM)
    with pytest.raises(InputError, match="derivative of abs is not known"):
        derivative(absolute(u), {"u_r": v})
    assert derivative(u * absolute(v), {"u_r": v, "v_r": ZERO}) == v * absolute(v)


def test_a_function_with_two_terms_in_its_sum_is_rebuilt_for_no_other_matrix() -> None:
    square = Matrix.of(LAM) ** 2 + Matrix.of(LAM) + Matrix.identity("d")
    value = from_words(power_of_word(square, F(-1)))
    with pytest.raises(InputError, match="no product of powers"):
        substitute(cast(IndexedMatrix, value).body, {LAM: plain})


def test_shapes_are_compared() -> None:
    column = cast(IndexedMatrix, from_words(Matrix.of(x)))
    for wrong in (lambda: plain + column, lambda: column.times(plain), column.trace, lambda: column.power(1)):
        with pytest.raises(InputError):
            wrong()
    assert not plain.is_zero()
    assert (plain - plain).is_zero()


def test_roots_of_matrices_are_those_of_positive_diagonal_ones() -> None:
    D = cast(IndexedMatrix, from_words(Matrix.of(diagonal_letter(lam))))
    root = D.power(HALF)
    assert root.times(root) == D != root
    for unknown in (IndexedMatrix.identity("d").scaled(u), plain):
        with pytest.raises(InputError, match="no recognised power"):
            unknown.power(HALF)


def test_norms_keep_what_they_are_norms_of() -> None:
    eye = IndexedMatrix.identity("d")
    assert call("norm_op", eye.scaled(u)) == absolute(u) != call("nuclear", eye.scaled(u))
    assert call("norm_op", plain.scaled(u)) == absolute(u) * call("norm_op", plain) != absolute(u)
    assert call("abs", u) == absolute(u) != call("exp", u)
    with pytest.raises(InputError, match="is a product of norms"):
        call("singular_product_sum", u, v)
    with pytest.raises(InputError, match="whose entries are functions"):
        call("norm_op", IndexedMatrix.of("d", "d", lambda a, b: call("exp", plain.at(a, b))))
    with pytest.raises(InputError, match="no reading with indices"):
        from_words(kernel_value(Kernel("K_r"), Matrix.of(x), Matrix.of(x)) * Scalar.symbol("u_r"))


def test_functions_merge_across_an_index_that_nothing_else_has() -> None:
    tables = {"Lam_r": [[2, 1], [1, 3]], "Psi_r": [[1, -1], [-1, 4]], "x_r": [2, 5], "Lam_r**2": [[5, 5], [5, 10]],
              "U_r": [[1, 2], [3, 4]]}
    place = Place({"d": 2, "N": 3}, {name: [[F(y) for y in row] if isinstance(row, list) else F(row) for row in table]
                                    for name, table in tables.items()}, {})  # fmt: skip
    L, P = (lambda *at_: at(LAM, *at_)), (lambda *at_: at(PSI, *at_))
    for product in (
        L(j, i) * L(i, k), L(j, i) * L(i, k) * at(x, i), L(j, i) * P(i, k), L(i, i) * L(i, k), L(i, i) * L(i, i),
        L(j, i) ** 2, L(j, i) ** 2 * L(i, k), L(i, i), L(j, i) ** 3, L(j, i) * L(i, k) * L(i, i),
        L(j, i) * at(x, i) ** 2,
        L(j, i) ** 2 * L(i, k) ** -1, at(own, j, i) * at(own, i, k), L(j, i) * at(own, i, k), 1 / summed([k], L(i, k)),
        at(x, i) / summed([k], L(i, k) * at(x, k)), L(j, i) * delta(i, k), at(x, k) * L(j, i) * L(i, k),
    ):  # fmt: skip
        value = summed([i], product)
        for a in range(2):
            for b in range(2):
                by_hand = sum(place.of(product, {i: c, j: a, k: b}) for c in range(2))
                assert place.of(value, {j: a, k: b}) == by_hand, product


def test_a_square_is_completed_only_where_entries_are_not_coupled() -> None:
    K = cast(IndexedMatrix, from_words(U * Scalar.symbol("u_r")))
    body = K.at(i, j)
    square = summed([i, j], at(lam, i) * body**2 - 2 * body)
    assert complete_square(square, own, "u_r").K.at(i, j) == 1 / at(lam, i)
    coupled = summed([i, j, k], body * K.at(i, k) * at(lam, i))
    squares, sum_ = summed([i, j], body**2), summed([i, j], body)
    for f in (summed([i, j], body**4 + body**2), square + coupled, squares - 2 * sum_**2):
        with pytest.raises(InputError, match="couples"):
            complete_square(f, own, "u_r")
    transposed = summed([i, j], body**2 * K.at(j, i) ** 2 + body**2 - 2 * body)
    with pytest.raises(InputError, match="couples"):
        complete_square(transposed, own, "u_r")
    with pytest.raises(InputError, match="positive definite"):
        complete_square(summed([i, j], v * body**2 - 2 * body), own, "u_r")


def test_moments_are_of_products_of_whole_powers_of_what_is_drawn() -> None:
    law, moment = Law(lam), lambda order: Indexed.symbol(f"m_{order}", 1)
    both = mean(at(lam, i) ** 2 * u + at(mu, i), law)
    assert with_moments(both, lam, moment) == u * moment(2) + at(mu, i)
    assert with_moments(both, mu, moment) == both
    of_mu = mean(at(mu, i) ** 2, Law(mu))
    assert with_moments(of_mu, lam, moment) == of_mu
    ((inverse,),) = ((1 / (at(lam, i) + 1)).terms,)
    of_lam, of_mu_ = (next(iter(at(y, i).terms))[0][0] for y in (lam, mu))
    for body in (((of_mu_, 1),), ((of_lam, HALF),), ((of_lam, F(3, 2)),), inverse):
        with pytest.raises(InputError, match="is no moment"):
            joint_moment(body, lam, moment)


def test_a_mean_is_that_of_what_is_drawn() -> None:
    together = 1 / (at(lam, i) + at(mu, i))
    assert mean(together, Law(mu, lam)) != mean(1 / (2 * at(lam, i)), Law(lam))
    assert mean(1 / (1 + at(mu, i)), Law(mu, lam)) == mean(1 / (1 + at(lam, i)), Law(lam))
    whole = summed([i], at(lam, i))
    assert mean(1 / whole, Law(lam)) not in (mean(whole, Law(lam)), 1 / mean(whole, Law(lam)))
    assert mean(whole * at(mu, j), Law(lam)) == at(mu, j) * mean(whole, Law(lam))


def test_functions_of_a_matrix_that_may_grow_without_bound_have_no_order() -> None:
    for e, order in ((-1, None), (1, 1), (2, 2)):
        value = cast(IndexedMatrix, from_words(power_of_word(Matrix.of(LAM), F(e)))).at(i, j)
        assert highest_moment(mean(value, Law(LAM)), LAM) == order
    shifted = power_of_word(Matrix.of(LAM) + Matrix.identity("d"), F(-1))
    for word in (shifted, power_of_word(Matrix.of(LAM), F(2)) * shifted):
        value = cast(IndexedMatrix, from_words(word)).body
        assert highest_moment(mean(value, Law(LAM)), LAM) in (None, 1)
    assert highest_moment(mean(cast(IndexedMatrix, from_words(shifted)).body, Law(LAM)), LAM) is None
    assert highest_moment(power(1 + mean(1 / at(lam, i), Law(lam)), HALF), lam) is None


@pytest.mark.parametrize(("value", "order"), [
    (at(lam, i) ** 3, 3), (at(lam, i) * at(lam, j) ** 2 * at(mu, i) ** 7, 3), (power(at(lam, i), HALF), F(1, 2)),
    (1 / at(lam, i), None), (1 / (at(lam, i) + 1), None), (power(at(lam, i) ** 2 + u**2, HALF), 1),
    (absolute(at(lam, i) - at(lam, j)), 1), (call("exp", at(lam, i)), None),
    (summed([i], at(lam, i) ** 2 * at(x, i)), 2),
    (absolute(at(lam, i) - 1 / at(lam, j)), None), (call("exp", at(mu, i)) * at(lam, i), 1),
    (call("singular_product_sum", IndexedMatrix.identity("d").scaled(u) + plain.scaled(at(lam, i)), plain), None),
], ids=str)  # fmt: skip
def test_the_highest_moment_bounds_the_growth(value: Indexed, order: F | int | None) -> None:
    assert highest_moment(mean(value, Law(lam)), lam) == order
    assert highest_moment(mean(value, Law(lam)) + mean(at(lam, k), Law(lam)), lam) == (order and max(order, 1))
    assert highest_moment(mean(value, Law(lam)), mu) == 0
    assert highest_moment(value, lam) == 0
    assert highest_moment(power(1 + mean(at(lam, i) ** 2, Law(lam)) * ONE, HALF), lam) == 2
