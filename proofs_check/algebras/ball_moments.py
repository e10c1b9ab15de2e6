"""Means over Gaussian prompts in balls: what is averaged is read as a polynomial in standard normals, and its mean
taken by their moments (:mod:`numeric.moments`), rigorously and for any covariance of any rank.  Absolute values, and
relu, are those of single numbers and of their products.

A Gaussian vector with covariance C is F z with :math:`FF^\\top=C` and z standard normal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import flint
import numpy as np

from numeric.arithmetic import ball
from numeric.moments import Polynomial, Variables, mean, mean_of_product
from numeric.psd import factor

from ..statement.fold import Fold, Lacks, Meaning, strict
from ..statement.laws import STANDARD
from ..statement.terms import Abbrev, Dim, Num, Op, Sym, Term, symbols
from .ball_values import Value, number, whole
from .degrees_along import speaks_of_velocity

if TYPE_CHECKING:
    from .balls import BallsAlgebra

Read = Callable[[Term], Any]
Array = Any
"""A NumPy array (rows, columns) of polynomials."""


def is_gaussian(drawn: frozenset[Sym]) -> bool:
    """Whether all that is drawn is Gaussian by its traits."""
    return bool(drawn) and all(_is_vector(sym) or sym.traits >= {"noise", "normal"} for sym in drawn)


def _is_vector(sym: Sym) -> bool:
    return any(trait.startswith("cov:") and not trait.endswith(("_tau", "_new")) for trait in sym.traits)


def gaussian_mean(body: Term, algebra: BallsAlgebra) -> Value:
    """The expectation of ``body`` over everything drawn in it."""
    entries = _Inside(algebra, Variables(mean_of_modulus=(2 / flint.arb.pi()).sqrt())).mean_of(body, ())
    return Value(flint.arb_mat([[_scalar(x) for x in row] for row in entries.tolist()]))


def _scalar(p: Polynomial) -> flint.arb:
    return ball(p.constant)


def as_polynomials(f: Term, moving: Mapping[str, tuple[int, int]], algebra: BallsAlgebra) -> list[Polynomial]:
    """The entries of ``f`` as polynomials in the entries (name, row, column) of the symbols ``moving``."""
    return list(_Inside(algebra, Variables(), frozenset(moving)).read(f).ravel())


def as_polynomial(f: Term, moving: Mapping[str, tuple[int, int]], algebra: BallsAlgebra) -> Polynomial:
    """The number ``f`` in the same way."""
    found = as_polynomials(f, moving, algebra)
    if len(found) != 1:
        raise Lacks("balls lacks a polynomial that is no number")
    return found[0]


class _Reader(Fold[Array]):
    """A fold that takes what neither is drawn nor moves from the balls."""

    def __init__(self, algebra: _Inside) -> None:
        super().__init__(algebra)
        self.inside = algebra

    def _read(self, node: Term) -> Array:
        if any(sym.has("random") or sym.name in self.inside.moving for sym in symbols(node)) or (
            self.inside.moving and speaks_of_velocity(node)
        ):
            return super()._read(node)
        return self.inside.constant(node)


@dataclass(eq=False)
class _Inside:
    """The statement language inside of an expectation."""

    outer: BallsAlgebra
    variables: Variables
    moving: frozenset[str] = frozenset()
    name: str = "balls"

    def read(self, node: Term) -> Array:
        return _Reader(self)(node)

    def constant(self, node: Term) -> Array:
        rows = self._kept(node).matrix.tolist()
        return _array([[self.variables.constant(x) for x in row] for row in rows])

    def _kept(self, node: Term) -> Value:
        """The value of what neither moves nor is drawn; Lacks where something does."""
        if any(sym.has("random") or sym.name in self.moving for sym in symbols(node)):
            raise Lacks("balls lacks polynomials with a variable in a divisor, an exponent or an index")
        return self.outer.read(node)

    def number(self, value: Fraction) -> Array:
        return _array([[self.variables.constant(ball(value))]])

    def symbol(self, sym: Sym) -> Array:
        if sym.name in self.moving:
            rows, columns = (self.outer.size(dim) for dim in sym.shape)
            keys = [[(sym.name, i, j) for j in range(columns)] for i in range(rows)]
            return _array([[self.variables.parameter(key) for key in row] for row in keys])
        if sym.has("iid"):
            raise Lacks(f"balls lacks {sym.name} without an index")
        return self._drawn(sym, 0)

    def _drawn(self, sym: Sym, member: int) -> Array:
        if sym.traits >= {"noise", "normal"}:
            std = next((trait[4:] for trait in sym.traits if trait.startswith("std:")), "s")
            sigma = self.outer.value(std)[0, 0]
            return _array([[self.variables.number((sym.name, member, 0)) * sigma]])
        if not _is_vector(sym):
            raise Lacks(f"balls lacks a Gaussian law for {sym.name}")
        size = self.outer.size(sym.shape[0])
        z = _array([[self.variables.number((sym.name, member, k))] for k in range(size)])
        name = next(trait[4:] for trait in sym.traits if trait.startswith("cov:"))
        return z if name == STANDARD else self._factor(name, sym.shape[0]) @ z

    def _factor(self, covariance: str, dim: Dim) -> Array:
        """F with F F^T the covariance, at the values of the balls."""
        exact = self.outer.exact.get(covariance)
        found = factor(exact if exact is not None else self.outer.value(covariance))
        if found is None:
            raise Lacks(f"balls lacks a root of {covariance}")
        return _array([[self.variables.constant(x) for x in row] for row in found.tolist()])

    @cached_property
    def heads(self) -> Mapping[str, Meaning]:
        return {
            **_PLAIN, "/": self._quotient, "^": self._power,
            "abs": strict(self._modulus), "relu": strict(lambda a: (a + self._modulus(a)) / 2),
            "entry": self._entry, "row": self._row, "col": self._col,
            "at": self._at, "sum": lambda node, read: _total_of(self._over(node)),
            "stack_over": lambda node, read: _joined(self._over(node), 0),
            "beside_over": lambda node, read: _joined(self._over(node), 1),
            "expect": lambda node, read: self.mean_of(node.args[0], ()),
            "expect_given": self._given, "where": self._where,
        }  # fmt: skip

    # Means ---------------------------------------------------------------------------------------------------

    def mean_of(self, body: Term, fixed: tuple[str, ...]) -> Array:
        """The mean over what is drawn in ``body`` alone; squares of numbers are not multiplied out."""
        inside = self if fixed else _Inside(self.outer, self.variables, self.moving)
        names = {sym.name for sym in symbols(body) if sym.has("random")} - set(fixed)
        base, lengths = _squared(body)
        read = _Reader(inside)
        first = read(base)
        held = [key for key in self.variables.places if _owner(key) not in names]
        if not lengths:
            return _array([[mean(p, held) for p in row] for row in first.tolist()])
        if lengths == "number" and first.shape != (1, 1):
            raise Lacks("balls lacks squares of what is no number")
        return _array([[_total(np.array([mean_of_product(p, p, held) for p in first.ravel()]))]])

    def _given(self, node: Op, read: Read) -> Array:
        body, *fixed = node.args
        return self.mean_of(body, tuple(s.name for s in fixed if isinstance(s, Sym)))

    # Families ------------------------------------------------------------------------------------------------

    def _placed(self, places: Mapping[str, int]) -> _Inside:
        moved = self.outer.moved({name: number(k) for name, k in places.items()})
        return _Inside(moved, self.variables, self.moving)

    def _at(self, node: Op, read: Read) -> Array:
        family, place = node.args
        if not isinstance(family, Sym):
            raise Lacks("balls lacks families that are no symbols")
        return self._drawn(family, whole(self._kept(place)))

    def _over(self, node: Op) -> list[Array]:
        index, upper, body = node.args
        if not isinstance(index, Sym):
            raise Lacks("balls lacks sums over a compound index")
        count = whole(self._kept(upper))
        return [self._placed({index.name: k}).read(body) for k in range(1, count + 1)]

    # Shapes and powers ---------------------------------------------------------------------------------------

    def _where(self, node: Op, read: Read) -> Array:
        body, *flat = node.args
        pairs = list(zip(flat[::2], flat[1::2], strict=True))
        if any(s.has("random") for s, _ in pairs if isinstance(s, Sym)) or any(
            s.has("random") or s.name in self.moving for _, v in pairs for s in symbols(v)
        ):
            raise Lacks("balls lacks substitutions of what moves or is drawn")
        values = {s.name: self.outer.read(v) for s, v in pairs if isinstance(s, Sym)}
        return _Inside(self.outer.moved(values), self.variables, self.moving - values.keys()).read(body)

    def _quotient(self, node: Op, read: Read) -> Array:
        divisor = self._kept(node.args[1]).scalar
        return read(node.args[0]) * (1 / divisor)

    def _power(self, node: Op, read: Read) -> Array:
        base, exponent = node.args
        k = exponent.value if isinstance(exponent, Num) else Fraction(whole(self._kept(exponent)))
        if k.denominator != 1 or k < 0:
            raise Lacks("balls lacks means of what is no polynomial")
        if isinstance(base, Op) and base.head in {"norm_2", "norm_F"} and k % 2 == 0:
            inner, k = read(base.args[0]), k / 2
            first = _array([[_total(inner * inner)]])
        else:
            first = read(base)
        result = self.number(Fraction(1)) if first.shape == (1, 1) else self._identity(len(first))
        for _ in range(int(k)):
            result = _times(result, first)
        return result

    def _modulus(self, a: Array) -> Array:
        known = a.shape == (1, 1) and self.variables.mean_of_modulus is not None
        found = self.variables.modulus(a[0, 0]) if known else None
        if found is None:
            raise Lacks("balls lacks absolute values of sums of what is drawn")
        return _array([[found]])

    def _identity(self, n: int) -> Array:
        return _array([[self.variables.constant(int(i == j)) for j in range(n)] for i in range(n)])

    def _place(self, node: Term) -> int:
        return whole(self._kept(node)) - 1

    def _entry(self, node: Op, read: Read) -> Array:
        i, j = self._place(node.args[1]), self._place(node.args[2])
        return read(node.args[0])[i : i + 1, j : j + 1]

    def _row(self, node: Op, read: Read) -> Array:
        i = self._place(node.args[1])
        return read(node.args[0])[i : i + 1]

    def _col(self, node: Op, read: Read) -> Array:
        j = self._place(node.args[1])
        return read(node.args[0])[:, j : j + 1]


def _owner(key: object) -> object:
    """The name of the random symbol behind a variable."""
    return key[0] if isinstance(key, tuple) else key


def _squared(body: Term) -> tuple[Term, str]:
    """What is squared, and whether it is a number or a vector's length; ``""`` where nothing is."""
    while isinstance(body, Abbrev):
        body = body.body
    if isinstance(body, Op) and body.head == "^" and body.args[1] == Num(Fraction(2)):
        base = body.args[0]
        if isinstance(base, Op) and base.head in {"norm_2", "norm_F"}:
            return base.args[0], "length"
        return base, "number"
    return body, ""


