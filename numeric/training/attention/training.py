r"""Training the models of a group: Adam on the loss (5), each model's gradient clipped by its norm.

Models are independent: Adam works entry by entry, norms are taken model by model, and the sum of their losses has the
gradient of each.  A gradient that is not finite is taken as zero; how often that happened is counted.  Runs share their
contexts and the start with every other group of the figure, so that comparisons are paired.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from ...streams import torch_generator
from ..devices import fused
from ..resumable import Progress, train_to
from .contexts import eigh, label_covariance, orbit, root_covariance, sphere
from .distances import distances
from .model import Attention
from .settings import Group, Settings

if TYPE_CHECKING:
    from jaxtyping import Float

HISTORY = 20
"""Points of the training loss that are kept."""


def owner(settings: Settings) -> str:
    """The streams of randomness are named after this."""
    return f"ccs/{settings.figure}"


class Data:
    """The contexts of all runs: each run has its Sigma and its own draws."""

    def __init__(self, settings: Settings, n: int, stream: str) -> None:
        self.settings, self.n = settings, n
        sources = [_source(settings, "covariance", run) for run in range(settings.runs)]
        roots = [root_covariance(settings.eigenvalues, source) for source in sources]
        self.roots = torch.stack(roots).to(settings.device)
        """Sigma^{1/2} of each run."""
        self.sources = [_source(settings, f"{stream} n={n}", run, settings.device) for run in range(settings.runs)]
        self.images = orbit(settings.d).to(settings.device) if settings.orbits and stream == "data" else None

    def draw(
        self, batch: int, dtype: torch.dtype = torch.float32
    ) -> tuple[Float[Tensor, "models batch d n+1"], Float[Tensor, "models batch n+1 n+1"]]:
        r"""(X, :math:`\mathbb K_+(X)`): models are kernels times runs; kernels share their covariates."""
        kernels = self.settings.kernels
        xi = sphere(batch, self.settings.d, self.n + 1, self.sources, dtype)
        covariances = [label_covariance(kernel, xi) for kernel in kernels]
        if self.images is not None:  # the kernels of (11) give each image the same covariance
            covariances = [K.repeat(1, len(self.images), 1, 1) for K in covariances]
            xi = torch.cat([image @ xi for image in self.images.to(dtype)], 1)
        X = self.roots.to(dtype)[:, None] @ xi
        return X.repeat(len(kernels), 1, 1, 1), torch.cat(covariances)


def _source(settings: Settings, stream: str, run: int, device: str = "cpu") -> torch.Generator:
    return torch_generator(owner(settings), f"{stream}/{run}", settings.seed, device)


def initial_models(settings: Settings, group: Group) -> Attention:
    """The models at step 0, i.i.d. Gaussian; a run starts alike for every kernel."""
    kernels = len(settings.kernels)
    made = Attention(kernels * settings.runs, group.heads, group.layers, settings.d, free=group.free)
    spread = settings.spread
    spreads = {"r": spread / group.n, "B": spread, "C": spread, "A": spread / group.n}
    with torch.no_grad():
        for name, weight in made.named_parameters():
            if weight.requires_grad:
                drawn = [torch.randn(weight.shape[1:], generator=_source(settings, f"init {name}", run))
                         for run in range(settings.runs)]  # fmt: skip
                weight.copy_(spreads[name] * torch.stack(drawn).repeat(kernels, *[1] * (weight.dim() - 1)))
    return made.to(settings.device)


class GroupTrainer:
    """The state of a group; ``advance`` makes one step of all of its models."""

    def __init__(self, settings: Settings, group: Group) -> None:
        self.settings, self.group = settings, group
        self.model = initial_models(settings, group)
        self.trained = [p for p in self.model.parameters() if p.requires_grad]
        self.optimiser = torch.optim.Adam(self.trained, lr=settings.rate, fused=fused(settings.device))
        self.data = Data(settings, group.n, "data")
        self.labels = torch_generator(owner(settings), f"labels {group.n}", settings.seed, settings.device)
        self.batch: tuple[Tensor, Tensor] | None = None
        self.began = [source.get_state() for source in self._sources]
        """The states of the sources before the batch was drawn."""
        self.done, self.seconds = 0, 0.0
        self._losses = torch.tensor([torch.nan])
        self._skipped = torch.zeros((), dtype=torch.int64, device=settings.device)
        self.history: list[list[Any]] = []
        self.trace: list[dict[str, Any]] = []

    def rate(self) -> float:
        """Constant over the first half of training, then linearly to 0."""
        return self.settings.rate * min(1.0, 2 * (1 - self.done / self.settings.steps))

    def losses(self) -> Float[Tensor, " models"]:
        """The loss of each model on the batch of this step."""
        if self.batch is None or self.done % self.settings.resample == 0:
            self.batch = self._drawn()
        X, given = self.batch
        loss = self.model if self.settings.labels == "exact" else self.model.on_labels
        made: Tensor = loss(X, given).mean(1)
        return made

    def _drawn(self) -> tuple[Tensor, Tensor]:
        """A new batch; a checkpoint holds where its draws began, not the batch, which may be far larger."""
        self.began = [source.get_state() for source in self._sources]
        X, K = self.data.draw(self.settings.batch)
        return X, K if self.settings.labels == "exact" else self._drawn_labels(K)

    @property
    def _sources(self) -> list[torch.Generator]:
        return [*self.data.sources, self.labels]

    def _drawn_labels(self, K: Float[Tensor, "models batch m m"]) -> Float[Tensor, "models batch m"]:
        """Y from N(0, K_+), by the root of K_+: it may be singular."""
        values, vectors = eigh(K)
        normal = torch.randn(values.shape, generator=self.labels, device=K.device)
        made: Tensor = (vectors @ (values.clamp(min=0).sqrt() * normal)[..., None])[..., 0]
        return made

    @property
    def skipped(self) -> int:
        """Gradients that were not finite."""
        return int(self._skipped)

    def loss(self) -> float:
        """The median of the models' losses before the last step."""
        return float(self._losses.nanmedian())

    def advance(self) -> None:
        """One step."""
        at = self.settings
        if self.done % max(1, at.steps // at.traced) == 0:
            self.note()
        losses = self.losses()
        self.optimiser.zero_grad()
        losses.sum().backward()
        self._clip()
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate()
        self.optimiser.step()
        self._losses = losses.detach()
        if self.done % max(1, at.steps // HISTORY) == 0:
            self.history.append([self.done, self.loss()])
        self.done += 1

    def _clip(self) -> None:
        gradients = [p.grad for p in self.trained if p.grad is not None]
        norms = torch.stack([g.flatten(1).norm(dim=1) for g in gradients]).norm(dim=0)
        finite = norms.isfinite()
        factor = torch.where(finite, (self.settings.clip / norms).clamp(max=1), 0.0)
        self._skipped += (~finite).sum()
        for g in gradients:
            g.nan_to_num_(0.0, 0.0, 0.0).mul_(factor.view(-1, *[1] * (g.dim() - 1)))

    def note(self) -> None:
        """Keep the distances at this step."""
        self.trace.append({"step": self.done, **distances(self.model, self.data.roots)})

    def state(self) -> dict[str, Any]:
        return {
            "identity": json.dumps(self.settings.identity(self.group), sort_keys=True),
            "done": self.done, "seconds": self.seconds, "skipped": self.skipped, "history": self.history,
            "trace": self.trace, "model": self.model.state_dict(), "optimiser": self.optimiser.state_dict(),
            "began": self.began,
        }  # fmt: skip

    def restore(self, held: dict[str, Any]) -> None:
        self.done, self.seconds = held["done"], held["seconds"]
        self._skipped.fill_(held["skipped"])
        self.history, self.trace = held["history"], held["trace"]
        self.model.load_state_dict(held["model"])
        self.optimiser.load_state_dict(held["optimiser"])
        for source, state in zip(self._sources, held["began"], strict=True):
            source.set_state(state.cpu())
        self.batch = self._drawn() if self.done else None


def train_group(
    settings: Settings, group: Group, saved: Path | None = None, *, resume: bool = False, every: int = 500,
    progress: Progress = lambda done, loss: None,
) -> GroupTrainer:  # fmt: skip
    """Train to the last step, with checkpoints in ``saved`` (see :func:`numeric.training.resumable.train_to`)."""
    make = partial(train_to, GroupTrainer(settings, group), settings.steps, settings.identity(group), settings.device)
    trainer = make(saved, resume=resume, every=every, progress=progress)
    trainer.note()
    return trainer
