"""The least value of a polynomial as far as descent from several starts finds it: an upper bound, and an estimate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .compiled import Compiled, Terms
from .errors import InputError
from .moments import gradient

FloatArray = NDArray[np.float64]
_STEPS = 400
_POLISHED = 12
_RANK = 1e-9


@dataclass(frozen=True)
class Found:
    """Where a descent ended, the value there, and the size of the gradient."""

    point: FloatArray
    value: float
    slope: float


class Descent:
    """A polynomial with its derivatives, in float64.

    Args:
        terms: coefficients by the variables of each monomial.
        keys: the variables, in the order of points.
    """

    def __init__(self, terms: Terms, keys: Sequence[Any]) -> None:
        self.keys = tuple(keys)
        slopes = gradient(terms, self.keys)
        self._value = Compiled([terms], self.keys)
        self._slopes = Compiled(slopes, self.keys)
        self._curvature = Compiled([entry for slope in slopes for entry in gradient(slope, self.keys)], self.keys)

    def value(self, point: FloatArray) -> float:
        return float(self._value.in_floats(point)[0])

    def hessian(self, point: FloatArray) -> FloatArray:
        """The second derivatives at ``point``, or at each of several."""
        n = len(self.keys)
        return self._curvature.in_floats(point).reshape(*point.shape[:-1], n, n)

    def from_start(self, start: FloatArray) -> Found:
        """Quasi-Newton descent, then Newton steps in the directions of positive curvature while the value falls."""
        from scipy.optimize import minimize  # it takes a third of a second, and most claims need none

        run = minimize(self.value, start, jac=self._slopes.in_floats, method="BFGS", options={"maxiter": _STEPS})
        point = np.asarray(run.x, dtype=np.float64)
        for _ in range(_POLISHED):
            values, vectors = np.linalg.eigh(self.hessian(point))
            inverse = np.where(values > _RANK * max(values[-1], 1e-300), 1 / np.where(values == 0, 1, values), 0)
            step = vectors @ (inverse * (vectors.T @ self._slopes.in_floats(point)))
            if not self.value(point - step) < self.value(point):
                break
            point = point - step
        return Found(point, self.value(point), float(np.abs(self._slopes.in_floats(point)).max(initial=0.0)))


FAR = (4.0, 16.0, 64.0)
"""How many times as far as the others further starts are: a deeper well may lie beyond those near 0."""
FEW = 4
"""Of so many variables: with more there are valleys along which a descent goes far, where floats lose digits."""


def least(descent: Descent, count: int, seed: int = 0, size: float = 1.0) -> list[Found]:
    """Where descents from ``count`` random starts end, and of few variables from opposite ones at each distance of
    ``FAR``, in one random direction and along each axis, the least value first.

    Raises :class:`InputError` where none of them ends at a finite value.
    """
    rng = np.random.default_rng(seed)
    starts = [size * rng.standard_normal(len(descent.keys)) for _ in range(count)]
    farther = FAR if len(descent.keys) <= FEW else ()
    n = len(descent.keys)
    distant = [far * size * along for far in farther for along in (rng.standard_normal(n), *np.eye(n))]
    starts += [sign * start for start in distant for sign in (1, -1)]
    with np.errstate(all="ignore"):
        found = [end for end in map(descent.from_start, starts) if np.isfinite(end.value)]
    if not found:
        raise InputError("no descent ends at a finite value. The function may have no lower bound.")
    return sorted(found, key=lambda end: end.value)