def _array(rows: list[list[Any]]) -> Array:
    made = np.empty((len(rows), len(rows[0])), dtype=object)
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            made[i, j] = x
    return made


def _sum(a: Array, b: Array) -> Array:
    if a.shape != b.shape:
        raise Lacks("balls lacks sums of matrices of different shapes")
    return a + b


def _times(a: Array, b: Array) -> Array:
    if a.shape == (1, 1) or b.shape == (1, 1):
        return b * a[0, 0] if a.shape == (1, 1) else a * b[0, 0]
    if a.shape[1] != b.shape[0]:
        raise Lacks("balls lacks products of matrices whose shapes do not match")
    return a @ b


def _joined(parts: list[Array], axis: int) -> Array:
    """One above the other (0) or side by side (1); a changed statement need not fit."""
    if len({part.shape[1 - axis] for part in parts}) != 1:
        raise Lacks(f"balls lacks parts of shapes {', '.join(str(part.shape) for part in parts)} put together")
    return np.concatenate(parts, axis=axis)


def _block(a: Array, b: Array, c: Array, d: Array) -> Array:
    return _joined([_joined([a, b], 1), _joined([c, d], 1)], 0)


def _trace(a: Array) -> Array:
    return _array([[_total(np.array([a[k, k] for k in range(len(a))], dtype=object))]])


def _total(entries: Array) -> Any:
    flat: Iterator[Any] = iter(entries.ravel())
    first = next(flat)
    return sum(flat, first)


def _total_of(parts: list[Array]) -> Array:
    if not parts:
        raise Lacks("balls lacks sums over nothing")
    return sum(parts[1:], parts[0])


_PLAIN: dict[str, Meaning] = {
    "+": strict(_sum), "-": strict(lambda a, b: _sum(a, -b)), "neg": strict(lambda a: -a), "*": strict(_times),
    "T": strict(lambda a: a.T), "tr": strict(_trace), "inner": strict(lambda a, b: _array([[_total(a * b)]])),
    "block": strict(_block), "stack": strict(lambda a, b: _joined([a, b], 0)),
    "beside": strict(lambda a, b: _joined([a, b], 1)), "vec": strict(lambda a: a.T.reshape(-1, 1)),
}  # fmt: skip
"""What does not depend on the law."""
