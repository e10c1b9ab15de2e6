"""Wrong twins of a statement, put in its place in the certificate: how many verify.py rejects."""

from __future__ import annotations

import json
from typing import Any

from ..claims import Claim
from ..recheck.points import fails_somewhere
from ..statement.mutate import select
from . import verify
from .nodes import Rows
from .steps import Data

MOST = 3
"""Twins of each statement."""


def rejected(claim: Claim, data: Data, rows: Rows) -> list[int]:
    """How many twins are rejected, of how many that were tried: of each statement that is shown with no step on trust,
    once in place of the statement alone, and once also where a step shows it.  One that passes and is false at none of
    some exact points counts as none: not all that is changed becomes wrong."""
    counts = [0, 0]
    verdicts, _ = verify.verify(data)
    for (_, part, name), verdict in verdicts:
        if verdict.status == "failed" or not all(reason.startswith("claim ") for reason in verdict.trust):
            continue
        theorem = next(t for t in data["theorems"] if (t["part"], t["reading"]) == (part, name))
        reading = next(r for r in claim.part(part).readings if r.name == name)
        for twin in select(reading.prop, MOST):
            new = rows.add(twin.prop)
            for also in (False, True):
                passes = _passes(data, theorem, new, rows, also)
                if passes and not fails_somewhere(claim, twin.prop):
                    continue  # it is not seen to be wrong
                counts[0] += not passes
                counts[1] += 1
    return counts


def _passes(data: Data, theorem: dict[str, Any], new: int, rows: Rows, also: bool) -> bool:
    """Whether verify.py takes the twin for shown."""
    verify.start(data)
    nodes = verify.read_nodes(rows.rows)
    hypotheses = {h["name"]: nodes[h["prop"]] for h in data["hypotheses"]}
    steps = json.loads(json.dumps(data["chains"][theorem["chain"]]))
    for step in steps:
        step.pop("checked", None)
        if also and step["shows"] == theorem["prop"] and step["by"]["rule"] != "FromClaim":
            step["shows"] = new
    chain, wrong = verify.follow(steps, nodes, hypotheses, data["model"])
    where = verify.conditions(nodes[new], hypotheses.values())
    found = verify.of_theorem("", nodes[new], chain, wrong, hypotheses, {"where": where})
    return found.status != "failed" and all(reason.startswith("claim ") for reason in found.trust)
