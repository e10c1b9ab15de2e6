"""`lemmata latex --check FILE`: which macros of a file are out of date, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from .file import Entry, Written, kind_of, place_of
from .formulas import Formula
from .status import NOT_CHECKED, without_depth


class State(Enum):
    """What became of a macro since the file was written; each member carries the words that a reader sees."""

    CURRENT = "up to date"
    CHANGED = "formula changed"
    STATUS = "status changed"
    UNKNOWN = "status not known here"
    REMOVED = "no longer there"
    EDITED = "edited by hand"


@dataclass(frozen=True, slots=True)
class Found:
    """One macro of the file, and what it would be now (None where the id gives none any more)."""

    entry: Entry
    now: Formula | None
    state: State


def compare(written: Written, now: Sequence[Formula]) -> tuple[Found, ...]:
    """Each macro of the file beside what it would be now."""
    by_place: Mapping[tuple[str, str], Formula] = {(kind_of(f), place_of(f)): f for f in now}
    return tuple(_found(entry, by_place.get((entry.kind, entry.place))) for entry in written.entries)


def _found(entry: Entry, now: Formula | None) -> Found:
    if not entry.untouched or (now is not None and entry.name != now.name):
        return Found(entry, now, State.EDITED)
    if now is None:
        return Found(entry, now, State.REMOVED)
    if entry.body == now.body:
        return Found(entry, now, State.CURRENT)
    if entry.kind != "status":
        return Found(entry, now, State.CHANGED)
    if without_depth(entry.body) == now.body:  # what was re-checked elsewhere need not be known here
        return Found(entry, now, State.CURRENT)
    return Found(entry, now, State.UNKNOWN if NOT_CHECKED in now.body else State.STATUS)


def missing(written: Written) -> int:
    """How many macros were written that the file no longer holds."""
    return max(written.count - len(written.entries), 0)


def lines(path: Path, written: Written, found: Sequence[Found]) -> Iterator[str]:
    """The report: every macro that is not up to date, old and new, then the counts and what to do."""
    for row in found:
        if row.state is not State.CURRENT:
            yield from _row(row)
    counts = {state: sum(row.state is state for row in found) for state in State}
    summary = ", ".join(f"{n} {state.value}" for state, n in counts.items() if n or state is State.CURRENT)
    gone = missing(written)
    yield f"{path}: {written.count} macros: {summary}" + (f", {gone} taken out by hand" if gone else "")
    if counts[State.UNKNOWN]:
        ids = dict.fromkeys(row.entry.place.split("#")[0] for row in found if row.state is State.UNKNOWN)
        few = " ".join(ids) if len(ids) <= 4 else " ".join([*list(ids)[:4], "..."])
        yield f"no result is stored for these; first: lemmata check {few}"
    if written.command and not up_to_date(written, found):
        yield f"to write it again: {written.command} -o {path}"


def up_to_date(written: Written, found: Sequence[Found]) -> bool:
    return missing(written) == 0 and all(row.state is State.CURRENT for row in found)


def _row(row: Found) -> Iterator[str]:
    name = f"\\{row.entry.name}" if row.entry.name else "(definition not readable)"
    yield f"{row.state.value}: {row.entry.kind} {row.entry.place}  {name}"
    if row.entry.name:
        yield from _shown("in the file", row.entry.body)
    if row.now is not None and row.now.body != row.entry.body:
        yield from _shown("now", row.now.body)
    elif row.now is not None and row.now.name != row.entry.name:
        yield f"  now called  \\{row.now.name}"
    elif row.state is State.EDITED and row.now is not None:
        yield "  what stands there is what it would be now; its digest is not"


def _shown(label: str, body: str) -> Iterator[str]:
    first, *rest = body.splitlines() or [""]
    yield f"  {label + ':':<13}{first}"
    yield from (f"{'':15}{line}" for line in rest)
