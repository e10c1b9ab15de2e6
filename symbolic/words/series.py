r"""Series in 1/N of values whose coefficients and shifts are rational functions of N.

:math:`(\Lambda+sI)^q` with :math:`s=s(N)\to0` is :math:`\sum_j\binom qjs^j\Lambda^{q-j}`, whose remainder after the
order J is :math:`O(N^{-J-1})` for a fixed positive definite :math:`\Lambda`; so is that of the inverse of
:math:`w+sI` for a word w of positive definite letters.  Where :math:`\Lambda` may be singular, that is so on its
image; off it the sum is s.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import cast

from ..errors import InputError
from .coefficients import Ratio
from .functions import member
from .letters import Dim, Letter, Word
from .matrices import Matrix, Value, plus, power, projection, pseudo_inverse, times, trace
from .scalars import ATOMS, ONE, ZERO, Atom, Mono, Scalar
from .structure import names, names_in

SMALL = Scalar.symbol("1/N", 1)
(_SMALL,) = SMALL.atoms()


class Series:
    """A value as a polynomial in 1/N up to a remainder of higher order than ``order``."""

    def __init__(self, value: Value, order: int) -> None:
        self.given = value
        # A factor N^m in front asks for m more orders of everything else.
        growth = max((self._growth(m, c) for m, c in coefficients(value)), default=0)
        self.order, self.depth = order, order + growth + _poles(value)
        self.atoms: dict[Atom, Scalar] = {}

    @staticmethod
    def _growth(mono: Mono, c: Ratio) -> int:
        return max(0, c.num.degree() - c.den.degree())

    def value(self) -> Value:
        value = self.given
        if isinstance(value, Scalar):
            return self._cut(self._scalar(value), self.order)
        total: Value = Matrix(value.rows, value.cols, {})
        for word, c in value.terms.items():
            total = plus(total, times(self._scalar(c), self._word(word, value.rows)))
        return self._cut(total, self.order)

    def _scalar(self, value: Scalar) -> Scalar:
        total = ZERO
        for mono, c in value.terms.items():
            term = self._ratio(c)
            for k, e in mono:
                a = ATOMS[k]
                if "N" not in names_in(a):
                    term = term * a.power(e)
                    continue
                if a.kind != "cycle" or not isinstance(e, int) or e < 0:
                    raise InputError(f"({a.power(e)}) depends on N in a way that is not expanded.")
                if a not in self.atoms:
                    self.atoms[a] = trace(self._word(a.args, a.args[0].rows))
                for _ in range(e):
                    term = cast(Scalar, self._cut(term * self.atoms[a], self.depth))
            total = total + term
        return total

    def _word(self, word: Word, dim: Dim) -> Value:
        out: Value = Matrix.identity(dim)
        for x in word:
            out = self._cut(times(out, self._letter(x)), self.depth)
        return out

    def _letter(self, x: Letter) -> Value:
        r"""A member :math:`A^p(A+sI)^q=A^{p+q}(I+u)^q`, :math:`u=sA^{-1}`, as a series in u; with a middle term m,
        :math:`A^p(A^2+mA+sI)^q=A^{p+2q}(I+u)^q` with :math:`u=mA^{-1}+sA^{-2}`; where A may be singular, on its image.
        """
        if "N" not in names((x.shift, x.middle, x.weight)):
            return Matrix.of(x)
        if x.inside:
            return self._resolvent(x)
        if x.base is None or x.shift is None:
            raise InputError(f"{x} depends on N in a way that is not expanded.")
        lead = 1 if x.middle is None else 2
        small = {-lead: self._small(x.shift, x)} | ({} if x.middle is None else {-1: self._small(x.middle, x)})
        total = self._off_the_image(x, member(x.base, 0, None, 0, projected=x.singular)) if x.p == 0 else _none(x)
        powers: dict[int, Scalar] = {0: ONE}
        choose, q = Fraction(1), Fraction(x.q)
        for j in range(self.depth + 1):
            for k, c in powers.items():
                base = member(x.base, Fraction(x.p) + lead * q + k, None, 0, projected=x.singular)
                total = plus(total, times(c * choose, Matrix.identity(x.rows) if base is None else Matrix.of(base)))
            powers = self._product(powers, small)
            choose = choose * (q - j) / (j + 1)
        return total

    def _resolvent(self, x: Letter) -> Value:
        r"""A letter :math:`(w+sI)^q=s^q(I-\Pi)+\sum_j\binom qjs^j(w^+)^{j-q}`, :math:`\Pi` projecting on the image."""
        assert x.shift is not None
        word = Matrix(x.rows, x.cols, {x.inside: ONE})
        small, inverse = self._small(x.shift, x), pseudo_inverse(word)
        total = self._off_the_image(x, projection(word))
        choose, q = Fraction(1), int(x.q)
        for j in range(self.depth + 1):
            term = times(small**j * choose, power(inverse, Fraction(j - q)))
            total = self._cut(plus(total, term), self.depth)
            choose = choose * (q - j) / (j + 1)
        return total

    def _off_the_image(self, x: Letter, image: Letter | Matrix | None) -> Value:
        r""":math:`s^q(I-\Pi)`, with the projection on the image; None stands for the identity."""
        if image is None:
            return _none(x)
        on = image if isinstance(image, Matrix) else Matrix.of(image)
        outside = plus(Matrix.identity(x.rows), times(Scalar.of(-1), on))
        if outside.is_zero():
            return _none(x)
        if x.shift is None or not isinstance(x.q, int):
            raise InputError(f"{x} depends on N in a way that is not expanded.")
        return times(self._scalar(x.shift**x.q), outside)

    def _small(self, value: Scalar, x: Letter) -> Scalar:
        """The series of a shift or a middle term, which has to vanish with 1/N."""
        series = Series(value, self.depth).value()
        assert isinstance(series, Scalar)
        if any(e <= 0 for e in (dict(m).get(_SMALL.number, 0) for m in series.terms)):
            raise InputError(f"{x} does not tend to a power of {x.base} with 1/N: it is not expanded.")
        return series

    def _product(self, a: dict[int, Scalar], b: dict[int, Scalar]) -> dict[int, Scalar]:
        """The product of two polynomials in the inverse of a letter, cut."""
        out: dict[int, Scalar] = {}
        for i, c in a.items():
            for j, e in b.items():
                out[i + j] = out.get(i + j, ZERO) + cast(Scalar, self._cut(c * e, self.depth))
        return out

    def _ratio(self, c: Ratio) -> Scalar:
        """The Laurent series of a rational function of N, by long division in 1/N."""
        top, bottom = ([Fraction(int(x.p), int(x.q)) for x in reversed(p.coeffs())] for p in (c.num, c.den))
        start = c.den.degree() - c.num.degree()
        digits: list[Fraction] = []
        for k in range(self.depth - start + 1):
            known = sum((digits[i] * bottom[k - i] for i in range(k) if k - i < len(bottom)), Fraction(0))
            digits.append(((top[k] if k < len(top) else Fraction(0)) - known) / bottom[0])
        return sum((SMALL ** (start + k) * digit for k, digit in enumerate(digits) if digit), ZERO)

    @staticmethod
    def _cut(value: Value, order: int) -> Value:
        def kept(c: Scalar) -> Scalar:
            return Scalar({m: r for m, r in c.terms.items() if dict(m).get(_SMALL.number, 0) <= order})

        if isinstance(value, Scalar):
            return kept(value)
        terms = {w: kept(c) for w, c in value.terms.items()}
        return Matrix(value.rows, value.cols, {w: c for w, c in terms.items() if c})


def _poles(value: Value) -> int:
    """At least the largest power of N that inverses of sums with singular words bring into a term."""
    in_scalars = (
        sum(abs(int(e)) * _poles_of(ATOMS[k].args) for k, e in m if ATOMS[k].kind == "cycle")
        for m, _ in coefficients(value)
    )
    in_words = map(_poles_of, value.terms if isinstance(value, Matrix) else ())
    return max(in_scalars, default=0) + max(in_words, default=0)


def _poles_of(word: Word) -> int:
    return sum(_pole(x) for x in word)


def _pole(x: Letter) -> int:
    """The power of N in :math:`s^q`, where the letter has a part off an image."""
    singular = not all(y.definite for y in x.inside) if x.inside else x.singular and x.p == 0
    if not singular or x.shift is None or "N" not in names(x.shift):
        return 0
    orders = [c.den.degree() - c.num.degree() for _, c in coefficients(x.shift)]
    return max(0, math.ceil(-x.q * max(orders, default=0)))


def _none(x: Letter) -> Value:
    return Matrix(x.rows, x.cols, {})


def coefficients(value: Value) -> list[tuple[Mono, Ratio]]:
    scalars = [value] if isinstance(value, Scalar) else list(value.terms.values())
    return [(m, c) for s in scalars for m, c in s.terms.items()]
