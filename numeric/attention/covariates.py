r"""Laws of the covariates :math:`X=[x^{(1)},\dots,x^{(n+1)}]` under which Assumption 4.1 holds (Examples 4 and 5).

Every law is :math:`\Sigma^{1/2}\xi` with :math:`\xi` of a law that rotations do not change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class CovariateLaw:
    """A named law of :math:`\\xi`, (count, d, n+1), before :math:`\\Sigma^{1/2}`."""

    name: str
    white: Callable[[tuple[int, int, int], np.random.Generator], Floats]
    bounded: bool = False

    def draw(self, root: Floats, n: int, count: int, rng: np.random.Generator) -> Floats:
        r""":math:`\Sigma^{1/2}\xi`, (count, d, n+1); ``root`` is :math:`\Sigma^{1/2}`."""
        if root.ndim != 2 or root.shape[0] != root.shape[1]:
            raise InputError(f"root must be a square matrix, not of shape {root.shape}. Pass Sigma^(1/2).")
        found: Floats = root @ self.white((count, len(root), n + 1), rng)
        return found


def _gaussian(shape: tuple[int, int, int], rng: np.random.Generator) -> Floats:
    return rng.standard_normal(shape)


def _sphere(shape: tuple[int, int, int], rng: np.random.Generator) -> Floats:
    drawn = rng.standard_normal(shape)
    found: Floats = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return found


def _rotated(shape: tuple[int, int, int], rng: np.random.Generator) -> Floats:
    """One fixed configuration under a random rotation: covariates that are neither independent nor alike."""
    count, d, columns = shape
    fixed = np.array([[1.0 + ((3 * i + 2 * j) % 5) / 2 - (i + j) % 2 * 2 for j in range(columns)] for i in range(d)])
    found: Floats = orthogonal(d, count, rng) @ (fixed / np.linalg.norm(fixed, axis=0).max())
    return found


def orthogonal(d: int, count: int, rng: np.random.Generator) -> Floats:
    """``count`` uniformly random orthogonal matrices: QR of Gaussian ones, the signs of R's diagonal taken out."""
    Q, R = np.linalg.qr(rng.standard_normal((count, d, d)))
    signs = np.sign(np.einsum("cii->ci", R))
    found: Floats = Q * signs[:, None, :]
    return found


def _uneven(shape: tuple[int, int, int], rng: np.random.Generator) -> Floats:
    """Squares of uniform numbers, times 1, 2, ... down the rows, all columns shifted together: no mean is 0."""
    count, d, _ = shape
    together = rng.integers(0, 2, (count, 1, 1)) / 2
    found: Floats = (rng.random(shape) ** 2 + together) * np.arange(1, d + 1)[:, None] / d
    return found


def clusters(count_of_means: int = 2) -> CovariateLaw:
    r"""Example 5: :math:`x^{(i)}=\mu_{c(i)}+\xi^{(i)}`, means and noise standard Gaussian, clusters equally likely."""

    def white(shape: tuple[int, int, int], rng: np.random.Generator) -> Floats:
        count, d, columns = shape
        means = rng.standard_normal((count, d, count_of_means))
        chosen = rng.integers(0, count_of_means, (count, 1, columns))
        found: Floats = np.take_along_axis(means, np.broadcast_to(chosen, shape), axis=2) + rng.standard_normal(shape)
        return found

    return CovariateLaw(f"mixture of {count_of_means} Gaussian clusters", white)


GAUSSIAN = CovariateLaw("N(0, Sigma)", _gaussian)
SPHERE = CovariateLaw("Sigma^(1/2) times the unit sphere", _sphere, bounded=True)
ROTATED = CovariateLaw("a fixed configuration, rotated", _rotated, bounded=True)
CLUSTERS = clusters()
UNEVEN = CovariateLaw("columns that depend on one another, by no symmetric law", _uneven, bounded=True)
"""Assumption 4.1 fails: for statements that do not ask for it."""
COVARIATES = (SPHERE, ROTATED, GAUSSIAN, CLUSTERS)
