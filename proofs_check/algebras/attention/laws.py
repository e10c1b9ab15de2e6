r"""Laws of contexts of finitely many outcomes, or on the circle, under which Assumptions 4.1 and 4.2 hold.

X is :math:`\Sigma^{1/2}g\,\xi`, g uniform in a group of rotations; given X the labels are equally likely among the D
rows of :math:`\sqrt D\,\Phi`, so that :math:`\mathbb K(X)=\Phi^\top\Phi=G+G\circ G`,
:math:`G=X^\top\Sigma^{-1}X`, and their mean is not 0: Assumption 4.2 speaks of second moments alone.  Where no rotation
is asked to keep the law of X, a further law has no symmetry at all: three values whose columns depend on one another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

import numpy as np

from numeric.arithmetic import exact
from numeric.attention.covariates import CovariateLaw, orthogonal
from numeric.attention.jets import Jet, Number
from numeric.attention.labels import ContextLabels
from numeric.attention.orbits import in_balls, rationals, signed_permutations, tetrahedral
from numeric.polynomials import Polynomial, circle, mean, variables
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

    def rotations(self, d: int, number: int = 0) -> Array:
        """Uniformly random orthogonal matrices: of the rotation with this number among those drawn together."""
        stream = f"rotations {d} {number}" if number else f"rotations {d}"
        return orthogonal(d, self.count, generator(self.stream, stream))

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
    """``signed``: signed permutations; ``circle``: all rotations and reflections of the plane; ``small``: the rotations
    of a tetrahedron; ``none``: no group; ``draws``: floats."""
    invariant: bool
    """Whether means of what is compared are those of a law that the statement admits."""
    draws: Draws | None = None
    used: bool = field(default=False)
    uneven: bool = False
    """Whether nothing is said of the covariance of the labels either."""

    def rotations(self, d: int, arithmetic: str, which: int = 0) -> Array:
        """(group, d, d) in this arithmetic; of the circle a rotation and a reflection by the angle number ``which``."""
        if self.group == "circle" and d == 2:
            return _rotation_and_reflection(which)
        whole = tetrahedral() if self.group == "small" and d == 3 else signed_permutations(d)
        found = np.stack([rationals(g.tolist()) for g in whole])
        return in_balls(found) if arithmetic == "balls" else found

    def whites(self, group: Array, d: int, n: int, arithmetic: str) -> Array:
        """The equally likely values of the white covariates, (outcomes, d, n+1)."""
        if self.group != "none":
            xi = white(d, n)
            return group @ (in_balls(xi) if arithmetic == "balls" else xi)
        found = np.stack([white(d, n), white(d, n, 2) * 2, white(d, n, 1)[:, ::-1]])
        return in_balls(found) if arithmetic == "balls" else found

    def over_the_circle(self, value: Number) -> Number:
        """The mean over the angles, of polynomials in their cosines and sines; all else as it is."""
        if isinstance(value, Jet):
            return Jet(tuple(self.over_the_circle(c) for c in value.terms))  # type: ignore[misc]
        if self.group != "circle" or not any(isinstance(v, Polynomial) for v in value.ravel()):
            return value
        angles = [circle(2 * k, 2 * k + 1) for k in range(ANGLES)]
        found = np.frompyfunc(lambda v: exact(mean(v, angles)) if isinstance(v, Polynomial) else v, 1, 1)(value)
        return np.asarray(found, dtype=object)


ANGLES = 2
"""Independent ones: of a context and of a random rotation."""


def _rotation_and_reflection(which: int) -> Array:
    r"""With :math:`(\cos,\sin)` as variables: their means are those of the circle, exactly, in every degree."""
    c, s = variables(2 * ANGLES)[2 * which : 2 * which + 2]
    made = np.empty((2, 2, 2), dtype=object)
    made[0], made[1] = [[c, -s], [s, c]], [[c, s], [s, -c]]
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


def label_rows(white_covariates: Array, uneven: bool = False) -> Array:
    r"""The equally likely rows of labels, (..., D, n+1): :math:`\sqrt D\,[\xi;\ \xi\otimes\xi;\ 0]`, D a square.

    ``uneven``: with a row :math:`1,2,\dots` that no rotation of the covariates knows of.
    """
    d = white_covariates.shape[-2]
    pairs = np.stack(
        [white_covariates[..., i, :] * white_covariates[..., j, :] for i in range(d) for j in range(d)], axis=-2
    )
    rows = np.concatenate([white_covariates, pairs], axis=-2)
    if uneven:
        fixed = white_covariates[..., :1, :] * 0 + np.arange(1, white_covariates.shape[-1] + 1)
        rows = np.concatenate([rows, fixed], axis=-2)
    count = rows.shape[-2]
    root = isqrt(count - 1) + 1
    padding = np.repeat(rows[..., :1, :] * 0, root * root - count, axis=-2)
    found: Array = np.concatenate([rows, padding], axis=-2) * root
    return found
