r"""Expansions of values in 1/N and in the powers of other integers such as M.

A coefficient is a rational function of N, and :math:`(\Lambda+sI)^q` with :math:`s=s(N)\to0` is the series
:math:`\sum_j\binom qjs^j\Lambda^{q-j}`, whose remainder after the order J is :math:`O(N^{-J-1})` for a fixed positive
definite :math:`\Lambda`; so every value is a finite sum of terms :math:`N^{-a}M^{-b}\cdot c` and a remainder.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import cast

from flint import fmpq_poly

from ..errors import InputError
from .coefficients import Ratio
from .functions import member
from .letters import Dim, Letter, Word
from .matrices import Matrix, Value, plus, times, trace
from .scalars import ATOMS, ONE, ZERO, Atom, Mono, N, Scalar
from .structure import names, names_in
from .terms_of import term_list

SMALL = Scalar.symbol("1/N", 1)
(_SMALL_ATOM,) = SMALL.atoms()

STEEPEST = 6
"""The largest exponent of a path along which orders are compared."""

Exponents = tuple[int, ...]
"""The powers of 1/n for each variable n, in their order."""


def tends_to_zero(value: Value, variables: tuple[str, ...]) -> bool:
    """Whether ``value`` tends to 0 as all ``variables`` (names of integers) tend to infinity in any way.

    Every term is a product of powers of 1/n with exponents >= 0 and what does not depend on them, and it tends to 0
    unless all exponents are 0; False means that the sum of those terms, the limit, is not 0 in normal form.  Raises
    :class:`InputError` where a power of a variable grows or an expansion is not known.
    """
    terms = expansion(value, variables, 0)
    if any(min(exponents) < 0 for exponents in terms):
        raise InputError("a term grows with the lengths: the limit is not decided term by term.")
    return (0,) * len(variables) not in terms


def is_of_order(f: Scalar, g: Scalar, variables: tuple[str, ...]) -> bool:
    r"""Whether :math:`|f|\le Cg` for all positive integers ``variables``, with C free of them.

    ``g`` is a sum of positive multiples of products of powers of 1/n.  In the other integers f is a polynomial of 1/n,
    each of whose coefficients is finite for every N and of the order in 1/N that its expansion shows.  False means that
    no term of g was found for some term of f.
    """
    bounds = _bounds(g, variables)
    depth = max((e for bound in bounds for e in bound), default=0)
    found = list(expansion(f, variables, depth))
    # A power of the other lengths of which all terms are left out is of a higher order in 1/N than any bound.
    for _, _, mono in term_list(f):
        found.append(tuple(depth + 1 if n == "N" else _exponent(mono, n) for n in variables))
    _refuse_poles(f)
    return all(any(all(p <= e for p, e in zip(bound, own, strict=True)) for bound in bounds) for own in found)


def exceeds(f: Scalar, g: Scalar, variables: tuple[str, ...]) -> bool:
    r"""Whether :math:`|f|\le Cg` certainly fails along a path :math:`n=t^{k_n}`, t to infinity, for every constant C.

    There the expansion of f has one term of the lowest order in 1/t, and g is of a higher order.  The coefficient of
    that term is not 0 in normal form: it is a function that does not vanish identically.
    """
    bounds = _bounds(g, variables)
    depth = max((e for bound in bounds for e in bound), default=0) + 1
    terms = list(expansion(f, variables, depth))
    for path in product(range(1, STEEPEST + 1), repeat=len(variables)):
        orders = sorted(sum(k * e for k, e in zip(path, own, strict=True)) for own in terms)
        left_out = min((k * (depth + 1) for k, n in zip(path, variables, strict=True) if n == "N"), default=None)
        if not orders or orders[:1] == orders[1:2] or (left_out is not None and orders[0] >= left_out):
            continue
        if all(orders[0] < sum(k * e for k, e in zip(path, bound, strict=True)) for bound in bounds):
            return True
    return False


def expansion(value: Value, variables: tuple[str, ...], order: int) -> dict[Exponents, Value]:
    """``value`` as a sum of products of powers of 1/n: the coefficient for every exponents, zeros left out.

    Where N is a variable, terms of an order above ``order`` in 1/N are left out.  Raises :class:`InputError` where the
    value has no such expansion, or where a power of another variable grows (it would make what is left out large).
    """
    counted = [x for x in names(value) if isinstance(x, Letter) and {x.rows, x.cols} & set(variables)]
    if counted:
        raise InputError(f"{counted[0]} has as many columns as there are samples: take its mean first.")
    others = [n for n in variables if n != "N"]
    if any(_exponent(mono, n) < 0 for n in others for _, _, mono in term_list(value)):
        raise InputError("a power of a length other than N grows: no expansion is made.")
    series = _Series(value, order).value() if "N" in variables else value
    found: dict[Exponents, Value] = {}
    for term, _, mono in term_list(series):
        exponents = tuple(_exponent(mono, n) for n in variables)
        factor = ONE
        for n, e in zip(variables, exponents, strict=True):
            factor = factor * _reciprocal(n) ** -e
        rest = times(factor, term)
        if {*variables, "1/N"} & set(names(rest)):
            raise InputError("a length occurs inside a function: only sums of products are expanded.")
        found[exponents] = plus(found[exponents], rest) if exponents in found else rest
    return {e: v for e, v in found.items() if not v.is_zero()}


def _exponent(mono: Mono, n: str) -> int:
    """The exponent of 1/n in a product of atoms."""
    name, sign = ("1/N", 1) if n == "N" else (n, -1)
    found = [e for k, e in mono if ATOMS[k].kind == "symbol" and ATOMS[k].name == name]
    if any(not isinstance(e, int) for e in found):
        raise InputError(f"a root of {n} occurs: only whole powers are expanded.")
    return sign * sum(int(e) for e in found)


def _reciprocal(n: str) -> Scalar:
    return SMALL if n == "N" else Scalar.symbol(n, 1) ** -1


def _bounds(g: Scalar, variables: tuple[str, ...]) -> list[Exponents]:
    """The exponents of the terms of ``g``, each of which is a positive multiple of a product of powers of 1/n."""
    found = []
    for mono, c in g.terms.items():
        power = c.den.degree() if "N" in variables else 0
        rest = Scalar({mono: c}) * N**power
        others = {x for x in names(rest) if isinstance(x, str)} & {"N"}
        if not rest.is_nonnegative or ("N" in variables and others):
            raise InputError(f"the bound {g} is no sum of positive multiples of powers of 1/n.")
        found.append(tuple(power if n == "N" else _exponent(mono, n) for n in variables))
    return found


def _refuse_poles(f: Scalar) -> None:
    """The coefficients are finite for every N >= 1: their denominators are positive, as their expansions at 1 show."""
    denominators = [r.den(fmpq_poly([1, 1])).coeffs() for _, r in _coefficients(f)]
    if any(p[0] == 0 or min(p) < 0 for p in denominators):
        raise InputError("a coefficient may be infinite for some N: no bound for all N is shown.")


class _Series:
    """A value as a polynomial in 1/N up to a remainder of higher order than ``order``."""

    def __init__(self, value: Value, order: int) -> None:
        self.given = value
        # A factor N^m in front asks for m more orders of everything else.
        self.order, self.depth = order, order + max((self._growth(m, c) for m, c in _coefficients(value)), default=0)
        self.atoms: dict[Atom, Scalar] = {}

    @staticmethod
    def _growth(mono: Mono, c: Ratio) -> int:
        return max(0, c.num.degree() - c.den.degree())

    def value(self) -> Value:
        value = self.given
        if isinstance(value, Scalar):
            return self._cut(self._scalar(value), self.order)
        total: Value = Matrix(value.rows, value.cols, {})
        for word, c in value.terms.items():
            total = plus(total, times(self._scalar(c), self._word(word, value.rows)))
        return self._cut(total, self.order)

    def _scalar(self, value: Scalar) -> Scalar:
        total = ZERO
        for mono, c in value.terms.items():
            term = self._ratio(c)
            for k, e in mono:
                a = ATOMS[k]
                if "N" not in names_in(a):
                    term = term * a.power(e)
                    continue
                if a.kind != "cycle" or not isinstance(e, int) or e < 0:
                    raise InputError(f"({a.power(e)}) depends on N in a way that is not expanded.")
                if a not in self.atoms:
                    self.atoms[a] = trace(self._word(a.args, a.args[0].rows))
                for _ in range(e):
                    term = cast(Scalar, self._cut(term * self.atoms[a], self.depth))
            total = total + term
        return total

    def _word(self, word: Word, dim: Dim) -> Value:
        out: Value = Matrix.identity(dim)
        for x in word:
            out = self._cut(times(out, self._letter(x)), self.depth)
        return out

    def _letter(self, x: Letter) -> Value:
        if "N" not in names((x.shift, x.middle, x.weight)):
            return Matrix.of(x)
        if x.base is None or x.shift is None or x.middle is not None:
            raise InputError(f"{x} depends on N in a way that is not expanded.")
        shift = _Series(x.shift, self.depth)
        s = cast(Scalar, shift.value())
        if any(e <= 0 for e in (dict(m).get(_SMALL_ATOM.number, 0) for m in s.terms)):
            raise InputError(f"the shift of {x} does not tend to 0 with 1/N: it is not expanded.")
        total: Value = Matrix(x.rows, x.cols, {})
        power, choose, q = ONE, Fraction(1), Fraction(x.q)
        for j in range(self.depth + 1):
            base = member(x.base, Fraction(x.p) + q - j, None, 0)
            letter = Matrix.identity(x.rows) if base is None else Matrix.of(base)
            total = plus(total, times(power * choose, letter))
            power = cast(Scalar, self._cut(power * s, self.depth))
            choose = choose * (q - j) / (j + 1)
        return total

    def _ratio(self, c: Ratio) -> Scalar:
        """The Laurent series of a rational function of N, by long division in 1/N."""
        top, bottom = ([Fraction(int(x.p), int(x.q)) for x in reversed(p.coeffs())] for p in (c.num, c.den))
        start = c.den.degree() - c.num.degree()
        digits: list[Fraction] = []
        for k in range(self.depth - start + 1):
            known = sum((digits[i] * bottom[k - i] for i in range(k) if k - i < len(bottom)), Fraction(0))
            digits.append(((top[k] if k < len(top) else Fraction(0)) - known) / bottom[0])
        return sum((SMALL ** (start + k) * digit for k, digit in enumerate(digits) if digit), ZERO)

    @staticmethod
    def _cut(value: Value, order: int) -> Value:
        def kept(c: Scalar) -> Scalar:
            return Scalar({m: r for m, r in c.terms.items() if dict(m).get(_SMALL_ATOM.number, 0) <= order})

        if isinstance(value, Scalar):
            return kept(value)
        terms = {w: kept(c) for w, c in value.terms.items()}
        return Matrix(value.rows, value.cols, {w: c for w, c in terms.items() if c})


def _coefficients(value: Value) -> list[tuple[Mono, Ratio]]:
    scalars = [value] if isinstance(value, Scalar) else list(value.terms.values())
    return [(m, c) for s in scalars for m, c in s.terms.items()]
