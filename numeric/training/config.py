"""What determines a training run.  Imports no torch."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ..errors import InputError
from ..inputs import covariance, positive_integer, positive_real

METHODS = ("gd", "sgd", "adam")
FORWARDS = ("statistics", "gram", "literal")
LARGEST_STATISTICS = 6
"""The sufficient statistics of the loss are (d (d+1)^2)^2 numbers: beyond this d the sample itself is smaller."""
MODELS = ("zfb/lsa", "lsa")


@dataclass(frozen=True, slots=True)
class Config:
    """One run: the data law, the initialisation of Assumption 3, and the optimiser."""

    d: int
    N: int
    Lam: tuple[tuple[float, ...], ...]
    sigma: float
    method: str = "gd"
    """``gd``: full-batch gradient descent on a fixed sample; ``sgd``, ``adam``: a fresh sample at every step."""
    steps: int = 2000
    contexts: int = 4096
    """Contexts of the fixed sample, or of each fresh batch; every context carries d tasks and d queries."""
    step: float = 0.5
    """``gd``: the step in units of 1/(largest curvature); ``sgd``, ``adam``: the learning rate."""
    largest_change: float = 0.003
    """``gd``: no step moves the weights by more than this fraction of their norm, so that the descent stays close to
    the gradient flow where it is fast."""
    forward: str = "gram"
    """``literal``: the layer (3) on the embedding (4); ``gram``: the same numbers through sum x x^T; ``statistics``
    (``gd`` only): the same loss (7) of the fixed sample through its sufficient statistics."""
    stop: float = 1e-6
    """``gd`` ends when the gradient's norm falls below this fraction of its largest value so far."""
    device: str = "cpu"
    seed: int | None = None
    owner: str = "zfb/lsa"
    """The streams are named after this."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def identity(self) -> dict[str, Any]:
        """What a resumed run must share with its checkpoint: everything but the number of steps."""
        return asdict(replace(self, steps=1))


def config(
    model: str = "lsa",
    d: int = 2,
    N: int = 4,
    Lam: Any = None,
    sigma: float | None = None,
    **others: Any,
) -> Config:
    r"""A checked configuration.  By default :math:`\Lambda=I` and sigma is half of what Theorem 4 allows.

    >>> config(d=2, N=4).sigma < 1
    True
    """
    if model not in MODELS:
        raise InputError(f"model {model!r} cannot be trained yet. Pass one of {', '.join(MODELS)}.")
    d, N = positive_integer("d", d), positive_integer("N", N)
    matrix = covariance("Lam", np.eye(d) if Lam is None else Lam, d)
    if sigma is None:
        sigma = 0.5 * float(np.sqrt(2 / (np.sqrt(d) * np.linalg.norm((1 + 1 / N) * matrix + np.trace(matrix) / N, 2))))
    gd = others.get("method", "gd") == "gd"
    others.setdefault("forward", "statistics" if gd and d <= LARGEST_STATISTICS else "gram")
    made = Config(d, N, tuple(map(tuple, matrix.tolist())), positive_real("sigma", sigma), **others)
    if made.method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}, not {made.method!r}. Pass one of them.")
    if made.forward not in FORWARDS:
        raise InputError(f"forward must be one of {', '.join(FORWARDS)}, not {made.forward!r}. Pass one of them.")
    if made.forward == "statistics" and (not gd or d > LARGEST_STATISTICS):
        raise InputError(
            f"forward 'statistics' needs method 'gd' and d <= {LARGEST_STATISTICS}, not {made.method!r} and d = {d}. "
            "Pass forward='gram'."
        )
    positive_integer("steps", made.steps)
    positive_integer("contexts", made.contexts)
    positive_real("step", made.step)
    return made
