"""What differs between two snapshots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .trees import Snapshot

SAME_PRINT = "prints the same; symbols, traits or what an abbreviation means changed"


@dataclass(frozen=True, slots=True)
class Change:
    """Something of a claim, or a formula: ``old`` is None where it is new, ``new`` where it is gone."""

    kind: str
    name: str
    old: str | None
    new: str | None

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class Difference:
    """All that changed, and what could not be compared."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: Mapping[str, tuple[Change, ...]]
    verdicts: Mapping[str, tuple[Change, ...]]
    formulas: tuple[Change, ...]
    compared: Mapping[str, int]
    """How many claims, verdicts and formulas were there on both sides."""
    notes: tuple[str, ...]

    @property
    def any(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.verdicts or self.formulas)


def compare(old: Snapshot, new: Snapshot, notes: tuple[str, ...] = ()) -> Difference:
    """What a reader would call changed; prose and metadata of a claim count, how things are printed does not."""
    both = [id for id in new.claims if id in old.claims]
    readable = not {"claims"} & (old.missing.keys() | new.missing.keys())
    changed = {id: tuple(_changes(old.claims[id], new.claims[id])) for id in both}
    judged = [id for id in both if id in old.verdicts and id in new.verdicts]
    verdicts = {id: tuple(_verdicts(old.verdicts[id], new.verdicts[id])) for id in judged}
    known = bool(old.formulas) and bool(new.formulas)
    return Difference(
        tuple(id for id in new.claims if id not in old.claims) if readable else (),
        tuple(id for id in old.claims if id not in new.claims) if readable else (),
        {id: changes for id, changes in changed.items() if changes},
        {id: changes for id, changes in verdicts.items() if changes},
        tuple(_texts("", old.formulas, new.formulas)) if known else (),
        {"claims": len(both), "verdicts": len(judged), "formulas": len(old.formulas.keys() & new.formulas.keys())},
        notes,
    )


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for kind in ("statement", "hypothesis", "proof step"):
        theirs, ours = old[kind], new[kind]
        for name in dict.fromkeys((*theirs, *ours)):
            before, after = theirs.get(name), ours.get(name)
            if before is None or after is None:
                yield Change(kind, name, before and before["shown"], after and after["shown"])
            elif before["tree"] != after["tree"]:
                yield Change(kind, name, *_told(before, after))
    yield from _texts("", old["other"], new["other"])


def _told(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, str]:
    """How the two are printed; with their abbreviations, where these alone differ."""
    if before["shown"] != after["shown"]:
        return before["shown"], after["shown"]
    if before["where"] != after["where"]:
        return f"{before['shown']}, where {before['where']}", f"{after['shown']}, where {after['where']}"
    return before["shown"], f"{after['shown']} ({SAME_PRINT})"


def _texts(kind: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield Change(kind, name, old.get(name), new.get(name))


def _verdicts(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    if old["verdict"] != new["verdict"]:
        yield Change("verdict", "", old["verdict"], new["verdict"])
    parts = {name: verdict for name, verdict in old["parts"].items() if name}
    yield from _texts("verdict", parts, {name: verdict for name, verdict in new["parts"].items() if name})
    if old["printed_proof"] != new["printed_proof"]:
        yield Change("printed proof", "", old["printed_proof"], new["printed_proof"])
