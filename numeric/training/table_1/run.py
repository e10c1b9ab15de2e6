"""All cells of the table: what is done is kept, what was begun is continued, several cells at once on a CPU."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError
from .. import require_device
from ..checkpoint import save_json
from ..deadline import require_time
from ..in_context import GPT2, transformers_missing
from ..resumable import Progress
from ..several import Share, finish_all, reporter
from ..tasks import Reports, held_in
from . import TABLE_VERSION
from .prompts import drawn_prompts
from .settings import Cell, Settings

if TYPE_CHECKING:
    from torch import nn

EVERY = {"cpu": 500, "cuda": 2000}
"""Steps between two checkpoints."""
PASS = {"cpu": 2048, "cuda": 16384}
"""Test prompts of one pass."""


def measure(settings: Settings, cell: Cell, model: nn.Module) -> list[float]:
    """The mean squared error at the query, for each group of test prompts."""
    import torch

    prompts = drawn_prompts(settings, cell.mean)
    tokens, y = prompts.tokens.reshape(-1, *prompts.tokens.shape[2:]), prompts.y
    found, size = [], PASS[settings.device]
    model.eval()
    with torch.no_grad():
        for begin in range(0, len(tokens), size):
            require_time()
            part = torch.tensor(tokens[begin : begin + size], dtype=torch.float32, device=settings.device)
            found.append(model(part).double().cpu().numpy())
    return _short(((np.concatenate(found).reshape(y.shape) - y) ** 2).mean(1))


def baselines(settings: Settings) -> dict[str, dict[str, list[float]]]:
    r"""By task mean, group by group: the error of predicting 0, and of predicting :math:`\langle\beta^*,x\rangle`."""
    made: dict[str, dict[str, list[float]]] = {"zero": {}, "mean": {}}
    for mean in settings.means:
        prompts = drawn_prompts(settings, mean)
        made["zero"][str(mean)] = _short((prompts.y**2).mean(1))
        made["mean"][str(mean)] = _short((prompts.from_mean**2).mean(1))
    return made


def _short(values: np.ndarray) -> list[float]:
    """Four digits: what records keep."""
    return [float(f"{value:.4g}") for value in values]


def _file(cell: Cell, folder: Path) -> Path:
    return folder / f"{cell.name}.json".replace(" ", "-")


def _key(settings: Settings) -> dict[str, Any]:
    """What a finished cell must have been made with."""
    key: dict[str, Any] = json.loads(json.dumps({"version": TABLE_VERSION, "settings": settings.as_json()}))
    return key


def cell_outcome(
    settings: Settings, cell: Cell, folder: Path, *, resume: bool = True,
    progress: Progress = lambda done, loss: None,
) -> dict[str, Any] | None:  # fmt: skip
    """Train one cell and measure it, or take what ``folder`` holds of it; None when interrupted."""
    path = _file(cell, folder)
    held = held_in(path, _key(settings)) if resume else None
    if held is not None:
        return held
    from .training import train_cell

    try:
        trainer = train_cell(
            settings, cell, path.with_suffix(".checkpoint"), resume=resume, every=EVERY[settings.device],
            progress=progress,
        )  # fmt: skip
    except KeyboardInterrupt:
        return None
    made = {
        "key": _key(settings),
        "curve": cell.name,
        "model": cell.model,
        "mean": cell.mean,
        "parameters": sum(p.numel() for p in trainer.model.parameters() if p.requires_grad),
        "steps": trainer.done,
        "seconds": round(trainer.seconds, 1),
        "loss": [[step, float(f"{loss:.5g}")] for step, loss in trainer.history],
        "errors": measure(settings, cell, trainer.model),
    }
    save_json(path, made)
    return made


def run(
    settings: Settings, folder: Path, *, resume: bool = True, jobs: int = 1, progress: bool = False,
    executor: Executor | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Every cell and the baselines: ``{"settings", "version", "curves": [one a cell], "baselines": {...}}``.

    Args:
        folder: checkpoints and finished cells are kept here; made if need be.
        resume: continue what ``folder`` holds; otherwise begin anew.
        jobs: cells trained at once, each in a process and thread of its own; 1 on a GPU.
        executor: whose workers train them instead; it is not shut down.

    Raises:
        InputError: torch, transformers or the device is missing, or a checkpoint cannot be used.
        KeyboardInterrupt: Ctrl-C, after a checkpoint of every cell that was begun.
    """
    missing = transformers_missing()
    if missing:
        raise InputError(f"table-1 cannot be trained: {missing}.")
    require_device(settings.device)
    folder.mkdir(parents=True, exist_ok=True)
    cells = finish_all(
        "table-1", settings.cells, lambda cell: _file(cell, folder), _key(settings),
        partial(_work, settings, folder, resume), settings.steps_of, jobs=jobs, resume=resume, progress=progress,
        ready=(f"{__package__}.training", GPT2),
        executor=executor,
    )
    return together(settings, cells)


def together(settings: Settings, cells: list[dict[str, Any]]) -> dict[str, Any]:
    """The outcomes of the experiment from those of its cells."""
    return {
        "version": TABLE_VERSION,
        "settings": settings.as_json(),
        "curves": cells,
        "baselines": baselines(settings),
    }


def _work(settings: Settings, folder: Path, resume: bool, cell: Cell, reports: Reports) -> bool:
    """One cell; the outcome is left in its file."""
    told = reporter(cell.name, reports)
    return cell_outcome(settings, cell, folder, resume=resume, progress=told) is not None


def shares(settings: Settings, folder: Path) -> dict[str, Share]:
    """The cells one by one, by name: for those who train them in turn, in one process."""
    return {
        cell.name: Share(
            partial(cell_outcome, settings, cell, folder), _file(cell, folder), _key(settings), settings.steps_of(cell)
        )
        for cell in settings.cells
    }
