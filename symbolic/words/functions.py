r"""The commuting family of a positive definite letter A: :math:`A^p\,G^q` with :math:`G=A+sI` or :math:`A^2+mA+sI`.

The letter may be positive semi-definite and singular: then :math:`A^{-p}` is the power of the pseudo-inverse
:math:`A^+`, and :math:`A^0=:P` the projection on the image, a letter too.  Still :math:`A^pA^q=A^{p+q}` for all p and q
(so :math:`AA^+A=A`, :math:`A^{1/2}A^{-1/2}=P`, :math:`PA=A`), and :math:`GP=A+sP`.

Normal form: the whole part of :math:`A^pG^q` is a combination of :math:`A^k` (k any integer) and :math:`A^jG^{-k}`
(k >= 1, j below the degree of G), times the fractional part :math:`A^{\{p\}}G^{\{q\}}`.  It is reached by expanding
:math:`G^q` for q >= 0, and by partial fractions, for :math:`G=A+sI`: :math:`AG^{-1}=I-sG^{-1}`,
:math:`A^{-1}G^{-1}=s^{-1}(A^{-1}-G^{-1})`.  Inverses of two sums :math:`A+sI,A+tI` meet in
:math:`(A+sI)^{-1}(A+tI)^{-1}=(t-s)^{-1}[(A+sI)^{-1}-(A+tI)^{-1}]`; an identity between such products, which are
continuous, holds for s = t as well.  For the matrix Gamma of the papers :math:`s=\mathrm{tr}(\Lambda)/(N+1)` and
:math:`\Gamma=\frac{N+1}NG`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import floor
from typing import Any

from ..errors import InputError
from .letters import Exponent, Letter
from .resolvents import joined_resolvents
from .scalars import ONE, ZERO, Scalar

Combination = tuple[tuple[Letter | None, Scalar], ...]
"""A sum of coefficient times letter; ``None`` is the identity."""

_MEMBERS: dict[tuple[Letter, Exponent, Scalar | None, Exponent, Scalar | None], Letter] = {}


def member(
    base: Letter, p: Exponent, shift: Scalar | None, q: Exponent, middle: Scalar | None = None, *,
    projected: bool = False,
) -> Letter | None:
    """The letter ``base^p (base + shift I)^q``, exponents in normal form; ``None`` for the identity.

    With ``middle`` it is ``base^p (base^2 + middle base + shift I)^q``; where it is ``projected``, the power 0 of a
    base that may be singular is the projection on its image.
    """
    p, q = _tidy(Fraction(p)), _tidy(Fraction(q))
    if q == 0:
        shift = middle = None
        if p == 0 and not (base.singular and projected):
            return None
        if p == 1:
            return base
    elif p == 0 and base.singular and projected:
        raise InputError(f"fractional powers of sums are not known on the image of {base} alone.")
    key = (base, p, shift, q, middle)
    found = _MEMBERS.get(key)
    if found is None:
        found = Letter(_name(base, p, shift, q, middle), base.rows, base.cols)
        found.base, found.p, found.shift, found.q, found.active = base, p, shift, q, True
        found.middle, found.singular = middle, base.singular
        found.semidefinite = all(x is None or x.is_nonnegative for x in (shift, middle))
        found.definite = found.semidefinite and (not base.singular or (p == 0 and q < 0))
        _MEMBERS[key] = found
    return found


def _tidy(e: Fraction) -> Exponent:
    return int(e) if e.denominator == 1 else e


def inside(x: Letter, base: Any, one: Any, scaled: Callable[[Any, Scalar], Any]) -> Any:
    """The factor with the exponent ``x.q`` of the member ``x``, at a value of its base."""
    assert x.shift is not None
    constant = scaled(one, x.shift)
    return base + constant if x.middle is None else base * base + scaled(base, x.middle) + constant


def _name(base: Letter, p: Exponent, shift: Scalar | None, q: Exponent, middle: Scalar | None) -> str:
    def power(name: str, e: Exponent) -> str:
        return name if e == 1 else f"{name}**{e}" if isinstance(e, int) and e > 0 else f"{name}**({e})"

    sum_ = base.name if middle is None else f"{base.name}**2 + ({middle})*{base.name}"
    if p == q == 0:
        return f"proj({base.name})"
    parts = ([power(base.name, p)] if p else []) + ([power(f"({sum_} + {shift}*I)", q)] if q else [])
    return "*".join(parts)


@cache
def function(
    base: Letter, p: Exponent, shift: Scalar | None, q: Exponent, middle: Scalar | None = None,
    projected: bool = False,
) -> Combination:
    """``base^p (base + shift I)^q`` in normal form; with ``middle``, ``base^p (base^2 + middle base + shift I)^q``.

    ``projected`` says that the projection on the image of the base is a factor, as it is where p is not 0.
    """
    whole_p, whole_q = floor(p), floor(q)
    rest_p, rest_q = Fraction(p) - whole_p, Fraction(q) - whole_q
    projected = base.singular and (projected or p != 0)
    powers: dict[Power, Scalar] = {}
    if whole_q >= 0:
        for k, value in enumerate(_expanded(() if shift is None else _lower(shift, middle), whole_q)):
            _add(powers, (whole_p + k, 0, projected or k > 0), value)
    else:
        assert shift is not None
        on_image = projected and not rest_p
        for key, value in _partial_fractions(whole_p, -whole_q, _lower(shift, middle), on_image).items():
            _add(powers, key, value)
    return tuple(
        (member(base, k + rest_p, shift, rest_q - m, middle, projected=on_image), value)
        for (k, m, on_image), value in powers.items() if value
    )


def _lower(shift: Scalar, middle: Scalar | None) -> tuple[Scalar, ...]:
    """The coefficients of the monic polynomial G below the leading one, the constant first."""
    return (shift,) if middle is None else (shift, middle)


def _expanded(lower: tuple[Scalar, ...], q: int) -> list[Scalar]:
    """The coefficients of the q-th power of a monic polynomial; without lower ones, of the constant 1."""
    out = [ONE]
    for _ in range(q if lower else 0):
        longer = [ZERO] * (len(out) + len(lower))
        for i, a in enumerate(out):
            for j, b in enumerate((*lower, ONE)):
                longer[i + j] = longer[i + j] + a * b
        out = longer
    return out


Power = tuple[int, int, bool]
"""(j, m, on the image): :math:`A^jG^{-m}`, with j = 0 the projection on the image of A where that is said."""


@cache
def _partial_fractions(p: int, k: int, lower: tuple[Scalar, ...], on_image: bool) -> dict[Power, Scalar]:
    """``A^p G^-k`` (k >= 1): the coefficients of A^j under (j, 0), of A^j G^-m, j below the degree, under (j, m)."""
    n = len(lower)
    if k == 0 or 0 < p < n or (p == 0 and not on_image):
        return {(p, k, on_image or p != 0): ONE}
    if p > 0:
        # What the division leaves is no multiple of A: it is not on the image alone.
        parts = [(p - n, k - 1, ONE, p > n), *((p - n + i, k, -c, p > n - i) for i, c in enumerate(lower))]
    else:
        first = lower[0] ** -1
        parts = [
            (p, k - 1, first, on_image),
            *((p + i, k, -c * first, on_image) for i, c in enumerate((*lower, ONE)) if i),
        ]
    out: dict[Power, Scalar] = {}
    for j, m, factor, kept in parts:
        for key, value in _partial_fractions(j, m, lower, kept and on_image).items():
            _add(out, key, factor * value)
    return out


def _add(out: dict[Power, Scalar], key: Power, value: Scalar) -> None:
    out[key] = out[key] + value if key in out else value


def joined(a: Letter, b: Letter) -> Combination | None:
    """The product of two neighbours if they merge: members of one family, an orthogonal letter and its transpose,
    inverses of sums of words, pseudo-inverses of words."""
    found = joined_resolvents(a, b) if a.inside or b.inside else _joined_functions(a, b)
    if found is None and (_is_of_image(a) or _is_of_image(b)):
        from .images import joined_images

        return joined_images(a, b)
    return found


def _is_of_image(x: Letter) -> bool:
    return x.base is not None and bool(x.base.stands_for)


def _joined_functions(a: Letter, b: Letter) -> Combination | None:
    if a.base is not None and a.base is b.base:
        sum_ = a if a.shift is not None else b
        if b.shift is not None and (b.shift, b.middle) != (sum_.shift, sum_.middle):
            if not _same_sum(a, b):
                return _separated(a, b)
            sum_ = min(a, b, key=lambda x: len(x.name))
        return function(a.base, a.p + b.p, sum_.shift, a.q + b.q, sum_.middle, _is_projected(a) or _is_projected(b))
    if (a.orthogonal and b.orthogonal and a.t is b) or (a.inverse is b):
        return ((None, ONE),)
    return None


def _is_projected(x: Letter) -> bool:
    """Whether the image of a base that may be singular is not left: all powers of it, 0 included, but no sums."""
    return x.singular and (x.q == 0 or x.p != 0)


def _same_sum(a: Letter, b: Letter) -> bool:
    """Whether the sums of two members are equal once denominators are cleared."""
    pairs = ((a.shift, b.shift), (a.middle, b.middle))
    return all(s is t or (s is not None and t is not None and (s - t).is_zero()) for s, t in pairs)


def _separated(a: Letter, b: Letter) -> Combination:
    """A product of members with different sums, by partial fractions: both sums have whole negative exponents."""
    if any(x.middle is not None or not isinstance(x.q, int) or x.q > 0 for x in (a, b)):
        raise InputError(
            f"{a} and {b} are functions of {a.base} with different sums: the normal form knows products of whole "
            "powers of inverses of such sums, linear ones."
        )
    assert a.base is not None
    assert a.shift is not None
    assert b.shift is not None
    total: dict[Letter | None, Scalar] = {}
    for shift, q, c in separated_powers(a.shift, -int(a.q), b.shift, -int(b.q)):
        for x, value in function(a.base, a.p + b.p, shift, -q, projected=_is_projected(a) or _is_projected(b)):
            total[x] = total[x] + c * value if x in total else c * value
    return tuple((x, c) for x, c in total.items() if c)


def separated_powers(s: Scalar, j: int, t: Scalar, k: int) -> list[tuple[Scalar, int, Scalar]]:
    """``(A+s)^-j (A+t)^-k`` as a sum of c (A+r)^-q, listed as (r, q, c)."""
    if j == 0 or k == 0:
        return [(t, k, ONE) if j == 0 else (s, j, ONE)]
    gap = (t - s) ** -1
    return [
        *((r, q, c * gap) for r, q, c in separated_powers(s, j, t, k - 1)),
        *((r, q, -c * gap) for r, q, c in separated_powers(s, j - 1, t, k)),
    ]
