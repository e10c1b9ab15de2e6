"""The flow to many digits: Taylor series in fixed-point integers, with an estimated global error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np

from ..arithmetic import bits_for, check_digits, exact, mpmath_precision
from ..arithmetic.balls import fraction
from ..errors import InputError
from ..inputs import positive_integer
from .field import second_moment
from .taylor import Ring, System, coefficients

Exact = int | Fraction


@dataclass(frozen=True)
class PreciseTrajectory:
    """States at the output times as ``mpf``: ``U11`` one list of rows per time, ``u_1`` one number per time.

    ``error`` estimates the largest error of any entry at any output time; ``how`` says how it was obtained.
    """

    times: tuple[Fraction, ...]
    U11: tuple[list[list[Any]], ...]
    u_1: tuple[Any, ...]
    error: Any
    how: str


def precise_flow(
    Lam: Sequence[Sequence[Exact]],
    N: int,
    U11: Sequence[Sequence[Exact]],
    u_1: Exact,
    times: Sequence[Exact],
    digits: int = 50,
) -> PreciseTrajectory:
    """The flow (27) from exact rational data at exact times, to ``digits`` digits after the point.

    Taylor series of order about 1.2 per digit, the step chosen so that the last coefficient is below the target.
    Integrated twice, with 2 and 5 guard digits (so with other steps, orders and rounding); the second is returned,
    the largest difference is the error estimate.  It is no bound: for one, see :mod:`numeric.ode.enclosure`.

    Raises :class:`InputError` for inexact data, decreasing times, or a Lam that is not symmetric positive definite.
    """
    grid = _times(times)
    check_digits(digits)
    exact_Lam, start = exact_covariance(Lam), [fraction(exact(x)) for row in U11 for x in row]
    if len(start) != len(exact_Lam) ** 2:
        raise InputError(f"U11 must have the size of Lam, {len(exact_Lam)} x {len(exact_Lam)}. Pass as many entries.")
    state = [*start, fraction(exact(u_1))]
    G = exact_second_moment(exact_Lam, positive_integer("N", N))
    coarse, fine = (_integrate(exact_Lam, G, state, grid, digits + guard) for guard in (2, 5))
    d = len(exact_Lam)
    with mpmath_precision(digits + 5):
        error = max(abs(a - b) for p, q in zip(coarse, fine, strict=True) for a, b in zip(p, q, strict=True))
        U = tuple([row[i * d : (i + 1) * d] for i in range(d)] for row in fine)
    how = "fixed-point Taylor series at two precisions, orders and steps; largest difference"
    return PreciseTrajectory(grid, U, tuple(row[-1] for row in fine), error, how)


def exact_covariance(Lam: Sequence[Sequence[Any]]) -> list[list[Fraction]]:
    """``Lam`` as fractions, checked exactly: square, symmetric, all leading minors positive."""
    import flint

    rows = [[fraction(exact(x)) for x in row] for row in Lam]
    d = len(rows)
    if d < 1 or any(len(row) != d for row in rows):
        raise InputError(f"Lam must be square, not {d} rows of {[len(r) for r in rows]}. Pass d rows of d numbers.")
    if any(rows[i][j] != rows[j][i] for i in range(d) for j in range(i)):
        raise InputError("Lam must be symmetric: an entry differs from its mirror. Pass (Lam + Lam^T)/2.")
    for k in range(1, d + 1):
        minor = flint.fmpq_mat(k, k, [exact(rows[i][j]) for i in range(k) for j in range(k)]).det()
        if minor <= 0:
            smallest = float(np.linalg.eigvalsh(np.array(rows, dtype=float))[0])
            raise InputError(
                f"Lam must be positive definite: its smallest eigenvalue is about {smallest:.6g} (leading minor {k} is "
                f"{minor}). Pass a covariance matrix whose eigenvalues are all positive."
            )
    return rows


def exact_second_moment(Lam: list[list[Fraction]], N: int) -> list[list[Fraction]]:
    """E[S^2] in exact rationals."""
    return second_moment(np.array(Lam, dtype=object), Fraction(N)).tolist()


def _times(times: Sequence[Exact]) -> tuple[Fraction, ...]:
    grid = tuple(fraction(exact(t)) for t in times)
    if not grid or grid[0] < 0 or any(b <= a for a, b in pairwise(grid)):
        raise InputError(f"times must be >= 0 and increasing, not {list(times)!r}. Pass a sorted list of times.")
    return grid


def _integrate(
    Lam: list[list[Fraction]], G: list[list[Fraction]], start: list[Fraction], grid: tuple[Fraction, ...], digits: int
) -> list[list[Any]]:
    bits = bits_for(digits, guard=24)
    order = math.ceil(1.2 * digits)
    target = 2.0 ** -bits_for(digits, guard=0)
    one = 1 << bits
    ring = Ring(0, lambda x: x >> bits, lambda x, k: x // k)

    def fixed(x: Fraction) -> int:
        return x.numerator * one // x.denominator

    state = [fixed(x) for x in start]
    unit = dyadic(1 / (4 * _rate(Lam, G, start)))
    t = Fraction(0)
    out: list[list[Any]] = []
    pending = list(grid)
    while pending:
        system = System(
            ring,
            [([[fixed(x * unit) for x in row] for row in G], [[fixed(x) for x in row] for row in Lam])],
            [[fixed(x * unit) for x in row] for row in _square(Lam)],
        )
        series = coefficients(system, state, order)
        reach = _reach(series, order, one, target)
        # Beyond one unit the rounding of the coefficients would be magnified by step^order.
        step = dyadic(min(reach, 1.0))
        while pending and pending[0] <= t + step * unit:
            theta = fixed((pending.pop(0) - t) / unit)
            out.append([_horner(s, theta, bits) for s in series])
        state = [_horner(s, fixed(Fraction(step)), bits) for s in series]
        t += step * unit
        unit = dyadic(float(unit) * min(reach, 4.0))
    with mpmath_precision(digits + 5):
        return [[mpmath.mpf(x) / one for x in row] for row in out]


def _reach(series: list[list[int]], order: int, one: int, target: float) -> float:
    """The step, in units, at which the last two coefficients fall below ``target``."""
    smallest = math.inf
    for k in (order - 1, order):
        size = max(abs(s[k]) for s in series)
        if size:
            log = math.log(target) - (math.log(size) - math.log(one))
            smallest = min(smallest, math.exp(log / k))
    return smallest


def _horner(series: list[int], theta: int, bits: int) -> int:
    total = 0
    for c in reversed(series):
        total = (total * theta >> bits) + c
    return total


def dyadic(x: float) -> Fraction:
    """``x`` rounded down to five significant bits."""
    scale = Fraction(2) ** (math.floor(math.log2(x)) - 4)
    return scale * math.floor(x / float(scale))


def _rate(Lam: list[list[Fraction]], G: list[list[Fraction]], start: list[Fraction]) -> float:
    size = max(float(np.linalg.norm([float(x) for x in start])), 1.0)
    A, B = np.array(Lam, dtype=float), np.array(G, dtype=float)
    return float(np.linalg.norm(A, 2) * np.linalg.norm(B, 2) * size**2 + np.linalg.norm(A, 2) ** 2)


def _square(Lam: list[list[Fraction]]) -> list[list[Fraction]]:
    d = len(Lam)
    return [[sum((Lam[i][k] * Lam[k][j] for k in range(d)), Fraction(0)) for j in range(d)] for i in range(d)]
