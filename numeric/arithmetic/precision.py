"""Precision as a scope: set on entry, restored on exit, whatever happens in between."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import flint
import mpmath

from ..errors import InputError

MOST_DIGITS = 10_000
"""Native code that is asked for many more cannot be interrupted, or runs out of memory."""


def check_digits(digits: int) -> int:
    """``digits`` if it is an integer >= 1 that can be worked with.  Raises :class:`InputError`."""
    if not isinstance(digits, int) or isinstance(digits, bool) or digits < 1:
        raise InputError(f"digits must be an integer >= 1, not {digits!r}. Pass the number of decimal digits wanted.")
    if digits > MOST_DIGITS:
        raise InputError(f"digits must be at most {MOST_DIGITS}, not {digits}: pass fewer.")
    return digits


def bits_for(digits: int, guard: int = 32) -> int:
    """Binary working precision for ``digits`` decimal digits, with ``guard`` bits to spare."""
    return math.ceil(check_digits(digits) * math.log2(10)) + guard


@contextmanager
def ball_precision(bits: int) -> Iterator[None]:
    """Arb's working precision within the scope.

    >>> before = flint.ctx.prec
    >>> with ball_precision(200):
    ...     flint.ctx.prec
    200
    >>> flint.ctx.prec == before
    True
    """
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


@contextmanager
def mpmath_precision(digits: int) -> Iterator[None]:
    """mpmath's working precision within the scope."""
    with mpmath.workdps(check_digits(digits)):
        yield
