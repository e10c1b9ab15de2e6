"""Training: autograd through the model, from the initialisation of Assumption 3.

``gd`` is full-batch gradient descent on a large fixed sample, with a step that is a fixed fraction of the inverse of
the largest curvature: gradient flow of the loss (7) up to the step (see :func:`step_metric` for u21).  ``sgd`` and
``adam`` see a fresh sample at every step.  Checkpoints hold everything that the next step depends on, so that a
resumed run is the same run.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ..streams import torch_generator
from .available import TRAINER_VERSION
from .checkpoint import deferred_interrupt, load_state, save_json, save_state
from .config import Config
from .contexts import Contexts, draw_contexts
from .devices import device_name
from .model import (
    LinearSelfAttention,
    Statistics,
    losses,
    random_theta,
    residuals_gram,
    residuals_literal,
)

PROBE = 256
"""Contexts on which the largest curvature is followed where the sample has no sufficient statistics."""
CURVATURE_EVERY = 10
"""Steps between two looks at the curvature."""


@lru_cache(maxsize=1)
def fixed_sample(config: Config) -> Contexts:
    """The sample that ``gd`` trains on; made from the configuration alone.  Who tests a run asks for it again."""
    generator = torch_generator(config.owner, "data", config.seed, config.device)
    return draw_contexts(config, config.contexts, generator, keep_x=config.forward == "literal")


@lru_cache(maxsize=1)
def fixed_statistics(config: Config) -> Statistics | None:
    """The sufficient statistics of that sample, where the configuration trains through them."""
    return Statistics(fixed_sample(config), config.chunk) if config.forward == "statistics" else None


def initial_model(config: Config) -> LinearSelfAttention:
    """The model at time 0, Theta from the stream "init"."""
    model = LinearSelfAttention(config.d, config.device)
    model.initialise(config.sigma, initial_theta(config))
    return model


def initial_theta(config: Config) -> Tensor:
    """Theta of Assumption 3, from the stream "init"."""
    return random_theta(config.d, torch_generator(config.owner, "init", config.seed, config.device), config.device)


def step_metric(contexts: Contexts) -> Tensor:
    r"""Steps in the row of W_KQ that holds u21 are smaller, by :math:`1+E(\frac1N\sum y_i^2)^2`.

    That number multiplies the curvature of the loss along u21, see (6), and would alone dictate the step.  The
    population gradient with respect to u21 vanishes along the whole flow from Assumption 3, so that the flow is the
    same for every metric of this kind.
    """
    labels = contexts.yy / contexts.N
    d = contexts.S.shape[1]
    metric = torch.ones(2, d + 1, d + 1, dtype=labels.dtype, device=labels.device)
    metric[1, d] = 1 / (1 + labels.square().mean())
    return metric


def loss_over(config: Config, model: LinearSelfAttention, contexts: Contexts) -> float:
    """Set the gradients to those of the mean loss over ``contexts``; returns that loss."""
    model.zero_grad(set_to_none=True)
    value = 0.0
    for begin in range(0, len(contexts), config.chunk):
        part = contexts.part(begin, begin + config.chunk)
        if config.forward == "literal":
            r = residuals_literal(part, model)
        else:
            r = residuals_gram(part, model.W_PV, model.W_KQ)
        loss = r.square().mean((1, 2)).sum() / (2 * len(contexts))
        loss.backward()
        value += float(loss.detach())
    return value


class Trainer:
    """The state of a run; ``advance`` makes one step."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.model = initial_model(config)
        self.done = 0
        self.time = 0.0
        """Sum of the steps: the time of the gradient flow that ``gd`` follows."""
        self.largest = 0.0
        self.step = 0.0
        self.converged = False
        self.history: list[list[float]] = []
        self.fresh = torch_generator(config.owner, "data", config.seed, config.device)
        if config.method == "gd":
            self.contexts = fixed_sample(config)
            self.statistics = fixed_statistics(config)
            probe = torch_generator(config.owner, "curvature", config.seed, config.device)
            shape = (2, config.d + 1, config.d + 1)
            self.direction = torch.randn(shape, generator=probe, dtype=torch.float64, device=config.device)
            self.metric = step_metric(self.contexts)
        else:
            kind = torch.optim.SGD if config.method == "sgd" else torch.optim.Adam
            self.optimiser: torch.optim.Optimizer = kind(self.model.parameters(), lr=config.step)

    def advance(self) -> float:
        """One step; returns the loss before it."""
        loss = self._descend() if self.config.method == "gd" else self._sampled_step()
        if self.done % max(1, self.config.steps // 200) == 0:
            self.history.append([self.done, self.time, loss])
        self.done += 1
        return loss

    def _descend(self) -> float:
        if self.statistics is None:
            value = loss_over(self.config, self.model, self.contexts)
        else:
            self.model.zero_grad(set_to_none=True)
            loss = self.statistics.loss(self.model.W_PV, self.model.W_KQ)
            loss.backward()
            value = float(loss.detach())
        parameters = list(self.model.parameters())
        gradient = torch.stack([p.grad for p in parameters if p.grad is not None])
        norm = float(gradient.norm())
        self.largest = max(self.largest, norm)
        self.converged = norm <= self.config.stop * self.largest
        if self.done % CURVATURE_EVERY == 0:
            self.step = self.config.step / self._curvature()
        descent = self.metric * gradient
        with torch.no_grad():
            size = torch.stack([p.square().sum() for p in parameters]).sum().sqrt()
            step = min(self.step, self.config.largest_change * float(size / descent.norm()))
            for p, change in zip(parameters, step * descent, strict=True):
                p.sub_(change)
        self.time += step
        return value

    def _curvature(self) -> float:
        """The largest curvature in the metric of the steps, by power iterations that go on from the last ones."""
        weights = [p.detach().requires_grad_() for p in self.model.parameters()]
        if self.statistics is None:
            loss = losses(self.contexts.part(0, PROBE), weights[0], weights[1]).mean()
        else:
            loss = self.statistics.loss(weights[0], weights[1])
        gradients = torch.autograd.grad(loss, weights, create_graph=True)
        size = 0.0
        for _ in range(4 if self.done else 20):
            unit = self.direction / self.direction.norm()
            product = torch.autograd.grad(gradients, weights, grad_outputs=list(unit), retain_graph=True)
            stacked = self.metric * torch.stack(product)
            size = float(stacked.norm())
            if size > 0:  # a zero product would end the iteration for good
                self.direction = stacked
        return max(size, 1e-12)

    def _sampled_step(self) -> float:
        contexts = draw_contexts(self.config, self.config.contexts, self.fresh, self.config.forward == "literal")
        loss = loss_over(self.config, self.model, contexts)
        self.optimiser.step()
        self.time += self.config.step
        return loss

    def state(self) -> dict[str, Any]:
        held: dict[str, Any] = {
            "identity": json.dumps(self.config.identity, sort_keys=True),
            "done": self.done, "time": self.time, "largest": self.largest, "step": self.step,
            "converged": self.converged,
            "history": self.history, "model": self.model.state_dict(), "fresh": self.fresh.get_state(),
        }
        if self.config.method == "gd":
            held["direction"] = self.direction
        else:
            held["optimiser"] = self.optimiser.state_dict()
        return held

    def restore(self, held: dict[str, Any]) -> None:
        self.done, self.time, self.largest = held["done"], held["time"], held["largest"]
        self.step, self.converged, self.history = held["step"], held["converged"], held["history"]
        self.model.load_state_dict(held["model"])
        self.fresh.set_state(held["fresh"].cpu())
        if self.config.method == "gd":
            self.direction = held["direction"]
        else:
            self.optimiser.load_state_dict(held["optimiser"])


def train(
    config: Config, *, out: Path | str | None = None, resume: bool = False, every: int = 200, progress: bool = False,
    limit: float | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Train to the end, or for ``limit`` seconds, and return the record; with ``out`` it is written there, with a
    checkpoint beside it.

    The record holds raw outcomes only: the configuration, the trained weights, the loss along the way, versions.
    Ctrl-C saves a checkpoint before it is raised; ``resume`` continues one, bit for bit.
    """
    # One thread: sums are then added in one order, and a resumed run is the same to the last bit.
    torch.set_num_threads(1)
    target = Path(out) if out is not None else None
    saved = target.with_name(target.name + ".checkpoint") if target else None
    trainer = Trainer(config)
    if resume and saved and saved.exists():
        trainer.restore(load_state(saved, config.identity, config.device))
    began = time.perf_counter()
    with _progress(progress, config.steps) as show, deferred_interrupt() as interrupted:
        while trainer.done < config.steps and not trainer.converged:
            loss = trainer.advance()
            show(trainer.done, loss)
            stop = interrupted()
            if saved and (stop or trainer.done % every == 0):
                save_state(saved, trainer.state())
            if stop:
                raise KeyboardInterrupt
            if limit is not None and time.perf_counter() - began > limit:
                break
    record = record_of(trainer, time.perf_counter() - began)
    if target and saved:
        save_state(saved, trainer.state())
        save_json(target, record)
    return record


def record_of(trainer: Trainer, seconds: float) -> dict[str, Any]:
    """The raw outcomes of a run, JSON-able."""
    config = trainer.config
    return {
        "schema": 1,
        "kind": "training",
        "trainer": TRAINER_VERSION,
        "config": config.as_json(),
        "steps": trainer.done,
        "converged": trainer.converged,
        "time": trainer.time,
        "history": trainer.history,
        "W_PV": trainer.model.W_PV.tolist(),
        "W_KQ": trainer.model.W_KQ.tolist(),
        "seconds": round(seconds, 3),
        "provenance": {"torch": torch.__version__, "device": device_name(config.device)},
    }


def weights_of(record: dict[str, Any], device: str = "cpu") -> tuple[Tensor, Tensor]:
    """(W_PV, W_KQ) of a record."""
    made = [torch.tensor(record[name], dtype=torch.float64, device=device) for name in ("W_PV", "W_KQ")]
    return made[0], made[1]


@contextmanager
def _progress(wanted: bool, steps: int) -> Iterator[Callable[[int, float], None]]:
    if not wanted:
        yield lambda done, loss: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("training", total=steps)
        yield lambda done, loss: bar.update(task, completed=done, description=f"training, loss {loss:.5g}")
