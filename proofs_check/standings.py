"""What the workers of a run know of the library's claims that are cited: each is followed once, not in every copy anew.

A copy tells at its end which of them it found proved, and by which functions; the copies after it use the same, and
count these functions as their own.  What is not proved is never told: in a circle this may depend on who asks.  The
workers of one pool tell each other through a file of the run, to which each adds what its copies found.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from . import executed
from .registry import Registry
from .witnesses import Context

if TYPE_CHECKING:
    from .proof.desk import Cited


@dataclass(frozen=True)
class Standing:
    """Why a proposition may be cited: ``proof``, ``words`` or ``fact``; empty with a reason when it may not."""

    by: str
    reason: str = ""
    facts: frozenset[str] = frozenset()
    used: frozenset[str] | None = None
    means: tuple[str, ...] = ()
    """The means that its proof takes to exist beyond those that it states."""


Known = dict[tuple["Cited", Context], tuple[Standing, tuple[str, ...] | None]]
"""By what is cited and the settings: how it stands, and the functions that were called until this was found."""
_libraries: list[Registry] = []
_known: Known = {}
_new: Known = {}


@dataclass
class _Board:
    """The file of the run, and how much of it was read here."""

    file: Path
    read: int = 0


_boards: list[_Board] = []


def share(library: Registry, file: Path | None = None) -> None:
    """From now on what stands is kept, of the claims of this registry alone; with others that have the ``file``."""
    _libraries[:] = [library]
    _boards[:] = [_Board(file)] if file else []
    _known.clear()
    _new.clear()


def known(within: Registry | None, cited: Cited, context: Context) -> Standing | None:
    """How it stands, where an earlier copy found it proved."""
    found = _known.get((cited, replace(context, known=None))) if _is_shared(within) else None
    if found is None:
        return None
    executed.also(found[1])
    return found[0]


def add(within: Registry | None, standings: Mapping[Cited, Standing], context: Context) -> None:
    """Keep those that are new for the copies to come."""
    if not _is_shared(within):
        return
    keys = {(cited, replace(context, known=None)): standing for cited, standing in standings.items() if standing.by}
    functions = executed.executed()
    _new.update({key: (keys[key], functions) for key in keys.keys() - _known.keys() - _new.keys()})


def news() -> Known:
    """What this process found."""
    return dict(_new)


def hear(news: Known) -> None:
    """Know what a copy of this process found, and tell the others of the run."""
    added = {key: found for key, found in news.items() if key not in _known}
    _known.update(added)
    for board in _boards if added else ():
        said = pickle.dumps(added)
        with suppress(OSError), board.file.open("ab", buffering=0) as stream:
            # At once, behind all that is there.
            stream.write(len(said).to_bytes(_LENGTH) + sha256(said).digest() + said)


def listen() -> None:
    """Know what the others of the run have found since; nothing more once the file is not as it was written."""
    for board in list(_boards):
        left = b""
        with suppress(OSError), board.file.open("rb") as stream:
            stream.seek(board.read)
            left = stream.read()
        while len(left) >= _HEAD and len(left) >= (end := _HEAD + int.from_bytes(left[:_LENGTH])):
            if sha256(left[_HEAD:end]).digest() != left[_LENGTH:_HEAD]:
                _boards.clear()
                return
            _known.update(pickle.loads(left[_HEAD:end]))
            board.read, left = board.read + end, left[end:]


_LENGTH, _HEAD = 8, 40
"""Before each addition stand so many bytes that say how long it is, and its digest: half of one is left for later."""


def _is_shared(within: Registry | None) -> bool:
    return within is not None and any((within.whole or within) is library for library in _libraries)
