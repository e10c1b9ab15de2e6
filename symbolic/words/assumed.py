"""Equations whose left sides are values of opaque functions, used to replace these wherever they stand."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import InputError
from .calls import CALLS
from .letters import Letter
from .matrices import Matrix, Value
from .scalars import ATOMS, Scalar
from .structure import Name, name_of_call


def replacements(equations: Iterable[tuple[Value, Value]]) -> dict[Name, Value]:
    """What stands for what, for :func:`symbolic.words.substitute`.

    Raises :class:`InputError` where a left side is not one value of an opaque function, its transpose or a multiple of
    it, or where two equations are about the same value.
    """
    found: dict[Name, Value] = {}
    for left, right in equations:
        if isinstance(left, Matrix) and not left.terms and left == right:
            continue
        name, value = _opaque(left, right)
        if found.setdefault(name, value) != value:
            raise InputError(f"two equations are about {name}: use one of them at a time.")
    return found


def _opaque(left: Value, right: Value) -> tuple[Name, Value]:
    if isinstance(left, Scalar) and isinstance(right, Scalar) and len(left.terms) == 1:
        ((mono, c),) = left.terms.items()
        if len(mono) == 1 and mono[0][1] == 1 and ATOMS[mono[0][0]].name in CALLS:
            return name_of_call(ATOMS[mono[0][0]]), right * Scalar({(): c}) ** -1
    if isinstance(left, Matrix) and isinstance(right, Matrix) and len(left.terms) == 1:
        ((word, factor),) = left.terms.items()
        ratio = factor.as_ratio()
        if len(word) == 1 and word[0].call is not None and ratio is not None:
            return _of_letter(word[0], right.scaled(ratio.inverse()))
    raise InputError(f"the left side {left} is not one value of an opaque function.")


def _of_letter(x: Letter, value: Matrix) -> tuple[Name, Value]:
    return x.original, value.T if x.flipped else value
