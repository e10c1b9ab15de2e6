"""Training batches (torch, on the device) and test prompts (NumPy): Assumption 3.1 with H = Psi = I and sigma = 0.

Tokens are the columns of the token matrix (3.1): (x_i, y_i), and last (x, 0).  Draws do not depend on the task mean:
prompts at two means have the same covariates and the same deviation of the task from its mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...streams import generator
from .settings import OWNER, Settings

if TYPE_CHECKING:
    import torch
    from jaxtyping import Float
    from torch import Tensor


def training_batch(
    settings: Settings, mean: int, step: int, source: torch.Generator
) -> tuple[Float[Tensor, "batch tokens d+1"], Float[Tensor, " batch"]]:
    """(tokens, label of the query) of one step; coordinates that the curriculum leaves out are zero."""
    import torch

    d, points, device = settings.d, settings.M + 1, settings.device
    dims = d
    if settings.curriculum is not None:
        dims, points = settings.curriculum.at(step, d, settings.M)
    x = torch.randn(settings.batch, points, d, generator=source, device=device)
    x[:, :, dims:] = 0
    task = mean + torch.randn(settings.batch, d, 1, generator=source, device=device)
    y = (x @ task)[:, :, 0]
    tokens = torch.cat([x, y[:, :, None]], 2)
    tokens[:, -1, d] = 0
    return tokens, y[:, -1]


@dataclass(frozen=True, slots=True)
class DrawnPrompts:
    """``groups`` times ``prompts`` test prompts for one task mean."""

    tokens: Float[np.ndarray, "groups prompts tokens d+1"]
    y: Float[np.ndarray, "groups prompts"]
    from_mean: Float[np.ndarray, "groups prompts"]
    r"""What :math:`\langle\beta^*,x\rangle` misses of y."""


def drawn_prompts(settings: Settings, mean: int) -> DrawnPrompts:
    """The test prompts of a task mean, of full length and dimension."""
    shape, d = (settings.groups, settings.prompts), settings.d
    data, tasks = (generator(OWNER, stream, settings.seed) for stream in ("test data", "test tasks"))
    x = data.standard_normal((*shape, settings.M + 1, d))
    deviation = tasks.standard_normal((*shape, d))
    y = (x @ (mean + deviation)[..., None])[..., 0]
    tokens = np.concatenate([x, y[..., None]], -1)
    tokens[:, :, -1, d] = 0
    return DrawnPrompts(tokens, y[..., -1], (x[:, :, -1] * deviation).sum(-1))
