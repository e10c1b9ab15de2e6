"""Room for the frames of calls.  Standard library only.

CPython keeps frames in pieces of 16 KiB, takes a piece from the system when a call does not fit, and gives it back when
the call ends: a loop whose calls begin at such a border asks the system twice for each call.  A frame that is said to
need much more makes the piece in which it lies so long that hardly any call from there meets its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")
Found = TypeVar("Found")


def with_room(function: Callable[[Given], Found], given: Given) -> Found:
    """``function(given)``, with room for a thousand calls in each other."""
    return function(given)


with_room.__code__ = with_room.__code__.replace(co_stacksize=(1 << 15) + 1)  # words; twice as long is the piece then
