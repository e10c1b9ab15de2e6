"""Four points of a plane at which relu of their inner products is not positive semi-definite."""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement
from operator import add

from ....proof.chain import Assume, Combination, Discharge, Identity, Proof, Step, Substitution
from ....statement.laws import relu
from ....statement.props import conj, eq, implies, lt
from ....statement.terms import Term, inner, vector

u, w = vector("u"), vector("w")
COORDINATES = ((1, 0), (1, 1), (0, 1), (-1, 1))
"""Of the points in the orthonormal vectors u, w: the directions 0, 45, 90, 135 degrees."""
WEIGHTS = (2, -2, 2, -1)
pairs = tuple(combinations_with_replacement(range(4), 2))


def point(i: int) -> Term:
    """A point as a combination of u and w."""
    a, b = COORDINATES[i]
    return a * u + b * w


def product(i: int, j: int) -> Term:
    """The inner product of two points, not expanded."""
    return inner(point(i), point(j))


def _part(i: int, j: int) -> Term:
    return (1 if i == j else 2) * WEIGHTS[i] * WEIGHTS[j] * relu(product(i, j))


form: Term = reduce(add, (_part(i, j) for i, j in pairs))
r""":math:`\sum_{ij}c_ic_j\,\mathrm{relu}\langle x_i,x_j\rangle`."""


def _step(i: int, j: int) -> Step:
    (a, b), (c, e) = COORDINATES[i], COORDINATES[j]
    return Step(f"{i}{j}", eq(product(i, j), a * c + b * e), Identity(a * c, b * e, a * e + b * c),
                ("orthonormal#1", "orthonormal#2", "orthonormal#3"))


orthonormal = conj(eq(inner(u, u), 1), eq(inner(w, w), 1), eq(inner(u, w), 0))
not_psd = implies(orthonormal, lt(form, 0))
NOT_PSD = Proof((
    Step("orthonormal", orthonormal, Assume()),
    *(_step(i, j) for i, j in pairs),
    Step("value", eq(form, -2), Substitution(), tuple(f"{i}{j}" for i, j in pairs)),
    Step("negative", lt(form, 0), Combination(1, plus=(2,)), ("value",)),
    Step("in any plane", not_psd, Discharge("orthonormal"), ("orthonormal", "negative")),
))
