r"""Matrix calculus on words: gradients, and derivatives along velocities.

:math:`\partial_X\mathrm{tr}(XR)=R^\top` and :math:`\partial_X\mathrm{tr}(X^\top R)=R` for every occurrence of a free
letter X in a closed word, turned by rotation to its front; sums, products, powers and roots follow by the chain rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import InputError
from .calls import CALLS
from .coefficients import Ratio
from .letters import Dim, Exponent, Letter, Word, transposed
from .matrices import Matrix, Value, accumulate, plus, times, trace
from .normal import opened
from .scalars import ATOMS, ONE, ZERO, Atom, Mono, Scalar
from .structure import Name, depends_on, mentions, names_in_call

Bindings = Mapping[Name, Value]


def name_of(value: Value) -> Name:
    """The letter, or the scalar's name, that ``value`` consists of."""
    if isinstance(value, Matrix) and len(value.terms) == 1:
        ((word, c),) = value.terms.items()
        if len(word) == 1 and c == 1 and not word[0].flipped:
            return word[0]
    if isinstance(value, Scalar) and len(value.terms) == 1:
        ((mono, ratio),) = value.terms.items()
        if len(mono) == 1 and mono[0][1] == 1 and ratio.is_one and ATOMS[mono[0][0]].kind == "symbol":
            return ATOMS[mono[0][0]].name
    raise InputError(f"{value} is no single letter: differentiate or substitute a letter or a named scalar.")


def gradient(f: Scalar, x: Value) -> Value:
    r"""The gradient of the scalar ``f`` in the shape of the letter ``x`` (matrix, vector or named scalar).

    >>> from symbolic.words import gradient, matrix, trace
    >>> X, B = matrix("X", "d", "d"), matrix("B", "d", "d")
    >>> gradient(trace(X * B * X.T), X) == X * B.T + X * B
    True
    """
    name = name_of(x)
    if isinstance(name, str):
        return derivative(f, {name: ONE})
    if name.t is name:
        raise InputError(f"{name} is symmetric, so its gradient needs a convention: differentiate by a free letter.")
    found: dict[int, Matrix | None] = {}
    terms: dict[Word, Scalar] = {}
    for mono, c in f.terms.items():
        for i, (k, e) in enumerate(mono):
            if k not in found:
                found[k] = _atom_gradient(ATOMS[k], name)
            inner = found[k]
            if inner is not None:
                outer = _lowered(mono, c, i, e)
                for word, factor in inner.terms.items():
                    accumulate(terms, word, factor * outer)
    return Matrix(name.rows, name.cols, terms)


def _lowered(mono: Mono, c: Ratio, i: int, e: Exponent) -> Scalar:
    """``e c mono / atom_i``: the outer derivative."""
    middle = () if e == 1 else ((mono[i][0], e - 1),)
    return Scalar({(*mono[:i], *middle, *mono[i + 1 :]): c * e})


def _atom_gradient(a: Atom, x: Letter) -> Matrix | None:
    if a.kind == "cycle":
        total: Matrix | None = None
        for i, y in enumerate(a.args):
            if y is x or y is x.t:
                rest = a.args[i + 1 :] + a.args[:i]
                raw = rest if y.flipped else transposed(rest)
                terms: dict[Word, Scalar] = {}
                for w, c in opened(raw, x.rows, x.cols):
                    terms[w] = terms[w] + c if w in terms else c
                new = Matrix(x.rows, x.cols, terms)
                total = new if total is None else total + new
            else:
                _refuse_hidden(y, x)
        return total
    if a.kind == "root":
        return _or_none(gradient(a.args[0], Matrix.of(x)))
    if not mentions(a, (x,)):
        return None
    if not isinstance(a.args[0], Scalar):
        raise InputError(f"the derivative of {a.name} is not known to words: differentiate an expression without it.")
    return _or_none(gradient(a.args[0], Matrix.of(x)) * _outer(a))


def _or_none(value: Value) -> Matrix | None:
    return value if isinstance(value, Matrix) and value.terms else None


def _outer(a: Atom) -> Scalar:
    """The derivative of an opaque function of one scalar."""
    if a.name == "exp":
        return a.power()
    if a.name == "log":
        return ONE / a.args[0]
    if a.name == "abs":
        return a.power() / a.args[0]
    raise InputError(f"the derivative of {a.name} is not known to words: differentiate an expression without it.")


