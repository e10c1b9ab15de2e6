"""How deep a verdict is anchored: by our engines, or re-checked by verify.py.  Standard library only.

What `lemmata certify` found is kept beside the results, and counts while the claim and what it cites are the same.
Each entry bears a seal, as results do: what was edited by hand counts as none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..catalogue import Registry

FILE = "depth.json"


def keep(home: Path, found: Mapping[str, Any]) -> None:
    """Add what was found of claims (id, then ``digest`` and ``lines``) to what is kept."""
    from ..sources import write_bytes

    new = {id: {**entry, "seal": _seal(id, entry)} for id, entry in found.items()}
    write_bytes(home / FILE, json.dumps({**_kept(home), **new}, indent=1, sort_keys=True).encode())


def _seal(id: str, entry: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps([id, entry.get("digest"), entry.get("lines")]).encode()).hexdigest()


def _kept(home: Path) -> dict[str, Any]:
    try:
        held = json.loads((home / FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    held = held if isinstance(held, dict) else {}
    whole = {id: entry for id, entry in held.items() if isinstance(entry, dict)}
    return {id: entry for id, entry in whole.items() if entry.get("seal") == _seal(id, entry)}


def told(home: Path, ids: list[str], known: Registry) -> dict[str, list[str]]:
    """For each claim the lines of verify.py on it; none where it was not certified since it changed."""
    kept = _kept(home)
    return {
        id: list(kept[id]["lines"]) for id in ids
        if id in kept and kept[id].get("digest") == known.digest_for(id)
    }


def reached(rows: Sequence[str]) -> str:
    """How much of a claim verify.py has re-checked, in words; empty for nothing."""
    checked = sum(row.startswith("checked") for row in rows)
    if not checked:
        return ""
    return "re-checked by verify.py" if checked == len(rows) else "in part re-checked by verify.py"


BY_ENGINES = "by our engines; lemmata certify has it re-checked"
