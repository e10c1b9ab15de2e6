"""Models of one's own in balls: the loss as a polynomial in the parameters, its gradient flow, second derivatives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import flint

from numeric.moments import evaluate, gradient

from ..statement.fold import Lacks
from ..statement.terms import Term
from .ball_moments import as_polynomial
from .ball_values import Value, number

if TYPE_CHECKING:
    from .balls import BallsAlgebra

Key = tuple[str, int, int]
"""An entry of a parameter: its name, row and column."""
Coefficients = Mapping[tuple[Any, ...], Any]


@dataclass(frozen=True)
class LossAt:
    """A loss at fixed constants: a polynomial in the entries of its parameters, with its partial derivatives."""

    keys: tuple[Key, ...]
    loss: Coefficients
    slopes: tuple[Coefficients, ...]

    def value(self, at: Mapping[Key, Any]) -> Any:
        return evaluate(self.loss, at)

    def gradient(self, at: Mapping[Key, Any]) -> list[Any]:
        return [evaluate(slope, at) for slope in self.slopes]


def loss_at(f: Term, names: tuple[str, ...], algebra: BallsAlgebra) -> LossAt:
    """``f`` as a polynomial in the entries of the symbols called ``names``, everything else at its value."""

    def made() -> LossAt:
        shapes = {name: (algebra.value(name).nrows(), algebra.value(name).ncols()) for name in names}
        keys = tuple((n, i, j) for n, (rows, cols) in shapes.items() for i in range(rows) for j in range(cols))
        found = as_polynomial(f, shapes, algebra).by_variables()
        return LossAt(keys, found, tuple(gradient(found, keys)))

    return algebra.remembered(f, made, names)


def entries(names: tuple[str, ...], algebra: BallsAlgebra) -> dict[Key, flint.arb]:
    """The values of these symbols, entry by entry."""
    found: dict[Key, flint.arb] = {}
    for name in names:
        A = algebra.value(name)
        found |= {(name, i, j): A[i, j] for i in range(A.nrows()) for j in range(A.ncols())}
    return found


def slopes(algebra: BallsAlgebra) -> dict[str, Value]:
    """The velocities of gradient flow on the model's loss, by parameter."""
    if algebra.model is None:
        raise Lacks("balls lacks a flow")
    names = tuple(p.name for p in algebra.model.parameters)
    found = loss_at(algebra.model.loss_in_full, names, algebra)
    values = iter(found.gradient(entries(names, algebra)))
    made = {}
    for name in names:
        A = algebra.value(name)
        rows = [[-next(values) for _ in range(A.ncols())] for _ in range(A.nrows())]
        made[name] = Value(flint.arb_mat(rows))
    return made


def curvature(f: Term, direction: Mapping[str, flint.arb_mat], algebra: BallsAlgebra) -> Value:
    """The second derivative of ``f`` at 0 along ``direction``, exactly, ``f`` being a polynomial there."""
    names = tuple(sorted(direction))
    at = entries(names, algebra)
    slope = loss_at(f, names, algebra)
    step = {(name, i, j): A[i, j] for name, A in direction.items() for i in range(A.nrows()) for j in range(A.ncols())}
    total = flint.arb(0)
    for key, first in zip(slope.keys, slope.slopes, strict=True):
        for other, second in zip(slope.keys, gradient(first, slope.keys), strict=True):
            total = total + evaluate(second, at) * step[key] * step[other]
    return number(total)
