"""Variances of what is averaged, by rules that are exact for its degree: standard errors need not be estimated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...statement.fold import Lacks
from ...statement.terms import Op, Term
from ..arrays import Array
from .exact_means import Degrees
from .settings import Setting
from .sources import Quadrature

ROUNDING = 1e-9
"""Of the second moment: far more than rounding takes from a variance."""


def exact_variances(setting: Setting, side: Term, count: int) -> Array | None:
    """The variances of the projections of one side, padded for rounding; None where they cannot be had.

    Summands have draws of their own, so their variances add.  A square has twice the degree, so m + 1 nodes are exact
    for degree m.
    """
    algebra, total = setting.algebra, np.zeros(count)
    assert algebra.rationals is not None, "float64 settings know their constants"
    for summand in _summands(side):
        degrees = Degrees()
        try:
            replace(algebra, source=degrees, constant=algebra.rationals).read(summand)
            source = Quadrature(1, {name: degree + 1 for name, degree in degrees.found.items()}, collapse=False)
            value = setting.project(replace(algebra, source=source).read(summand), count)
        except Lacks:
            return None
        if source.weights is not None:
            square = source.weights @ value**2
            total += source.weights @ (value - source.weights @ value) ** 2 + ROUNDING * square
    return total


def _summands(node: Term) -> Iterator[Term]:
    """The terms of a sum, signs left out."""
    if isinstance(node, Op) and node.head in {"+", "-", "neg"}:
        for arg in node.args:
            yield from _summands(arg)
    else:
        yield node
