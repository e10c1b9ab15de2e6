"""Equations about values of opaque functions, used to replace these wherever they stand."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import InputError
from .calls import CALLS
from .matrices import Matrix, Value
from .scalars import ATOMS, Mono, Scalar
from .structure import Name, depends_on, name_of_call


def replacements(equations: Iterable[tuple[Value, Value]]) -> dict[Name, Value]:
    """What stands for what, for :func:`symbolic.words.substitute`.

    Each equation is solved for a value of an opaque function that stands alone in one of its terms and nowhere else in
    it, one on the left side if there is one.  Raises :class:`InputError` where there is none, or where two equations
    are about the same value.
    """
    found: dict[Name, Value] = {}
    for left, right in equations:
        if left == right:
            continue
        name, value = _solved(left, right)
        if found.setdefault(name, value) != value:
            raise InputError(f"two equations are about {name}: use one of them at a time.")
    return found


def _solved(left: Value, right: Value) -> tuple[Name, Value]:
    found = None
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        found = _scalar_solved(left, right)
    elif isinstance(left, Matrix) and isinstance(right, Matrix):
        found = _matrix_solved(left, right)
    if found is None:
        raise InputError(f"the equation {left} = {right} is about no value of an opaque function alone.")
    return found


def _scalar_solved(left: Scalar, right: Scalar) -> tuple[Name, Value] | None:
    gap = left - right
    for mono in (*left.terms, *right.terms):
        name, c = _scalar_name(mono), gap.terms.get(mono)
        if name is not None and c is not None:
            rest = gap - Scalar({mono: c})
            if not depends_on(rest, name):
                return name, -rest * Scalar({(): c}) ** -1
    return None


def _matrix_solved(left: Matrix, right: Matrix) -> tuple[Name, Value] | None:
    gap = left - right
    for word in (*left.terms, *right.terms):
        factor = gap.terms.get(word)
        ratio = factor.as_ratio() if factor is not None else None
        if factor is not None and ratio is not None and len(word) == 1 and word[0].call is not None:
            rest = gap - Matrix(gap.rows, gap.cols, {word: factor})
            if not depends_on(rest, word[0].original):
                value = rest.scaled(-ratio.inverse())
                return word[0].original, value.T if word[0].flipped else value
    return None


def _scalar_name(mono: Mono) -> str | None:
    """The name of the value of which a product consists."""
    if len(mono) == 1 and mono[0][1] == 1 and ATOMS[mono[0][0]].name in CALLS:
        return name_of_call(ATOMS[mono[0][0]])
    return None

