"""All curves of the figure: what is done is kept, what was begun is continued, several curves at once on a CPU."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

from ...errors import InputError
from .. import require_device
from ..checkpoint import save_json
from ..resumable import Progress
from ..several import Share, finish_all, reporter
from ..tasks import Reports, held_in
from . import GPT2, IN_CONTEXT_VERSION, transformers_missing
from .settings import Curve, Settings

EVERY = {"cpu": 500, "cuda": 2000}
"""Steps between two checkpoints."""


def require_transformers(device: str, what: str = "figure-1") -> None:
    """Raise :class:`InputError` where no GPT-2 can be trained on ``device``."""
    missing = transformers_missing()
    if missing:
        raise InputError(f"{what} cannot be trained: {missing}.")
    require_device(device)


def _file(curve: Curve, folder: Path) -> Path:
    return folder / f"{curve.name}.json".replace(" ", "-")


def _key(settings: Settings) -> dict[str, Any]:
    """What a finished curve must have been made with."""
    key: dict[str, Any] = json.loads(json.dumps({"version": IN_CONTEXT_VERSION, "settings": settings.as_json()}))
    return key


def finished(settings: Settings, curve: Curve, folder: Path) -> dict[str, Any] | None:
    """The outcome that ``folder`` holds of a curve, if it was made with these very settings."""
    return held_in(_file(curve, folder), _key(settings))


def curve_outcome(
    settings: Settings, curve: Curve, folder: Path, *, resume: bool = True,
    progress: Progress = lambda done, loss: None,
) -> dict[str, Any] | None:  # fmt: skip
    """Train one curve and measure it, or take what ``folder`` holds of it; None when interrupted.

    Raises:
        OutOfTime: see :func:`numeric.training.deadline.stop_at`.
    """
    held = finished(settings, curve, folder) if resume else None
    if held is not None:
        return held
    outcome = _file(curve, folder)
    from .measuring import measure_model
    from .training import train_curve

    try:
        trainer = train_curve(
            settings, curve, outcome.with_suffix(".checkpoint"), resume=resume, every=EVERY[settings.device],
            progress=progress,
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
    settings: Settings, folder: Path, *, resume: bool = True, jobs: int = 1, progress: bool = False,
    executor: Executor | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Every curve and the baselines: ``{"settings", "version", "curves": [...], "baselines": {...}}``.

    Args:
        folder: checkpoints and finished curves are kept here; made if need be.
        resume: continue what ``folder`` holds; otherwise begin anew.
        jobs: curves trained at once, each in a process and thread of its own; 1 on a GPU.
        executor: whose workers train them instead; it is not shut down.

    Raises:
        InputError: torch, transformers or the device is missing, or a checkpoint cannot be used.
        KeyboardInterrupt: Ctrl-C, after a checkpoint of every curve that was begun.
    """
    require_transformers(settings.device)
    folder.mkdir(parents=True, exist_ok=True)
    curves = finish_all(
        "figure-1", settings.curves, lambda curve: _file(curve, folder), _key(settings),
        partial(_work, settings, folder, resume), lambda curve: settings.steps, jobs=jobs, resume=resume,
        progress=progress, ready=(f"{__package__}.training", GPT2),
        executor=executor,
    )  # fmt: skip
    return together(settings, curves)


def together(settings: Settings, curves: list[dict[str, Any]]) -> dict[str, Any]:
    """The outcomes of the experiment from those of its curves."""
    from .measuring import measure_baselines

    return {
        "version": IN_CONTEXT_VERSION,
        "settings": settings.as_json(),
        "curves": curves,
        "baselines": measure_baselines(settings),
    }


def _work(settings: Settings, folder: Path, resume: bool, curve: Curve, reports: Reports) -> bool:
    """One curve; the outcome is left in its file."""
    told = reporter(curve.name, reports)
    return curve_outcome(settings, curve, folder, resume=resume, progress=told) is not None


def shares(settings: Settings, folder: Path) -> dict[str, Share]:
    """The curves one by one, by name: for those who train them in turn, in one process."""
    return {
        curve.name: Share(
            partial(curve_outcome, settings, curve, folder), _file(curve, folder), _key(settings), settings.steps
        )
        for curve in settings.curves
    }
