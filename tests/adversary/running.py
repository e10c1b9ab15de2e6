"""The runner: the corpus, random statements, changed ones and those of the papers, and what became of them.

What is finished is kept in ``$LEMMATA_HOME/adversary``; the same command goes on where it was stopped or killed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from random import Random

from pebble import ProcessExpired, ProcessPool

from proofs_check.commands import cores
from proofs_check.workers import pool

from . import corpus as corpus
from . import shipped
from .asking import HARD, SECONDS_SHIPPED, Row, answer
from .fuzzing import KINDS
from .fuzzing import ids as random_ids
from .judging import SECONDS, WITNESSES
from .keeping import file, keep, kept
from .metamorphic import CHANGES
from .stating import FAMILIES, Stated, Truth, members
from .tables import faults, report

TOLD_EVERY = 20.0


def everything() -> list[Stated]:
    """The whole corpus."""
    return [stated for name in FAMILIES for stated in members(name)]


def selected(name: str, count: int, seed: int) -> list[str]:
    """The ids of a run, shuffled, so that what is left takes as long as what is done.

    ``name``: words that stand in the ids, such as ``orders/``, ``fuzz/means``, or ``shipped/ ~renamed|~turned`` with
    two alternatives; empty for all.
    """
    words = [word.split("|") for word in name.split()]

    def wanted(id: str) -> bool:
        return all(any(one in id for one in word) for word in words)

    corpus_ids = [stated.id for stated in everything()]
    found = [*corpus_ids, *(f"{id}~{change}" for id in corpus_ids for change in CHANGES)]
    kinds = [kind for kind in KINDS if wanted(f"fuzz/{kind}/")] or list(KINDS)
    found += [id for kind in kinds for id in random_ids(kind, count // len(kinds), seed)]
    papers = [f"shipped/{id}" for id in shipped.ids()]
    found += [*papers, *(f"{id}~{change}" for id in papers for change in shipped.CHANGES)]
    chosen = [id for id in found if wanted(id)]
    needed = {id.partition("~")[0] for id in chosen if "~" in id}
    chosen = [*dict.fromkeys((*chosen, *sorted(needed)))]
    Random(seed).shuffle(chosen)
    return chosen


def run(ids: Sequence[str], jobs: int, told: Callable[[str, Row | None], None]) -> None:
    """Ask about each, in processes; ``told`` hears of each answer as soon as it is there."""
    if jobs == 1:
        for id in ids:
            told(id, answer(id))
        return
    with pool(min(jobs, max(1, len(ids))), WITNESSES) as workers:
        waiting: dict[Future[Row | None], str] = {}
        left = iter(ids)
        while True:
            _fill(workers, waiting, left, 4 * jobs)
            if not waiting:
                return
            done, _ = wait(waiting, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                id = waiting.pop(future)
                told(id, _row(future, id))


def _fill(workers: ProcessPool, waiting: dict[Future[Row | None], str], left: Iterator[str], most: int) -> None:
    while len(waiting) < most:
        id = next(left, None)
        if id is None:
            return
        seconds = SECONDS_SHIPPED if id.startswith("shipped/") else SECONDS
        waiting[workers.schedule(answer, (id,), timeout=seconds + HARD)] = id


def _row(future: Future[Row | None], id: str) -> Row | None:
    try:
        return future.result()
    except TimeoutError:
        return Row(id, Truth.UNKNOWN.name, "STOPPED", "its process did not listen, and was stopped")
    except ProcessExpired:
        return Row(id, Truth.UNKNOWN.name, "DIED", defects=("the process that examined it died (out of memory?)",))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print the counts, and return 1 where a verdict can never be."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversary", description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="random statements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", default="", help="words of the ids: orders/, fuzz/means, 'shipped/ ~renamed'")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes; by default one per core")
    parser.add_argument("--fresh", action="store_true", help="do not go on where the last run stopped")
    chosen = parser.parse_args(arguments)
    ids = selected(chosen.family, chosen.count, chosen.seed)
    path = file()
    if chosen.fresh:
        path.unlink(missing_ok=True)
    rows = _finished(ids, chosen.jobs, path)
    if rows is None:
        print("interrupted; what is finished is kept, the same command goes on", flush=True)
        return 130
    print(report(rows))
    return 1 if faults(rows) else 0


def _finished(ids: Sequence[str], jobs: int, path: Path) -> list[Row] | None:
    """The rows of all ids, those kept among them; None after Ctrl-C."""
    there = kept(path)
    open_ = [id for id in ids if id not in there]
    if len(open_) < len(ids):
        print(f"{len(ids) - len(open_)} of {len(ids)} were finished before", flush=True)
    began = last = time.monotonic()
    done = 0

    def told(id: str, row: Row | None) -> None:
        nonlocal last, done
        keep(path, id, row)
        there[id] = row
        done += 1
        if row is not None and row.fault:
            print(f"{row.fault}: {row.said}", flush=True)
        if time.monotonic() - last >= TOLD_EVERY:
            last = time.monotonic()
            left = (last - began) / done * (len(open_) - done)
            print(f"{done} of {len(open_)}, about {left / 60:.0f} minutes left", flush=True)

    try:
        run(open_, jobs, told)
    except KeyboardInterrupt:
        return None
    return [row for id in ids if (row := there.get(id)) is not None]
