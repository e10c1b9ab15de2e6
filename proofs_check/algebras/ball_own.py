"""Models of one's own in balls: the loss as a polynomial in the parameters, its gradient flow, second derivatives."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import flint

from numeric.moments import evaluate, gradient

from ..model import named_by
from ..statement.fold import Lacks
from ..statement.terms import Term, symbols
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

    def second(self, at: Mapping[Key, Any], step: Mapping[Key, Any]) -> Any:
        """The second derivative at ``at`` along ``step``."""
        total: Any = flint.arb(0)
        for key, first in zip(self.keys, self.slopes, strict=True):
            for other, second in zip(self.keys, gradient(first, self.keys), strict=True):
                total = total + evaluate(second, at) * step[key] * step[other]
        return total


def loss_at(f: Term, names: tuple[str, ...], algebra: BallsAlgebra) -> LossAt:
    """``f`` as a polynomial in the entries of the symbols called ``names``, everything else at its value."""

    def made() -> LossAt:
        shapes = {name: (algebra.value(name).nrows(), algebra.value(name).ncols()) for name in names}
        keys = tuple((n, i, j) for n, (rows, cols) in shapes.items() for i in range(rows) for j in range(cols))
        found = as_polynomial(f, shapes, algebra).by_variables()
        if not all(key in keys for variables in found for key in variables):
            raise Lacks("balls lacks functions of an outcome, over which no mean is taken")
        return LossAt(keys, found, tuple(gradient(found, keys)))

    return kept(f, names, algebra, made, "loss")


_KEPT: dict[Hashable, Any] = {}
"""By problem: parts, twins and other claims ask for the same."""
_MOST_KEPT = 512
T = TypeVar("T")


def kept(f: Term, names: tuple[str, ...], algebra: BallsAlgebra, compute: Callable[[], T], what: str) -> T:
    """``compute()``, which depends on ``f`` and everything in it but the symbols called ``names``: once for the same
    exact values."""
    needed = {s.name for s in symbols(f)} | {s.name for sym in symbols(f) for s in named_by(sym)}
    used = sorted((needed & algebra.values.keys()) - set(names))
    if not set(used) <= algebra.exact.keys():
        return algebra.remembered(f, compute, names, what)
    sizes = tuple(sorted(algebra.sizes.items()))
    key = what, f, names, sizes, tuple((name, str(algebra.exact[name])) for name in used)
    if key not in _KEPT:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = compute()
    found: T = _KEPT[key]
    return found


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
    step = {(name, i, j): A[i, j] for name, A in direction.items() for i in range(A.nrows()) for j in range(A.ncols())}
    return number(loss_at(f, names, algebra).second(entries(names, algebra), step))
