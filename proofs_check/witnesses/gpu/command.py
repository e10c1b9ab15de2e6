"""The command line of ``python -m proofs_check.witnesses.gpu``."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from numeric.training.devices import device_missing, double_rate, slow_in_double

from ...claims import Claim, Kind
from ...errors import UserError
from ...evidence import records
from ...papers import NAMES as LIBRARY
from ...registry import load
from .deciding import decide, digests_of, speaks_of
from .efforts import EFFORTS, Effort
from .record import make_record
from .speaks import silent

SHARE = 0.25
"""Of what is left of the budget, a single statement may take at most so much (and may always take a minute)."""
LEAST = 60.0
OF_A_THEOREM = 1 << 30
"""Draws in a comparison of means of a theorem, where fewer do not show a small error."""
OUTCOMES_OF_A_THEOREM = 1 << 26
"""Of complete sums in place of draws."""
DRY_SHARE = 5.0
"""Seconds that a single statement may take in a dry run."""


@dataclass(frozen=True)
class Chosen:
    """What the command was asked for."""

    ids: tuple[str, ...]
    device: str
    budget: float | None
    out: Path
    seed: int | None
    effort: Effort
    shard: tuple[int, int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the records; 0 where all that were asked for are there, 1 where some failed or no time was left."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.list:
        return _list()
    device = "cpu" if given.dry_run and given.device is None else given.device or "cuda"
    missing = device_missing(device)
    if missing:
        parser.error(f"--device {device}: {missing}")
    if not (given.everything or given.ids or given.dry_run):
        parser.error("say what is to be made: ids of statements, or --everything.")
    try:
        given.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"--out {given.out}: {error.strerror}. Name a folder that can be written.")
    effort = EFFORTS["dry" if given.dry_run else given.effort]
    chosen = Chosen(tuple(given.ids), device, given.budget, given.out, given.seed, effort, given.shard)
    try:
        claims = list(claims_of(chosen.ids))
    except UserError as error:
        parser.error(str(error))
    note = None if device == "cpu" else slow_in_double(double_rate(device))
    if note:
        print(note)
    began = time.perf_counter()
    status = make(claims, chosen)
    if given.ids and not given.everything:
        return status
    left = None if given.budget is None else given.budget - (time.perf_counter() - began)
    return max(status, figures(chosen, left, PRESETS["dry" if given.dry_run else "gpu"]))


PRESETS = {"dry": ("tiny",), "gpu": ("gpu", "printed")}
"""Of the papers' figures and table: first the smaller size that a record may have, then the printed one."""


NO_END = 1e9
"""Seconds, where no budget was given."""


def figures(chosen: Chosen, left: float | None, presets: Sequence[str]) -> int:
    """Train the papers' experiments as far as the budget goes; 1 where one failed."""
    from ...evidence.budgeted import run_experiments

    began, failed = time.perf_counter(), False
    for preset in presets:
        rest = None if left is None else left - (time.perf_counter() - began)
        if rest is not None and rest <= 0:
            print("no time was left for the figures")
            break
        seconds = NO_END if rest is None else rest
        ran = run_experiments(seconds, chosen.out, chosen.device, preset, _say, seed=chosen.seed)
        failed = failed or any(one.state == "failed" for one in ran)
    return int(failed)


def _say(line: str) -> None:
    print(line, flush=True)


def make(claims: Sequence[Claim], chosen: Chosen) -> int:
    """Make the records of these claims, one after the other, and say what each decides."""
    began = time.perf_counter()
    part, parts = chosen.shard
    mine = [claim for k, claim in enumerate(claims) if k % parts == part]
    counts: Counter[str] = Counter()
    for number, claim in enumerate(mine, 1):
        left = None if chosen.budget is None else chosen.budget - (time.perf_counter() - began)
        if left is not None and left <= 0:
            counts["no time was left"] += len(mine) - number + 1
            break
        said, counted = _one(claim, chosen, left)
        counts[counted] += 1
        spent = time.perf_counter() - began
        print(f"[{number}/{len(mine)}] {spent:6.0f} s  {claim.id}: {said}", flush=True)
    print(f"{time.perf_counter() - began:.0f} s: " + ", ".join(f"{what} {n}" for what, n in counts.items()))
    return int(any(counts[bad] for bad in ("failed", "not written", "no time was left")))


