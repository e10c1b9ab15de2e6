"""Signs of exact functions: certain for all admissible values of their generators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flint import fmpq, fmpq_mpoly

from symbolic.entries import Matrix, Ratio

from .needs import is_at_least_1
from .space import Space

MOST_TERMS = 150
"""Longer polynomials are not factored."""
DEEP = 2
"""How often a quadratic's coefficients are taken for quadratics themselves."""


class Signs:
    """Signs over the values that a space's traits admit: positive generators, positive definite matrices."""

    def __init__(self, space: Space) -> None:
        self._squares = not space.setting.model.derived_loss and space.setting.d == 1
        self._names = list(space.ctx.names())
        self._positive, self._nonnegative = space.roots.positive, space.roots.nonnegative
        self._lengths = [s.name for s in space.needed if is_at_least_1(s) and s.name in self._names]
        self._minors = [m.num for m in _minors(space)]

    def strict(self, value: Ratio) -> int:
        """1 or -1 where the function is certain to have this sign and to vanish nowhere, otherwise 0."""
        sign, strict = self.of(value)
        return sign if strict else 0

    def of(self, value: Ratio) -> tuple[int, bool]:
        """(sign, strict): 1 or -1 where the function is never of the other sign, strict where it never vanishes."""
        if not value:
            return 1, False
        sign, strict = self._of_polynomial(value.num, DEEP if self._squares else 0)
        below, positive = self._of_polynomial(value.denominator)
        return (sign * below, strict) if positive else (0, False)

    def _of_polynomial(self, poly: fmpq_mpoly, deep: int = 0) -> tuple[int, bool]:
        direct = self._by_coefficients(poly)
        if direct[0] or len(poly) > MOST_TERMS:
            return direct
        shifted = self._from_one(poly)
        if shifted[0]:
            return shifted
        if deep and (found := self._as_quadratic(poly, deep - 1))[0]:
            return found
        constant, factors = poly.factor()
        sign, strict = (1 if constant > 0 else -1), True
        for factor, exponent in factors:
            one, definite = self._of_factor(factor)
            if not one and deep and len(factors) > 1:
                one, definite = self._as_quadratic(factor, deep - 1)
            if int(exponent) % 2 == 0:
                strict = strict and bool(one) and definite
                continue
            sign, strict = sign * one, strict and definite
        return (sign, strict) if sign else (0, False)

    def _as_quadratic(self, poly: fmpq_mpoly, deep: int) -> tuple[int, bool]:
        """Of :math:`ax^2+bx+c` in a generator x of unknown sign, with a of known sign and :math:`4ac-b^2` >= 0."""
        ctx = poly.context()
        for place, name in enumerate(self._names):
            if name in self._positive or name in poly.unused_gens():
                continue
            parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
            for exponent, coefficient in poly.to_dict().items():
                rest = (*exponent[:place], 0, *exponent[place + 1 :])
                parts.setdefault(int(exponent[place]), {})[rest] = coefficient
            if max(parts) != 2 or 1 not in parts or 0 not in parts:
                continue
            a, b, c = (ctx.from_dict(parts[k]) for k in (2, 1, 0))
            apart, strict = self._of_polynomial(4 * a * c - b * b, deep)
            if apart == 1 and (sign := self._of_polynomial(a, deep)[0]):
                return sign, strict
        return 0, False

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
            loose = {name: e for name, e in zip(self._names, exponent, strict=True) if e and name not in self._positive}
            if any(int(e) % 2 for name, e in loose.items() if name not in self._nonnegative):
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
