r"""What happens outside of a theorem's condition: gradient descent from scales above the one that Theorem 4 allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .config import Config

DRAWS = 20_000
"""Of the covariance, where the largest scale depends on its mean."""


def largest_scale(config: Config) -> float:
    r"""The bound on sigma of Theorem 4, :math:`\sigma^2\|\Gamma\|_{op}\sqrt d<2`, label noise counted with Gamma; for a
    random covariance that of Theorem 8, (21), its mean over the covariance estimated."""
    d, N = config.d, config.N
    if config.entries:
        return _largest_random_scale(config)
    Lam = np.array(config.Lam)
    Gam = (1 + 1 / N) * Lam + (np.trace(Lam) + config.noise**2) / N * np.eye(d)
    return float(np.sqrt(2 / (np.sqrt(d) * np.linalg.norm(Gam, 2))))


def _largest_random_scale(config: Config) -> float:
    from .contexts import draw_covariances
    from .trainer import initial_theta

    lam = draw_covariances(config, DRAWS).cpu().numpy()
    Theta = initial_theta(config).cpu().numpy()
    norm_Gam = (1 + 1 / config.N) * lam.max(1) + lam.sum(1) / config.N
    size = float((norm_Gam * (lam**2).sum(1)).mean())
    return float(np.sqrt(2 * np.linalg.norm(np.array(config.Lam) @ Theta) ** 2 / (np.sqrt(config.d) * size)))


def scales(config: Config, multiples: Sequence[float] = (0.5, 1.0, 1.5, 3.0)) -> list[dict[str, Any]]:
    r"""Train from ``multiples`` of the largest allowed sigma, everything else equal.

    A row per run: sigma, :math:`\sigma^2\|\Gamma\|_{op}\sqrt d`, whether the descent converged, its steps, the last
    loss and u_-1, and the distance of u_-1 U11 from that of the first run, relative to it.
    """
    from .trainer import train

    bound = largest_scale(config)
    rows: list[dict[str, Any]] = []
    reference: np.ndarray | None = None
    for multiple in multiples:
        record = train(replace(config, sigma=multiple * bound))
        W_PV, W_KQ = np.array(record["W_PV"]), np.array(record["W_KQ"])
        product = W_PV[-1, -1] * W_KQ[:-1, :-1]
        reference = product if reference is None else reference
        rows.append(
            {
                "sigma": multiple * bound,
                "condition": 2 * multiple**2,
                "converged": record["converged"],
                "steps": record["steps"],
                "loss": record["history"][-1][2],
                "u_-1": float(W_PV[-1, -1]),
                "apart": float(np.linalg.norm(product - reference) / np.linalg.norm(reference)),
            }
        )
    return rows
