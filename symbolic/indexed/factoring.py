"""Sums as products of irreducible sums, so that 1/(a + b)^2 and (1/(a + b))^2 are one value."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm

from flint import Ordering, fmpq_poly, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from ..words.coefficients import Ratio
from .factors import Factor, sorted_mono, tidy
from .values import ONE, Indexed, Terms

Parts = tuple[Ratio, tuple[tuple[Indexed, int], ...]]


@lru_cache(maxsize=1 << 12)
def factored(value: Indexed) -> Parts:
    """A coefficient and irreducible sums with multiplicities whose product is ``value``.

    All exponents in ``value`` are positive; powers with fractional exponents count as unknowns of their own.
    """
    unknowns = sorted({f for mono in value.terms for f, _ in mono}, key=lambda f: f.key)
    scales = {f: lcm(*(Fraction(e).denominator for m in value.terms for g, e in m if g is f)) for f in unknowns}
    ctx = fmpz_mpoly_ctx.get(("N", *(f"x{k}" for k in range(len(unknowns)))), Ordering.lex)
    below = _common_denominator(value)
    table: dict[tuple[int, ...], int] = {}
    for mono, c in value.terms.items():
        powers = dict(mono)
        exponents = tuple(int(Fraction(powers.get(f, 0)) * scales[f]) for f in unknowns)
        for n, x in enumerate((c * below).num.numer().coeffs()):
            if x:
                table[(n, *exponents)] = int(x)
    unit, found = ctx.from_dict(table).factor()
    coefficient = below.inverse() * int(unit)
    parts = []
    for p, multiplicity in found:
        if all(not any(key[1:]) for key in p.to_dict()):
            coefficient = coefficient * _in_N(p) ** multiplicity
        else:
            parts.append((_read(p, unknowns, scales), int(multiplicity)))
    return coefficient, tuple(sorted(parts, key=lambda part: part[0].key))


def _common_denominator(value: Indexed) -> Ratio:
    """A polynomial in N that makes all coefficients polynomials over the integers."""
    out = fmpz_poly([1])
    for c in value.terms.values():
        bottom = (c.den * c.num.denom() * c.den.denom()).numer()
        common = out.gcd(bottom)
        out = out * (bottom // common)
    integers = 1
    scaled = [(c * Ratio(fmpq_poly(out))).num.denom() for c in value.terms.values()]
    for x in scaled:
        integers = lcm(integers, int(x))
    return Ratio(fmpq_poly(out * integers))


def _in_N(p: fmpz_mpoly) -> Ratio:
    table = {key[0]: int(x) for key, x in p.to_dict().items()}
    return Ratio(fmpq_poly([table.get(n, 0) for n in range(max(table) + 1)]))


def _read(p: fmpz_mpoly, unknowns: list[Factor], scales: dict[Factor, int]) -> Indexed:
    coefficients: dict[tuple[int, ...], dict[int, int]] = {}
    for key, x in p.to_dict().items():
        coefficients.setdefault(tuple(key[1:]), {})[int(key[0])] = int(x)
    terms: Terms = {}
    for exponents, table in coefficients.items():
        pairs = ((f, tidy(Fraction(int(e), scales[f]))) for f, e in zip(unknowns, exponents, strict=True) if e)
        terms[sorted_mono(pairs)] = Ratio(fmpq_poly([table.get(n, 0) for n in range(max(table) + 1)]))
    return Indexed(terms) * ONE
