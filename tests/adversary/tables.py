"""What a run found: counts by family, and everything that can never be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .asking import Row
from .judging import WITNESSES
from .metamorphic import RENAMING
from .shipped import clash, lost

NEVER = ("false PROVED", "true REFUTED", "false SUPPORTED", "ill-shaped decided", "shown and refuted",
         "shown with its contrary", "other verdict by other names", "other verdict in other order",
         "defect by a change")  # fmt: skip
VERDICTS = ("PROVED", "SUPPORTED", "REFUTED", "UNDECIDED", "REJECTED", "STOPPED", "other")
DECIDED = frozenset({"PROVED", "SUPPORTED", "REFUTED"})


def judged(rows: Iterable[Row]) -> list[Row]:
    """The rows with what shows in pairs alone: a changed statement beside the one as it was."""
    every = list(rows)
    by_id = {row.id: row for row in every}
    return [replace(row, fault=row.fault or _clash(by_id.get(row.base), row)) for row in every]


def _clash(before: Row | None, after: Row) -> str:
    if not after.change or before is None or "STOPPED" in (before.verdict, after.verdict):
        return ""
    if after.defects and not before.defects:
        return "defect by a change"
    if after.id.startswith("shipped/"):
        return clash(after.change, before.parts, after.parts)
    # By other names a statement may be refused, never understood otherwise.
    verdicts = {before.verdict, after.verdict}
    if after.change in RENAMING and len(verdicts) == 2 and "REJECTED" not in verdicts:
        return "other verdict by other names"
    return ""


def faults(rows: Sequence[Row]) -> list[Row]:
    """What can never be: nothing is excused."""
    return [row for row in judged(rows) if row.fault]


def is_lost(row: Row, by_id: dict[str, Row]) -> bool:
    """Whether a changed statement is undecided where the one as it was is decided."""
    before = by_id.get(row.base)
    return bool(row.change) and before is not None and lost(row.change, before.parts, row.parts)


def _of_witnesses(rows: Sequence[Row]) -> list[str]:
    """What each witness says alone of what is true and of what is false."""
    counts = Counter((name, row.truth, verdict) for row in rows for name, verdict in row.alone.items())
    said = ("PROVED", "SUPPORTED", "REFUTED", "UNDECIDED")
    return [
        f"{name} of what is {truth.lower()}: " + ", ".join(f"{counts[name, truth, v]} {v}" for v in said)
        for name in WITNESSES for truth in ("TRUE", "FALSE") if any(counts[name, truth, v] for v in said)
    ]  # fmt: skip


def report(rows: Sequence[Row]) -> str:
    """The counts of a run."""
    every = judged(rows)
    by_id = {row.id: row for row in every}
    families = sorted({row.family for row in every}, key=lambda f: (f.startswith("shipped"), "~" in f, f))
    lines = ["".join((f"{'family':24}{'asked':>8}", *(f"{v:>11}" for v in VERDICTS), f"{'lost':>7}{'wrong':>7}"))]
    for name in (*families, "all"):
        group = [row for row in every if name in ("all", row.family)]
        counts = Counter(row.verdict if row.verdict in VERDICTS else "other" for row in group)
        gone, wrong = sum(is_lost(row, by_id) for row in group), sum(bool(row.fault) for row in group)
        cells = "".join(f"{counts[v]:>11}" for v in VERDICTS)
        lines.append(f"{name:24}{len(group):>8}{cells}{gone:>7}{wrong:>7}")
    decided = sum(row.verdict in DECIDED for row in every)
    seconds = sum(row.seconds for row in every)
    lines.append(f"{len(every)} statements, {decided} decided, {seconds:.0f} s of processes")
    lines += _of_witnesses(every)
    for fault in dict.fromkeys((*NEVER, *sorted({row.fault for row in every if row.fault}))):
        found = [row for row in every if row.fault == fault]
        lines.append(f"{fault}: {len(found)}")
    lines += [f"  {row.fault}: {row.id}: {row.said[:300]}" for row in every if row.fault][:60]
    defects = [row for row in every if row.defects]
    lines.append(f"defects: {len(defects)}")
    lines += [f"  {row.id}: {row.defects[0][:150]}" for row in defects[:20]]
    return "\n".join(lines)
