"""What a forger writes by hand is not checked, and keeps nobody waiting."""

import time

import pytest

from . import by_hand
from .by_hand import sym, written
from .forged import verdicts


@pytest.mark.parametrize("name", by_hand.FORGED)
def test_a_forgery_is_not_checked(name: str) -> None:
    assert verdicts(*by_hand.FORGED[name]())[-1] != "checked"


def test_what_is_true_is_checked_when_written_by_hand() -> None:
    a, b = sym("a"), sym("b")
    shown = ("le", 0, ("^", ("-", a, b), 2))
    assert verdicts(written(shown, [{"rule": "sign", "shows": shown}])) == ["checked"]
    flows = ("always", ("eq", ("at0", by_hand.f), ("at0", by_hand.f)))
    steps = [{"rule": "normal form", "shows": flows[1]}, {"rule": "at every time", "shows": flows, "on": [0]}]
    assert verdicts(written(flows, steps, flow=(("^", by_hand.f, 2), [by_hand.f]))) == ["checked"]


@pytest.mark.parametrize("kind", ["for_all", "where", "sum", "at0", "psd", "plain"])
def test_formulas_that_are_folded_again_and_again_are_refused_in_seconds(kind: str) -> None:
    start = time.process_time()
    assert verdicts(by_hand.folded(kind)) == ["failed"]
    assert time.process_time() - start < 20
