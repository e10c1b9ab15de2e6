"""Heads that bind, differentiate or go through indices, as the second evaluator knows them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..statement.shape import shape_of
from ..statement.terms import Abbrev, Op, Sym, Term
from ..verdict import Taken
from . import calculus, existence, functions, means, prompts, spectra
from . import matrices as m
from .linear import PLAIN, inner
from .matrices import Matrix, number, scalar
from .numbers import Number, Unread, derivative, drawn, power, put_in
from .terms import HEADS, At, member, value

LENGTHS = frozenset({"norm_F", "norm_2"})


def _grad(node: Op, at: At) -> Matrix:
    """Of a polynomial: the symbol is replaced by variables, by which the value is differentiated."""
    f, X = node.args
    here, inside, names = _varied(X, at)
    found = number(value(f, inside))
    values = {name: x for line, row in zip(names, here, strict=True) for name, x in zip(line, row, strict=True)}
    return tuple(tuple(put_in(derivative(found, name), values) for name in line) for line in names)


def _varied(X: Term, at: At) -> tuple[Matrix, At, tuple[tuple[str, ...], ...]]:
    """The value of a symbol, the point with variables in its place, and their names."""
    if not isinstance(X, Sym):
        raise Unread("a derivative by what is no symbol")
    here = value(X, at)
    names = tuple(tuple(f"{at.depth}.{i}.{j}" for j in range(len(row))) for i, row in enumerate(here))
    inside = replace(at.binding({X: tuple(tuple(map(drawn, line)) for line in names)}), depth=at.depth + 1)
    return here, inside, names


def _curvature(node: Op, at: At) -> Matrix:
    """The second derivative along a line through the point."""
    f, *pairs = node.args
    step = drawn(f"{at.depth}.step")
    moved: dict[Sym, Matrix] = {}
    for sym, direction in zip(pairs[::2], pairs[1::2], strict=True):
        if not isinstance(sym, Sym):
            raise Unread("a derivative by what is no symbol")
        moved[sym] = m.plus(value(sym, at), m.times(scalar(step), value(direction, at)))
    found = number(value(f, replace(at.binding(moved), depth=at.depth + 1)))
    name = f"{at.depth}.step"
    return scalar(put_in(derivative(derivative(found, name), name), {name: Fraction(0)}))


def _where(node: Op, at: At) -> Matrix:
    changes: dict[Sym, Matrix] = {}
    for sym, new in zip(node.args[1::2], node.args[2::2], strict=True):
        if not isinstance(sym, Sym):
            raise Unread("a value put in for what is no symbol")
        changes[sym] = value(new, at)
    return value(node.args[0], at.binding(changes))


def _sum(node: Op, at: At) -> Matrix:
    index, upper, body = node.args
    assert isinstance(index, Sym)
    parts = [value(body, at.binding({index: scalar(k)})) for k in range(1, at.whole(upper) + 1)]
    if not parts:
        raise Unread("an empty sum")
    total = parts[0]
    for part in parts[1:]:
        total = m.plus(total, part)
    return total


def _each(node: Op, at: At) -> list[Matrix]:
    """The values of the body for 1, 2, ..., up to the limit."""
    index, upper, body = node.args
    assert isinstance(index, Sym)
    found = [value(body, at.binding({index: scalar(k)})) for k in range(1, at.whole(upper) + 1)]
    if not found:
        raise Unread("an empty list")
    return found


def _joined(how: str, node: Op, at: At) -> Matrix:
    found, *rest = _each(node, at)
    for one in rest:
        found = PLAIN[how](found, one)
    return found


def _least_over(node: Op, at: At) -> Matrix:
    found, *rest = _each(node, at)
    for one in rest:
        found = PLAIN["least"](found, one)
    return found


def _sum_unequal(node: Op, at: At) -> Matrix:
    i, j, upper, body = node.args
    assert isinstance(i, Sym)
    assert isinstance(j, Sym)
    last = at.whole(upper)
    parts = [value(body, at.binding({i: scalar(a), j: scalar(b)}))
             for a in range(1, last + 1) for b in range(1, last + 1) if a != b]  # fmt: skip
    if not parts:
        raise Unread("an empty sum")
    total = parts[0]
    for part in parts[1:]:
        total = m.plus(total, part)
    return total


def _delta(node: Op, at: At) -> Matrix:
    return scalar(int(at.whole(node.args[0]) == at.whole(node.args[1])))


def _member(node: Op, at: At) -> Matrix:
    family, index = node.args
    if not isinstance(family, Sym):
        raise Unread("a member of what is no family")
    return member(family, at, at.whole(index))


def _power(node: Op, at: At) -> Matrix:
    exponent = number(value(node.args[1], at))
    if not isinstance(exponent, Fraction):
        raise Unread("a power with an exponent that is not exact")
    under = node.args[0].body if isinstance(node.args[0], Abbrev) else node.args[0]
    if isinstance(under, Op) and under.head in LENGTHS and exponent % 2 == 0 < exponent:
        A = value(under.args[0], at)
        return scalar(power(number(inner(A, A)), exponent / 2))  # a polynomial, where the length is none
    base = value(node.args[0], at)
    if m.shape(base) == (1, 1):
        return scalar(power(number(base), exponent))
    if exponent.denominator == 1:
        return m.power(base, int(exponent))
    if exponent == Fraction(1, 2):
        return spectra.half(base)
    if exponent == Fraction(-1, 2):
        return spectra.half(m.inverse(base))
    raise Unread("a power of a matrix")


def _entry(node: Op, at: At) -> Matrix:
    A, i, j = value(node.args[0], at), at.whole(node.args[1]), at.whole(node.args[2])
    rows, cols = m.shape(A)
    if not (1 <= i <= rows and 1 <= j <= cols):
        raise Unread("an entry out of range")
    return scalar(A[i - 1][j - 1])


def _row(node: Op, at: At) -> Matrix:
    A, k = value(node.args[0], at), at.whole(node.args[1])
    if not 1 <= k <= len(A):
        raise Unread("a row out of range")
    return (A[k - 1],)


def _sequence(node: Op, at: At) -> Matrix:
    F, ell, start, step, upto = node.args
    assert isinstance(F, Sym)
    assert isinstance(ell, Sym)
    found = value(start, at)
    for k in range(at.whole(upto)):
        found = value(step, at.binding({F: found, ell: scalar(k)}))
    return found


def _layers(node: Op, at: At) -> Matrix:
    ell, last, body = node.args
    assert isinstance(ell, Sym)
    factors = [value(body, at.binding({ell: scalar(k)})) for k in range(at.whole(last) + 1)]
    if not factors:
        return m.identity(at.size(_rows(body)))
    found = factors[0]
    for factor in factors[1:]:
        found = m.times(found, factor) if node.head == "product_up" else m.times(factor, found)
    return found


def _rows(body: Term) -> str | int:
    found = shape_of(body)
    if found is None:
        raise Unread("the size of an empty product")
    return found[0]


def _positive_parts(node: Op, at: At) -> Matrix:
    A = value(node.args[0], at)
    return tuple(tuple(functions.positive_part(x, at.small, at.side) for x in row) for row in A)


def _activated(node: Op, at: At) -> Matrix:
    h, U, W = node.args
    assert isinstance(h, Sym)
    return functions.value(h, taken(h, at), value(U, at), value(W, at), at.small)


def _jacobian(node: Op, at: At) -> Matrix:
    h, which, *rest = node.args
    assert isinstance(h, Sym)
    U, W, T = (value(arg, at) for arg in rest)
    still = m.zeros(*m.shape(W if at.whole(which) == 1 else U))
    along = (T, still) if at.whole(which) == 1 else (still, T)
    return functions.slope(h, taken(h, at), (U, W), along)


def _gram(node: Op, at: At) -> Matrix:
    K, U, W = node.args
    assert isinstance(K, Sym)
    return functions.gram(K, taken(K, at), value(U, at), value(W, at))


def taken(sym: Sym, at: At) -> tuple[Taken, ...]:
    """What the point says that an unspecified function takes."""
    if sym.name not in at.point.functions:
        raise Unread(f"the values of {sym.name}, which the point does not give")
    return at.point.functions[sym.name]


def _lowest(node: Op, at: At) -> tuple[Matrix, Number]:
    f, *variables = node.args
    there = calculus.varied(value, variables, at, anywhere=True)
    if node.head == "argmin" and len(variables) != 1:
        raise Unread("argmin of several symbols")
    place, least = existence.lowest(number(value(f, there.at)), there, alone=node.head == "argmin")
    shape = m.shape(value(variables[0], there.at))
    return tuple(tuple(place[shape[1] * i + j][0] for j in range(shape[1])) for i in range(shape[0])), least


def _eigenvalue(node: Op, at: At) -> Matrix:
    found, k = spectra.eigenvalues(value(node.args[0], at)), at.whole(node.args[1])
    if not 1 <= k <= len(found):
        raise Unread("an eigenvalue out of range")
    return scalar(found[k - 1])


HEADS.update({
    "expect": means.expect, "expect_given": means.expect_given,
    "prediction_on": lambda node, at: prompts.prediction_on(node, value, at),
    "grad": _grad, "curvature": _curvature, "where": _where, "sum": _sum, "at": _member,
    "^": _power, "entry": _entry, "eigenvalue": _eigenvalue, "row": _row,
    "col": lambda node, at: m.transpose(_row(Op("row", (node.args[0].T, node.args[1])), at)),
    "slope": lambda node, at: calculus.slope(value, node, at),
    "ddt": lambda node, at: calculus.rate(value, node, at),
    "at0": lambda node, at: value(node.args[0], calculus.at_start(value, at, node.args[0])),
    "minimum": lambda node, at: scalar(_lowest(node, at)[1]), "infimum": lambda node, at: scalar(_lowest(node, at)[1]),
    "argmin": lambda node, at: _lowest(node, at)[0],
    "slope_right": lambda node, at: calculus.slope(value, node, replace(at, side=1)),
    "slope_left": lambda node, at: calculus.slope(value, node, replace(at, side=-1)),
    "relu": _positive_parts, "relu_each": _positive_parts,
    "sum_unequal": _sum_unequal, "delta": _delta, "least_over": _least_over,
    "stack_over": lambda node, at: _joined("stack", node, at),
    "beside_over": lambda node, at: _joined("beside", node, at),
    "activated": _activated, "jacobian": _jacobian, "gram": _gram, "kernel_value": _gram,
    "sequence": _sequence, "product_up": _layers, "product_down": _layers,
})  # fmt: skip
