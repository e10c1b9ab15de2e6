"""Least values, limits, flows, noise, integers and quantifiers: the truth of each decided before the tool was asked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    always,
    at0,
    conj,
    conserved,
    ddt,
    det,
    eq,
    exists,
    exp,
    expect,
    for_all,
    ge,
    global_minimum,
    gradient_flow,
    gt,
    iff,
    implies,
    infimum,
    inv,
    le,
    limit,
    lt,
    minimisers_satisfy,
    minimum,
    ne,
    norm_F,
    parameter,
    pinv,
    projection,
    relu,
    saddle,
    sqrt,
    tends,
    term,
    total,
    tr,
)
from proofs_check.statement.laws import order, probably, tends_jointly

from ..stating import Stated, false, family, true, valueless
from .letters import A, B, F, Id, K, N, S, Zero, a, b, c, d, e, f, g, i, m, matrix, n, p, r, scalar, u, v, w, w_, x1, y1

HALF = Fraction(1, 2)
W, P1 = matrix("W", "d", "d"), parameter("P_5", "d", "d")
time = scalar("t", "nonnegative")
hyperbola, bowl = gradient_flow(u * w_, (u, w_)), gradient_flow((u**2 + w_**2) / 2, (u, w_))
towards = gradient_flow(norm_F(P1 - A)**2 / 2, (P1,))
definite, flat = (gradient_flow(tr(P1.T * M * P1) / 2, (P1,)) for M in (S, K))


@family("decided_claims")
def least_values() -> Iterator[Stated]:
    """Completed squares, projections and tangents; what is only approached is no minimum."""
    yield from map(true, (
        le(minimum((a - b)**2 + absolute(a), a), absolute(b)), eq(infimum(exp(a), a), 0), eq(infimum(1 / n, n), 0),
        eq(minimum(norm_F(A * W - B)**2, W), norm_F((Id - A * pinv(A)) * B)**2), eq(minimum((n - 3)**2, n), 0),
        eq(minimum(tr(S * W * W.T) - 2 * tr(W), W), -tr(inv(S))), eq(minimum((n + 3)**2, n), 16),
        le(minimum((a**2 - 1)**2 + b * a, a), b), eq(infimum(norm_F(v * w.T - Id)**2, v, w), d - 1),
        eq(infimum(p * r + 1 / (p * r), p, r), 2), global_minimum((u**2 - w_)**2, (u, 0), (w_, 0)),
        saddle(u**3 + w_**2, (u, 0), (w_, 0)),
    ))  # fmt: skip
    yield true(eq(minimum((a - b)**2 + absolute(a), a), b**2), le(absolute(b), HALF))
    yield from map(false, (
        eq(minimum((a - b)**2 + absolute(a), a), b**2), eq(minimum((n + 3)**2, n), 0),
        eq(minimum(norm_F(W * A - B)**2, W), norm_F((Id - A * pinv(A)) * B)**2),
        eq(minimum(tr(S * W * W.T) - 2 * tr(W), W), -tr(S)), eq(minimum((a**2 - 1)**2 + b * a, a), -absolute(b)),
        eq(infimum(norm_F(v * w.T - Id)**2, v, w), d), eq(infimum(p * r + 1 / p, p, r), 2),
        minimisers_satisfy((u**2 - w_)**2, eq(u, 0), u, w_), saddle(u**4 + w_**4, (u, 0), (w_, 0)),
    ))  # fmt: skip
    yield from map(valueless, (
        eq(minimum(exp(a), a), 0), eq(minimum(1 / n, n), 0), eq(infimum(b * a**2, a), 0),
    ))  # fmt: skip


@family("decided_claims")
def limits() -> Iterator[Stated]:
    """First terms of expansions; a limit that a fixed number of terms suggests, or that another rate breaks."""
    yield from map(true, (
        tends((1 + a / N)**N, exp(a), N), tends(N * (exp(a / N) - 1), a, N), tends(d / (N + d), 0, N),
        tends(N * (det(Id + A / N) - 1), tr(A), N), tends(total(i, N, 1 / (i * (i + 1))), 1, N),
        tends(sqrt(N**2 + a * N) - N, a / 2, N), tends(inv(S + Id / N), inv(S), N), order(N / (N**2 + 1), 1 / N, N),
    ))  # fmt: skip
    yield from map(false, (
        tends((1 + a / N)**N, 1 + a, N), tends_jointly(d / (N + d), 0, N, d),
        tends(N * (det(Id + A / N) - 1), det(A), N), tends(total(i, N, 1 / (i * (i + 1))), 2, N),
        tends(inv(S + N * Id), inv(S), N), tends(tr(A) / N + d, 0, N),
        tends(N * (sqrt(1 + a / N) - 1), a, N), order(N / (N + 1), 1 / N, N),
    ))  # fmt: skip


@family("decided_claims")
def flows() -> Iterator[Stated]:
    """Linear flows in closed form; the hyperbola's flow keeps u^2 - w^2, and what K does not see stays."""
    yield from (
        true(conserved(u**2 - w_**2), model=hyperbola), true(eq(ddt(u * w_), -2 * u * w_), model=bowl),
        true(always(le(u**2 + w_**2, at0(u**2 + w_**2))), model=bowl), true(limit(P1, A), model=towards),
        true(always(eq(P1, A + exp(-time) * (at0(P1) - A))), model=towards), true(limit(P1, Zero), model=definite),
        true(conserved((Id - projection(K)) * P1), model=flat),
        true(limit(u, 1), model=gradient_flow(u**2 / 2 - u, (u,))),
        true(always(gt(u, 0)), model=gradient_flow((u - r)**2 / 2, (u,), {u: p})),
        true(always(le(u, at0(u))), model=gradient_flow(exp(u), (u,))),
    )  # fmt: skip
    yield from (
        false(conserved(u**2 + w_**2), model=hyperbola), false(eq(ddt(u * w_), -u * w_), model=bowl),
        false(always(ge(u**2 + w_**2, at0(u**2 + w_**2))), model=bowl), false(limit(P1, A.T), model=towards),
        false(always(eq(P1, A + exp(-2 * time) * (at0(P1) - A))), model=towards), false(limit(P1, Zero), model=flat),
        false(conserved(projection(K) * P1), model=flat), false(limit(u, 0), model=gradient_flow(u**2 / 2 - u, (u,))),
        false(always(gt(u, 0)), model=gradient_flow((u - r)**2 / 2, (u,), {u: c})),
        false(always(lt(u, at0(u))), model=gradient_flow(exp(u), (u,))),
        false(limit(u, 0), model=gradient_flow(exp(u), (u,))),
    )  # fmt: skip


