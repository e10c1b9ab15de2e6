r"""The commuting family of a positive definite letter A: :math:`A^p\,G^q` with :math:`G=A+sI`, s a scalar.

Normal form: the whole part of :math:`A^pG^q` is a combination of :math:`A^k` (k any integer) and :math:`G^{-k}`
(k >= 1), times the fractional part :math:`A^{\{p\}}G^{\{q\}}`.  It is reached by
:math:`G^q=\sum\binom qk s^{q-k}A^k` for q >= 0, and by partial fractions :math:`AG^{-1}=I-sG^{-1}`,
:math:`A^{-1}G^{-1}=s^{-1}(A^{-1}-G^{-1})`.  For the matrix Gamma of the papers :math:`s=\mathrm{tr}(\Lambda)/(N+1)`
and :math:`\Gamma=\frac{N+1}N G`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, floor

from ..errors import InputError
from .letters import Exponent, Letter
from .scalars import ONE, Scalar

Combination = tuple[tuple[Letter | None, Scalar], ...]
"""A sum of coefficient times letter; ``None`` is the identity."""

_MEMBERS: dict[tuple[Letter, Exponent, Scalar | None, Exponent], Letter] = {}


def member(base: Letter, p: Exponent, shift: Scalar | None, q: Exponent) -> Letter | None:
    """The letter ``base^p (base + shift I)^q``, exponents in normal form; ``None`` for the identity."""
    p, q = _tidy(Fraction(p)), _tidy(Fraction(q))
    if q == 0:
        shift = None
        if p == 0:
            return None
        if p == 1:
            return base
    key = (base, p, shift, q)
    found = _MEMBERS.get(key)
    if found is None:
        found = Letter(_name(base, p, shift, q), base.rows, base.cols)
        found.base, found.p, found.shift, found.q, found.active = base, p, shift, q, True
        found.definite = shift is None or shift.is_nonnegative
        _MEMBERS[key] = found
    return found


def _tidy(e: Fraction) -> Exponent:
    return int(e) if e.denominator == 1 else e


def _name(base: Letter, p: Exponent, shift: Scalar | None, q: Exponent) -> str:
    def power(name: str, e: Exponent) -> str:
        return name if e == 1 else f"{name}**{e}" if isinstance(e, int) and e > 0 else f"{name}**({e})"

    parts = ([power(base.name, p)] if p else []) + ([power(f"({base.name} + {shift}*I)", q)] if q else [])
    return "*".join(parts)


@cache
def function(base: Letter, p: Exponent, shift: Scalar | None, q: Exponent) -> Combination:
    """``base^p (base + shift I)^q`` in normal form."""
    whole_p, whole_q = floor(p), floor(q)
    rest_p, rest_q = Fraction(p) - whole_p, Fraction(q) - whole_q
    powers: dict[tuple[int, int], Scalar] = {}
    if whole_q >= 0:
        s = shift if shift is not None else ONE
        for k in range(whole_q + 1):
            _add(powers, (whole_p + k, 0), s ** (whole_q - k) * comb(whole_q, k))
    else:
        assert shift is not None
        for key, value in _partial_fractions(whole_p, -whole_q, shift).items():
            _add(powers, key, value)
    return tuple(
        (member(base, k + rest_p, shift, rest_q - m), value) for (k, m), value in powers.items() if value
    )


def _partial_fractions(p: int, k: int, s: Scalar) -> dict[tuple[int, int], Scalar]:
    """``A^p G^-k`` (k >= 1) as a combination of the keys (j, 0) for A^j and (0, m) for G^-m."""
    if p == 0 or k == 0:
        return {(p, k): ONE}
    out: dict[tuple[int, int], Scalar] = {}
    if p > 0:
        for key, value in _partial_fractions(p - 1, k - 1, s).items():
            _add(out, key, value)
        for key, value in _partial_fractions(p - 1, k, s).items():
            _add(out, key, -s * value)
    else:
        for key, value in _partial_fractions(p, k - 1, s).items():
            _add(out, key, value / s)
        for key, value in _partial_fractions(p + 1, k, s).items():
            _add(out, key, -value / s)
    return out


def _add(out: dict[tuple[int, int], Scalar], key: tuple[int, int], value: Scalar) -> None:
    out[key] = out[key] + value if key in out else value


def joined(a: Letter, b: Letter) -> Combination | None:
    """The product of two neighbours if they merge: members of one family, or an orthogonal letter and its transpose."""
    if a.base is not None and a.base is b.base:
        shift = a.shift if a.shift is not None else b.shift
        if b.shift is not None and b.shift != shift:
            raise InputError(
                f"{a} and {b} are functions of {a.base} with different shifts: "
                "the normal form knows one shifted inverse of a letter at a time."
            )
        return function(a.base, a.p + b.p, shift, a.q + b.q)
    if a.orthogonal and b.orthogonal and a.t is b:
        return ((None, ONE),)
    return None
