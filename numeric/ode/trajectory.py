"""What the integrators return, and what is measured along a trajectory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..inputs import covariance, instance, numbers, positive_integer, positive_real
from ..parameters import theta

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Problem:
    """The gradient flow (27) on the invariant block: covariance, prompt length, start.

    ``Lam`` (d, d), ``U11`` (d, d) and ``u_1`` at time 0.
    """

    Lam: Array
    N: int
    U11: Array
    u_1: float

    @property
    def d(self) -> int:
        return self.Lam.shape[0]


def problem(Lam: ArrayLike, N: int, U11: ArrayLike, u_1: float) -> Problem:
    """A :class:`Problem` from checked input."""
    A = covariance("Lam", Lam)
    start = numbers("U11", U11)
    if start.shape != A.shape:
        raise InputError(f"U11 must be {A.shape[0]} x {A.shape[0]}: its shape is {start.shape}. Its size is Lam's.")
    u = numbers("u_1", u_1)
    if u.ndim or not (np.isfinite(start).all() and np.isfinite(u)):
        raise InputError("U11 and u_1 must be finite, and u_1 one number: NaN, infinite or more given. Pass others.")
    return Problem(A, positive_integer("N", N), start, float(u))


def assumption_3(Lam: ArrayLike, N: int, Theta: ArrayLike, sigma: float) -> Problem:
    r"""The start of Assumption 3: :math:`U_{11}(0)=\sigma\Theta\Theta^\top`, :math:`u_{-1}(0)=\sigma`.

    ``Theta`` is scaled so that :math:`\|\Theta\Theta^\top\|_F = 1`.
    """
    A = covariance("Lam", Lam)
    scale = positive_real("sigma", sigma)
    unit = theta(Theta, A.shape[0])
    return problem(A, N, scale * unit @ unit.T, scale)


def check_start(start: object) -> None:
    """Raise :class:`InputError` for what is no :class:`Problem`."""
    instance("start", start, Problem, "problem(Lam, N, U11, u_1) or assumption_3(Lam, N, Theta, sigma)")


def check_times(times: ArrayLike) -> Array:
    """Output times: finite, nonnegative, increasing."""
    t = np.atleast_1d(numbers("times", times))
    if t.ndim != 1 or t.size == 0 or not np.isfinite(t).all() or t[0] < 0 or (np.diff(t) <= 0).any():
        raise InputError(f"times must be finite, >= 0 and increasing, not {times!r}. Pass a sorted list of times.")
    return t


@dataclass(frozen=True)
class Trajectory:
    """The state at the output times, with an estimate of the global error and how it was obtained.

    ``U11`` (n, d, d), ``u_1`` (n,).  ``error`` estimates the largest distance (Frobenius, all parameters together)
    to the exact trajectory at the output times.  It is an estimate, not a bound.
    """

    problem: Problem
    times: Array
    U11: Array
    u_1: Array
    error: float
    how: str


@dataclass(frozen=True)
class Measured:
    r"""Quantities along a trajectory, each of shape (n,).

    ``loss`` (28); ``gap`` = loss - minimum, as a sum of squares; ``gradient_squared``
    :math:`\|\nabla\tilde\ell\|_2^2`; ``pl_ratio`` = gradient_squared / gap, whose minimum is the largest PL constant
    that this trajectory allows; ``balancedness`` :math:`u_{-1}^2-\mathrm{tr}\,U_{11}U_{11}^\top`.
    """

    loss: Array
    gap: Array
    gradient_squared: Array
    pl_ratio: Array
    balancedness: Array


def measure(trajectory: Trajectory) -> Measured:
    """The quantities of :class:`Measured`, computed in the eigenbasis of Lam, where the gap is a sum of squares."""
    p = instance("trajectory", trajectory, Trajectory, "dense_flow(start, times)").problem
    lam, Q = np.linalg.eigh(p.Lam)
    gam = lam + (lam + lam.sum()) / p.N
    V = Q.T @ trajectory.U11 @ Q
    u = trajectory.u_1[:, None, None]
    root = np.sqrt(np.outer(lam, lam))
    residual = u * root * V - np.diag(lam / gam)
    gap = 0.5 * np.sum(gam[:, None] * residual**2, axis=(1, 2))
    D = gam[:, None] * root * residual
    squared = trajectory.u_1**2 * np.sum(D**2, axis=(1, 2)) + np.sum(D * V, axis=(1, 2)) ** 2
    minimum = -0.5 * float(np.sum(lam**2 / gam))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(gap > 0, squared / gap, np.nan)
    return Measured(minimum + gap, gap, squared, ratio, trajectory.u_1**2 - np.sum(V**2, axis=(1, 2)))


@dataclass(frozen=True)
class PrintedBounds:
    """The constants of Lemma 19 (44), squared, and Lemma 12 (30), at given parameters."""

    lower_u_1_squared: float
    mu: float


def printed_bounds(Lam: ArrayLike, N: int, Theta: ArrayLike, sigma: float) -> PrintedBounds:
    """The printed bounds in float64, to be set against what a trajectory shows."""
    A = covariance("Lam", Lam)
    d = A.shape[0]
    lam = np.linalg.eigvalsh(A)
    gam = lam + (lam + lam.sum()) / positive_integer("N", N)
    sigma = positive_real("sigma", sigma)
    bracket = 2 - np.sqrt(d) * sigma**2 * gam[-1]
    spread = float(np.linalg.norm(A @ theta(Theta, d)) ** 2)
    common = sigma**2 * spread * bracket / (np.sqrt(d) * lam[-1] ** 2)
    return PrintedBounds(common / 2, common / float(np.sum(1 / (gam * lam)) * np.sum(1 / lam)))
