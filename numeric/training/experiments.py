r"""What happens outside of a theorem's condition: gradient descent from scales above the one that Theorem 4 allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .config import Config


def largest_scale(config: Config) -> float:
    r"""The bound on sigma of Theorem 4: :math:`\sigma^2\|\Gamma\|_{op}\sqrt d<2`."""
    Lam = np.array(config.Lam)
    Gam = (1 + 1 / config.N) * Lam + np.trace(Lam) / config.N * np.eye(config.d)
    return float(np.sqrt(2 / (np.sqrt(config.d) * np.linalg.norm(Gam, 2))))


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
