"""Rows kept as they are finished: one line each, so that a run that was stopped or killed goes on where it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from proofs_check.digest import digest, source_digest
from proofs_check.store import home

from .asking import Row
from .shipped import library

HERE = Path(__file__).parent


@cache
def state() -> str:
    """A digest of all that decides a row: the tool, the papers' claims and the adversary itself."""
    own = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(HERE.rglob("*.py"))))
    claims = [library().row(id).digest for id in library().claims]
    return digest(source_digest(), claims, own.hexdigest())


def file() -> Path:
    """Where the rows of this state of the source are."""
    folder = home() / "adversary"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{state()}.jsonl"


def kept(path: Path) -> dict[str, Row | None]:
    """The rows by id, None where there was nothing to ask; half a line at the end, of a killed run, counts as none."""
    return dict(_lines(path))


def _lines(path: Path) -> Iterator[tuple[str, Row | None]]:
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            id, data = json.loads(line)
        except ValueError:
            continue
        yield id, None if data is None else Row.read(data)


def keep(path: Path, id: str, row: Row | None) -> None:
    """Add a row; the line is written whole, or is no line."""
    text = json.dumps([id, None if row is None else row.as_data()])
    with path.open("a", encoding="utf-8") as stream:
        stream.write(f"\n{text}\n")
