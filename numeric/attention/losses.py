r"""The in-context loss (5) for covariates of finitely many values, averaged over labels in closed form.

The output is linear in the labels: with the rows of the identity as labels (each a forward pass of its own) the
residual of row j is :math:`p_j=[Z_{k+1}]_{j,(n+1)}+1(j=n+1)`, that of Y is :math:`Yp`, and given X

.. math:: \mathbb E_{Y|X}\big[([Z_{k+1}]_{(d+1),(n+1)}+y^{(n+1)})^2\big]=p^\top\mathbb K(X)p.

Values, gradients and second derivatives are in the arithmetic of the data: exact in ``fmpq``, enclosed in balls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import flint
import numpy as np

from .activations import Activation
from .forward import Head, forward, mask, value_matrix
from .jets import Array, Jet, Number

FAMILIES = ("r", "A", "B", "C")


@dataclass(frozen=True, eq=False)
class Weights:
    r"""All layers: r of shape (k+1, 1, 1), A, B and C of shape (k+1, d, d)."""

    r: Number
    A: Number
    B: Number
    C: Number

    @property
    def layers(self) -> int:
        return int((self.r.terms[0] if isinstance(self.r, Jet) else self.r).shape[-3])


@dataclass(frozen=True, eq=False)
class Data:
    """Equally likely covariates, (outcomes, d, n+1), and the labels' second moments given them."""

    X: Array
    K: Array
    """(outcomes, n+1, n+1), or one for all."""
    activation: Activation


Coordinate = tuple[str, int, int, int]
"""(family, layer, row, column)."""


def loss(data: Data, weights: Weights) -> Number:
    """(5), a number; of jets a jet of numbers, one for each direction on the leading axis."""
    X = data.X
    columns = X.shape[-1]
    labels = np.eye(columns, dtype=int) @ mask(columns - 1)
    Z = np.concatenate([X, np.broadcast_to(labels, (*X.shape[:-2], *labels.shape))], axis=-2)
    outputs = forward(Z if not _is_jet(weights) else _constant(Z, weights), _layers(data, weights, columns))
    last = outputs[-1][..., X.shape[-2]:, -1:]
    query = np.eye(columns, dtype=int)[:, -1:]
    p = last + query
    return _mean(p.mT @ (data.K @ p) if isinstance(p, Jet) else np.swapaxes(p, -1, -2) @ (data.K @ p))


def coordinates(weights: Weights, families: Sequence[str] = FAMILIES) -> list[Coordinate]:
    """All entries of these families, layer by layer."""
    found = []
    for family in families:
        layers, rows, cols = getattr(weights, family).shape
        found += [(family, layer, i, j) for layer in range(layers) for i in range(rows) for j in range(cols)]
    return found


def taylor(data: Data, weights: Weights, directions: Sequence[Weights], order: int = 1) -> list[tuple[Any, ...]]:
    """The Taylor coefficients of the loss at ``weights`` along each of the directions."""
    moved = {}
    for family in FAMILIES:
        value = getattr(weights, family)
        steps = np.stack([getattr(direction, family) for direction in directions])
        # The axes are direction, outcome, then the matrix; the layers come first, to be taken one by one.
        here = np.moveaxis(value[None, None], 2, 0)
        first = np.moveaxis(steps[:, None], 2, 0)
        moved[family] = Jet((here, first, *(0 * first for _ in range(order - 1))))
    found = loss(data, Weights(**moved))
    assert isinstance(found, Jet)
    rows = [np.broadcast_to(c, (len(directions),)) for c in found.terms]
    return [tuple(row[k] for row in rows) for k in range(len(directions))]


def unit(weights: Weights, where: Coordinate) -> Weights:
    """The direction of one coordinate."""
    family, layer, i, j = where
    zero = {name: 0 * getattr(weights, name) for name in FAMILIES}
    zero[family][layer, i, j] = zero[family][layer, i, j] + 1
    return Weights(**zero)


def combined(directions: Sequence[Weights], factors: Sequence[Any]) -> Weights:
    """The linear combination of directions."""
    return Weights(**{
        name: sum(getattr(v, name) * c for v, c in zip(directions, factors, strict=True)) for name in FAMILIES
    })  # fmt: skip


