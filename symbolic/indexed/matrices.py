r"""Matrices as their generic entry, and functions of matrices of which little is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Union

from .. import shown
from ..errors import InputError
from ..words.letters import Dim, Exponent
from .binders import rename, summed
from .factors import Index, Name, compound, free_index, sorted_mono
from .powers import absolute, power
from .values import ONE, ZERO, Indexed, IndexedLike, delta


@dataclass(frozen=True, repr=False)
class IndexedMatrix:
    """A ``rows x cols`` matrix: ``body`` is its entry at :attr:`row`, :attr:`col`; a side of length 1 has no index."""

    rows: Dim
    cols: Dim
    body: Indexed

    @property
    def row(self) -> Index:
        return free_index("@row", self.rows)

    @property
    def col(self) -> Index:
        return free_index("@col", self.cols)

    @staticmethod
    def of(rows: Dim, cols: Dim, entry: Callable[[Index, Index], Indexed]) -> IndexedMatrix:
        """The matrix with this entry at every pair of indices."""
        blank = IndexedMatrix(rows, cols, ZERO)
        return IndexedMatrix(rows, cols, entry(blank.row, blank.col))

    @staticmethod
    def identity(dim: Dim) -> IndexedMatrix:
        return IndexedMatrix.of(dim, dim, delta)

    def at(self, i: Index, j: Index) -> Indexed:
        """The entry at these indices; on a side of length 1 the index does not matter."""
        return rename(self.body, {self.row: i, self.col: j})

    def __add__(self, other: IndexedMatrix) -> IndexedMatrix:
        if (self.rows, self.cols) != (other.rows, other.cols):
            raise InputError(
                f"cannot add a {other.rows} x {other.cols} matrix to a {self.rows} x {self.cols} one: give equal shapes"
            )
        return IndexedMatrix(self.rows, self.cols, self.body + other.body)

    def __neg__(self) -> IndexedMatrix:
        return self.map(lambda body: -body)

    def __sub__(self, other: IndexedMatrix) -> IndexedMatrix:
        return self + -other

    def scaled(self, factor: IndexedLike) -> IndexedMatrix:
        """``factor`` times the matrix."""
        return self.map(lambda body: body * factor)

    def times(self, other: IndexedMatrix) -> Indexed | IndexedMatrix:
        """The product; a 1 x 1 one is a scalar."""
        if self.cols != other.rows:
            raise InputError(
                f"cannot multiply a {self.rows} x {self.cols} matrix by a {other.rows} x {other.cols} one: "
                "the inner dimensions must agree."
            )
        middle = free_index("@middle", self.cols)
        body = self.at(self.row, middle) * other.at(middle, other.col)
        if self.cols != 1:
            body = summed([middle], body)
        return body if self.rows == 1 and other.cols == 1 else IndexedMatrix(self.rows, other.cols, body)

    @property
    def T(self) -> IndexedMatrix:
        return IndexedMatrix.of(self.cols, self.rows, lambda i, j: self.at(j, i))

    __repr__ = shown.by("indexed.printing", "text")
    _repr_latex_ = shown.typeset_by("typesetting.indexed", "typeset")

    def trace(self) -> Indexed:
        if self.rows != self.cols:
            raise InputError(f"tr of a {self.rows} x {self.cols} matrix: the argument must be square.")
        return summed([self.row], self.at(self.row, self.row))

    def power(self, e: Exponent) -> IndexedMatrix:
        """Whole powers of a square matrix; all powers of a diagonal one (roots where it is seen not to be negative)."""
        if self.rows != self.cols:
            raise InputError(f"power of a {self.rows} x {self.cols} matrix: the base must be square.")
        exponent = Fraction(e)
        if exponent.denominator == 1 and exponent >= 0:
            out = IndexedMatrix.identity(self.rows)
            for _ in range(int(exponent)):
                step = out.times(self)
                assert isinstance(step, IndexedMatrix)
                out = step
            return out
        diagonal = self.diagonal()
        if diagonal is None or (exponent.denominator != 1 and diagonal.sign == 0):
            raise InputError(f"the matrix {self.body} has no recognised power {e}: pass a diagonal positive one.")
        return self.map(lambda _: power(diagonal, exponent) * delta(self.row, self.col))

    def diagonal(self) -> Indexed | None:
        """The entries on the diagonal, by the row index, of a matrix that is diagonal; None for others."""
        terms = {}
        for mono, c in self.body.terms.items():
            rest = tuple(pair for pair in mono if set(pair[0].indices) != {self.row, self.col} or
                         pair[0].kind != "delta")
            if len(rest) == len(mono):
                return None
            terms[rest] = c
        return rename(Indexed(terms), {self.col: self.row})

    def map(self, function: Callable[[Indexed], Indexed]) -> IndexedMatrix:
        return IndexedMatrix(self.rows, self.cols, function(self.body))

    def is_zero(self) -> bool:
        return self.body.is_zero()


AnyIndexed = Union[Indexed, IndexedMatrix]


@dataclass(frozen=True)
class Argument:
    """A matrix as an argument of a function: its indices are no indices of the function's value."""

    rows: Dim
    cols: Dim
    body: Indexed

    @staticmethod
    def of(A: IndexedMatrix) -> Argument:
        if any(f.kind == "call" and f.free & {A.row, A.col} for mono in A.body.terms for f, _ in mono):
            raise InputError("a function of a matrix whose entries are functions of matrices has no reading here.")
        return Argument(A.rows, A.cols, A.at(free_index("@Row", A.rows), free_index("@Col", A.cols)))

    @property
    def matrix(self) -> IndexedMatrix:
        own = {free_index("@Row", self.rows), free_index("@Col", self.cols)}
        blank = IndexedMatrix(self.rows, self.cols, ZERO)
        names = {i: blank.row if i[1] == "@Row" else blank.col for i in own}
        return IndexedMatrix(self.rows, self.cols, rename(self.body, names))

    @property
    def key(self) -> str:
        return self.body.key

    @property
    def free(self) -> frozenset[Index]:
        return frozenset(i for i in self.body.free if i[1] not in {"@Row", "@Col"})

    @property
    def leaves(self) -> frozenset[Name]:
        return self.body.leaves

    @property
    def level(self) -> int:
        return self.body.level

    def map(self, function: Callable[[Indexed], Indexed]) -> Argument:
        return Argument(self.rows, self.cols, function(self.body))


