"""Wrong twins of a statement, put in its place in the certificate: how many verify.py rejects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..claims import Claim
from ..recheck.points import fails_somewhere
from ..statement.mutate import select
from ..statement.props import Prop
from . import verify
from .axioms import known
from .log import Row, behind
from .nodes import Rows

MOST = 3
"""Twins of each statement."""


def rejected(claim: Claim, data: dict[str, Any], rows: Rows) -> list[int]:
    """How many twins are rejected, of how many that were tried: of each statement that is shown with no step on trust,
    once in place of the statement alone, and once also where a step shows it, or a link of it.  One that passes and is
    false at none of some exact points counts as none: not all that is changed becomes wrong."""
    counts = [0, 0]
    verdicts = verify.verify(data, known())
    for theorem, verdict in zip(data["theorems"], verdicts.values(), strict=True):
        if not _is_whole(verdict):
            continue
        reading = next(r for r in claim.part(theorem["part"]).readings if r.name == theorem["reading"])
        steps, (place,) = behind(data["log"], [theorem["row"]])
        for twin in select(reading.prop, MOST):
            changed = {rows.add(old): rows.add(new) for old, new in _links(reading.prop, twin.prop)}
            for also in (False, True):
                log = [{**row, "shows": changed.get(row["shows"], row["shows"])} for row in steps] if also else steps
                new = rows.add(twin.prop)
                passes = _passes({**data, "log": log, "nodes": rows.rows}, {**theorem, "row": place}, new)
                if passes and not fails_somewhere(claim, twin.prop):
                    continue  # it is not seen to be wrong
                counts[0] += not passes
                counts[1] += 1
    return counts


def _is_whole(verdict: verify.Verdict) -> bool:
    return verdict.status != "failed" and all(reason.startswith("claim ") for reason in verdict.trust)


def _links(old: Prop, new: Prop) -> Iterator[tuple[Prop, Prop]]:
    """A proposition and its twin, and the links of both that differ."""
    if old != new:
        yield old, new
    if old.head == new.head == "and":
        for a, b in zip(old.args, new.args, strict=False):
            if isinstance(a, Prop) and isinstance(b, Prop):
                yield from _links(a, b)


def _passes(data: dict[str, Any], theorem: Row, new: int) -> bool:
    """Whether verify.py takes the twin for shown."""
    verify.start(data)
    nodes = verify.read_nodes(data["nodes"])
    log, wrong = verify.follow(data, nodes, known())
    given = [nodes[h["prop"]] for h in data["hypotheses"]]
    return _is_whole(verify.of_theorem("", nodes[new], log, wrong, given, theorem))
