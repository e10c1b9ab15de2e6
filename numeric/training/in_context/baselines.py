r"""What the figure compares with: least squares, the zero estimator, and linear self-attention.

Predictions are functions ``(x, y, x_q) -> \hat y_q`` of whole arrays; NumPy alone.  The weights of linear
self-attention are the limits of gradient flow, Theorem 4 for the fixed and Theorem 8 for the random covariance.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from jaxtyping import Float

    Examples = Float[np.ndarray, "*batch M d"]
    Labels = Float[np.ndarray, "*batch M"]
    Queries = Float[np.ndarray, "*batch d"]
    Predictions = Float[np.ndarray, "*batch"]


def least_squares(x: Examples, y: Labels, x_q: Queries) -> Predictions:
    r""":math:`x_q^\top X^+y`: ordinary least squares; with fewer examples than dimensions, of least norm."""
    return np.einsum("...d,...d->...", x_q, (np.linalg.pinv(x) @ y[..., None])[..., 0])


def linear_attention(x: Examples, y: Labels, x_q: Queries, weight: float) -> Predictions:
    r""":math:`weight\cdot x_q^\top\frac1M\sum_iy_ix_i`: linear self-attention with :math:`u_{-1}U_{11}=weight\cdot I`.

    One step of gradient descent from zero is this with its step as ``weight``.
    """
    return weight * np.einsum("...d,...md,...m->...", x_q, x, y) / x.shape[-2]


def attention_weight(covariance: str, d: int, N: int | None) -> Fraction:
    r"""The diagonal of :math:`u_{-1}U_{11}` that training ends at; N = None for :math:`N\to\infty`.

    Fixed identity (Theorem 4): :math:`1/(1+(d+1)/N)`.  Random (Theorem 8, the :math:`\xi_i/\gamma_i` of its limit):
    :math:`E\lambda_i^2=2` over :math:`E[\frac{N+1}N\lambda_i^3+\frac1N\lambda_i^2\sum_k\lambda_k]
    =6\frac{N+1}N+\frac{6+2(d-1)}N`.

    >>> attention_weight("random", 20, None), attention_weight("fixed", 1, 2)
    (Fraction(1, 3), Fraction(1, 2))
    """
    one = Fraction(0) if N is None else Fraction(1, N)
    if covariance == "fixed":
        return 1 / (1 + (d + 1) * one)
    return 2 / (6 * (1 + one) + (6 + 2 * (d - 1)) * one)


def limit_errors(lam: Float[np.ndarray, "groups d"], covariance: str) -> Float[np.ndarray, " groups"]:
    r"""The error :math:`E(\hat y_q-\langle w,x_q\rangle)^2` of linear self-attention for :math:`M,N\to\infty`.

    :math:`\frac1M\sum y_ix_i\to\Lambda w`, so that the error is :math:`\sum_i\lambda_i(a\lambda_i-1)^2` with a the
    weight of :func:`attention_weight`; one number for each covariance diag(lambda).
    """
    a = float(attention_weight(covariance, lam.shape[1], None))
    return (lam * (a * lam - 1) ** 2).sum(1)


def limit_line(covariance: str, c: int | None) -> Fraction:
    r"""The black dashed line for one coordinate: the mean of :func:`limit_errors` over exponential covariances of
    scale c, divided by d; c = None for the identity.

    With :math:`E\lambda^k=k!`: :math:`c(6a^2c^2-4ac+1)`, and :math:`(a-1)^2` for the identity.

    >>> limit_line("fixed", 1), limit_line("random", 1), limit_line("random", None)
    (Fraction(3, 1), Fraction(1, 3), Fraction(4, 9))
    """
    a = attention_weight(covariance, 1, None)
    return (a - 1) ** 2 if c is None else c * (6 * a**2 * c**2 - 4 * a * c + 1)
