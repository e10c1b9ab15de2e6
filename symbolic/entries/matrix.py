"""Small dense matrices whose entries are exact: polynomials, rational functions or numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ..errors import InputError


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix of ``rows``; entries need ``+``, ``-`` and ``*`` (and ``/`` for :meth:`inverse`).

    >>> A = Matrix.of([[1, 2], [3, 4]])
    >>> (A @ A.T).rows
    ((5, 11), (11, 25))
    >>> A.det(), A.trace()
    (-2, 5)
    """

    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Matrix:
        if len({len(row) for row in rows}) != 1:
            raise InputError(f"rows must have one common length, not {[len(row) for row in rows]}: pass a full matrix.")
        return cls(tuple(tuple(row) for row in rows))

    @classmethod
    def build(cls, m: int, n: int, entry: Callable[[int, int], Any]) -> Matrix:
        """The m x n matrix with the entries ``entry(i, j)``, counted from 0."""
        return cls(tuple([tuple([entry(i, j) for j in range(n)]) for i in range(m)]))

    @classmethod
    def blocks(cls, grid: Sequence[Sequence[Matrix]]) -> Matrix:
        """The block matrix ``grid``."""
        for band in grid:
            if len({B.shape[0] for B in band}) != 1:
                raise InputError(f"blocks side by side must have equal heights, not {[B.shape for B in band]}.")
        return cls.of([sum((B.rows[i] for B in band), ()) for band in grid for i in range(band[0].shape[0])])

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    @property
    def T(self) -> Matrix:
        return Matrix(tuple(zip(*self.rows, strict=True)))

    def __getitem__(self, place: tuple[int, int]) -> Any:
        return self.rows[place[0]][place[1]]

    def entries(self) -> list[Any]:
        """All entries, row by row."""
        return [entry for row in self.rows for entry in row]

    def map(self, f: Callable[[Any], Any]) -> Matrix:
        return Matrix(tuple([tuple([f(entry) for entry in row]) for row in self.rows]))

    def __add__(self, other: Matrix) -> Matrix:
        self.require_same_shape(other)
        return self._paired(other, operator.add)

    def __sub__(self, other: Matrix) -> Matrix:
        self.require_same_shape(other)
        return self._paired(other, operator.sub)

    def __neg__(self) -> Matrix:
        return self.map(lambda entry: -entry)

    def __matmul__(self, other: Matrix) -> Matrix:
        if self.shape[1] != other.shape[0]:
            raise InputError(f"shapes {self.shape} and {other.shape} do not multiply: transpose one factor.")
        columns = tuple(zip(*other.rows, strict=True))
        return Matrix(tuple([tuple([dot(row, column) for column in columns]) for row in self.rows]))

    def scale(self, factor: Any) -> Matrix:
        return self.map(lambda entry: factor * entry)

    def row(self, i: int) -> Matrix:
        return Matrix((self.rows[i],))

    def column(self, j: int) -> Matrix:
        return Matrix(tuple((row[j],) for row in self.rows))

    def vec(self) -> Matrix:
        """Columns stacked: Vec of [[1, 2], [3, 4]] is (1, 3, 2, 4)."""
        return Matrix(tuple((entry,) for column in zip(*self.rows, strict=True) for entry in column))

    def kron(self, other: Matrix) -> Matrix:
        m, n = other.shape
        return Matrix.build(
            self.shape[0] * m, self.shape[1] * n, lambda i, j: self[i // m, j // n] * other[i % m, j % n]
        )

    def trace(self) -> Any:
        self._square("trace")
        return reduce(operator.add, (self[i, i] for i in range(len(self.rows))))

    def det(self) -> Any:
        """The determinant, by expansion along minors that are each computed once (no division: any ring)."""
        self._square("det")
        return self._minors(range(len(self.rows)))[tuple(range(len(self.rows)))]

    def inverse(self) -> Matrix:
        """The inverse: adjugate over determinant."""
        self._square("inverse")
        n = len(self.rows)
        det = self.det()
        if n == 1:
            return Matrix(((1 / det,),))
        cofactors = []
        for i in range(n):
            minors = self._minors([k for k in range(n) if k != i])
            columns = [tuple(c for c in range(n) if c != j) for j in range(n)]
            cofactors.append([minors[c] if (i + j) % 2 == 0 else -minors[c] for j, c in enumerate(columns)])
        return Matrix.of(cofactors).T.map(lambda entry: entry / det)

    def _minors(self, rows: Sequence[int]) -> dict[tuple[int, ...], Any]:
        """All full-height minors of the given rows, keyed by their columns; built up row by row."""
        n = len(self.rows)
        level: dict[tuple[int, ...], Any] = {(j,): self[rows[0], j] for j in range(n)}
        for i in rows[1:]:
            grown: dict[tuple[int, ...], Any] = {}
            for columns, minor in level.items():
                for j in range(n):
                    if j in columns:
                        continue
                    # The new row is the last: its sign counts the columns standing right of j.
                    term = minor * self[i, j]
                    term = term if sum(c > j for c in columns) % 2 == 0 else -term
                    key = tuple(sorted((*columns, j)))
                    grown[key] = grown[key] + term if key in grown else term
            level = grown
        return level

    def _paired(self, other: Matrix, f: Callable[[Any, Any], Any]) -> Matrix:
        rows = zip(self.rows, other.rows, strict=True)
        return Matrix(tuple(tuple([f(a, b) for a, b in zip(*pair, strict=True)]) for pair in rows))

    def require_same_shape(self, other: Matrix) -> None:
        if self.shape != other.shape:
            raise InputError(f"shapes {self.shape} and {other.shape} must agree: pass matrices of one shape.")

    def _square(self, what: str) -> None:
        if self.shape[0] != self.shape[1]:
            raise InputError(f"{what} needs a square matrix, not one of shape {self.shape}.")


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    """The sum of products of two non-empty sequences."""
    return reduce(operator.add, map(operator.mul, a, b))
