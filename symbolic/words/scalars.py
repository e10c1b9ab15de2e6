r"""Scalars: polynomials over :math:`\mathbb Q(N)` in atoms, with negative and fractional exponents where meant.

An atom is a named scalar, a closed word (a trace or a bilinear form), a root (a scalar whose powers stand unexpanded)
or an opaque function of canonical arguments.  A scalar is a dictionary from monomials to coefficients in normal form,
so equal dictionaries are equal values; :meth:`Scalar.is_zero` also clears denominators.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any, Union

from .. import shown
from ..errors import InputError
from .coefficients import Ratio
from .letters import Exponent, Word, transposed
from .residues import is_surely_not_zero

Mono = tuple[tuple[int, Exponent], ...]
"""Pairs of an atom's number and its exponent, in ascending order of the numbers."""


class Atom:
    """An interned atom.  ``kind`` is symbol, cycle, root or opaque; ``args`` is a word or a tuple of values."""

    __slots__ = ("args", "kind", "name", "number", "sign_hint")

    def __init__(self, number: int, kind: str, name: str, args: tuple[Any, ...], sign_hint: int) -> None:
        self.number, self.kind, self.name, self.args, self.sign_hint = number, kind, name, args, sign_hint

    __repr__ = shown.by("words.printing", "atom_text")

    @property
    def sign(self) -> int:
        """+1 when known to be non-negative, otherwise 0."""
        if self.kind == "cycle":
            return int(_closed_word_is_nonnegative(self.args))
        return self.sign_hint

    def power(self, exponent: Exponent = 1) -> Scalar:
        return Scalar({((self.number, exponent),): _ONE})


ATOMS: list[Atom] = []
_INTERNED: dict[tuple[Any, ...], Atom] = {}
_SPECIAL: set[int] = set()
_ONE = UNIT = Ratio.of(1)


def atom(kind: str, name: str, args: tuple[Any, ...] = (), sign: int = 0) -> Atom:
    """The atom with this description; values in ``args`` must be hashable by value."""
    key = (kind, name, args, sign)
    found = _INTERNED.get(key)
    if found is None:
        found = _INTERNED[key] = Atom(len(ATOMS), kind, name, args, sign)
        ATOMS.append(found)
        if kind == "root" or (kind == "opaque" and name == "abs"):
            _SPECIAL.add(found.number)
    return found


def _closed_word_is_nonnegative(word: Word) -> bool:
    """Whether the closed word is (up to rotation) ``M W P W^T`` with positive semi-definite or empty M and P."""
    n = len(word)
    for start in range(n):
        w = word[start:] + word[:start]
        body = w[1:] if w[0].semidefinite else w
        middle = len(body) // 2
        left, right = body[:middle], body[len(body) - middle :]
        core = body[middle : len(body) - middle]
        if left == transposed(right) and (not core or core[0].semidefinite):
            return True
    return False


def merge(a: Mono, b: Mono) -> Mono:
    if not a:
        return b
    if not b:
        return a
    out = dict(a)
    for number, e in b:
        if number in out:
            e = out[number] + e
            if e == 0:
                del out[number]
                continue
            out[number] = e if isinstance(e, int) or e.denominator != 1 else int(e)
        else:
            out[number] = e
    return tuple(sorted(out.items()))


