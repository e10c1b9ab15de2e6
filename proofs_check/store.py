"""The store of finished results: one small file each, written whole or not at all.  Standard library only.

It lies in ``$LEMMATA_HOME`` where that is set, else in ``.lemmata`` of the current directory, else (where that cannot
be written) in ``lemmata`` of the user's cache directory.  Everything in it can be deleted at any time, and a new one
holds a ``.gitignore`` that keeps it out of a repository.

Each file bears a seal, a digest of what it says and of the claim and the question that it answers.  A file that was
broken, copied under another claim, or edited by hand counts as none, and the claim is examined anew.  The seal has no
secret: who can write into the folder and means to deceive can seal anew.  So a store from elsewhere (the cache of a
public repository's CI) is worth what those are trusted who may write there; ``lemmata check --fresh`` reads none.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import sources
from .catalogue import Registry
from .claims import Claim
from .digest import digest, source_digest
from .errors import UserError
from .relevant_code import digest_of
from .results import Result, from_json, to_json
from .sources import sweep, user_cache, write_bytes
from .witnesses import Context

SCHEMA = 3
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
    """The folder of the store, made if need be, for who cannot do without it.

    Raises:
        UserError: none can be written.
    """
    folder, reason = _chosen()
    if reason:
        raise UserError(f"LEMMATA_HOME {str(folder)!r} cannot be written: {reason}. Set it to a writable folder.")
    return folder


def store_folder() -> Path:
    """The folder of the store, for who reads it or can do without: where none can be written, the one that is meant."""
    return _chosen()[0]


def _chosen() -> tuple[Path, str]:
    """The folder, and why it cannot be written; empty where it can."""
    chosen = os.environ.get("LEMMATA_HOME")
    reason = ""
    for folder in [Path(chosen)] if chosen else [Path(".lemmata"), user_cache() / "lemmata"]:
        try:
            made = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
            if made:
                write_text(folder / ".gitignore", "# Made by lemmata: results that can be made again.\n*\n")
            return folder, ""
        except OSError as error:
            reason = error.strerror or str(error)
    return folder, reason


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

        A file that is broken, or not what was written there, counts as none and is overwritten later.
        """
        for path in reversed(self._files(id)):  # the newest one is the likeliest
            if not path.name.startswith(f"{key}-"):
                continue
            try:
                held = _unsealed(path, id, key)
                watched, state = held["executed"] is not None, sources.state()
                if not (watched and held["state"] == state):
                    if held["code"] != _code(_unpacked(held["executed"])):
                        continue
                    if held["state"] != state:
                        with suppress(OSError):  # next time nothing of this has to be found again
                            _write(path, id, key, held | {"state": state})
                return from_json(held)
            except Exception:  # whatever is wrong with a file, its claim can be examined
                continue
        return None

    def write(self, id: str, key: str, result: Result) -> None:
        """Keep the result, and no more than the last few of the same claim.

        Raises:
            OSError: there is no room, or no folder.
        """
        code = _code(result.executed)
        held = {"state": sources.state(), "executed": _packed(result.executed), "code": code, **to_json(result)}
        path = self._path(id, f"{key}-{code[:8]}")
        _write(path, id, key, held)
        for outdated in self._files(id)[:-KEPT]:
            outdated.unlink(missing_ok=True)
        sweep(path.parent)

    def _files(self, id: str) -> list[Path]:
        """The stored results of the claim, oldest first; another run may remove some meanwhile."""
        found = []
        folder = self._path(id, "").parent
        with suppress(OSError), os.scandir(folder) as files:
            for file in files:
                if file.name.endswith(".json"):
                    with suppress(OSError):
                        found.append((file.stat().st_mtime_ns, file.name))
        return [folder / name for _, name in sorted(found)]

    def last_seconds(self, id: str) -> float | None:
        """How long the claim took the last time, whatever has changed since."""
        for path in self._files(id)[-1:]:
            with suppress(OSError, ValueError, KeyError, TypeError):
                seconds = float(json.loads(path.read_text(encoding="utf-8"))["seconds"])
                return seconds if math.isfinite(seconds) else None
        return None


_PLACE = len('{"seal": "'), len('{"seal": "", ') + 64
"""Where the seal begins, and what is sealed, without its brace."""


def _write(path: Path, id: str, key: str, held: Mapping[str, Any]) -> None:
    body = json.dumps(held)
    write_text(path, f'{{"seal": "{_seal(body, id, key)}", {body[1:]}')


def _seal(body: str, id: str, key: str) -> str:
    return hashlib.sha256(f"{id} {key}\n{body}".encode()).hexdigest()


def _unsealed(path: Path, id: str, key: str) -> dict[str, Any]:
    """What the file says of this question; a ValueError where that is not what was written there."""
    text = path.read_text(encoding="utf-8")
    start, end = _PLACE
    body = "{" + text[end:]
    held: dict[str, Any] = json.loads(body)
    if text[start : start + 64] != _seal(body, id, key) or held["id"] != id:
        raise ValueError(f"{path} is not as it was written")
    return held


def _packed(executed: Sequence[str] | None) -> str | None:
    """As text of a third of the length: there are thousands of functions, and hardly ever is one asked for."""
    return None if executed is None else b64encode(zlib.compress("\n".join(executed).encode(), 1)).decode()


def _unpacked(packed: str | None) -> list[str] | None:
    return None if packed is None else zlib.decompress(b64decode(packed)).decode().splitlines()


def _code(executed: Sequence[str] | None) -> str:
    return source_digest() if executed is None else digest_of(executed)
