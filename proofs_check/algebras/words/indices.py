"""Indices: which entry of which piece an index such as ``k``, ``d+1`` or ``(l-1)(d+1)+k`` means."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from symbolic.words import ONE, ZERO, Matrix, Scalar, basis, dimension, matrix
from symbolic.words.activations import column_of
from symbolic.words.blocks import Block, Part
from symbolic.words.letters import Dim
from symbolic.words.matrices import plus
from symbolic.words.operators import Map, Vec, as_map, simplified, unwrapped
from symbolic.words.structure import names

from ...statement.fold import Lacks
from .shapes import Any_, size

Ranges = Mapping[str, Dim]
"""Index names and the dimensions that they range over."""

MARK = "#"
"""Index names carry this mark as scalars, so that they never meet a scalar of the same name."""


def total(part: Part) -> Scalar:
    return sum((dimension(p) for p in part), ZERO)


def unit(part: Part, index: Scalar, ranges: Ranges) -> Block | None:
    """The standard basis column of the cut dimension at ``index``; ``None`` when the index is not understood."""
    offset = ZERO
    for place, piece in enumerate(part):
        local = index - offset
        entry: Matrix | Scalar | None = None
        if piece == 1:
            entry = ONE if local == ONE else None
        elif (name := _name(local)) is not None and ranges.get(name) == piece:
            entry = Matrix.of(basis(name, piece))
        elif not offset and (number := _number(local)) is not None:
            entry = Matrix.of(basis(str(number), piece))
        if entry is not None:
            return Block([[entry if i == place else Matrix.zero(p, 1)] for i, p in enumerate(part)])
        offset = offset + dimension(piece)
    name = _name(index)
    if name is not None and part == _cut(ranges.get(name)):
        # An index over all d+1 entries: identities linear in e_k are those with a generic column in its place.
        return Block([[Scalar.symbol(f"e_{name}[{i}]") if p == 1 else matrix(f"e_{name}[{i}]", p, 1)]
                      for i, p in enumerate(part)])
    return None


def _cut(dim: Dim | None) -> Part | None:
    return (dim[:-2], 1) if isinstance(dim, str) and dim.endswith("+1") else None


def _name(index: Scalar) -> str | None:
    if len(index.terms) != 1:
        return None
    found = [a for a in index.atoms() if a.kind == "symbol" and a.name.startswith(MARK)]
    return found[0].name[len(MARK) :] if len(found) == 1 and index == found[0].power() else None


def _number(index: Scalar) -> int | None:
    ratio = index.as_ratio()
    if ratio is None or not ratio.is_constant:
        return None
    value = ratio.at(1)
    return int(value) if value.denominator == 1 and value >= 1 else None


def stacked_unit(rows: Part, cols: Part, index: Scalar, ranges: Ranges) -> Block | None:
    """The basis matrix at row ``(a-1) |rows| + b`` of a stacked column: entry b of column a."""
    guesses = [Scalar.of(1), total(cols)]
    guesses += [Scalar.symbol(str(n)) for n in sorted({str(n) for n in names(index)}) if n.startswith(MARK)]
    for a in guesses:
        column = unit(cols, a, ranges)
        row = unit(rows, index - (a - 1) * total(rows), ranges)
        if column is not None and row is not None:
            return row * column.T
    return None


def row(A: Any_, index: Scalar, ranges: Ranges) -> Any_:
    """Row ``index`` of A."""
    (rows, cols), _ = size(A)
    if cols == (1,):
        column = unit(rows, index, ranges)
        if column is not None and not isinstance(A, (Map, Vec)):
            return unwrapped(column.T * (A if isinstance(A, Block) else Block([[A]])))
        chosen = None if column is None else as_map(column)
    else:
        found = stacked_unit(rows, cols, index, ranges)
        chosen = None if found is None else as_map(Vec(found))
    if chosen is None:
        raise Lacks(f"words lacks the row with index {index} of a matrix whose rows are cut {rows} x {cols}")
    return simplified(chosen.T.after(as_map(A)))


def column(A: Any_, index: Scalar, ranges: Ranges) -> Any_:
    """Column ``index`` of A."""
    _, (rows, cols) = size(A)
    if isinstance(A, (Map, Vec)) or cols != (1,):
        raise Lacks("words lacks columns of matrices that act on stacked matrices")
    chosen = unit(rows, index, ranges)
    if chosen is None:
        raise Lacks(f"words lacks the column with index {index} of a matrix whose columns are cut {rows}")
    lines = (A if isinstance(A, Block) else Block([[A]])).entries
    places = [line[0] for line in chosen.entries]
    return unwrapped(Block([[reduce(plus, map(column_of, line, places))] for line in lines]))
