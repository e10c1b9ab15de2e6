"""Claim files are programs: before they are read here, another process reads them, which may end, hang or fill the
memory.  It is a copy of this one, or a fresh one where this one runs threads, whose locks a copy would hold for ever
(a notebook), or where there are no copies (elsewhere than on Linux).  Standard library only.

This guards against mistakes, not against malice: then the files are read here, and one that does something else the
second time, sets a timer or changes what this package does, does it to this process, with all that its user may do.
Run other people's claim files where one would run their programs.
"""

from __future__ import annotations

import ctypes
import faulthandler
import json
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from ..errors import UserError
from . import folders

SECONDS, LONG = 15.0, 60.0
"""So long may one file run (``$LEMMATA_READING_SECONDS`` says otherwise), and whatever else there is between two."""
_PR_SET_PDEATHSIG = 1
_DONE, _THREAD = b"\0", b"\1"
Read = Callable[[tuple[str, ...], folders.LeftOut], object]
inside = False
"""Whether this process is there to try files out."""


def try_out(read: Read, paths: tuple[str, ...], seconds: float) -> folders.LeftOut:
    """Let other processes ``read`` the claim files, but for those that were the end of the processes before.

    Returns:
        Those files: they end the process that reads them, crash it, or do not come to an end.

    Raises:
        UserError: something does so that is no single file.
    """
    found: dict[str, str] = {}
    while (died := _tried(read, paths, tuple(found.items()), seconds)) is not None:
        file, end = died
        sentence = f"{folders.shown(file) if file else 'a claim file'} {end}"
        if file in found or not file.endswith(".py"):
            raise UserError(sentence)
        found[file] = sentence
    return tuple(found.items())


def _tried(
    read: Read, paths: tuple[str, ...], left_out: folders.LeftOut, seconds: float
) -> tuple[str, str] | None:
    """Where one such process is, and how, when it ends too soon; None where it comes to the end."""
    reading, writing = os.pipe()
    copied = sys.platform == "linux" and threading.active_count() == 1
    child = _copy(lambda: read(paths, left_out), writing) if copied else _fresh(read, (paths, left_out), writing)
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
    if told.endswith(_DONE) or not (told or copied):  # no Python starts: it is inside some other program
        return None
    if told.endswith(_THREAD):
        ends = "leaves a thread running: let it end within the file, thread.join(), or take it out."
        return os.fsdecode(told.split(b"\n")[-2]), ends
    return os.fsdecode(told.split(b"\n")[-2]) if b"\n" in told else "", _end(status, limit)


def _copy(read: Callable[[], object], writing: int) -> int:
    """The number of a copy of this process that reads."""
    here, child = os.getpid(), os.fork()
    if child == 0:
        _read_there(read, writing, here)
    return child


def _fresh(read: Read, given: tuple[tuple[str, ...], folders.LeftOut], writing: int) -> int:
    """The number of a fresh process that reads, by the same modules."""
    asked = json.dumps({"path": sys.path, "given": given, "parent": os.getpid()})
    program = (
        "import json, sys; asked = json.loads(sys.argv[1]); sys.path[:] = asked['path']; "
        f"from {read.__module__} import {read.__name__} as read; from {__name__} import answer; answer(read, asked)"
    )
    nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 2)]
    actions = [*nowhere, (os.POSIX_SPAWN_DUP2, writing, 1)]
    python = sys.executable or "python3"
    return os.posix_spawnp(python, [python, "-c", program, asked], os.environ, file_actions=actions)


def answer(read: Read, asked: dict[str, Any]) -> NoReturn:
    """In the fresh process."""
    paths, left_out = asked["given"]
    writing = os.dup(1)
    _read_there(lambda: read(tuple(paths), tuple(map(tuple, left_out))), writing, asked["parent"])


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
    """In the other process, which tells what it is about to read and, at the end, that it came to the end."""
    global inside
    inside = True
    try:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))  # it does not outlive who waits for it
        if os.getppid() != parent:
            os._exit(1)
        faulthandler.disable()  # what the file does is told in one sentence
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)

        def tell(file: Path) -> None:
            if _threads():
                os.write(writing, _THREAD)
                os._exit(0)
            os.write(writing, os.fsencode(file).replace(b"\n", b" ") + b"\n")

        folders.on_file = tell
        with suppress(Exception):
            read()
        os.write(writing, _DONE)
    except KeyboardInterrupt:
        os._exit(130)
    finally:
        os._exit(0)


def _threads() -> bool:
    """Whether a file that was read has left any: what they do later would be another file's fault."""
    here = threading.current_thread()
    for thread in threading.enumerate():
        if thread is not here:
            thread.join(0.5)
    return threading.active_count() > 1
