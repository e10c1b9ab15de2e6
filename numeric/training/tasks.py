"""One training among several: its name, who does it, and the file of its outcome."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

INTERRUPTED = 130
Show = Callable[[str, int, float], None]
Reports = Any
"""A queue of (name, steps done, loss), or of (name, None, what is wrong)."""


class Named(Protocol):
    @property
    def name(self) -> str: ...


Work = Callable[[Any, Reports], bool]
"""Trains one of them and leaves its outcome in a file; False when interrupted.  Must be picklable."""


def held_in(path: Path, key: dict[str, Any]) -> dict[str, Any] | None:
    """The outcome in a file, if it was made with this very key."""
    if not path.exists():
        return None
    held: dict[str, Any] = json.loads(path.read_text())
    return held if held["key"] == key else None


def without_key(held: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in held.items() if name != "key"}
