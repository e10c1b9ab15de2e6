"""The record of one claim: raw outcomes of every part and reading, of its wrong twins, and of trained models.

``kind`` tells what an outcome is: ``tensors`` are rows of comparisons (:mod:`.rows`), ``trained`` runs against a stated
limit, ``block`` comparisons with trained linear transformer blocks.  Verdicts are recomputed from these alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numeric.training.devices import device_name

from ...claims import Claim, Part, Reading
from ...digest import digest
from ...errors import UserError
from ...evidence import records
from ...statement.fold import Lacks
from ...statement.mutate import select
from ...statement.props import Prop
from ...statement.sizes import check_sizes
from .. import Context
from ..trained import block as trained_block
from ..trained.once import run_once
from ..trained.runs import runs_of
from .deciding import digests_of, runs_here
from .efforts import Effort
from .examine import Examiner, examiners
from .rows import Row, holds
from .speaks import silent


@dataclass
class Clock:
    """What is left of a budget in seconds; None: no end."""

    budget: float | None
    began: float

    @property
    def left(self) -> float | None:
        return None if self.budget is None else max(0.0, self.budget - (time.perf_counter() - self.began))

    @property
    def over(self) -> bool:
        return self.left == 0.0


def make_record(claim: Claim, effort: Effort, device: str, seed: int | None, budget: float | None) -> records.Record:
    """Everything that a device can say of a claim, as far as ``budget`` seconds go."""
    began = time.perf_counter()
    clock = Clock(budget, began)
    outcomes: list[dict[str, Any]] = []
    left: list[str] = []
    for place, made in _outcomes(claim, effort, device, seed, clock):
        if made is None:
            left.append(place)
        else:
            outcomes.append(made)
    seconds = round(time.perf_counter() - began, 1)
    provenance = records.provenance(device_name(device), seconds=seconds, effort=effort.name, left_out=left)
    return records.Record(claim.id, "gpu", digests_of(claim), provenance, tuple(outcomes))


def _outcomes(
    claim: Claim, effort: Effort, device: str, seed: int | None, clock: Clock
) -> Iterator[tuple[str, dict[str, Any] | None]]:
    there: list[Examiner] | None = None
    for part in claim.parts:
        for reading in part.readings:
            place = " ".join(filter(None, (part.name, reading.name)))
            if clock.over:
                yield place, None
                continue
            if not silent(claim, reading.prop):
                there = list(examiners(claim, effort, device, seed)) if there is None else there
                if not there:
                    lacking = "gpu lacks points that meet the hypotheses"
                    yield place, _nothing(part, reading, lacking)
                rejected: set[str] = set()
                for examiner in there:
                    yield place, of_tensors(examiner, part, reading, rejected)
            if reading is part.meant and runs_here(claim, reading.prop):
                try:
                    for kind, made in _trained(claim, reading.prop, effort, device, seed, clock):
                        yield place, None if made is None else {**_place(part, reading), "kind": kind, **made}
                except Lacks as error:
                    yield place, _nothing(part, reading, str(error))


def _trained(
    claim: Claim, prop: Prop, effort: Effort, device: str, seed: int | None, clock: Clock
) -> Iterator[tuple[str, dict[str, Any] | None]]:
    kind = runs_here(claim, prop)
    if kind == "block":
        for bench in trained_block.benches(effort.tier, device, seed, trained_block.names_one(prop)):
            if clock.over:
                yield kind, None
                continue
            for made in trained_block.raw_of(claim, prop, [bench]):
                yield kind, made
        return
    for run in runs_of(claim, effort.tier):
        if clock.over:
            yield kind, None
            continue
        yield kind, run_once(claim, prop, run, Context(seed=seed, device=device), device, clock.left)[0]


def _nothing(part: Part, reading: Reading, lacking: str) -> dict[str, Any]:
    return {**_place(part, reading), "kind": "tensors", "rows": [], "twins": [], "lacks": lacking}


def _place(part: Part, reading: Reading) -> dict[str, str]:
    return {"part": part.name, "reading": reading.name}


def of_tensors(examiner: Examiner, part: Part, reading: Reading, rejected: set[str]) -> dict[str, Any]:
    """What one site says of a reading, and of changed statements that no earlier site has ``rejected``."""
    rows, lacking = examiner.rows(reading.prop)
    twins = [] if lacking or not rows else list(_twins(examiner, reading, rejected))
    return {**_place(part, reading), "kind": "tensors", "rows": rows, "lacks": lacking, "twins": twins}


def _twins(examiner: Examiner, reading: Reading, rejected: set[str]) -> Iterator[dict[str, Any]]:
    """Changed statements, and the row that rejects each, if one does."""
    for twin in select(reading.prop, examiner.effort.twins):
        changed = digest(twin.prop)
        if changed in rejected or not _fits(twin.prop):
            continue
        try:
            rows, _ = examiner.rows(twin.prop, first=True)
        except (RuntimeError, TypeError):
            continue  # its shapes fit for no sizes, so that it says nothing
        against: list[Row] = [row for row in rows if holds(row) is False][:1]
        rejected |= {changed} if against else set()
        yield {
            "rule": twin.rule, "path": ".".join(map(str, twin.path)), "digest": changed,
            "rejected": bool(against), "rows": against,
        }  # fmt: skip


def _fits(prop: Prop) -> bool:
    """Whether the shapes in a changed statement still fit."""
    try:
        check_sizes(prop, repr)
    except UserError:
        return False
    return True
