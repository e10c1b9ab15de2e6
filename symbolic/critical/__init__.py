"""Stationary points of a polynomial with rational coefficients: sought in floating point, established exactly.

>>> import sympy
>>> x, y = sympy.symbols("x y")
>>> found = critical_points((x**2 - 1)**2 + y**2)
>>> [(p.kind, p.value_text) for p in found.points]
[('local minimum', '0'), ('local minimum', '0'), ('saddle', '1')]
"""

from .points import CriticalPoint, CriticalPoints, critical_point, critical_points
from .polynomial import Polynomial
from .scalings import scalings

__all__ = ["CriticalPoint", "CriticalPoints", "Polynomial", "critical_point", "critical_points", "scalings"]
