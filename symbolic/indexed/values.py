r"""Scalars with free indices: polynomials over :math:`\mathbb Q(N)` in the factors of :mod:`.factors`.

Normal form: a product with :math:`\delta_{ij}` has one of the two indices only; of a sum P that is divided by, the
leading term times :math:`P^{-1}` is rewritten by :math:`P\,P^{-1}=1`; whole powers of sums are expanded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Union

from .. import shown
from ..errors import InputError
from ..words.coefficients import Ratio
from ..words.letters import Dim, Exponent
from .factors import (
    Factor,
    Index,
    Mono,
    Name,
    Pair,
    mono_key,
    mono_sign,
    mono_signature,
    sorted_mono,
    symbol,
    tidy,
)
from .factors import delta as delta_factor

Terms = dict[Mono, Ratio]
_ONE = Ratio.of(1)


class Indexed:
    """A scalar in normal form; supports ``+ - * / **`` with scalars of its kind, integers and fractions."""

    def __init__(self, terms: Mapping[Mono, Ratio]) -> None:
        self.terms = terms

    @staticmethod
    def of(value: IndexedLike) -> Indexed:
        if isinstance(value, Indexed):
            return value
        c = Ratio.of(value)
        return Indexed({(): c} if c else {})

    @staticmethod
    def factor(f: Factor, e: Exponent = 1) -> Indexed:
        return Indexed({((f, e),): _ONE})

    @staticmethod
    def symbol(name: str, sign: int = 0) -> Indexed:
        """The named scalar; ``sign`` is 2 for a positive one, 1 for one that is not negative."""
        return Indexed.factor(symbol(name, sign))

    def __add__(self, other: IndexedLike) -> Indexed:
        out = dict(self.terms)
        for mono, c in Indexed.of(other).terms.items():
            accumulate(out, mono, c)
        return Indexed(out)

    __radd__ = __add__

    def __neg__(self) -> Indexed:
        return Indexed({mono: -c for mono, c in self.terms.items()})

    def __sub__(self, other: IndexedLike) -> Indexed:
        return self + -Indexed.of(other)

    def __rsub__(self, other: IndexedLike) -> Indexed:
        return Indexed.of(other) + -self

    def __mul__(self, other: IndexedLike) -> Indexed:
        if not isinstance(other, (Indexed, Ratio, int, Fraction)):
            return NotImplemented
        out: Terms = {}
        for m1, c1 in self.terms.items():
            for m2, c2 in Indexed.of(other).terms.items():
                c = c2 if c1.is_one else c1 if c2.is_one else c1 * c2
                if not m1 or not m2:
                    accumulate(out, m1 or m2, c)
                    continue
                for mono, x in product((*m1, *m2)).terms.items():
                    accumulate(out, mono, c if x.is_one else c * x)
        return Indexed(out)

    __rmul__ = __mul__

    def __rtruediv__(self, other: IndexedLike) -> Indexed:
        return Indexed.of(other) * self**-1

    def __truediv__(self, other: IndexedLike) -> Indexed:
        return self * Indexed.of(other) ** -1

    def __pow__(self, exponent: Exponent) -> Indexed:
        if exponent == 1:
            return self
        from .powers import power  # powers are made of values

        return power(self, Fraction(exponent))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, Fraction, Ratio)):
            other = Indexed.of(other)
        return isinstance(other, Indexed) and self.terms == other.terms

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __hash__(self) -> int:
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    @cached_property
    def key(self) -> str:
        """A canonical text."""
        parts = sorted((mono_key(m), repr(c)) for m, c in self.terms.items())
        return " + ".join(m if c == "1" else f"({c})*{m}" for m, c in parts) or "0"

    @cached_property
    def free(self) -> frozenset[Index]:
        return frozenset().union(*(f.free for m in self.terms for f, _ in m))

    @cached_property
    def leaves(self) -> frozenset[Name]:
        return frozenset().union(*(f.leaves for m in self.terms for f, _ in m))

    @cached_property
    def level(self) -> int:
        return max((f.level for m in self.terms for f, _ in m), default=0)

    @property
    def sign(self) -> int:
        """2 where certainly positive, 1 where certainly not negative, for every d, N >= 1; else 0."""
        signs = [mono_sign(m) if c.sign() > 0 else 0 for m, c in self.terms.items()]
        return 0 if not signs or min(signs) == 0 else max(signs)

    def map(self, function: Callable[[Indexed], Indexed]) -> Indexed:
        return function(self)

    def is_zero(self) -> bool:
        """Whether the value is zero, common denominators being cleared first; False means *not shown*."""
        value = self
        while value.terms:
            below = denominators(value)
            if not below:
                return False
            f, e = next(iter(below.items()))
            value = cleared(value, f, -e)
        return True

    def __repr__(self) -> str:
        return self.key

    _repr_latex_ = shown.typeset_by("typesetting.indexed", "typeset")


IndexedLike = Union[Indexed, Ratio, int, Fraction]


def accumulate(out: Terms, mono: Mono, c: Ratio) -> None:
    old = out.get(mono)
    total = c if old is None else old + c
    if total:
        out[mono] = total
    elif old is not None:
        del out[mono]


def total(values: Iterable[Indexed]) -> Indexed:
    out: Terms = {}
    for value in values:
        for mono, c in value.terms.items():
            accumulate(out, mono, c)
    return Indexed(out)


def denominators(value: Indexed) -> dict[Factor, int]:
    """The sums of which negative powers stand outside all sums, each with the whole power that clears them."""
    found: dict[Factor, int] = {}
    for mono in value.terms:
        for f, e in mono:
            if f.kind == "poly" and e < 0:
                found[f] = max(found.get(f, 0), -floor(e))
    return found


def cleared(value: Indexed, below: Factor, lowest: int) -> Indexed:
    """``value`` divided by the whole power ``lowest`` of the sum ``below``, all whole powers being expanded."""
    base: Indexed = below.args[0]
    out = ZERO
    for mono, c in value.terms.items():
        e = Fraction(next((e for f, e in mono if f is below), 0)) - lowest
        rest = Indexed({tuple((f, x) for f, x in mono if f is not below): c}) * base ** floor(e)
        out = out + (rest if e == floor(e) else rest * Indexed.factor(below, tidy(e - floor(e))))
    return out


def delta(i: Index, j: Index) -> Indexed:
    r""":math:`\delta_{ij}`; for two different numbers 0."""
    if i == j:
        return ONE
    if all(level == 0 and name.isdigit() for level, name, _ in (i, j)):
        return ZERO
    return Indexed.factor(delta_factor(i, j))


_SPECIAL = frozenset({"delta", "poly"})


def product(pairs: Iterable[Pair]) -> Indexed:
    """The product of powers of factors, in normal form."""
    merged: dict[Factor, Exponent] = {}
    plain = True
    for f, e in pairs:
        merged[f] = merged.get(f, 0) + e
        plain = plain and (f.kind not in _SPECIAL and f.name != "abs")
    left = [(f, tidy(e)) for f, e in merged.items() if e != 0]
    if plain:
        return Indexed({sorted_mono(left): _ONE})
    left = [(f, 1 if f.kind == "delta" and e > 0 else e) for f, e in left]
    for f, e in left:
        if f.kind == "delta" and e < 0:
            raise InputError("1/delta(i, j) is undefined where i and j differ: divide by what does not vanish.")
        if f.kind == "delta" and any(f.indices[1] in g.free for g, _ in left if g is not f):
            return _with_delta(f, left)
    for f, e in left:
        if _opens(f, e):
            whole = 2 * floor(Fraction(e) / 2) if f.name == "abs" else floor(e)
            rest = Indexed.of(1) if e == whole else Indexed.factor(f, tidy(Fraction(e) - whole))
            return product((g, x) for g, x in left if g is not f) * (f.args[0] ** whole * rest)
    for f, e in left:
        if f.kind == "poly" and e < 0:
            reduced = _cancelled(f, e, left)
            if reduced is not None:
                return reduced
    return Indexed({sorted_mono(left): _ONE})


def _opens(f: Factor, e: Exponent) -> bool:
    """Whether the power is expanded: whole parts of a sum's, all whole parts of a number's, even ones of ``|x|``."""
    if f.kind == "poly":
        return e >= 1 or (e < 0 and f.name == "number")
    return f.name == "abs" and (e >= 2 or e < 0)


def _with_delta(f: Factor, left: list[Pair]) -> Indexed:
    """The product with one index of the delta renamed to the other in all other factors."""
    from .binders import rename  # binders need products

    kept, gone = f.indices
    out = Indexed.factor(f)
    for g, e in left:
        if g is not f:
            out = out * (rename(Indexed.factor(g), {gone: kept}) ** e if gone in g.free else Indexed.factor(g, e))
    return out


def _cancelled(f: Factor, e: Exponent, left: list[Pair]) -> Indexed | None:
    """``lead P^e rest`` with ``P = c lead + others`` as ``(P^(e+1) - others P^e) rest / c``."""
    base: Indexed = f.args[0]
    lead = _leading(base)
    held = dict(left)
    if not lead or not all((held.get(g, 0) >= x) if x > 0 else (held.get(g, 0) <= x) for g, x in lead):
        return None
    for g, x in lead:
        held[g] = held[g] - x
    del held[f]
    rest = product(held.items())
    others = Indexed({m: c for m, c in base.terms.items() if m != lead})
    up = tidy(Fraction(e) + 1)
    raised = ONE if up == 0 else Indexed.factor(f, up)
    return rest * (raised - others * Indexed.factor(f, e)) * base.terms[lead].inverse()


def _leading(base: Indexed) -> Mono:
    """The term that is rewritten, whatever the indices are called; empty where several look the same.

    One without sums where there is one, so that it stays one inside other sums; of the highest degree, and of those one
    with the highest powers: it is a corner among the terms, so that rewriting it comes to an end.
    """
    colors = {i: str(i[2]) for i in base.free}

    def rank(mono: Mono) -> tuple[bool, Fraction, list[Fraction], str]:
        powers = sorted((Fraction(e) for _, e in mono), reverse=True)
        plain = bool(mono) and all(f.kind != "sum" for f, _ in mono)
        return plain, sum(powers, Fraction(0)), powers, mono_signature(mono, colors)

    best, *others = sorted(base.terms, key=rank, reverse=True)
    return () if others and rank(others[0]) == rank(best) else best


def leading_coefficient(base: Indexed) -> Ratio:
    return base.terms.get(_leading(base), _ONE)


ZERO = Indexed({})
ONE = Indexed({(): _ONE})


def dimension(dim: Dim) -> Indexed:
    """A dimension as a scalar: a number, N, or a symbol such as d."""
    if isinstance(dim, int):
        return Indexed.of(dim)
    return Indexed({(): Ratio.variable()}) if dim == "N" else Indexed.symbol(dim, 2)