def _refuse_hidden(y: Letter, x: Letter) -> None:
    weighted = y.weight is not None and depends_on(y.weight, x)
    function = bool(y.inside) or y.call is not None or (y.base is not None and y is not x)
    within = function and depends_on(Matrix.of(y), x)
    if weighted or within:
        raise InputError(f"{y} is a function of {x}: words differentiates by letters that occur only as themselves.")


def derivative(value: Value, velocities: Bindings) -> Value:
    """The derivative of ``value`` when letters and named scalars move with their velocities, others being constant."""
    if isinstance(value, Scalar):
        found: dict[int, Scalar] = {}
        total = ZERO
        for mono, ratio in value.terms.items():
            for i, (k, e) in enumerate(mono):
                if k not in found:
                    found[k] = _atom_derivative(ATOMS[k], velocities)
                if found[k]:
                    total = total + found[k] * _lowered(mono, ratio, i, e)
        return total
    result: Value = Matrix(value.rows, value.cols, {})
    for word, c in value.terms.items():
        inner = derivative(c, velocities)
        if isinstance(inner, Scalar) and inner:
            result = plus(result, Matrix(value.rows, value.cols, {word: inner}))
        for i, y in enumerate(word):
            velocity = _velocity(y, velocities)
            if velocity is not None:
                moved = times(times(word_value(word[:i], value.rows), velocity), word_value(word[i + 1 :], y.cols))
                result = plus(result, times(moved, c))
    return result


def word_value(word: Word, dim: Dim) -> Value:
    """A word as a value; ``dim`` is the dimension of the identity for the empty word."""
    return Matrix(word[0].rows, word[-1].cols, {word: ONE}) if word else Matrix.identity(dim)


def _velocity(y: Letter, velocities: Bindings) -> Value | None:
    direct = velocities.get(y.original)
    if direct is not None:
        if (direct_shape := shape_of(direct)) != (y.original.rows, y.original.cols):
            raise InputError(f"the velocity of {y.original} has shape {direct_shape}: give the shape of the letter.")
        return direct.T if y.flipped else direct
    if y.call is not None:
        moved = _call_derivative(*y.call, velocities)
        return moved if moved is None or not y.flipped else moved.T
    for x in velocities:
        if isinstance(x, Letter):
            _refuse_hidden(y, x)
        elif y.weight is not None and depends_on(y.weight, x):
            raise InputError(f"{y} is a function of {x}: words differentiates sums without such weights.")
    return None


def _call_derivative(name: str, args: tuple[Any, ...], velocities: Bindings) -> Value | None:
    """The derivative of a function of :mod:`symbolic.words.calls`; ``None`` where nothing in it moves."""
    if not any(x in velocities for x in names_in_call(name, args)):
        return None
    rule = CALLS[name].derivative
    if rule is None:
        raise InputError(f"the derivative of {name} is not known to words: differentiate an expression without it.")
    key = (name, args, tuple(velocities.items()))
    found = _MOVED.get(key)
    if found is None:
        found = _MOVED[key] = rule(args, lambda value: derivative(value, velocities), velocities)
    return found


_MOVED: dict[tuple[str, tuple[Any, ...], tuple[tuple[Name, Value], ...]], Value] = {}


def shape_of(value: Value) -> tuple[Dim, Dim]:
    return (value.rows, value.cols) if isinstance(value, Matrix) else (1, 1)


def _atom_derivative(a: Atom, velocities: Bindings) -> Scalar:
    if a.kind == "symbol":
        velocity = velocities.get(a.name, ZERO)
        if not isinstance(velocity, Scalar):
            raise InputError(f"{a.name} is a scalar and its velocity {velocity} is none: give a Scalar.")
        return velocity
    if a.kind == "cycle":
        total = ZERO
        for i, y in enumerate(a.args):
            moving = _velocity(y, velocities)
            if moving is not None:
                rest = a.args[i + 1 :] + a.args[:i]
                total = total + trace(moving * word_value(rest, y.cols))
        return total
    if a.kind == "root":
        inner = derivative(a.args[0], velocities)
    elif a.kind == "opaque" and a.name in CALLS:
        inner = _call_derivative(a.name, a.args, velocities) or ZERO
    elif mentions(a, velocities):
        inner = derivative(a.args[0], velocities) * _outer(a)
    else:
        return ZERO
    assert isinstance(inner, Scalar)
    return inner
