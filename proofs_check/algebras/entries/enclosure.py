"""Comparisons between numbers with square roots: the sign of their difference, certified in Arb balls."""

from __future__ import annotations

from flint import arb, ctx, fmpq_mpoly

from symbolic.entries import Ratio

from ...statement.fold import Lacks
from .roots import Roots

BITS = 200


def certified_sign(value: Ratio, roots: Roots) -> int:
    """1 or -1 where the ball around ``value`` leaves 0 out, 0 where it does not; Lacks for what is no number."""
    before, ctx.prec = ctx.prec, BITS
    try:
        enclosed = _enclosure(value, roots)
    finally:
        ctx.prec = before
    return 1 if enclosed > 0 else -1 if enclosed < 0 else 0


def _enclosure(value: Ratio, roots: Roots) -> arb:
    known = {name: _enclosure(roots.values[name], roots).sqrt() for name in roots.used(value)}
    return _polynomial(value.num, known) / _polynomial(value.denominator, known)


def _polynomial(poly: fmpq_mpoly, known: dict[str, arb]) -> arb:
    names = poly.context().names()
    total = arb(0)
    for exponent, coefficient in poly.to_dict().items():
        term = arb(coefficient)
        for name, e in zip(names, exponent, strict=True):
            if e and name not in known:
                raise Lacks(f"entries lacks a value of {name}")
            term *= known[name] ** int(e) if e else 1
        total += term
    return total
