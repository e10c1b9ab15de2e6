"""One expression, many arithmetics: exact rationals, Arb balls, mpmath at any precision, float64."""

from .balls import Ball, ball, certainly, exact, in_balls, integer_power
from .evaluate import ARITHMETICS, evaluate
from .precision import ball_precision, bits_for, mpmath_precision

__all__ = [
    "ARITHMETICS",
    "Ball",
    "ball",
    "ball_precision",
    "bits_for",
    "certainly",
    "evaluate",
    "exact",
    "in_balls",
    "integer_power",
    "mpmath_precision",
]
