r"""Expansions of values in 1/N and in the powers of other integers such as M.

Every value is a finite sum of terms :math:`N^{-a}M^{-b}\cdot c` and, in 1/N, a remainder of the next order, see
:mod:`symbolic.words.series`; in the other integers it is a polynomial.
"""

from __future__ import annotations

from itertools import product

from flint import fmpq_poly

from ..errors import InputError
from .letters import Letter
from .matrices import Value, plus, times
from .scalars import ATOMS, ONE, Atom, Mono, Scalar
from .series import SMALL, Series, coefficients
from .structure import mentions, names
from .terms_of import term_list

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
    series = Series(value, order).value() if "N" in variables else value
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
    """The exponents of the terms of ``g``, each of which is a positive multiple of a product of powers of 1/n.

    A rational function of N that is positive for all N >= 1 is one, up to constants: its order at infinity decides.
    """
    found = []
    for mono, c in g.terms.items():
        if c.sign() <= 0 or not all(_is_positive(ATOMS[k], variables) for k, _ in mono):
            raise InputError(f"the bound {g} is no sum of positive multiples of powers of 1/n.")
        order = c.den.degree() - c.num.degree()
        found.append(tuple(order if n == "N" else _exponent(mono, n) for n in variables))
    return found


def _is_positive(a: Atom, variables: tuple[str, ...]) -> bool:
    """Whether the factor is an integer, or the trace of a positive definite letter free of the lengths."""
    if a.kind == "symbol":
        return a.name in {"d", "M", "n", *variables}
    return a.kind == "cycle" and len(a.args) == 1 and a.args[0].definite and not mentions(a, variables)


def _refuse_poles(f: Scalar) -> None:
    """The coefficients are finite for every N >= 1: their denominators are positive, as their expansions at 1 show."""
    denominators = [r.den(fmpq_poly([1, 1])).coeffs() for _, r in coefficients(f)]
    if any(p[0] == 0 or min(p) < 0 for p in denominators):
        raise InputError("a coefficient may be infinite for some N: no bound for all N is shown.")
