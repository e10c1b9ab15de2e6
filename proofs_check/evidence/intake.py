"""Taking records in: their form, their seal, their claim, their device, their age; then they are copied, whole.

A record is *refused* where it is none, where its raw outcomes are not those that it was sealed with, where it was made
on a device that is not its witness's, or where a newer or larger one stands in its place; it is *stale* where the
statement, the model or the trainer has changed since, so that ``check`` would not read it.  What a record decides is
computed from its raw outcomes (:mod:`.deciding`); what it says of itself decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from ..catalogue import Registry
from ..claims import Claim
from ..errors import UserError
from ..store import write_text
from . import deciding, records
from .records import Record
from .sources import Source, read, sources

TRAINED, GPU = "trained", "gpu"
ON_CPU = {TRAINED: True, GPU: False}
"""The device of each witness."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one file: ``taken``, ``there already``, ``refused`` or ``stale``; of a listed one ``there``."""

    source: str
    state: str
    why: str = ""
    record: Record | None = None
    found: Sequence[deciding.Found] = field(default=())
    target: Path | None = None

    @property
    def good(self) -> bool:
        return self.state not in ("refused", "stale")


def add(paths: Iterable[Path], folder: Path, known: Registry, *, replace: bool, dry_run: bool) -> Iterator[Entry]:
    """Take in what the paths hold; ``dry_run`` copies nothing.

    Raises:
        UserError: a path does not exist or cannot hold a record.
    """
    # Everything is read before anything is copied: a mistyped path changes nothing.
    held = [source for path in paths for source in sources(path)]
    beside = {(record.claim, record.witness): record for source in held if (record := _usable(source, known))}

    def other(like: Record) -> Beside:
        return lambda id: beside.get((id, like.witness)) or _standing(id, like, folder, known)

    for source in held:
        yield _taken(source, folder, known, other, replace=replace, dry_run=dry_run)


def listed(folder: Path, known: Registry) -> Iterator[Entry]:
    """The records of a folder: whether they are stale, and what they decide."""
    for path in sorted(folder.glob("*.json")):
        yield _judged(read(path), known, lambda like: lambda id: _standing(id, like, folder, known))


def _readable(source: Source) -> Record | None:
    try:
        return None if source.refused else records.parse_record(source.held, source.name)
    except records.RecordError:
        return None


def _usable(source: Source, known: Registry) -> Record | None:
    """A record that may be decided together with another one: of an experiment, sealed and not stale."""
    from ..witnesses.trained.experiment import EXPERIMENTS

    record = _readable(source)
    if record is None or record.claim not in EXPERIMENTS:
        return None
    try:
        require_device(record, witness_of(record, known))
        return None if records.broken_seal(record) or stale(record, known) else record
    except UserError:
        return None


def _standing(id: str, like: Record, folder: Path, known: Registry) -> Record | None:
    """The record of another experiment in the folder, of the same size."""
    path = folder / f"{id.replace('/', '_')}.{like.witness}.json"
    return _usable(read(path), known) if path.is_file() else None


Beside = Callable[[str], Record | None]
Other = Callable[[Record], Beside]
"""From a record, and the id of another experiment, the record that is decided together with it."""


def _judged(source: Source, known: Registry, other: Other) -> Entry:
    """The record of a source and what it decides; or why it is refused, or stale."""
    if source.refused:
        return Entry(source.name, "refused", source.refused)
    record = None
    try:
        record = records.parse_record(source.held, source.name)
        require_device(record, witness_of(record, known))
        broken = records.broken_seal(record)
        if broken:
            return Entry(source.name, "refused", f"{broken}.", record)
        changed = stale(record, known)
        if changed:
            return Entry(source.name, "stale", f"{changed}: make it anew.", record)
        _made(record)
        found = deciding.decide(record, known, other(record))
        if not found:
            raise UserError(f"The record of {record.claim} has no outcome of any of its parts. Make it anew.")
    except UserError as error:
        return Entry(source.name, "refused", str(error), record)
    return Entry(source.name, "there", "", record, found)