@family("decided_claims")
def noise() -> Iterator[Stated]:
    """Two moments of any law, all of a normal one; Jensen is strict."""
    yield from map(true, (
        eq(expect((a + e)**2), a**2 + p**2), eq(expect(x1**4), 3 * p**4), eq(expect(e * f), 0),
        eq(expect(e**2 * f**2), p**2 * r**2), le(expect(absolute(x1)), p), ge(expect(exp(x1)), 1),
        probably(le(absolute(x1), 3 * p), Fraction(99, 100)), eq(expect(relu(x1) - relu(-x1)), 0),
        eq(expect(absolute(x1 + y1) * x1), 0), eq(expect(relu(e)**2 + relu(-e)**2), p**2),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect(e**4), 3 * p**4), eq(expect(e**2 * f**2), 0), eq(expect(absolute(x1)), p),
        eq(expect(exp(x1)), exp(p**2)), probably(le(absolute(x1), 3 * p), Fraction(999, 1000)),
        eq(expect((a + e)**3), a**3), eq(expect(relu(x1)), p / 2), eq(expect(absolute(e) * e), 0),
        eq(expect(relu(e)**2), p**2 / 2), eq(expect(absolute(x1 + 1) * x1), 0),
        eq(expect(absolute(x1 + y1) * x1 * y1), 0), eq(expect(absolute(v.T * g + 1) * (v.T * g)), 0),
    ))  # fmt: skip


@family("decided_claims")
def quantifiers() -> Iterator[Stated]:
    """Integers are not numbers, Archimedes, discriminants on the whole line and on half of it."""
    yield from map(true, (
        for_all(n, ge(n * n, n)), exists(n, gt(n, p)), for_all(n, ne((2 * n - 7) * (2 * n - 11), 0)),
        for_all(n, ge((n - 2) * (n - 3), 0)), exists(n, for_all(m, ge(m * m, n))), exists(a, for_all(n, gt(n, a))),
        iff(for_all(a, ge(a**2 + b * a + 1, 0)), le(b**2, 4)), iff(for_all(p, ge(p**2 + b * p + 1, 0)), ge(b, -2)),
        implies(le(n, 1), eq(n, 1)), implies(conj(gt(n, 1), lt(n, 3)), eq(n, 2)), iff(eq(n * n, n), eq(n, 1)),
        for_all(n, exists(m, eq(m, n + 1))), for_all(a, ge(a**2 + b**2, 2 * a * b)),
        implies(for_all(n, le(n * a, 1)), le(a, 0)), exists(n, eq(n**2 - 5 * n + 6, 0)),
    ))  # fmt: skip
    yield from map(false, (
        for_all(n, ge(n, 2)), exists(n, lt(n, p)), for_all(n, ne((n - 7) * (n - 11), 0)),
        for_all(a, ge((a - 2) * (a - 3), 0)), exists(n, for_all(a, gt(n, a))), for_all(a, ge(a**2, a)),
        iff(for_all(p, ge(p**2 + b * p + 1, 0)), le(b**2, 4)), implies(le(n, 2), eq(n, 1)), iff(eq(a * a, a), eq(a, 1)),
        for_all(a, exists(n, eq(n * a, 1))), for_all(n, exists(m, eq(m + 1, n))), for_all(n, lt(n, 10**6)),
        implies(for_all(n, le(a, n)), le(a, 0)), exists(n, eq(n**2 - 5 * n + 5, 0)), for_all(n, ne(n, 12345)),
        iff(for_all(n, ge((n - a) * (n - a - 1), 0)), eq(a, 1)),
    ))  # fmt: skip


@family("decided_claims")
def equations_from_the_right() -> Iterator[Stated]:
    """What is assumed of a symbol's value may stand on either side."""
    yield true(eq(K * A, Zero), eq(Zero, K))
    yield true(implies(eq(Id, F), eq(F * A, A)))
    yield true(eq(a * b, 2 * b), eq(term(2), a))
    yield true(implies(eq(A * A, B), eq(A * B, B * A)))
    yield false(eq(K * A, A), eq(Zero, K))
    yield false(implies(eq(Id, F), eq(F * A, -A)))
    yield false(eq(a * b, 2), eq(term(2), a))
    yield false(implies(eq(A * A, B), eq(B, A)))
