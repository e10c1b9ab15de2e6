"""All groups of a figure: what is done is kept, what was begun is continued, several groups at once on a CPU."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

from .. import require_device
from ..checkpoint import save_json
from ..resumable import Progress
from ..several import Share, finish_all, reporter
from ..tasks import Reports, held_in
from . import ATTENTION_VERSION
from .settings import Group, Settings

EVERY = {"cpu": 250, "cuda": 1000}
"""Steps between two checkpoints."""


def _file(group: Group, folder: Path) -> Path:
    return folder / f"{group.name}.json".replace(" ", "-")


def _key(settings: Settings) -> dict[str, Any]:
    """What a finished group must have been made with."""
    key: dict[str, Any] = json.loads(json.dumps({"version": ATTENTION_VERSION, "settings": settings.as_json()}))
    return key


def group_outcome(
    settings: Settings, group: Group, folder: Path, *, resume: bool = True,
    progress: Progress = lambda done, loss: None,
) -> dict[str, Any] | None:  # fmt: skip
    """Train one group and measure it, or take what ``folder`` holds of it; None when interrupted."""
    path = _file(group, folder)
    held = held_in(path, _key(settings)) if resume else None
    if held is not None:
        return held
    from .measuring import measure
    from .training import train_group

    try:
        trainer = train_group(
            settings, group, path.with_suffix(".checkpoint"), resume=resume, every=EVERY[settings.device],
            progress=progress,
        )  # fmt: skip
    except KeyboardInterrupt:
        return None
    made = {
        "key": _key(settings),
        "steps": trainer.done,
        "seconds": round(trainer.seconds, 1),
        "skipped": trainer.skipped,
        "loss": [[step, float(f"{loss:.5g}")] for step, loss in trainer.history],
        "curves": measure(trainer),
    }
    save_json(path, made)
    return made


def run(
    settings: Settings, folder: Path, *, resume: bool = True, jobs: int = 1, progress: bool = False,
    executor: Executor | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Every group of the figure: ``{"settings", "version", "curves": [one a kernel and group], "baselines": {}}``.

    Args:
        folder: checkpoints and finished groups are kept here; made if need be.
        resume: continue what ``folder`` holds; otherwise begin anew.
        jobs: groups trained at once, each in a process and thread of its own; 1 on a GPU.
        executor: whose workers train them instead; it is not shut down.

    Raises:
        InputError: torch or the device is missing, or a checkpoint cannot be used.
        KeyboardInterrupt: Ctrl-C, after a checkpoint of every group that was begun.
    """
    require_device(settings.device)
    folder.mkdir(parents=True, exist_ok=True)
    groups = finish_all(
        f"ccs/{settings.figure}", settings.all_groups, lambda group: _file(group, folder), _key(settings),
        partial(_work, settings, folder, resume), lambda group: settings.steps, jobs=jobs, resume=resume,
        progress=progress, ready=(f"{__package__}.training",),
        executor=executor,
    )  # fmt: skip
    return together(settings, groups)


def together(settings: Settings, groups: list[dict[str, Any]]) -> dict[str, Any]:
    """The outcomes of the figure from those of its groups."""
    curves = []
    for group in groups:
        about = {name: group[name] for name in ("steps", "seconds", "skipped")}
        # The time of a group is shared among its kernels.
        about["seconds"] = round(about["seconds"] / len(group["curves"]), 2)
        curves += [{**curve, **about} for curve in group["curves"]]
    return {"version": ATTENTION_VERSION, "settings": settings.as_json(), "curves": curves, "baselines": {}}


def _work(settings: Settings, folder: Path, resume: bool, group: Group, reports: Reports) -> bool:
    """One group; the outcome is left in its file."""
    told = reporter(group.name, reports)
    return group_outcome(settings, group, folder, resume=resume, progress=told) is not None


def shares(settings: Settings, folder: Path) -> dict[str, Share]:
    """The groups one by one, by name: for those who train them in turn, in one process."""
    return {
        group.name: Share(
            partial(group_outcome, settings, group, folder), _file(group, folder), _key(settings), settings.steps
        )
        for group in settings.all_groups
    }
