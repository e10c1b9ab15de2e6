"""Values that are equal only where their normal forms are: polynomials in letters and in their powers.

Functions of which few laws are known, inverses of sums, roots of sums and powers with a size in the exponent may be
equal although their normal forms differ.  Only where nothing of the kind occurs do normal forms that differ say that
the values do.
"""

from __future__ import annotations

from typing import Any

from symbolic.words import Matrix, Scalar
from symbolic.words.letters import Letter
from symbolic.words.scalars import ATOMS, Atom
from symbolic.words.structure import letters_in

from .by_entries import is_lifted
from .shapes import parts_of


def is_canonical(value: Any) -> bool:
    """Whether every equal value has the same normal form."""
    return not is_lifted(value) and all(map(_is_plain, parts_of(value)))


def _is_plain(value: Scalar | Matrix) -> bool:
    coefficients = [value] if isinstance(value, Scalar) else list(value.terms.values())
    powers = [(ATOMS[k], e) for c in coefficients for mono in c.terms for k, e in mono]
    return all(map(_is_of_a_symbol, letters_in(value))) and all(
        _is_of_symbols(a) and (a.kind != "root" or e == int(e) or _is_a_number(a)) for a, e in powers
    )


def _is_of_a_symbol(x: Letter) -> bool:
    """Whether the letter is a symbol or a power of one, and nothing that holds an argument."""
    holds = (x.call, x.middle, x.weight, x.covariance, x.inside or None, x.stands_for or None)
    return x.q == 0 and not (x.singular and x.p <= 0) and all(part is None for part in holds)


def _is_of_symbols(a: Atom) -> bool:
    """Whether the atom is a number with a name, a closed word, or a sum in a denominator, which is cleared."""
    if a.kind == "root":
        return _is_plain(a.args[0])
    return a.kind in {"symbol", "cycle"}


def _is_a_number(a: Atom) -> bool:
    """Whether this is the root of a prime, or of an irreducible polynomial in N: these are independent."""
    return isinstance(a.args[0], Scalar) and a.args[0].terms.keys() <= {()}
