"""Statements that fail on an edge alone: where what is assumed is met with equality, at a start that is singular or
beyond a target, under bounds that are negative; each beside true neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import absolute, eq, sqrt
from proofs_check.statement.laws import order
from proofs_check.statement.terms import unknowns

from ..stating import Stated, false, family, true
from .letters import A, a, b, d, m, n, p, v


@family("edges")
def bounds_of_either_sign() -> Iterator[Stated]:
    """What is negative somewhere, or 0, bounds nothing there but 0."""
    yield from map(false, (
        order(1 / n, -1 / n, n), order(n, -n, n), order(n, n - 5, n), order(absolute(a), a, n), order(a * n, b * n, n),
        order(n**2, (n - 10)**2, n), order(n**2, n**2 - 9 * n, n), order(n * m, n * m - 6, n, m),
        order(n, -(absolute(a) * n), n), order(n + m, n - m, n, m),
    ))  # fmt: skip
    yield from map(true, (
        order(-n, n, n), order(0 * n, -n, n), order(n, n**2 - 9 * n + 21, n), order((n - 10)**2, n**2, n),
        order(a * n, (1 + a**2) * n, n), order(1 / (n + p), 1 / n, n), order(sqrt(n), n, n), order(n - m, n + m, n, m),
    ))  # fmt: skip


@family("edges")
def counted_once() -> Iterator[Stated]:
    """A symbol that is named twice has as many entries as before."""
    yield from (true(eq(unknowns(A, A), d**2)), true(eq(unknowns(A, v, A), d**2 + d)))
    yield from (false(eq(unknowns(A, A), 2 * d**2)), false(eq(unknowns(A, v, A), 2 * d**2 + d)))
