"""Claim files are programs: before they are read here, a copy of this process reads them, which may end, hang or fill
the memory.  Where there is no such copy (elsewhere than on Linux), they are read here alone.  Standard library only.
"""

from __future__ import annotations

import ctypes
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

SECONDS, LONG = 15.0, 60.0
"""So long may one file run (``$LEMMATA_READING_SECONDS`` says otherwise), and whatever else there is between two."""
_PR_SET_PDEATHSIG = 1
_DONE = b"\0"
inside = False
"""Whether this process is such a copy."""


def try_out(read: Callable[[folders.LeftOut], object], seconds: float) -> folders.LeftOut:
    """Let copies of this process ``read`` the claim files, but for those that were the end of the copies before.

    Returns:
        Those files: they end the process that reads them, crash it, or do not come to an end.

    Raises:
        UserError: something does so that is no single file.
    """
    found: dict[str, str] = {}
    while (died := _tried(read, tuple(found.items()), seconds)) is not None:
        file, end = died
        sentence = f"{folders.shown(file) if file else 'a claim file'} {end}"
        if file in found or not file.endswith(".py"):
            raise UserError(sentence)
        found[file] = sentence
    return tuple(found.items())


def _tried(
    read: Callable[[folders.LeftOut], object], left_out: folders.LeftOut, seconds: float
) -> tuple[str, str] | None:
    """Where one copy is, and how, when it ends too soon; None where it comes to the end."""
    if sys.platform != "linux":
        return None
    reading, writing = os.pipe()
    here, child = os.getpid(), os.fork()
    if child == 0:
        _read_there(lambda: read(left_out), writing, here)
    os.close(writing)
    told = b""
    status = None
    limit = LONG
    try:
        while select.select([reading], [], [], limit)[0]:
            said = os.read(reading, 1 << 16)
            told += said
            limit = seconds if told.endswith(b".py\n") else LONG
            if not said:
                _, status = os.waitpid(child, 0)
                break
    finally:
        os.close(reading)
        if status is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    if told.endswith(_DONE):
        return None
    return os.fsdecode(told.split(b"\n")[-2]) if b"\n" in told else "", _end(status, limit)


def seconds() -> float:
    """So long may one file run."""
    given = os.environ.get("LEMMATA_READING_SECONDS")
    try:
        found = float(given) if given else SECONDS
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise UserError(f"LEMMATA_READING_SECONDS={given!r} must be a positive number of seconds, such as 60.")
    return found


def _end(status: int | None, limit: float) -> str:
    if status is None:
        loop = "take out of it the loop that does not end, or the long work"
        return f"is still being read after {limit:g} s: {loop}, or set LEMMATA_READING_SECONDS to more."
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        return f"crashes the process that reads it, by {name}: take out of it what does so."
    ends = f"ends the process that reads it, with status {os.WEXITSTATUS(status)}"
    return f"{ends}: take out of it what does so, such as os._exit."


def _read_there(read: Callable[[], object], writing: int, parent: int) -> NoReturn:
    """In the copy, which tells what it is about to read and, at the end, that it came to the end."""
    global inside
    inside = True
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))  # it does not outlive who waits for it
        if os.getppid() != parent:
            os._exit(1)
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
    except KeyboardInterrupt:
        os._exit(130)
    finally:
        os._exit(0)
