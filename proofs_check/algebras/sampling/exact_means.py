"""Expectations in fractions: what is averaged is expanded as a polynomial in what is drawn.

Covariances with laws of finitely many values are summed over, value by value, so that any function of these alone may
be averaged; so is noise, where what is averaged is no polynomial in it.  In all other numbers it must be one.  Nothing
is rounded and no degree is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from numeric.errors import InputError
from numeric.laws import Angle, Constant, Gaussian, Law, Member, Rademacher, TwoPoint

from ...statement.fold import Lacks
from ..arrays import Array
from .sources import GRID, Source, Stream, of_covariance, rounded

MOST_VALUES = 4_000
"""Of all laws of finitely many values together."""
MOST_NUMBERS = 60
"""In which polynomials are expanded."""


@dataclass(frozen=True)
class Atoms:
    """Some values with their probabilities; in draws all are as frequent: which it is does not matter."""

    values: tuple[tuple[Fraction, Fraction], ...]
    name: str = "a law of few values"

    def exactly(self, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
        which = rng.integers(0, len(self.values), shape)
        return _objects(self.values[k][0] for k in which.ravel()).reshape(shape)

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
        return self.exactly(shape, rng).astype(np.float64)

    def moment(self, k: int) -> Fraction:
        return sum((p * x**k for x, p in self.values), Fraction(0))

    def rule(self, nodes: int) -> tuple[Array, Array]:
        found = np.array(self.values, dtype=np.float64)
        return found[:, 0], found[:, 1]


@dataclass
class ExactDraws:
    """``n`` draws, rounded to fractions; expectations are exact ones."""

    stream: Stream
    n: int
    dtype: type = object
    grid: int = GRID

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        if isinstance(law, Atoms):
            return law.exactly((self.n, *shape), self.stream(key))
        if values := {float(x): x for x, _ in values_of(law)}:
            drawn = law.draw((self.n, *shape), self.stream(key))
            return _objects(values[float(x)] for x in drawn.ravel()).reshape(drawn.shape)
        return rounded(law.draw((self.n, *shape), self.stream(key)), self.grid)

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        return ExactMeans().mean(evaluate)


FAR = (Fraction(1), Fraction(64), Fraction(1), Fraction(1, 64))
FARTHEST = (2**20, -(2**20))
"""Beyond any bound that a statement names, on either side."""


@dataclass
class FarDraws(ExactDraws):
    """The same on a finer grid, some Gaussian numbers far out and some close to 0: all in the support of the law.

    What a law does with probability 0, such as to be 0, is not to come by rounding.
    """

    grid: int = 2**30

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        drawn = super().numbers(key, shape, law)
        if isinstance(law, Gaussian):
            for k in range(len(drawn)):
                drawn[k] = drawn[k] * FAR[k % len(FAR)]
            for k, far in zip((-1, -2), FARTHEST, strict=True) if len(drawn) > len(FAR) else ():
                drawn[k] = abs(drawn[k]) * far
        return drawn


@dataclass
class ExactMeans:
    """Expectations alone: nothing is drawn."""

    most: int = MOST_NUMBERS
    dtype: type = object

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        raise Lacks("sampled lacks a meaning for random symbols outside of an expectation")

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        """The expectation, (1, rows, columns), in fractions; raises :class:`Lacks` where it is none of a polynomial."""
        asked = Asked()
        try:
            evaluate(asked)
            try:
                return _average(evaluate, Numbers(asked, self.most))
            except (Lacks, InputError):
                if not any(_is_finite_noise(law) for _, law in asked.laws.values()):
                    raise
            return _average(evaluate, Numbers(asked, self.most, by_value=True))
        except InputError as error:
            raise Lacks(f"sampled lacks an exact mean: {error}") from error


@dataclass
class Degrees(ExactMeans):
    """Notes the degrees in what is drawn, and answers with no more than a value of what is averaged."""

    found: dict[str, int] = field(default_factory=dict)
    """The greatest, by the name of the random symbol."""

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        asked = Asked()
        try:
            value = evaluate(asked)
            numbers = Numbers(asked, self.most)
            for key, degree in numbers.degrees(evaluate(numbers)).items():
                name = key.split(" ")[0]
                self.found[name] = max(degree, self.found.get(name, 0))
        except InputError as error:
            raise Lacks(f"sampled lacks the degree of what is averaged: {error}") from error
        return value


@dataclass
class Asked:
    """Notes what is asked for, and answers with one value of each."""

    dtype: type = object
    laws: dict[str, tuple[tuple[int, ...], Law]] = field(default_factory=dict)
    normals: dict[str, int] = field(default_factory=dict)
    """The lengths of normal vectors."""

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        self.laws[key] = shape, law
        if isinstance(law, Angle):
            return _filled(shape, lambda: Turn(Fraction(3, 5), Fraction(4, 5)))
        return rounded(law.draw((1, *shape), np.random.default_rng(len(self.laws))))

    def normal(self, key: str, variances: Array) -> Array:
        self.normals[key] = variances.shape[1]
        return rounded(np.random.default_rng(len(self.normals)).standard_normal((1, variances.shape[1], 1)))

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        return evaluate(self)


@dataclass(frozen=True)
class Turn:
    """An angle, known by its cosine and sine; NumPy asks for these by name."""

    cosine: Any
    sine: Any

    def cos(self) -> Any:
        return self.cosine

    def sin(self) -> Any:
        return self.sine


class Numbers:
    """Finite laws of covariances at all their values together, (values, ...); all else as variables, (1, ...)."""

    dtype: type = object

    def __init__(self, asked: Asked, most: int, by_value: bool = False) -> None:
        """``by_value``: noise of finitely many values counts as finite, too."""
        from numeric import polynomials  # needs python-flint, which a machine that only trains may lack

        self._polynomials = polynomials
        finite = {key: (shape, law) for key, (shape, law) in asked.laws.items()
                  if values_of(law) and (by_value or not _is_finite_noise(law))}  # fmt: skip
        self._known, self._weights = _together(finite)
        free = [(shape, law) for key, (shape, law) in asked.laws.items() if key not in finite]
        count = sum(prod(shape) * (1 + isinstance(law, Angle)) for shape, law in free) + sum(asked.normals.values())
        if count > most:
            raise Lacks(f"sampled expands polynomials in at most {most} numbers here, not {count}")
        self._left = list(enumerate(polynomials.variables(count)))[::-1]
        self._moments: list[tuple[Any, ...]] = []
        """Of each group of variables: one, or one for every value of the finite laws."""
        self._keys: list[str] = []
        """Of each variable."""

    def numbers(self, key: str, shape: tuple[int, ...], law: Law) -> Array:
        if key not in self._known:
            made = (lambda: self._turn(key)) if isinstance(law, Angle) else lambda: self._number(key, law)
            self._known[key] = _filled(shape, made)
        return self._known[key]

    def normal(self, key: str, variances: Array) -> Array:
        """A vector of independent numbers N(0, variance), (1, length, 1), for variances (batch, length)."""
        if key not in self._known:
            made = np.empty((1, variances.shape[1], 1), dtype=object)
            for k in range(variances.shape[1]):
                place, made[0, k, 0] = self._next(key)
                self._moments.append(tuple(self._polynomials.normal(v, place) for v in variances[:, k]))
            self._known[key] = made
        return self._known[key]

    def _next(self, key: str) -> tuple[int, Any]:
        self._keys.append(key)
        return self._left.pop()

    def _number(self, key: str, law: Law) -> Any:
        place, variable = self._next(key)
        self._moments.append((self._polynomials.powers(law, place),))
        return variable

    def _turn(self, key: str) -> Turn:
        (c, cosine), (s, sine) = self._next(key), self._next(key)
        self._moments.append((self._polynomials.circle(c, s),))
        return Turn(cosine, sine)

    def mean(self, evaluate: Callable[[Source], Array]) -> Array:
        """Inside of another expectation: per value, in the same variables."""
        return evaluate(self)

    def average(self, value: Array) -> Array:
        """The mean of what was evaluated on these numbers."""
        depends = len(value) > 1 or any(len(group) > 1 for group in self._moments)
        alike: dict[tuple[Any, ...], list[int]] = {}
        """Where the laws of the variables are the same: a mean is linear, so there is one of the weighted sum."""
        for number in range(len(self._weights) if depends else 1):
            moments = tuple(group[number if len(group) > 1 else 0] for group in self._moments)
            alike.setdefault(moments, []).append(number)
        weights = self._weights if depends else [Fraction(1)]
        total: Array = np.zeros(value.shape[1:], dtype=object) + Fraction(0)
        for moments, numbers in alike.items():
            together = weights[numbers[0]] * value[numbers[0] if len(value) > 1 else 0]
            for k in numbers[1:]:
                together = together + weights[k] * value[k if len(value) > 1 else 0]
            found = self._polynomials.means(together.ravel().tolist(), moments)
            total = total + _objects(found).reshape(total.shape)
        return total[None]

    def degrees(self, value: Array) -> dict[str, int]:
        """The greatest degree in what was asked for under each key."""
        found: dict[str, int] = dict.fromkeys(self._keys, 0)
        for entry in value.ravel():
            for key, degree in zip(self._keys, self._polynomials.degrees(entry), strict=False):
                found[key] = max(found[key], degree)
        return found


def _average(evaluate: Callable[[Source], Array], numbers: Numbers) -> Array:
    return numbers.average(evaluate(numbers))


def _is_finite_noise(law: Law) -> bool:
    return not of_covariance(law) and bool(values_of(law))


def _filled(shape: tuple[int, ...], make: Callable[[], Any]) -> Array:
    made = np.empty(prod(shape), dtype=object)
    made[:] = [make() for _ in made]
    return made.reshape(1, *shape)


def values_of(law: Law) -> list[tuple[Fraction, Fraction]]:
    """The values of a law with their probabilities; none where there are too many to list."""
    if isinstance(law, Atoms):
        return list(law.values)
    if isinstance(law, Member):
        return [(Fraction(k), Fraction(p)) for k, p in enumerate(law.probabilities)]
    if isinstance(law, TwoPoint):
        return [(Fraction(law.a), Fraction(law.p)), (Fraction(law.b), 1 - Fraction(law.p))]
    if isinstance(law, Rademacher):
        return [(Fraction(x), Fraction(1, 2)) for x in (1, -1)]
    return [(Fraction(law.value), Fraction(1))] if isinstance(law, Constant) else []


def _together(finite: dict[str, tuple[tuple[int, ...], Law]]) -> tuple[dict[str, Array], list[Fraction]]:
    """All values of all finite laws, (values, *shape) by key, and their probabilities."""
    singles = [values_of(law) for shape, law in finite.values() for _ in range(prod(shape))]
    count = prod(map(len, singles))
    if count > MOST_VALUES:
        raise Lacks(f"sampled sums over at most {MOST_VALUES} values, not {count}")
    outcomes = list(product(*singles))
    weights = [prod((p for _, p in outcome), start=Fraction(1)) for outcome in outcomes]
    made, begin = {}, 0
    for key, (shape, _) in finite.items():
        size = prod(shape)
        made[key] = _objects(v for outcome in outcomes for v, _ in outcome[begin : begin + size])
        made[key] = made[key].reshape(count, *shape)
        begin += size
    return made, weights


def _objects(values: Iterable[Any]) -> Array:
    listed = list(values)
    made: Array = np.empty(len(listed), dtype=object)
    made[:] = listed
    return made


def as_fractions(values: Array) -> Array:
    """The same numbers, of float64 too, as fractions."""
    return _objects(Fraction(v) for v in values.ravel()).reshape(values.shape)


def triangular(matrix: Array) -> tuple[Array, Array]:
    r"""L and D, (n, n) and (n,), with :math:`A=L\,\mathrm{diag}(D)L^\top`, A symmetric psd, in fractions."""
    n = len(matrix)
    A = np.array([[Fraction(v) for v in row] for row in matrix], dtype=object).reshape(n, n)
    L = np.array([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], dtype=object).reshape(n, n)
    D = _objects(Fraction(0) for _ in range(n))
    for j in range(n):
        D[j] = A[j, j]
        if D[j] < 0 or (D[j] == 0 and A[j:, j].any()):
            raise Lacks("sampled lacks draws with a covariance that is not positive semi-definite")
        if D[j] == 0:
            continue
        L[j + 1 :, j] = A[j + 1 :, j] / D[j]
        A[j + 1 :, j + 1 :] -= np.multiply.outer(L[j + 1 :, j], A[j, j + 1 :])
    return L, D
