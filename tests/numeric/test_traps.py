"""Where the ecosystem is silently wrong: reproduced here, so that nobody builds on it."""

import flint
import mpmath
import sympy

from numeric.arithmetic import ball_precision, certainly, evaluate, integer_power


def test_mpmath_iv_exp_can_exclude_the_true_value_and_a_ball_does_not():
    mpmath.iv.prec = 53
    excluded = 0
    for k in range(1, 2000):
        x = k / 7.0
        interval = mpmath.iv.exp(mpmath.iv.mpf(x))
        with mpmath.workprec(300):
            truth = mpmath.exp(mpmath.mpf(x))
            excluded += not (mpmath.mpf(interval.a) <= truth <= mpmath.mpf(interval.b))
        with ball_precision(53):
            enclosure = flint.arb(x).exp()
        with ball_precision(300):
            assert enclosure.contains(flint.arb(x).exp())
    assert excluded > 0


def test_sympy_loses_the_derivative_of_a_sum_of_traces():
    X = sympy.MatrixSymbol("X", 2, 2)
    wrong = sympy.diff(sympy.Trace(X) + sympy.Trace(X**2), X)
    explicit = sympy.Matrix(2, 2, sympy.symbols("a:4"))
    right = (explicit.trace() + (explicit**2).trace()).diff(explicit[0, 0])
    assert isinstance(wrong, sympy.matrices.expressions.special.ZeroMatrix)
    assert right != 0


def test_a_ball_comparison_is_false_unless_certain():
    wide = flint.arb(1, 1)
    assert not (wide < 1)
    assert not (wide >= 1)
    assert certainly(wide, "<", 1) is None
    assert certainly(wide, "<", 3) is True
    assert certainly(3, "<", wide) is False


def test_a_power_of_a_ball_around_zero_is_nan_in_python_flint_and_not_here():
    around = flint.arb(0, 1)
    assert (around**2).is_nan()
    assert integer_power(around, 2).contains(1)
    assert not (evaluate(sympy.Symbol("x") ** 2, {"x": around}, "balls") > 2)


def test_a_float_evaluation_can_be_wholly_wrong_where_a_ball_is_not():
    x, y = sympy.symbols("x y")
    rump = (sympy.Rational(1335, 4) - x**2) * y**6 + x**2 * (11 * x**2 * y**2 - 121 * y**4 - 2)
    rump += sympy.Rational(11, 2) * y**8 + x / (2 * y)
    values = {x: 77617, y: 33096}
    truth = evaluate(rump, values)
    assert abs(evaluate(rump, values, "float64") - int(truth.p) / int(truth.q)) > 1
    with ball_precision(300):
        assert evaluate(rump, values, "balls").contains(flint.arb(truth))
