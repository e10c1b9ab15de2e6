"""Values at concrete matrices of rational numbers: exact, for values without roots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Union

from flint import fmpq, fmpq_mat

from ..errors import InputError
from .functions import inside
from .letters import Dim, Letter, Word
from .matrices import Matrix
from .scalars import ATOMS, Atom, Scalar

Number = Union[int, Fraction]
Rows = Sequence[Sequence[Number]]


def evaluate(
    value: Scalar | Matrix, dims: Mapping[str, int], letters: Mapping[str, Rows | Number]
) -> Fraction | list[list[Fraction]]:
    """``value`` where each dimension, letter and named scalar is the given integer, rational matrix or rational number.

    ``dims`` gives the dimensions of the letters, and ``"N"`` where it occurs; ``letters`` is keyed by name.  Raises
    :class:`InputError` for a missing letter, a wrong shape, or a value with roots or opaque functions.
    """
    point = _Point(dims, letters)
    if isinstance(value, Scalar):
        return _fraction(point.scalar(value))
    table = point.matrix(value)
    return [[_fraction(table[i, j]) for j in range(table.ncols())] for i in range(table.nrows())]


class _Point:
    def __init__(self, dims: Mapping[str, int], letters: Mapping[str, Rows | Number]) -> None:
        self.dims, self.letters = dims, letters

    def size(self, dim: Dim) -> int:
        if isinstance(dim, int):
            return dim
        if dim not in self.dims:
            raise InputError(f"dims lacks {dim!r}: give it an integer.")
        return self.dims[dim]

    def scalar(self, value: Scalar) -> fmpq:
        total = fmpq(0)
        for mono, c in value.terms.items():
            term = _fmpq(c.at(1 if c.is_constant else self.size("N")))
            for k, e in mono:
                if not isinstance(e, int):
                    raise InputError(f"{ATOMS[k].power(e)} is a root: exact evaluation knows whole powers only.")
                term *= self.atom(ATOMS[k]) ** e
            total += term
        return total

    def atom(self, a: Atom) -> fmpq:
        if a.kind == "symbol":
            found = self.letters.get(a.name, self.dims.get(a.name))
            if not isinstance(found, (int, Fraction)):
                raise InputError(f"letters lacks a number for the scalar {a.name!r}: give one.")
            return _fmpq(found)
        if a.kind == "cycle":
            table = self.word(a.args, a.args[0].rows)
            return sum((table[i, i] for i in range(table.nrows())), fmpq(0))
        if a.kind == "root":
            return self.scalar(a.args[0])
        raise InputError(f"{a.name} has no exact value: evaluate expressions without it.")

    def matrix(self, value: Matrix) -> fmpq_mat:
        total = fmpq_mat(self.size(value.rows), self.size(value.cols))
        for word, c in value.terms.items():
            total += self.word(word, value.rows) * self.scalar(c)
        return total

    def word(self, word: Word, dim: Dim) -> fmpq_mat:
        out = self.identity(self.size(dim))
        for x in word:
            out = out * self.letter(x)
        return out

    def letter(self, x: Letter) -> fmpq_mat:
        if x.index is not None:
            raise InputError(f"{x} stands for an index: choose numbers for the indices before evaluating.")
        base = x.base if x.base is not None else x.original
        rows = self.letters.get(base.name)
        shape = (self.size(base.rows), self.size(base.cols))
        if rows is None or isinstance(rows, (int, Fraction)):
            raise InputError(f"letters lacks a matrix for {base.name!r}: give one of shape {shape}.")
        if len(rows) != shape[0] or any(len(row) != shape[1] for row in rows):
            raise InputError(f"letters gives {base.name!r} another shape than {shape}: give a matrix of that shape.")
        table = fmpq_mat(*shape, [_fmpq(v) for row in rows for v in row])
        if x.base is None:
            return table.transpose() if x.flipped else table
        out = self.power(table, x.p, x)
        if x.shift is not None:
            out = out * self.power(inside(x, table, self.identity(shape[0]), lambda A, c: A * self.scalar(c)), x.q, x)
        return out

    @staticmethod
    def identity(n: int) -> fmpq_mat:
        return fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])

    def power(self, table: fmpq_mat, e: Number, x: Letter) -> fmpq_mat:
        if not isinstance(e, int):
            raise InputError(f"{x} contains a root: exact evaluation knows whole powers only.")
        out = self.identity(table.nrows())
        factor = table if e >= 0 else table.inv()
        for _ in range(abs(e)):
            out = out * factor
        return out


def _fmpq(value: Number) -> fmpq:
    return fmpq(Fraction(value).numerator, Fraction(value).denominator)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
