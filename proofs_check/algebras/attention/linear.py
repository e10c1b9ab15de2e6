"""Matrices of any arithmetic and their jets: what the heads of the statement language mean on values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flint
import numpy as np

from numeric.attention import jets
from numeric.attention.activations import softmax
from numeric.attention.jets import Jet, Number

from ...statement.fold import Lacks, Meaning
from ...statement.terms import Op, Term
from ..arrays import Array

Read = Callable[[Term], Number]


def shape_of(value: Number) -> tuple[int, ...]:
    """Of a value, leading axes included."""
    return (value.terms[0] if isinstance(value, Jet) else value).shape


def is_scalar(value: Number) -> bool:
    """Whether the matrix is 1 x 1."""
    return shape_of(value)[-2:] == (1, 1)


def times(a: Number, b: Number) -> Number:
    """The product of matrices, a scalar times a matrix included."""
    if is_scalar(a) or is_scalar(b):
        return a * b
    if shape_of(a)[-1] != shape_of(b)[-2]:
        raise Lacks(f"attention lacks a product of {shape_of(a)[-2:]} and {shape_of(b)[-2:]}")
    found: Number = jets.matmul(a, b)
    return found


def added(a: Number, b: Number) -> Number:
    """The sum of matrices of one shape."""
    if shape_of(a)[-2:] != shape_of(b)[-2:]:
        raise Lacks(f"attention lacks a sum of {shape_of(a)[-2:]} and {shape_of(b)[-2:]}")
    return a + b


def squared_length(value: Number) -> Number:
    """The sum of the squares of the entries."""
    return inner(value, value)


def trace(value: Number) -> Number:
    """As a 1 x 1 matrix."""
    if isinstance(value, Jet):
        return Jet(tuple(_trace(c) for c in value.terms))
    return _trace(value)


def _trace(A: Array) -> Array:
    total = A[..., 0, 0]
    for k in range(1, A.shape[-1]):
        total = total + A[..., k, k]
    return np.asarray(total)[..., None, None]


def joined(values: Sequence[Number], axis: int) -> Number:
    """Matrices above one another (axis -2) or side by side (-1)."""
    if not values:
        raise Lacks("attention lacks a matrix without rows or columns")
    jet = next((v for v in values if isinstance(v, Jet)), None)
    if jet is None:
        arrays = [v for v in values if not isinstance(v, Jet)]
        lead = np.broadcast_shapes(*(v.shape[:-2] for v in arrays))
        return np.concatenate([np.broadcast_to(v, (*lead, *v.shape[-2:])) for v in arrays], axis=axis)
    order = len(jet.terms)
    rows = [v.terms if isinstance(v, Jet) else (v, *(0 * v for _ in range(order - 1))) for v in values]
    return Jet(tuple(joined([row[k] for row in rows], axis) for k in range(order)))  # type: ignore[misc]


def mean(value: Number) -> Number:
    """Over the axis before the matrix."""
    if isinstance(value, Jet):
        return Jet(tuple(mean(c) for c in value.terms))  # type: ignore[misc]
    if value.ndim < 3:
        return value
    total: Array = value.sum(axis=-3)
    return total / (value.ravel()[0] * 0 + value.shape[-3])


def identity_like(value: Number) -> Array:
    """The identity with as many rows as the value has columns."""
    return np.eye(shape_of(value)[-1], dtype=int)


def from_matrix(A: flint.arb_mat, size: int) -> Array:
    """A square matrix of balls as an array."""
    made = np.empty((size, size), dtype=object)
    for i in range(size):
        for j in range(size):
            made[i, j] = A[i, j]
    return made


def _strict(function: Callable[..., Number]) -> Meaning:
    def meaning(node: Op, read: Read) -> Number:
        return function(*map(read, node.args))

    return meaning


def product_of_all(*values: Number) -> Number:
    result = values[0]
    for value in values[1:]:
        result = times(result, value)
    return result


def _sum_of_all(*values: Number) -> Number:
    result = values[0]
    for value in values[1:]:
        result = added(result, value)
    return result


def inner(a: Number, b: Number) -> Number:
    if shape_of(a)[-2:] != shape_of(b)[-2:]:
        raise Lacks(f"attention lacks an inner product of {shape_of(a)[-2:]} and {shape_of(b)[-2:]}")
    products = a * b
    if isinstance(products, Jet):
        return Jet(tuple(_total(c) for c in products.terms))
    return _total(products)


def _total(A: Array) -> Array:
    found: Array = A.sum(axis=(-2, -1), keepdims=True)
    return found


def _exponential(value: Number) -> Number:
    _refuse_fractions(value)
    return jets.exp(value)


def _masked_softmax(value: Number) -> Number:
    _refuse_fractions(value)
    return softmax(value)


def _refuse_fractions(value: Number) -> None:
    first = (value.terms[0] if isinstance(value, Jet) else value).ravel()[0]
    if isinstance(first, flint.fmpq):
        raise Lacks("attention lacks exponentials of fractions")


PLAIN: dict[str, Meaning] = {
    "+": _strict(_sum_of_all),
    "-": _strict(lambda a, b: added(a, -b)),
    "neg": _strict(lambda a: -a),
    "*": _strict(product_of_all),
    "/": _strict(lambda a, b: a * jets.reciprocal(b)),
    "T": _strict(jets.transposed),
    "tr": _strict(trace),
    "inner": _strict(inner),
    "exp": _strict(_exponential),
    "exp_each": _strict(_exponential),
    "relu": _strict(jets.relu),
    "relu_each": _strict(jets.relu),
    "masked_softmax": _strict(_masked_softmax),
    "block": _strict(lambda a, b, c, d: joined([joined([a, b], -1), joined([c, d], -1)], -2)),
    "stack": _strict(lambda a, b: joined([a, b], -2)),
    "beside": _strict(lambda a, b: joined([a, b], -1)),
}
