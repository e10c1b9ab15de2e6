r"""Truncated Taylor series of arrays in one variable, in whatever arithmetic their entries have.

A jet is :math:`c_0+c_1t+\dots+c_mt^m+O(t^{m+1})`, each coefficient an array (float64, or objects: fractions, ``fmpq``,
balls); arrays of leading axes broadcast, so that one jet carries many directions.  Derivatives of the forward pass are
those of its own arithmetic: exact in fractions, enclosed in balls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Union

import flint
import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

Array = NDArray[Any]


class KinkError(InputError):
    """A derivative was asked for where relu has none."""


@dataclass(frozen=True, eq=False)
class Jet:
    """The coefficients :math:`c_0,\\dots,c_m`; matrices are the last two axes."""

    terms: tuple[Array, ...]

    @property
    def mT(self) -> Jet:
        return Jet(tuple(np.swapaxes(c, -1, -2) for c in self.terms))

    def __add__(self, other: Number | int) -> Jet:
        return Jet(tuple(a + b for a, b in zip(self.terms, self._like(other), strict=True)))

    __radd__ = __add__

    def __neg__(self) -> Jet:
        return Jet(tuple(-c for c in self.terms))

    def __sub__(self, other: Number | int) -> Jet:
        return self + (-other)

    def __rsub__(self, other: Number | int) -> Jet:
        return (-self) + other

    def __mul__(self, other: Number | int) -> Jet:
        return self._product(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __matmul__(self, other: Number | int) -> Jet:
        return self._product(other, matmul)

    def __rmatmul__(self, other: Array) -> Jet:
        return Jet(tuple(matmul(other, c) for c in self.terms))

    def __getitem__(self, where: Any) -> Jet:
        return Jet(tuple(c[where] for c in self.terms))

    __array_ufunc__ = None  # numpy then leaves ``array @ jet`` to the jet

    def _product(self, other: Number | int, times: Callable[[Array, Any], Array]) -> Jet:
        if not isinstance(other, Jet):
            return Jet(tuple(times(c, other) for c in self.terms))
        found = []
        for m in range(len(self.terms)):
            pieces = [times(self.terms[i], other.terms[m - i]) for i in range(m + 1)]
            found.append(sum(pieces[1:], pieces[0]))
        return Jet(tuple(found))

    def _like(self, other: Number | int) -> tuple[Array, ...]:
        if isinstance(other, Jet):
            return other.terms
        return (np.asarray(other), *(0 * c for c in self.terms[1:]))


Number = Union[Array, Jet]
"""What the forward pass computes with."""


SMALL = 8
"""Matrices up to this size, many at a time, are multiplied entry by entry."""


def matmul(a: Any, b: Any) -> Any:
    """The product of matrices, arrays or jets; of many small ones in floats :math:`\\sum_ka_{\\cdot k}b_{k\\cdot}`,
    each term of all at once, which is quick where the axis before the matrix is :func:`innermost` in memory.

    >>> matmul(np.ones((5, 2, 3)), np.ones((3, 2))).tolist()[0]
    [[3.0, 3.0], [3.0, 3.0]]
    """
    if isinstance(a, Jet) or isinstance(b, Jet):
        return a @ b
    few = max(a.ndim, b.ndim) < 3 or a.shape[-1] != b.shape[-2] or a.shape[-1] > SMALL
    if few or a.dtype == object or b.dtype == object:
        return a @ b
    *lead, count = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    shape = (*lead, a.shape[-2], b.shape[-1], count)
    total = np.moveaxis(np.empty(shape, dtype=np.result_type(a, b)), -1, -3)
    np.multiply(a[..., :, :1], b[..., :1, :], out=total)
    for k in range(1, a.shape[-1]):
        total += a[..., :, k : k + 1] * b[..., k : k + 1, :]
    return total


def innermost(A: Array) -> Array:
    """The same array with the axis before the matrices innermost in memory: what is computed entry by entry of such
    arrays has it there, too."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(A, -3, -1)), -1, -3)


def along(value: Array, direction: Array, order: int = 1) -> Jet:
    """``value + t direction``, to this order."""
    return Jet((value, direction, *(0 * direction for _ in range(order - 1))))


def composed(x: Jet, derivatives: tuple[Array, ...]) -> Jet:
    r""":math:`g(x)` for :math:`g,g',g''/2,\dots` at :math:`c_0`, entry by entry; jets of order at most 2."""
    first = x.terms[1] if len(x.terms) > 1 else None
    if first is None:
        return Jet(derivatives[:1])
    if len(x.terms) == 2:
        return Jet((derivatives[0], derivatives[1] * first))
    if len(x.terms) > 3:
        raise InputError(f"a jet must have order at most 2 here, not {len(x.terms) - 1}. Pass order = 1 or 2.")
    return Jet((derivatives[0], derivatives[1] * first, derivatives[1] * x.terms[2] + derivatives[2] * first * first))


def exp(x: Number) -> Number:
    """Entry by entry."""
    if not isinstance(x, Jet):
        return np.exp(x)
    e = np.exp(x.terms[0])
    return composed(x, (e, e, e / 2))


def reciprocal(x: Number) -> Number:
    """1/x, entry by entry."""
    if not isinstance(x, Jet):
        return 1 / x
    r = 1 / x.terms[0]
    return composed(x, (r, -r * r, r * r * r))


def relu(x: Number) -> Number:
    """The larger of x and 0, entry by entry.

    Raises:
        KinkError: of a jet that leaves 0, where there is no derivative (or a ball around 0).
    """
    if not isinstance(x, Jet):
        return np.maximum(x, 0) if x.dtype != object else _each(_positive_part, x)
    value = x.terms[0]
    up, down = _each(_is_positive, value), _each(_is_negative, value)
    moves = np.zeros(np.broadcast_shapes(*(c.shape for c in x.terms)), dtype=bool)
    for c in x.terms[1:]:
        moves = moves | ~_each(_is_zero, c)
    if (moves & ~(up | down)).any():
        raise KinkError("relu has no derivative at 0: an entry of B X, C X has inner product 0. Pass other points.")
    slope = np.where(up, 1, 0)
    return Jet(tuple(slope * c for c in x.terms))


def column_sums(x: Number) -> Number:
    """The sums over the rows, as one row."""
    if isinstance(x, Jet):
        return Jet(tuple(c.sum(axis=-2, keepdims=True) for c in x.terms))
    total: Array = x.sum(axis=-2, keepdims=True)
    return total


def transposed(x: Number) -> Number:
    return x.mT if isinstance(x, Jet) else np.swapaxes(x, -1, -2)


def _each(f: Callable[[Any], Any], x: Array) -> Array:
    made = np.frompyfunc(f, 1, 1)(x)
    plain = made if isinstance(made, np.ndarray) else np.asarray(made, dtype=object)
    return plain.astype(bool) if f in (_is_positive, _is_negative, _is_zero) else plain


def _positive_part(v: Any) -> Any:
    if isinstance(v, flint.arb):
        return v.max(flint.arb(0))
    return v if v > 0 else v * 0


def _is_positive(v: Any) -> bool:
    return bool(v > 0)


def _is_negative(v: Any) -> bool:
    return bool(v < 0)


def _is_zero(v: Any) -> bool:
    return bool(v.is_zero()) if isinstance(v, flint.arb) else bool(v == 0)
