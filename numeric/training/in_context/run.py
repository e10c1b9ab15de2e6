"""All curves of the figure: what is done is kept, what was begun is continued, several curves at once on a CPU."""

from __future__ import annotations

import json
import multiprocessing
import os
import queue
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from ...errors import InputError
from .. import require_device
from ..checkpoint import deferred_interrupt, save_json
from . import IN_CONTEXT_VERSION, transformers_missing
from .settings import Curve, Settings

EVERY = {"cpu": 500, "cuda": 2000}
"""Steps between two checkpoints."""
INTERRUPTED = 130
Show = Callable[[str, int, float], None]
Reports = Any
"""A queue of (curve's name, steps done, loss), or of (curve's name, None, what is wrong)."""


def require_transformers(device: str) -> None:
    """Raise :class:`InputError` where no GPT-2 can be trained on ``device``."""
    missing = transformers_missing()
    if missing:
        raise InputError(f"figure-1 cannot be trained: {missing}.")
    require_device(device)


def _file(curve: Curve, folder: Path) -> Path:
    return folder / f"{curve.name}.json".replace(" ", "-")


def _key(settings: Settings) -> dict[str, Any]:
    """What a finished curve must have been made with."""
    key: dict[str, Any] = json.loads(json.dumps({"version": IN_CONTEXT_VERSION, "settings": settings.as_json()}))
    return key


def finished(settings: Settings, curve: Curve, folder: Path) -> dict[str, Any] | None:
    """The outcome that ``folder`` holds of a curve, if it was made with these very settings."""
    path = _file(curve, folder)
    if not path.exists():
        return None
    held: dict[str, Any] = json.loads(path.read_text())
    return held if held["key"] == _key(settings) else None


def curve_outcome(
    settings: Settings, curve: Curve, folder: Path, *, resume: bool = True, reports: Reports = None
) -> dict[str, Any] | None:
    """Train one curve and measure it, or take what ``folder`` holds of it; None when interrupted.

    ``reports`` is a queue that is told ``(curve's name, steps done, loss)``.
    """
    held = finished(settings, curve, folder) if resume else None
    if held is not None:
        return held
    outcome = _file(curve, folder)
    from .measuring import measure_model
    from .training import train_curve

    parent = os.getppid()

    def report(done: int, loss: float) -> None:
        if os.getppid() != parent:
            sys.exit(INTERRUPTED)  # whoever began this was killed: the last checkpoint holds what was done
        if reports is not None and done % 20 == 0:
            reports.put((curve.name, done, loss))

    try:
        trainer = train_curve(
            settings, curve, outcome.with_suffix(".checkpoint"), resume=resume, every=EVERY[settings.device],
            progress=report,
        )  # fmt: skip
    except KeyboardInterrupt:
        return None
    made = {
        "key": _key(settings),
        "curve": curve.name,
        "N": curve.N,
        "covariance": curve.covariance,
        "positions": curve.positions,
        "steps": trainer.done,
        "seconds": round(trainer.seconds, 1),
        "loss": [[step, float(f"{loss:.5g}")] for step, loss in trainer.history],
        "moved": [float(f"{change:.4g}") for change in trainer.moved()],
        **measure_model(settings, curve, trainer.model),
    }
    save_json(outcome, made)
    return made


def run(
    settings: Settings, folder: Path, *, resume: bool = True, jobs: int = 1, progress: bool = False
) -> dict[str, Any]:
    """Every curve and the baselines: ``{"settings", "version", "curves": [...], "baselines": {...}}``.

    Args:
        folder: checkpoints and finished curves are kept here; made if need be.
        resume: continue what ``folder`` holds; otherwise begin anew.
        jobs: curves trained at once, each in a process and thread of its own; 1 on a GPU.

    Raises:
        InputError: torch, transformers or the device is missing, or a checkpoint cannot be used.
        KeyboardInterrupt: Ctrl-C, after a checkpoint of every curve that was begun.
    """
    require_transformers(settings.device)
    folder.mkdir(parents=True, exist_ok=True)
    from .measuring import measure_baselines

    with _shown(settings, progress) as show, deferred_interrupt() as interrupted:
        _train_all(settings, folder, resume, max(1, jobs), show, interrupted)
    curves = []
    for curve in settings.curves:
        outcome = finished(settings, curve, folder)
        assert outcome is not None, "its process has left it"
        curves.append({name: value for name, value in outcome.items() if name != "key"})
    return {
        "version": IN_CONTEXT_VERSION,
        "settings": settings.as_json(),
        "curves": curves,
        "baselines": measure_baselines(settings),
    }


def _train_all(
    settings: Settings, folder: Path, resume: bool, jobs: int, show: Show, interrupted: Callable[[], bool]
) -> None:
    """Finish every curve, ``jobs`` at a time; an interrupt stops all of them at the end of a step."""
    context = multiprocessing.get_context("spawn")
    reports: Reports = context.Queue()
    waiting = [curve for curve in settings.curves if not (resume and finished(settings, curve, folder))]
    running: list[BaseProcess] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                arguments = (settings, waiting.pop(0), folder, resume, reports)
                running.append(context.Process(target=_work, args=arguments))
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
                    raise RuntimeError(f"training of figure-1 ended with exit status {process.exitcode}")
    finally:
        for process in running:
            if process.is_alive() and process.pid is not None:
                os.kill(process.pid, signal.SIGINT)
        for process in running:
            process.join()


def _said(reports: Reports) -> str:
    """What a process that could not go on said last; raises ``queue.Empty`` where it said nothing."""
    while True:
        _, done, said = reports.get(timeout=1)
        if done is None:
            return str(said)


def _work(settings: Settings, curve: Curve, folder: Path, resume: bool, reports: Reports) -> None:
    """One curve in a process of its own; the outcome is left in its file."""
    try:
        finished = curve_outcome(settings, curve, folder, resume=resume, reports=reports) is not None
    except InputError as error:
        reports.put((curve.name, None, str(error)))
        sys.exit(1)
    except KeyboardInterrupt:  # before the first step, or while measuring: the checkpoint holds the rest
        finished = False
    if not finished:
        reports.cancel_join_thread()  # nobody may be reading any more
        sys.exit(INTERRUPTED)


@contextmanager
def _shown(settings: Settings, wanted: bool) -> Iterator[Show]:
    """One bar for each curve."""
    if not wanted:
        yield lambda name, done, loss: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:
        tasks = {curve.name: bars.add_task(curve.name, total=settings.steps) for curve in settings.curves}
        yield lambda name, done, loss: bars.update(
            tasks[name], completed=done + 1, description=f"{name}, loss {loss:.4g}"
        )