def norm_F(A: AnyIndexed) -> Indexed:
    r""":math:`(\sum_{ij}A_{ij}^2)^{1/2}`; of a scalar the absolute value."""
    if isinstance(A, Indexed):
        return absolute(A)
    square = A.times(A.T)
    return power(square if isinstance(square, Indexed) else square.trace(), Fraction(1, 2))


def call(name: str, *args: Indexed | IndexedMatrix | Argument) -> Indexed:
    r"""A function by its name: of ``norm_op``, ``nuclear`` and ``singular_product_sum`` only homogeneity is used."""
    values = [a.matrix if isinstance(a, Argument) else a for a in args]
    if name == "abs" and isinstance(values[0], Indexed):
        return absolute(values[0])
    if name not in _NORMS:
        stored = tuple(Argument.of(v) if isinstance(v, IndexedMatrix) else v for v in values)
        return Indexed.factor(compound("call", name, stored, 2 if name == "exp" else 0))
    factor = ONE
    arguments = []
    for value in values:
        if isinstance(value, Indexed) or 1 in (value.rows, value.cols):
            if len(values) > 1:
                raise InputError(f"{name} of scalars or vectors is a product of norms: write it so.")
            return norm_F(value)
        scale, rest = _unit(value)
        if not rest.body:
            return ZERO
        if name == "norm_op" and rest == IndexedMatrix.identity(rest.rows):
            return scale
        factor = factor * scale
        arguments.append(min((Argument.of(rest), Argument.of(rest.T)), key=lambda a: a.key))
    arguments.sort(key=lambda a: a.key)
    return factor * Indexed.factor(compound("call", name, tuple(arguments), 1))


_NORMS = frozenset({"norm_op", "nuclear", "singular_product_sum"})


def _unit(A: IndexedMatrix) -> tuple[Indexed, IndexedMatrix]:
    """``A`` as a non-negative scalar times a matrix whose leading coefficient is 1."""
    if not A.body:
        return ONE, A
    monos = [dict(m) for m in A.body.terms]
    common = set.intersection(*(set(m) for m in monos))
    own = {A.row, A.col}
    pulled = sorted_mono((f, min(m[f] for m in monos)) for f in common if not f.free & own)
    lead = A.body.terms[min(A.body.terms, key=lambda m: tuple(f.key for f, _ in m))]
    if lead.sign() == 0:
        return ONE, A
    unit = Indexed({pulled: lead})
    return absolute(unit), A.scaled(unit**-1)
