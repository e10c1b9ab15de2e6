"""Which symbol an equation among the conditions gives a value at a point: the one that it names, or a number of which
it is a polynomial, where that has a real root: of all numbers the one that has the least way to go."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

import flint

from ...algebras import ball_psd
from ...algebras.ball_values import Value, number
from ...algebras.balls import BallsAlgebra
from ...statement.props import Prop
from ...statement.roots import Polynomial, real_roots, value
from ...statement.terms import Sym, Term, symbols
from ...statement.univariate import polynomial_in

_FIXED = frozenset({"zero", "identity"})
"""Symbols whose values no hypothesis can change."""
_NO_REAL = frozenset({"integer", "index", "random", "derived"})
Solution = tuple[Sym, Value, flint.fmpq_mat | None]


def solved(part: Prop, algebra: BallsAlgebra, settled: Collection[Sym]) -> Solution | None:
    """The symbol, its value, and that as fractions where it is made of such; ``settled`` stay as they are."""
    if part.head != "eq":
        return None
    sym, given = part.args
    if isinstance(sym, Sym) and isinstance(given, Term) and _may_move(sym, algebra, {*settled, *symbols(given)}):
        return sym, algebra.read(given), ball_psd.exactly(given, algebra) if algebra.is_own else None
    return _root(part, algebra, settled) if algebra.is_own else None


def _may_move(sym: Sym, algebra: BallsAlgebra, settled: Collection[Sym]) -> bool:
    sized = (sym.name in algebra.sizes and sym.shape == (1, 1)) or sym.traits & _FIXED
    return not sized and sym not in settled


def _root(part: Prop, algebra: BallsAlgebra, settled: Collection[Sym]) -> Solution | None:
    lhs, rhs = part.args
    if not (isinstance(lhs, Term) and isinstance(rhs, Term)):
        return None
    met = symbols(lhs) | symbols(rhs)
    known = {s: algebra.exact[s.name] for s in met if s.shape == (1, 1) and s.name in algebra.exact}
    exact = {s: Fraction(str(rows[0, 0])) for s, rows in known.items()}
    found = []
    for s in (s for s in exact if not s.traits & _NO_REAL and _may_move(s, algebra, settled)):
        p = polynomial_in(lhs - rhs, s, tuple((t, x) for t, x in exact.items() if t != s))
        found += [(abs(x - exact[s]), s.name, s, p, x) for x in real_roots(p or {}) if p]
    if not found:
        return None
    _, _, s, p, x = min(found, key=lambda one: one[:2])
    if value(p, x) == 0:
        return s, number(x), flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator)]])
    return s, number(_enclosed(p, x)), None


def _enclosed(p: Polynomial, near: Fraction) -> flint.arb:
    """The real root close to this fraction."""
    whole = flint.fmpq_poly([flint.fmpq(c.numerator, c.denominator) for c in _coefficients(p)])
    roots: Any = whole.numer().complex_roots()
    real: list[flint.arb] = [root.real for root, _ in roots if root.imag == 0]
    about = flint.arb(flint.fmpq(near.numerator, near.denominator))
    return min(real, key=lambda x: float(abs(x - about).mid()))


def _coefficients(p: Polynomial) -> list[Fraction]:
    return [p.get(k, Fraction(0)) for k in range(max(p) + 1)]
