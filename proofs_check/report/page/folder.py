"""Writing the report into a folder: whole or not at all, and never over files that are not ours."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ...errors import UserError
from ...store import write_text
from .pages import File

MANIFEST = "lemmata-report.json"
"""Lists the files of the report, so that the next one knows which it may overwrite and remove."""


def check_folder(folder: Path, argument: str) -> None:
    """Raise :class:`UserError` now, before long work, if the report could not be written to ``folder``."""
    shown = f"{argument} {str(folder)!r}"
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{shown} must be a folder: it is a file. Name a folder.")
    parent = folder if folder.is_dir() else folder.resolve().parent
    if not parent.is_dir():
        raise UserError(f"{shown} cannot be written: {str(parent)!r} is no folder. Make it first.")
    try:
        with tempfile.TemporaryFile(dir=parent):
            pass
    except OSError as error:
        raise UserError(f"{shown} cannot be written: {error.strerror}. Choose another.") from error
    if (folder / "index.html").exists() and "index.html" not in written(folder):
        raise UserError(f"{shown} holds an index.html that no report wrote: name another folder, or move that file.")


def written(folder: Path) -> frozenset[str]:
    """The files that the last report wrote to ``folder``; none where its list is missing or broken."""
    try:
        listed = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        inside = [name for name in listed if not Path(name).is_absolute() and ".." not in Path(name).parts]
        return frozenset(inside)
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()


def write(folder: Path, files: Iterable[File]) -> int:
    """Write all files beside the folder first, then put them in their places; returns how many there are.

    An interrupt before that leaves the folder as it was; while the files change places it waits.  Files of an earlier
    report that this one lacks are removed, other files never.

    Raises:
        UserError: a file would overwrite one that no report wrote.
    """
    parent = folder.resolve().parent
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=parent))
    try:
        names = []
        for file in files:
            write_text(draft / file.path, file.text)
            names.append(file.path)
        before = written(folder)
        for name in names:
            if (folder / name).exists() and name not in before:
                raise UserError(f"{str(folder / name)!r} was written by no report: name another folder, or move it.")
        with _uninterrupted():
            _place(draft, folder, names, before)
        return len(names)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _place(draft: Path, folder: Path, names: list[str], before: frozenset[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _list(folder, before.union(names))
    for name in names:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(draft / name, target)
    for name in before.difference(names):
        (folder / name).unlink(missing_ok=True)
        for above in (folder / name).parents:
            if above == folder or any(above.iterdir()):
                break
            above.rmdir()
    _list(folder, frozenset(names))


def _list(folder: Path, names: frozenset[str]) -> None:
    text = json.dumps({"schema": 1, "files": sorted(names)}, indent=0)
    write_text(folder / MANIFEST, text + "\n")


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the block is done."""
    asked: list[object] = []
    try:
        before = signal.signal(signal.SIGINT, lambda *_: asked.append(1))
    except ValueError:  # not the main thread: no signals arrive here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        raise KeyboardInterrupt
