r"""Comparisons between numbers with square roots: certified in Arb balls where the normal form does not decide.

Roots of different primes are linearly independent over the rationals, and so are their products: a remainder in them
that is not the number 0 is not zero.  With roots of roots this fails, :math:`\sqrt{3+2\sqrt2}=1+\sqrt2`: there only
balls that are disjoint tell two numbers apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from flint import arb, ctx, fmpq, fmpq_mpoly, fmpz

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


def vanishes(value: Ratio, roots: Roots) -> bool | None:
    """Whether ``value`` is 0 for all values of the generators that are no roots; None where that is not known."""
    value = roots.reduce(value)
    if not value:
        return True
    if not _all_used(value, roots):
        return False
    if not all(_is_number(roots.values[name], roots) for name in _all_used(value, roots)):
        return None
    if value.den is not None and _is_zero_polynomial(value.denominator, roots) is not False:
        return None
    return _is_zero_polynomial(value.num, roots)


def certainly_differ(entries: Iterable[Ratio], roots: Roots) -> bool | None:
    """Whether one of the differences is not 0; None where that is not known."""
    found = [vanishes(entry, roots) for entry in entries]
    return True if False in found else None if None in found else False


def _is_zero_polynomial(poly: fmpq_mpoly, roots: Roots) -> bool | None:
    """0 where the coefficient of every monomial in the other generators is: each is a number with roots."""
    names = poly.context().names()
    adjoined = [name in roots.values for name in names]
    parts: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
    for exponent, coefficient in roots.reduce(Ratio(poly)).num.to_dict().items():
        free = tuple(int(e) * (not root) for e, root in zip(exponent, adjoined, strict=True))
        own = tuple(int(e) * root for e, root in zip(exponent, adjoined, strict=True))
        parts.setdefault(free, {})[own] = coefficient
    found = [_is_zero_number(Ratio(poly.context().from_dict(part)), roots) for part in parts.values()]
    return False if False in found else None if None in found else True


def _is_zero_number(value: Ratio, roots: Roots) -> bool | None:
    if not value:
        return True
    if all(_is_prime(roots.values[name]) for name in _all_used(value, roots)):
        return False
    return False if certified_sign(value, roots) else None


def _all_used(value: Ratio, roots: Roots) -> frozenset[str]:
    """The roots that occur in ``value`` or under another root of it."""
    direct = frozenset(roots.used(value))
    return direct.union(*(_all_used(roots.values[name], roots) for name in direct))


def _is_number(value: Ratio, roots: Roots) -> bool:
    used = set(value.ctx.names()) - (set(value.num.unused_gens()) & set(value.denominator.unused_gens()))
    return used <= roots.values.keys()


def _is_prime(value: Ratio) -> bool:
    """Whether this is a prime number, as :meth:`.roots.Roots.root` splits the rational ones."""
    return value.den is None and value.num.is_constant() and bool(fmpz(value.constant().numerator).is_prime())


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
