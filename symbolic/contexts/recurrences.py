r"""Limits of sequences of rationals that satisfy a linear recurrence with constant coefficients, decided exactly.

A sequence of order at most N is determined by its first 2N terms, its shortest recurrence by the algorithm of Berlekamp
and Massey (Massey, IEEE Trans. Inform. Theory 15 (1969)).  It tends to 0 if and only if every root of the
characteristic polynomial of that recurrence lies inside the unit circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb, ctx, fmpq, fmpq_poly

from ..errors import InputError

PRECISIONS = (64, 256, 1024)


def characteristic(values: Sequence[fmpq]) -> fmpq_poly:
    """The characteristic polynomial of the shortest recurrence that the values satisfy, the leading coefficient 1.

    >>> [str(c) for c in characteristic([fmpq(v) for v in (0, 1, 1, 2, 3, 5)])]
    ['-1', '-1', '1']
    """
    known, before = [fmpq(1)], [fmpq(1)]
    length, since, last = 0, 1, fmpq(1)
    for n, value in enumerate(values):
        error = value + sum((known[i] * values[n - i] for i in range(1, min(length, len(known) - 1) + 1)), fmpq(0))
        if not error:
            since += 1
            continue
        longer = _less(known, error / last, before, since)
        if 2 * length <= n:
            length, before, last, since = n + 1 - length, known, error, 1
        else:
            since += 1
        known = longer
    padded = known + [fmpq(0)] * (length + 1 - len(known))
    return fmpq_poly(padded[length::-1])


def _less(a: list[fmpq], factor: fmpq, b: list[fmpq], shift: int) -> list[fmpq]:
    out = a + [fmpq(0)] * (len(b) + shift - len(a))
    for i, value in enumerate(b):
        out[i + shift] -= factor * value
    return out


def tends_to_zero(values: Sequence[fmpq], order: int) -> bool:
    """Whether the sequence with these first terms, which satisfies a recurrence of at most this order, tends to 0.

    Raises:
        InputError: fewer than ``2 * order`` terms, or roots too near the unit circle.
    """
    if len(values) < 2 * order:
        raise InputError(f"{len(values)} terms do not determine a recurrence of order {order}: give {2 * order}.")
    p = characteristic(values)
    while p.degree() > 0 and not p[0]:
        p = fmpq_poly(p.coeffs()[1:])
    if p.degree() < 1:
        return True
    if p.gcd(fmpq_poly(p.coeffs()[::-1])).degree() > 0:
        return False  # with a root r also 1/r is one, or r lies on the circle: one of them is not inside
    integral: Any = p.numer()
    for precision in PRECISIONS:
        before, ctx.prec = ctx.prec, precision
        try:
            sizes = [abs(root) for root, _ in integral.complex_roots()]
        finally:
            ctx.prec = before
        if any(size > arb(1) for size in sizes):
            return False
        if all(size < arb(1) for size in sizes):
            return True
    raise InputError("a root of the recurrence is too near the unit circle.")
