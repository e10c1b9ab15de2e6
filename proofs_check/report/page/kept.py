"""Pictures that were drawn before: they take longer than all pages, and change with the claim or the engines alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from ...digest import digest
from ...store import home, write_text

_KEPT = 2
"""Pictures kept of one kind and claim: this state of the source, and one that one may come back to."""
_DRAWN_BY = ("pictures", "plots", "trajectories", "training", "kept")


def kept(name: str, depends_on: object, draw: Callable[[], list[dict[str, str]]]) -> list[dict[str, str]]:
    """What ``draw`` made when it was last called with the same dependencies, from the store; else what it makes now."""
    folder = home() / "pictures" / name.replace("/", "_")
    path = folder / f"{digest(depends_on, _code())}.json"
    try:
        found: list[dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
        return found
    except (OSError, ValueError):
        made = draw()
    write_text(path, json.dumps(made))
    for outdated in sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)[:-_KEPT]:
        outdated.unlink(missing_ok=True)
    return made


def _code() -> list[str]:
    """The source of what draws."""
    here = Path(__file__).parent
    return [(here / f"{name}.py").read_text(encoding="utf-8") for name in _DRAWN_BY]
