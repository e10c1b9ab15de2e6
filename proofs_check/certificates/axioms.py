"""The axioms of the kernel as verify.py reads them: statements with metavariables, each with its source."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from ..theorems.schemes import ALL
from .nodes import Rows


@cache
def axioms() -> list[dict[str, Any]]:
    """All of them, in the order of the list."""
    found = []
    for scheme in ALL.values():
        rows = Rows()
        found.append({
            "name": scheme.name, "source": scheme.cites, "metas": [rows.add(s) for s in scheme.metas],
            "hypotheses": [rows.add(p) for p in scheme.hypotheses],
            "conclusions": [rows.add(p) for p in scheme.conclusions], "nodes": rows.rows,
        })  # fmt: skip
    return found


@cache
def known() -> dict[str, dict[str, Any]]:
    """By name."""
    return {axiom["name"]: axiom for axiom in axioms()}


def text() -> str:
    """The file of a bundle: a line for each axiom."""
    return "[\n" + ",\n".join(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in axioms()) + "\n]\n"


def digest() -> str:
    """What verify.py knows them by."""
    whole = json.dumps(axioms(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(whole.encode()).hexdigest()
