"""Bounds on the memory of a process, where the system has them.  Standard library only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LEAST = 2 << 30
"""So many bytes may a claim always take."""


@contextmanager
def bounded(more: int | None) -> Iterator[None]:
    """Within, this process may take so many bytes beside those it holds: who asks for more gets a MemoryError."""
    if more is None or sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    held = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    limits = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(held + more, *limits, held + more), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def share(processes: int) -> int | None:
    """The bytes that each of so many processes may take of this machine, or of this container; None if not known."""
    if sys.platform != "linux":
        return None
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):
        whole = min(whole, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return max(LEAST, whole // max(1, processes))
