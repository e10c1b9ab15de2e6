r"""Scalings :math:`x_i\mapsto\lambda^{w_i}x_i` under which a polynomial does not change.

They are read off its exponents exactly: w must be orthogonal to every one of them.  Stationary points then come in
orbits, along which the Hessian vanishes; one point of each is chosen by setting a coordinate for each dimension of the
orbit to 1 (to -1 where no change of signs, lambda = -1, helps).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from flint import fmpq_mat, fmpz_mat

from .polynomial import Polynomial

if TYPE_CHECKING:
    import numpy as np

Weights = tuple[tuple[int, ...], ...]


def scalings(polynomial: Polynomial) -> Weights:
    """A basis of the integer weights w with f(lambda^w x) = f(x) for every lambda > 0.

    >>> import sympy
    >>> u, v = sympy.symbols("u v")
    >>> scalings(Polynomial.of((u * v - 1) ** 2))
    ((1, -1),)
    """
    exponents = [[int(k) for k in e] for e in polynomial.f.monoms()]
    kernel, nullity = fmpz_mat(exponents).nullspace()
    columns = [[int(kernel[i, j]) for i in range(kernel.nrows())] for j in range(nullity)]
    return tuple(tuple(w if next(k for k in w if k) > 0 else [-k for k in w]) for w in map(_primitive, columns))


def _primitive(w: Sequence[int]) -> list[int]:
    from math import gcd

    common = gcd(*w)
    return [k // common for k in w]


def pivots(weights: Weights, sizes: Sequence[float]) -> tuple[int, ...]:
    """The first coordinates that scalings can set to 1 in absolute value; ``sizes`` are absolute values (0: the
    coordinate vanishes and cannot be scaled).  Their number is the dimension of the point's orbit."""
    chosen: list[int] = []
    for i, size in enumerate(sizes):
        if size > 0 and _rank(weights, [*chosen, i]) == len(chosen) + 1:
            chosen.append(i)
    return tuple(chosen)


def _rank(weights: Weights, columns: Sequence[int]) -> int:
    return int(fmpq_mat(len(weights), len(columns), [w[i] for w in weights for i in columns]).rank())


def scaled(x: np.ndarray, weights: Weights, fixed: Sequence[int]) -> np.ndarray:
    """The point of the orbit of ``x`` at which the coordinates ``fixed`` are 1 or -1, the first of them 1 if possible.

    Also lambda = -1 changes nothing: every monomial has the even weight 0.
    """
    import numpy as np

    if not fixed:
        return x
    W = np.array(weights, dtype=float)
    logs = np.linalg.lstsq(W[:, list(fixed)].T, -np.log(np.abs(x[list(fixed)])), rcond=None)[0]
    moved = x * np.exp(W.T @ logs)
    flips = (np.prod([(-1.0) ** np.array(w) for w in some], axis=0) for k in range(len(weights) + 1)
             for some in combinations(weights, k))  # fmt: skip
    candidates = [moved * flip if len(flip.shape) else moved for flip in map(np.asarray, flips)]
    return max(candidates, key=lambda y: tuple(y[list(fixed)] > 0))
