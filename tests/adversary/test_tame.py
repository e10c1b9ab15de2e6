"""What was supported, or proved, because nobody looked at laws, points and layers that nothing forbids."""

from __future__ import annotations

import pytest

from . import corpus as corpus
from .asking import stated
from .judging import asked
from .stating import FAMILIES, Stated, members

LAWS = [one for name in FAMILIES if name.startswith("refereed_tame/") for one in members(name)]
POINTS = (
    "unread/of_shadowed_letters/26", "unread/of_shadowed_letters/35", "unread/of_shadowed_letters/36",
    "unread/of_shadowed_letters/39", "unread/of_draws_and_slopes/9", "unread/of_other_flows/25",
    "refereed_chains/sums/37", "refereed_chains/analysis/51", *(f"refereed_faults/supported/{k}" for k in range(14)),
)  # fmt: skip
"""Between a bound and 0, beyond a bound, at fast rates, where terms of several scales are equal, at outcomes of
probability 0, where a letter that is bound elsewhere is large, and between the axes of matrices that do not commute."""
SECONDS = 120.0


@pytest.mark.parametrize("one", LAWS, ids=lambda one: one.id)
def test_what_nothing_forbids_is_looked_at(one: Stated) -> None:
    found = asked(one, SECONDS)
    assert found.fault == "", str(found)
    assert found.defects == ()


@pytest.mark.parametrize("id", POINTS)
def test_points_are_made_of_what_the_statement_says(id: str) -> None:
    made = stated(id)
    assert made is not None
    assert asked(made, SECONDS).fault == ""
