r"""Matrices one of whose axes runs over samples, for every number of samples at once.

An axis is a list of segments: fixed ones, and one that stands for the samples :math:`1,\dots,m`.  A block along the
samples is written down for one of them: the rows of X are :math:`x_i^\top`.  A product over the samples is a sum,
:math:`X^\top X=\sum_ix_ix_i^\top`, and a block with samples on both sides is :math:`c\,I+(l_ir_j)_{ij}`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Union

from ..errors import InputError
from .matrix import Matrix

Axis = tuple[Union[int, None], ...]
"""Sizes of the segments; None is the segment of the samples."""


@dataclass(frozen=True, slots=True)
class Samples:
    """What sums over samples are: ``fold`` adds a matrix for one sample over all of them; ``length`` is m."""

    length: Any
    fold: Callable[[Matrix], Matrix]


@dataclass(frozen=True, slots=True)
class Square:
    """The m x m block with the entries ``scale * (i == j) + left_i @ right_j``; ``left`` is 1 x k."""

    scale: Any
    left: Matrix
    right: Matrix


Block = Union[Matrix, Square]


@dataclass(frozen=True, slots=True)
class Segmented:
    """A block matrix with samples along an axis; a block along the samples has size 1 there.

    No two fixed segments are neighbours, so that equal sizes have equal segments.
    """

    rows: Axis
    columns: Axis
    blocks: tuple[tuple[Block, ...], ...]
    samples: Samples

    @property
    def T(self) -> Segmented:
        turned = tuple(tuple(_turned(band[j]) for band in self.blocks) for j in range(len(self.columns)))
        return Segmented(self.columns, self.rows, turned, self.samples)

    @property
    def shape(self) -> tuple[Axis, Axis]:
        return self.rows, self.columns

    def entries(self) -> list[Any]:
        """What vanishes for every sample if and only if the matrix is zero."""
        return [e for band in self.blocks for b in band for e in _entries(b)]

    def map(self, f: Callable[[Any], Any]) -> Segmented:
        """``f`` of every entry, where none of them belongs to two samples."""
        return self._each(lambda b: _map(b, f))

    def scale(self, factor: Any) -> Segmented:
        return self._each(lambda b: _scaled(b, factor))

    def __neg__(self) -> Segmented:
        return self._each(_negative)

    def __add__(self, other: Segmented) -> Segmented:
        if (self.rows, self.columns) != (other.rows, other.columns):
            raise InputError(f"segments {self.rows}, {self.columns} and {other.rows}, {other.columns} must agree.")
        blocks = tuple(
            tuple(_sum(a, b) for a, b in zip(p, q, strict=True)) for p, q in zip(self.blocks, other.blocks, strict=True)
        )
        return Segmented(self.rows, self.columns, blocks, self.samples)

    def __sub__(self, other: Segmented) -> Segmented:
        return self + (-other)

    def trace(self) -> Any:
        """The sum of the diagonal, which must run through equal segments."""
        if self.rows != self.columns:
            raise InputError("the trace needs a square matrix.")
        parts = [self._diagonal(self.blocks[k][k]) for k in range(len(self.rows))]
        return sum(parts[1:], parts[0])

    def _diagonal(self, block: Block) -> Any:
        if isinstance(block, Square):
            return block.scale * self.samples.length + self.samples.fold(block.left @ block.right)[0, 0]
        return block.trace()

    def _each(self, f: Callable[[Block], Block]) -> Segmented:
        blocks = tuple(tuple(f(b) for b in band) for band in self.blocks)
        return Segmented(self.rows, self.columns, blocks, self.samples)


Value = Union[Matrix, Segmented]


def segmented(value: Value, samples: Samples) -> Segmented:
    """A matrix without samples, as one block."""
    if isinstance(value, Segmented):
        return value
    return Segmented((value.shape[0],), (value.shape[1],), ((value,),), samples)


def settled(value: Segmented) -> Value:
    """An ordinary matrix where no axis runs over samples."""
    if None in value.rows or None in value.columns:
        return value
    return Matrix.blocks([[b for b in band if isinstance(b, Matrix)] for band in value.blocks])


def times(a: Value, b: Value, samples: Samples) -> Value:
    """The product; sums over samples are folded."""
    a, b = segmented(a, samples), segmented(b, samples)
    if a.columns != b.rows:
        raise InputError(f"segments {a.columns} and {b.rows} do not multiply: transpose one factor.")
    blocks = tuple(
        tuple(
            _total([
                _product(a.blocks[i][k], b.blocks[k][j], (a.rows[i], a.columns[k], b.columns[j]), samples)
                for k in range(len(a.columns))
            ])
            for j in range(len(b.columns))
        )
        for i in range(len(a.rows))
    )
    return settled(Segmented(a.rows, b.columns, blocks, samples))


def joined(grid: Sequence[Sequence[Value]], samples: Samples) -> Value:
    """The block matrix ``grid``."""
    parts = [[segmented(v, samples) for v in band] for band in grid]
    columns = sum((p.columns for p in parts[0]), ())
    for band in parts:
        if any(p.rows != band[0].rows for p in band) or sum((p.columns for p in band), ()) != columns:
            raise InputError("blocks side by side must have equal heights, blocks above each other equal widths.")
    rows = sum((band[0].rows for band in parts), ())
    blocks = tuple(sum((p.blocks[k] for p in band), ()) for band in parts for k in range(len(band[0].rows)))
    found = Segmented(rows, columns, blocks, samples)
    return settled(_recut(_recut(found, _merged(rows)).T, _merged(columns)).T)


def identity(axis: Axis, samples: Samples, one: Any) -> Segmented:
    """The identity with these segments."""
    blocks = tuple(tuple(_unit(m, n, i == j, one) for j, n in enumerate(axis)) for i, m in enumerate(axis))
    return Segmented(axis, axis, blocks, samples)


def zero(rows: Axis, columns: Axis, samples: Samples, one: Any) -> Segmented:
    """The zero matrix with these segments."""
    blocks = tuple(tuple(_unit(m, n, False, one) for n in columns) for m in rows)
    return Segmented(rows, columns, blocks, samples)


def inverse(value: Segmented, one: Any) -> Segmented:
    r""":math:`(cI+LR)^{-1}=c^{-1}I-c^{-1}L(cI+RL)^{-1}R` of a square block along the samples."""
    block = value.blocks[0][0]
    if value.rows != (None,) or not isinstance(block, Square) or not block.scale:
        raise InputError("only c I + L R with c not zero has an inverse here.")
    k = block.left.shape[1]
    inner = value.samples.fold(block.right @ block.left)
    core = Matrix.build(k, k, lambda i, j: inner[i, j] + (block.scale if i == j else one * 0)).inverse()
    left = (block.left @ core).map(lambda e: -e / block.scale)
    return Segmented((None,), (None,), ((Square(1 / block.scale, left, block.right),),), value.samples)


def _merged(axis: Axis) -> Axis:
    found: list[int | None] = []
    for n in axis:
        if n is not None and found and found[-1] is not None:
            found[-1] += n
        else:
            found.append(n)
    return tuple(found)


def _recut(value: Segmented, axis: Axis) -> Segmented:
    """``value`` with its rows in the segments ``axis``, each a run of its own."""
    bands: list[tuple[Block, ...]] = []
    start = 0
    for n in axis:
        size, stop = 0, start
        while stop < len(value.rows) and (stop == start or (n is not None and size < n)):
            size += value.rows[stop] or 0
            stop += 1
        bands.append(tuple(_stacked([value.blocks[r][j] for r in range(start, stop)])
                           for j in range(len(value.columns))))
        start = stop
    return Segmented(axis, value.columns, tuple(bands), value.samples)


def _stacked(blocks: Sequence[Block]) -> Block:
    if len(blocks) == 1:
        return blocks[0]
    return Matrix.blocks([[b] for b in blocks if isinstance(b, Matrix)])


def _turned(block: Block) -> Block:
    if isinstance(block, Square):
        return Square(block.scale, block.right.T, block.left.T)
    return block.T


def _entries(block: Block) -> list[Any]:
    if isinstance(block, Matrix):
        return block.entries()
    if any(block.left.entries()) and any(block.right.entries()):
        raise InputError("the entries of this block belong to two samples each.")
    return [block.scale]


def _map(block: Block, f: Callable[[Any], Any]) -> Block:
    if isinstance(block, Square):
        raise InputError("the entries of this block belong to two samples each.")
    return block.map(f)


def _scaled(block: Block, factor: Any) -> Block:
    if isinstance(block, Square):
        return Square(factor * block.scale, block.left.scale(factor), block.right)
    return block.scale(factor)


def _negative(block: Block) -> Block:
    return Square(-block.scale, -block.left, block.right) if isinstance(block, Square) else -block


def _sum(a: Block, b: Block) -> Block:
    if isinstance(a, Square) and isinstance(b, Square):
        if not any(a.left.entries()):
            return Square(a.scale + b.scale, b.left, b.right)
        if not any(b.left.entries()):
            return Square(a.scale + b.scale, a.left, a.right)
        left, right = Matrix.blocks([[a.left, b.left]]), Matrix.blocks([[a.right], [b.right]])
        return Square(a.scale + b.scale, left, right)
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        return a + b
    raise InputError("blocks of different kinds do not add.")


def _total(blocks: Sequence[Block]) -> Block:
    result = blocks[0]
    for block in blocks[1:]:
        result = _sum(result, block)
    return result


def _product(a: Block, b: Block, sizes: Axis, samples: Samples) -> Block:
    m, inner_size, n = sizes
    if isinstance(a, Square) and isinstance(b, Square):
        # (c + L R)(e + P Q) = c e + L (e R + (R P) Q) + c P Q
        between = samples.fold(a.right @ b.left)
        first = Square(a.scale * b.scale, a.left, a.right.scale(b.scale) + between @ b.right)
        return _sum(first, Square(a.scale * 0, b.left.scale(a.scale), b.right))
    if isinstance(a, Square):
        return b.scale(a.scale) + a.left @ samples.fold(a.right @ b)  # type: ignore[operator]
    if isinstance(b, Square):
        return a.scale(b.scale) + samples.fold(a @ b.left) @ b.right
    if m is None and n is None:
        return Square(a[0, 0] * 0, a, b)
    return samples.fold(a @ b) if inner_size is None else a @ b


def _unit(m: int | None, n: int | None, same: bool, one: Any) -> Block:
    none = one * 0
    if m is None and n is None:
        return Square(one if same else none, Matrix(((none,),)), Matrix(((none,),)))
    return Matrix.build(m or 1, n or 1, lambda i, j: one if same and i == j else none)
