"""Axioms about functions, layers and time hold at random instances, and a wrong one would be found."""

from __future__ import annotations

import pytest

from proofs_check.theorems.schemes import ALL
from tests.theorems.examined_functions import NAMES, examine, wrong

WRONG = wrong()


@pytest.mark.parametrize("name", [name for name in NAMES if name[-1] not in "3456"])
def test_the_axiom_holds_at_random_instances(name: str) -> None:
    met, failure = examine(ALL[name])
    assert not failure
    assert met >= 5, "too few instances at which the hypotheses hold"


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_axiom_is_found(name: str) -> None:
    assert any(examine(WRONG[name], seed=seed)[1] for seed in range(3))


def test_every_axiom_has_a_wrong_variant() -> None:
    told = {name.split(" without ")[0].split(", ")[0] for name in WRONG}
    assert told == {name for name in NAMES if name[-1] not in "3456"}
