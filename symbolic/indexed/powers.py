r"""Powers of values that are not whole: taken apart into factors, canonical roots and inverses of irreducible sums."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from flint import fmpq_poly

from ..errors import InputError
from ..words.coefficients import Ratio
from .factors import Mono, compound, sorted_mono, tidy
from .values import ONE, Indexed, leading_coefficient, product

_ONE = Ratio.of(1)


def power(value: Indexed, e: Fraction) -> Indexed:
    """``value**e``; roots are taken of what the caller knows not to be negative."""
    if e.denominator == 1 and e >= 0:
        out, square, k = ONE, value, int(e)
        while k:
            out = out * square if k & 1 else out
            k >>= 1
            square = square * square if k else square
        return out
    if not value.terms:
        if e > 0:
            return value
        raise InputError(f"0 ** {e} is undefined: check the denominator.")
    if len(value.terms) == 1:
        ((mono, c),) = value.terms.items()
        return _mono_power(mono, c, e)
    mono, c = _content(value, whole=e.denominator == 1)
    rest = value * Indexed({sorted_mono((f, tidy(-Fraction(x))) for f, x in mono): c.inverse()})
    unit, parts = _monic_factors(rest)
    if e.denominator != 1 and not (unit.sign() > 0 and all(part.sign for part, _ in parts)):
        # Of factors of unknown sign only the product is known not to be negative.
        unit, parts = _ONE, [(rest, 1)]
    out = ONE
    for part, multiplicity in parts:
        out = out * product([(compound("poly", "", (part,), part.sign), tidy(multiplicity * e))])
    return _mono_power(mono, c * unit, e) * out


def _monic_factors(value: Indexed) -> tuple[Ratio, list[tuple[Indexed, int]]]:
    """Irreducible sums with leading coefficient 1 and their multiplicities, and the coefficient of their product."""
    from .factoring import factored  # values are factored as polynomials of factors

    unit, parts = factored(value)
    monic = []
    for part, multiplicity in parts:
        lead = leading_coefficient(part)
        unit = unit * lead**multiplicity
        monic.append((part * Indexed({(): lead.inverse()}), multiplicity))
    return unit, monic


def _content(value: Indexed, whole: bool) -> tuple[Mono, Ratio]:
    """A monomial factor that may be pulled out of the power and leaves positive exponents."""
    monos = [dict(m) for m in value.terms]
    lowest = {f: min(m.get(f, 0) for m in monos) for f in set().union(*monos)}
    pulled = [(f, e) for f, e in lowest.items() if e and (whole or f.sign)]
    lead = leading_coefficient(value)
    if whole:
        return sorted_mono(pulled), lead
    sign = lead.sign()
    return sorted_mono(pulled), lead if sign > 0 else -lead if sign < 0 else _ONE


def _mono_power(mono: Mono, c: Ratio, e: Fraction) -> Indexed:
    if any(f.kind == "delta" for f, _ in mono):
        if e < 0:
            raise InputError("1/delta(i, j) is undefined where i and j differ: divide by what does not vanish.")
        kept = tuple(pair for pair in mono if pair[0].kind == "delta")
        return product(kept) * _mono_power(tuple(p for p in mono if p not in kept), c, e)
    if e.denominator == 1:
        return product((f, tidy(x * e)) for f, x in mono) * Indexed({(): c ** int(e)})
    out, odd = ONE, ONE
    for f, x in mono:
        if f.sign or Fraction(x).denominator != 1:
            out = out * product([(f, tidy(x * e))])
            continue
        even = 2 * floor(Fraction(x) / 2)
        if even:
            out = out * power(absolute(Indexed.factor(f)), even * e)
        odd = odd * Indexed.factor(f) if x != even else odd
    if odd != ONE:
        # The factors of unknown sign stay under one root: only their product is known not to be negative.
        positive = c.sign() > 0
        inside = odd if positive else odd * c
        out = out * product([(compound("poly", "", (inside,), 1), tidy(e))])
        return out * _number_power(c, e) if positive else out
    return out * _number_power(c, e)


def _number_power(c: Ratio, e: Fraction) -> Indexed:
    if c.sign() <= 0:
        raise InputError(f"the coefficient {c} is not known to be positive for every N >= 1 and has no power {e}.")
    out = ONE
    for irreducible, k in c.factors():
        base = Ratio(fmpq_poly(irreducible))
        whole = floor(k * e)
        out = out * Indexed({(): base**whole})
        if k * e != whole:
            out = out * Indexed.factor(compound("poly", "number", (Indexed({(): base}),), 2), tidy(k * e - whole))
    return out


def absolute(value: Indexed) -> Indexed:
    """``|value|``, multiplicative on products."""
    if not value.terms:
        return value
    if len(value.terms) > 1:
        lead = leading_coefficient(value)
        inside = -value if lead.sign() < 0 else value
        return Indexed.factor(compound("call", "abs", (inside,), 1))
    ((mono, c),) = value.terms.items()
    if c.sign() == 0:
        raise InputError(f"the coefficient {c} changes sign with N: state the absolute value for a definite sign.")
    out = Indexed({(): c if c.sign() > 0 else -c})
    for f, e in mono:
        even = isinstance(e, int) and e % 2 == 0
        base = Indexed.factor(f) if f.sign or even else Indexed.factor(compound("call", "abs", (Indexed.factor(f),), 1))
        out = out * base**e
    return out