def gradient(data: Data, weights: Weights, families: Sequence[str] = FAMILIES) -> dict[str, Array]:
    """The gradient with respect to every entry of these families, in their shapes."""
    places = coordinates(weights, families)
    slopes = taylor(data, weights, [unit(weights, place) for place in places])
    found = {name: 0 * getattr(weights, name) for name in families}
    for (family, layer, i, j), (_, slope) in zip(places, slopes, strict=True):
        found[family][layer, i, j] = slope
    return found


def hessian(data: Data, weights: Weights, directions: Sequence[Weights]) -> Array:
    """The second derivatives between these directions, by polarisation of exact Taylor coefficients."""
    count = len(directions)
    pairs = [(i, j) for i in range(count) for j in range(i + 1)]
    moved = [directions[i] if i == j else combined((directions[i], directions[j]), (1, 1)) for i, j in pairs]
    squares = {pair: found[2] for pair, found in zip(pairs, taylor(data, weights, moved, 2), strict=True)}
    H = np.empty((count, count), dtype=object)
    for i, j in pairs:
        H[i, j] = H[j, i] = 2 * squares[i, i] if i == j else squares[i, j] - squares[i, i] - squares[j, j]
    return H


def signature(H: Array) -> tuple[int, int, int]:
    """The numbers of positive, negative and zero eigenvalues of a symmetric matrix of ``fmpq``, exactly.

    All roots of the characteristic polynomial are real, so that the changes of sign of its coefficients count the
    positive ones (Descartes).

    >>> from numeric.attention.orbits import rationals
    >>> signature(rationals([[0, 1], [1, 0]]))
    (1, 1, 0)
    """
    size = len(H)
    matrix = flint.fmpq_mat(size, size, list(H.ravel()))
    coefficients = matrix.charpoly().coeffs()
    zero = next(k for k, c in enumerate(coefficients) if c != 0)
    positive = _changes(coefficients)
    return positive, size - positive - zero, zero


def with_layer(weights: Weights, family: str, layer: int, value: Array) -> Weights:
    """The weights with one matrix replaced."""
    changed = getattr(weights, family).copy()
    changed[layer] = value
    return replace(weights, **{family: changed})


def stacked(layers: Sequence[Mapping[str, Array]]) -> Weights:
    """Weights from one mapping (r, A, B, C) for each layer; r is a number."""
    parts: dict[str, Callable[[Any], Array]] = {name: np.asarray for name in FAMILIES}
    made = {name: np.stack([parts[name](layer[name]) for layer in layers]) for name in ("A", "B", "C")}
    r = np.empty((len(layers), 1, 1), dtype=made["B"].dtype)
    for k, layer in enumerate(layers):
        r[k, 0, 0] = layer["r"]
    return Weights(r, made["A"], made["B"], made["C"])


def _changes(coefficients: Sequence[Any]) -> int:
    signs = [1 if c > 0 else -1 for c in coefficients if c != 0]
    return sum(a != b for a, b in pairwise(signs))


def _layers(data: Data, weights: Weights, labels: int) -> list[list[Head]]:
    return [
        [Head(value_matrix(weights.A[k], weights.r[k], labels), weights.B[k], weights.C[k], data.activation)]
        for k in range(_count(weights))
    ]


def _count(weights: Weights) -> int:
    r = weights.r
    return int((r.terms[0] if isinstance(r, Jet) else r).shape[0])


def _is_jet(weights: Weights) -> bool:
    return isinstance(weights.r, Jet)


def _constant(Z: Array, weights: Weights) -> Jet:
    assert isinstance(weights.r, Jet)
    return Jet((Z, *(0 * Z for _ in weights.r.terms[1:])))


def _mean(values: Number) -> Number:
    """Over the outcomes, the axis before the matrix."""
    if isinstance(values, Jet):
        return Jet(tuple(_mean(c) for c in values.terms))  # type: ignore[misc]
    numbers = values[..., 0, 0]
    if numbers.ndim == 0:
        return numbers
    total: Array = numbers.sum(axis=-1)
    return total / _count_like(numbers)


def _count_like(numbers: Array) -> Any:
    first = numbers.ravel()[0]
    return first * 0 + numbers.shape[-1]
