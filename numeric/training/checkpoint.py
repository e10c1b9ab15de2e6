"""Files that are whole or absent: written beside and renamed; and Ctrl-C that waits for the end of a step."""

from __future__ import annotations

import io
import json
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from ..errors import InputError


class UnusableCheckpoint(InputError):
    """A checkpoint that is damaged or of another configuration: whoever deletes it begins anew."""


def write_atomically(path: Path, write: Callable[[Path], None]) -> None:
    """Let ``write`` fill a file beside ``path`` and rename it into place."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise InputError(f"out cannot be written: {path}: {error.strerror}. Pass a writable path.") from None
    part = Path(name)
    try:
        write(part)
        os.replace(part, path)
    except OSError as error:
        raise InputError(f"out cannot be written: {path}: {error.strerror}. Make room, or pass another path.") from None
    finally:
        part.unlink(missing_ok=True)


def save_json(path: Path, document: dict[str, Any]) -> None:
    text = json.dumps(document, indent=1, sort_keys=True) + "\n"

    def write(part: Path) -> None:
        part.write_text(text)

    write_atomically(path, write)


def save_state(path: Path, state: dict[str, Any]) -> None:
    import torch

    # Given a file, torch says of a full disk what its archive expected; writing bytes says what is wrong.
    held = io.BytesIO()
    torch.save(state, held)

    def write(part: Path) -> None:
        part.write_bytes(held.getbuffer())

    write_atomically(path, write)


def load_state(path: Path, identity: dict[str, Any], device: str) -> dict[str, Any]:
    """The state saved in ``path``, which must come from the same configuration."""
    import torch

    try:
        state = torch.load(path, map_location=device, weights_only=True)
    except OSError as error:
        raise InputError(f"resume cannot read {path}: {error.strerror}. Start without resume.") from None
    except Exception:  # torch raises several types for a damaged file
        raise UnusableCheckpoint(f"resume cannot use {path}: it is no checkpoint or is damaged. Delete it.") from None
    if not isinstance(state, dict) or state.get("identity") != json.dumps(identity, sort_keys=True):
        raise UnusableCheckpoint(
            f"resume cannot use {path}: it was made with another configuration. Pass the same d, N, Lam, sigma, "
            "method and seed, or start without resume."
        )
    return state


@contextmanager
def deferred_interrupt() -> Iterator[Callable[[], bool]]:
    """Ctrl-C is noted and answered at the end of a step, so that a checkpoint is never of half a step."""
    noted: list[bool] = []

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(True)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)
