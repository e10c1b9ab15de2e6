"""Signs of exact functions: certain for all admissible values of their generators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flint import fmpq_mpoly

from symbolic.entries import Matrix, Ratio

from .needs import is_length
from .space import Space

MOST_TERMS = 150
"""Longer polynomials are not factored."""


class Signs:
    """Signs over the values that a space's traits admit: positive generators, positive definite matrices."""

    def __init__(self, space: Space) -> None:
        self._names = list(space.ctx.names())
        self._positive = space.roots.positive
        self._lengths = [s.name for s in space.needed if is_length(s) and s.name in self._names]
        self._minors = [m.num for m in _minors(space)]

    def strict(self, value: Ratio) -> int:
        """1 or -1 where the function is certain to have this sign and to vanish nowhere, otherwise 0."""
        sign, strict = self.of(value)
        return sign if strict else 0

    def of(self, value: Ratio) -> tuple[int, bool]:
        """(sign, strict): 1 or -1 where the function is never of the other sign, strict where it never vanishes."""
        if not value:
            return 1, False
        sign, strict = self._of_polynomial(value.num)
        below, positive = self._of_polynomial(value.denominator)
        return (sign * below, strict) if positive else (0, False)

    def _of_polynomial(self, poly: fmpq_mpoly) -> tuple[int, bool]:
        direct = self._by_coefficients(poly)
        if direct[0] or len(poly) > MOST_TERMS:
            return direct
        shifted = self._from_one(poly)
        if shifted[0]:
            return shifted
        constant, factors = poly.factor()
        sign, strict = (1 if constant > 0 else -1), True
        for factor, exponent in factors:
            one, definite = self._of_factor(factor)
            if int(exponent) % 2 == 0:
                strict = strict and bool(one) and definite
                continue
            sign, strict = sign * one, strict and definite
        return (sign, strict) if sign else (0, False)

    def _from_one(self, poly: fmpq_mpoly) -> tuple[int, bool]:
        """The same with every length written as 1 plus something that is not negative."""
        if not set(self._lengths) - set(poly.unused_gens()):
            return 0, False
        ctx = poly.context()
        images = [g + 1 if name in self._lengths else g for name, g in zip(self._names, ctx.gens(), strict=True)]
        return self._by_coefficients(poly.compose(*images, ctx=ctx), zero=self._lengths)

    def _of_factor(self, factor: fmpq_mpoly) -> tuple[int, bool]:
        for minor in self._minors:
            quotient = factor.leading_coefficient() / minor.leading_coefficient()
            if factor == minor * quotient:
                return (1 if quotient > 0 else -1), True
        return self._by_coefficients(factor)

    def _by_coefficients(self, poly: fmpq_mpoly, zero: Sequence[str] = ()) -> tuple[int, bool]:
        """Coefficients of one sign; generators of unknown sign in even powers only; those in ``zero`` may vanish."""
        signs = {c > 0 for c in poly.coeffs()}
        if len(signs) != 1:
            return 0, False
        strict = False
        for exponent in poly.monoms():
            loose = [int(e) for name, e in zip(self._names, exponent, strict=True) if e and name not in self._positive]
            if any(e % 2 for e in loose):
                return 0, False
            strict = strict or not (loose or any(exponent[self._names.index(name)] for name in zero))
        return (1 if signs.pop() else -1), strict


def _minors(space: Space) -> Iterable[Ratio]:
    """Principal minors of the positive definite matrices of generators."""
    for sym in space.needed:
        if sym.has("posdef") and sym.shape != (1, 1) and sym.name not in space.rooted:
            A: Matrix = space.generic(sym)
            n = len(A.rows)
            for mask in range(1, 2**n):
                rows = [k for k in range(n) if mask >> k & 1]
                yield Matrix.build(len(rows), len(rows), lambda i, j: A[rows[i], rows[j]]).det()  # noqa: B023
