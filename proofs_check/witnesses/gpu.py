"""The GPU witness: the trained witness on CUDA with larger runs; without a GPU the committed record speaks.

One command makes all records, within a budget of wall time: ``make gpu``, which is ``python -m
proofs_check.witnesses.gpu``.  It needs NumPy and torch alone, no python-flint; ``lemmata check ID --witness gpu
--device cuda`` does the same for chosen claims.  ``lemmata check`` reads the records afterwards, anywhere.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from numeric.training import cuda_missing, torch_missing
from numeric.training.devices import device_name

from ..claims import Claim, Kind, Part, Reading
from ..evidence import records
from ..statement.fold import Lacks
from ..statement.props import subprops
from ..verdict import Outcome, Verdict
from . import Context, trained_block
from .trained import TrainedWitness, judge, record_of

BUDGET = 420.0
"""Seconds for all claims together: the command ends within 8 minutes."""


class GpuWitness(TrainedWitness):
    name = "gpu"
    device = "cuda"
    folder: Path = records.EVIDENCE

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        outcome = super().examine(claim, part, reading, context)
        if "measured" in outcome.figures and not self._missing(context):
            self.write_block(claim, context)
        if "raw" in outcome.figures and not self._missing(context):
            self.write(claim, context)
        return outcome

    def _missing(self, context: Context) -> str | None:
        if context.device != self.device:
            return f"--device is {context.device}"
        return torch_missing() if self.device == "cpu" else cuda_missing()

    def _runs(self, claim: Claim, tier: str) -> Sequence[Mapping[str, Any]]:
        return super()._runs(claim, "gpu")

    def _tier(self, tier: str) -> str:
        return "gpu"

    def write_block(self, claim: Claim, context: Context, budget: float | None = None) -> Path | None:
        """The same for a claim about LTB, LSA or GD-beta."""
        record = trained_block.record(claim, self.device, context.seed, budget)
        if record is None:
            return None
        path = records.record_path(claim, self.name, self.folder)
        records.write_record(path, record)
        return path

    def write(self, claim: Claim, context: Context, budget: float | None = None) -> Path | None:
        """Make the runs of every part that states limits, as far as the budget goes, and keep their raw outcomes."""
        began = time.perf_counter()
        outcomes: dict[str, Outcome] = {}
        left: list[str] = []
        for part in parts_with_limits(claim):
            raw: list[dict[str, Any]] = []
            for run in self._runs(claim, context.tier):
                remaining = None if budget is None else budget - (time.perf_counter() - began)
                if remaining is not None and remaining <= 0:
                    left.append(f"{part.name}: {dict(run)}")
                    continue
                self.limit = remaining
                raw.append(self._run(claim, part.readings[0].prop, run, context)[0])
            if raw:
                outcomes[part.name] = judge(raw)
        if not outcomes:
            return None
        seconds = round(time.perf_counter() - began, 1)
        path = records.record_path(claim, self.name, self.folder)
        records.write_record(
            path, record_of(claim, outcomes, self.name, device_name(self.device), seconds=seconds, left_out=left)
        )
        return path


def parts_with_limits(claim: Claim) -> list[Part]:
    return [p for p in claim.parts if any(sub.head == "limit" for _, sub in subprops(p.readings[0].prop))]


def claims_of(papers: Sequence[str] = ("zfb", "zwb")) -> Iterator[Claim]:
    """The claims of these papers that this witness examines by training; experiments have a command of their own."""
    from ..registry import load
    from ..runner import applicable

    known = load()
    for id in dict.fromkeys([*known.entries, *known.claims]):
        statement = known.find(id)
        claim = statement.claim
        if claim is None or claim.paper not in papers or claim.kind is Kind.EXPERIMENT:
            continue
        speaks = trained_block.parts_trained(claim) if trained_block.knows(claim) else parts_with_limits(claim)
        if "gpu" in applicable(statement) and speaks:
            yield claim


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the records of all claims; returns the number of claims whose verdict is not good."""
    parser = argparse.ArgumentParser(prog="python -m proofs_check.witnesses.gpu", description=__doc__)
    parser.add_argument("ids", nargs="*", help="claims; by default all of the paper that have this witness")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds for all of them together")
    parser.add_argument("--out", type=Path, default=records.EVIDENCE, help="the folder of the records")
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args(arguments)
    missing = cuda_missing() if chosen.device == "cuda" else torch_missing()
    if missing:
        parser.error(f"nothing can be trained on {chosen.device}: {missing}")
    claims = [claim for claim in claims_of() if not chosen.ids or claim.id in chosen.ids]
    began, bad = time.perf_counter(), 0
    for k, claim in enumerate(claims):
        witness = GpuWitness()
        witness.device, witness.folder = chosen.device, chosen.out
        remaining = chosen.budget - (time.perf_counter() - began)
        context = Context(seed=chosen.seed, tier="full", device=chosen.device)
        try:
            # What is left is shared among the claims that are left.
            write = witness.write_block if trained_block.knows(claim) else witness.write
            path = write(claim, context, remaining / (len(claims) - k))
        except Lacks as lacks:
            print(f"{claim.id}: {lacks}")
            continue
        for line in said(claim, path):
            print(line)
        bad += path is None
    print(f"{time.perf_counter() - began:.0f} s in all")
    return bad


def said(claim: Claim, path: Path | None) -> Iterator[str]:
    """What the record says, part by part."""
    if path is None:
        yield f"{claim.id}: no time was left"
        return
    record = records.read_record(path)
    block = trained_block.knows(claim)
    for part in trained_block.parts_trained(claim) if block else parts_with_limits(claim):
        raw = [outcome for outcome in record.outcomes if outcome["part"] == part.name]
        judged = trained_block.judge if block else judge
        outcome = judged(raw) if raw else Outcome(Verdict.NOT_RUN, "no time was left")
        yield f"{claim.id} {part.name}: {outcome.verdict.name}, {outcome.sentence}"
    yield f"{claim.id}: {path}"


if __name__ == "__main__":
    raise SystemExit(main())
