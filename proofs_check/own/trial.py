"""Claim files are programs: before they are read here, a copy of this process reads them, which may end, hang or fill
the memory.  Where there is no such copy (elsewhere than on Linux), they are read here alone.  Standard library only.
"""

from __future__ import annotations

import faulthandler
import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from ..errors import UserError
from . import folders

SECONDS = 60.0
"""So long may the reading of one file take."""
_DONE = b"\0"


def try_out(read: Callable[[], object]) -> None:
    """Let a copy of this process ``read`` the claim files.

    Raises:
        UserError: a file ends the process that reads it, crashes it, or does not come to an end.
    """
    if sys.platform != "linux":
        return
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _read_there(read, writing)
    os.close(writing)
    told = b""
    status = None
    try:
        while select.select([reading], [], [], SECONDS)[0]:
            said = os.read(reading, 1 << 16)
            told += said
            if not said:
                _, status = os.waitpid(child, 0)
                break
    finally:
        os.close(reading)
        if status is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    if not told.endswith(_DONE):
        file = folders.shown(os.fsdecode(told.split(b"\n")[-2])) if b"\n" in told else "a claim file"
        raise UserError(f"{file} {_end(status)}")


def _end(status: int | None) -> str:
    if status is None:
        return f"is still being read after {SECONDS:g} s: take out of it the loop that does not end, or the long work."
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        return f"crashes the process that reads it, by {name}: take out of it what does so."
    ends = f"ends the process that reads it, with status {os.WEXITSTATUS(status)}"
    return f"{ends}: take out of it what does so, such as os._exit."


def _read_there(read: Callable[[], object], writing: int) -> NoReturn:
    """In the copy, which tells what it is about to read and, at the end, that it came to the end."""
    try:
        faulthandler.disable()  # what the file does is told in one sentence
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)

        def tell(file: Path) -> None:
            os.write(writing, os.fsencode(file).replace(b"\n", b" ") + b"\n")

        folders.on_file = tell
        with suppress(Exception):
            read()
        os.write(writing, _DONE)
    finally:
        os._exit(0)
