from fractions import Fraction

import flint
import mpmath
import pytest
import sympy

from numeric.arithmetic import ball, ball_precision, certainly, evaluate
from numeric.errors import InputError

x, y = sympy.symbols("x y")


def test_the_four_arithmetics_agree_on_a_rational_function():
    expr = (x**3 - y / 7) / (1 + x * y) - Fraction(2, 3)
    values = {x: Fraction(5, 3), y: Fraction(-2, 7)}
    exact = evaluate(expr, values)
    with ball_precision(300):
        assert evaluate(expr, values, "balls", digits=40).contains(flint.arb(exact))
    assert abs(evaluate(expr, values, "mpmath", digits=40) - mpmath.mpf(int(exact.p)) / int(exact.q)) < 1e-15
    assert abs(evaluate(expr, values, "float64") - int(exact.p) / int(exact.q)) < 1e-14


def test_balls_have_the_digits_asked_for_even_after_cancellation():
    expr = (1 + x) ** 20 - sympy.expand((1 + x) ** 20) + x
    value = evaluate(expr, {x: Fraction(1, 10**12)}, "balls", digits=30)
    assert value.rel_accuracy_bits() >= 99


def test_two_precisions_of_mpmath_agree_to_the_smaller_one():
    expr = sympy.exp(x) * sympy.sqrt(y) + sympy.log(x + y) ** 3 - sympy.pi
    values = {x: Fraction(1, 3), y: 2}
    low, high = (evaluate(expr, values, "mpmath", digits=n) for n in (30, 60))
    with mpmath.workdps(60):
        assert abs(low - high) < mpmath.mpf(10) ** -29
    assert evaluate(expr, values, "balls", digits=50).contains(
        evaluate(expr, values, "balls", digits=80)
    )


def test_a_matrix_gives_rows():
    assert evaluate(sympy.Matrix([[x, 1], [0, x**2]]), {x: Fraction(1, 2)}) == [
        [flint.fmpq(1, 2), flint.fmpq(1)],
        [flint.fmpq(0), flint.fmpq(1, 4)],
    ]


def test_precision_is_restored_even_after_an_error():
    before = flint.ctx.prec, mpmath.mp.prec
    evaluate(sympy.sqrt(x), {x: 2}, "balls", digits=200)
    evaluate(sympy.sqrt(x), {x: 2}, "mpmath", digits=200)
    for arithmetic in ("balls", "mpmath"):
        with pytest.raises(InputError):
            evaluate(1 / x, {x: 0}, arithmetic, digits=300)
    assert (flint.ctx.prec, mpmath.mp.prec) == before


def test_exact_roots_are_exact_and_others_are_refused():
    assert evaluate(sympy.sqrt(x), {x: Fraction(9, 4)}) == flint.fmpq(3, 2)
    with pytest.raises(InputError, match="Use balls"):
        evaluate(sympy.sqrt(x), {x: 2})


@pytest.mark.parametrize(
    ("expr", "values", "arithmetic", "sentence"),
    [
        (x + y, {x: 1}, "exact", "the symbol y has no value"),
        (x, {x: float("nan")}, "float64", "must be finite"),
        (x, {x: float("inf")}, "balls", "must be finite"),
        (x, {x: 0.5}, "exact", "Pass Fraction"),
        (1 / x, {x: 0}, "exact", "undefined"),
        (1 / x, {x: 0}, "float64", "undefined"),
        (sympy.log(x), {x: -1}, "balls", "no finite real value"),
        (sympy.log(x), {x: -1}, "float64", "undefined"),
        (sympy.sqrt(x), {x: -1}, "mpmath", "no finite real value"),
        (sympy.gamma(x), {x: 3}, "exact", "has no gamma"),
        (x, {x: 1}, "doubles", "must be one of"),
    ],
)
def test_bad_input_gets_one_clear_sentence(expr, values, arithmetic, sentence):
    with pytest.raises(InputError, match=sentence):
        evaluate(expr, values, arithmetic)


def test_digits_must_be_a_positive_integer():
    with pytest.raises(InputError, match="digits must be an integer"):
        evaluate(x, {x: 1}, "balls", digits=0)


def test_certainly_has_three_answers():
    third = ball(Fraction(1, 3))
    assert certainly(third, "<", Fraction(1, 2)) is True
    assert certainly(third, ">=", 1) is False
    assert certainly(third, "==", third) is None
    assert certainly(1, "==", 1) is True
    assert certainly(1, "!=", 2) is True
    assert certainly(flint.arb("nan"), "<", 1) is None
