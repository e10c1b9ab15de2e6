"""The source files of the package: their state, and which of them decide results.  Standard library only."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
_ROOT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
WINGS = ("symbolic", "numeric", "proofs_check")
_NOT_DECIDING = frozenset({
    "__init__.py", "answers.py", "arguments.py", "certificates", "cli.py", "commands", "config.py", "errors.py",
    "fidelity", "guards.py", "lsa.py", "notebook.py", "options.py", "own", "pytest_plugin.py", "recorded.py",
    "registry.py", "report", "shown.py",
})  # fmt: skip
"""Parts of proofs_check that only show, select, find or read options; whatever is new there counts as deciding."""
_LIBRARIES = ("mpmath", "numpy", "python-flint", "scipy", "sympy", "torch", "transformers")

_SEEN: list[tuple[int, int]] = []
"""When the files were written, and their sizes, as this process first met them."""


@cache
def contents() -> dict[str, str]:
    """The digest of the bytes of every file of the package, by its path."""
    paths = sorted(_files())
    _SEEN.extend(map(_times, paths))
    return {path: hashlib.sha256(bytes_of(path)).hexdigest()[:32] for path in paths}


@cache
def state() -> str:
    """The digest of every byte of the package, and of what it runs on: what is the same in one state is made once."""
    found = hashlib.sha256(platform().encode())
    for path, held in contents().items():
        found.update(f"{path} {held}\n".encode())
    return found.hexdigest()[:32]


@cache
def platform() -> str:
    """The versions of Python and of the libraries that decide; with -O, assertions are no part of the code."""
    python = f"python {sys.version_info[:3]} {sys.implementation.name} {sys.flags.optimize}"
    return "; ".join([python, *(f"{library} {_version(library)}" for library in _LIBRARIES)])


def unchanged() -> bool:
    """Whether no file was written since this process first looked: else nobody knows which version it has imported."""
    try:
        return list(map(_times, contents())) == _SEEN
    except OSError:
        return False


def path_of(file: str | None) -> str | None:
    """The path of a file of the package, from that of its folder; None for any other."""
    if file is None or not file.startswith(_ROOT):
        return None
    return file[len(_ROOT) :].replace(os.sep, "/")


def cache_folders(name: str) -> Iterator[Path]:
    """Where what is made from the sources may be kept: in the user's cache directory, else in the store."""
    yield user_cache() / "lemmata" / name
    yield Path(os.environ.get("LEMMATA_HOME") or ".lemmata") / name


def user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def write_bytes(path: Path, held: bytes) -> None:
    """Write at once: a reader, or a kill, never meets half a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(held)
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:  # a full disk names no file
        raise OSError(error.errno, error.strerror, str(path)) from error


ABANDONED = 3600.0
"""Seconds after which a half-written file has no writer any more: it was killed."""


def sweep(folder: Path) -> None:
    """Remove what killed writers have left in the folder."""
    for path in folder.glob(".*"):
        with suppress(OSError):
            if path.name != ".gitignore" and path.is_file() and time.time() - path.stat().st_mtime > ABANDONED:
                path.unlink()


def _times(path: str) -> tuple[int, int]:
    found = os.stat(_ROOT + path)  # a Path takes four times as long
    return found.st_mtime_ns, found.st_size


def _files() -> Iterator[str]:
    for wing in WINGS:
        for folder, inner, names in os.walk(HOME / wing):
            inner[:] = [name for name in inner if name != "__pycache__"]
            place = os.path.relpath(folder, HOME).replace(os.sep, "/")
            yield from (f"{place}/{name}" for name in names if name.endswith((".py", ".json")))


def bytes_of(path: str) -> bytes:
    with open(HOME / path, "rb", buffering=0) as stream:
        return stream.read()


def decides(path: str) -> bool:
    """Whether a file outside the papers decides results: claims are covered by their own digests."""
    wing, *inside = path.split("/")
    if wing == "symbolic":
        return inside[0] != "typesetting"  # it prints what the rest has derived
    if wing != "proofs_check":
        return True
    # The scripts for authors decide nothing, unlike the records beside them.
    return inside[0] not in (*_NOT_DECIDING, "papers") and inside[:2] != ["evidence", "errata"]


def is_of_papers(path: str) -> bool:
    """Whether the file is one of the papers': it decides where an engine, or what a model is, takes something of it."""
    return path.startswith("proofs_check/papers/") and path.endswith(".py")


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "absent"
