"""The false statements of the corpus as tests, for lenient versions to fail; no ordinary run collects this file."""

from __future__ import annotations

import pytest

from ..judging import asked
from ..running import everything
from ..stating import Stated, Truth

NOT_TRUE = [one for one in everything() if one.truth is not Truth.TRUE or one.proof is not None]


@pytest.mark.parametrize("stated", NOT_TRUE, ids=lambda one: one.id)
def test_the_verdict_can_be(stated: Stated) -> None:
    found = asked(stated)
    assert not found.fault
    assert not found.defects
