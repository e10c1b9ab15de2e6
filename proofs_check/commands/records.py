"""`lemmata records`: take in records of runs that were made elsewhere, and see what those that there are decide."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import registry

if TYPE_CHECKING:
    from ..evidence.intake import Entry

_EXAMPLES = """
\b
Examples:
  lemmata records add records.tgz --dry-run
  lemmata records add records/ zfb_theorem-4.gpu.json
  lemmata records list
"""
_MADE = len("2026-01-01T00:00")


@click.group(epilog=_EXAMPLES)
def records() -> None:
    """Records of training runs: take them in, list them.

    A GPU machine makes them (python -m proofs_check.witnesses.gpu, python -m proofs_check.evidence.budgeted);
    lemmata check reads those that were taken in.
    """


@records.command(epilog="Example: lemmata records add records.tgz --dry-run")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--to", "folder", metavar="DIR", help="The folder to copy them to; by default the one that check reads.")
@click.option("--replace", is_flag=True, help="Take a record in the place of a newer or a larger one, too.")
@click.option("--dry-run", is_flag=True, help="Check and show, but copy nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def add(paths: tuple[str, ...], folder: str | None, replace: bool, dry_run: bool, as_json: bool) -> None:
    """Take in records: check them, copy them, and say what they decide.

    PATH is a folder, a record, or an archive of records (.tar, .tar.gz, .tgz, .zip). Of each record its form is
    checked, the seal of its raw outcomes, its claim, its device, and whether it is stale; its verdicts are computed
    from the raw outcomes.

    Exit status 0 when all were taken, 1 when one was refused or is stale, 2 for bad usage.
    """
    from ..evidence import intake
    from ..evidence.records import EVIDENCE
    from ..store import check_folder

    target = Path(folder) if folder else EVIDENCE
    if not dry_run:
        check_folder(target, "--to")
    found = intake.add([Path(path) for path in paths], target, registry(()), replace=replace, dry_run=dry_run)
    _show(list(found), as_json=as_json, dry_run=dry_run)


@records.command("list", epilog="Example: lemmata records list --json")
@click.option("--from", "folder", metavar="DIR", help="A folder of records; by default the one that check reads.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_(folder: str | None, as_json: bool) -> None:
    """The records that there are, whether they are stale, and what they decide.

    Exit status 0 when none is stale, 1 otherwise, 2 for bad usage.
    """
    from ..errors import UserError
    from ..evidence import intake
    from ..evidence.records import EVIDENCE

    source = Path(folder) if folder else EVIDENCE
    if not source.is_dir():
        raise UserError(f"--from {str(source)!r} must be a folder. Name one.")
    _show(list(intake.listed(source, registry(()))), as_json=as_json)


def _show(entries: Sequence[Entry], *, as_json: bool, dry_run: bool = False) -> None:
    if as_json:
        rows = [_row(entry) for entry in entries]
        click.echo(json.dumps({"dry_run": dry_run, "records": rows, "totals": _totals(entries)}, indent=1))
    else:
        _table(entries, dry_run=dry_run)
    sys.exit(0 if all(entry.good for entry in entries) else 1)


def _row(entry: Entry) -> dict[str, Any]:
    """What programs read of an entry."""
    record = entry.record
    about = {"claim": record.claim, "witness": record.witness, **_provenance(entry)} if record else {}
    decides = [
        {"claim": found.claim, "part": found.part, "verdict": found.outcome.verdict.name,
         "sentence": found.outcome.sentence}
        for found in entry.found
    ]  # fmt: skip
    target = str(entry.target) if entry.target else None
    return {"source": entry.source, "state": entry.state, "why": entry.why, **about, "file": target, "decides": decides}


def _provenance(entry: Entry) -> dict[str, str]:
    held = entry.record.provenance if entry.record else {}
    return {"made": str(held.get("made", "")), "device": str(held.get("device_name") or held.get("device", ""))}


def _totals(entries: Sequence[Entry]) -> dict[str, dict[str, int]]:
    verdicts = Counter(found.outcome.verdict.name for entry in entries for found in entry.found)
    return {"states": dict(Counter(entry.state for entry in entries)), "verdicts": dict(verdicts)}


def _table(entries: Sequence[Entry], *, dry_run: bool) -> None:
    from rich.markup import escape
    from rich.table import Table

    from ..report.terminal import coloured, console

    table = Table(box=None, pad_edge=False)
    for name in ("record", "witness", "made", "device", ""):
        table.add_column(name, no_wrap=name in ("witness", "made"))
    table.add_column("what it decides", ratio=1)
    for entry in entries:
        record, about = entry.record, _provenance(entry)
        first = [
            escape(record.claim if record else entry.source), escape(record.witness) if record else "",
            escape(about["made"][:_MADE]), escape(about["device"]),
            f"[{'green' if entry.good else 'red'}]{entry.state}[/]",
        ]  # fmt: skip
        lines = [escape(entry.why)] if entry.why else []
        lines += [
            f"{escape(found.statement)}: {coloured(found.outcome.verdict)}, {escape(found.outcome.sentence)}"
            for found in entry.found
        ]
        for k, line in enumerate(lines or [""]):
            table.add_row(*(first if k == 0 else [""] * len(first)), line)
    screen = console(rows=True)
    screen.print(table, highlight=False)
    totals = _totals(entries)
    said = [f"{count} {name}" for counted in totals.values() for name, count in counted.items()]
    copied = "; nothing was copied" if dry_run else ""
    screen.print(f"{len(entries)} record{'s' * (len(entries) != 1)}: {', '.join(said) or 'none'}{copied}")
