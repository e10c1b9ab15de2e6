"""Unspecified functions of the second evaluator: what a point says that they take, and whether some function does.

An activation may take any values and derivatives at finitely many arguments.  Of an invariant one it is asked that they
depend on the scores U^T W alone: polynomials in the scores take any values and derivatives at finitely many of them.  A
kernel that is positive (semi-)definite on finitely many points is so everywhere, with the values of the identity at all
others; one that rotations leave alone may be any function of three scalar products.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from ..statement.terms import Sym
from ..verdict import Taken
from . import matrices as m
from . import numbers
from .matrices import Matrix
from .numbers import Number, Polynomial, Unread, derivative, drawn, multiply, put_in, reciprocal, subtract

Line = list[Number]
ZERO = Fraction(0)


def value(sym: Sym, rows: Sequence[Taken], U: Matrix, W: Matrix, small: frozenset[str]) -> Matrix:
    """The value of an activation; where the arguments move along a line, to the first order."""
    entries = [x for A in (U, W) for row in A for x in row]
    moving = {name for x in entries if isinstance(x, Polynomial) for mono, _ in x.terms for name in mono}
    if not moving:
        return _at(sym, rows, U, W)
    if len(moving) > 1 or not moving <= small:
        raise Unread(f"{sym.name} of what moves otherwise than along a line")
    (step,) = moving
    here = [_each(A, lambda x: put_in(x, {step: ZERO})) for A in (U, W)]
    along = [_each(A, lambda x: put_in(derivative(x, step), {step: ZERO})) for A in (U, W)]
    change = slope(sym, rows, (here[0], here[1]), (along[0], along[1]))
    return m.plus(_at(sym, rows, *here), m.scaled(change, drawn(step)))


def slope(sym: Sym, rows: Sequence[Taken], at: tuple[Matrix, Matrix], along: tuple[Matrix, Matrix]) -> Matrix:
    """The derivative in a direction, which is linear in the direction."""
    _check(sym, smooth=True)
    shape = (m.shape(at[0])[1], m.shape(at[1])[1])
    left, _ = _reduced(_steps(sym, rows, at), _direction(sym, at, along) + [ZERO] * (shape[0] * shape[1]))
    count = len(left) - shape[0] * shape[1]
    if any(x != 0 for x in left[:count]):
        raise Unread(f"a derivative of {sym.name}, which the point does not give")
    entries = [multiply(Fraction(-1), x) for x in left[count:]]
    return tuple(tuple(entries[i * shape[1] : (i + 1) * shape[1]]) for i in range(shape[0]))


def kernel(sym: Sym, rows: Sequence[Taken], u: Matrix, v: Matrix) -> Number:
    """The value of a kernel at two columns."""
    for row in rows:
        if _pair(sym, *map(exact, row.at)) == _pair(sym, u, v):
            return m.number(exact(row.value))
    raise Unread(f"a value of {sym.name}, which the point does not give")


def gram(sym: Sym, rows: Sequence[Taken], U: Matrix, W: Matrix) -> Matrix:
    """The kernel at all pairs of columns."""
    columns = [[m.transpose((col,)) for col in m.transpose(A)] for A in (U, W)]
    return tuple(tuple(kernel(sym, rows, u, w) for w in columns[1]) for u in columns[0])


def is_possible(sym: Sym, rows: Sequence[Taken]) -> bool | None:
    """Whether a function of this kind takes all that is said; None where that is not seen."""
    if sym.has("kernel"):
        return _is_a_kernel(sym, rows)
    _check(sym)
    taken = [(_key(sym, *map(exact, row.at)), exact(row.value)) for row in rows if not row.along]
    if any(a == b and v != w for (a, v), (b, w) in product(taken, taken)):
        return None if sym.has("invariant") and not sym.has("smooth") else False
    for row in rows:
        if row.along:
            at, along = tuple(map(exact, row.at)), tuple(map(exact, row.along))
            if slope(sym, rows, (at[0], at[1]), (along[0], along[1])) != exact(row.value):
                return False
    return True


def exact(rows: object) -> Matrix:
    """A matrix of a point."""
    assert isinstance(rows, (list, tuple))
    return tuple(tuple(Fraction(x) for x in row) for row in rows)


def positive_part(x: Number, small: frozenset[str], side: int) -> Number:
    """The larger of x and 0, at a number or, from one side, near the kink."""
    if not isinstance(x, Polynomial):
        return numbers.positive_part(x)
    moving = {name for mono, _ in x.terms for name in mono}
    if len(moving) > 1 or not moving <= small:
        raise Unread("relu of what moves otherwise than along a line")
    (step,) = moving
    order = (put_in(x, {step: ZERO}), multiply(Fraction(side), put_in(derivative(x, step), {step: ZERO})))
    first = next((a for a in order if a != 0), None)
    if first is None:
        raise Unread("relu at a kink")
    return x if numbers.sign(first) == 1 else ZERO


# Activations ----------------------------------------------------------------------------------------------------

def _at(sym: Sym, rows: Sequence[Taken], U: Matrix, W: Matrix) -> Matrix:
    _check(sym)
    for row in rows:
        if not row.along and _key(sym, *map(exact, row.at)) == _key(sym, U, W):
            return exact(row.value)
    raise Unread(f"a value of {sym.name}, which the point does not give")


def _check(sym: Sym, smooth: bool = False) -> None:
    if sym.has("symmetric") or (smooth and not sym.has("smooth")):
        raise Unread(f"{'a derivative of ' if smooth else ''}{sym.name}, of which this is not assumed")


def _key(sym: Sym, U: Matrix, W: Matrix) -> object:
    if any(not isinstance(x, Fraction) for A in (U, W) for row in A for x in row):
        raise Unread(f"{sym.name} of what is not exact")
    return m.product(m.transpose(U), W) if sym.has("invariant") else (U, W)


def _direction(sym: Sym, at: tuple[Matrix, Matrix], along: tuple[Matrix, Matrix]) -> Line:
    (U, W), (dU, dW) = at, along
    if sym.has("invariant"):
        return _flat(m.plus(m.product(m.transpose(dU), W), m.product(m.transpose(U), dW)))
    return _flat(dU) + _flat(dW)


def _steps(sym: Sym, rows: Sequence[Taken], at: tuple[Matrix, Matrix]) -> list[Line]:
    """Of each derivative that is known there, the direction and the value in one line."""
    found = []
    for row in rows:
        if row.along and _key(sym, *map(exact, row.at)) == _key(sym, *at):
            there, along = tuple(map(exact, row.at)), tuple(map(exact, row.along))
            direction = _direction(sym, (there[0], there[1]), (along[0], along[1]))
            found.append(direction + _flat(exact(row.value)))
    return found


def _reduced(lines: list[Line], last: Line) -> tuple[Line, list[Line]]:
    """``last`` less a combination of the lines, so that as many of its first entries as possible are 0."""
    basis: list[Line] = []
    for line in [*lines, last]:
        left = line
        for one in basis:
            place = next(k for k, x in enumerate(one) if x != 0)
            factor = multiply(left[place], reciprocal(one[place]))
            left = [subtract(x, multiply(factor, y)) for x, y in zip(left, one, strict=True)]
        if line is not last and any(x != 0 for x in left):
            basis.append(left)
    return left, basis


def _flat(A: Matrix) -> Line:
    return [x for row in A for x in row]


def _each(A: Matrix, function: Callable[[Number], Number]) -> Matrix:
    return tuple(tuple(function(x) for x in row) for row in A)


# Kernels --------------------------------------------------------------------------------------------------------

def _pair(sym: Sym, u: Matrix, v: Matrix) -> object:
    if any(not isinstance(x, Fraction) for A in (u, v) for row in A for x in row):
        raise Unread(f"{sym.name} of what is not exact")
    if not sym.has("rotation_invariant"):
        return frozenset({u, v})
    lengths = frozenset({_inner(u, u), _inner(v, v)})
    return lengths, _inner(u, v)


def _inner(u: Matrix, v: Matrix) -> Number:
    return m.dot(m.transpose(u)[0], m.transpose(v)[0])


def _is_a_kernel(sym: Sym, rows: Sequence[Taken]) -> bool | None:
    taken = [(_pair(sym, *map(exact, row.at)), exact(row.value)) for row in rows]
    if any(a == b and v != w for (a, v), (b, w) in product(taken, taken)):
        return False
    if not sym.has("psd") and not sym.has("positive"):
        return True
    if sym.has("rotation_invariant"):
        return None
    points = list(dict.fromkeys(exact(u) for row in rows for u in row.at))
    known = {key for key, _ in taken}
    if any(_pair(sym, u, v) not in known for u, v in product(points, points)):
        return None
    values = tuple(tuple(kernel(sym, rows, u, v) for v in points) for u in points)
    return m.definite(values, sym.has("positive"))
