"""The value of a term at a point, by a second evaluator: it walks the tree and knows each head by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..statement.terms import Abbrev, Num, Op, Sym, Term
from ..verdict import Point
from . import matrices as m
from .laws import Laws
from .matrices import Matrix, number, scalar
from .numbers import (
    Number,
    Unread,
    absolute,
    add,
    exponential,
    mean,
    multiply,
    positive_part,
    power,
    reciprocal,
    root,
    smaller,
)

LENGTHS = frozenset({"norm_F", "norm_2"})


@dataclass(frozen=True)
class At:
    """A point, what is bound, and the laws of what is averaged over here."""

    point: Point
    bound: Mapping[Sym, Matrix] = field(default_factory=dict)
    laws: Laws | None = None

    def size(self, dim: str | int) -> int:
        """The number that a dimension such as ``n+1`` stands for."""
        if isinstance(dim, int):
            return dim
        name, _, more = dim.partition("+")
        if name not in self.point.sizes or not (more or "0").isdigit():
            raise Unread(f"the dimension {dim}")
        return self.point.sizes[name] + int(more or 0)

    def covariance(self, name: str, rows: int) -> Matrix | None:
        if name == "I":
            return m.identity(rows)
        return _exact(self.point.values[name]) if name in self.point.values else None

    def binding(self, changes: Mapping[Sym, Matrix]) -> At:
        return replace(self, bound={**self.bound, **changes})

    def whole(self, node: Term) -> int:
        found = number(value(node, self))
        if not isinstance(found, Fraction) or found.denominator != 1:
            raise Unread("an index that is no whole number")
        return int(found)


def value(node: Term, at: At) -> Matrix:
    """The value of a term; raises :class:`Unread`, or :class:`NoValueError` where it has none."""
    if isinstance(node, Num):
        return scalar(Fraction(node.value))
    if isinstance(node, Abbrev):
        return value(node.body, at)
    if isinstance(node, Sym):
        return _symbol(node, at)
    assert isinstance(node, Op)
    if node.head in _BINDING:
        return _BINDING[node.head](node, at)
    if node.head not in _PLAIN:
        raise Unread(node.head)
    return _PLAIN[node.head](*(value(arg, at) for arg in node.args))


def _symbol(sym: Sym, at: At, member: int | None = None) -> Matrix:
    if sym in at.bound:
        return at.bound[sym]
    rows, cols = at.size(sym.shape[0]), at.size(sym.shape[1])
    if sym.has("identity"):
        return m.identity(rows)
    if sym.has("zero"):
        return m.zeros(rows, cols)
    if sym.traits & {"derived", "prompt", "activation", "kernel", "law", "label", "measured"}:
        raise Unread(f"{sym.name}, which is no plain symbol")
    if sym.has("mask"):
        last = rows - 1
        return tuple(tuple(Fraction(int(i == j != last)) for j in range(rows)) for i in range(rows))
    name = sym.name if member is None else f"{sym.name}_{member}"
    if sym.has("context") and at.laws is not None:
        raise Unread(f"the law of {sym.name}")
    if sym.has("random") and (at.laws is not None or name not in at.point.values):
        return _drawn(sym, at, member, rows)
    if sym.has("integer") and name in at.point.sizes:
        return scalar(at.point.sizes[name])
    if name not in at.point.values:
        raise Unread(f"the value of {name}, which the point does not give")
    found = _exact(at.point.values[name])
    if m.shape(found) == (cols, rows) != (rows, cols) and 1 in (rows, cols):
        found = m.transpose(found)
    if m.shape(found) != (rows, cols):
        raise Unread(f"the value of {name}, which has another shape")
    return found


def _drawn(sym: Sym, at: At, member: int | None, rows: int) -> Matrix:
    if at.laws is None:
        raise Unread(f"a value of {sym.name}, which is drawn")
    named = {kind: name for kind, _, name in (trait.partition(":") for trait in sym.traits) if name}
    if "copy" in named or (sym.has("iid") and member is None):
        raise Unread(f"the law of {sym.name}")
    covariance: Matrix | None = None
    if sym.has("noise"):
        std = at.covariance(named.get("std", "s"), 1)
        covariance = None if std is None else m.times(std, std)
    elif "cov" in named:
        covariance = at.covariance(named["cov"], rows)
    return at.laws.values(sym, member, rows, covariance)


def _exact(found: Any) -> Matrix:
    """A value of the point as a matrix."""
    if isinstance(found, (int, Fraction)):
        return scalar(Fraction(found))
    if isinstance(found, (list, tuple)) and found:
        rows = [row if isinstance(row, (list, tuple)) else [row] for row in found]
        if all(isinstance(x, (int, Fraction)) for row in rows for x in row):
            return m.matrix([[Fraction(x) for x in row] for row in rows])
    raise Unread("a value that is not exact")


# Heads that bind or average ---------------------------------------------------------------------------------

def _expect(node: Op, at: At) -> Matrix:
    laws = at.laws or Laws()
    found = value(node.args[0], replace(at, laws=laws))
    return tuple(tuple(mean(x, laws.moment) for x in row) for row in found)


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


def _member(node: Op, at: At) -> Matrix:
    family, index = node.args
    if not isinstance(family, Sym):
        raise Unread("a member of what is no family")
    return _symbol(family, at, at.whole(index))


def _power(node: Op, at: At) -> Matrix:
    exponent = number(value(node.args[1], at))
    if not isinstance(exponent, Fraction):
        raise Unread("a power with an exponent that is not exact")
    under = node.args[0].body if isinstance(node.args[0], Abbrev) else node.args[0]
    if isinstance(under, Op) and under.head in LENGTHS and exponent % 2 == 0 < exponent:
        A = value(under.args[0], at)
        return scalar(power(number(_inner(A, A)), exponent / 2))  # a polynomial, where the length is none
    base = value(node.args[0], at)
    if m.shape(base) == (1, 1):
        return scalar(power(number(base), exponent))
    if exponent.denominator == 1:
        return m.power(base, int(exponent))
    if exponent == Fraction(1, 2):
        return m.half(base)
    if exponent == Fraction(-1, 2):
        return m.half(m.inverse(base))
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
        raise Unread("an empty product")
    found = factors[0]
    for factor in factors[1:]:
        found = m.times(found, factor) if node.head == "product_up" else m.times(factor, found)
    return found


def _eigenvalue(node: Op, at: At) -> Matrix:
    found, k = m.eigenvalues(value(node.args[0], at)), at.whole(node.args[1])
    if not 1 <= k <= len(found):
        raise Unread("an eigenvalue out of range")
    return scalar(found[k - 1])


_BINDING: dict[str, Callable[[Op, At], Matrix]] = {
    "expect": _expect, "where": _where, "sum": _sum, "at": _member, "^": _power, "entry": _entry,
    "eigenvalue": _eigenvalue, "row": _row,
    "col": lambda node, at: m.transpose(_row(Op("row", (node.args[0].T, node.args[1])), at)),
    "sequence": _sequence, "product_up": _layers, "product_down": _layers,
}  # fmt: skip


# Heads of linear algebra -----------------------------------------------------------------------------------

def _of_number(function: Callable[[Number], Number]) -> Callable[[Matrix], Matrix]:
    return lambda A: scalar(function(number(A)))


def _quotient(A: Matrix, B: Matrix) -> Matrix:
    return m.times(scalar(reciprocal(number(B))), A)


def _inner(A: Matrix, B: Matrix) -> Matrix:
    if m.shape(A) != m.shape(B):
        raise Unread("shapes that differ")
    total: Number = Fraction(0)
    for a, b in zip(A, B, strict=True):
        total = add(total, m.dot(a, b))
    return scalar(total)


def _inverse(A: Matrix) -> Matrix:
    return scalar(reciprocal(number(A))) if m.shape(A) == (1, 1) else m.inverse(A)


def _kron(A: Matrix, B: Matrix) -> Matrix:
    return tuple(tuple(multiply(x, y) for x in a for y in b) for a in A for b in B)


def _diagonal(v: Matrix) -> Matrix:
    if m.shape(v)[1] != 1:
        raise Unread("the diagonal matrix of what is no vector")
    return tuple(tuple(row[0] if i == j else Fraction(0) for j in range(len(v))) for i, row in enumerate(v))


def _stack(A: Matrix, B: Matrix) -> Matrix:
    if m.shape(A)[1] != m.shape(B)[1]:
        raise Unread("shapes that do not fit")
    return A + B


def _beside(A: Matrix, B: Matrix) -> Matrix:
    if len(A) != len(B):
        raise Unread("shapes that do not fit")
    return tuple(a + b for a, b in zip(A, B, strict=True))


def _each(function: Callable[[Number], Number]) -> Callable[[Matrix], Matrix]:
    return lambda A: tuple(tuple(map(function, row)) for row in A)


_PLAIN: dict[str, Callable[..., Matrix]] = {
    "+": m.plus, "-": lambda A, B: m.plus(A, m.minus(B)), "neg": m.minus, "*": m.times, "/": _quotient,
    "T": m.transpose, "tr": lambda A: scalar(m.trace(A)), "det": lambda A: scalar(m.determinant(A)),
    "inv": _inverse, "inner": _inner, "norm_F": lambda A: scalar(m.length(A)), "norm_2": lambda A: scalar(m.length(A)),
    "norm_op": lambda A: scalar(m.largest_singular_value(A)), "abs": _of_number(absolute), "sqrt": _of_number(root),
    "exp": _of_number(exponential), "relu": _of_number(positive_part), "kron": _kron, "diag": _diagonal,
    "vec": lambda A: tuple((x,) for col in m.transpose(A) for x in col), "stack": _stack, "beside": _beside,
    "block": lambda A, B, C, D: _stack(_beside(A, B), _beside(C, D)),
    "rank": lambda A: scalar(m.rank(A)), "projection": m.projection, "pinv": m.pseudo_inverse,
    "least_eigenvalue": lambda A: scalar(m.eigenvalues(A)[-1]), "relu_each": _each(positive_part),
    "columns": lambda A: scalar(m.shape(A)[1]), "least": lambda A, B: scalar(smaller(number(A), number(B))),
}  # fmt: skip
