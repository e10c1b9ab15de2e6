"""The store of finished results: one small file each, written whole or not at all.  Standard library only.

It lies in ``$LEMMATA_HOME`` where that is set, else in ``.lemmata`` of the current directory, else (where that cannot
be written) in ``lemmata`` of the user's cache directory.  Everything in it can be deleted at any time, and a new one
holds a ``.gitignore`` that keeps it out of a repository.
"""

from __future__ import annotations

import json
import os
import tempfile
import zlib
from base64 import b85decode, b85encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from . import sources
from .claims import Claim
from .digest import digest, source_digest
from .errors import UserError
from .registry import Registry
from .relevant_code import digest_of
from .results import Result, from_json, to_json
from .sources import user_cache, write_bytes
from .witnesses import Context

SCHEMA = 2
KEPT = 6
"""Stored results of one claim: other options, or a state of the source that one may come back to."""


def write_text(path: Path, text: str) -> None:
    """Write ``text`` to ``path`` at once: a reader, or a kill, never meets half a file."""
    write_bytes(path, text.encode("utf-8"))


def check_writable(path: Path, argument: str) -> None:
    """Raise :class:`UserError` now, before long work, if ``path`` could not be written afterwards."""
    if path.is_dir():
        raise UserError(f"{argument} {str(path)!r} must be a file: it is a folder. Name a file inside it.")
    folder = path.parent
    if not folder.is_dir():
        raise UserError(f"{argument} {str(path)!r} cannot be written: {str(folder)!r} is no folder. Make it first.")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise UserError(f"{argument} {str(path)!r} cannot be written: {error.strerror}. Choose another.") from error


def check_folder(folder: Path, argument: str) -> None:
    """Raise :class:`UserError` now if no file could be written in ``folder``, which is made if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except FileExistsError:
        raise UserError(f"{argument} {str(folder)!r} must be a folder: it is a file. Name a folder.") from None
    except OSError as error:
        raise UserError(f"{argument} {str(folder)!r} cannot be written: {error.strerror}. Choose another.") from error


def home() -> Path:
    """The folder of the store; made if need be."""
    chosen = os.environ.get("LEMMATA_HOME")
    candidates = [Path(chosen)] if chosen else [Path(".lemmata"), user_cache() / "lemmata"]
    for folder in candidates:
        try:
            made = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
            if made:
                (folder / ".gitignore").write_text("# Made by lemmata: results that can be made again.\n*\n")
            return folder
        except OSError as error:
            reason = error.strerror
    raise UserError(f"LEMMATA_HOME {str(candidates[-1])!r} cannot be written: {reason}. Set it to a writable folder.")


@dataclass(frozen=True)
class Store:
    """Results by what is asked and by the code that answered.

    The key covers the claim, what its proof may use, the witnesses and the context.  A result names the functions by
    which it was found, and holds while their code is the same.
    """

    folder: Path

    def key(self, claim: Claim | str, names: Sequence[str], context: Context, known: Registry) -> str:
        """What is asked: the claim, and what its proof or a citation may refer to, of whom and under which settings."""
        if not isinstance(claim, str):
            known, claim = known if known.claims.get(claim.id) is claim else known.beside(claim), claim.id
        return digest(SCHEMA, known.digest_for(claim), tuple(names), context)

    def _path(self, id: str, name: str) -> Path:
        return self.folder / "results" / id.replace("/", "_") / f"{name}.json"

    def read(self, id: str, key: str) -> Result | None:
        """The stored result, or None where there is none that the present code found.

        A broken file counts as none and is overwritten later.
        """
        for path in self._stored(id, f"{key}-"):
            try:
                held = json.loads(path.read_text(encoding="utf-8"))
                watched = held["executed"] is not None
                if (watched and held["state"] == sources.state()) or held["code"] == _code(_unpacked(held["executed"])):
                    return from_json(held)
            except (OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error):
                continue
        return None

    def write(self, id: str, key: str, result: Result) -> None:
        """Keep the result, and no more than the last few of the same claim."""
        code = _code(result.executed)
        held = {"state": sources.state(), "executed": _packed(result.executed), "code": code, **to_json(result)}
        write_text(self._path(id, f"{key}-{code[:8]}"), json.dumps(held))
        for outdated in self._files(id)[:-KEPT]:
            outdated.unlink(missing_ok=True)

    def _stored(self, id: str, start: str = "") -> list[Path]:
        """The stored results of the claim whose names start so; a pattern for each claim took a sixth of ``list``."""
        folder = self._path(id, "").parent
        try:
            names = os.listdir(folder)
        except OSError:
            return []
        return [folder / name for name in names if name.startswith(start) and name.endswith(".json")]

    def _files(self, id: str) -> list[Path]:
        """The stored results of the claim, oldest first."""
        return sorted(self._stored(id), key=lambda path: (path.stat().st_mtime_ns, path.name))

    def last_seconds(self, id: str) -> float | None:
        """How long the claim took the last time, whatever has changed since."""
        try:
            files = self._files(id)
            return float(json.loads(files[-1].read_text(encoding="utf-8"))["seconds"]) if files else None
        except (OSError, ValueError, KeyError, TypeError):
            return None


def _packed(executed: Sequence[str] | None) -> str | None:
    """As text of a third of the length: there are thousands of functions, and hardly ever is one asked for."""
    return None if executed is None else b85encode(zlib.compress("\n".join(executed).encode(), 1)).decode()


def _unpacked(packed: str | None) -> list[str] | None:
    return None if packed is None else zlib.decompress(b85decode(packed)).decode().splitlines()


def _code(executed: Sequence[str] | None) -> str:
    return source_digest() if executed is None else digest_of(executed)
