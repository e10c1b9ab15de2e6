"""Where the numbers behind random symbols come from: draws, or the nodes of a quadrature.

A source gives, for a key and a law, an array (batch, ...); equal keys give equal numbers, different keys independent
ones.  ``mean`` is an expectation over what is asked for while its argument is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import Any, Protocol

import numpy as np

from numeric.laws import Angle, Gamma, Law, Member, TwoPoint

from ...statement.fold import Lacks
from ..arrays import Array

GRID = 1024
"""Exact draws are drawn, then rounded to multiples of 1/GRID."""
MOST_NODES = 400_000
INTERACTION = 3
FEW_NUMBERS = 5
STRATA = 3
"""Nodes in each number behind a covariance where prompts are drawn: exact up to degree 5."""

Rule = tuple[Array, Array]
"""Points and weights."""
Stream = Callable[[str], np.random.Generator]


class Source(Protocol):
    dtype: type

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        """Independent numbers of this law, (batch, *shape)."""
        ...

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        """The expectation of what ``evaluate`` makes of a source: per draw, or exactly with batch 1."""
        ...


@dataclass
class MonteCarlo:
    """``n`` draws in float64; an expectation is its value per draw.

    Covariances are not drawn but integrated, draw by draw: their laws have heavy tails, and the mean over a prompt
    given its covariance is a polynomial in the covariance, for which a Gauss rule of STRATA nodes is exact.
    """

    stream: Stream
    n: int
    dtype: type = np.float64
    strata: _Grid | None = None

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        if self.strata is None:
            return law.draw((self.n, *shape), self.stream(key))
        if key in self.strata.values:
            return np.tile(self.strata.values[key], (self.n, *(1 for _ in shape)))
        return np.repeat(law.draw((self.n, *shape), self.stream(key)), len(self.strata.weights), axis=0)

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        strata = _grid(evaluate, _gauss, STRATA, self.dtype, of_covariance)
        if not strata.values:
            return evaluate(self)
        value = evaluate(replace(self, strata=strata))
        if len(value) == 1:
            return value
        return np.einsum("k,nkrc->nrc", strata.weights, value.reshape(self.n, len(strata.weights), *value.shape[1:]))


@dataclass
class Quadrature:
    """A tensor rule in place of draws: with m nodes exact, up to rounding, for degree 2m - 1 in each number."""

    nodes: int
    """In each number."""
    by_name: Mapping[str, int] = field(default_factory=dict)
    """In the numbers behind the random symbols of these names."""
    dtype: type = np.float64
    collapse: bool = True
    """Without it an expectation is its value per node; there may be one only, and ``weights`` are its weights."""
    weights: Array | None = None

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        raise Lacks("sampled lacks a meaning for random symbols outside of an expectation")

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        grid = _grid(evaluate, _gauss, self.nodes, self.dtype, by_name=self.by_name)
        value = evaluate(grid)
        if not self.collapse:
            if self.weights is not None:
                raise Lacks("sampled integrates one expectation at a time")
            self.weights = grid.weights
            return value
        return value if len(value) == 1 else np.einsum("n,nrc->rc", grid.weights, value)[None]


@dataclass
class _Grid:
    """Numbers at the nodes of a tensor rule over all that was asked for; inner expectations stay per node."""

    values: dict[str, Array]
    weights: Array
    dtype: type

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        return self.values[key]

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        return evaluate(self)


@dataclass
class _Recorder:
    """Notes what is asked for, and answers with one value of each."""

    dtype: type
    asked: dict[str, tuple[tuple[int, ...], Law]] = field(default_factory=dict)

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        self.asked[key] = shape, law
        values = law.draw((1, *shape), np.random.default_rng(len(self.asked)))
        return rounded(values) if self.dtype is object else values

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        return evaluate(self)


def of_covariance(law: Law) -> bool:
    """Whether numbers of this law stand behind a covariance; noise of two values has mean 0."""
    return isinstance(law, (Gamma, TwoPoint, Member, Angle)) and not (isinstance(law, TwoPoint) and law.moment(1) == 0)


def _gauss(law: Law, nodes: int) -> Rule:
    return law.rule(nodes)


def _grid(
    evaluate: Callable[[Source], Array], rule: Callable[[Law, int], Rule], nodes: int, dtype: type,
    wanted: Callable[[Law], bool] = lambda law: True, by_name: Mapping[str, int] | None = None,
) -> _Grid:  # fmt: skip
    """The tensor grid, or where that is too large the anchored one, of all (wanted) numbers that are asked for."""
    recorder = _Recorder(dtype)
    evaluate(recorder)
    asked = {key: (shape, law) for key, (shape, law) in recorder.asked.items() if wanted(law)}
    keys = [key for key, (shape, _) in asked.items() for _ in range(prod(shape))]
    laws = [law for shape, law in asked.values() for _ in range(prod(shape))]
    rules = [rule(law, (by_name or {}).get(key.split(" ")[0], nodes)) for key, law in zip(keys, laws, strict=True)]
    count = prod(len(points) for points, _ in rules)
    if count <= MOST_NODES:
        points, weights = _tensor(rules, dtype)
    elif all(law.moment(1) > 0 for law in laws):
        points, weights = _anchored([rule(law, 2) for law in laws], 5.0 / nodes)
    else:
        raise Lacks(f"sampled integrates over at most {MOST_NODES} nodes, not {count}")
    values: dict[str, Array] = {}
    for key, (shape, _) in asked.items():
        columns = [k for k, name in enumerate(keys) if name == key]
        values[key] = points[:, columns].reshape(len(points), *shape)
    return _Grid(values, weights, dtype)


def _tensor(rules: Sequence[Rule], dtype: type) -> Rule:
    """All combinations of the nodes: points (count, axes) and their weights."""
    count = prod(len(points) for points, _ in rules)
    weights: Array = np.ones(1, dtype=dtype)
    columns, before, after = [], 1, count
    for points, of_axis in rules:
        after //= len(points)
        columns.append(np.tile(np.repeat(points, after), before))
        before *= len(points)
        weights = np.multiply.outer(weights, of_axis).ravel()
    stacked = np.stack(columns, 1) if columns else np.empty((1, 0), dtype=dtype)
    return stacked, weights


def _anchored(rules: Sequence[Rule], anchor: float) -> Rule:
    r"""Exact for sums of functions of at most INTERACTION of the numbers each; the others rest at the anchor.

    With E_T the mean over the numbers in T, the others at the anchor, and n numbers, f being such a sum,
    :math:`Ef=\sum_{|T|\le r}c_TE_T`, :math:`c_T=\sum_{k=|T|}^r(-1)^{k-|T|}\binom{n-|T|}{k-|T|}`.
    """
    n = len(rules)
    all_points: list[Array] = []
    all_weights: list[Array] = []
    for size in range(INTERACTION + 1):
        factor = sum((-1) ** (k - size) * comb(n - size, k - size) for k in range(size, INTERACTION + 1))
        for chosen in combinations(range(n), size):
            inside, weights = _tensor([rules[k] for k in chosen], np.float64)
            points = np.full((len(inside), n), anchor)
            points[:, list(chosen)] = inside
            all_points.append(points)
            all_weights.append(factor * weights)
    return np.concatenate(all_points), np.concatenate(all_weights)


def rational_rule(law: Law, nodes: int) -> Rule:
    """Rational points with rational weights, of either sign, that have the law's moments up to ``nodes`` - 1."""
    return _rational_rule(law, nodes)  # type: ignore[arg-type]


