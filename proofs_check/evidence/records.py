"""Records of runs: raw outcomes with their provenance; verdicts are recomputed from them, never read.

A record's digest covers the statement, the model and the trainer's version, so that *stale* is computed, while a
refactoring of either spoils nothing.  Standard library only.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from ..claims import Claim
from ..digest import digest
from ..errors import UserError
from ..results import jsonable
from ..store import write_text

SCHEMA = 1
EVIDENCE = Path(__file__).resolve().parent
"""The small reference records that are committed."""
_FIELDS = {"schema": int, "claim": str, "witness": str, "digests": dict, "provenance": dict, "outcomes": list}


_REMEDY = "Delete it or make it anew."


class RecordError(UserError):
    """A record file that cannot be used."""


@dataclass(frozen=True, slots=True)
class Record:
    """Raw outcomes of the runs of one witness for one claim."""

    claim: str
    witness: str
    digests: Mapping[str, str]
    provenance: Mapping[str, Any]
    outcomes: tuple[Mapping[str, Any], ...]
    schema: int = SCHEMA


def digests(claim: Claim, model: str, trainer: str) -> dict[str, str]:
    """What a record depends on: the statement, and the versions by which the model and the trainer name themselves."""
    return {"statement": digest(claim.parts, claim.given, claim.options), "model": model, "trainer": trainer}


def provenance(device: str, **more: Any) -> dict[str, Any]:
    """When, where and with what a run was made; nothing that names a person or a machine."""
    versions = {}
    for library in ("lemmata", "numpy", "torch"):
        try:
            versions[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            versions[library] = "absent"
    return {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "device": device,
        "versions": versions,
        **more,
    }


def write_record(path: Path, record: Record) -> None:
    """Write the record, with the digest of its raw outcomes, whole or not at all."""
    sealed = replace(record, digests={**record.digests, "outcomes": outcomes_digest(record)})
    write_text(path, json.dumps(jsonable(asdict(sealed)), indent=1) + "\n")


def outcomes_digest(record: Record) -> str:
    """The digest of the raw outcomes as the file holds them."""
    return digest(json.loads(json.dumps(jsonable(list(record.outcomes)))))


def read_record(path: Path) -> Record:
    """The record in ``path``.

    Raises:
        RecordError: the file cannot be read, is no JSON, or lacks a field of the schema.
    """
    try:
        held = path.read_bytes()
    except OSError as error:
        raise RecordError(f"The record {str(path)!r} cannot be read: {error.strerror}. {_REMEDY}") from error
    return parse_record(held, str(path))


def parse_record(held: bytes, name: str) -> Record:
    """The record in the text ``held``; ``name`` says where it stands.

    Raises:
        RecordError: it is no JSON, or lacks a field of the schema.
    """
    try:
        data = json.loads(held.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"The record {name!r} is no JSON document: {error}. {_REMEDY}") from error
    if not isinstance(data, dict):
        raise RecordError(f"The record {name!r} must be a JSON object, not a {type(data).__name__}. {_REMEDY}")
    for field, kind in _FIELDS.items():
        if not isinstance(data.get(field), kind):
            raise RecordError(f"The record {name!r} must have {field!r} of type {kind.__name__}. {_REMEDY}")
    if data["schema"] != SCHEMA:
        raise RecordError(f"The record {name!r} has schema {data['schema']}, not {SCHEMA}. {_REMEDY}")
    if not all(isinstance(outcome, dict) for outcome in data["outcomes"]):
        raise RecordError(f"The record {name!r} must have outcomes that are JSON objects. {_REMEDY}")
    # Without the digest of its outcomes nobody can tell what they were: no digest is theirs, and the record is stale.
    sealed = {"outcomes": "", **data["digests"]}
    return Record(data["claim"], data["witness"], sealed, data["provenance"], tuple(data["outcomes"]))


def stale(record: Record, current: Mapping[str, str]) -> str | None:
    """What changed since the record was made (``current`` as from :func:`digests`), or None."""
    changed = [name for name, value in current.items() if record.digests.get(name) != value]
    if not changed:
        return broken_seal(record) if "outcomes" in record.digests else None
    return f"the {' and the '.join(changed)} changed since the record of {record.provenance.get('made')}"


def broken_seal(record: Record) -> str | None:
    """That the raw outcomes are others than those that the record was written with, or None."""
    if record.digests.get("outcomes") == outcomes_digest(record):
        return None
    return f"the raw outcomes are not those that the record of {record.provenance.get('made')} was written with"


def find_record(claim: Claim, witness: str, folder: Path = EVIDENCE) -> Record | None:
    """The committed record of a witness for a claim, if there is one."""
    path = record_path(claim, witness, folder)
    return read_record(path) if path.exists() else None


def record_path(claim: Claim, witness: str, folder: Path = EVIDENCE) -> Path:
    return folder / f"{claim.id.replace('/', '_')}.{witness}.json"
