"""Shapes of terms, in the names of their dimensions, as the table of heads tells them."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import add, mul

from ..errors import UserError
from .dimensions import Size, size
from .fold import Lacks
from .head_shapes import HeadShapes
from .heads.shaping import Shape as Told
from .terms import Dim, Sym, Term, symbols, term

Shape = tuple[Dim, Dim]
SCALAR: Shape = (1, 1)


def shape(node: Term) -> Shape:
    """Rows and columns of ``node``; raises :class:`Lacks` where the tree does not tell them, or nothing fits.

    >>> from .terms import matrix
    >>> E, W = matrix("E", "d+1", "N+1"), matrix("W", "d+1", "d+1")
    >>> shape(W * E), shape(E.T * E)
    (('d+1', 'N+1'), ('N+1', 'N+1'))
    """
    try:
        rows, columns = _shape_in_table(node)
    except UserError as error:
        raise Lacks(f"shapes lacks a shape: {error}") from error
    if rows is None or columns is None:
        raise Lacks("shapes lacks the shape of this term")
    return _spelt(rows, node), _spelt(columns, node)


def shape_of(node: Term) -> Shape | None:
    """The shape as far as the tree shows it; None where it does not."""
    try:
        return shape(node)
    except Lacks:
        return None


def term_of_dim(dim: Dim) -> Term:
    """The number of rows or columns as a term.

    >>> term_of_dim("d+1")
    d + 1
    """
    return reduce(add, [_monomial(names, count) for names, count in size(dim).terms] or [term(0)])


def _monomial(names: tuple[str, ...], count: int) -> Term:
    factors = [Sym(name, SCALAR, frozenset({"integer", "positive"})) for name in names]
    return reduce(mul, factors if factors and count == 1 else [term(count), *factors])


class _Remembered(HeadShapes):
    """The shapes of the table, those of terms that were seen lately being remembered."""

    def __call__(self, node: Term) -> Told:
        return _shape_in_table(node)


_TABLE = _Remembered(repr)


@lru_cache(maxsize=1 << 15)
def _shape_in_table(node: Term) -> Told:
    return _TABLE._shape(node)


def _spelt(found: Size, node: Term) -> Dim:
    """The dimension as the symbols of the term spell it, such as ``d(d+1)``, else as a sum of monomials."""
    match found.terms:
        case ():
            return 0
        case (((), count),):
            return count
        case (((name,), 1),):
            return name
    dims = sorted({str(dim) for s in symbols(node) for dim in s.shape if isinstance(dim, str)})
    return next((dim for dim in dims if size(dim) == found), str(found))
