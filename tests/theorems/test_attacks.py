"""No way leads to a theorem of what is false."""

from __future__ import annotations

import pytest

from proofs_check.theorems import kernel as K
from tests.theorems.attacks_of_oracles import ATTACKS


@pytest.mark.parametrize("name", ATTACKS)
def test_the_attack_is_refused(name: str) -> None:
    with pytest.raises((K.Refused, TypeError)):
        ATTACKS[name]()


def test_there_are_many_attacks() -> None:
    assert len(ATTACKS) >= 100
