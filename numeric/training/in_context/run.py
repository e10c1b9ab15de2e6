"""All curves of the figure: what is done is kept, what was begun is continued, several curves at once on a CPU."""

from __future__ import annotations

import json
import multiprocessing
import queue
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ...errors import InputError
from .. import require_device
from ..checkpoint import deferred_interrupt, save_json
from . import IN_CONTEXT_VERSION, transformers_missing
from .settings import Curve, Settings

EVERY = {"cpu": 500, "cuda": 2000}
"""Steps between two checkpoints."""


def require_transformers(device: str) -> None:
    """Raise :class:`InputError` where no GPT-2 can be trained on ``device``."""
    missing = transformers_missing()
    if missing:
        raise InputError(f"figure-1 cannot be trained: {missing}.")
    require_device(device)


def curve_outcome(
    settings: Settings, curve: Curve, folder: Path, *, resume: bool = True, reports: Any = None
) -> dict[str, Any] | None:
    """Train one curve and measure it, or take what ``folder`` holds of it; None when interrupted.

    ``reports`` is a queue that is told ``(curve's name, steps done, loss)``.
    """
    outcome = folder / f"{curve.name}.json".replace(" ", "-")
    key = {"version": IN_CONTEXT_VERSION, "settings": settings.as_json()}
    if resume and outcome.exists():
        held: dict[str, Any] = json.loads(outcome.read_text())
        if held["key"] == json.loads(json.dumps(key)):
            return held
    from .measuring import measure_model
    from .training import train_curve

    def report(done: int, loss: float) -> None:
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
        "key": key,
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
        InputError: torch, transformers or the device is missing.
        KeyboardInterrupt: Ctrl-C, after a checkpoint of every curve.
    """
    require_transformers(settings.device)
    folder.mkdir(parents=True, exist_ok=True)
    from .measuring import measure_baselines

    context = multiprocessing.get_context("spawn")
    with (
        context.Manager() as manager,
        ProcessPoolExecutor(max(1, jobs), mp_context=context) as pool,
        _shown(settings, progress) as show,
        deferred_interrupt() as interrupted,
    ):
        reports = manager.Queue()
        futures: list[Future[dict[str, Any] | None]] = [
            pool.submit(curve_outcome, settings, curve, folder, resume=resume, reports=reports)
            for curve in settings.curves
        ]
        while not all(future.done() for future in futures):
            with suppress(queue.Empty):
                show(*reports.get(timeout=0.5))
            if interrupted():
                pool.shutdown(wait=True, cancel_futures=True)
                raise KeyboardInterrupt
        outcomes = [future.result() for future in futures]
    if any(outcome is None for outcome in outcomes):
        raise KeyboardInterrupt
    curves = [{name: value for name, value in outcome.items() if name != "key"} for outcome in outcomes if outcome]
    return {
        "version": IN_CONTEXT_VERSION,
        "settings": settings.as_json(),
        "curves": curves,
        "baselines": measure_baselines(settings),
    }


@contextmanager
def _shown(settings: Settings, wanted: bool) -> Iterator[Any]:
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
