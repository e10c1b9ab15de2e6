"""Families of the parameters that the papers leave free: covariances by name and seed, and Theta of Assumption 3.

Checks of single arguments are in :mod:`numeric.inputs`; whatever a family returns has passed them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError
from .inputs import covariance, positive_integer, positive_real
from .streams import generator

Array = NDArray[np.float64]


def theta(value: ArrayLike, d: int, name: str = "Theta") -> Array:
    r"""A nonzero (d, d) matrix, scaled so that :math:`\|\Theta\Theta^\top\|_F = 1` (zfb, Assumption 3, eq. (10))."""
    try:
        A = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name} must be a matrix of numbers, not {value!r}. Pass {d} rows of {d}.") from None
    if A.shape != (d, d):
        raise InputError(f"{name} must be {d} x {d}: its shape is {A.shape}. Pass a matrix of the size of Lam.")
    if not np.isfinite(A).all():
        raise InputError(f"{name} must be finite: it has NaN or infinite entries. Pass finite numbers.")
    size = float(np.linalg.norm(A @ A.T))
    if size == 0:
        raise InputError(f"{name} must not be zero: Assumption 3 asks for Theta Lam != 0. Pass a nonzero matrix.")
    return A / np.sqrt(size)


def isotropic(d: int, variance: float = 1.0) -> Array:
    """``variance * I``."""
    return positive_real("variance", variance) * np.eye(positive_integer("d", d))


def power_law(d: int, exponent: float = 1.0) -> Array:
    r"""Diagonal, with eigenvalues :math:`k^{-\text{exponent}}`, k = 1..d."""
    return covariance("Lam", np.diag(np.arange(1, positive_integer("d", d) + 1, dtype=float) ** -exponent))


def rotated(spectrum: ArrayLike, owner: str, user_seed: int | None = None) -> Array:
    """A covariance with the given eigenvalues, in a basis drawn uniformly (Haar) from the stream of ``owner``."""
    eigenvalues = np.asarray(spectrum, dtype=float)
    d = eigenvalues.size
    Q, R = np.linalg.qr(generator(owner, "rotation", user_seed).standard_normal((d, d)))
    Q = Q * np.sign(np.diag(R))
    Lam = (Q * eigenvalues) @ Q.T
    return covariance("Lam", (Lam + Lam.T) / 2)


def spiked(d: int, spike: float, owner: str, user_seed: int | None = None) -> Array:
    r""":math:`I + (\text{spike} - 1) v v^\top`, with a unit vector v from the stream of ``owner``."""
    v = generator(owner, "spike", user_seed).standard_normal(positive_integer("d", d))
    v /= np.linalg.norm(v)
    return covariance("Lam", np.eye(d) + (positive_real("spike", spike) - 1.0) * np.outer(v, v))


def random_theta(d: int, owner: str, user_seed: int | None = None) -> Array:
    """A normalised Theta with independent Gaussian entries (Section 3.3), from the stream of ``owner``."""
    return theta(generator(owner, "theta", user_seed).standard_normal((positive_integer("d", d), d)), d)
