"""How the formulas of pages stand to their transcriptions: as a table, as JSON, as one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from ..fidelity.judged import Judged, Outcome, counted

Found = Mapping[str, Sequence[Judged]]


def as_rows(found: Found) -> Table:
    """One row for each claim with formulas, and one for each paper."""
    table = Table(box=None, pad_edge=False)
    table.add_column("id", no_wrap=True)
    for name in ("relations", *(outcome.value for outcome in Outcome)):
        table.add_column(name, justify="right")
    for id, rows in found.items():
        if rows:
            table.add_row(id, *_numbers(rows))
    for paper in dict.fromkeys(id.partition("/")[0] for id in found):
        rows = [row for id, each in found.items() if id.startswith(f"{paper}/") for row in each]
        table.add_row(f"[bold]{paper}[/]", *_numbers(rows))
    return table


def _numbers(rows: Sequence[Judged]) -> list[str]:
    return [str(len(rows)), *(str(count or "") for count in counted(rows).values())]


def single(found: Found, *, differing: bool) -> Table:
    """One row for each relation."""
    table = Table(box=None, pad_edge=False)
    for name in ("id", "relation of the page", "fidelity", ""):
        table.add_column(name, overflow="fold")
    for id, rows in found.items():
        for row in rows:
            if not differing or row.outcome is Outcome.DIFFERS:
                place = f"{id}#{row.part}" if row.part else id
                table.add_row(escape(place), escape(row.tex), row.outcome.value, escape(row.why))
    return table


def in_one_line(rows: Sequence[Judged]) -> str:
    """``3 of 4 relations confirmed, 1 not read``."""
    counts = {outcome: count for outcome, count in counted(rows).items() if count}
    said = ", ".join(f"{count} {outcome.value}" for outcome, count in counts.items())
    return f"of {len(rows)} relations on the page {said}" if rows else ""


def document(found: Found) -> dict[str, Any]:
    """All of it, for programs."""
    return {
        "claims": {
            id: [{"part": row.part, "relation": row.tex, "fidelity": row.outcome.value, "why": row.why} for row in rows]
            for id, rows in found.items()
        },
        "totals": {
            paper: {o.value: n for o, n in counted(
                row for id, rows in found.items() if id.startswith(f"{paper}/") for row in rows
            ).items()} for paper in dict.fromkeys(id.partition("/")[0] for id in found)
        },
    }  # fmt: skip
