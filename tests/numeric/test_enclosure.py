from fractions import Fraction
from itertools import pairwise

import flint
import mpmath
import pytest

from numeric.arithmetic import ball_precision
from numeric.errors import InputError
from numeric.ode import precise_flow
from numeric.ode.enclosure import _a_priori, advance, enclose_flow

LAM = [[2, Fraction(1, 3)], [Fraction(1, 3), 1]]
START = [[Fraction(3, 10), Fraction(1, 10)], [Fraction(1, 10), Fraction(1, 5)]]
SIGMA = Fraction(2, 5)


def digits(x: mpmath.mpf) -> flint.arb:
    return flint.arb(mpmath.nstr(x, 45))


def test_the_enclosure_contains_the_trajectory_to_forty_digits():
    enclosed = enclose_flow(LAM, 4, START, SIGMA, 2)
    truth = precise_flow(LAM, 4, START, SIGMA, [1, 2], digits=40)
    with ball_precision(200):
        for k, t in enumerate((1, 2)):
            U, u = enclosed.at(t)
            assert u.contains(digits(truth.u_1[k]))
            assert all(U[i, j].contains(digits(truth.U11[k][i][j])) for i in range(2) for j in range(2))
    assert enclosed.radius < 1e-20


def test_the_pieces_cover_the_horizon_and_contain_the_states_between():
    enclosed = enclose_flow(LAM, 4, START, SIGMA, 1)
    pieces = list(enclosed.pieces(2))
    assert pieces[0][0] == 0
    assert pieces[-1][1] == 1
    assert all(a[1] == b[0] for a, b in pairwise(pieces))
    for low, high, _, u in pieces[::7]:
        assert u.contains(enclosed.at((low + high) / 2)[1])


def test_balancedness_is_enclosed_along_the_way_without_being_used():
    enclosed = enclose_flow([[1]], 4, [[Fraction(1, 5)]], Fraction(1, 5), 5)
    for _, _, U, u in enclosed.pieces():
        assert (u * u - U[0, 0] * U[0, 0]).contains(0)
    assert abs(enclosed.at(5)[1] * enclosed.at(5)[1] - flint.arb(2) / 3) < 0.01


def test_a_start_in_balls_is_carried_along():
    wide = flint.arb(0.2, 1e-6)
    enclosed = enclose_flow([[1]], 4, [[wide]], wide, 1)
    for corner in (Fraction(2, 10), Fraction(2, 10) + Fraction(9, 10**7)):
        inside = precise_flow([[1]], 4, [[corner]], corner, [1], digits=20)
        assert enclosed.at(1)[1].contains(digits(inside.u_1[0]))
    assert enclosed.radius > 1e-7


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([[1 if i == j else 0 for j in range(4)] for i in range(4)], 3, [[1]], 1, 1), "d <= 3"),
        (([[1]], 3, [[1]], 1, 0), "horizon must be"),
        (([[-1]], 3, [[1]], 1, 1), "smallest eigenvalue"),
        (([[1]], 3, [[flint.arb(0, 10)]], 1, 1), "a-priori box"),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        enclose_flow(*arguments)


# One step, few digits: what each part of it is for -------------------------------------------------------------

class Growth:
    """x' = x^power, whose Taylor coefficients are known."""

    def __init__(self, power: int) -> None:
        self.power = power

    def coefficients(self, state, order):
        series = [state[0]]
        for k in range(order):
            square = sum((series[j] * series[k - j] for j in range(k + 1)), flint.arb(0))
            rate = series[k] if self.power == 1 else square
            series.append(rate / (k + 1))
        return [series]

    def field(self, state):
        return [state[0] ** self.power]

    def parting_rate(self, box):
        return flint.arb(1) if self.power == 1 else (2 * box[0]).upper()


def one_step(radius, digits=2):
    with ball_precision(100):
        start, ball = [flint.arb(1)], flint.arb(radius)
        step, centre, after, _ = advance(Growth(1), Fraction(0), Fraction(1, 2), start, ball, digits)
        return step, flint.arb(centre[0], after)


def test_a_step_contains_the_exponential_with_what_the_series_leaves_out():
    step, after = one_step(0)
    with ball_precision(100):
        for part in (1, 2, 3, 4):
            t = flint.arb(step.length.numerator) / step.length.denominator * part / 4
            assert step.at(t)[0].contains(t.exp()), part
            polynomial = sum((c * t**k for k, c in enumerate(step.series[0])), flint.arb(0))
            assert not polynomial.contains(t.exp())
        assert after.contains(t.exp())


def test_a_step_contains_all_trajectories_that_start_in_its_ball():
    step, after = one_step(0.01)
    with ball_precision(100):
        t = flint.arb(step.length.numerator) / step.length.denominator
        for start in (flint.arb("0.990001"), flint.arb(1), flint.arb("1.009999")):
            assert step.at(t)[0].contains(start * t.exp())
            assert step.at(t / 2)[0].contains(start * (t / 2).exp())
            assert after.contains(start * t.exp())


def test_rounding_counts_where_few_bits_are_kept():
    with ball_precision(100):
        step, centre, after, _ = advance(Growth(1), Fraction(0), Fraction(1, 8), [flint.arb(1) / 3], flint.arb(0), 30)
        t = flint.arb(step.length.numerator) / step.length.denominator
    with ball_precision(400):
        assert flint.arb(centre[0], after).contains(t.exp() / 3)


def test_no_box_is_found_for_a_step_past_a_pole():
    """x' = x^2 from 1 blows up at t = 1."""
    with ball_precision(100):
        assert _a_priori(Growth(2), [flint.arb(1)], Fraction(2)) is None
        assert _a_priori(Growth(2), [flint.arb(1)], Fraction(1)) is None
        box = _a_priori(Growth(2), [flint.arb(1)], Fraction(1, 8))
        assert box is not None
        assert box[0].contains(flint.arb(8) / 7)
        assert box[0].contains(1)


def test_the_start_has_the_size_of_the_covariance():
    with pytest.raises(InputError, match="U11 must be 2 x 2"):
        enclose_flow(LAM, 4, [[1]], SIGMA, 1)
