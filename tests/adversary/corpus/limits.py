"""Limits: of inverses beside singular matrices, of powers of any base, and of flows that a matrix may hold still."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    eq,
    gradient_flow,
    implies,
    inv,
    le,
    limit,
    lt,
    matrix,
    norm_2,
    parameter,
    pinv,
    projection,
    rank,
    tends,
    tr,
    vector,
)
from proofs_check.statement.laws import order
from proofs_check.statement.terms import at0

from ..stating import Stated, false, family, true
from .letters import Id, K, L, S, Zero, a, d, n, v

X, y, w = matrix("X_1", "m", "d"), vector("y_9", "m"), parameter("w_9", "d")
SQUARES = gradient_flow(norm_2(X * w - y) ** 2 / 2, (w,))


@family("limits")
def beside_singular_matrices() -> Iterator[Stated]:
    """On the kernel of K the inverse of K + I/n is n I; K = 0 shows what is false."""
    resolvent = inv(K + Id / n)
    yield true(lambda: tends(K * resolvent, projection(K), n))
    yield true(lambda: tends(resolvent / n, Id - projection(K), n))
    yield true(lambda: tends(K * resolvent**2 * K, projection(K), n))
    yield true(lambda: tends(tr(K * resolvent), rank(K), n))
    yield true(lambda: tends(n * (K * resolvent - projection(K)), -pinv(K), n))
    yield true(lambda: tends(K * inv(K**2 + K / n + Id / n), pinv(K), n))
    yield true(lambda: tends(inv(K + Id / n**2) / n**2, Id - projection(K), n))
    yield true(
        lambda: tends(
            resolvent * (n / (n + 1)) - n * (Id - projection(K)), pinv(K) - (Id - projection(K)), n
        )
    )  # fmt: skip
    yield true(lambda: tends(inv(S + Id / n), inv(S), n))
    yield true(lambda: order(tr(resolvent), n, n))
    yield true(lambda: order(tr(K * resolvent), 1, n))
    yield false(lambda: tends(resolvent, pinv(K), n))
    yield false(lambda: tends(K * resolvent, Id, n))
    yield false(lambda: tends(resolvent / n, Zero, n))
    yield false(lambda: tends(K * resolvent**2 * K, Id, n))
    yield false(lambda: tends(tr(K * resolvent), d, n))
    yield false(lambda: tends(v.T * resolvent * v, v.T * pinv(K) * v, n))
    yield false(lambda: tends(n * (K * resolvent - Id), -pinv(K), n))
    yield false(lambda: tends(inv(K + Id / n**2) / n, Id - projection(K), n))
    word = K * L * K
    yield false(
        lambda: tends(inv(word + Id / n**2) * (n / (n + 1)) - (n**2 - n) * (Id - projection(word)), pinv(word), n)
    )
    yield false(lambda: order(tr(resolvent), 1, n))


@family("limits")
def of_powers() -> Iterator[Stated]:
    """Powers fall where the base is less than 1 in modulus: not at -1, and not at 1."""
    yield true(lambda: implies(lt(absolute(a), 1), tends(a**n, 0, n)))
    yield false(lambda: implies(lt(a, 1), tends(a**n, 0, n)))
    yield false(lambda: implies(le(absolute(a), 1), tends(a**n, 0, n)))
    yield false(lambda: tends(a**n, 0, n))


@family("limits")
def of_least_squares() -> Iterator[Stated]:
    """The part of the start in the kernel of X stays: where X is 0 nothing moves."""
    yield true(lambda: limit(X.T * (X * w - y), 0 * w), model=SQUARES)
    yield true(lambda: limit(w, pinv(X) * y + (Id - pinv(X) * X) * at0(w)), model=SQUARES)
    yield false(lambda: limit(w, pinv(X) * y), model=SQUARES)
    yield false(lambda: limit(X * w, y), model=SQUARES)
    yield false(lambda: eq(at0(w), pinv(X) * y), model=SQUARES)
