"""Systems of polynomial equations that have no solution, decided by elimination over the rationals.

>>> import sympy
>>> x = sympy.Symbol("x")
>>> is_inconsistent([x**2 - 1, x - 2]), is_inconsistent([x**2 - 1, x - 1])
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MOST_EQUATIONS = 80
"""Of larger systems the answer is that no contradiction is known."""


def is_inconsistent(equations: Sequence[Any]) -> bool:
    """Whether the polynomials ``equations`` (SymPy expressions, = 0 each) have no common zero, even a complex one.

    False also where that was not found out.
    """
    import sympy

    proper = [e for e in map(sympy.expand, equations) if e != 0]
    if any(e.is_number for e in proper):
        return True
    if not proper or len(proper) > MOST_EQUATIONS:
        return False
    unknown = sorted(set().union(*(e.free_symbols for e in proper)), key=str)
    return list(sympy.groebner(proper, *unknown, order="grevlex").exprs) == [1]
