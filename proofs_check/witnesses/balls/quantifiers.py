"""Quantifiers over one number, or one positive integer, at an exact point: comparisons of polynomials in it, decided by
their sign tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import flint

from numeric.sign_tables import signs, signs_at_integers

from ...algebras.ball_lines import polynomial
from ...algebras.ball_values import number
from ...algebras.balls import BallsAlgebra
from ...logic import Answer, AtPoint, answer
from ...statement.fold import Lacks
from ...statement.premises import CONNECTIVES
from ...statement.props import Prop, subprops
from ...statement.shape import shape_of
from ...statement.terms import Sym, Term

_FREE = frozenset({"parameter", "positive", "nonnegative", "nonzero"})
_COUNT = frozenset({"integer", "positive"})
_HOLDS: dict[str, Callable[[int], bool]] = {
    "eq": lambda sign: sign == 0, "ne": lambda sign: sign != 0, "le": lambda sign: sign <= 0,
    "lt": lambda sign: sign < 0, "ge": lambda sign: sign >= 0, "gt": lambda sign: sign > 0,
}  # fmt: skip


def cells(variable: Sym, body: Prop, algebra: BallsAlgebra) -> Iterator[Cell]:
    """The points and intervals of which the variable admits the values, on each of which the comparisons keep their
    signs; of a positive integer, values that show all signs that there are."""
    counts = variable.traits >= _COUNT
    if variable.shape != (1, 1) or not variable.traits <= (_COUNT if counts else _FREE):
        raise Lacks("balls lacks quantifiers over anything but an index, one real number and one positive integer")
    if variable.name in algebra.sizes:
        raise Lacks("balls lacks quantifiers over a size of the point")
    here = algebra.moved({variable.name: number(0)})
    atoms: dict[Prop, int] = {}
    polynomials = [flint.fmpq_poly([0, 1])]
    for atom in _comparisons(body):
        if atom not in atoms:
            atoms[atom] = len(polynomials)
            polynomials.append(polynomial(_difference(atom), variable, here))
    rows: Iterable[tuple[int | None, ...]] = signs_at_integers(polynomials) if counts else (
        row for row in signs(polynomials) if _admits(variable, row[0])
    )
    yield from (Cell({atom: row[k] for atom, k in atoms.items()}) for row in rows)


class Cell(AtPoint):
    """Where the differences that a proposition compares have these signs."""

    name = "balls"

    def __init__(self, sign: Mapping[Prop, int | None]) -> None:
        self.sign = sign

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._where(prop, "eq")

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._where(prop, prop.head)

    def _where(self, prop: Prop, head: str) -> Answer:
        found = self.sign[prop]
        return answer(None if found is None else _HOLDS[head](found))


def _admits(variable: Sym, sign: int | None) -> bool:
    assert sign is not None  # of the variable itself
    if variable.has("positive"):
        return sign > 0
    return sign >= 0 if variable.has("nonnegative") else sign != 0 or not variable.has("nonzero")


def _comparisons(body: Prop) -> list[Prop]:
    inside = [sub for _, sub in subprops(body)]
    for sub in inside:
        if sub.head not in {*_HOLDS, *CONNECTIVES}:
            raise Lacks(f"balls lacks '{sub.head}' of one number")
    return [sub for sub in inside if sub.head in _HOLDS]


def _difference(atom: Prop) -> Term:
    left, right = (arg for arg in atom.args if isinstance(arg, Term))
    if shape_of(left) != (1, 1):
        raise Lacks("balls lacks comparisons of matrices below a quantifier")
    return left - right

