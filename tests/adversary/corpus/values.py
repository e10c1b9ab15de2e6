"""Derivatives, independence and limits of sequences: kinks, poles and what depends on what."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    det,
    eq,
    exp,
    expect,
    grad,
    independent_of,
    norm_2,
    norm_F,
    parameter,
    relu,
    slope,
    sqrt,
    tends,
    term,
    tr,
    where,
)
from proofs_check.statement.laws import noise
from proofs_check.statement.props import depends_on

from ..stating import Stated, false, family, true, valueless
from .letters import A, B, Id, N, S, a, b, e, n, q, t_, u, v

s = parameter("s_1", "d")
X = parameter("X_1", "d", "d")


@family("values")
def gradients() -> Iterator[Stated]:
    """By the rules of calculus, in the shape of the variable."""
    yield true(eq(grad(a**2, a), 2 * a))
    yield true(eq(grad(a**3 * b, a), 3 * a**2 * b))
    yield true(eq(grad(exp(2 * a), a), 2 * exp(2 * a)))
    yield true(eq(grad(v.T * A * v, v), (A + A.T) * v))
    yield true(eq(grad(tr(A * B), A), B.T))
    yield true(eq(grad(norm_F(X - A) ** 2, X), 2 * (X - A)))
    yield true(eq(grad(norm_2(A * s - v) ** 2, s), 2 * A.T * (A * s - v)))
    yield true(eq(grad(tr(X.T * S * X), X), 2 * S * X))
    yield true(eq(slope(t_, (a + t_ * b) ** 2), 2 * a * b))
    yield true(eq(grad(sqrt(1 + a**2), a), a / sqrt(1 + a**2)))
    yield true(eq(grad(a**2 * b**2, b), 2 * a**2 * b))
    yield false(eq(grad(a**2, a), a))
    yield false(eq(grad(v.T * A * v, v), 2 * A * v))
    yield false(eq(grad(tr(A * B), A), B))
    yield false(eq(grad(norm_F(X - A) ** 2, X), X - A))
    yield false(eq(grad(tr(X.T * S * X), X), 2 * X * S))
    yield false(eq(grad(exp(2 * a), a), exp(2 * a)))
    yield false(eq(grad(norm_2(A * s - v) ** 2, s), 2 * A * (A * s - v)))
    yield false(eq(slope(t_, (a + t_ * b) ** 2), 2 * a))
    yield false(eq(grad(sqrt(1 + a**2), a), 1 / sqrt(1 + a**2)))


@family("values")
def gradients_at_kinks() -> Iterator[Stated]:
    """The rule holds outside 0; at 0 there is no derivative, or a quotient without a value."""
    yield valueless(eq(grad(absolute(a), a), a / absolute(a)))
    yield valueless(eq(grad(relu(a), a), relu(a) / a))
    yield valueless(eq(grad(norm_2(v), v), v / norm_2(v)))
    yield valueless(eq(grad(absolute(a), a) ** 2, 1))
    yield valueless(eq(grad(sqrt(a**2), a) * a, absolute(a)))
    yield valueless(eq(grad(1 / a, a), -1 / a**2))
    yield valueless(eq(expect(e**2) / q**2, expect(e**2) / q**2))
    yield valueless(eq(expect(noise("e_0", q) ** 2) / q**2, term(1)))
    yield valueless(eq((N - 1) / (N - 1) * tr(B), tr(B)))
    yield false(eq(grad(absolute(a), a), term(1)))
    yield false(eq(grad(relu(a), a), term(1)))
    yield false(eq(grad(relu(a), a), term(0)))
    yield valueless(independent_of(u / u, u))
    yield valueless(independent_of(absolute(u) ** 2 / u**2, u))


@family("values")
def independence() -> Iterator[Stated]:
    """What cancels does not matter; what takes two values does."""
    yield true(independent_of(u - u + a, u))
    yield true(independent_of((u + 1) ** 2 - u**2 - 2 * u, u))
    yield true(independent_of(0 * u, u))
    yield true(independent_of(tr(A * B) - tr(B * A), A))
    yield true(independent_of(relu(u) - relu(-u) - u, u))
    yield false(independent_of(relu(u), u))
    yield false(independent_of(u**2, u))
    yield false(independent_of(absolute(u) - u, u))
    yield false(independent_of(absolute(u) + u, u))
    yield false(independent_of(a * u, u))
    yield false(independent_of(tr(A), A))
    yield false(independent_of(det(A), A))
    yield true(depends_on(u**2, u))
    yield true(depends_on(relu(u), u))
    yield false(depends_on(u - u, u))


@family("values")
def limits_of_sequences() -> Iterator[Stated]:
    """Rational functions of an integer, by their leading terms."""
    yield true(tends(1 / n, 0, n))
    yield true(tends(n / (n + 1), 1, n))
    yield true(tends((2 * n + 1) / n, 2, n))
    yield true(tends(a / n, 0, n))
    yield true(tends((n + 1) / n * a, a, n))
    yield false(tends(1 / n, 1, n))
    yield false(tends(n / (n + 1), 0, n))
    yield false(tends((2 * n + 1) / n, 1, n))
    yield false(tends(n, 0, n))
    yield false(tends(a * n / (n + 1), 0, n))
    yield false(tends((n**2 + 1) / n, 1, n))


@family("values")
def values_put_in() -> Iterator[Stated]:
    """``where`` evaluates after deriving."""
    yield true(eq(where(a**2 + b, (a, 2)), 4 + b))
    yield true(eq(where(grad(a**2, a), (a, 3)), 6))
    yield true(eq(where(tr(A * B), (A, Id)), tr(B)))
    yield true(eq(where(a * b, (a, b), (b, a)), a * b))
    yield false(eq(where(a**2 + b, (a, 2)), 2 + b))
    yield false(eq(where(grad(a**2, a), (a, 3)), 9))
    yield false(eq(where(a - b, (a, b), (b, a)), a - b))
    yield valueless(eq(where(1 / a, (a, b)), 1 / b))
