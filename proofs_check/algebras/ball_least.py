"""Least values in balls: enclosed where the function is a quadratic or one of one number at the point; elsewhere the
value at the best point that descent finds is a rigorous upper bound, and an estimate.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import flint
import numpy as np
from numpy.typing import NDArray

from numeric.arithmetic import ball
from numeric.errors import InputError
from numeric.least_values import least_value
from numeric.minima import Descent, Found, least
from numeric.moments import evaluate

from ..statement.fold import Lacks
from ..statement.ranges import over_a_space
from ..statement.terms import Sym, Term
from .ball_own import LossAt, kept, loss_at
from .ball_values import Value

if TYPE_CHECKING:
    from .balls import BallsAlgebra

STARTS = 8
_SCALES = 12
"""Powers of two by which points are far out at which curvature is looked at."""
MARGIN = 1e-9
"""Relative: descents whose values are this close to the least ended at the same."""


@dataclass(frozen=True)
class Least:
    """A function of the entries of some symbols with its least value; descents are made where they are asked for."""

    loss: LossAt
    known: flint.arb | None
    """An enclosure of the least value."""

    @cached_property
    def descent(self) -> Descent:
        return Descent(self.loss.loss, self.loss.keys)

    @cached_property
    def ends(self) -> tuple[Found, ...]:
        """Where descents ended, the least value first."""
        try:
            return tuple(least(self.descent, STARTS))
        except InputError as error:
            raise Lacks(f"balls lacks a least value: {error}") from error

    @cached_property
    def upper(self) -> flint.arb:
        """The value at the best of these, in balls."""
        at = {key: flint.arb(float(x)) for key, x in zip(self.loss.keys, self.ends[0].point, strict=True)}
        return ball(0) + evaluate(self.loss.loss, at)

    @property
    def estimate(self) -> flint.arb:
        """The least value, if the best descent found it."""
        if self.known is not None:
            return self.known
        return self.upper + flint.arb(0, MARGIN * (1 + float(abs(self.upper).upper())))

    @property
    def best(self) -> list[Found]:
        """The descents that ended at the least value found."""
        close = MARGIN * (1 + abs(self.ends[0].value))
        return [end for end in self.ends if end.value <= self.ends[0].value + close]

    def values(self, end: Found) -> dict[str, Value]:
        """The symbols' values there."""
        entries = {key: flint.arb(float(x)) for key, x in zip(self.loss.keys, end.point, strict=True)}
        shapes: dict[str, tuple[int, int]] = {}
        for name, i, j in self.loss.keys:
            rows, cols = shapes.get(name, (0, 0))
            shapes[name] = max(rows, i + 1), max(cols, j + 1)
        return {
            name: Value(flint.arb_mat([[entries[name, i, j] for j in range(cols)] for i in range(rows)]))
            for name, (rows, cols) in shapes.items()
        }


def least_of(f: Term, variables: Sequence[Sym], algebra: BallsAlgebra) -> Least:
    """The least value of ``f`` over ``variables`` as far as descents find it."""
    over_a_space(variables, "balls")
    names = tuple(sorted(v.name for v in variables))
    here = with_values(variables, algebra)

    def made() -> Least:
        loss = loss_at(f, names, here)
        try:
            found = Least(loss, least_value(loss.loss, loss.keys))
        except InputError as error:
            raise Lacks(f"balls lacks a least value: {error}") from error
        if found.known is None:
            found.ends  # noqa: B018 - raises where no descent ends
        return found

    return kept(f, names, algebra, made, "least")


def negative_curvature(f: Term, variables: Sequence[Sym], algebra: BallsAlgebra, count: int = 96) -> bool:
    """Whether the second derivative in some direction at some point is certainly negative."""
    loss = loss_at(f, tuple(sorted(v.name for v in variables)), with_values(variables, algebra))
    descent = Descent(loss.loss, loss.keys)
    alike = all(len(monomial) <= 2 for monomial in loss.loss)  # everywhere, so that one point tells of all
    points = _points(len(loss.keys), count)[: 1 if alike else None]
    values, vectors = np.linalg.eigh(descent.hessian(points))
    for k in np.flatnonzero(values[:, 0] < 0):
        here = points[k], vectors[k, :, 0]
        at, step = (dict(zip(loss.keys, map(flint.arb, x.tolist()), strict=True)) for x in here)
        if loss.second(at, step) < 0:
            return True
    return False


@lru_cache(maxsize=32)
def _points(n: int, count: int) -> NDArray[np.float64]:
    """Points of n numbers at which curvature is looked at: near, farther, and at every scale."""
    rng = np.random.default_rng(1)

    def drawn(k: int) -> NDArray[np.float64]:
        reach = 32 if count <= k < 2 * count else 8
        scale = 0.25 if k < 2 * count else 2.0 ** (k % _SCALES)
        return (rng.integers(-reach, reach + 1, n) * scale).astype(np.float64)

    return np.array([drawn(k) for k in range(3 * count)])


def rises_between(f: Term, variables: Sequence[Sym], algebra: BallsAlgebra, count: int = 48) -> bool:
    """Whether half-way between two points the value of ``f`` is certainly above the mean of those at the points."""
    here, rng = with_values(variables, algebra), random.Random("between")

    def value(at: Mapping[str, flint.arb_mat]) -> flint.arb:
        return here.moved({name: Value(A) for name, A in at.items()}).read(f).scalar

    for k in range(count):
        size = (1, 1, 1, 8, Fraction(1, 8))[k % 5]
        first, second = ({v.name: _drawn(here.value(v.name), size, rng) for v in variables} for _ in range(2))
        middle = {name: (A + second[name]) / 2 for name, A in first.items()}
        if 2 * value(middle) > value(first) + value(second):
            return True
    return False


def _drawn(like: flint.arb_mat, size: Fraction | int, rng: random.Random) -> flint.arb_mat:
    """A matrix of its shape, with small dyadic entries, some of them 0."""
    rows = range(like.nrows())
    return flint.arb_mat([[ball(size * Fraction(rng.randint(-6, 6), 4)) for _ in range(like.ncols())] for _ in rows])


def with_values(variables: Sequence[Sym], algebra: BallsAlgebra) -> BallsAlgebra:
    """Bound variables have no value at a point: only their shapes count."""
    shaped = {v.name: (algebra.size(v.shape[0]), algebra.size(v.shape[1])) for v in variables}
    zero = {name: Value(flint.arb_mat(*shape)) for name, shape in shaped.items() if name not in algebra.values}
    return algebra.moved(zero) if zero else algebra
