"""Several trainings at once, each in a process and thread of its own; what is done is kept, what was begun goes on."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from ..errors import InputError
from .checkpoint import deferred_interrupt
from .elsewhere import train_elsewhere
from .resumable import Loss, Progress
from .tasks import INTERRUPTED, Named, Reports, Show, Work, held_in, without_key


@dataclass(frozen=True, slots=True)
class Share:
    """One of the models of an experiment, or one group of them, to be trained in this process."""

    finish: Callable[..., dict[str, Any] | None]
    """``finish(progress=...)``: its outcome; None after Ctrl-C."""
    file: Path
    key: dict[str, Any]
    steps: int

    @property
    def done(self) -> bool:
        """Whether its outcome is in its file."""
        return held_in(self.file, self.key) is not None

    @property
    def checkpoint(self) -> Path:
        return self.file.with_suffix(".checkpoint")


def reporter(name: str, reports: Reports) -> Progress:
    """Tells the queue about every 20th step; ends the process when whoever began it was killed."""
    parent = os.getppid()

    def report(done: int, loss: Loss) -> None:
        if os.getppid() != parent:
            sys.exit(INTERRUPTED)  # the last checkpoint holds what was done
        if reports is not None and done % 20 == 0:
            reports.put((name, done, loss()))

    return report


def train_all(
    what: str, work: Work, curves: Sequence[Named], jobs: int, show: Show, interrupted: Callable[[], bool],
    ready: Sequence[str] = (),
) -> None:  # fmt: skip
    """Finish every curve, ``jobs`` at a time; an interrupt stops all of them at the end of a step.

    Args:
        ready: modules that every process needs; they take longer to import than a small model to train.

    Raises:
        InputError: what a process could not go on with.
        KeyboardInterrupt: after a checkpoint of every curve that was begun.
    """
    context = _processes(ready)
    reports: Reports = context.Queue()
    waiting = list(curves)
    running: list[BaseProcess] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(context.Process(target=_one, args=(work, waiting.pop(0), reports)))
                running[-1].start()
            with suppress(queue.Empty):
                name, done, said = reports.get(timeout=0.2)
                if done is None:
                    raise InputError(said)
                show(name, done, said)
            if interrupted():
                raise KeyboardInterrupt
            for process in [p for p in running if not p.is_alive()]:
                running.remove(process)
                if process.exitcode == INTERRUPTED:
                    raise KeyboardInterrupt
                if process.exitcode:
                    with suppress(queue.Empty):
                        raise InputError(_said(reports))
                    raise RuntimeError(f"training of {what} ended with exit status {process.exitcode}")
    finally:
        for process in running:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGINT)
        for process in running:
            process.join()


def _processes(ready: Sequence[str]) -> SpawnContext | ForkServerContext:
    """Each process is fresh; what all of them import is imported once, where a server can fork them."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(ready))
    return context


Item = TypeVar("Item", bound=Named)


def finish_all(
    what: str, items: Sequence[Item], file: Callable[[Item], Path], key: dict[str, Any], work: Work,
    steps: Callable[[Item], int], *, jobs: int, resume: bool, progress: bool, ready: Sequence[str] = (),
    executor: Executor | None = None,
) -> list[dict[str, Any]]:  # fmt: skip
    """The outcomes of all items in their order, without their keys; what is not in its file yet is trained, by
    ``jobs`` processes of this machine or by the workers of an ``executor``.

    Raises:
        InputError: what a process could not go on with.
        KeyboardInterrupt: Ctrl-C, after a checkpoint of every item that was begun.
    """
    waiting = [item for item in items if not (resume and held_in(file(item), key))]
    totals = {item.name: steps(item) for item in items}
    with shown(totals, progress) as show, deferred_interrupt() as interrupted:
        if executor is None:
            train_all(what, work, waiting, max(1, jobs), show, interrupted, ready)
        else:
            train_elsewhere(executor, what, work, waiting, file, key, steps, show, interrupted)
    outcomes = []
    for item in items:
        held = held_in(file(item), key)
        assert held is not None, "its process has left it"
        outcomes.append(without_key(held))
    return outcomes


def _said(reports: Reports) -> str:
    """What a process that could not go on said last; raises ``queue.Empty`` where it said nothing."""
    while True:
        _, done, said = reports.get(timeout=1)
        if done is None:
            return str(said)


def _one(work: Work, curve: Named, reports: Reports) -> None:
    """One curve in a process of its own."""
    try:
        finished = work(curve, reports)
    except InputError as error:
        reports.put((curve.name, None, str(error)))
        sys.exit(1)
    except KeyboardInterrupt:  # before the first step, or while measuring: the checkpoint holds the rest
        finished = False
    if not finished:
        reports.cancel_join_thread()  # nobody may be reading any more
        sys.exit(INTERRUPTED)


@contextmanager
def shown(totals: dict[str, int], wanted: bool) -> Iterator[Show]:
    """One bar for each curve, of so many steps."""
    if not wanted:
        yield lambda name, done, loss: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:
        tasks = {name: bars.add_task(name, total=total) for name, total in totals.items()}
        yield lambda name, done, loss: bars.update(
            tasks[name], completed=done, description=f"{name}, loss {loss:.4g}"
        )
