r"""Inverses of sums that lie in no commuting family: of a word and the identity, and of two semi-definite letters.

Each of two sums with the same inverse up to a change of sides is brought to one of them:

.. math:: (YY^\top+sI)^{-1}=s^{-1}\bigl(I-Y(Y^\top Y+sI)^{-1}Y^\top\bigr),\quad
   (xy+sI)^{-1}=s^{-1}\bigl(I-x^{1/2}(x^{1/2}yx^{1/2}+sI)^{-1}x^{1/2}y\bigr),\quad
   (x+sy)^{-1}=y^{-1/2}(y^{-1/2}xy^{-1/2}+sI)^{-1}y^{-1/2},

for powers x, y of semi-definite letters, in the last y positive definite.  A word :math:`umu^\top` with m semi-definite
is :math:`YY^\top` for :math:`Y=um^{1/2}`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from .letters import Letter, Word, transposed
from .matrices import Matrix, power
from .normal import merged
from .resolvents import resolvent
from .scalars import ONE, Scalar


def inverse_of_sum(A: Matrix) -> Matrix | None:
    """``A**-1`` for a sum of two terms: a word and a multiple of the identity, or two letters; ``None`` for others.

    Terms of rank one may be added to such a sum, and to a multiple of the identity (Sherman and Morrison).  That the
    sum is invertible is taken for granted: it is, where the word is semi-definite and the multiple positive.
    """
    column = next((_column(w) for w in A.terms if _column(w)), ())
    if column:
        return _beside_rank_one(A, column)
    if len(A.terms) != 2:
        return None
    identity = A.terms.get(())
    if identity is not None:
        word, c = next((w, c) for w, c in A.terms.items() if w)
        found = _with_identity(word, identity / c)
        return None if found is None else found / c
    (first, c), (second, e) = A.terms.items()
    return _of_two(first[0], second[0], c, e) if len(first) == len(second) == 1 else None


def _column(word: Word) -> Word:
    """u where the word is ``u u^T`` for a vector u; else empty."""
    half = word[: len(word) // 2]
    return half if half and half[-1].cols == 1 and half + transposed(half) == word else ()


def _beside_rank_one(A: Matrix, column: Word) -> Matrix | None:
    """``(B + c u u^T)^-1 = K - c K u u^T K / (1 + c u^T K u)`` with K the inverse of B."""
    word = column + transposed(column)
    u, c = Matrix(A.rows, 1, {column: ONE}), A.terms[word]
    rest = Matrix(A.rows, A.cols, {w: x for w, x in A.terms.items() if w != word})
    if not rest.terms:
        return None
    K = cast(Matrix, power(rest, Fraction(-1)))
    image = cast(Matrix, K * u)
    size = cast(Scalar, image.T * u)
    return K - cast(Matrix, image * cast(Matrix, u.T * K)).scaled(c / (size * c + 1))


def _with_identity(word: Word, s: Scalar) -> Matrix | None:
    """``(word + s I)^-1``."""
    if len(word) == 2 and all(map(_is_power, word)):
        x, y = word
        if _key((y,)) < _key((x,)):
            return cast(Matrix, _with_identity((y, x), s)).T
        half = _root(x)
        return _remainder((half,), (half, y, half), s, (half, y))
    if transposed(word) != word or len(word) < 2:
        return None
    Y = _left_factor(word)
    if Y is not None:
        other = _one_word(transposed(Y) + Y)
        if other is not None and _key(other) < _key(word):
            return _remainder(Y, other, s, transposed(Y))
    return Matrix.of(resolvent(word, s, -1))


def _left_factor(word: Word) -> Word | None:
    """Y where the word is ``Y Y^T``."""
    middle = word[len(word) // 2]
    if len(word) % 2 == 0:
        return word[: len(word) // 2]
    return (*word[: len(word) // 2], _root(middle)) if _is_power(middle) else None


def _one_word(word: Word) -> Word | None:
    """The normal form of a word, if that is one word of several letters."""
    sums = merged(word)
    found = word if sums is None else sums[0][0] if len(sums) == 1 and sums[0][1] == ONE else ()
    return found if len(found) > 1 else None


def _key(word: Word) -> tuple[object, ...]:
    """An order of words: columns of a smaller dimension by name first, then the names of the letters."""
    return str(word[0].rows), [(x.original if x.base is None else x.base).key for x in word], [x.key for x in word]


def _remainder(left: Word, word: Word, s: Scalar, right: Word) -> Matrix:
    """``s^-1 (I - left (word + s I)^-1 right)``."""
    rows, inner = left[0].rows, left[-1].cols
    identity = Matrix(rows, rows, {(): ONE})
    W = Matrix.of(resolvent(word, s, -1))
    product = Matrix(rows, inner, {left: ONE}) * W * Matrix(inner, rows, {right: ONE})
    return (identity - cast(Matrix, product)) / s


def _of_two(x: Letter, y: Letter, c: Scalar, e: Scalar) -> Matrix | None:
    """``(c x + e y)^-1`` for one of them positive definite."""
    if not y.definite:
        x, y, c, e = y, x, e, c
    if not (y.definite and _is_power(x) and _is_power(y)):
        return None
    outer = cast(Matrix, power(Matrix.of(y), Fraction(-1, 2)))
    inner = cast(Matrix, outer * Matrix.of(x) * outer)
    inverse = power(inner.scaled(c) + Matrix(x.rows, x.cols, {(): e}), Fraction(-1))
    return cast(Matrix, outer * inverse * outer)


def _is_power(x: Letter) -> bool:
    """Whether the letter is a power of a semi-definite one."""
    return x.base is not None and x.q == 0


def _root(x: Letter) -> Letter:
    ((word, _),) = cast(Matrix, power(Matrix.of(x), Fraction(1, 2))).terms.items()
    return word[0]
