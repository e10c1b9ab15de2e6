"""Matrices of small integers at which general ones are a bad guide, and the numbers at which polynomials vanish."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

from flint import fmpq, fmpq_mat, fmpq_poly

from ..entries.matrix import Matrix

SPARSE = 24
"""Further matrices of entries 0, 1 and -1."""
DEGREE = 6
"""The largest degree of a polynomial whose roots are looked for."""
CHECKS = 2


@lru_cache(maxsize=64)
def hostile_matrices(rows: int, columns: int) -> tuple[Matrix, ...]:
    """Zero, diagonal, nilpotent, idempotent, involutive, orthogonal and scaled ones, and sparse ones; each once."""

    def made(entry: Callable[[int, int], int]) -> Matrix:
        return Matrix.build(rows, columns, lambda i, j: fmpq(entry(i, j)))

    one = made(lambda i, j: int(i == j))
    named = [
        made(lambda i, j: 0), one, -one, one.scale(fmpq(2)),
        made(lambda i, j: int(i == j) * (-1) ** i),
        made(lambda i, j: int(i == j == 0)),
        made(lambda i, j: int(i == j) * (1 + i)),
        made(lambda i, j: int(j == i + 1)),
        made(lambda i, j: int(j == (i + 1) % columns)),
        made(lambda i, j: (j == i + 1) - (i == j + 1)),
        made(lambda i, j: int(i == 0)),
        made(lambda i, j: int(i == 0) - int(i == j > 0)),
        made(lambda i, j: int(i == j) + int(j == i + 1)),
        made(lambda i, j: 1),
        made(lambda i, j: 2 * int(i == j) - int(abs(i - j) == 1)),
        made(lambda i, j: 1 + 2 * i + 3 * j),
    ]  # fmt: skip
    rng = random.Random(f"sparse {rows} {columns}")
    sparse = [made(lambda i, j: rng.choice((0, 1, -1))) for _ in range(SPARSE)]
    return tuple({A.rows: A for A in (*named, *sparse)}.values())


def common_roots(values: Callable[[fmpq], Sequence[fmpq]]) -> list[fmpq] | None:
    """The rational numbers at which all ``values`` vanish, polynomials in their argument; None where these vanish
    everywhere, or are no polynomials as far as further values tell.

    >>> common_roots(lambda a: [a * a - 1, a * a + 2 * a - 3])
    [1]
    >>> common_roots(lambda a: [a - a]) is None
    True
    """
    points = [fmpq(2 * k + 1, 3) for k in range(-3, DEGREE - 2 + CHECKS)]
    rows = [values(x) for x in points]
    fitted = [_fitted(points, [row[i] for row in rows]) for i in range(len(rows[0]))]
    common = fmpq_poly([])
    for poly in fitted:
        if poly is None:
            return None
        common = common.gcd(poly)
    if not common:
        return None
    _, factors = common.numer().factor()
    return [fmpq(-int(f[0]), int(f[1])) for f, _ in factors if f.degree() == 1]


def _fitted(points: Sequence[fmpq], values: Sequence[fmpq]) -> fmpq_poly | None:
    """The polynomial of this degree through the first values, where it meets the others."""
    size = DEGREE + 1
    powers = fmpq_mat(size, size, [x**k for x in points[:size] for k in range(size)])
    solved = powers.solve(fmpq_mat(size, 1, list(values[:size])))
    poly = fmpq_poly([solved[k, 0] for k in range(size)])
    return poly if all(poly(x) == y for x, y in zip(points[size:], values[size:], strict=True)) else None
