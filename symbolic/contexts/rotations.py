"""Orthogonal matrices with rational entries, and the group of signed permutations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product
from typing import Any

from flint import fmpq

from ..entries.matrix import Matrix


def cayley(parameters: list[Any], d: int, reflected: bool) -> Matrix:
    """:math:`(I-A)(I+A)^{-1}` for the skew-symmetric A with these entries above the diagonal; with ``reflected`` its
    first row is negated.  Every orthogonal matrix is a limit of these."""
    A = [[fmpq(0)] * d for _ in range(d)]
    entries = iter(parameters)
    for i in range(d):
        for j in range(i + 1, d):
            A[i][j] = next(entries)
            A[j][i] = -A[i][j]
    skew = Matrix.of(A)
    one = identity(d)
    U = (one - skew) @ (one + skew).inverse()
    return Matrix((tuple(-e for e in U.rows[0]), *U.rows[1:])) if reflected else U


def identity(d: int) -> Matrix:
    """The d x d identity."""
    return Matrix.build(d, d, lambda i, j: fmpq(int(i == j)))


@lru_cache(maxsize=8)
def signed_permutations(d: int) -> tuple[Matrix, ...]:
    """All matrices with one entry 1 or -1 in each row and column: :math:`2^dd!` of them."""
    return tuple(
        Matrix.build(d, d, lambda i, j: fmpq(signs[i] if order[i] == j else 0))  # noqa: B023
        for order in permutations(range(d))
        for signs in product((1, -1), repeat=d)
    )


def orthogonal_matrices(d: int) -> Iterator[Matrix]:
    """Rational orthogonal matrices, the simple ones first: reflections, permutations, rotations."""
    group = signed_permutations(d)
    yield group[-1]  # every sign and the order reversed
    if d == 1:
        yield from group[:1]
        return
    yield cayley([fmpq(1, 2)] * (d * (d - 1) // 2), d, reflected=False)  # for d = 2 the rotation of 3, 4, 5
    yield cayley([fmpq(1 + k, 3) for k in range(d * (d - 1) // 2)], d, reflected=True)
    yield from group
