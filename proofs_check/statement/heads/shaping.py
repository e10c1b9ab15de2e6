"""What shapes are made of, and what is asked of them; the rules of the heads are in :mod:`.shape_rules`.

Dimensions are compared by name (:mod:`..dimensions`): ``"d"`` and ``"N"`` are different.  Of a dimension that the tree
does not tell nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from ...errors import UserError
from ..dimensions import ONE, Size, size_of_term
from ..trees import Num, Term

Shape = tuple[Size | None, Size | None]
"""Rows and columns; None for one that the tree does not tell."""
SCALAR: Shape = (ONE, ONE)
UNKNOWN: Shape = (None, None)
Say = Callable[[Term], str]
Row = tuple[Term, Shape]

ZERO = Num(Fraction(0))
"""Beside a matrix, the number 0 stands for a zero of its shape."""


class Shaping:
    """What a rule for shapes asks of arguments; raises :class:`UserError` where they do not fit.

    ``sizes``: dimensions that a hypothesis fixes, as in ``d = 2``.
    """

    def __init__(self, say: Say, sizes: Mapping[str, Size | None] | None = None) -> None:
        self.say = say
        self.sizes = sizes or {}

    def text(self, shape: Shape) -> str:
        return "a number" if shape == SCALAR else f"{shape[0] or '?'} x {shape[1] or '?'}"

    def size(self, node: Term) -> Size | None:
        found = size_of_term(node)
        return None if found is None else found.where(self.sizes)

    def _within(self, what: str, node: Term | None) -> str:
        """Said only where something is wrong: trees are long."""
        return what if node is None else f"In {self.say(node)} {what}"

    def alike(self, what: str, *rows: Row, node: Term | None = None) -> None:
        told = [(term, shape) for term, shape in rows if shape != UNKNOWN and term != ZERO]
        for term, shape in told[1:]:
            if not fits(shape, told[0][1]):
                first = f"{self.say(told[0][0])} is {self.text(told[0][1])}"
                found = f"{first}, {self.say(term)} is {self.text(shape)}"
                raise UserError(f"{self._within(what, node)} have different shapes: {found}.")

    def square(self, head: str, row: Row) -> None:
        term, (rows, columns) = row
        if rows is not None and columns is not None and rows != columns:
            raise UserError(f"{head} needs a square matrix: {self.say(term)} is {self.text((rows, columns))}.")

    def number(self, head: str, row: Row) -> None:
        term, shape = row
        if not fits(shape, SCALAR):
            raise UserError(f"{head} takes a number: {self.say(term)} is {self.text(shape)}.")

    def side(self, what: str, place: int, *rows: Row, node: Term | None = None) -> None:
        """The same rows (place 0) or columns (1) throughout."""
        told = [(term, shape) for term, shape in rows if shape[place] is not None]
        for term, shape in told[1:]:
            if shape[place] != told[0][1][place]:
                first = f"{self.say(told[0][0])} is {self.text(told[0][1])}"
                name = "columns" if place else "rows"
                found = f"{first}, {self.say(term)} is {self.text(shape)}"
                raise UserError(f"{self._within(what, node)} have different {name}: {found}.")


def fits(a: Shape, b: Shape) -> bool:
    return all(m is None or n is None or m == n for m, n in zip(a, b, strict=True))


def known(a: Size | None, b: Size | None) -> Size | None:
    return b if a is None else a


def plus(a: Size | None, b: Size | None) -> Size | None:
    return None if a is None or b is None else a + b


def times(a: Size | None, b: Size | None) -> Size | None:
    return None if a is None or b is None else a * b


def together(*shapes: Shape) -> Shape:
    """What any of some shapes that fit together tells."""
    found = UNKNOWN
    for shape in shapes:
        found = known(found[0], shape[0]), known(found[1], shape[1])
    return found
