"""Values in balls, and what the heads mean that need nothing but the values of their arguments."""

from __future__ import annotations

from dataclasses import dataclass

import flint

from numeric.arithmetic import ball
from numeric.errors import InputError
from numeric.matrices import frobenius, is_symmetric, operator_norm, singular_values

from ..statement.fold import Lacks, Meaning, strict


@dataclass(frozen=True, slots=True)
class Value:
    """A matrix of balls, with its eigenvalues in the common basis where it is a function of the covariance."""

    matrix: flint.arb_mat
    spectrum: tuple[flint.arb, ...] | None = None
    self_adjoint: bool = False
    """Whether it is symmetric by what it is made of, which balls that are no exact numbers do not show."""

    @property
    def is_symmetric(self) -> bool | None:
        """Whether it equals its transpose; None where balls cannot tell."""
        return True if self.self_adjoint or self.spectrum is not None else is_symmetric(self.matrix)

    @property
    def scalar(self) -> flint.arb:
        if not self.is_scalar:
            raise Lacks(f"balls lacks a scalar reading of a {self.matrix.nrows()} x {self.matrix.ncols()} matrix")
        return self.matrix[0, 0]

    @property
    def is_scalar(self) -> bool:
        return self.matrix.nrows() == self.matrix.ncols() == 1


def number(x: object) -> Value:
    return Value(flint.arb_mat([[ball(x)]]))


def _add(a: Value, b: Value, sign: int = 1) -> Value:
    if (a.matrix.nrows(), a.matrix.ncols()) != (b.matrix.nrows(), b.matrix.ncols()):
        raise Lacks("balls lacks sums of matrices of different shapes")
    if a.spectrum is not None and b.spectrum is not None:
        spectrum = tuple(x + sign * y for x, y in zip(a.spectrum, b.spectrum, strict=True))
        return Value(a.matrix + sign * b.matrix, spectrum)
    by_form = (a.self_adjoint or b.self_adjoint) and bool(a.is_symmetric and b.is_symmetric)
    return Value(a.matrix + sign * b.matrix, self_adjoint=by_form)


def _multiply(a: Value, b: Value) -> Value:
    for s, A in ((a, b), (b, a)):
        if s.is_scalar:
            x = s.scalar
            spectrum = None if A.spectrum is None or A.is_scalar else tuple(x * y for y in A.spectrum)
            return Value(A.matrix * x, spectrum, bool(A.is_symmetric))
    if a.matrix.ncols() != b.matrix.nrows():
        raise Lacks("balls lacks products of matrices whose shapes do not match")
    if a.spectrum is not None and b.spectrum is not None:
        return Value(a.matrix * b.matrix, tuple(x * y for x, y in zip(a.spectrum, b.spectrum, strict=True)))
    return Value(a.matrix * b.matrix)


def _divide(a: Value, b: Value) -> Value:
    return _multiply(a, number(1 / b.scalar))


def _transpose(a: Value) -> Value:
    return a if a.is_symmetric else Value(a.matrix.transpose())


def _norm_op(a: Value) -> Value:
    if a.spectrum is None:
        return number(operator_norm(a.matrix))
    sizes = [abs(x) for x in a.spectrum]
    largest = sizes[0]
    for x in sizes[1:]:
        largest = largest.max(x)
    return number(largest)


def _frobenius(a: Value) -> Value:
    if a.spectrum is None:
        return number(frobenius(a.matrix))
    return number(sum((abs(x) * abs(x) for x in a.spectrum), flint.arb(0)).nonnegative_part().sqrt())


def _trace(a: Value) -> Value:
    return number(sum(a.spectrum, flint.arb(0)) if a.spectrum is not None else a.matrix.trace())


def _singular(A: flint.arb_mat) -> list[flint.arb]:
    try:
        return singular_values(A)
    except InputError as error:
        raise Lacks(f"balls lacks these singular values: {error}") from error


def _paste(rows: list[list[Value]]) -> Value:
    lines = []
    for blocks in rows:
        heights = {b.matrix.nrows() for b in blocks}
        if len(heights) != 1:
            raise Lacks("balls lacks blocks whose shapes do not match")
        lines += [[x for b in blocks for x in b.matrix.tolist()[i]] for i in range(heights.pop())]
    if len({len(line) for line in lines}) != 1:
        raise Lacks("balls lacks blocks whose shapes do not match")
    return Value(flint.arb_mat(lines))


def _kron(a: Value, b: Value) -> Value:
    A, B = a.matrix.tolist(), b.matrix.tolist()
    return Value(flint.arb_mat([[x * y for x in ra for y in rb] for ra in A for rb in B]))


def _vec(a: Value) -> Value:
    A = a.matrix
    return Value(flint.arb_mat([[A[i, j]] for j in range(A.ncols()) for i in range(A.nrows())]))


def whole(a: Value) -> int:
    """The integer that a scalar is."""
    found = a.scalar.unique_fmpz()
    if found is None:
        raise Lacks("balls lacks an integer where an index or exponent is asked for")
    return int(found)


def _index(a: Value) -> int:
    return whole(a) - 1


def _slice(a: Value, rows: list[int], cols: list[int]) -> Value:
    if not all(0 <= i < a.matrix.nrows() for i in rows) or not all(0 <= j < a.matrix.ncols() for j in cols):
        raise Lacks("balls lacks entries outside the matrix")
    return Value(flint.arb_mat([[a.matrix[i, j] for j in cols] for i in rows]))


HEADS: dict[str, Meaning] = {
    "+": strict(_add),
    "-": strict(lambda a, b: _add(a, b, -1)),
    "neg": strict(lambda a: _multiply(number(-1), a)),
    "*": strict(_multiply),
    "/": strict(_divide),
    "T": strict(_transpose),
    "tr": strict(_trace),
    "det": strict(lambda a: number(a.matrix.det())),
    "inner": strict(lambda a, b: number((a.matrix * b.matrix.transpose()).trace())),
    "norm_F": strict(_frobenius),
    "norm_2": strict(_frobenius),
    "norm_op": strict(_norm_op),
    "nuclear": strict(lambda a: number(sum(_singular(a.matrix), flint.arb(0)))),
    "singular_product_sum": strict(
        lambda a, b: number(sum((x * y for x, y in zip(_singular(a.matrix), _singular(b.matrix), strict=True)),
                                flint.arb(0)))
    ),
    "abs": strict(lambda a: number(abs(a.scalar))),
    "sqrt": strict(lambda a: number(a.scalar.sqrt())),
    "exp": strict(lambda a: number(a.scalar.exp())),
    "log": strict(lambda a: number(a.scalar.log())),
    "least": strict(lambda a, b: number(a.scalar.min(b.scalar))),
    "block": strict(lambda a, b, c, d: _paste([[a, b], [c, d]])),
    "stack": strict(lambda a, b: _paste([[a], [b]])),
    "beside": strict(lambda a, b: _paste([[a, b]])),
    "kron": strict(_kron),
    "vec": strict(_vec),
    "entry": strict(lambda a, i, j: _slice(a, [_index(i)], [_index(j)])),
    "row": strict(lambda a, i: _slice(a, [_index(i)], list(range(a.matrix.ncols())))),
    "col": strict(lambda a, j: _slice(a, list(range(a.matrix.nrows())), [_index(j)])),
}
