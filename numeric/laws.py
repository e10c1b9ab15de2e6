r"""Laws of single numbers, with exact moments and Gauss rules: noise, and entries of random covariances.

A Gauss rule with m nodes integrates polynomials of degree at most 2m - 1 exactly, up to rounding (Golub and Welsch,
Math. Comp. 23 (1969) 221-230: nodes and weights from the eigenvectors of the Jacobi matrix of the recurrence).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .errors import InputError
from .inputs import positive_integer, positive_real

Vector = NDArray[np.floating[Any]]


class Law(Protocol):
    """A law of a real number."""

    @property
    def name(self) -> str: ...

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector: ...

    def moment(self, k: int) -> Fraction:
        """The mean of the k-th power, exactly."""
        ...

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        """Points and weights of a Gauss rule with at most this many nodes; weights have sum 1."""
        ...


@dataclass(frozen=True, slots=True)
class Gaussian:
    """N(0, 1)."""

    name: str = "Gaussian"

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector:
        return rng.standard_normal(shape)

    def moment(self, k: int) -> Fraction:
        return Fraction(0) if k % 2 else Fraction(math.prod(range(1, k, 2)))

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        return _golub_welsch(np.zeros(nodes), np.arange(1.0, nodes))


@dataclass(frozen=True, slots=True)
class Uniform:
    r"""Uniform on :math:`[-\sqrt3,\sqrt3]`: mean 0, variance 1."""

    name: str = "uniform"

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector:
        return rng.uniform(-math.sqrt(3), math.sqrt(3), shape)

    def moment(self, k: int) -> Fraction:
        return Fraction(0) if k % 2 else Fraction(3 ** (k // 2), k + 1)

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        k = np.arange(1.0, nodes)
        return _golub_welsch(np.zeros(nodes), 3 * k**2 / (4 * k**2 - 1))


@dataclass(frozen=True, slots=True)
class Rademacher:
    """1 or -1, each with probability 1/2."""

    name: str = "Rademacher"

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector:
        return np.asarray(2.0 * rng.integers(0, 2, shape) - 1)

    def moment(self, k: int) -> Fraction:
        return Fraction(1 - k % 2)

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        return np.array([-1.0, 1.0]), np.array([0.5, 0.5])


@dataclass(frozen=True, slots=True)
class Gamma:
    r"""Density proportional to :math:`x^{a-1}e^{-x/s}`, a = ``shape``, s = ``scale``; shape 1 is the exponential law.

    >>> [int(Gamma(1).moment(k)) for k in (1, 2, 3)]
    [1, 2, 6]
    """

    shape: Fraction | int = 1
    scale: Fraction | int = 1

    def __post_init__(self) -> None:
        positive_real("shape", float(self.shape))
        positive_real("scale", float(self.scale))

    @property
    def name(self) -> str:
        if self.shape == 1:
            return "exponential(1)" if self.scale == 1 else f"exponential({1 / Fraction(self.scale)})"
        return f"gamma({self.shape}, {self.scale})"

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector:
        return rng.gamma(float(self.shape), float(self.scale), shape)

    def moment(self, k: int) -> Fraction:
        return Fraction(self.scale) ** k * math.prod((Fraction(self.shape) + i for i in range(k)), start=Fraction(1))

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        a, k = float(self.shape), np.arange(1.0, nodes)
        points, weights = _golub_welsch(2 * np.arange(float(nodes)) + a, k * (k + a - 1))
        return float(self.scale) * points, weights


def exponential(rate: Fraction | int = 1) -> Gamma:
    """Density ``rate exp(-rate x)``."""
    return Gamma(1, 1 / Fraction(rate))


@dataclass(frozen=True, slots=True)
class TwoPoint:
    """``a`` with probability ``p``, else ``b``."""

    a: Fraction | int
    b: Fraction | int
    p: Fraction | int

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise InputError(f"p must lie between 0 and 1, not {self.p!r}. Pass a probability.")

    @property
    def name(self) -> str:
        return f"two-point({self.a}, {self.b}; {self.p})"

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector:
        return np.where(rng.random(shape) < float(self.p), float(self.a), float(self.b))

    def moment(self, k: int) -> Fraction:
        p = Fraction(self.p)
        return p * Fraction(self.a) ** k + (1 - p) * Fraction(self.b) ** k

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        return np.array([float(self.a), float(self.b)]), np.array([float(self.p), 1 - float(self.p)])


@dataclass(frozen=True, slots=True)
class Constant:
    """One value, always."""

    value: Fraction | int

    @property
    def name(self) -> str:
        return f"the constant {self.value}"

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector:
        return np.full(shape, float(self.value))

    def moment(self, k: int) -> Fraction:
        return Fraction(self.value) ** k

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        return np.array([float(self.value)]), np.array([1.0])


@dataclass(frozen=True, slots=True)
class Member:
    """The number 0, 1, ... of one of several things, with these probabilities."""

    probabilities: tuple[Fraction | float, ...]
    name: str = "a member"

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector:
        return rng.choice(len(self.probabilities), shape, p=[float(p) for p in self.probabilities]).astype(np.float64)

    def moment(self, k: int) -> Fraction:
        return sum((Fraction(p) * i**k for i, p in enumerate(self.probabilities)), Fraction(0))

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        return np.arange(float(len(self.probabilities))), np.array(self.probabilities, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Angle:
    r"""Uniform on the circle, :math:`[0,2\pi)`."""

    name: str = "angle"

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Vector:
        return rng.uniform(0, 2 * math.pi, shape)

    def moment(self, k: int) -> Fraction:
        raise InputError("k must be 0 for an angle: its other moments are irrational. Use its rule.")

    def rule(self, nodes: int) -> tuple[Vector, Vector]:
        """Equally spaced: exact for trigonometric polynomials of degree below 4 ``nodes``."""
        count = 4 * nodes
        return 2 * math.pi * np.arange(float(count)) / count, np.full(count, 1 / count)


NOISES: tuple[Law, ...] = (Gaussian(), Uniform(), Rademacher())
"""Sub-Gaussian laws of mean 0 and variance 1."""


def _golub_welsch(diagonal: Vector, squares: Vector) -> tuple[Vector, Vector]:
    """The Gauss rule of a recurrence with these coefficients (``squares`` are those beside the diagonal, squared)."""
    positive_integer("nodes", len(diagonal))
    beside = np.sqrt(squares)
    points, vectors = np.linalg.eigh(np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1))
    return points, vectors[0] ** 2
