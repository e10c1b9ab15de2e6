"""Where records come from: a file, a folder, or an archive of them, read into memory and never unpacked.  Standard
library only."""

from __future__ import annotations

import json
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..errors import UserError

TARS, ZIPS = (".tar", ".tar.gz", ".tgz"), (".zip",)
LARGEST = 1 << 28
"""Bytes of one record: a larger one is none."""
DAMAGED = (
    tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError
)  # fmt: skip
"""What reading an archive raises that is none, breaks off, or is encrypted."""
WORKING = frozenset({"runs", "__MACOSX"})
"""Folders that hold no records: checkpoints and finished models, and what macOS adds to archives."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file that may be a record: its bytes, or why they cannot be had."""

    name: str
    held: bytes = b""
    refused: str = ""


def sources(path: Path) -> Iterator[Source]:
    """The files of ``path`` that may be records.

    Raises:
        UserError: there is no such path, or nothing in it can be a record.
    """
    lower = path.name.lower()
    try:
        there = path.exists()
    except OSError as error:
        raise UserError(f"PATH {str(path)!r} cannot be read: {error.strerror}. Name another.") from None
    if not there:
        raise UserError(f"PATH {str(path)!r} does not exist. Name a folder, a record, or an archive of records.")
    if path.is_dir():
        found = _folder(path)
    elif lower.endswith(TARS):
        found = _archive(path, _tar(path))
    elif lower.endswith(ZIPS):
        found = _archive(path, _zip(path))
    elif lower.endswith(".json"):
        found = iter([read(path)])
    else:
        ends = ", ".join((".json", *TARS, *ZIPS))
        raise UserError(f"PATH {str(path)!r} must be a folder or end in one of {ends}. Name another.")
    first = next(found, None)
    if first is None:
        raise UserError(f"PATH {str(path)!r} holds no record, no file that ends in .json. Name another.")
    yield first
    yield from found


def foreign(held: bytes) -> bool:
    """Whether a file of a folder is JSON of another kind: an object with nothing that a record has."""
    try:
        data = json.loads(held.decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    return not (isinstance(data, dict) and {"claim", "witness", "outcomes"} & data.keys())


def read(path: Path) -> Source:
    """One file, whatever it is."""
    try:
        if path.stat().st_size > LARGEST:
            return Source(str(path), refused=_too_large(str(path)))
        return Source(str(path), path.read_bytes())
    except OSError as error:
        return Source(str(path), refused=f"{str(path)!r} cannot be read: {error.strerror}.")


def _too_large(name: str) -> str:
    return f"{name!r} has more than {LARGEST >> 20} MiB: no record is so large."


def _wanted(name: PurePosixPath | Path) -> bool:
    """Whether a name inside a folder or an archive may be that of a record."""
    hidden = any(part.startswith(".") for part in name.parts)
    return name.suffix == ".json" and not hidden and not WORKING & set(name.parts[:-1])


def _folder(path: Path) -> Iterator[Source]:
    try:
        names = sorted(path.rglob("*.json"))
    except OSError as error:
        raise UserError(f"PATH {str(path)!r} cannot be read: {error.strerror}. Name another.") from None
    for name in names:
        if _wanted(name.relative_to(path)) and name.is_file():
            found = read(name)
            if found.refused or not foreign(found.held):
                yield found


def _archive(path: Path, members: Iterator[Source]) -> Iterator[Source]:
    """The members, and the sentence where the archive breaks off."""
    try:
        for found in members:
            if found.refused or not foreign(found.held):
                yield found
    except DAMAGED as error:
        yield Source(str(path), refused=f"{str(path)!r} is no archive, or a damaged one: {error}.")


def _outside(name: str) -> bool:
    """Whether a member's name leads out of its archive."""
    return name.startswith(("/", "\\")) or ".." in name.replace("\\", "/").split("/") or name[1:2] == ":"


def _tar(path: Path) -> Iterator[Source]:
    with tarfile.open(path) as archive:
        for member in archive:
            name = f"{path}:{member.name}"
            if _outside(member.name):
                yield Source(name, refused=f"{name!r} leads out of its archive: nothing is taken from there.")
            elif member.isfile() and _wanted(PurePosixPath(member.name)):
                stream = archive.extractfile(member)
                assert stream is not None, "it is a file"
                if member.size > LARGEST:
                    yield Source(name, refused=_too_large(name))
                else:
                    yield Source(name, stream.read())
            elif not (member.isfile() or member.isdir()) and member.name.endswith(".json"):
                yield Source(name, refused=f"{name!r} is a link, not a file: pack the record itself.")


def _zip(path: Path) -> Iterator[Source]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            name = f"{path}:{member.filename}"
            if _outside(member.filename):
                yield Source(name, refused=f"{name!r} leads out of its archive: nothing is taken from there.")
            elif not member.is_dir() and _wanted(PurePosixPath(member.filename)):
                with archive.open(member) as stream:
                    held = stream.read(LARGEST + 1)  # what the archive says of its size may be wrong
                yield Source(name, refused=_too_large(name)) if len(held) > LARGEST else Source(name, held)
