"""Systems of polynomial equations that have no solution, decided by elimination over the rationals.

>>> import sympy
>>> x = sympy.Symbol("x")
>>> is_inconsistent([x**2 - 1, x - 2]), is_inconsistent([x**2 - 1, x - 1])
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

MOST_EQUATIONS = 80
"""Of larger systems the answer is that no contradiction is known."""


def is_inconsistent(equations: Sequence[Any]) -> bool:
    """Whether the polynomials ``equations`` (SymPy expressions, = 0 each) have no common zero, even a complex one.

    False also where that was not found out.
    """
    import sympy

    proper = frozenset(e for e in map(sympy.expand, equations) if e != 0)
    if any(e.is_number for e in proper):
        return True
    return bool(proper) and len(proper) <= MOST_EQUATIONS and _have_no_common_zero(proper)


@lru_cache(maxsize=512)
def _have_no_common_zero(polynomials: frozenset[Any]) -> bool:
    """By a Groebner basis; what is asked at several points of a problem is often one system."""
    import sympy

    unknown = sorted(set().union(*(e.free_symbols for e in polynomials)), key=str)
    basis = sympy.groebner(sorted(polynomials, key=sympy.default_sort_key), *unknown, order="grevlex")
    return list(basis.exprs) == [1]
