"""That a function of Gaussian vectors is almost surely not 0: it is analytic, and not 0 everywhere.

The zeros of an analytic function other than 0 have measure 0, and Gaussian vectors have densities.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...proof.logic import lines, sides
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Sym, is_zero, symbols
from .engine import Engine, Finding

if TYPE_CHECKING:
    import sympy as sp

    from ...algebras.growth.pieces import Chain, Pieces

HOW = "a polynomial in Gaussian vectors, with a density, that is not 0 everywhere: it vanishes with probability 0"


def almost_never_equal(prop: Prop, engine: Engine) -> Finding:
    """``almost_surely(ne(a, b))`` of sums of polynomials times exponentials; raises ``Lacks`` where it is not seen."""
    if engine.name != "words":
        raise Lacks(f"{engine.name} decides identities; '{prop.head}' does not reduce to them")
    from ...algebras.growth.reading import is_not_zero_with, pieces_of  # SymPy, which takes long to import
    from ...algebras.growth.regions import instances

    lhs, rhs = sides(prop)
    gap = lhs - rhs
    pieces = pieces_of(gap)
    found = [_is_zero(instance) for instance in instances(pieces)]
    if all(found):
        return Finding(False, "the two sides are equal")
    if all(zero is False for zero in found):
        return Finding(True, HOW)
    if any(found):
        raise Lacks("words finds numbers of demonstrations, or values of the scalar, for which this is 0 everywhere")
    invertible = frozenset(s.name for s in symbols(gap) if s.has("posdef"))
    assumed = (m for prop in engine.given for line in lines(prop) if (m := _assumed_not_zero(line.prop)) is not None)
    if any(is_not_zero_with(pieces, matrix, invertible) for matrix in assumed):
        return Finding(True, HOW)
    raise Lacks("words does not see that this is not 0 everywhere")


def _is_zero(pieces: Pieces) -> bool | None:
    """Whether this is 0 everywhere; None where it is not certain."""
    groups = pieces.grouped()
    occurs = [pieces.occurs(exponent, groups) for exponent in groups]
    return True if all(o is False for o in occurs) else False if any(occurs) else None


def _assumed_not_zero(given: Prop) -> Mapping[Chain, sp.Expr] | None:
    """The matrix of which a hypothesis says that it is not 0."""
    if given.head != "ne":
        return None
    from ...algebras.growth.reading import combination

    left, right = sides(given)
    if not (is_zero(right) or (isinstance(right, Sym) and right.has("zero"))):
        return None
    try:
        return combination(left)
    except Lacks:
        return None
