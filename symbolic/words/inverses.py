r"""Inverses of sums that lie in no commuting family: of a word and the identity, and of two semi-definite letters.

For plain powers x, y of two semi-definite letters, A before B by name, everything is brought to
:math:`W=(A^{a/2}B^bA^{a/2}+sI)^{-1}`:

.. math:: (YY^\top+sI)^{-1}=s^{-1}\bigl(I-Y(Y^\top Y+sI)^{-1}Y^\top\bigr),\quad
   (xy+sI)^{-1}=s^{-1}\bigl(I-x^{1/2}(x^{1/2}yx^{1/2}+sI)^{-1}x^{1/2}y\bigr),\quad
   (x+sy)^{-1}=y^{-1/2}(y^{-1/2}xy^{-1/2}+sI)^{-1}y^{-1/2},

the last for a positive definite y.
"""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from ..errors import InputError
from .letters import Letter, Word, transposed
from .matrices import Matrix, power
from .resolvents import resolvent
from .scalars import ONE, Scalar


def inverse_of_sum(A: Matrix) -> Matrix:
    """``A**-1`` for a sum of two terms: a word and a multiple of the identity, or two letters.

    That the sum is invertible is taken for granted: it is, where the word is semi-definite and the multiple positive.
    """
    if len(A.terms) == 2:
        identity = A.terms.get(())
        if identity is not None:
            word, c = next((w, c) for w, c in A.terms.items() if w)
            return _with_identity(word, identity / c) / c
        (first, c), (second, e) = A.terms.items()
        if len(first) == len(second) == 1:
            return _of_two(first[0], second[0], c, e)
    raise InputError(f"the inverse of {A} is not known.")


def _with_identity(word: Word, s: Scalar) -> Matrix:
    """``(word + s I)^-1``."""
    match word:
        case (x, y) if _plain(x) and _plain(y):
            if _comes_first(x, y):
                half = _root(x)
                W = Matrix.of(resolvent((half, y, half), s, -1))
                return _remainder(x, s, half, W, half, y)
            return _with_identity((y, x), s).T
        case (x, m, y) if x is y and _plain(x) and _plain(m) and _comes_first(m, x):
            half, square = _root(m), _only(power(Matrix.of(x), Fraction(2)))
            W = Matrix.of(resolvent((half, square, half), s, -1))
            return _remainder(x, s, x, half, W, half, x)
    if transposed(word) != word:
        raise InputError(f"the inverse of a sum of {'*'.join(map(str, word))} and the identity is not known.")
    return Matrix.of(resolvent(word, s, -1))


def _remainder(like: Letter, s: Scalar, *factors: Letter | Matrix) -> Matrix:
    """``s^-1 (I - factors)``."""
    identity = Matrix(like.rows, like.cols, {(): ONE})
    product = identity
    for x in factors:
        product = cast(Matrix, product * (Matrix.of(x) if isinstance(x, Letter) else x))
    return (identity - product) / s


def _of_two(x: Letter, y: Letter, c: Scalar, e: Scalar) -> Matrix:
    """``(c x + e y)^-1`` for one of them positive definite."""
    if _plain(x) and _plain(y):
        if not y.definite:
            x, y, c, e = y, x, e, c
        if y.definite:
            outer = power(Matrix.of(y), Fraction(-1, 2))
            inner = cast(Matrix, outer * Matrix.of(x) * outer)
            identity = Matrix(x.rows, x.cols, {(): e})
            return cast(Matrix, outer * power(inner.scaled(c) + identity, Fraction(-1)) * outer)
    raise InputError(f"the inverse of a sum of {x} and {y} is not known.")


def _plain(x: Letter) -> bool:
    """A power of a semi-definite letter."""
    return x.base is not None and x.q == 0


def _comes_first(x: Letter, y: Letter) -> bool:
    assert x.base is not None
    assert y.base is not None
    return x.base.key < y.base.key


def _root(x: Letter) -> Letter:
    return _only(power(Matrix.of(x), Fraction(1, 2)))


def _only(A: object) -> Letter:
    assert isinstance(A, Matrix)
    ((word, _),) = A.terms.items()
    return word[0]
