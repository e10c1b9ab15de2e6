"""The files of papers, and whether they have changed.  Standard library only."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ...errors import UserError
from .sources import sources

Stamps = dict[Path, tuple[int, int]]


def stamps(papers: Sequence[Path]) -> Stamps:
    """When each file of the papers was written, those that they input included, and how long it is."""
    files = list(papers)
    for paper in papers:
        try:
            files += sources(paper.resolve()).files
        except UserError:  # told where the paper is read
            continue
    found = {file.resolve(): file.stat() for file in files if file.exists()}
    return {file: (stat.st_mtime_ns, stat.st_size) for file, stat in found.items()}


def changes(papers: Sequence[Path], wait: Callable[[float], object] = time.sleep) -> Iterator[None]:
    """At once, and again whenever a file of the papers has changed."""
    seen: Stamps | None = None
    while True:
        now = stamps(papers)
        if now != seen:
            seen = now
            yield
        wait(0.5)
