r"""Means over a uniformly random orthogonal letter U, exact in degree two.

:math:`\mathbb E[U_{ab}U_{cd}]=\delta_{ac}\delta_{bd}/d`, so :math:`\mathbb E[U^\top AU]=\frac{\mathrm{tr}A}dI` and
:math:`\mathbb E[UAU]=\frac1dA^\top`; a term of odd degree has the mean 0, as U and -U have
one law, and beyond degree 2 no other mean is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ..errors import InputError
from .calculus import word_value
from .calls import CALLS
from .letters import Letter, Word
from .matrices import Matrix, Value, plus, times, trace
from .moments import pair_letter
from .normal import dimension
from .scalars import ATOMS, Atom, Exponent, Scalar
from .structure import names, names_in

Call = tuple[str, tuple[Any, ...]]


def over_rotations(value: Value, U: Letter) -> Value:
    """The mean over the uniformly random orthogonal letter U, which occurs twice, once or not at all in each term.

    Raises :class:`InputError` where it occurs more often, or in an argument of a function that is not linear there.
    """
    if isinstance(value, Scalar):
        total = Scalar({})
        for mono, c in value.terms.items():
            total = total + _scalar_rotated(Scalar({mono: c}), U)
        return total
    sum_ = Matrix(value.rows, value.cols, {})
    for word, factor in value.terms.items():
        for mono, c in factor.terms.items():
            new = _rotated(Matrix(value.rows, value.cols, {word: Scalar({mono: c})}), U)
            assert isinstance(new, Matrix)
            sum_ = sum_ + new
    return sum_


def over_all_rotations(value: Value, rotations: Iterable[Letter]) -> Value:
    """The mean over some such letters, term by term, as far as it is known: other terms stay as they are."""
    for U in rotations:
        if isinstance(value, Scalar):
            total: Value = Scalar({})
            parts: list[Value] = [Scalar({mono: c}) for mono, c in value.terms.items()]
        else:
            total = Matrix(value.rows, value.cols, {})
            parts = [Matrix(value.rows, value.cols, {word: Scalar({mono: c})})
                     for word, factor in value.terms.items() for mono, c in factor.terms.items()]
        for part in parts:
            with suppress(InputError):
                part = over_rotations(part, U)
            total = plus(total, part)
        value = total
    return value


def _scalar_rotated(part: Scalar, U: Letter) -> Scalar:
    new = _rotated(part, U)
    assert isinstance(new, Scalar)
    return new


def _rotated(part: Value, U: Letter) -> Value:
    """The mean of one term."""
    words, others = _anatomy(part, U)
    hidden = [x for word, _ in words for x in word
              if x.call is None and x.original is not U and U in names(Matrix.of(x))]
    if hidden:
        raise InputError(f"{hidden[0]} is not linear in {U}: its mean is not known here.")
    outside = sum(e for word, e in words for x in word if x.original is U)
    calls = [(x.call, e) for word, e in words for x in word if x.call is not None and U in names(Matrix.of(x))]
    for a, e in others:
        if not isinstance(e, int) or e < 0 or a.kind != "opaque":
            raise InputError(f"{a!r}**({e}) is not linear in {U}: its mean is not known here.")
        calls.append(((a.name, a.args), e))
    degree = outside + sum(_in_direction(call, U) * e for call, e in calls)
    if degree == 0:
        return part
    if degree % 2:  # U and -U have one law
        return Scalar({}) if isinstance(part, Scalar) else Matrix(part.rows, part.cols, {})
    if degree > 2:
        raise InputError(f"the mean of a product of {degree} entries of {U} is not known here, only of two.")
    if not calls:
        return pair_letter(part, U) * dimension(U.rows) ** -1
    if outside or len(calls) > 1 or calls[0][1] != 1:
        raise InputError(f"the two entries of {U} do not stand in one direction of a Jacobian: not known here.")
    (((name, args), _),) = calls
    # A Jacobian is linear in its direction, so the mean is that of the direction.
    averaged = CALLS[name].build(*args[:DIRECTION], over_rotations(args[DIRECTION], U), *args[DIRECTION + 1 :])
    return _replaced(part, (name, args), averaged)


DIRECTION = 6
"""Which argument of a piece of a Jacobian is its direction."""


def _anatomy(part: Value, U: Letter) -> tuple[list[tuple[Word, int]], list[tuple[Atom, Exponent]]]:
    """The words of one term, with how often they stand there, and the other factors that contain U."""
    words: list[tuple[Word, int]] = []
    coefficient = part
    if isinstance(part, Matrix):
        ((word, coefficient),) = part.terms.items()
        words.append((word, 1))
    assert isinstance(coefficient, Scalar)
    (mono,) = coefficient.terms
    others = []
    for k, e in mono:
        a = ATOMS[k]
        if a.kind == "cycle" and isinstance(e, int) and e > 0:
            words.append((a.args, e))
        elif U in names_in(a):
            others.append((a, e))
    return words, others


def _in_direction(call: Call, U: Letter) -> int:
    """How often U stands in the direction of a Jacobian; raises for every other place in a function."""
    name, args = call
    if U not in names(args):
        return 0
    if name != "jacobian" or U in names(args[DIRECTION + 1 :]):
        raise InputError(f"{name} is not linear in {U}: its mean is not known here.")
    (word,) = args[DIRECTION].terms
    hidden = [x for x in word if x.original is not U and U in names(Matrix.of(x))]
    if hidden:
        raise InputError(f"{hidden[0]} is not linear in {U}: its mean is not known here.")
    return sum(x.original is U for x in word)


def _replaced(part: Value, call: Call, new: Value) -> Value:
    """One term with the only value of this function in it replaced."""

    def of_word(word: Word) -> Value:
        out: Value = word_value((), word[0].rows)
        for x in word:
            out = times(out, (new.T if x.flipped else new) if x.call == call else Matrix.of(x))
        return out

    def of_atom(a: Atom) -> Scalar | None:
        if a.kind == "cycle" and any(x.call == call for x in a.args):
            return trace(of_word(a.args))
        return new if isinstance(new, Scalar) and (a.name, a.args) == call else None

    if isinstance(part, Scalar):
        return part.map_atoms(of_atom)
    ((word, c),) = part.terms.items()
    return times(c.map_atoms(of_atom), of_word(word) if word else Matrix.identity(part.rows))
