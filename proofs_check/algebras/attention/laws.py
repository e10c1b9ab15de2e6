r"""Laws of contexts of finitely many outcomes, under which Assumptions 4.1 and 4.2 hold.

X is :math:`\Sigma^{1/2}g\,\xi`, g uniform in a group of rotations; given X the labels are equally likely among the D
rows of :math:`\sqrt D\,\Phi`, so that :math:`\mathbb K(X)=\Phi^\top\Phi=G+G\circ G`,
:math:`G=X^\top\Sigma^{-1}X`, and their mean is not 0: Assumption 4.2 speaks of second moments alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import isqrt

import flint
import numpy as np

from numeric.attention.covariates import CovariateLaw, orthogonal
from numeric.attention.jets import Number
from numeric.attention.labels import ContextLabels
from numeric.attention.orbits import in_balls, rationals, signed_permutations, tetrahedral
from numeric.streams import generator

from ..arrays import Array


@dataclass(frozen=True)
class Draws:
    """Independent contexts, float64."""

    covariates: CovariateLaw
    labels: ContextLabels | None
    """None: labels with the covariance G + G o G."""
    count: int
    stream: str

    def rotations(self, d: int) -> Array:
        """Uniformly random orthogonal matrices."""
        return orthogonal(d, self.count, generator(self.stream, f"rotations {d}"))

    def context(self, root: Array, inverse_root: Array, n: int) -> tuple[Array, Array]:
        """Covariates and labels."""
        X = self.covariates.draw(root, n, self.count, generator(self.stream, f"covariates {len(root)} {n}"))
        rng = generator(self.stream, f"labels {len(root)} {n}")
        if self.labels is not None:
            return X, self.labels.draw(X, inverse_root, rng)
        xi = inverse_root @ X
        first = rng.standard_normal((self.count, 1, len(root)))
        second = rng.standard_normal((self.count, len(root), len(root)))
        Y = first @ xi + np.einsum("cia,cij,cja->ca", xi, second, xi)[:, None, :]
        return X, Y


@dataclass(eq=False)
class Law:
    """The law of the covariates: a finite group of rotations, or for floats draws."""

    name: str
    group: str
    """``signed``: signed permutations; ``dihedral``: rotations and reflections of the plane; ``draws``: none."""
    invariant: bool
    """Whether means of what is compared are those of the law that *every* rotation leaves as it is."""
    draws: Draws | None = None
    used: bool = field(default=False)
    turns: int = 16
    """Rotations of the dihedral group."""

    def rotations(self, d: int, arithmetic: str) -> Array:
        """(group, d, d) in this arithmetic."""
        if self.group == "dihedral" and d == 2:
            return _dihedral(self.turns)
        whole = tetrahedral() if self.group == "small" and d == 3 else signed_permutations(d)
        exact = np.stack([rationals(g.tolist()) for g in whole])
        return in_balls(exact) if arithmetic == "balls" else exact



def _dihedral(turns: int) -> Array:
    r"""Rotations by :math:`2\pi k/m`, m = ``turns``, and reflections: exact for polynomials of degree below m."""
    found = []
    for k, sign in product(range(turns), (1, -1)):
        angle = flint.arb.pi() * 2 * k / turns
        c, s = angle.cos(), angle.sin()
        found.append([[c, -s * sign], [s, c * sign]])
    made = np.empty((len(found), 2, 2), dtype=object)
    for k, rows in enumerate(found):
        for i, j in product(range(2), repeat=2):
            made[k, i, j] = rows[i][j]
    return made


def white(d: int, n: int, which: int = 0) -> Array:
    r""":math:`\xi`: d x (n+1), general, no two columns orthogonal."""
    rows = [[(1, 2, -1, 1)[j % 4] if i == 0 else (2, 1, 1, 3)[(j + i * j) % 4] - (i > 1) for j in range(n + 1)]
            for i in range(d)]  # fmt: skip
    shift = Fraction(which, 3)
    return rationals([[Fraction(v, 2) + shift * (i == j) for j, v in enumerate(row)] for i, row in enumerate(rows)])


def covariance(inner: Number) -> Number:
    r""":math:`\mathbb K=G+G\circ G` of the white covariates' inner products."""
    return inner + inner * inner


def label_rows(white_covariates: Array) -> Array:
    r"""The equally likely rows of labels, (..., D, n+1): :math:`\sqrt D\,[\xi;\ \xi\otimes\xi;\ 0]`, D a square."""
    d = white_covariates.shape[-2]
    pairs = np.stack(
        [white_covariates[..., i, :] * white_covariates[..., j, :] for i in range(d) for j in range(d)], axis=-2
    )
    rows = np.concatenate([white_covariates, pairs], axis=-2)
    count = rows.shape[-2]
    root = isqrt(count - 1) + 1
    padding = np.repeat(rows[..., :1, :] * 0, root * root - count, axis=-2)
    found: Array = np.concatenate([rows, padding], axis=-2) * root
    return found
