from fractions import Fraction

import pytest
from flint import fmpq

from numeric.boxes import prove_on_box
from numeric.errors import InputError

UNIT = (Fraction(0), Fraction(1))


def test_an_inequality_with_a_margin_is_proved_on_the_whole_box():
    found = prove_on_box(lambda x: x[0] * x[0] + x[1] * x[1] - x[0] * x[1] + fmpq(1, 10), [UNIT, UNIT])
    assert found.proved
    assert 0 < found.margin <= Fraction(1, 10)


def test_a_violated_inequality_yields_a_rational_counterexample():
    found = prove_on_box(lambda x: x[0] - x[0] * x[0] - fmpq(1, 5), [UNIT])
    (x,) = found.counterexample
    assert x - x * x < Fraction(1, 5)
    assert not found.proved


def test_equality_inside_the_box_is_reported_as_unresolved_and_not_as_proved():
    found = prove_on_box(lambda x: (x[0] - fmpq(1, 3)) * (x[0] - fmpq(1, 3)), [UNIT], budget=200)
    assert Fraction(9, 10) < found.resolved < 1
    assert found.counterexample is None
    assert abs(found.unresolved[0][0] - Fraction(1, 3)) < Fraction(1, 1000)


def test_strictness_is_respected():
    assert prove_on_box(lambda x: x[0] * 0, [UNIT]).proved
    assert prove_on_box(lambda x: x[0] * 0, [UNIT], strict=True).counterexample is not None


def test_a_slack_that_cannot_say_is_halved_and_never_believed():
    found = prove_on_box(lambda x: 1 / (x[0] - fmpq(1, 3)), [UNIT], budget=100)
    assert found.counterexample is not None
    assert found.counterexample[0] < Fraction(1, 3)


@pytest.mark.parametrize("box", [[], [(Fraction(1), Fraction(0))], [(Fraction(1), Fraction(1))]])
def test_a_bad_box_is_refused(box):
    with pytest.raises(InputError, match="interval"):
        prove_on_box(lambda x: x[0], box)
