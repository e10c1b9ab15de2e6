from fractions import Fraction

from symbolic.lsa import Prompt
from symbolic.words import Scalar, matrix
from symbolic.words.integrability import follows, joint_degrees, unbounded_law
from symbolic.words.matrices import times

x, y, v = Prompt().x_q, Scalar.symbol("y_q"), matrix("v", "d", 1)
ASSUMED = {(1, 0), (1, 1), (2, 2), (0, 2)}
SQUARE = {(0, 2), (1, 1), (2, 0)}


def test_the_moments_in_the_squared_error_of_a_linear_model():
    off = v.T * x - y
    assert joint_degrees(off * off, "y_q", "x_q") == SQUARE
    assert joint_degrees(times(y * y, x * x.T), "y_q", "x_q") == {(2, 2)}


def test_the_second_moment_of_the_label_does_not_follow():
    assert not follows(SQUARE, ASSUMED)
    assert follows(SQUARE, ASSUMED | {(2, 0)})
    assert unbounded_law(SQUARE, ASSUMED) == Fraction(1, 2)
    assert follows({(1, 1), (1, 3)}, {(2, 2)})
    assert not follows({(1, 0)}, {(2, 2)})
    assert unbounded_law(SQUARE, ASSUMED | {(2, 0)}) is None


def test_moments_with_more_of_the_covariate_need_no_law():
    assert unbounded_law({(2, 4)}, ASSUMED) is None


def test_terms_of_one_order_may_cancel_so_that_nothing_is_said():
    assert unbounded_law({(2, 0), (4, 1)}, set()) is not None
    assert unbounded_law({(1, 0), (1, 0)}, {(1, 0)}) is None
