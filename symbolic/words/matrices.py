"""Matrices of symbolic shape: sums of scalar times word."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Union

from .. import shown
from ..errors import InputError
from .coefficients import Ratio
from .functions import function, member
from .letters import Dim, Exponent, Letter, Word, basis, letter, transposed
from .normal import closed, dimension, opened
from .scalars import ONE, ZERO, Scalar, ScalarLike, exact


class Matrix:
    """A ``rows x cols`` matrix in normal form; a 1 x 1 result of an operation is returned as a :class:`Scalar`."""

    __slots__ = ("_hash", "cols", "rows", "terms")

    def __init__(self, rows: Dim, cols: Dim, terms: dict[Word, Scalar]) -> None:
        self.rows, self.cols, self.terms = rows, cols, terms
        self._hash: int | None = None

    # Construction

    @staticmethod
    def of(x: Letter) -> Matrix:
        return Matrix(x.rows, x.cols, {(x,): ONE})

    @staticmethod
    def zero(rows: Dim, cols: Dim) -> Matrix | Scalar:
        return ZERO if rows == 1 and cols == 1 else Matrix(rows, cols, {})

    @staticmethod
    def identity(dim: Dim) -> Matrix | Scalar:
        return ONE if dim == 1 else Matrix(dim, dim, {(): ONE})

    # Arithmetic

    def __add__(self, other: Matrix) -> Matrix:
        if not isinstance(other, Matrix):
            return NotImplemented
        if (self.rows, self.cols) != (other.rows, other.cols):
            raise InputError(
                f"cannot add a {other.rows} x {other.cols} matrix to a {self.rows} x {self.cols} one: give equal shapes"
            )
        out = dict(self.terms)
        for w, c in other.terms.items():
            accumulate(out, w, c)
        return Matrix(self.rows, self.cols, out)

    def __neg__(self) -> Matrix:
        return Matrix(self.rows, self.cols, {w: -c for w, c in self.terms.items()})

    def __sub__(self, other: Matrix) -> Matrix:
        if not isinstance(other, Matrix):
            return NotImplemented
        return self + (-other)

    def __mul__(self, other: Matrix | ScalarLike) -> Matrix | Scalar:
        if isinstance(other, (Scalar, int, Fraction, Ratio)):
            return self.scaled(other)
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.cols != other.rows:
            raise InputError(
                f"cannot multiply a {self.rows} x {self.cols} matrix by a {other.rows} x {other.cols} one: "
                "the inner dimensions must agree."
            )
        rows, cols = self.rows, other.cols
        out: dict[Word, Scalar] = {}
        for w1, c1 in self.terms.items():
            for w2, c2 in other.terms.items():
                for word, value in opened(w1 + w2, rows, cols):
                    accumulate(out, word, value * (c1 * c2))
        return out.get((), ZERO) if rows == 1 and cols == 1 else Matrix(rows, cols, out)

    def scaled(self, factor: ScalarLike) -> Matrix:
        """``factor`` times the matrix."""
        products = ((w, c * factor) for w, c in self.terms.items())
        return Matrix(self.rows, self.cols, {w: c for w, c in products if c})

    def __rmul__(self, other: ScalarLike) -> Matrix:
        return self.scaled(other)

    def __truediv__(self, other: ScalarLike) -> Matrix:
        return self.scaled(Scalar.of(other) ** -1)

    def __pow__(self, exponent: Exponent) -> Matrix | Scalar:
        return power(self, exact(exponent))

    @property
    def T(self) -> Matrix:
        return Matrix(self.cols, self.rows, {transposed(w): c for w, c in self.terms.items()})

    # Comparison

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Matrix)
            and (self.rows, self.cols) == (other.rows, other.cols)
            and self.terms == other.terms
        )

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.rows, self.cols, frozenset(self.terms.items())))
        return self._hash

    def is_zero(self) -> bool:
        return all(c.is_zero() for c in self.terms.values())

    __repr__ = shown.by("words.printing", "text")
    _repr_latex_ = shown.typeset_by("typesetting.words", "broken")


Value = Union[Scalar, Matrix]


def accumulate(out: dict[Word, Scalar], w: Word, c: Scalar) -> None:
    old = out.get(w)
    total = c if old is None else old + c
    if total:
        out[w] = total
    elif old is not None:
        del out[w]


def matrix(
    name: str, rows: Dim, cols: Dim, *,
    symmetric: bool = False, posdef: bool = False, psd: bool = False, orthogonal: bool = False,
) -> Matrix:
    """A matrix (or vector) letter as a value."""
    return Matrix.of(letter(name, rows, cols, symmetric=symmetric, posdef=posdef, psd=psd, orthogonal=orthogonal))


def plus(a: Value, b: Value) -> Value:
    """The sum of two scalars or of two matrices of equal shape."""
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        return a + b
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return a + b
    raise InputError(f"cannot add {a} and {b}: one is a matrix and the other a scalar.")


def times(a: Value, b: Value) -> Value:
    """The product of scalars and matrices that fit."""
    return b.scaled(a) if isinstance(a, Scalar) and isinstance(b, Matrix) else a * b


def trace(A: Value) -> Scalar:
    """``tr A``."""
    if isinstance(A, Scalar):
        return A
    if A.rows != A.cols:
        raise InputError(f"tr of a {A.rows} x {A.cols} matrix: the argument must be square.")
    total = ZERO
    for w, c in A.terms.items():
        total = total + c * closed(w, A.rows)
    return total


def entry(A: Matrix, i: str, j: str) -> Scalar:
    """``A_ij = e_i^T A e_j`` for index names or numbers (1-based)."""
    left = Matrix.of(basis(i, A.rows)).T if A.rows != 1 else ONE
    right = Matrix.of(basis(j, A.cols)) if A.cols != 1 else ONE
    value = left * A * right
    assert isinstance(value, Scalar)
    return value


def power(A: Value, e: Fraction) -> Value:
    """``A**e``: whole powers of any square matrix; other powers of what is recognised as a function of one letter.

    Recognised are multiples of the identity, multiples of ``A^p (A+sI)^q`` and sums ``aA + bI`` or ``aA^2 + bA + cI``
    times such a power, for a positive definite letter A; fractional powers only where ``s = b/a`` (``b/a`` and ``c/a``)
    is known to be >= 0.  Raises :class:`InputError` otherwise.
    """
    if isinstance(A, Scalar):
        return A**e
    if A.rows != A.cols:
        raise InputError(f"power of a {A.rows} x {A.cols} matrix: the base must be square.")
    if e.denominator == 1 and e >= 0:
        out: Value = Matrix.identity(A.rows)
        for _ in range(int(e)):
            out = out * A
        return out
    if len(A.terms) == 1:
        ((word, c),) = A.terms.items()
        if not word:
            return Matrix(A.rows, A.cols, {(): c**e})
        x = word[0]
        if len(word) == 1 and x.inside and e.denominator == 1:
            assert x.shift is not None
            sum_ = Matrix(A.rows, A.cols, {x.inside: ONE, (): x.shift})
            return power(sum_, x.q * e) * c**e
        if len(word) == 1 and x.singular and e < 0 and not x.definite:
            raise InputError(f"{x} may be singular: take its pseudo-inverse, or declare {x.base} positive definite.")
        if len(word) == 1 and x.base is not None and (x.semidefinite or e.denominator == 1):
            return _family_value(A.rows, _Shifted(x.base, x.p * e, x.shift, x.q * e, c**e, x.middle))
        if e == -1 and all((x.base is not None and not x.singular) or has_inverse(x) for x in word):
            out = Matrix.identity(A.rows) * c**-1
            for x in reversed(word):
                out = out * inverse_of(x)
            return out
    found = _as_shifted(A)
    if found is not None and (
        e.denominator == 1 or all(x is None or x.is_nonnegative for x in (found.shift, found.middle))
    ):
        return _family_value(A.rows, found._replace(p=found.p * e, q=found.q * e, factor=found.factor**e))
    if found is None and e.denominator == 1 and len(A.terms) >= 2:
        from .inverses import inverse_of_sum

        inverted = inverse_of_sum(A)
        if inverted is not None:
            return power(inverted, -e)
    raise InputError(
        f"the matrix {A} has no recognised power {e}: pass a multiple of the identity, of a positive definite letter's "
        "power, of a sum a*A + b*I or a*A**2 + b*A + c*I, or an inverse of a*w + b*I for a symmetric word w."
    )


def has_inverse(x: Letter) -> bool:
    """Whether the letter is invertible and its inverse a letter: orthogonal, invertible, a power of a definite one."""
    power_of_definite = x.base is not None and x.q == 0 and x.definite and not x.singular
    return x.orthogonal or x.inverse is not None or power_of_definite


def inverse_of(x: Letter) -> Value:
    """The inverse of a letter that has one."""
    if x.orthogonal:
        return Matrix.of(x.t)
    return Matrix.of(x.inverse) if x.inverse is not None else power(Matrix.of(x), Fraction(-1))


def pseudo_inverse(A: Value) -> Value:
    """The Moore-Penrose inverse of a multiple of a power of a positive semi-definite letter or word, or an inverse.

    The factor is taken not to be 0.
    """
    base, p = _singular_power(A)
    if base is None:
        return power(A, Fraction(-1))
    assert isinstance(A, Matrix)
    (c,) = A.terms.values()
    return Matrix(A.rows, A.cols, {_word(member(base, -p, None, 0, projected=True)): c**-1})


def projection(A: Value) -> Matrix:
    """The orthogonal projection on the image of what :func:`pseudo_inverse` knows."""
    base, _ = _singular_power(A)
    if isinstance(A, Scalar):
        raise InputError(f"{A} is a number: projections are those on images of matrices.")
    if base is None:
        power(A, Fraction(-1))  # refuses what has no known inverse
    return Matrix(A.rows, A.cols, {_word(None if base is None else member(base, 0, None, 0, projected=True)): ONE})


def _singular_power(A: Value) -> tuple[Letter | None, Exponent]:
    """The letter, or the word's base, that may be singular, and the power of it of which ``A`` is a multiple."""
    words = list(A.terms) if isinstance(A, Matrix) else []
    if len(words) != 1 or not words[0]:
        return None, 1
    (word,) = words
    if len(word) == 1:
        x = word[0]
        return (x.base, x.p) if x.singular and x.q == 0 else (None, 1)
    if all(x.definite for x in word):
        return None, 1
    from .images import base_of

    return base_of(word), 1


