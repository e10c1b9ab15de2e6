"""General and special points: values of free symbols by their traits, many at once, in floats that are exact.

Of every 8 points five are general, one is at a small scale, one at a large one, and one is special: multiples of the
identity, zero where that is allowed, rank one where a matrix may be singular.  What is drawn from a law without atoms
has general values outside the special points: equal ones have no probability.  Values that are not exact (orthogonal
matrices, what is scaled to meet a hypothesis) come with bounds on their rounding.
"""

from __future__ import annotations

from typing import Any

from numeric.training.tensors import Draws, Enclosure
from numeric.training.tensors import functions as f
from numeric.training.tensors.values import eye, signs, zeros

from ...statement.terms import Sym

POINTS = 64
SMALL, LARGE = 2.0**-10, 2.0**6
SPECIAL = 7
"""Number, modulo 8, of the special points."""
STRUCTURED = frozenset({"orthogonal", "haar", "mask", "psd", "posdef", "symmetric", "positive", "nonnegative", "law"})


def point_values(draws: Draws, sym: Sym, rows: int, columns: int, member: int = 0) -> Enclosure:
    """The values of a symbol that is not random at all points, (POINTS, rows, columns)."""
    name = f"value of {sym.name} {member} {rows}x{columns}"
    A = draws.integers(name, 1, 6, POINTS, rows, columns) / 4 * signs(draws, name + " sign", POINTS, rows, columns)
    if sym.has("random") and not sym.traits & STRUCTURED:
        size = 0.25 + draws.uniform(name, POINTS, rows, columns)
        A = size * signs(draws, name + " sign", POINTS, rows, columns)
    scale = A.new_ones(POINTS, 1, 1)
    scale[5::8], scale[6::8] = SMALL, LARGE
    if sym.has("orthogonal"):
        return _orthogonal(A, rows)
    if sym.has("mask"):
        return Enclosure.exact(_mask(A, rows))
    if sym.has("posdef") or sym.has("psd"):
        half = A.clone()
        if not sym.has("posdef"):
            half[SPECIAL::8, :, 1:] = 0.0
            half[3::16] = 0.0
        made = half @ half.mT / 2 + (eye(A, rows) / 2 if sym.has("posdef") else 0.0)
        if sym.has("posdef"):
            made[SPECIAL::8] = eye(A, rows)[0] * A[SPECIAL::8, :1, :1].abs()
        return Enclosure.exact(made * scale)
    if sym.has("symmetric"):
        A = A.tril() + A.tril(-1).mT
    if sym.has("positive"):
        return Enclosure.exact(A.abs() * scale)
    if sym.has("nonnegative"):
        A = A.abs()
    if not sym.traits & {"nonzero", "invertible"}:
        one = eye(A, rows)[0] if rows == columns and not sym.has("nonnegative") else A.new_ones(rows, columns)
        # All symbols are special together at the first two of these points, and each on its own at the others.
        kinds = draws.integers(name + " special", 0, 3, POINTS // 8)[:, None, None]
        kinds[0], kinds[1] = 1.0, 0.0
        A[SPECIAL::8] = (kinds == 1) * one + (kinds == 2) * A[SPECIAL::8]
    return Enclosure.exact(A * scale)


def _orthogonal(A: Any, d: int) -> Enclosure:
    """Cayley's :math:`(I-K)(I+K)^{-1}` of a skew K, half of them with a column turned round."""
    K = Enclosure.exact(A.tril(-1) - A.tril(-1).mT)
    one = Enclosure.exact(eye(A, d))
    Q = (one - K) @ (one + K).inverse()
    turned = eye(A, d).expand(len(A), d, d).clone()
    turned[::2, 0, 0] = -1.0
    return Q @ Enclosure.exact(turned)


def _mask(A: Any, size: int) -> Any:
    made = eye(A, size).expand(len(A), size, size).clone()
    made[:, -1, -1] = 0.0
    return made


def scaled_to(value: Enclosure, degree: int, factor: Enclosure) -> Enclosure:
    """``value`` times ``factor ** (1/degree)``, degree 1, 2 or 4."""
    for _ in range({1: 0, 2: 1, 4: 2}[degree]):
        factor = factor.sqrt()
    made: Enclosure = f.multiplied(value, factor)
    return made


def nothing(like: Any, rows: int, columns: int) -> Enclosure:
    return Enclosure.exact(zeros(like, rows, columns))
