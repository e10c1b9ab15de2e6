"""What changed since a commit, on the terminal and as JSON data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.text import Text

from .compare import Change, Difference
from .git import Commit

SCHEMA = 1


def data(commit: Commit, found: Difference) -> dict[str, Any]:
    """The document of `lemmata diff --json`: ``old`` or ``new`` is null where there is nothing on that side."""
    def rows(changes: Mapping[str, Sequence[Change]]) -> list[dict[str, Any]]:
        return [{"id": id, **asdict(change)} for id, some in changes.items() for change in some]

    return {
        "schema": SCHEMA,
        "since": {"commit": commit.sha, "subject": commit.subject},
        "changed": found.any,
        "claims": {"added": list(found.added), "removed": list(found.removed), "changed": rows(found.changed)},
        "verdicts": rows(found.verdicts),
        "formulas": [asdict(change) for change in found.formulas],
        "compared": dict(found.compared),
        "notes": list(found.notes),
    }


def show(console: Console, commit: Commit, found: Difference) -> None:
    """What changed, old lines red and new ones green; then what could not be compared."""
    def line(text: str, style: str = "") -> None:
        console.print(Text(text, style), soft_wrap=True)

    line(f"since {commit.short} ({commit.subject})", "bold")
    for id in found.added:
        line(f"+ {id}  new claim", "green")
    for id in found.removed:
        line(f"- {id}  claim removed", "red")
    for id, changes in found.changed.items():
        line(f"~ {id}", "bold")
        for change in changes:
            _show(line, change)
    for id, changes in found.verdicts.items():
        for change in changes:
            line(f"~ {id}  {change.title}: {change.old or 'none'} -> {change.new or 'none'}", "yellow")
    for change in found.formulas:
        line(f"~ derived: {change.name}", "bold")
        _sides(line, change)
    if not found.any:
        line("nothing changed")
    compared = ", ".join(f"{count} {name}" for name, count in found.compared.items() if count)
    line(f"compared: {compared or 'nothing'}", "dim")
    for note in found.notes:
        line(note, "yellow")


def _show(line: Any, change: Change) -> None:
    if change.kind == "proof step":
        what = "new" if change.old is None else "gone" if change.new is None else "changed"
        line(f"    {change.title}: {what}")
        return
    line(f"    {change.title}:")
    _sides(line, change)


def _sides(line: Any, change: Change) -> None:
    for mark, style, side in (("-", "red", change.old), ("+", "green", change.new)):
        if side:
            line(f"      {mark} {side}", style)
