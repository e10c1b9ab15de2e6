r"""Linear maps between spaces of block matrices: Vec, Kronecker products, rank-one operators, their blocks and traces.

The column :math:`\mathrm{Vec}(C)` (columns stacked) is identified with the matrix C, and a matrix acting on such
columns is held by its bilinear form :math:`\mathrm{Vec}(V)^\top A\,\mathrm{Vec}(U)` in generic test letters V and U.
Two maps are equal exactly when their forms are, for every d; for instance :math:`A\otimes B` has the form
:math:`\mathrm{tr}(V^\top BUA^\top)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Union

from ..errors import InputError
from .blocks import Block, Part, block_trace
from .calculus import gradient
from .letters import letter
from .matrices import Matrix, Value
from .moments import expect, pair_letter
from .scalars import ONE, ZERO, Scalar, ScalarLike
from .structure import Name
from .substitution import substitute

Space = tuple[Part, Part]
"""The space of block matrices with these row and column cuts; a cut ``(1,)`` of the columns gives plain columns."""

POINT: Space = ((1,), (1,))


@dataclass(frozen=True)
class Vec:
    r""":math:`\mathrm{Vec}(C)` of a matrix with more than one column."""

    matrix: Block

    @property
    def space(self) -> Space:
        return self.matrix.rows, self.matrix.cols

    def map(self, function: Callable[[Value], Value]) -> Vec:
        return Vec(self.matrix.map(function))


@dataclass(frozen=True)
class Map:
    """A linear map from ``source`` to ``target``, held by its bilinear form in the test letters of the two spaces."""

    target: Space
    source: Space
    form: Scalar

    def __post_init__(self) -> None:
        if not isinstance(self.form, Scalar):
            raise InputError(f"form is {self.form!r}: the bilinear form of a map is a Scalar in its test letters.")

    def __add__(self, other: Map) -> Map:
        if (self.target, self.source) != (other.target, other.source):
            raise InputError(
                f"cannot add maps {self.source} -> {self.target} and {other.source} -> {other.target}: spaces differ."
            )
        return Map(self.target, self.source, self.form + other.form)

    def __mul__(self, factor: ScalarLike) -> Map:
        return Map(self.target, self.source, self.form * factor)

    @property
    def T(self) -> Map:
        swap = {**_renaming("V", self.target, "U"), **_renaming("U", self.source, "V")}
        return Map(self.source, self.target, _scalar(substitute(self.form, swap)))

    def of(self, C: Block) -> Block:
        """The image of ``C``."""
        form = _scalar(substitute(self.form, _bindings("U", self.source, C)))
        rows, cols = self.target
        return Block([[gradient(form, _test("V", self.target, i, j)) for j in range(len(cols))]
                      for i in range(len(rows))])

    def after(self, other: Map) -> Map:
        """The composition ``self other``."""
        if self.source != other.target:
            raise InputError(f"cannot compose a map from {self.source} after one into {other.target}: spaces differ.")
        image = other.of(test_block("U", other.source))
        return Map(self.target, other.source, _scalar(substitute(self.form, _bindings("U", self.source, image))))

    def trace(self) -> Scalar:
        """The trace: the form paired over equal V and U, block by block."""
        if self.target != self.source:
            raise InputError(f"tr of a map {self.source} -> {self.target}: the spaces must agree.")
        total = ZERO
        places = [(i, j) for i in range(len(self.target[0])) for j in range(len(self.target[1]))]
        for place in places:
            others: dict[Name, Value] = {}
            for i, j in places:
                if (i, j) != place:
                    for side in "VU":
                        others[_name(side, self.target, i, j)] = Matrix.zero(self.target[0][i], self.target[1][j])
            part = _scalar(substitute(self.form, others))
            v, u = _test("V", self.target, *place), _test("U", self.target, *place)
            if isinstance(v, Scalar):
                total = total + _scalar(gradient(_scalar(gradient(part, v)), u))
            else:
                same = _scalar(substitute(part, {_name("U", self.target, *place): v}))
                total = total + _scalar(pair_letter(same, next(iter(v.terms))[0]))
        return total

    def map(self, function: Callable[[Value], Value]) -> Map:
        """The map whose form is the image of the form; ``function`` is linear and leaves test letters alone."""
        return Map(self.target, self.source, _scalar(function(self.form)))

    def expect(self) -> Map:
        return self.map(expect)


Linear = Union[Matrix, Block, Vec, Map]


def kron(A: Block, B: Block) -> Map:
    r""":math:`A\otimes B`, that is :math:`\mathrm{Vec}(U)\mapsto\mathrm{Vec}(BUA^\top)`."""
    target, source = (B.rows, A.rows), (B.cols, A.cols)
    V, U = test_block("V", target), test_block("U", source)
    return Map(target, source, block_trace(V.T * (B * U * A.T)))


def as_map(x: Linear | Scalar) -> Map:
    """Anything linear as a map; columns are maps from the one-dimensional space."""
    if isinstance(x, Map):
        return x
    if isinstance(x, Vec):
        V = test_block("V", x.space)
        return Map(x.space, POINT, block_trace(V.T * x.matrix) * _scalar(_test("U", POINT, 0, 0)))
    A = as_block(x)
    target, source = (A.rows, (1,)), (A.cols, (1,))
    return Map(target, source, block_trace(test_block("V", target).T * (A * test_block("U", source))))


def simplified(m: Map) -> Linear | Scalar:
    """A map from the one-dimensional space as the column, :class:`Vec` or scalar that it is."""
    if m.source != POINT:
        return m
    column = m.of(Block([[ONE]]))
    if column.cols == (1,):
        return unwrapped(column)
    return Vec(column)


def as_block(x: Linear | Scalar) -> Block:
    if isinstance(x, Block):
        return x
    if isinstance(x, (Matrix, Scalar)):
        return Block([[x]])
    raise InputError(f"{type(x).__name__} acts on stacked matrices: a plain matrix is needed here.")


def unwrapped(x: Block) -> Block | Matrix | Scalar:
    """A block matrix of one block as that block."""
    return x.entries[0][0] if len(x.rows) == 1 and len(x.cols) == 1 else x


def assembled(grid: Sequence[Sequence[Map]]) -> Map:
    """The map with these blocks; the spaces of a row (a column) of the grid have their column cuts joined."""
    targets, sources = [line[0].target for line in grid], [m.source for m in grid[0]]
    target, source = _joined(targets), _joined(sources)
    form = ZERO
    row = 0
    for line, t in zip(grid, targets, strict=True):
        col = 0
        for m, s in zip(line, sources, strict=True):
            if (m.target, m.source) != (t, s):
                raise InputError("the blocks of a block map do not fit: give equal spaces along its rows and columns.")
            moved = {**_shifted("V", t, target, row), **_shifted("U", s, source, col)}
            form = form + _scalar(substitute(m.form, moved))
            col += len(s[1])
        row += len(t[1])
    return Map(target, source, form)


def zero_map(target: Space, source: Space) -> Map:
    return Map(target, source, ZERO)


def test_block(side: str, space: Space) -> Block:
    """The generic element of ``space``."""
    rows, cols = space
    return Block([[_test(side, space, i, j) for j in range(len(cols))] for i in range(len(rows))])


def _joined(spaces: Sequence[Space]) -> Space:
    rows = {space[0] for space in spaces}
    if len(rows) != 1:
        raise InputError(f"the spaces {spaces} have different rows and cannot be joined.")
    return rows.pop(), tuple(c for space in spaces for c in space[1])


def _test(side: str, space: Space, i: int, j: int) -> Value:
    r, c = space[0][i], space[1][j]
    name = f"?{side}{i + 1}{j + 1}"
    return Scalar.symbol(name) if r == 1 and c == 1 else Matrix.of(letter(name, r, c))


def _name(side: str, space: Space, i: int, j: int) -> Name:
    r, c = space[0][i], space[1][j]
    name = f"?{side}{i + 1}{j + 1}"
    return name if r == 1 and c == 1 else letter(name, r, c)


def _bindings(side: str, space: Space, C: Block) -> dict[Name, Value]:
    if (C.rows, C.cols) != space:
        raise InputError(f"the argument is cut {C.rows} x {C.cols}, the map expects {space[0]} x {space[1]}.")
    return {_name(side, space, i, j): x for i, line in enumerate(C.entries) for j, x in enumerate(line)}


def _renaming(side: str, space: Space, new: str) -> dict[Name, Value]:
    return _bindings(side, space, test_block(new, space))


def _shifted(side: str, space: Space, whole: Space, offset: int) -> dict[Name, Value]:
    """The test letters of ``space`` as those of ``whole``, its columns starting at ``offset``."""
    return {
        _name(side, space, i, j): _test(side, whole, i, j + offset)
        for i in range(len(space[0]))
        for j in range(len(space[1]))
    }


def _scalar(value: Value) -> Scalar:
    assert isinstance(value, Scalar)
    return value
