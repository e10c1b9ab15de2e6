"""Heads that look at other moments of the flow, in engines that know how parameters move, and of the time nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..roles import letter_of
from .fold import Lacks, Meaning
from .terms import Op, Term, symbols

TIME = letter_of("time")


def apart_from_time(meaning: Callable[[Op, Any], Any]) -> Meaning:
    """The meaning of ``ddt`` or ``at0`` where the time itself does not stand below: else :class:`Lacks`.

    The derivative of ``t * u`` is ``u + t * ddt(u)``, and its value at the start is 0: who moves parameters alone would
    take t for a constant.
    """

    def read_below(node: Op, read: Callable[[Term], Any]) -> Any:
        if any(sym.name == TIME for sym in symbols(node)):
            raise Lacks(f"this engine lacks {node.head} of what the time itself stands in")
        return meaning(node, read)

    return read_below
