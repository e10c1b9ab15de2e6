from fractions import Fraction
from itertools import pairwise

import flint
import mpmath
import pytest

from numeric.arithmetic import ball_precision
from numeric.errors import InputError
from numeric.ode import precise_flow
from numeric.ode.enclosure import enclose_flow

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
