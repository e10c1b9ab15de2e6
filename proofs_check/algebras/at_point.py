"""The statement language at one point in float64: what trained parameters and their flow give to its symbols.

Values are arrays (1, rows, columns).  Time derivatives follow a velocity, values at time 0 are given, and the least
values of losses come from training.  Nothing is drawn here, and nothing is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ..statement.fold import Fold, Lacks, Meaning, strict
from ..statement.moments import apart_from_time
from ..statement.terms import Abbrev, Dim, Op, Sym, Term, symbols
from .arrays import Array, central, joined, transposed, whole
from .sampling.heads import HEADS, Read, evaluate_dimension

Values = Mapping[str, Array]
CUT = 1e-10
"""Eigenvalues below this fraction of the largest count as zero: the points are chosen far from both sides of it."""
STEP = 1e-3
"""Along the velocity; the difference formula is exact for polynomials of degree at most 4."""


class _Reader(Fold[Array]):
    """A fold that shares what does not depend on the point."""

    def __init__(self, at: AtPoint) -> None:
        super().__init__(at)
        self.at = at

    def __call__(self, node: Term) -> Array:
        if not isinstance(node, (Op, Abbrev)) or not {s.name for s in symbols(node)} <= self.at.constant_names:
            return super().__call__(node)
        if node not in self.at.memory:
            self.at.memory[node] = self._read(node)
        return self.at.memory[node]


@dataclass
class AtPoint:
    """Terms at ``sizes`` (d, M, ...) and ``values`` of symbols, by name; a member of a family is called "x[3]"."""

    sizes: Mapping[str, int]
    values: Values
    initial: Values = field(default_factory=dict)
    """The parameters at time 0."""
    velocity: Callable[[Values], Values] | None = None
    """What the flow moves the parameters by, at any values of them."""
    least: Callable[[Op], float | None] = lambda node: None
    """The least value that a ``minimum`` or ``infimum`` denotes, where training knows it."""
    risk: Callable[[Term, Values], float | None] = lambda term, values: None
    """The value of an expectation, where it is the loss of a trained model."""
    fixed: frozenset[str] = frozenset()
    """Symbols that have one value at all points; what is made of them and sizes alone is read once."""
    memory: dict[Term, Array] = field(default_factory=dict)
    name: str = "trained"

    def read(self, term: Term) -> Array:
        return self._reader(term)

    @cached_property
    def _reader(self) -> _Reader:
        return _Reader(self)

    @cached_property
    def _start(self) -> AtPoint:
        return self.moved(self.initial)

    @cached_property
    def heads(self) -> Mapping[str, Meaning]:
        own: dict[str, Meaning] = {
            "ddt": apart_from_time(self._ddt), "at0": apart_from_time(self._at0), "where": self._where,
            "at": self._at, "expect": self._expect,
            "minimum": self._least, "infimum": self._least, "stack_over": self._stacked, "sum": self._sum,
        }  # fmt: skip
        return {**HEADS, **PLAIN, **own}

    def number(self, value: Fraction) -> Array:
        return np.array([[[float(value)]]])

    def symbol(self, sym: Sym) -> Array:
        shape = self._size(sym.shape[0]), self._size(sym.shape[1])
        if sym.name in self.values:
            return self.values[sym.name]
        if sym.has("identity"):
            return np.eye(shape[0])[None]
        if sym.has("zero"):
            return np.zeros((1, *shape))
        if sym.name in self.sizes and sym.shape == (1, 1):
            return np.array([[[float(self.sizes[sym.name])]]])
        raise Lacks(f"trained has no value of {sym.name}")

    @cached_property
    def constant_names(self) -> frozenset[str]:
        return self.fixed | self.sizes.keys()

    def moved(self, changes: Values) -> AtPoint:
        return replace(self, values={**self.values, **changes})

    def _size(self, dim: Dim) -> int:
        return dim if isinstance(dim, int) else evaluate_dimension(dim, self.sizes)

    def _ddt(self, node: Op, read: Read) -> Array:
        if self.velocity is None:
            raise Lacks("trained has no flow here")
        (body,) = node.args
        along = {name: STEP * v for name, v in self.velocity(self.values).items()}
        at = {name: self.values[name] for name in along}

        def shifted(k: int) -> Array:
            return self.moved({name: at[name] + k * along[name] for name in along}).read(body)

        return central(shifted, float) / STEP

    def _at0(self, node: Op, read: Read) -> Array:
        return self._start.read(node.args[0])

    def _where(self, node: Op, read: Read) -> Array:
        body, *flat = node.args
        changes = {s.name: read(v) for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
        if changes.keys() & self.fixed:
            raise Lacks("trained lacks other values of the problem's symbols")
        return self.moved(changes).read(body)

    def _at(self, node: Op, read: Read) -> Array:
        family, index = node.args
        assert isinstance(family, Sym)
        name = f"{family.name}[{whole(read(index))}]"
        if name not in self.values:
            raise Lacks(f"trained has no value of {name}")
        return self.values[name]

    def _expect(self, node: Op, read: Read) -> Array:
        value = self.risk(node, self.values)
        if value is None:
            raise Lacks("trained lacks expectations other than the losses that it trains on")
        return np.array([[[value]]])

    def _least(self, node: Op, read: Read) -> Array:
        value = self.least(node)
        if value is None:
            raise Lacks("trained lacks the least value of what it does not train")
        return np.array([[[value]]])

    def _over(self, node: Op, read: Read) -> list[Array]:
        index, upper, body = node.args
        assert isinstance(index, Sym)
        places = range(1, whole(read(upper)) + 1)
        return [self.moved({index.name: self.number(Fraction(k))}).read(body) for k in places]

    def _stacked(self, node: Op, read: Read) -> Array:
        return joined(self._over(node, read), 1)

    def _sum(self, node: Op, read: Read) -> Array:
        first, *others = self._over(node, read)
        return sum(others, first)


def _of_eigenvalues(function: Callable[[np.ndarray], np.ndarray]) -> Callable[[Array], Array]:
    """A function of a positive semi-definite matrix, through its eigenvalues; those that are 0 by rounding are 0."""

    def evaluate(a: Array) -> Array:
        values, vectors = np.linalg.eigh((a + transposed(a)) / 2)
        values = np.where(np.abs(values) > CUT * np.abs(values).max(initial=0.0), values, 0.0)
        made: Array = (vectors * function(values)[:, None, :]) @ transposed(vectors)
        return made

    return evaluate


def _spectrum(a: Array) -> np.ndarray:
    values: np.ndarray = np.linalg.eigvalsh((a + transposed(a)) / 2)[0]
    return np.where(np.abs(values) > CUT * np.abs(values).max(initial=0.0), values, 0.0)


def _scalar(value: Any) -> Array:
    return np.array([[[float(value)]]])


def _inverse(a: Array) -> Array:
    if np.linalg.matrix_rank(a[0], tol=CUT * float(np.abs(a).max(initial=0.0))) < a.shape[1]:
        raise Lacks("trained lacks the inverse of a singular matrix")
    return np.linalg.inv(a)


def _least_positive(a: Array) -> Array:
    found = _spectrum(a)
    positive = [value for value in found if value > 0]
    if not positive or found[0] < 0:
        raise Lacks("trained lacks a positive eigenvalue of this matrix")
    return _scalar(min(positive))


def _eigenvalue(a: Array, i: Array) -> Array:
    """Number i in decreasing order."""
    found, number = _spectrum(a)[::-1], whole(i)
    if not 1 <= number <= len(found):
        raise Lacks(f"trained lacks eigenvalue {number} of {len(found)}")
    return _scalar(found[number - 1])


def _power(a: Array, k: Array) -> Array:
    exponent = float(k[0, 0, 0])
    if a.shape[1:] == (1, 1):
        if a[0, 0, 0] == 0 and exponent < 0:
            raise Lacks("trained lacks a quotient by 0")
        return a**exponent
    if exponent != int(exponent):
        return _of_eigenvalues(lambda values: np.where(values > 0, values, 0.0) ** exponent)(a)
    return np.linalg.matrix_power(_inverse(a) if exponent < 0 else a, abs(int(exponent)))


def _norm(a: Array) -> Array:
    return np.linalg.norm(a, axis=(1, 2))[:, None, None]


PLAIN: dict[str, Meaning] = {
    "^": strict(_power), "inv": strict(_inverse), "sqrt": strict(lambda a: _power(a, _scalar(0.5))),
    "pinv": strict(_of_eigenvalues(lambda v: np.where(v != 0, 1 / np.where(v != 0, v, 1.0), 0.0))),
    "projection": strict(_of_eigenvalues(lambda v: (v != 0).astype(float))),
    "rank": strict(lambda a: _scalar(np.linalg.matrix_rank(a[0], tol=1e-8))),
    "eigenvalue": strict(_eigenvalue),
    "least_eigenvalue": strict(lambda a: _scalar(_spectrum(a)[0])),
    "least_positive_eigenvalue": strict(_least_positive),
    "norm_F": strict(_norm), "norm_2": strict(_norm), "exp": strict(np.exp), "log": strict(np.log),
}  # fmt: skip
