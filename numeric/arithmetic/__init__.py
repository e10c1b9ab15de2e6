"""One expression, many arithmetics: exact rationals, Arb balls, mpmath at any precision, float64.

:func:`evaluate` needs SymPy, which is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .balls import Ball, ball, certainly, exact, in_balls, integer_power
from .precision import ball_precision, bits_for, check_digits, mpmath_precision

if TYPE_CHECKING:
    from .expressions import ARITHMETICS, evaluate

__all__ = [
    "ARITHMETICS",
    "Ball",
    "ball",
    "ball_precision",
    "bits_for",
    "certainly",
    "check_digits",
    "evaluate",
    "exact",
    "in_balls",
    "integer_power",
    "mpmath_precision",
]


def __getattr__(name: str) -> Any:
    if name in {"ARITHMETICS", "evaluate"}:
        from . import expressions

        return getattr(expressions, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
