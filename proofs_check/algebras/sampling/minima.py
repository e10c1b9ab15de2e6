"""Least values where samples are drawn: a point is found by descent, and the function averaged there on draws.

The point may come from anywhere; what counts is what the draws say at it.  Nothing is said of points not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import flint
import numpy as np

from numeric import psd

from ...model import named_by
from ...statement.fold import Lacks
from ...statement.terms import Sym, Term, symbols
from ..arrays import Array
from ..ball_least import Least, least_of
from ..ball_values import Value
from ..balls import BallsAlgebra

if TYPE_CHECKING:
    from .algebra import SamplesAlgebra


def in_balls(f: Term, variables: Sequence[Sym], algebra: SamplesAlgebra) -> BallsAlgebra:
    """The constants in ``f``, but for ``variables``, at the point of ``algebra``, in balls."""
    bound = {v.name for v in variables}
    constants = {s.name: s for sym in symbols(f) for s in (sym, *named_by(sym)) if not s.traits & _NO_CONSTANTS}
    exact = {}
    for name, sym in constants.items():
        if name in bound or (name in algebra.sizes and sym.shape == (1, 1)):
            continue
        rows, cols = (algebra.size(dim) for dim in sym.shape)
        if algebra.rationals is None:
            raise Lacks("sampled lacks the exact constants of a least value")
        value = algebra.values[name] if name in algebra.values else algebra.rationals(sym, (rows, cols))
        entries = [Fraction(x) for x in value.ravel()]
        exact[name] = flint.fmpq_mat(rows, cols, [flint.fmpq(x.numerator, x.denominator) for x in entries])
    basis = psd.cayley(algebra.sizes["d"], (Fraction(0),) * algebra.sizes["d"] ** 2)
    values = {name: Value(flint.arb_mat(A)) for name, A in exact.items()}
    return BallsAlgebra(values, dict(algebra.sizes), basis, algebra.own, exact=exact)


_NO_CONSTANTS = frozenset({"random", "identity", "zero", "index", "derived"})


def least(f: Term, variables: Sequence[Sym], algebra: SamplesAlgebra) -> Least:
    """Where descents on ``f`` end."""
    if algebra.own is None or algebra.dtype is object:
        raise Lacks("sampled lacks least values in exact fractions")
    return least_of(f, variables, in_balls(f, variables, algebra))


def arrays(found: Least, point: np.ndarray) -> dict[str, Array]:
    """The values of the variables at a point of the descent."""
    shapes: dict[str, tuple[int, int]] = {}
    for name, i, j in found.loss.keys:
        rows, cols = shapes.get(name, (0, 0))
        shapes[name] = max(rows, i + 1), max(cols, j + 1)
    made: dict[str, Array] = {name: np.zeros((1, *shape)) for name, shape in shapes.items()}
    for (name, i, j), x in zip(found.loss.keys, point, strict=True):
        made[name][0, i, j] = x
    return made
