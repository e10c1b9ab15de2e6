"""Two thousand calls of Python, command lines and claim files, drawn at random: no traceback, no hang, no defect."""

from __future__ import annotations

import sys

import pytest

from .running import run


@pytest.mark.skipif(sys.platform != "linux", reason="each batch runs in a copy of the process, with bounds on memory")
@pytest.mark.parametrize(("kind", "draws", "calls"), [("calls", 700, 1900), ("commands", 60, 60), ("files", 50, 50)])
def test_what_is_drawn_ends_in_a_value_that_shows_itself_or_in_one_sentence(kind: str, draws: int, calls: int) -> None:
    told = list(run([f"{kind}-2026-{k}" for k in range(draws)]))
    assert [sentence for _, wrong in told for sentence in wrong] == []
    assert sum(made for made, _ in told) >= calls
