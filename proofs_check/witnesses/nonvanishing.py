"""That a function of Gaussian vectors is almost surely not 0: it is analytic, and not 0 everywhere.

The zeros of an analytic function other than 0 have measure 0, and Gaussian vectors have densities.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..proof.logic import lines
from ..statement.fold import Lacks
from ..statement.props import Prop
from ..statement.terms import Sym, is_zero, symbols
from .engine import Engine, Finding
from .identities import sides

if TYPE_CHECKING:
    import sympy as sp

    from ..algebras.growth.pieces import Chain

HOW = "a polynomial in Gaussian vectors, with a density, that is not 0 everywhere: it vanishes with probability 0"


def almost_never_equal(prop: Prop, engine: Engine) -> Finding:
    """``almost_surely(ne(a, b))`` of sums of polynomials times exponentials; raises ``Lacks`` where it is not seen."""
    if engine.name != "words":
        raise Lacks(f"{engine.name} decides identities; '{prop.head}' does not reduce to them")
    from ..algebras.growth.reading import is_not_zero_with, pieces_of  # SymPy, which takes long to import

    lhs, rhs = sides(prop)
    gap = lhs - rhs
    pieces = pieces_of(gap)
    groups = pieces.grouped()
    if all(pieces.occurs(exponent, groups) is False for exponent in groups):
        return Finding(False, "the two sides are equal")
    if any(pieces.occurs(exponent, groups) for exponent in groups):
        return Finding(True, HOW)
    invertible = frozenset(s.name for s in symbols(gap) if s.has("posdef"))
    assumed = (m for prop in engine.given for line in lines(prop) if (m := _assumed_not_zero(line.prop)) is not None)
    if any(is_not_zero_with(pieces, matrix, invertible) for matrix in assumed):
        return Finding(True, HOW)
    raise Lacks("words does not see that this is not 0 everywhere")


def _assumed_not_zero(given: Prop) -> Mapping[Chain, sp.Expr] | None:
    """The matrix of which a hypothesis says that it is not 0."""
    if given.head != "ne":
        return None
    from ..algebras.growth.reading import combination

    left, right = sides(given)
    if not (is_zero(right) or (isinstance(right, Sym) and right.has("zero"))):
        return None
    try:
        return combination(left)
    except Lacks:
        return None
