"""Training one cell of the table: Adam on the squared error at the query, fresh prompts at every step.

A checkpoint holds everything that the next step depends on and is written whole or not at all, so that a killed run
continues where its last checkpoint stands; on a CPU the resumed run is the same to the last bit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch

from ...streams import torch_generator
from ..devices import fused
from ..resumable import Progress, train_to
from .model import initial_model
from .prompts import training_batch
from .settings import GPT, OWNER, Cell, Settings

HISTORY = 100
"""Points of the training loss that are kept."""


class CellTrainer:
    """The state of a run; ``advance`` makes one step."""

    def __init__(self, settings: Settings, cell: Cell) -> None:
        self.settings, self.cell = settings, cell
        self.steps = settings.steps_of(cell)
        self.model = initial_model(settings, cell)
        trained = [p for p in self.model.parameters() if p.requires_grad]
        self.optimiser = torch.optim.Adam(trained, lr=settings.rate, fused=fused(settings.device))
        # One stream for all cells: every model sees the same prompts, up to the mean.
        self.source = torch_generator(OWNER, "data", settings.seed, settings.device)
        self._loss = torch.tensor(torch.nan)
        self.done = 0
        self.seconds = 0.0
        self.history: list[list[float]] = []

    def rate(self) -> float:
        """The learning rate of the next step."""
        at, left = self.settings, 1 - self.done / self.steps
        if self.cell.model not in GPT:
            return at.layer_rate * left
        return at.rate * min(1.0, (self.done + 1) / at.warm) * left if at.warm else at.rate

    def advance(self) -> None:
        """One step."""
        tokens, y = training_batch(self.settings, self.cell.mean, self.done, self.source)
        loss = (self.model(tokens) - y).square().mean()
        self.optimiser.zero_grad()
        loss.backward()
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate()
        self.optimiser.step()
        self._loss = loss.detach()
        if self.done % max(1, self.steps // HISTORY) == 0:
            self.history.append([self.done, self.loss()])
        self.done += 1

    def loss(self) -> float:
        """Before the last step."""
        return float(self._loss)

    def state(self) -> dict[str, Any]:
        return {
            "identity": json.dumps(self.settings.identity(self.cell), sort_keys=True),
            "done": self.done, "seconds": self.seconds, "history": self.history, "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(), "source": self.source.get_state(),
        }  # fmt: skip

    def restore(self, held: dict[str, Any]) -> None:
        self.done, self.seconds, self.history = held["done"], held["seconds"], held["history"]
        self.model.load_state_dict(held["model"])
        self.optimiser.load_state_dict(held["optimiser"])
        self.source.set_state(held["source"].cpu())


def train_cell(
    settings: Settings, cell: Cell, saved: Path | None = None, *, resume: bool = False, every: int = 500,
    progress: Progress = lambda done, loss: None,
) -> CellTrainer:  # fmt: skip
    """Train to the last step; with ``saved`` a checkpoint is kept there after every ``every`` steps.

    Raises:
        KeyboardInterrupt: Ctrl-C, after the step and its checkpoint.
    """
    trainer = CellTrainer(settings, cell)
    return train_to(
        trainer, trainer.steps, settings.identity(cell), settings.device, saved, resume=resume, every=every,
        progress=progress,
    )  # fmt: skip
