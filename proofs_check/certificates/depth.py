"""How deep a verdict is anchored: by our engines, or re-checked by verify.py.  Standard library only.

What `lemmata certify` found is kept beside the results, and counts while the claim and what it cites are the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..registry import Registry

FILE = "depth.json"


def keep(home: Path, found: Mapping[str, Any]) -> None:
    """Add what was found of claims (id, then ``digest`` and ``lines``) to what is kept."""
    from ..sources import write_bytes

    write_bytes(home / FILE, json.dumps({**_kept(home), **found}, indent=1, sort_keys=True).encode())


def _kept(home: Path) -> dict[str, Any]:
    try:
        held = json.loads((home / FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    return held if isinstance(held, dict) else {}


def told(home: Path, ids: list[str], known: Registry) -> dict[str, list[str]]:
    """For each claim the lines of verify.py on it; none where it was not certified since it changed."""
    kept = _kept(home)
    return {
        id: list(kept[id]["lines"]) for id in ids
        if isinstance(kept.get(id), dict) and kept[id].get("digest") == known.digest_for(id)
    }


BY_ENGINES = "by our engines (`lemmata certify` has it re-checked)"
