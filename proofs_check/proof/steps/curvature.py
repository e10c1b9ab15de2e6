"""Rules about convexity, the points at which a function is least, and quadratic forms.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from ...statement.terms import Sym


@dataclass(frozen=True)
class AtSolutions:
    """``minimum_where(f, body, ...)`` from ``implies(body, eq(f, minimum(f, ...)))``: the definition."""


@dataclass(frozen=True)
class NowhereBent:
    r"""``convex(f, X, ...)`` from ``le(0, curvature(f, (X, V), ...))`` for every V; f is a polynomial in X, ....

    The directions V are free symbols of the shapes of X, ..., on which nothing is assumed.
    """


@dataclass(frozen=True)
class BentSomewhere:
    """``nonconvex(f, X, ...)`` from ``lt(where(curvature(f, (X, V), ...), (X, value), ...), 0)``, V free of X, ....

    What is not bound there keeps its value: the parameters bound must be among X, ....
    """


@dataclass(frozen=True)
class SomeVector:
    r"""``implies(ne(A, 0), q)`` from ``implies(lt(0, z^T A z), q)`` for every vector z, A positive semi-definite.

    Where :math:`z^\top Az=0` for every z, A = 0 (spectral theorem); q does not speak of the free symbol ``vector``.
    """

    vector: Sym


@dataclass(frozen=True)
class Rayleigh:
    r"""Bounds of a symmetric A by its extreme eigenvalues (spectral theorem), I being the identity of its size.

    ``psd(A - least_eigenvalue(A) * I)``; for A positive semi-definite ``psd(norm_op(A) * I - A)``, and if it is not 0
    ``psd(A - least_positive_eigenvalue(A) * projection(A))``; for A positive definite ``eq(projection(A), I)``.
    """


Curved = Union[AtSolutions, NowhereBent, BentSomewhere, SomeVector, Rayleigh]
