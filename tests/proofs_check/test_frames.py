"""Calls find room for their frames at whatever depth they begin."""

from __future__ import annotations

import sys

import pytest

from proofs_check.frames import with_room

resource = pytest.importorskip("resource")
DEPTHS, CALLS = 400, 500


def _leaf() -> None:
    return None


def _calls_at(depth: int) -> None:
    if depth:
        _calls_at(depth - 1)
    else:
        for _ in range(CALLS):
            _leaf()


def _calls(depths: int) -> int:
    """Pages that the system was asked for, by calls from each depth."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for depth in range(depths):
        _calls_at(depth)
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)


@pytest.mark.skipif(sys.platform != "linux", reason="pages are counted where Linux counts them")
def test_no_depth_asks_the_system_at_every_call() -> None:
    assert with_room(_calls, DEPTHS) < CALLS


def test_what_is_called_gives_its_value_or_its_error() -> None:
    assert with_room(abs, -2) == 2
    with pytest.raises(ZeroDivisionError):
        with_room(lambda x: 1 / x, 0)
