"""Replacing letters and named scalars by values."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from typing import Any

from flint import fmpq_poly

from ..errors import InputError
from .calculus import Bindings, shape_of, word_value
from .calls import CALLS, called_at
from .functions import inside
from .letters import Dim, Letter, Word
from .matrices import Matrix, Value, plus, power, projection, pseudo_inverse, times, trace
from .opaque import rebuilt
from .scalars import ZERO, Atom, Scalar
from .structure import BOUND, Name, called_by, mentions, name_of_call, names, names_in_call
from .weights import weighted


class Remembering(dict[Name, Value]):
    """What stands for what, with what has become of functions: one value stands in many arguments."""

    def __init__(self, bindings: Bindings) -> None:
        super().__init__(bindings)
        self.calls: dict[tuple[str, tuple[Any, ...]], Value] = {}


def substitute(value: Value, bindings: Bindings) -> Value:
    """``value`` with letters and named scalars replaced by values of the same shape, inside all functions too.

    The name ``"N"`` replaces the prompt length in coefficients (not as the dimension of a letter).  Functions of a
    positive definite letter are taken of its replacement, which must be one that :func:`power` recognises.
    """
    if not isinstance(bindings, Remembering):
        bindings = Remembering(bindings)
    if isinstance(value, Scalar):
        out = value.map_atoms(lambda a: _atom(a, bindings))
        length = bindings.get("N")
        return out if length is None else _with_length(value, bindings)
    total: Value = Matrix(value.rows, value.cols, {})
    for word, c in value.terms.items():
        total = plus(total, times(_word(word, bindings, value.rows), substitute(c, bindings)))
    return total


def _with_length(value: Scalar, bindings: Bindings) -> Scalar:
    length = bindings["N"]
    assert isinstance(length, Scalar)
    total = ZERO
    for mono, c in value.terms.items():
        rest = Scalar({mono: c / c}).map_atoms(lambda a: _atom(a, bindings))
        total = total + rest * _polynomial(c.num, length) / _polynomial(c.den, length)
    return total


def _polynomial(p: fmpq_poly, at: Scalar) -> Scalar:
    total = ZERO
    for c in reversed(p.coeffs()):
        total = total * at + Fraction(int(c.p), int(c.q))
    return total


def _word(word: Word, bindings: Bindings, rows: Dim) -> Value:
    out = word_value((), rows)
    for y in word:
        out = times(out, _letter(y, bindings))
    return out


def _letter(y: Letter, bindings: Bindings) -> Value:
    if y.call is not None:
        whole = bindings.get(y.original)
        if whole is not None:
            return whole.T if y.flipped else whole
        if not any(name in bindings for name in names_in_call(*y.call)):
            return Matrix.of(y)
        value = _called(*y.call, bindings)
        return value.T if y.flipped else value
    if y.inside:
        assert y.shift is not None
        sum_ = plus(_word(y.inside, bindings, y.rows), times(Matrix.identity(y.rows), substitute(y.shift, bindings)))
        return power(sum_, Fraction(y.q))
    base = y.base if y.base is not None else y.original
    if base.stands_for:
        word = _word(base.stands_for, bindings, y.rows)
        return projection(word) if y.p == 0 else power(pseudo_inverse(word), -Fraction(y.p))
    new = bindings.get(base)
    if new is not None and shape_of(new) != (base.rows, base.cols):
        raise InputError(f"{base} is {base.rows} x {base.cols}, its replacement {shape_of(new)}: give equal shapes.")
    if y.weight is not None:
        inner = substitute(y.weight, bindings)
        assert isinstance(inner, Scalar)
        return Matrix.of(weighted(inner, y.rows))
    if y.base is None:
        return Matrix.of(y) if new is None else new.T if y.flipped else new
    if new is None and y.shift is None:
        return Matrix.of(y)
    A = Matrix.of(y.base) if new is None else new
    out = power(A, Fraction(y.p))
    if y.shift is not None:
        sum_ = inside(y, A, Matrix.identity(y.rows), lambda value, c: times(value, substitute(c, bindings)))
        out = times(out, power(sum_, Fraction(y.q)))
    return out


def _atom(a: Atom, bindings: Bindings) -> Scalar | None:
    if a.kind == "symbol":
        new = bindings.get(a.name)
        if new is not None and not isinstance(new, Scalar):
            raise InputError(f"{a.name} is a scalar and its replacement {new} is none: give a Scalar.")
        return new
    if not mentions(a, bindings):
        return None
    if a.kind == "cycle":
        return trace(_word(a.args, bindings, a.args[0].rows))
    if a.kind == "root":
        inner = substitute(a.args[0], bindings)
        assert isinstance(inner, Scalar)
        return inner
    if a.name in CALLS:
        whole = bindings.get(name_of_call(a))
        if isinstance(whole, Scalar):
            return whole
        value = _called(a.name, a.args, bindings)
        assert isinstance(value, Scalar)
        return value
    return rebuilt(a, tuple(_argument(x, bindings) for x in a.args))


def _called(name: str, args: tuple[Any, ...], bindings: Bindings) -> Value:
    """The function with everything replaced in its arguments."""
    known = bindings.calls if isinstance(bindings, Remembering) else {}
    found = known.get((name, args))
    if found is None:
        found = known[name, args] = called_at(name, _arguments(name, args, bindings))
    return found


def _arguments(name: str, args: tuple[Any, ...], bindings: Bindings) -> tuple[Any, ...]:
    """The arguments of a function with everything replaced but what the function binds."""
    if name in BOUND:
        bound = BOUND[name](args)
        bindings = {key: value for key, value in bindings.items() if not _depends(key, bound)}
        caught = [x for x in names(tuple(bindings.values())) if x in bound]
        if caught:
            raise InputError(f"{caught[0]} is bound in {name}: what is put in there must not contain it.")
    return tuple(_argument(x, bindings) for x in args)


def _depends(key: Name, bound: Container[Name]) -> bool:
    """Whether what is replaced is bound, or the value of a function of what is bound."""
    if isinstance(key, Letter) and key.call is not None:
        return any(name in bound for name in names_in_call(*key.call))
    a = called_by(key) if isinstance(key, str) else None
    return key in bound or (a is not None and any(name in bound for name in names_in_call(a.name, a.args)))


def _argument(arg: Any, bindings: Bindings) -> Any:
    return substitute(arg, bindings) if isinstance(arg, (Scalar, Matrix)) else arg
