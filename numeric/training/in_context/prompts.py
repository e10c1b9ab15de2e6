"""Training batches (torch, on the device) and the test prompts (NumPy), drawn from the definitions of Section 4.3.

Covariates x ~ N(0, Lambda), w ~ N(0, I), y = <w, x>; Lambda = I, or c diag(lambda) with standard exponential lambda.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...streams import generator
from .settings import OWNER, Curve, Settings

if TYPE_CHECKING:
    import torch
    from jaxtyping import Float
    from torch import Tensor


def training_batch(
    settings: Settings, curve: Curve, step: int, source: torch.Generator
) -> tuple[Float[Tensor, "batch points d"], Float[Tensor, "batch points"]]:
    """(x, y) of the prompts of one step; as in Garg et al. (2022) the coordinates that the curriculum leaves out are
    zero."""
    import torch

    dims, points = settings.curriculum.at(step, settings.d, curve.N)
    device = settings.device
    x = torch.randn(settings.batch, points, settings.d, generator=source, device=device)
    if curve.covariance == "random":
        lam = torch.empty(settings.batch, 1, settings.d, device=device).exponential_(generator=source)
        x = x * lam.sqrt()
    x[:, :, dims:] = 0
    w = torch.randn(settings.batch, settings.d, 1, generator=source, device=device)
    return x, (x @ w)[:, :, 0]


@dataclass(frozen=True, slots=True)
class DrawnPrompts:
    """Prompts of one panel: ``groups`` covariances, ``prompts`` of each.

    The test prompt of length M consists of the first M points with their labels and of the next point, the query.  So
    all lengths share their draws, and a causal model predicts all of them in one pass.
    """

    lam: Float[np.ndarray, "groups d"]
    x: Float[np.ndarray, "groups prompts points d"]
    w: Float[np.ndarray, "groups prompts d"]

    @property
    def y(self) -> Float[np.ndarray, "groups prompts points"]:
        """The labels <w, x_i> of all points."""
        labels: np.ndarray = (self.x @ self.w[..., None])[..., 0]
        return labels

    def scaled(self, c: float) -> DrawnPrompts:
        """The same draws with covariance c times as large."""
        return DrawnPrompts(c * self.lam, np.sqrt(c) * self.x, self.w)


def drawn_prompts(settings: Settings, covariance: str) -> DrawnPrompts:
    """The test prompts of the panel "fixed", or of the panel "random" with c = 1."""
    owner = f"{OWNER}/{covariance}"
    shape, points = (settings.covariances, settings.prompts), max(*settings.tested, *settings.lengths) + 1
    data, task = (generator(owner, stream, settings.seed) for stream in ("data", "task"))
    lam = np.ones((settings.covariances, settings.d))
    if covariance == "random":
        lam = generator(owner, "covariance", settings.seed).standard_exponential((settings.covariances, settings.d))
    x = data.standard_normal((*shape, points, settings.d)) * np.sqrt(lam)[:, None, None]
    return DrawnPrompts(lam, x, task.standard_normal((*shape, settings.d)))
