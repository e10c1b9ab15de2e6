"""Powers of scalars that are not whole: canonical roots, absolute values, inverses of sums."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from flint import fmpq_poly

from ..errors import InputError
from .coefficients import Ratio
from .letters import Exponent
from .scalars import ATOMS, ONE, Atom, Mono, Scalar, atom


def power(value: Scalar, e: Fraction) -> Scalar:
    r"""``value**e`` for a non-zero value and e negative or fractional.

    Monomials are taken apart: :math:`(c\,a^k)^e=c^e a^{ke}` for non-negative atoms, :math:`(u^2)^{1/2}=|u|` for others.
    A sum is divided by its leading monomial's content and kept as one root atom; a claim that takes a root says by
    that that its radicand is not negative.
    """
    if len(value.terms) == 1:
        ((mono, c),) = value.terms.items()
        return _monomial_power(mono, c, e)
    content_mono, content = _content(value, whole=e.denominator == 1)
    rest = value * Scalar({tuple((k, -x) for k, x in content_mono): content.inverse()})
    root = atom("root", "", (rest,), 0)
    return _monomial_power(content_mono, content, e) * root.power(_tidy(e))


def _content(value: Scalar, whole: bool) -> tuple[Mono, Ratio]:
    """A monomial factor of all terms that may be pulled out of the power."""
    monos = [dict(m) for m in value.terms]
    common: list[tuple[int, Exponent]] = []
    for k in sorted(set.intersection(*(set(m) for m in monos))):
        if whole or ATOMS[k].sign:
            common.append((k, min(m[k] for m in monos)))
    lead = value.terms[min(value.terms, key=_order)]
    if whole:
        return tuple(common), lead
    sign = lead.sign()
    return tuple(common), lead if sign > 0 else -lead if sign < 0 else Ratio.of(1)


def _order(mono: Mono) -> tuple[tuple[str, str, str, Fraction], ...]:
    """An order of monomials that does not depend on the history of the session."""
    return tuple(sorted((ATOMS[k].kind, ATOMS[k].name, repr(ATOMS[k].args), Fraction(e)) for k, e in mono))


def _monomial_power(mono: Mono, c: Ratio, e: Fraction) -> Scalar:
    if e.denominator == 1:
        out = Scalar({(): c ** int(e)})
        for k, x in mono:
            out = out * ATOMS[k].power(_tidy(x * e))
        return out
    out = _coefficient_power(c, e)
    for k, x in mono:
        out = out * _atom_power(ATOMS[k], Fraction(x), e)
    return out


def _atom_power(a: Atom, x: Fraction, e: Fraction) -> Scalar:
    if a.sign or a.kind == "root":
        return a.power(_tidy(x * e))
    if x.denominator == 1 and x % 2 == 0:
        return absolute(a.power()) ** (x * e)
    return atom("root", "", (a.power(),), 0).power(_tidy(x * e)) * ONE


def _coefficient_power(c: Ratio, e: Fraction) -> Scalar:
    """``c**e`` as a coefficient times roots of primes and of irreducible polynomials in N, exponents in (0, 1)."""
    if c.sign() <= 0:
        raise InputError(f"the coefficient {c} is not known to be positive for every N >= 1 and has no power {e}.")
    out = ONE
    for factor, k in c.factors():
        whole = floor(k * e)
        base = Ratio(fmpq_poly(factor))
        out = out * Scalar({(): base**whole})
        if k * e != whole:
            out = out * atom("root", "", (Scalar({(): base}),), 1).power(_tidy(k * e - whole))
    return out


def _tidy(e: Fraction) -> Exponent:
    return int(e) if e.denominator == 1 else e


def absolute(value: Scalar) -> Scalar:
    r""":math:`|value|`, multiplicative on monomials."""
    if not value.terms:
        return value
    if len(value.terms) > 1:
        first = value.terms[min(value.terms, key=_order)]
        canonical = -value if first.sign() < 0 else value
        return atom("opaque", "abs", (canonical,), 1).power()
    ((mono, c),) = value.terms.items()
    if c.sign() == 0:
        raise InputError(f"the coefficient {c} changes sign with N: state the absolute value for a definite sign.")
    out = Scalar({(): c if c.sign() > 0 else -c})
    for k, e in mono:
        a = ATOMS[k]
        even = isinstance(e, int) and e % 2 == 0
        base = a.power() if a.sign or even else atom("opaque", "abs", (a.power(),), 1).power()
        out = out * base**e
    return out
