"""Dimensions such as ``"d+1"`` or ``"(d+1)^2"`` as cuts into blocks, and symbols of those shapes as values."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Union

from symbolic.indexed import hidden_in
from symbolic.words import Matrix, Scalar, matrix
from symbolic.words.blocks import Block, Part
from symbolic.words.calculus import shape_of
from symbolic.words.letters import invertible
from symbolic.words.operators import Map, Space, Vec, as_map, unwrapped, zero_map
from symbolic.words.structure import Name

from ...statement.fold import Lacks
from ...statement.terms import Dim, Sym

Any_ = Union[Scalar, Matrix, Block, Vec, Map]
"""A value of the words algebra."""


def part_of(dim: Dim) -> Part | None:
    """The cut of a plain dimension, ``None`` for the dimension of a space of stacked matrices."""
    if isinstance(dim, str) and dim.endswith("+1") and dim[:-2].isidentifier():
        return dim[:-2], 1
    if isinstance(dim, int) or dim.isidentifier():
        return (dim,)
    return None


def space_of(dim: Dim) -> Space:
    """The space of columns of this dimension: ``d(d+1)`` and ``(d+1)^2`` are stacked columns of ``d+1`` entries."""
    part = part_of(dim)
    if part is not None:
        return part, (1,)
    text = str(dim).replace(" ", "")
    if text.endswith("^2"):
        side = part_of(text[:-2].strip("()"))
        if side is not None:
            return side, side
    if "(" in text and text.endswith(")"):
        outer, inner = text[:-1].split("(", 1)
        rows, cols = part_of(inner), part_of(outer)
        if rows is not None and cols is not None:
            return rows, cols
    raise Lacks(f"words lacks the dimension {dim}")


def zero(rows: Dim, cols: Dim) -> Any_:
    r, c = part_of(rows), part_of(cols)
    if r is not None and c is not None:
        return unwrapped(Block.zero(r, c))
    target, source = space_of(rows), space_of(cols)
    return Vec(Block.zero(*target)) if cols == 1 else zero_map(target, source)


def identity(dim: Dim) -> Any_:
    part = part_of(dim)
    if part is not None:
        return unwrapped(Block.identity(part))
    from symbolic.words.operators import kron

    rows, cols = space_of(dim)
    return kron(Block.identity(cols), Block.identity(rows))


def free(sym: Sym) -> Any_:
    """A free symbol: a letter, or a block matrix of letters named ``name_11``, ``name_12``, ..."""
    rows, cols = part_of(sym.shape[0]), part_of(sym.shape[1])
    if rows is None or cols is None:
        if sym.shape[1] == 1:
            space = space_of(sym.shape[0])
            return Vec(_blocks(sym, *space))
        raise Lacks(f"words lacks free matrices of shape {sym.shape[0]} x {sym.shape[1]}")
    if len(rows) == 1 and len(cols) == 1:
        return _letter(sym, sym.name, rows[0], cols[0])
    return _blocks(sym, rows, cols)


def _blocks(sym: Sym, rows: Part, cols: Part) -> Block:
    symmetric = sym.has("symmetric") or sym.has("posdef") or sym.has("psd")
    if sym.has("posdef") or sym.has("orthogonal"):
        raise Lacks(f"words lacks positive definite or orthogonal matrices cut into blocks, such as {sym.name}")
    lines: list[list[Scalar | Matrix]] = []
    for i, r in enumerate(rows):
        line: list[Scalar | Matrix] = []
        for j, c in enumerate(cols):
            if symmetric and j < i:
                line.append(lines[j][i].T)
            elif r == 1 and c == 1:
                line.append(Scalar.symbol(f"{sym.name}[{i + 1},{j + 1}]"))
            else:
                line.append(matrix(f"{sym.name}[{i + 1},{j + 1}]", r, c, symmetric=symmetric and i == j))
        lines.append(line)
    return Block(lines)


def _letter(sym: Sym, name: str, rows: Dim, cols: Dim) -> Scalar | Matrix:
    if rows == 1 and cols == 1:
        return Scalar.symbol(name, int(sym.has("positive") or sym.has("nonnegative")))
    if sym.has("invertible") and not sym.traits & {"symmetric", "posdef", "psd", "orthogonal"}:
        return Matrix.of(invertible(name, rows))
    return matrix(
        name, rows, cols,
        symmetric=sym.has("symmetric"), posdef=sym.has("posdef"), psd=sym.has("psd"), orthogonal=sym.has("orthogonal"),
    )


def size(value: Any_) -> tuple[Space, Space]:
    """The spaces of columns that a value maps into and from."""
    if isinstance(value, Map):
        return value.target, value.source
    if isinstance(value, Vec):
        return value.space, ((1,), (1,))
    if isinstance(value, Block):
        return (value.rows, (1,)), (value.cols, (1,))
    rows, cols = shape_of(value)
    return ((rows,), (1,)), ((cols,), (1,))


def difference(a: Any_, b: Any_) -> Any_ | None:
    """``a - b``, or ``None`` when the shapes differ."""
    if size(a) != size(b):
        # A stacked column may be written as a plain map from the one-dimensional space.
        return None
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return a - b
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        return a - b
    if isinstance(a, Block) and isinstance(b, Block):
        return a - b
    left, right = as_map(a), as_map(b)
    return Map(left.target, left.source, left.form - right.form)


def parts_of(value: Any_) -> list[Scalar | Matrix]:
    """The scalars and matrices that make up a value."""
    if isinstance(value, (Scalar, Matrix)):
        return [value]
    if isinstance(value, Map):
        return [value.form]
    block = value.matrix if isinstance(value, Vec) else value
    if not isinstance(block, Block):
        raise Lacks("words lacks the parts of what is numbered by an index")
    return [x for line in block.entries for x in line]


def refuse_hidden(value: Any_, changed: Collection[Name], what: str) -> None:
    """Words does not look into a diagonal matrix: what would change in there would be taken to stay as it is."""
    hidden = frozenset().union(*map(hidden_in, parts_of(value))) & set(changed)
    if hidden:
        raise Lacks(f"words lacks {what} in diagonal matrices, as of {', '.join(sorted(map(str, hidden)))}")


def mapped(value: Any_, function: Callable[[Any], Any]) -> Any_:
    """A linear operation on the scalars and matrices of a value."""
    return function(value) if isinstance(value, (Scalar, Matrix)) else value.map(function)
