"""What determines a training run.  Imports no torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import InputError
from ..inputs import covariance, positive_integer, positive_real
from ..laws import Gamma, Law, TwoPoint

METHODS = ("gd", "sgd", "adam")
FORWARDS = ("statistics", "gram", "literal")
LARGEST_STATISTICS = 6
"""The sufficient statistics of the loss are (d (d+1)^2)^2 numbers: beyond this d the sample itself is smaller."""
MODELS = ("zfb/lsa", "lsa")
EntryLaw = tuple[str, float, float] | tuple[str, float, float, float]
"""("gamma", shape, scale) with an integer or half-integer shape, or ("two-point", a, b, probability of a)."""


def entry_laws(laws: Sequence[Law]) -> tuple[EntryLaw, ...]:
    """The laws of independent entries as a configuration holds them."""
    return tuple(_entry_law(law) for law in laws)


def _entry_law(law: Law) -> EntryLaw:
    if isinstance(law, Gamma) and (2 * Fraction(law.shape)).denominator == 1:
        return "gamma", float(law.shape), float(law.scale)
    if isinstance(law, TwoPoint):
        return "two-point", float(law.a), float(law.b), float(law.p)
    raise InputError(
        f"entries must be gamma laws with integer or half-integer shape, or on two points, not {law.name}. "
        "Pass such laws."
    )


def mean_of(entry: EntryLaw) -> float:
    """The mean of the law."""
    if entry[0] == "gamma":
        return entry[1] * entry[2]
    return entry[3] * entry[1] + (1 - entry[3]) * entry[2]  # type: ignore[misc]


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
    entries: tuple[EntryLaw, ...] = ()
    """The laws of the entries of a random diagonal covariance, drawn for each context; ``Lam`` is then its mean."""
    noise: float = 0.0
    """The standard deviation of independent noise on every label, also the query's."""
    noise_law: str = "Gaussian"
    prior_mean: tuple[float, ...] = ()
    """Tasks are drawn from N(``prior_mean``, ``prior``); by default from N(0, I)."""
    prior: tuple[tuple[float, ...], ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def chunk(self) -> int:
        """Contexts of one backward pass: on the CPU the arrays of a pass stay in the cache."""
        return 512 if self.device == "cpu" else 16384

    @property
    def identity(self) -> dict[str, Any]:
        """What a resumed run must share with its checkpoint: everything but the number of steps."""
        return asdict(replace(self, steps=1))


MOST_DIMENSIONS, MOST_EXAMPLES = 2_000, 10**9
"""Beyond, one matrix of the parameters, or one prompt, fills the memory."""


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
    if not isinstance(model, str) or model not in MODELS:
        raise InputError(f"model {model!r} cannot be trained yet. Pass one of {', '.join(MODELS)}.")
    d, N = positive_integer("d", d), positive_integer("N", N)
    if d > MOST_DIMENSIONS or N > MOST_EXAMPLES:
        raise InputError(f"d must be at most {MOST_DIMENSIONS} and N at most {MOST_EXAMPLES}: pass smaller ones.")
    entries = others.get("entries", ())
    if entries and (len(entries) != d or Lam is not None):
        raise InputError(f"entries must be {d} laws, and Lam, their mean, left out: got {len(entries)}. Pass one each.")
    if entries:
        Lam = np.diag([mean_of(entry) for entry in entries])
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
    if made.noise_law not in ("Gaussian", "uniform", "Rademacher"):
        raise InputError(f"noise_law must be Gaussian, uniform or Rademacher, not {made.noise_law!r}. Pass one.")
    if made.prior:
        covariance("prior", np.array(made.prior), d)
    positive_integer("steps", made.steps)
    positive_integer("contexts", made.contexts)
    positive_real("step", made.step)
    return made
