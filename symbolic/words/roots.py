"""Powers of scalars that are not whole: canonical roots, absolute values, inverses of sums."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from flint import fmpq_poly

from ..errors import InputError
from .coefficients import Ratio
from .letters import Exponent
from .scalars import ATOMS, ONE, Mono, Scalar, add_all, atom


def power(value: Scalar, e: Fraction) -> Scalar:
    r"""``value**e`` for a non-zero value and e negative or fractional.

    Monomials are taken apart: :math:`(c\,a^k)^e=c^e a^{ke}` for non-negative atoms, :math:`(u^2)^{1/2}=|u|` for others.
    What remains of unknown sign, and a sum divided by its content, is kept as one root atom; who takes a root says by
    that that the radicand is not negative.  Inverses of sums in the value are cancelled first where they divide it.
    """
    value = cancelled(value)
    if not value.terms:
        raise InputError(f"0 ** {e} is undefined: the base vanishes once its denominators are cleared.")
    if len(value.terms) == 1:
        ((mono, c),) = value.terms.items()
        return _monomial_power(mono, c, e)
    content_mono, content = monomial_content(value, whole=e.denominator == 1)
    rest = value * Scalar({tuple((k, -x) for k, x in content_mono): content.inverse()})
    root = atom("root", "", (rest,), 0)
    return _monomial_power(content_mono, content, e) * root.power(_tidy(e))


def cancelled(value: Scalar) -> Scalar:
    """``value`` as fractions, one for each inverse of a sum in it, the sum divided out of the numerator.

    Terms with different roots of the sum beside its whole powers have numerators of their own.
    """
    denominators = {k for m in value.terms for k, e in m if _is_inverse_of_sum(k, e)}
    for k in sorted(denominators):
        by_root: dict[Fraction, dict[Mono, Ratio]] = {}
        for m, c in value.terms.items():
            by_root.setdefault(Fraction(dict(m).get(k, 0)) % 1, {})[m] = c
        value = add_all(_over(k, root, terms) for root, terms in by_root.items())
    return value


def _over(k: int, root: Fraction, terms: dict[Mono, Ratio]) -> Scalar:
    """Terms in which the exponents of the sum with the number k are whole but for ``root``, as one fraction."""
    R = ATOMS[k].args[0]
    wholes = {m: floor(Fraction(dict(m).get(k, 0))) for m in terms}
    power = -min(wholes.values())
    if power <= 0:
        return Scalar(terms)
    numerator = add_all(
        Scalar({tuple(x for x in m if x[0] != k): c}) * R ** (power + wholes[m]) for m, c in terms.items()
    )
    while power and (quotient := _quotient(numerator, R)) is not None:
        numerator, power = quotient, power - 1
    left = root - power
    return numerator * ATOMS[k].power(_tidy(left)) if left else numerator


def _is_inverse_of_sum(k: int, e: Exponent) -> bool:
    return isinstance(e, int) and e < 0 and ATOMS[k].kind == "root" and len(ATOMS[k].args[0].terms) > 1


def _quotient(P: Scalar, R: Scalar) -> Scalar | None:
    """P / R where R divides P, by long division in the lexicographic order of monomials."""
    numbers = sorted({k for x in (P, R) for m in x.terms for k, _ in m})

    def leading(x: Scalar) -> Mono:
        return max(x.terms, key=lambda m: [Fraction(dict(m).get(k, 0)) for k in numbers])

    first = leading(R)
    inverse = Scalar({tuple((k, -e) for k, e in first): R.terms[first].inverse()})
    quotient = Scalar({})
    for _ in range(len(P.terms)):
        if not P.terms:
            return quotient
        top = leading(P)
        part = Scalar({top: P.terms[top]}) * inverse
        if any(e < 0 for m in part.terms for _, e in m):
            return None
        quotient = quotient + part
        P = P - part * R
    return None if P.terms else quotient


def monomial_content(value: Scalar, whole: bool) -> tuple[Mono, Ratio]:
    """A monomial factor of all terms that may be pulled out of the power."""
    monos = [dict(m) for m in value.terms]
    common: list[tuple[int, Exponent]] = []
    for k in sorted(set.union(*(set(m) for m in monos))):
        lowest = min(m.get(k, 0) for m in monos)
        if lowest and (whole or ATOMS[k].sign):
            common.append((k, lowest))
    lead = value.terms[min(value.terms, key=_order)]
    if whole:
        return tuple(common), lead
    sign = lead.sign()
    return tuple(common), lead if sign > 0 else -lead if sign < 0 else Ratio.of(1)


def _order(mono: Mono) -> tuple[tuple[str, str, str, Fraction], ...]:
    """An order of monomials that does not depend on the history of the session."""
    return tuple(sorted((ATOMS[k].kind, ATOMS[k].name, repr(ATOMS[k].args), Fraction(e)) for k, e in mono))


def _monomial_power(mono: Mono, c: Ratio, e: Fraction) -> Scalar:
    out = ONE
    if e.denominator == 1:
        for k, x in mono:
            out = out * ATOMS[k].power(_tidy(x * e))
        return out * Scalar({(): c ** int(e)})
    odd = ONE
    for k, x in mono:
        a = ATOMS[k]
        if a.sign or Fraction(x).denominator != 1:
            out = out * a.power(_tidy(x * e))
            continue
        even = 2 * floor(Fraction(x) / 2)
        out = out * absolute(a.args[0] if a.kind == "root" else a.power()) ** (even * e)
        odd = odd * a.power() if x != even else odd
    if c.sign() <= 0 and odd != ONE:
        odd, c = odd * c, Ratio.of(1)
    if odd != ONE:
        # The factors of unknown sign stay under one root: only their product is known not to be negative.
        out = out * atom("root", "", (odd,), 0).power(_tidy(e))
    return out * _coefficient_power(c, e)


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
