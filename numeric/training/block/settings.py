"""What determines a training run of LTB, LSA or GD-beta.  Imports no torch."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ...errors import InputError
from ...inputs import positive_integer, positive_real

MODELS = ("ltb", "lsa", "gd-beta")
METHODS = ("sgd", "adam")
FORWARDS = ("sums", "literal")
Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """What Assumption 3.1 leaves open: (d, M, H, Psi, sigma, beta*); H and Psi of any rank."""

    d: int
    M: int
    H: Matrix
    Psi: Matrix
    sigma: float
    beta_star: tuple[float, ...]

    @property
    def t(self) -> float:
        r""":math:`\operatorname{tr}(H\Psi)+\sigma^2`: the risk of predicting :math:`\langle\beta^*,x\rangle`."""
        return float(np.trace(np.array(self.H) @ np.array(self.Psi))) + self.sigma**2


def problem(M: int, H: Any, Psi: Any, sigma: float, beta_star: Any) -> Problem:
    """A checked problem.

    >>> problem(4, [[1, 0], [0, 2]], [[1, 0], [0, 0]], 0.5, [1, 2]).t
    1.25
    """
    mean = tuple(float(value) for value in beta_star)
    made = Problem(len(mean), positive_integer("M", M), _psd("H", H, len(mean)), _psd("Psi", Psi, len(mean)),
                   float(sigma), mean)  # fmt: skip
    if not (np.isfinite(made.sigma) and made.sigma >= 0 and np.isfinite(mean).all()):
        raise InputError(f"sigma must be a number >= 0 and beta_star finite, not {sigma!r}, {beta_star!r}. Pass such.")
    return made


def _psd(name: str, A: Any, d: int) -> Matrix:
    """A positive semi-definite matrix, singular or not."""
    a = np.array(A, dtype=float)
    if a.shape != (d, d) or not np.isfinite(a).all() or np.abs(a - a.T).max() > 1e-12 * max(1.0, np.abs(a).max()):
        raise InputError(f"{name} must be a symmetric {d} x {d} matrix, not {A!r}. Pass such a matrix.")
    if np.linalg.eigvalsh(a)[0] < -1e-12 * max(1.0, np.abs(a).max()):
        raise InputError(f"{name} must be positive semi-definite, not {A!r}. Pass such a matrix.")
    return tuple(map(tuple, a.tolist()))


@dataclass(frozen=True, slots=True)
class Settings:
    """One run."""

    model: str
    problem: Problem
    method: str = "adam"
    steps: int = 1500
    batch: int = 256
    """Fresh prompts of each step."""
    rate: float = 0.02
    """The learning rate at first; it falls linearly to 0, so that the noise of the last steps averages out."""
    scale: float = 0.3
    """The standard deviation of the entries of the weights at the start."""
    widths: tuple[int, int, int] = (0, 0, 0)
    """d_k, d_v, d_f; 0 for the least that the classes allow: d, d + 1, d + 1."""
    forward: str = "sums"
    """``literal``: the printed formula on the token matrix (3.1); ``sums``: the same numbers through (D.1)."""
    starts: int = 1
    """Random initialisations that are trained at once on the same prompts: LTB has local minima above the least
    risk, and one asks for the best of them."""
    device: str = "cpu"
    seed: int | None = None
    owner: str = "zwb/block"
    """The streams are named after this."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def identity(self) -> dict[str, Any]:
        """What a resumed run must share with its checkpoint: everything, since the rate falls with the steps."""
        return self.as_json()


def settings(model: str, of: Problem, **changes: Any) -> Settings:
    """Checked settings."""
    if model not in MODELS:
        raise InputError(f"model must be one of {', '.join(MODELS)}, not {model!r}. Pass one of them.")
    made = Settings(model, of, **changes)
    if made.method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}, not {made.method!r}. Pass one of them.")
    if made.forward not in FORWARDS:
        raise InputError(f"forward must be one of {', '.join(FORWARDS)}, not {made.forward!r}. Pass one of them.")
    for name in ("steps", "batch", "starts"):
        positive_integer(name, getattr(made, name))
    for name in ("rate", "scale"):
        positive_real(name, getattr(made, name))
    d = of.d
    least = (d, d + 1, d + 1)
    widths = made.widths[0] or d, made.widths[1] or d + 1, made.widths[2] or d + 1
    if any(width < small for width, small in zip(widths, least, strict=True)):
        raise InputError(f"widths must be at least {least}, not {made.widths}. Pass larger ones.")
    return replace(made, widths=widths)
