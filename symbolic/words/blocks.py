"""Block matrices: values arranged in rows and columns, such as ``((U11, u12), (u21.T, u_-1))``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Union

from ..errors import InputError
from .calculus import shape_of
from .coefficients import Ratio
from .letters import Dim
from .matrices import Matrix, Value, plus, times, trace
from .scalars import ZERO, Scalar, ScalarLike

Part = tuple[Dim, ...]
"""The dimensions of consecutive blocks, such as ``("d", 1)``."""


class Block:
    """A matrix cut into blocks; ``rows`` and ``cols`` are the dimensions of the pieces."""

    __slots__ = ("cols", "entries", "rows")

    def __init__(self, entries: Sequence[Sequence[Value]]) -> None:
        self.entries: tuple[tuple[Value, ...], ...] = tuple(tuple(line) for line in entries)
        shapes = [[shape_of(value) for value in line] for line in self.entries]
        self.rows: Part = tuple(line[0][0] for line in shapes)
        self.cols: Part = tuple(shape[1] for shape in shapes[0])
        for r, line in zip(self.rows, shapes, strict=True):
            if line != [(r, c) for c in self.cols]:
                raise InputError(f"the blocks have shapes {shapes}: rows and columns must fit together.")

    @staticmethod
    def zero(rows: Part, cols: Part) -> Block:
        return Block([[Matrix.zero(r, c) for c in cols] for r in rows])

    @staticmethod
    def identity(part: Part) -> Block:
        return Block([[Matrix.identity(r) if i == j else Matrix.zero(r, c) for j, c in enumerate(part)]
                      for i, r in enumerate(part)])

    def map(self, function: Callable[[Value], Value]) -> Block:
        """The block matrix of the images of the blocks (of equal shapes)."""
        return Block([[function(value) for value in line] for line in self.entries])

    def __add__(self, other: Block) -> Block:
        if not isinstance(other, Block):
            return NotImplemented
        if (self.rows, self.cols) != (other.rows, other.cols):
            raise InputError(
                f"cannot add blocks {other.rows} x {other.cols} to {self.rows} x {self.cols}: give equal partitions."
            )
        pairs = zip(self.entries, other.entries, strict=True)
        return Block([[plus(a, b) for a, b in zip(x, y, strict=True)] for x, y in pairs])

    def __neg__(self) -> Block:
        return self.map(lambda a: -a)

    def __sub__(self, other: Block) -> Block:
        return self + (-other)

    def __mul__(self, other: Block | ScalarLike) -> Block:
        if isinstance(other, (Scalar, int, Fraction, Ratio)):
            return self.map(lambda a: a * other)
        if not isinstance(other, Block):
            return NotImplemented
        if self.cols != other.rows:
            raise InputError(f"cannot multiply blocks cut {self.cols} by blocks cut {other.rows}: the cuts must agree.")
        return Block([[_dot(line, [row[j] for row in other.entries]) for j in range(len(other.cols))]
                      for line in self.entries])

    def __rmul__(self, other: ScalarLike) -> Block:
        return self.map(lambda a: a * other)

    def __truediv__(self, other: ScalarLike) -> Block:
        factor = Scalar.of(other) ** -1
        return self.map(lambda a: a * factor)

    @property
    def T(self) -> Block:
        return Block([[self.entries[i][j].T for i in range(len(self.rows))] for j in range(len(self.cols))])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and self.entries == other.entries

    def __hash__(self) -> int:
        return hash(self.entries)

    def is_zero(self) -> bool:
        return all(value.is_zero() for line in self.entries for value in line)

    def __repr__(self) -> str:
        return "[" + ", ".join("[" + ", ".join(map(repr, line)) + "]" for line in self.entries) + "]"


Blocked = Union[Scalar, Matrix, Block]


def _dot(row: Sequence[Value], col: Sequence[Value]) -> Value:
    total = Matrix.zero(shape_of(row[0])[0], shape_of(col[0])[1])
    for a, b in zip(row, col, strict=True):
        total = plus(total, times(a, b))
    return total


def block_trace(A: Blocked) -> Scalar:
    """The trace of a scalar, a matrix or a square block matrix."""
    if not isinstance(A, Block):
        return trace(A)
    if A.rows != A.cols:
        raise InputError(f"tr of blocks {A.rows} x {A.cols}: rows and columns must be cut alike.")
    total = ZERO
    for i in range(len(A.rows)):
        total = total + trace(A.entries[i][i])
    return total
