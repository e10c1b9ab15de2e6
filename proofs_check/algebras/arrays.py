"""Matrices in batches: arrays (batch, rows, columns) of float64 or of fractions; a constant has batch 1."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..statement.fold import Lacks
from .exact_inverse import exact_inverse

Array = NDArray[Any]
FEW = 4
ROUNDING = 1e-12


def times(a: Array, b: Array) -> Array:
    if a.shape[1:] == (1, 1) or b.shape[1:] == (1, 1):
        return a * b
    if a.shape[2] != b.shape[1]:
        raise Lacks("products of matrices whose shapes do not match have no value")
    if 1 < a.shape[2] <= FEW and a.shape[1] * b.shape[2] <= 2:
        # Many short products: a sum over their few terms is several times faster than matrix products.
        first, *others = (a[:, :, k, None] * b[:, None, k, :] for k in range(a.shape[2]))
        return sum(others, first)
    return a @ b


def transposed(a: Array) -> Array:
    return a.transpose(0, 2, 1)


def trace(a: Array) -> Array:
    return np.trace(a, axis1=1, axis2=2)[:, None, None]


def inner(a: Array, b: Array) -> Array:
    return (a * b).sum(axis=(1, 2), keepdims=True)


def vec(a: Array) -> Array:
    return a.transpose(0, 2, 1).reshape(len(a), -1, 1)


def unvec(a: Array, like: Array) -> Array:
    return a.reshape(len(a), -1, like.shape[1]).transpose(0, 2, 1)


def kron(a: Array, b: Array) -> Array:
    product = a[:, :, None, :, None] * b[:, None, :, None, :]
    return product.reshape(len(product), a.shape[1] * b.shape[1], a.shape[2] * b.shape[2])


def joined(parts: list[Array], axis: int) -> Array:
    batch = max(len(part) for part in parts)
    return np.concatenate([np.broadcast_to(part, (batch, *part.shape[1:])) for part in parts], axis)


def block(a: Array, b: Array, c: Array, d: Array) -> Array:
    return joined([joined([a, b], 2), joined([c, d], 2)], 1)


def assemble(entries: list[Array], rows: int, columns: int) -> Array:
    return joined([joined(entries[i * columns : (i + 1) * columns], 2) for i in range(rows)], 1)


def whole(number: Array) -> int:
    """The number of a place, or of places; raises :class:`Lacks` where it is a fraction."""
    if number[0, 0, 0] != int(number[0, 0, 0]):
        raise Lacks(f"a place has a whole number, not {number[0, 0, 0]}")
    return int(number[0, 0, 0])


def position(index: Array) -> int:
    """Where, from 0, number ``index`` stands, which must be a whole number."""
    return whole(index) - 1


def central(f: Callable[[int], Array], dtype: type) -> Array:
    """f'(0), exactly for a polynomial of degree at most 4 along the line."""
    twelve = Fraction(12) if dtype is object else 12.0
    return (8 * (f(1) - f(-1)) - (f(2) - f(-2))) / twelve


def inverse(a: Array) -> Array:
    if a.dtype != object:
        try:
            return np.linalg.inv(a)
        except np.linalg.LinAlgError as error:
            raise Lacks("sampled lacks the inverse of a singular matrix") from error
    return np.stack([exact_inverse(matrix) for matrix in a])


def fractional(a: Array, k: Fraction, dtype: type) -> Array:
    """A power that is no integer: of a number, or of a constant symmetric positive definite matrix."""
    if dtype is object:
        if k == Fraction(1, 2) and a.shape[1] == a.shape[2]:
            from . import exact_psd  # needs python-flint, which a machine that only trains may lack

            return exact_psd.root(a)
        raise Lacks("sampled lacks fractional powers in exact fractions")
    if a.shape[1:] == (1, 1):
        return a ** float(k)
    symmetric = (a + transposed(a)) / 2
    # The argument is symmetric up to the rounding of what made it, or it is no such matrix at all.
    if len(a) != 1 or np.abs(a - symmetric).max() > 1e-10 * np.abs(a).max():
        raise Lacks("sampled lacks fractional powers of matrices that are not symmetric constants")
    eigenvalues, vectors = np.linalg.eigh(symmetric[0])
    if k > 0 and eigenvalues[0] >= -ROUNDING * eigenvalues[-1]:
        # Roots are continuous: what rounding left of an eigenvalue 0 is no other case.
        eigenvalues = np.maximum(eigenvalues, 0)
    elif eigenvalues[0] <= 0:
        raise Lacks("sampled lacks fractional powers of matrices that are not positive definite")
    return ((vectors * eigenvalues ** float(k)) @ vectors.T)[None]
