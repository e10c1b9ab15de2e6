r"""The minimum of a quadratic function of one vector, by completing the square.

:math:`f(v)=v^\top Av-2b^\top v+c` with A positive definite has the unique minimiser :math:`A^{-1}b` and
:math:`f(v)-\min f=(v-A^{-1}b)^\top A(v-A^{-1}b)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .errors import InputError
from .minima import is_positive_definite
from .words import Letter, Matrix, Scalar, gradient, name_of, power, substitute
from .words.letters import Word
from .words.matrices import plus, times


@dataclass(frozen=True)
class LeastSquares:
    """The certificate of a completed square; :func:`verify` checks it again from these fields alone."""

    f: Scalar
    v: Matrix
    A: Matrix
    point: Matrix
    minimum: Scalar


def least_squares(f: Scalar, v: Matrix) -> LeastSquares:
    """The minimum of ``f`` over the d x 1 letter ``v``; raises :class:`InputError` where it is not quadratic in it."""
    x = name_of(v)
    assert isinstance(x, Letter)
    slope = gradient(f, v)
    assert isinstance(slope, Matrix)
    at_zero = substitute(slope, {x: v.scaled(0)})
    terms: dict[Word, Scalar] = {}
    for word, c in plus(slope, -at_zero).terms.items():
        if not word or word[-1] is not x:
            raise InputError(f"f is not a quadratic function of {v} with one matrix: give v^T A v - 2 b^T v + c.")
        terms[word[:-1]] = Scalar.of(Fraction(1, 2)) * c
    A = Matrix(x.rows, x.rows, terms)
    point = times(times(power(A, Fraction(-1)), at_zero), Scalar.of(Fraction(-1, 2)))
    minimum = substitute(f, {x: point})
    assert isinstance(point, Matrix)
    assert isinstance(minimum, Scalar)
    return LeastSquares(f, v, A, point, minimum)


def verify(fit: LeastSquares) -> bool:
    """Whether f - minimum is the square at ``point`` for every v, and A is positive definite."""
    off = fit.v - fit.point
    square = times(times(off.T, fit.A), off)
    assert isinstance(square, Scalar)
    return (fit.f - fit.minimum - square).is_zero() and is_positive_definite(fit.A)
