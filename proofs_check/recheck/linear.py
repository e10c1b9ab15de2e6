"""Heads of linear algebra, as the second evaluator knows them: functions of matrices of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from . import matrices as m
from . import spectra
from .matrices import Matrix, number, scalar
from .numbers import (
    NoValueError,
    Number,
    Unread,
    absolute,
    add,
    exponential,
    logarithm,
    multiply,
    reciprocal,
    root,
    smaller,
)


def _of_number(function: Callable[[Number], Number]) -> Callable[[Matrix], Matrix]:
    return lambda A: scalar(function(number(A)))


def _quotient(A: Matrix, B: Matrix) -> Matrix:
    return m.times(scalar(reciprocal(number(B))), A)


def inner(A: Matrix, B: Matrix) -> Matrix:
    if m.shape(A) != m.shape(B):
        raise Unread("shapes that differ")
    total: Number = Fraction(0)
    for a, b in zip(A, B, strict=True):
        total = add(total, m.dot(a, b))
    return scalar(total)


def _inverse(A: Matrix) -> Matrix:
    return scalar(reciprocal(number(A))) if m.shape(A) == (1, 1) else m.inverse(A)


def _norm_of_vector(v: Matrix) -> Matrix:
    if 1 not in m.shape(v):
        raise Unread("the Euclidean norm of a matrix")
    return scalar(m.length(v))


def _kron(A: Matrix, B: Matrix) -> Matrix:
    return tuple(tuple(multiply(x, y) for x in a for y in b) for a in A for b in B)


def _diagonal(v: Matrix) -> Matrix:
    if m.shape(v)[1] != 1:
        raise Unread("the diagonal matrix of what is no vector")
    return tuple(tuple(row[0] if i == j else Fraction(0) for j in range(len(v))) for i, row in enumerate(v))


def _modulus(A: Matrix) -> Matrix:
    """The root of the square of a symmetric matrix."""
    if m.is_symmetric(A) is False:
        raise NoValueError("the modulus of a matrix that is not symmetric")
    return spectra.half(m.product(A, A))


def _cond(A: Matrix) -> Matrix:
    if not m.definite(A, strictly=True):
        raise NoValueError("the condition number of what is not seen to be positive definite")
    found = spectra.eigenvalues(A)
    return scalar(multiply(found[0], reciprocal(found[-1])))


def _paired(A: Matrix, B: Matrix) -> Matrix:
    """The sum of the products of singular values, both in decreasing order."""
    pairs = zip(spectra.singular_values(A), spectra.singular_values(B), strict=False)
    return _sum([multiply(x, y) for x, y in pairs])


def _sum(numbers: Sequence[Number]) -> Matrix:
    total: Number = Fraction(0)
    for x in numbers:
        total = add(total, x)
    return scalar(total)


def _stack(A: Matrix, B: Matrix) -> Matrix:
    if m.shape(A)[1] != m.shape(B)[1]:
        raise Unread("shapes that do not fit")
    return A + B


def _beside(A: Matrix, B: Matrix) -> Matrix:
    if len(A) != len(B):
        raise Unread("shapes that do not fit")
    return tuple(a + b for a, b in zip(A, B, strict=True))


def _each(function: Callable[[Number], Number]) -> Callable[[Matrix], Matrix]:
    return lambda A: tuple(tuple(map(function, row)) for row in A)


PLAIN: dict[str, Callable[..., Matrix]] = {
    "+": m.plus, "-": lambda A, B: m.plus(A, m.minus(B)), "neg": m.minus, "*": m.times, "/": _quotient,
    "T": m.transpose, "tr": lambda A: scalar(m.trace(A)), "det": lambda A: scalar(m.determinant(A)),
    "inv": _inverse, "inner": inner, "norm_F": lambda A: scalar(m.length(A)), "norm_2": _norm_of_vector,
    "norm_op": lambda A: scalar(spectra.largest_singular_value(A)),
    "abs": _of_number(absolute), "sqrt": _of_number(root),
    "exp": _of_number(exponential), "log": _of_number(logarithm), "kron": _kron, "diag": _diagonal,
    "vec": lambda A: tuple((x,) for col in m.transpose(A) for x in col), "stack": _stack, "beside": _beside,
    "block": lambda A, B, C, D: _stack(_beside(A, B), _beside(C, D)),
    "rank": lambda A: scalar(spectra.rank(A)), "projection": spectra.projection, "pinv": spectra.pseudo_inverse,
    "least_eigenvalue": lambda A: scalar(spectra.eigenvalues(A)[-1]),
    "exp_each": _each(exponential),
    "modulus": _modulus, "cond": _cond, "singular_product_sum": _paired,
    "nuclear": lambda A: _sum(spectra.singular_values(A)),
    "columns": lambda A: scalar(m.shape(A)[1]), "least": lambda A, B: scalar(smaller(number(A), number(B))),
}  # fmt: skip
