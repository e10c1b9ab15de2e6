"""At how many dimensions entries tries what it lacks at the first, by tier."""

from __future__ import annotations

from typing import Any

import pytest

from proofs_check.registry import load
from proofs_check.statement.fold import Lacks
from proofs_check.witnesses import Context
from proofs_check.witnesses.entries.witness import EntriesWitness


@pytest.fixture
def dims(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The dimensions that are tried, at each of which something is lacking."""
    tried: list[int] = []

    def decide(self: Any, claim: Any, prop: Any, d: int, tier: str) -> Any:
        tried.append(d)
        raise Lacks("entries lacks this")

    monkeypatch.setattr(EntriesWitness, "_decide", decide)
    return tried


@pytest.mark.parametrize(
    ("id", "tier", "tried"),
    [
        ("zwb/theorem-4.1", "fast", [1]),
        ("zwb/theorem-4.1", "full", [1, 2, 3]),
        ("zwb/eq-3.5", "fast", [1, 2]),  # no chain
        ("zwb/section-5-redundancy", "fast", [1, 2]),  # to be refuted
        ("zfb/lemma-9", "fast", [1]),
    ],
)
def test_what_a_chain_shows_is_tried_at_one_dimension_in_the_fast_tier(
    dims: list[int], id: str, tier: str, tried: list[int]
) -> None:
    claim = load().find(id).claim
    assert claim is not None
    part = claim.parts[0]
    outcome = EntriesWitness().examine(claim, part, part.readings[0], Context(tier=tier))
    assert outcome.sentence == "d = 1: entries lacks this"
    assert dims == tried
