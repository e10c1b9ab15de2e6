"""Values at concrete matrices of rational numbers: exact, for values without roots, or with roots that are given.

A positive semi-definite letter A may be given by its root, under the name ``A**(1/2)``; of a singular one powers with
exponents <= 0 are those of the pseudo-inverse, the power 0 being the projection on the image.
"""

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

    ``dims`` gives the dimensions of the letters, and ``"N"`` where it occurs; ``letters`` is keyed by name (of roots of
    semi-definite letters: ``"H**(1/2)"``).  Raises :class:`InputError` for a missing letter, a wrong shape, or a value
    with other roots or opaque functions.
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
        if x.inside:
            out = self.shifted(self.word(x.inside, x.rows), x)
        elif x.base is None:
            table = self.given(x.original)
            return table.transpose() if x.flipped else table
        else:
            out = self.plain_power(x.base, x)
            if x.shift is not None:
                base = self.plain_power(x.base, x.base)
                sum_ = inside(x, base, self.identity(base.nrows()), lambda A, c: A * self.scalar(c))
                out = out * self.power(sum_, x.q, x)
        return out

    def shifted(self, table: fmpq_mat, x: Letter) -> fmpq_mat:
        assert x.shift is not None
        return self.power(table + self.identity(table.nrows()) * self.scalar(x.shift), x.q, x)

    def given(self, x: Letter, name: str = "") -> fmpq_mat:
        """The matrix that is given for a letter, or under the ``name`` of another of its shape."""
        rows = self.letters.get(name or x.name)
        shape = (self.size(x.rows), self.size(x.cols))
        if rows is None or isinstance(rows, (int, Fraction)):
            raise InputError(f"letters lacks a matrix for {name or x.name!r}: give one of shape {shape}.")
        if len(rows) != shape[0] or any(len(row) != shape[1] for row in rows):
            raise InputError(f"letters gives {x.name!r} another shape than {shape}: give a matrix of that shape.")
        return fmpq_mat(*shape, [_fmpq(v) for row in rows for v in row])

    def base(self, x: Letter, name: str) -> fmpq_mat:
        return self.word(x.stands_for, x.rows) if x.stands_for else self.given(x, name)

    def plain_power(self, base: Letter, x: Letter) -> fmpq_mat:
        """The factor ``base^p`` of a member of a family, p = x.p."""
        root = f"{base.name}**(1/2)"
        e, table = x.p, self.base(base, root if root in self.letters else "")
        if root in self.letters:
            e = e * 2 if isinstance(e, int) else int(e * 2) if e.denominator == 2 else e
        if x.singular and isinstance(e, int) and e <= 0 and x.q == 0:
            onto = _projection(table)
            # On the complement of the image the identity stands in: what is inverted has an inverse.
            whole = table + self.identity(table.nrows()) - onto
            return onto * self.power(whole, e, x)
        return self.power(table, e, x)

    @staticmethod
    def identity(n: int) -> fmpq_mat:
        return fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])

    def power(self, table: fmpq_mat, e: Number, x: Letter) -> fmpq_mat:
        if not isinstance(e, int):
            raise InputError(f"{x} contains a root: exact evaluation knows whole powers only, and given roots.")
        out = self.identity(table.nrows())
        factor = table if e >= 0 else table.inv()
        for _ in range(abs(e)):
            out = out * factor
        return out


def _projection(table: fmpq_mat) -> fmpq_mat:
    """The orthogonal projection on the image: from a basis B of columns, ``B (B^T B)^-1 B^T``."""
    reduced, rank = table.rref()
    pivots = [next(j for j in range(reduced.ncols()) if reduced[i, j]) for i in range(rank)]
    n = table.nrows()
    if not rank:
        return fmpq_mat(n, n)
    basis = fmpq_mat(n, rank, [table[i, j] for i in range(n) for j in pivots])
    return basis * (basis.transpose() * basis).inv() * basis.transpose()


def _fmpq(value: Number) -> fmpq:
    return fmpq(Fraction(value).numerator, Fraction(value).denominator)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
