"""The value of a scalar at one fixed point, modulo a prime: where it is not 0, the scalar is not 0 either.

Sums and products, whole powers of roots and of absolute values go into those of the residues, so that a scalar of
which some multiple by powers of its roots cancels has the residue 0.  The converse is not claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flint import fmpq_poly

from .coefficients import Ratio
from .letters import Exponent

if TYPE_CHECKING:
    from .scalars import Atom, Scalar

_PRIME = 2**61 - 1
"""It is 3 modulo 4, so that square roots are powers."""
_POINT = 1_000_003
"""The value of N."""
_PARTS = 12
"""Atoms without a meaning here are powers with this exponent, so that they have roots."""
_values: dict[tuple[int, Exponent], int] = {}


def is_surely_not_zero(value: Scalar, atoms: Sequence[Atom]) -> bool:
    """``atoms`` are those of the session, by number."""
    try:
        return residue(value, atoms) != 0
    except (ValueError, ArithmeticError):
        return False


def residue(value: Scalar, atoms: Sequence[Atom]) -> int:
    """Raises ``ValueError`` where a root has no residue, or a denominator none but 0."""
    total = 0
    for mono, c in value.terms.items():
        term = _of_ratio(c)
        for number, e in mono:
            key = (number, e)
            if key not in _values:
                _values[key] = _of_power(atoms[number], e, atoms)
            term = term * _values[key] % _PRIME
        total += term
    return total % _PRIME


def _of_ratio(c: Ratio) -> int:
    return _of_poly(c.num) * pow(_of_poly(c.den), -1, _PRIME) % _PRIME


def _of_poly(p: fmpq_poly) -> int:
    return int(p.numer()(_POINT)) * pow(int(p.denom()), -1, _PRIME) % _PRIME


def _of_power(a: Atom, e: Exponent, atoms: Sequence[Atom]) -> int:
    if a.kind == "opaque" and a.name == "abs" and not hasattr(a.args[0], "rows"):
        return pow(residue(a.args[0], atoms), _whole(e), _PRIME)
    if a.kind != "root":
        free = pow(3, (a.number + 1) * 0x9E3779B97F4A7C15, _PRIME)
        return pow(free, _whole(e * _PARTS), _PRIME)
    inside = residue(a.args[0], atoms)
    if isinstance(e, int) or e.denominator == 1:
        return pow(inside, int(e), _PRIME)
    root = pow(inside, (_PRIME + 1) // 4, _PRIME)
    if root * root % _PRIME != inside:
        raise ValueError("no square")
    return pow(root, _whole(2 * e), _PRIME)


def _whole(e: Exponent) -> int:
    if e != int(e):
        raise ValueError("no such root")
    return int(e)
