"""The meaning of the heads of linear algebra on words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from symbolic.words import (
    Matrix,
    Scalar,
    Value,
    absolute,
    condition,
    exp,
    log,
    norm_F,
    norm_op,
    nuclear,
    power,
    projection,
    pseudo_inverse,
    singular_product_sum,
)
from symbolic.words.blocks import Block, block_trace
from symbolic.words.determinants import determinant, symbolic_power
from symbolic.words.eigenvalues import eigenvalue, least_eigenvalue, least_positive_eigenvalue
from symbolic.words.matrices import may_be_singular, plus
from symbolic.words.matrices import trace as matrix_trace
from symbolic.words.operators import Map, Vec, as_block, as_map, assembled, kron, simplified, unwrapped

from ...statement.fold import Lacks
from .indices import total
from .shapes import Any_, size

Plain = TypeVar("Plain", Scalar, Matrix, Value)


def add(a: Any_, b: Any_) -> Any_:
    if size(a) != size(b):
        raise Lacks(f"words lacks the sum of a {_shape(a)} and a {_shape(b)} matrix")
    if isinstance(a, (Scalar, Matrix)) and isinstance(b, (Scalar, Matrix)):
        return plus(a, b)
    if isinstance(a, Vec) and isinstance(b, Vec):
        return Vec(a.matrix + b.matrix)
    if isinstance(a, Block) and isinstance(b, Block):
        return a + b
    return as_map(a) + as_map(b)


def negative(a: Any_) -> Any_:
    return scaled(a, Scalar.of(-1))


def scaled(a: Any_, factor: Scalar) -> Any_:
    return Vec(a.matrix * factor) if isinstance(a, Vec) else a * factor


def times(a: Any_, b: Any_) -> Any_:
    if isinstance(a, Scalar):
        return scaled(b, a)
    if isinstance(b, Scalar):
        return scaled(a, b)
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        return a * b
    if isinstance(a, (Map, Vec)) or isinstance(b, (Map, Vec)):
        return simplified(as_map(a).after(as_map(b)))
    return unwrapped(as_block(a) * as_block(b))


def divided(a: Any_, b: Any_) -> Any_:
    if not isinstance(b, Scalar):
        raise Lacks(f"words lacks division by a {_shape(b)} matrix")
    return scaled(a, b**-1)


def to_the(a: Any_, exponent: Any_) -> Any_:
    ratio = exponent.as_ratio() if isinstance(exponent, Scalar) else None
    if isinstance(a, Scalar) and isinstance(exponent, Scalar) and ratio is None:
        return symbolic_power(a, exponent)
    if ratio is None or not ratio.is_constant:
        raise Lacks(f"words lacks powers with the exponent {exponent}")
    e = ratio.at(1)
    if isinstance(a, Matrix) and e < 0 and may_be_singular(a):
        return power(pseudo_inverse(a), -e)  # which the inverse is, where there is one
    if isinstance(a, (Scalar, Matrix)):
        return power(a, e)
    if isinstance(a, Vec) or e.denominator != 1 or e < 1:
        raise Lacks(f"words lacks the power {e} of a {_shape(a)} matrix cut into blocks")
    out: Any_ = a
    for _ in range(int(e) - 1):
        out = times(out, a)
    return out


def transpose(a: Any_) -> Any_:
    return as_map(a).T if isinstance(a, Vec) else a.T


def trace(a: Any_) -> Scalar:
    if isinstance(a, Map):
        return a.trace()
    if isinstance(a, Vec):
        raise Lacks("words lacks the trace of a column")
    return block_trace(a)


def det(a: Any_) -> Scalar:
    if isinstance(a, (Map, Vec)):
        raise Lacks("words lacks determinants of operators on stacked matrices")
    return determinant(a)


def inner(a: Any_, b: Any_) -> Scalar:
    return trace(times(a, transpose(b)))


def frobenius(a: Any_) -> Scalar:
    if isinstance(a, (Scalar, Matrix)):
        return norm_F(a)
    return trace(times(a, transpose(a))) ** Fraction(1, 2)


def relu(a: Scalar) -> Scalar:
    r""":math:`\max(a,0)=\tfrac12(a+|a|)`."""
    return (a + absolute(a)) * Fraction(1, 2)


def square_root(a: Any_) -> Any_:
    return to_the(a, Scalar.of(Fraction(1, 2)))


def rank(a: Scalar | Matrix) -> Scalar:
    r""":math:`\mathrm{tr}(P)` for the projection P on the image."""
    if isinstance(a, Scalar):
        raise Lacks("words lacks the rank of a number")
    return matrix_trace(projection(a))


def vec(a: Any_) -> Any_:
    block = as_block(a)
    return unwrapped(block) if block.cols == (1,) else Vec(block)


def unvec(x: Any_, like: Any_) -> Any_:
    """The matrix whose Vec is x; ``like`` is a zero column with the wanted number of rows."""
    (rows, cols), _ = size(x)
    if size(like)[0][0] != rows:
        raise Lacks(f"words lacks unstacking a column of {total(rows) * total(cols)} entries that way")
    return unwrapped(x.matrix) if isinstance(x, Vec) else x


def kronecker(a: Any_, b: Any_) -> Any_:
    return kron(as_block(a), as_block(b))


def grid(rows: list[list[Any_]]) -> Any_:
    """A block matrix from values; stacked spaces are joined when an entry acts on them."""
    flat = [x for line in rows for x in line]
    if any(isinstance(x, (Map, Vec)) for x in flat):
        return assembled([[as_map(x) for x in line] for line in rows])
    blocks = [[as_block(x) for x in line] for line in rows]
    lines: list[list[Scalar | Matrix]] = []
    for line in blocks:
        lines += [[x for b in line for x in b.entries[i]] for i in range(len(line[0].rows))]
    return Block(lines)


def plain(function: Callable[..., Plain], name: str) -> Callable[..., Plain]:
    """A function of scalars and uncut matrices only."""

    def checked(*args: Any_) -> Plain:
        if not all(isinstance(a, (Scalar, Matrix)) for a in args):
            raise Lacks(f"words lacks {name} of matrices cut into blocks")
        return function(*args)

    return checked


def _shape(a: Any_) -> str:
    target, source = size(a)
    return " x ".join(str(total(rows) * total(cols)) for rows, cols in (target, source))


STRICT: dict[str, Callable[..., Any]] = {
    "+": add,
    "-": lambda a, b: add(a, negative(b)),
    "neg": negative,
    "*": times,
    "/": divided,
    "^": to_the,
    "T": transpose,
    "tr": trace,
    "det": det,
    "sqrt": square_root,
    "pinv": plain(pseudo_inverse, "pinv"),
    "projection": plain(projection, "projection"),
    "rank": plain(rank, "rank"),
    "eigenvalue": plain(eigenvalue, "eigenvalue"),
    "least_eigenvalue": plain(least_eigenvalue, "least_eigenvalue"),
    "least_positive_eigenvalue": plain(least_positive_eigenvalue, "least_positive_eigenvalue"),
    "norm_F": frobenius,
    "norm_2": frobenius,
    "norm_op": plain(norm_op, "norm_op"),
    "inner": inner,
    "abs": plain(absolute, "abs"),
    "relu": plain(relu, "relu"),
    "cond": plain(condition, "cond"),
    "exp": plain(exp, "exp"),
    "log": plain(log, "log"),
    "vec": vec,
    "unvec": unvec,
    "kron": kronecker,
    "block": lambda a, b, c, d: grid([[a, b], [c, d]]),
    "stack": lambda a, b: grid([[a], [b]]),
    "beside": lambda a, b: grid([[a, b]]),
    "columns": lambda a: total(size(a)[1][0]) * total(size(a)[1][1]),
    "singular_product_sum": plain(singular_product_sum, "singular_product_sum"),
    "nuclear": plain(nuclear, "nuclear"),
}
"""Heads whose arguments are all read first."""
