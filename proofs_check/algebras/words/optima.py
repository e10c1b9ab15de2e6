"""Minima and minimisers on words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from symbolic.errors import InputError
from symbolic.landscape import landscape
from symbolic.landscape import verify as verify_landscape
from symbolic.least_squares import LeastSquares, least_squares
from symbolic.least_squares import verify as verify_fit
from symbolic.lsa import population_loss
from symbolic.minima import Square, complete_square
from symbolic.minima import verify as verify_square
from symbolic.semidefinite_minima import all_minimisers, minimise
from symbolic.words import Matrix, Scalar, Value, name_of, substitute
from symbolic.words.structure import Name

from ...statement.fold import Lacks
from ...statement.ranges import over_a_space
from ...statement.terms import Op, Term
from .shapes import refuse_hidden

Read = Callable[[Term], Any]


def minimum(node: Op, read: Read) -> Scalar:
    over_a_space(node.args[1:], "words")
    f, *variables = (read(arg) for arg in node.args)
    refuse_hidden(f, [name_of(v) for v in variables], "minima")
    match variables:
        case [Matrix(cols=1) as v] if isinstance(f, Scalar):
            return _fit(f, v).minimum
        case [Matrix() as U, Scalar() as u] if isinstance(f, Scalar):
            return square_of_product(f, U, u).minimum
        case [Matrix() as U] if isinstance(f, Scalar):
            return least_of(f, None, U)
        case [Matrix(cols=1) as v, Matrix() as U] | [Matrix() as U, Matrix(cols=1) as v] if isinstance(f, Scalar):
            return least_of(f, v, U)
        case [Matrix(), Matrix(), Matrix(), Scalar()] if f == population_loss():
            decomposition = landscape()
            if not verify_landscape(decomposition):
                raise Lacks("words lacks a certificate for the minimum over all parameters")
            return decomposition.minimum
    raise Lacks("words finds minima of quadratic functions of one vector, one matrix, a vector and a matrix, or the "
                "product of a matrix and a scalar, and of the population loss")


def least_of(f: Scalar, v: Matrix | None, U: Matrix) -> Scalar:
    """The minimum of a function of a matrix, and of a vector beside it."""
    if v is None:
        try:
            return square_of(f, U).minimum
        except (InputError, Lacks):
            pass
    return minimise(f, v, U).value


def minimisers_of(f: Scalar, v: Matrix | None, U: Matrix) -> dict[Name, Value]:
    """All minimisers of such a function: values that may contain free letters."""
    if v is None:
        try:
            return {name_of(U): square_of(f, U).K}
        except (InputError, Lacks):
            pass
    return all_minimisers(minimise(f, v, U))


def square_of(f: Scalar, U: Matrix) -> Square:
    """The completed square of a quadratic function of one matrix: of ``f(u U)``, whose minimum is that of ``f``."""
    u = Scalar.symbol("scale of U")
    return square_of_product(cast(Scalar, substitute(f, {name_of(U): U * u})), U, u)


def square_of_product(f: Scalar, U: Matrix, u: Scalar) -> Square:
    """The completed square of a function of ``u U``, certified."""
    square = complete_square(f, U, u)
    if not verify_square(square):
        raise Lacks("words lacks a certificate that the completed square is a sum of squares")
    return square


def argmin(node: Op, read: Read) -> Matrix:
    """The unique minimiser of a quadratic function of one vector."""
    over_a_space(node.args[1:], "words")
    f, *variables = (read(arg) for arg in node.args)
    refuse_hidden(f, [name_of(v) for v in variables], "minima")
    match variables:
        case [Matrix(cols=1) as v] if isinstance(f, Scalar):
            return _fit(f, v).point
    raise Lacks("words finds minimisers of quadratic functions of one vector")


def _fit(f: Scalar, v: Matrix) -> LeastSquares:
    fit = least_squares(f, v)
    if not verify_fit(fit):
        raise Lacks("words lacks a certificate that the quadratic form is positive definite")
    return fit