def finite_mean(evaluate: Callable[[Source], Array]) -> Array:
    """The expectation over laws of finitely many values, all of them summed over in float64, as a constant."""
    recorder = _Recorder(np.float64)
    evaluate(recorder)
    if not all(isinstance(law, (TwoPoint, Member)) for _, law in recorder.asked.values()):
        raise Lacks("sampled lacks means of a covariance's functions that are no polynomials")
    return Quadrature(1).mean(evaluate)


@lru_cache(maxsize=256)
def _rational_rule(law: Any, nodes: int) -> Rule:
    if isinstance(law, Member):
        count = len(law.probabilities)
        return _vector([Fraction(k) for k in range(count)]), _vector([Fraction(p) for p in law.probabilities])
    if isinstance(law, TwoPoint):
        p = Fraction(law.p)
        return _vector([Fraction(law.a), Fraction(law.b)]), _vector([p, 1 - p])
    first = -(nodes // 2) if law.moment(1) == 0 else 1
    points = [Fraction(first + k) for k in range(nodes)]
    weights = []
    for k, at in enumerate(points):
        # The mean of Lagrange's polynomial that is 1 at this point and 0 at the others.
        polynomial, size = [Fraction(1)], Fraction(1)
        for m, other in enumerate(points):
            if m != k:
                shifted = [Fraction(0), *polynomial]
                polynomial = [a - other * b for a, b in zip(shifted, [*polynomial, Fraction(0)], strict=True)]
                size *= at - other
        weights.append(sum((c * law.moment(e) for e, c in enumerate(polynomial)), Fraction(0)) / size)
    return _vector(points), _vector(weights)


def rounded(values: Array, grid: int = GRID) -> Array:
    """The nearest multiples of 1/``grid``, as fractions."""
    return fractions(np.rint(np.asarray(values, dtype=np.float64) * grid)) / grid


def fractions(integers: Array) -> Array:
    made = np.empty(np.shape(integers), dtype=object)
    made.ravel()[:] = [Fraction(int(v)) for v in np.ravel(integers)]
    return made


def _vector(values: list[Fraction]) -> Array:
    made: Any = np.empty(len(values), dtype=object)
    made[:] = values
    return made
