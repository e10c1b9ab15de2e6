"""Training one curve: Adam on the mean squared error over all points of a prompt, fresh prompts at every step.

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
from .settings import OWNER, Curve, Settings

HISTORY = 200
"""Points of the training loss that are kept."""


class CurveTrainer:
    """The state of a run; ``advance`` makes one step."""

    def __init__(self, settings: Settings, curve: Curve) -> None:
        self.settings, self.curve = settings, curve
        self.model = initial_model(settings, curve)
        self.start = self.model.positions.detach().clone()
        """The positional encodings at step 0."""
        trained = [p for p in self.model.parameters() if p.requires_grad]
        self.optimiser = torch.optim.Adam(trained, lr=settings.rate, fused=fused(settings.device))
        self.source = torch_generator(f"{OWNER}/{curve.name}", "data", settings.seed, settings.device)
        self._loss = torch.tensor(torch.nan)
        self.done = 0
        self.seconds = 0.0
        self.history: list[list[float]] = []

    def advance(self) -> None:
        """One step."""
        x, y = training_batch(self.settings, self.curve, self.done, self.source)
        loss = (self.model(x, y) - y).square().mean()
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        self._loss = loss.detach()
        if self.done % max(1, self.settings.steps // HISTORY) == 0:
            self.history.append([self.done, self.loss()])
        self.done += 1

    def loss(self) -> float:
        """Before the last step."""
        return float(self._loss)

    def state(self) -> dict[str, Any]:
        return {
            "identity": json.dumps(self.settings.identity(self.curve), sort_keys=True),
            "done": self.done,
            "seconds": self.seconds,
            "history": self.history,
            "model": self.model.state_dict(),
            "start": self.start,
            "optimiser": self.optimiser.state_dict(),
            "source": self.source.get_state(),
        }

    def restore(self, held: dict[str, Any]) -> None:
        self.done, self.seconds, self.history = held["done"], held["seconds"], held["history"]
        self.model.load_state_dict(held["model"])
        self.start = held["start"]
        self.optimiser.load_state_dict(held["optimiser"])
        self.source.set_state(held["source"].cpu())

    def moved(self) -> list[float]:
        """By how much training has moved each row of the positional table: the largest entry's change."""
        change = (self.model.positions.detach() - self.start).abs().amax(1)
        return [float(value) for value in change]


def train_curve(
    settings: Settings,
    curve: Curve,
    saved: Path | None = None,
    *,
    resume: bool = False,
    every: int = 500,
    progress: Progress = lambda done, loss: None,
) -> CurveTrainer:
    """Train to the last step; with ``saved`` a checkpoint is kept there after every ``every`` steps.

    Raises:
        KeyboardInterrupt: Ctrl-C, after the step and its checkpoint.
    """
    trainer = CurveTrainer(settings, curve)
    return train_to(
        trainer, settings.steps, settings.identity(curve), settings.device, saved, resume=resume, every=every,
        progress=progress,
    )  # fmt: skip
