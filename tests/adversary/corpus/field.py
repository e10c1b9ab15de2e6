"""Statements that theorists write every day, each true one beside false neighbours: what a first hour asks."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    argmin,
    commute,
    conj,
    convex,
    det,
    eq,
    exists,
    exp,
    expect,
    for_all,
    ge,
    global_minimum,
    half,
    iff,
    implies,
    infimum,
    inv,
    le,
    local_minimum,
    log,
    lt,
    minimisers_satisfy,
    minimum,
    ne,
    nonconvex,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    psd,
    rank,
    relu,
    saddle,
    sqrt,
    tends,
    tr,
)
from proofs_check.statement.laws import order, tends_jointly
from proofs_check.statement.terms import eye

from ..stating import Stated, false, family, true, valueless
from .letters import P_, Q_, T_, A, B, C, F, G, Id, K, R, S, Zero, a, b, d, e, g, m, n, p, q, r, v, w, x, x1, y, z

vv = v.T * v


@family("field")
def of_convexity() -> Iterator[Stated]:
    """Second derivatives and chords; the false ones fail at the point that the second derivative names."""
    yield false(lambda: convex(a * b, a, b))
    yield true(lambda: convex(a * b, a))
    yield false(lambda: implies(le(0, b), convex(a**2 * b, a, b)))
    yield true(lambda: convex(a**2 * q, a))
    yield false(lambda: convex(a**3, a))
    yield false(lambda: convex(relu(a) - relu(2 * a), a))
    yield true(lambda: convex(relu(a) + relu(-2 * a), a))
    yield false(lambda: nonconvex(a**4 - a**3 + a**2, a))
    yield false(lambda: convex(a**4 - 3 * a**3 + a**2, a))
    yield true(lambda: convex(norm_2(v) + v.T * S * v, v))
    yield false(lambda: convex(norm_2(v) - vv, v))
    yield false(lambda: convex(v.T * A * v, v))
    yield false(lambda: convex(v.T * F * v, v))
    yield true(lambda: convex(v.T * A.T * A * v, v))
    yield false(lambda: convex(det(A), A))
    yield false(lambda: convex(tr(A * A), A))
    yield true(lambda: convex(tr(A.T * S * A), A))
    yield false(lambda: convex(norm_F(A * A), A))
    yield false(lambda: convex(sqrt(norm_2(v)), v))


@family("field")
def of_logarithms() -> Iterator[Stated]:
    """Laws and bounds of the logarithm; the false ones fail at small numbers, the last have no value at some."""
    yield true(lambda: eq(log(p * q), log(p) + log(q)))
    yield false(lambda: eq(log(p + q), log(p) + log(q)))
    yield true(lambda: eq(log(exp(a)), a))
    yield true(lambda: eq(log(p**2 / q), 2 * log(p) - log(q)))
    yield false(lambda: eq(log(p**2), log(p) ** 2))
    yield true(lambda: le(log(p), p - 1))
    yield false(lambda: ge(log(p), p - 1))
    yield false(lambda: le(log(p), 1))
    yield true(lambda: implies(lt(1, p), lt(0, log(p))))
    yield valueless(lambda: eq(log(a**2), 2 * log(a)))


@family("field")
def of_optima() -> Iterator[Stated]:
    """Completed squares and derivatives; the false ones fail at 0, or on a line through the point."""
    yield false(lambda: eq(minimum((a - b) ** 2 + (a + b) ** 2, a), b**2))
    yield true(lambda: eq(minimum((a - b) ** 2 + (a + b) ** 2, a), 2 * b**2))
    yield false(lambda: eq(minimum((a * b - 1) ** 2, a), 0))
    yield true(lambda: implies(ne(b, 0), eq(minimum((a * b - 1) ** 2, a), 0)))
    yield false(lambda: eq(infimum(p * exp(a), a), p))
    yield true(lambda: eq(infimum(p * exp(a), a), 0))
    yield false(lambda: eq(minimum(exp(a), a), 0))
    yield false(lambda: eq(minimum(v.T * S * v - 2 * w.T * v, v), -(w.T * S * w)))
    yield true(lambda: eq(minimum(v.T * S * v - 2 * w.T * v, v), -(w.T * inv(S) * w)))
    yield valueless(lambda: eq(minimum(v.T * K * v - 2 * w.T * v, v), -(w.T * pinv(K) * w)))
    yield false(lambda: eq(minimum(norm_2(A * v - w) ** 2, v), 0))
    yield true(lambda: eq(argmin(norm_2(v - w) ** 2 + p * vv, v), w / (1 + p)))
    yield false(lambda: eq(argmin(norm_2(v - w) ** 2 + p * vv, v), w / (1 + 2 * p)))
    yield false(lambda: minimisers_satisfy((a * b - 1) ** 2, eq(a, b), a, b))
    yield true(lambda: minimisers_satisfy((a * b - 1) ** 2, eq(a * b, 1), a, b))
    yield false(lambda: global_minimum((a**2 - 1) ** 2 + a, (a, -1)))
    yield false(lambda: local_minimum(a**3, (a, 0)))
    yield false(lambda: saddle(a**4, (a, 0)))
    yield false(lambda: local_minimum(a**2 - b**4, (a, 0), (b, 0)))
    yield true(lambda: saddle(a * b, (a, 0), (b, 0)))


@family("field")
def of_gaussian_means() -> Iterator[Stated]:
    """Isserlis' theorem, Jensen's inequality, densities; the false ones mistake a moment or a law."""
    yield false(lambda: eq(expect((x.T * A * x) ** 2), tr(A) ** 2 + 2 * tr(A * A)))
    yield true(lambda: eq(expect((g.T * A * g) ** 2), tr(A) ** 2 + tr(A * A) + tr(A * A.T)))
    yield false(lambda: eq(expect((g.T * A * g) ** 2), tr(A) ** 2 + 2 * tr(A * A)))
    yield true(lambda: eq(expect((g.T * F * g) ** 3), tr(F) ** 3 + 6 * tr(F) * tr(F * F) + 8 * tr(F**3)))
    yield false(lambda: eq(expect((g.T * F * g) ** 3), tr(F) ** 3 + 6 * tr(F) * tr(F * F) + 6 * tr(F**3)))
    yield true(lambda: eq(expect(z * z.T * A * z * z.T), S * A * S + S * A.T * S + tr(A * S) * S))
    yield false(lambda: eq(expect(z * z.T * A * z * z.T), 2 * S * A * S + tr(A * S) * S))
    yield false(lambda: eq(expect(z * z.T * A * y * y.T), 0 * A))
    yield true(lambda: eq(expect(z * z.T * A * y * y.T), S * A * R))
    yield false(lambda: eq(expect(relu(x1)), p / 2))
    yield false(lambda: eq(expect(relu(x1) * relu(-x1)), p))
    yield true(lambda: eq(expect(relu(x1) * relu(-x1)), 0))
    yield true(lambda: eq(expect(relu(x1) ** 2), p**2 / 2))
    yield false(lambda: eq(expect(absolute(x1)) ** 2, expect(x1**2)))
    yield true(lambda: le(expect(absolute(x1)) ** 2, expect(x1**2)))
    yield false(lambda: eq(expect(e**3), 0))
    yield false(lambda: eq(expect(e**4), 3 * p**4))
    yield false(lambda: eq(expect(1 / x1**2), 1 / p**2))
    yield false(lambda: eq(expect(norm_2(g)), sqrt(d)))
    yield true(lambda: le(expect(norm_2(g)), sqrt(d)))
    yield false(lambda: eq(expect(exp(x1)), exp(p)))
    yield true(lambda: eq(expect(exp(x1)), exp(p**2 / 2)))


@family("field")
def of_orders() -> Iterator[Stated]:
    """Monotone functions of matrices, traces and determinants; the false ones where two do not commute."""
    yield false(lambda: implies(psd(F - G), psd(F**2 - G**2)))
    yield true(lambda: implies(psd(S - R), psd(inv(R) - inv(S))))
    yield false(lambda: implies(psd(S - R), psd(inv(S) - inv(R))))
    yield false(lambda: implies(psd(S - R), psd(S**2 - R**2)))
    yield true(lambda: implies(psd(S - R), psd(half(S) - half(R))))
    yield false(lambda: psd(S * R + R * S))
    yield false(lambda: ge(tr(S * R * T_), 0))
    yield true(lambda: ge(tr(S * R * S * R), 0))
    yield false(lambda: ge(tr(S * R * S * T_ * R * T_), tr(S * R * S * R)))
    yield false(lambda: le(tr(S * R), tr(S) * tr(R) / 2))
    yield true(lambda: le(tr(S * R), tr(S) * tr(R)))
    yield false(lambda: le(det(S + R), det(S) + det(R)))
    yield true(lambda: ge(det(S + R), det(S) + det(R)))
    yield false(lambda: le(norm_op(A) ** 2, norm_F(A * A)))
    yield false(lambda: eq(norm_op(A * A), norm_op(A) ** 2))
    yield true(lambda: eq(norm_op(F * F), norm_op(F) ** 2))
    yield false(lambda: le(norm_F(A * B), norm_F(B * A)))
    yield false(lambda: implies(eq(A * A, A), le(norm_op(A), 1)))
    yield false(lambda: implies(eq(A**2, Zero), eq(A, Zero)))
    yield false(lambda: implies(eq(A**3, Zero), eq(A**2, Zero)))
    yield true(lambda: implies(eq(F**3, Zero), eq(F, Zero)))
    yield false(lambda: implies(eq(A * B, Id), eq(A, B.T)))
    yield true(lambda: implies(eq(A * B, Id), eq(B * A, Id)))
    yield false(lambda: implies(eq(P_ * Q_, Id), eq(Q_ * P_, eye("k"))))
    yield false(lambda: eq(rank(A * B), rank(B * A)))
    yield false(lambda: eq(rank(A), rank(A * A)))
    yield true(lambda: eq(rank(F), rank(F * F)))
    yield true(lambda: eq(rank(P_.T * P_), rank(P_)))
    yield false(lambda: eq(rank(A + B), rank(A) + rank(B)))


@family("field")
def of_quantifiers() -> Iterator[Stated]:
    """Discriminants; the false ones fail where the free number is negative or 0."""
    yield false(lambda: exists(a, eq(a**2, b)))
    yield true(lambda: implies(le(0, b), exists(a, eq(a**2, b))))
    yield false(lambda: for_all(a, le(a * b, b**2 + a)))
    yield true(lambda: for_all(a, le(2 * a * b, a**2 + b**2)))
    yield false(lambda: exists(a, for_all(b, le(a * b, 0 * b - 1))))
    yield true(lambda: exists(a, for_all(b, le(a, b**2))))
    yield false(lambda: exists(a, for_all(b, lt(b**2, a))))


@family("field")
def of_growth() -> Iterator[Stated]:
    """Leading terms; the false ones along n = m, or at once."""
    yield true(lambda: tends((1 + n) / n, 1, n))
    yield false(lambda: tends((1 + n) / n, 1 + 1 / m, n))
    yield true(lambda: tends(n / (n + m), 1, n))
    yield false(lambda: tends_jointly(n / (n + m), 1, n, m))
    yield false(lambda: tends(n * exp(-n / 1000000), 1, n))
    yield true(lambda: tends(exp(-n), 0, n))
    yield false(lambda: order(n**2 / m, n, n, m))
    yield true(lambda: order(1 / (n + m), 1 / n, n, m))


@family("field")
def of_values_and_equivalences() -> Iterator[Stated]:
    """Domains of quotients and roots; the equivalences fail at 0, at -1, or at the identity."""
    yield valueless(lambda: eq(a / a, 1))
    yield valueless(lambda: eq(sqrt(a) ** 2, a))
    yield valueless(lambda: eq(inv(A) * A, Id))
    yield valueless(lambda: eq(half(F) * half(F), F))
    yield false(lambda: eq(sqrt(a**2), a))
    yield true(lambda: eq(sqrt(a**2), absolute(a)))
    yield false(lambda: iff(eq(a * b, 0), eq(a, 0)))
    yield false(lambda: iff(le(a, b), le(a**2, b**2)))
    yield true(lambda: iff(le(p, r), le(p**2, r**2)))
    yield false(lambda: iff(commute(A, B), commute(A.T, B)))
    yield true(lambda: iff(commute(A, B), commute(A.T, B.T)))
    yield false(lambda: implies(conj(commute(A, B), commute(B, C)), commute(A, C)))
    yield false(lambda: implies(eq(tr(A * B), 0), eq(tr(A * A * B * B), 0)))
