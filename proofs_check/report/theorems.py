"""Which proved parts are theorems of the kernel, on what, and which rest on an engine or on rules of the proof checker.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..results import Result

Place = tuple[str, str]
"""Part and reading."""


def theorems(result: Result) -> dict[Place, Mapping[str, Any]]:
    """For each reading that words or a chain proves, ``axioms``, ``oracles`` and ``cites`` of its theorem, the means
    beyond its own that it takes to exist (``where``), or why there is none (``refused``); ``by`` names the witness."""
    found: dict[Place, Mapping[str, Any]] = {}
    for w in result.witnesses:
        said = w.figures.get("theorem")
        if said and ("refused" not in said or "refused" in found.get((w.part, w.reading), said)):
            found[w.part, w.reading] = {**said, "by": w.name}
    return found


def told(theorem: Mapping[str, Any] | None) -> str:
    """In words; empty where none was tried.

    >>> told({"axioms": ["slack"], "oracles": ["normal_form", "sign"], "cites": []})
    'a theorem of the kernel, on slack; computed: normal form, sign'
    """
    if not theorem:
        return ""
    if "refused" in theorem:
        why = _short(theorem["refused"])
        if theorem.get("by") == "words":
            return f"by the words engine: no theorem of the kernel yet ({why})"
        return f"by rules of the proof checker: its chain is no theorem of the kernel yet ({why})"
    parts = [
        f"{word} {', '.join(theorem[key]).replace('_', ' ')}"
        for word, key in (("on", "axioms"), ("computed:", "oracles"), ("citing", "cites"), ("where", "where"))
        if theorem.get(key)
    ]  # fmt: skip
    return "a theorem of the kernel" + (f", {'; '.join(parts)}" if parts else "")


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:117] + "..."