def _taken(source: Source, folder: Path, known: Registry, other: Other, *, replace: bool, dry_run: bool) -> Entry:
    judged = _judged(source, known, other)
    if judged.record is None or not judged.good:
        return judged
    record, target = judged.record, folder / file_name(judged.record)

    def entry(state: str, why: str = "") -> Entry:
        return Entry(source.name, state, why, record, judged.found, target)

    standing = _readable(read(target)) if target.is_file() else None
    if standing == record:
        return entry("there already")
    kept = _better(standing, record, known) if standing and not replace else None
    if kept:
        return entry("refused", f"the record in {str(target)!r} is {kept} than this one. Pass --replace to take it.")
    if not dry_run:
        try:
            write_text(target, source.held.decode("utf-8"))
        except OSError as error:
            return entry("refused", f"{str(target)!r} cannot be written: {error.strerror}.")
    return entry("taken")


def witness_of(record: Record, known: Registry) -> str:
    """The witness that reads the record: it is named by that of a claim, and follows from the preset of an experiment.

    Raises:
        UserError: no witness reads it, or there is no such claim.
    """
    from ..witnesses.trained.experiment import EXPERIMENTS, PRESETS_OF, outcomes_of

    if record.claim not in EXPERIMENTS:
        _claim(record, known)
        if record.witness not in ON_CPU:
            raise UserError(f"No witness called {record.witness!r} keeps records: those of trained and gpu are taken.")
        return record.witness
    settings = outcomes_of(record).get("settings") if record.outcomes else None
    if not isinstance(settings, dict) or settings.get("preset") != record.witness:
        raise UserError(f"The record of {record.claim} must name the preset of its settings. Make it anew.")
    for witness, presets in PRESETS_OF.items():
        if record.witness in presets:
            return witness
    every = ", ".join(preset for presets in PRESETS_OF.values() for preset in presets)
    raise UserError(f"No witness reads a record of {record.claim} of the preset {record.witness!r}, only of {every}.")


def _claim(record: Record, known: Registry) -> Claim:
    claim = known.find(record.claim).claim
    if claim is None:
        raise UserError(f"{record.claim} is not transcribed: there is nothing to hold its record against.")
    return claim


def require_device(record: Record, witness: str) -> None:
    """Raise :class:`UserError` where the record was not made on the device of its witness.

    The provenance says where, and so do the sealed settings of the runs, where they are kept.
    """
    runs = [outcome.get(name) for outcome in record.outcomes for name in ("settings", "config")]
    named = [record.provenance.get("device"), record.provenance.get("device_name", "unnamed")]
    named += [run["device"] for run in runs if isinstance(run, dict) and "device" in run]
    if not all(isinstance(name, str) and name for name in named):
        raise UserError(f"The record of {record.claim} must name the device that it was made on. Make it anew.")
    wrong = [name for name in named if name != "unnamed" and (name == "cpu") is not ON_CPU[witness]]
    if wrong:
        wanted = "a CPU" if ON_CPU[witness] else "a GPU"
        made = "a CPU" if wrong[0] == "cpu" else wrong[0]
        raise UserError(f"A record of the {witness} witness must be made on {wanted}: this one was made on {made}.")


def stale(record: Record, known: Registry) -> str | None:
    """What has changed since the record was made, or None."""
    from ..witnesses.trained import experiment

    if record.claim in experiment.EXPERIMENTS:
        return experiment.stale(record, record.witness)
    return records.stale(record, deciding.digests_of(record, _claim(record, known)))


def file_name(record: Record) -> str:
    """The name under which the witness looks for the record."""
    from ..witnesses.trained.experiment import EXPERIMENTS, outcomes_of

    seed = outcomes_of(record)["settings"].get("seed") if record.claim in EXPERIMENTS else None
    return f"{record.claim.replace('/', '_')}.{record.witness}{'' if seed is None else f'.seed-{int(seed)}'}.json"


def _made(record: Record) -> datetime:
    """When the record was made.

    Raises:
        UserError: it does not say so.
    """
    try:
        made = datetime.fromisoformat(record.provenance["made"])
    except (KeyError, TypeError, ValueError):
        raise UserError(f"The record of {record.claim} must say when it was made. Make it anew.") from None
    return made if made.tzinfo else made.replace(tzinfo=UTC)


def _size(record: Record) -> int:
    """Runs, or rows of comparisons where the outcomes have them."""
    rows = (outcome.get("rows") for outcome in record.outcomes)
    return sum(len(found) if isinstance(found, list) else 1 for found in rows)


def _better(standing: Record, record: Record, known: Registry) -> str | None:
    """In what the record that stands there is better than the new one, or None; a stale one never is."""
    try:
        if records.broken_seal(standing) or stale(standing, known):
            return None
        if _made(standing) > _made(record):
            return "newer"
    except UserError:
        return None
    return "larger" if _size(standing) > _size(record) else None
