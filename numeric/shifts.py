r"""Prompts at test time, of any length and law: Sections 4.1 to 4.3 of Zhang, Frei, Bartlett (arXiv 2306.09927).

What may differ from training: the length M, the labels (task shift), the law of the query (query shift), the
covariance of all covariates or its scale (covariate shift).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .covariances import CovarianceLaw
from .errors import InputError
from .inputs import covariance, positive_integer, positive_real
from .labels import LabelLaw
from .prompts import draw_given

if TYPE_CHECKING:
    from jaxtyping import Float

Query = Callable[[NDArray[np.float64], np.random.Generator], NDArray[np.float64]]
"""The examples' covariates (n, M, d) and a generator give the queries (n, d)."""


@dataclass(frozen=True, slots=True)
class Prompts:
    """``n`` prompts of length M with their labels; ``w`` are the tasks, where the labels are linear."""

    x: Float[np.ndarray, "n M d"]
    y: Float[np.ndarray, "n M"]
    x_q: Float[np.ndarray, "n d"]
    y_q: Float[np.ndarray, " n"]
    w: Float[np.ndarray, "n d"] | None
    Lam: Float[np.ndarray, "n d d"]


def draw_prompts(
    M: int,
    n: int,
    rng: np.random.Generator,
    *,
    covariance_law: CovarianceLaw | None = None,
    Lam: ArrayLike | None = None,
    scale: float = 1.0,
    labels: LabelLaw | None = None,
    prior: tuple[ArrayLike, ArrayLike] | None = None,
    noise: tuple[float, Any] | None = None,
    query: Query | None = None,
) -> Prompts:
    r"""``n`` independent prompts of length ``M``.

    Args:
        covariance_law: the law of the covariance, drawn anew for each prompt; or
        Lam: the covariance of all prompts.
        scale: c; the covariates, the query included, are c times those of the covariance (covariate shift).
        labels: the joint law of (x, y); without it :math:`y=\langle w,x\rangle` with a task drawn for each prompt,
        prior: from N(mu, Psi), by default N(0, I), and with
        noise: (s, law), independent noise s z added to every label, also to the query's.
        query: the law of the query given the examples; by default that of the examples.

    Raises:
        InputError: neither or both of ``covariance_law`` and ``Lam`` are given, or some value is out of range.
    """
    M, n, c = positive_integer("M", M), positive_integer("n", n), positive_real("scale", scale)
    if covariance_law is not None and Lam is None:
        drawn = covariance_law.draw(n, rng)
    elif Lam is not None and covariance_law is None:
        fixed = covariance("Lam", Lam)
        drawn = np.broadcast_to(fixed, (n, *fixed.shape))
    else:
        raise InputError("covariance_law or Lam must be given, and not both. Pass one of them.")
    d = drawn.shape[1]
    covariates = c * draw_given(drawn, M + 1, rng)
    x = covariates[:, :M]
    x_q = covariates[:, M] if query is None else query(x, rng)
    if labels is not None:
        return Prompts(x, labels.draw(x, rng), x_q, labels.draw(x_q, rng), None, drawn)
    w = _tasks(n, d, prior, rng)
    y, y_q = np.einsum("nmd,nd->nm", x, w), np.einsum("nd,nd->n", x_q, w)
    if noise is not None:
        s, law = noise
        y, y_q = y + s * law.draw(y.shape, rng), y_q + s * law.draw(y_q.shape, rng)
    return Prompts(x, y, x_q, y_q, w, drawn)


def orthogonal_query(x: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """A query orthogonal to the span of the examples (Section 4.2); needs M < d."""
    _, M, d = x.shape
    if d <= M:
        raise InputError(f"M must be less than d for a query orthogonal to the examples, not {M} >= {d}. Pass less.")
    Q, _ = np.linalg.qr(x.transpose(0, 2, 1))
    free = rng.standard_normal((len(x), d, 1))
    return (free - Q @ (Q.transpose(0, 2, 1) @ free))[:, :, 0]


def gaussian_query(Lam: ArrayLike) -> Query:
    """Queries N(0, Lam), whatever the covariance of the examples is."""
    root = np.linalg.cholesky(covariance("Lam", Lam))
    return lambda x, rng: rng.standard_normal((len(x), len(root))) @ root.T


def _tasks(
    n: int, d: int, prior: tuple[ArrayLike, ArrayLike] | None, rng: np.random.Generator
) -> NDArray[np.float64]:
    w = rng.standard_normal((n, d))
    if prior is None:
        return w
    mean, Psi = prior
    return np.asarray(mean, dtype=np.float64) + w @ np.linalg.cholesky(covariance("Psi", Psi, d)).T


def least_squares(prompts: Prompts) -> Float[np.ndarray, " n"]:
    """The prediction of ordinary least squares at the query (the least norm one where M < d)."""
    weights = (np.linalg.pinv(prompts.x) @ prompts.y[:, :, None])[:, :, 0]
    return np.einsum("nd,nd->n", weights, prompts.x_q)
