r"""Kernels by formulas, exact on rational vectors: zero, constant, linear, even, kept by rotations or not, indefinite.

An unspecified kernel that takes values at random meets no equation between its values.  These do, each its own.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from ..entries.matrix import Matrix


@dataclass(frozen=True, slots=True)
class Formula:
    """A symmetric function of two columns, and which traits of kernels it has."""

    of: Callable[[Matrix, Matrix], Any]
    traits: frozenset[str]


PSD, INVARIANT = frozenset({"psd"}), frozenset({"rotation_invariant"})


def _inner(u: Matrix, v: Matrix) -> Any:
    return (u.T @ v)[0, 0]


def _apart(u: Matrix, v: Matrix) -> Any:
    return _inner(u - v, u - v)


def _first(u: Matrix) -> Any:
    return u[0, 0]


FORMULAS = (
    Formula(lambda u, v: fmpq(0), PSD | INVARIANT),
    Formula(lambda u, v: fmpq(1), PSD | INVARIANT),
    Formula(_inner, PSD | INVARIANT),
    Formula(lambda u, v: _inner(u, v) ** 2, PSD | INVARIANT),
    Formula(lambda u, v: _first(u) * _first(v), PSD),
    Formula(lambda u, v: -_inner(u, v), INVARIANT),
    Formula(lambda u, v: 1 / (1 + _apart(u, v)), PSD | INVARIANT | {"positive"}),
    Formula(lambda u, v: _inner(u, u) * _inner(v, v), PSD | INVARIANT),
    Formula(lambda u, v: (_first(u) + _first(u) ** 2) * (_first(v) + _first(v) ** 2), PSD),
    Formula(_apart, INVARIANT),
    Formula(lambda u, v: _first(u) + _first(v), frozenset()),
)
r""":math:`1/(1+|u-v|^2)=\int_0^\infty e^{-s}e^{-s|u-v|^2}ds` is positive definite at different points, as Gaussians
are."""


def formulas(traits: Set[str]) -> tuple[Formula, ...]:
    """Those with all of these traits of a kernel.

    >>> len(formulas({"kernel", "positive"})), len(formulas({"kernel"})) == len(FORMULAS)
    (1, True)
    """
    asked = traits & {"psd", "rotation_invariant", "positive"}
    return tuple(formula for formula in FORMULAS if asked <= formula.traits)
