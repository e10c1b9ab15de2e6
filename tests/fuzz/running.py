"""Runs what was drawn, in copies of this process: what takes too long or too much is told of, like what goes wrong."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from random import Random
from traceback import extract_tb
from typing import Any

from proofs_check.workers import Died, alone

from .calls import chain_of_calls
from .commands import command_lines
from .files import claim_files

SECONDS = 20.0
"""So long may one call take."""
MEMORY = 2 << 30
DRAWN: dict[str, Callable[[Random], Iterator[tuple[str, Callable[[], Any]]]]] = {
    "calls": chain_of_calls, "commands": command_lines, "files": claim_files,
}  # fmt: skip


def wrong(id: str) -> tuple[int, list[str]]:
    """How many calls this draw made, and what went wrong with them; the id is ``kind-seed-number``."""
    kind = id.partition("-")[0]
    count, found = 0, []
    for words, call in DRAWN[kind](Random(id)):
        count += 1
        started = time.process_time()
        try:
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                call()
        except Exception as error:
            if not _is_sentence(error):
                place = extract_tb(error.__traceback__)[-1]
                where = f"{os.path.relpath(place.filename)}:{place.lineno}"
                found.append(f"{id}: {words}: {type(error).__name__}: {str(error)[:400]} ({where})")
        if time.process_time() - started > SECONDS:
            found.append(f"{id}: {words}: took {time.process_time() - started:.0f} s")
    return count, found


def _is_sentence(error: Exception) -> bool:
    return getattr(error, "is_user_error", False) and len(str(error)) > 20


def _all_wrong(ids: Sequence[str]) -> tuple[int, list[str]]:
    told = [wrong(id) for id in ids]
    return sum(count for count, _ in told), [sentence for _, found in told for sentence in found]


def run(ids: Sequence[str], batch: int = 25) -> Iterator[tuple[int, list[str]]]:
    """For each batch of draws how many calls they made, and what went wrong."""
    for k in range(0, len(ids), batch):
        some = ids[k : k + batch]
        try:
            yield alone(_all_wrong, some, limit=2 * SECONDS, memory=MEMORY, anywhere=True)
        except (TimeoutError, MemoryError, Died) as error:
            if batch == 1:
                yield 1, [f"{some[0]}: {type(error).__name__}"]
            else:
                yield from run(some, 1)


def main(count: int, seed: int, kinds: Sequence[str]) -> int:
    """Draw until so many calls were made; an interrupt ends it with what was counted."""
    done, bad, number = 0, 0, 0
    try:
        while done < count:
            ids = [f"{kind}-{seed}-{number + k}" for kind in kinds for k in range({"calls": 300}.get(kind, 10))]
            number += 300
            for made, found in run(ids):
                done, bad = done + made, bad + len(found)
                for sentence in found:
                    print(sentence, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    print(f"{done} calls, {bad} wrong", file=sys.stderr)
    return bool(bad)