class Scalar:
    """A scalar in normal form; supports ``+ - * / **`` with scalars, integers and fractions."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: dict[Mono, Ratio]) -> None:
        self.terms = terms
        self._hash: int | None = None

    # Construction

    @staticmethod
    def of(value: ScalarLike) -> Scalar:
        if isinstance(value, Scalar):
            return value
        c = Ratio.of(value)
        return Scalar({(): c} if c else {})

    @staticmethod
    def symbol(name: str, sign: int = 0) -> Scalar:
        """The named scalar; ``sign=1`` says that it is non-negative, so that its roots are its powers."""
        return atom("symbol", name, (), sign).power()

    # Arithmetic

    def __add__(self, other: ScalarLike) -> Scalar:
        o = Scalar.of(other)
        out = dict(self.terms)
        for m, c in o.terms.items():
            accumulate(out, m, c)
        return Scalar(out)

    __radd__ = __add__

    def __neg__(self) -> Scalar:
        return Scalar({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: ScalarLike) -> Scalar:
        return self + (-Scalar.of(other))

    def __rsub__(self, other: ScalarLike) -> Scalar:
        return Scalar.of(other) + (-self)

    def __mul__(self, other: ScalarLike) -> Scalar:
        if not isinstance(other, (Scalar, Ratio, int, Fraction)):
            return NotImplemented
        o = Scalar.of(other)
        out: dict[Mono, Ratio] = {}
        for m1, c1 in self.terms.items():
            for m2, c2 in o.terms.items():
                m = merge(m1, m2)
                c = c2 if c1.is_one else c1 if c2.is_one else c1 * c2
                if _SPECIAL and any(_needs_reduction(ATOMS[k], e) for k, e in m if k in _SPECIAL):
                    for mono, value in _reduced(m, c).terms.items():
                        accumulate(out, mono, value)
                else:
                    accumulate(out, m, c)
        return Scalar(out)

    __rmul__ = __mul__

    def __truediv__(self, other: ScalarLike) -> Scalar:
        return self * Scalar.of(other) ** -1

    def __rtruediv__(self, other: ScalarLike) -> Scalar:
        return Scalar.of(other) * self**-1

    def __pow__(self, exponent: Exponent) -> Scalar:
        e = exact(exponent)
        if e.denominator == 1 and e >= 0:
            out, square, k = ONE, self, int(e)
            while k:
                if k & 1:
                    out = out * square
                k >>= 1
                if k:
                    square = square * square
            return out
        if not self.terms:
            if e > 0:
                return self
            raise InputError(f"0 ** {e} is undefined: check the denominator.")
        from .roots import power

        return power(self, e)

    # Comparison

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, Fraction, Ratio)):
            other = Scalar.of(other)
        return isinstance(other, Scalar) and self.terms == other.terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    def is_zero(self) -> bool:
        """Whether the value is zero, denominators that are sums being cleared first; False means *not shown*."""
        value = self
        while value.terms:
            negative = [
                (k, e) for m in value.terms for k, e in m if e < 0 and ATOMS[k].kind == "root" and k in _SPECIAL
            ]
            if not negative or (value is self and is_surely_not_zero(self, ATOMS)):
                return False
            number = negative[0][0]
            lift = max(ceil(-e) for k, e in negative if k == number)
            value = value * Scalar({((number, lift),): _ONE})
        return True

    @property
    def is_nonnegative(self) -> bool:
        """Whether all terms are known to be >= 0 for every N >= 1 (False: not shown)."""
        return all(
            c.sign() > 0 and all(ATOMS[k].sign or (isinstance(e, int) and e % 2 == 0) for k, e in m)
            for m, c in self.terms.items()
        )

    # Access

    @property
    def T(self) -> Scalar:
        return self

    def atoms(self) -> Iterator[Atom]:
        return (ATOMS[k] for k in sorted({k for m in self.terms for k, _ in m}))

    def as_ratio(self) -> Ratio | None:
        """The value as a rational function of N, if it is one."""
        if not self.terms:
            return Ratio.of(0)
        return self.terms.get(()) if len(self.terms) == 1 else None

    def map_atoms(self, function: Callable[[Atom], Scalar | None]) -> Scalar:
        """Replace atoms by scalars; ``None`` keeps the atom."""
        seen: dict[int, Scalar | None] = {}
        out = ZERO
        for m, c in self.terms.items():
            kept: list[tuple[int, Exponent]] = []
            value = Scalar({(): c})
            for k, e in m:
                if k not in seen:
                    seen[k] = function(ATOMS[k])
                new = seen[k]
                if new is None:
                    kept.append((k, e))
                else:
                    value = value * new**e
            out = out + value * Scalar({tuple(kept): _ONE})
        return out

    __repr__ = shown.by("words.printing", "text")
    _repr_latex_ = shown.typeset_by("typesetting.words", "broken")


ScalarLike = Union[Scalar, Ratio, int, Fraction]


def exact(exponent: Exponent) -> Fraction:
    """The exponent as a fraction; raises :class:`InputError` for anything but an int or a Fraction."""
    if not isinstance(exponent, (int, Fraction)):
        raise InputError(f"an exponent must be an int or a Fraction, not {exponent!r}: floats are never exact.")
    return Fraction(exponent)


def accumulate(out: dict[Mono, Ratio], m: Mono, c: Ratio) -> None:
    old = out.get(m)
    if old is None:
        out[m] = c
        return
    total = old + c
    if total:
        out[m] = total
    else:
        del out[m]


def _needs_reduction(a: Atom, e: Exponent) -> bool:
    if a.kind == "root":
        return bool(e >= 1 or (e < 0 and len(a.args[0].terms) == 1))
    return e < 0 or e >= 2


def _reduced(m: Mono, c: Ratio) -> Scalar:
    """The monomial with whole powers of roots expanded, and even powers of absolute values opened."""
    kept: list[tuple[int, Exponent]] = []
    extra = Scalar({(): c})
    for k, e in m:
        a = ATOMS[k]
        if k in _SPECIAL and _needs_reduction(a, e):
            whole = floor(e) if a.kind == "root" else 2 * floor(Fraction(e) / 2)
            extra = extra * a.args[0] ** whole
            e = Fraction(e) - whole
            if e == 0:
                continue
            e = int(e) if e.denominator == 1 else e
        kept.append((k, e))
    return extra * Scalar({tuple(kept): _ONE}) if kept else extra


ZERO = Scalar({})
ONE = Scalar({(): _ONE})
N = Scalar({(): Ratio.variable()})


def add_all(values: Iterable[Scalar]) -> Scalar:
    out: dict[Mono, Ratio] = {}
    for value in values:
        for m, c in value.terms.items():
            accumulate(out, m, c)
    return Scalar(out)
