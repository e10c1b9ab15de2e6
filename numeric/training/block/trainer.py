"""Training by SGD or Adam on fresh prompts from a random initialisation, in the weights of the printed formulas.

Checkpoints hold everything that the next step depends on, so that a killed run goes on and is the same run.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ...streams import torch_generator
from ..checkpoint import deferred_interrupt, load_state, save_json, save_state
from ..devices import device_name
from . import BLOCK_VERSION
from .data import draw
from .models import Reduced, initial_model, predictions
from .settings import Settings

HISTORY = 100
"""Points of the training loss that are kept."""
LARGEST_GRADIENT = 10.0
"""In SGD gradients are cut to this length: the loss is a polynomial of high degree, whose steps can be too long."""


class Trainer:
    """The state of a run; ``advance`` makes one step."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.model = initial_model(settings)
        # Plain SGD needs no optimiser of torch, whose import takes longer than a short run.
        self.adam = torch.optim.Adam(self.model.parameters()) if settings.method == "adam" else None
        # The data are the same for all models with this owner and seed.
        self.fresh = torch_generator(settings.owner, "data", settings.seed, settings.device)
        self.done = 0
        self.history: list[list[float]] = []

    def advance(self) -> float:
        """One step; returns the mean squared error of its batch, of the start where it is least."""
        at = self.settings
        prompts = draw(at.problem, at.batch, self.fresh, at.device)
        literal = at.forward == "literal"
        y_hat = self.model(prompts.E) if literal else predictions(self.model.reduced(), prompts.S, prompts.x)
        losses = (y_hat - prompts.y_q).square().mean(-1)
        self.model.zero_grad(set_to_none=True)
        losses.sum().backward()
        self._step(at.rate * (1 - self.done / at.steps))
        value = float(losses.detach().min())
        if self.done % max(1, at.steps // HISTORY) == 0:
            self.history.append([self.done, value])
        self.done += 1
        return value

    def _step(self, rate: float) -> None:
        if self.adam is not None:
            for group in self.adam.param_groups:
                group["lr"] = rate
            self.adam.step()
            return
        moved = [(weight, weight.grad) for weight in self.model.parameters() if weight.grad is not None]
        with torch.no_grad():
            squares = torch.stack([gradient.square().flatten(1).sum(1) for _, gradient in moved])
            factor = rate * (LARGEST_GRADIENT / squares.sum(0).sqrt().clamp(min=LARGEST_GRADIENT))
            for weight, gradient in moved:
                weight.sub_(gradient * factor.reshape(-1, *[1] * (gradient.dim() - 1)))

    def state(self) -> dict[str, Any]:
        return {
            "identity": json.dumps(self.settings.identity, sort_keys=True),
            "done": self.done, "history": self.history, "model": self.model.state_dict(),
            "optimiser": self.adam.state_dict() if self.adam else {}, "fresh": self.fresh.get_state(),
        }  # fmt: skip

    def restore(self, held: dict[str, Any]) -> None:
        self.done, self.history = held["done"], held["history"]
        self.model.load_state_dict(held["model"])
        if self.adam:
            self.adam.load_state_dict(held["optimiser"])
        self.fresh.set_state(held["fresh"].cpu())


def train(
    settings: Settings, *, out: Path | str | None = None, resume: bool = False, every: int = 200,
    progress: Callable[[int, float], None] = lambda done, loss: None,
) -> dict[str, Any]:  # fmt: skip
    """Train to the end and return the record; with ``out`` it is written there, with a checkpoint beside it.

    Raises:
        KeyboardInterrupt: Ctrl-C, after the step and its checkpoint; ``resume`` continues, bit for bit.
    """
    # One thread: sums are then added in one order, and a resumed run is the same to the last bit.
    torch.set_num_threads(1)
    target = Path(out) if out is not None else None
    saved = target.with_name(target.name + ".checkpoint") if target else None
    trainer = Trainer(settings)
    if resume and saved and saved.exists():
        trainer.restore(load_state(saved, settings.identity, settings.device))
    began = time.perf_counter()
    with deferred_interrupt() as interrupted:
        while trainer.done < settings.steps:
            progress(trainer.done, trainer.advance())
            stop = interrupted()
            if saved and (stop or trainer.done % every == 0):
                save_state(saved, trainer.state())
            if stop:
                raise KeyboardInterrupt
    record = record_of(trainer, time.perf_counter() - began)
    if target and saved:
        save_state(saved, trainer.state())
        save_json(target, record)
    return record


def record_of(trainer: Trainer, seconds: float) -> dict[str, Any]:
    """The raw outcomes of a run, JSON-able."""
    with torch.no_grad():
        reduced = {name: value.tolist() for name, value in trainer.model.reduced().items()}
    return {
        "schema": 1,
        "kind": "training",
        "trainer": BLOCK_VERSION,
        "settings": trainer.settings.as_json(),
        "steps": trainer.done,
        "history": trainer.history,
        "weights": {name: weight.tolist() for name, weight in trainer.model.named_parameters()},
        "reduced": reduced,
        "seconds": round(seconds, 3),
        "provenance": {"torch": torch.__version__, "device": device_name(trainer.settings.device)},
    }


def reduced_of(record: dict[str, Any], start: int = 0, device: str = "cpu") -> Reduced:
    """The reduced parameters (D.1) of one of the starts of a record."""
    held: dict[str, Tensor] = {
        name: torch.tensor(value[start], dtype=torch.float64, device=device)
        for name, value in record["reduced"].items()
    }
    return held