def _one(claim: Claim, chosen: Chosen, left: float | None) -> tuple[str, str]:
    """(what is said, under what it counts) of one claim."""
    path = records.record_path(claim, "gpu", chosen.out)
    if _is_current(path, claim):
        return "kept from before", "kept"
    most = DRY_SHARE if chosen.effort.name == "dry" else None if left is None else max(LEAST, SHARE * left)
    began = time.perf_counter()
    effort = chosen.effort
    if effort.name == "gpu" and _worth(claim) < OTHERS:
        effort = replace(effort, most=OF_A_THEOREM, outcomes=OUTCOMES_OF_A_THEOREM)
    try:
        record = make_record(claim, effort, chosen.device, chosen.seed, most)
    except Exception as error:  # a claim that fails costs itself alone, whatever it fails by
        return f"failed: {type(error).__name__}: {_line(error)}", "failed"
    try:
        records.write_record(path, record)
    except (OSError, UserError) as error:
        return f"not written: {_line(error)}", "not written"
    verdicts = Counter(decide(record.outcomes, part.name, reading.name).verdict.name
                       for part in claim.parts for reading in part.readings
                       if speaks_of(claim, reading.prop))  # fmt: skip
    said = ", ".join(f"{name} {count}" for name, count in verdicts.items())
    return f"{said}, {time.perf_counter() - began:.1f} s", "made"


def _line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return text[0] if text else "no reason given"


def _is_current(path: Path, claim: Claim) -> bool:
    if not path.exists():
        return False
    try:
        record = records.read_record(path)
    except records.RecordError:
        return False
    return not records.stale(record, digests_of(claim)) and not record.provenance.get("left_out")


def claims_of(ids: Sequence[str] = ()) -> Iterator[Claim]:
    """The claims of which a device can speak, those first whose records are worth most.

    Raises:
        UserError: an id that does not exist.
    """
    known = load()
    found = [known.find(id) for id in ids] if ids else [s for s in known if s.paper in LIBRARY]
    claims = [s.claim for s in found if s.claim is not None and s.claim.kind is not Kind.SUMMARY]
    heard = [c for c in claims if any(speaks_of(c, r.prop) for part in c.parts for r in part.readings)]
    yield from sorted(heard, key=_worth)


OTHERS = 3
"""What is no theorem."""


def _worth(claim: Claim) -> int:
    """Trained limits of theorems, stationarity theorems, other theorems, the rest."""
    theorem = claim.label.startswith("theorem") and claim.corrects is None
    if theorem and claim.kind is Kind.LIMIT:
        return 0
    if theorem and claim.kind is Kind.STATIONARITY:
        return 1
    return 2 if theorem else OTHERS


def _list() -> int:
    """Of every statement, whether a device can speak of it, and where not, why."""
    counts: Counter[str] = Counter()
    for statement in load():
        claim = statement.claim
        if claim is None or statement.paper not in LIBRARY:
            continue
        readings = [(part.name, r) for part in claim.parts for r in part.readings]
        silences = {silent(claim, r.prop) for _, r in readings if not speaks_of(claim, r.prop)}
        spoken = sum(speaks_of(claim, r.prop) for _, r in readings)
        counts["a device can speak of" if spoken else "silent"] += 1
        said = f"{spoken} of {len(readings)}" if readings else "0 of 0"
        print(f"{claim.id}  {said}" + (f"  ({'; '.join(sorted(silences))})" if silences else ""))
    print(", ".join(f"{what}: {n}" for what, n in counts.items()))
    return 0


def _shard(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdigit() and parts.isdigit() and 0 < int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} must be K/N with 1 <= K <= N, such as 1/2.")
    return int(part) - 1, int(parts)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text!r} must be a positive number of seconds, such as 1200.")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proofs_check.witnesses.gpu", description=(
        "Make the records of what a GPU finds, statement by statement. Needs torch and NumPy alone."))  # fmt: skip
    parser.add_argument("ids", nargs="*", help="statements; with --everything all of which a device can speak")
    parser.add_argument("--everything", action="store_true", help="all statements, then the figures, as time allows")
    parser.add_argument("--budget", type=_seconds, default=None, help="seconds for all of it together")
    parser.add_argument("--out", type=Path, default=Path("records"), help="the folder of the records (./records)")
    parser.add_argument("--device", default=None, help="cuda, cuda:1, ... or cpu; by default cuda")
    parser.add_argument("--effort", choices=("small", "gpu"), default="gpu", help="how much is drawn and trained")
    parser.add_argument("--dry-run", action="store_true", help="go through all of it at tiny sizes, on a CPU")
    parser.add_argument("--shard", type=_shard, default=(0, 1), metavar="K/N", help="part K of N, for several devices")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--list", action="store_true", help="say of which statements a device can speak, and stop")
    return parser