def may_be_singular(A: Value) -> bool:
    """Whether ``A`` is a multiple of a power of a semi-definite letter."""
    x = _only_letter(A)
    return x is not None and x.singular and x.q == 0


def _only_letter(A: Value) -> Letter | None:
    """The letter of which ``A`` is a multiple."""
    words = list(A.terms) if isinstance(A, Matrix) else []
    return words[0][0] if len(words) == 1 and len(words[0]) == 1 else None


def _word(x: Letter | None) -> Word:
    return () if x is None else (x,)


class _Shifted(NamedTuple):
    """``factor base^p (base + shift I)^q``; with ``middle``, ``factor base^p (base^2 + middle base + shift I)^q``."""

    base: Letter
    p: Exponent
    shift: Scalar | None
    q: Exponent
    factor: Scalar
    middle: Scalar | None = None


def _family_value(dim: Dim, x: _Shifted) -> Matrix:
    found = function(x.base, x.p, x.shift, x.q, x.middle)
    return Matrix(dim, dim, {(() if y is None else (y,)): c * x.factor for y, c in found})


def _as_shifted(A: Matrix) -> _Shifted | None:
    """``A`` as a member of the family of one positive definite letter, if it is that."""
    letters = {w[0] for w in A.terms if w}
    bases = {x.base for x in letters}
    if any(len(w) > 1 for w in A.terms) or len(bases) != 1:
        return None
    base = bases.pop()
    if base is None:
        return None
    by_power: dict[Exponent, Scalar] = {}
    for w, c in A.terms.items():
        if w and w[0].q != 0:
            return _as_product_with_shift(A, base)
        by_power[w[0].p if w else 0] = c
    low, high = min(by_power), max(by_power)
    degree = high - low
    if degree < 1 or Fraction(degree).denominator != 1:
        return None
    # c B^low (B + s)^degree is decided by its two leading coefficients.
    c = by_power[high]
    shift = by_power.get(high - 1, ZERO) / (c * int(degree))
    found = _confirmed(A, _Shifted(base, low, shift, int(degree), c)) if shift else None
    if found is None and degree == 2 and by_power.get(low):
        middle = by_power.get(high - 1, ZERO) / c
        found = _confirmed(A, _Shifted(base, low, by_power[low] / c, 1, c, middle))
    return found


def _as_product_with_shift(A: Matrix, base: Letter) -> _Shifted | None:
    """A member whose partial fractions contain inverses of the shifted sum; small exponents are tried."""
    sums = {(w[0].shift, w[0].middle) for w in A.terms if w and w[0].shift is not None}
    if len(sums) != 1:
        return None
    ((shift, middle),) = sums
    halves = [Fraction(k, 2) for k in range(-6, 7)]
    for p in halves:
        for q in halves:
            shape = dict(function(base, p, shift, q, middle))
            if {(() if x is None else (x,)) for x in shape} != set(A.terms):
                continue
            x, first = next(iter(shape.items()))
            c = A.terms[() if x is None else (x,)] / first
            found = _confirmed(A, _Shifted(base, p, shift, q, c, middle))
            if found is not None:
                return found
    return None


def _confirmed(A: Matrix, x: _Shifted) -> _Shifted | None:
    # Denominators that are sums cancel only when cleared, so the comparison is by zero difference.
    return x if (_family_value(A.rows, x) - A).is_zero() else None


__all__ = [
    "Matrix", "Value", "dimension", "entry", "has_inverse", "inverse_of", "matrix", "member", "power", "projection",
    "pseudo_inverse", "trace",
]
