"""Input checks that samplers and trainers share; each raises :class:`InputError` with one sentence."""

from __future__ import annotations

import math
import operator
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError

T = TypeVar("T")


def positive_integer(name: str, value: object) -> int:
    """``value`` as an int >= 1.

    >>> positive_integer("d", 3)
    3
    >>> positive_integer("d", 0)
    Traceback (most recent call last):
    numeric.errors.InputError: d must be an integer of at least 1, not 0. Pass a positive whole number.
    """
    remedy = f"{name} must be an integer of at least 1, not {value!r}. Pass a positive whole number."
    if isinstance(value, bool):
        raise InputError(remedy)
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # whatever is no integer raises TypeError here
    except TypeError:
        raise InputError(remedy) from None
    if number < 1:
        raise InputError(remedy)
    return number


def positive_real(name: str, value: float) -> float:
    """``value`` as a finite float > 0."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name} must be a positive number, not {value!r}. Pass a finite number above 0.") from None
    if not (math.isfinite(number) and number > 0):
        raise InputError(f"{name} must be a positive number, not {value!r}. Pass a finite number above 0.")
    return number


def numbers(name: str, value: object) -> NDArray[np.float64]:
    """``value`` as an array of doubles."""
    try:
        return np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name} must be made of real numbers, not {value!r}. Pass a list of rows.") from None


def instance(name: str, value: T, kind: type[T], maker: str) -> T:
    """``value`` where it is of the ``kind``, which ``maker`` makes."""
    if not isinstance(value, kind):
        raise InputError(f"{name} must be a {kind.__name__}, not {value!r}. Make one by {maker}.")
    return value


def covariance(name: str, value: ArrayLike, d: int | None = None) -> NDArray[np.float64]:
    """``value`` as a symmetric positive definite float64 matrix, of size d where d is given.

    >>> covariance("Lam", [[1.0, 2.0], [2.0, 1.0]])
    Traceback (most recent call last):
    numeric.errors.InputError: Lam must be positive definite: its smallest eigenvalue is -1. Pass a covariance \
matrix whose eigenvalues are all positive.
    """
    A = numbers(name, value)
    if A.ndim != 2 or A.shape[0] != A.shape[1] or A.size == 0:
        raise InputError(f"{name} must be a square matrix: its shape is {A.shape}. Pass d rows of d numbers.")
    if d is not None and A.shape[0] != d:
        raise InputError(f"{name} must be {d} x {d}: its shape is {A.shape}. Pass a matrix that matches d = {d}.")
    if not np.isfinite(A).all():
        raise InputError(f"{name} must be finite: it has NaN or infinite entries. Pass finite numbers.")
    # Exactly symmetric: a covariance off by rounding is symmetrised by its maker, not quietly here.
    if not np.array_equal(A, A.T):
        gap = float(np.abs(A - A.T).max())
        raise InputError(f"{name} must be symmetric: it differs from its transpose by {gap:.3g}. Pass (A + A^T)/2.")
    smallest = float(np.linalg.eigvalsh(A)[0])
    if smallest <= 0:
        raise InputError(
            f"{name} must be positive definite: its smallest eigenvalue is {smallest:.6g}. "
            "Pass a covariance matrix whose eigenvalues are all positive."
        )
    return A
