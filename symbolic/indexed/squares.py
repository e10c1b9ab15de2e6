r"""The global minimum of a loss :math:`g(uU)` that is a quadratic function of :math:`K=uU`, entry by entry.

.. math:: g(K)=\tfrac12\sum_{ij}z_{ij}K_{ij}^2-\sum_{ij}b_{ij}K_{ij}+g_0,\qquad z_{ij}>0,

has its minimum where :math:`K_{ij}=b_{ij}/z_{ij}` and nowhere else; u = 1 attains it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InputError
from ..words.letters import Letter, letter
from .calculus import gradient, substitute
from .factors import entry
from .matrices import IndexedMatrix
from .values import ONE, Indexed


@dataclass(frozen=True)
class DiagonalSquare:
    """The minimum of a function of (U, u), and the value K of ``u U`` at every minimiser."""

    K: IndexedMatrix
    minimum: Indexed


def complete_square(f: Indexed, U: Letter, u: str) -> DiagonalSquare:
    """The minimum of ``f`` over the matrix letter ``U`` and the scalar ``u``.

    Raises :class:`InputError` where ``f`` is not of the form above: not a function of ``u U``, not quadratic in it,
    entries coupled, or a coefficient not seen to be positive.
    """
    K = letter("K of the square", U.rows, U.cols)
    free = IndexedMatrix.of(U.rows, U.cols, lambda i, j: Indexed.factor(entry(K, (i, j))))
    value = substitute(f, {U: free.scaled(Indexed.symbol(u) ** -1)})
    if u in value.leaves:
        raise InputError(f"the function depends on {u} and {U} otherwise than through their product.")
    slope = gradient(value, K)
    assert isinstance(slope, IndexedMatrix)
    own = entry(K, (slope.row, slope.col))
    weight = Indexed({tuple(pair for pair in mono if pair != (own, 1)): c
                      for mono, c in slope.body.terms.items() if (own, 1) in mono})
    shift = weight * Indexed.factor(own) - slope.body
    if K in weight.leaves or K in shift.leaves:
        raise InputError("the function is not quadratic in the product, or it couples its entries.")
    if weight.sign < 2:
        raise InputError("the quadratic part is not seen to be positive definite.")
    least = IndexedMatrix(U.rows, U.cols, shift / weight)
    minimum = substitute(substitute(f, {U: least}), {u: ONE})
    return DiagonalSquare(least, minimum)
