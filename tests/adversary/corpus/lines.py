"""Statements along one line: quantifiers, least values, saddles and chords whose letters are bound, free, or both."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    argmin,
    conj,
    convex,
    det,
    eq,
    exists,
    exp,
    for_all,
    ge,
    global_minimum,
    gt,
    iff,
    implies,
    index,
    infimum,
    le,
    local_minimum,
    lt,
    minimisers_satisfy,
    minimum,
    minimum_where,
    ne,
    nonconvex,
    norm_2,
    norm_F,
    psd,
    rank,
    relu,
    saddle,
    scalar,
    sqrt,
    tends,
    term,
    total,
    tr,
    where,
)
from proofs_check.statement.laws import least_over, order, tends_jointly
from proofs_check.statement.terms import entry, eye

from ..stating import Stated, false, family, true, valueless
from .letters import P_, Q_, A, B, F, Id, K, N, S, a, b, c, d, m, n, o, p, q, r, u, v, w, w_

nz, k = scalar("z_1", "nonzero"), scalar("k_1", "integer", "positive")
kp = scalar("k_2", "integer", "positive")
i_N, ii, i3, im = index("i_2", "N"), index("i_1", "d"), index("i_3", "3"), index("i_m", "n_1")
vv = v.T * v
size = scalar("k", "integer", "positive")


@family("lines")
def over_a_part_of_the_line() -> Iterator[Stated]:
    """What holds for positive, nonnegative or nonzero numbers fails at 0, at an end, or on the other side."""
    yield false(lambda: for_all(p, gt(p, b)))
    yield true(lambda: for_all(p, implies(le(b, 0), gt(p, b))))
    yield true(lambda: for_all(q, implies(lt(b, 0), gt(q, b))))
    yield false(lambda: for_all(q, implies(le(b, 0), gt(q, b))))
    yield false(lambda: exists(p, eq(p**2, b)))
    yield true(lambda: implies(gt(b, 0), exists(p, eq(p**2, b))))
    yield true(lambda: implies(ge(b, 0), exists(q, eq(q**2, b))))
    yield false(lambda: implies(ge(b, 0), exists(p, eq(p**2, b))))
    yield true(lambda: exists(nz, gt(nz, b)))
    yield false(lambda: exists(nz, eq(nz, b)))
    yield false(lambda: exists(nz, le(nz**2, 0)))
    yield true(lambda: for_all(nz, gt(nz**2 + b**2, 0)))
    yield false(lambda: for_all(nz, gt(nz * b, 0)))
    yield false(lambda: exists(k, eq(2 * k, 1)))
    yield false(lambda: exists(k, eq(k**2, 2)))
    yield false(lambda: for_all(k, ge(k * (k - 2), 0)))
    yield true(lambda: for_all(k, ge(k * (k - 1), 0)))
    yield false(lambda: for_all(kp, lt(kp, 1000000)))
    yield false(lambda: exists(kp, lt(kp, b)))


@family("lines")
def inside_connectives() -> Iterator[Stated]:
    """A quantifier in a premise or on a side of an equivalence: discriminants, and what is bound twice."""
    yield true(lambda: implies(exists(a, eq(a**2, b)), ge(b, 0)))
    yield false(lambda: implies(exists(a, eq(a**2, b)), gt(b, 0)))
    yield true(lambda: iff(exists(a, eq(a**2 + b * a + c, 0)), ge(b**2, 4 * c)))
    yield false(lambda: iff(exists(a, eq(a**2 + b * a + c, 0)), gt(b**2, 4 * c)))
    yield false(lambda: iff(exists(a, eq(c * a**2 + b * a + 1, 0)), ge(b**2, 4 * c)))
    yield false(lambda: iff(for_all(a, gt(c * a**2 + b * a + 1, 0)), lt(b**2, 4 * c)))
    yield true(lambda: implies(lt(b**2, 4 * c), for_all(a, gt(c * a**2 + b * a + 1, 0))))
    yield false(lambda: implies(for_all(a, ge(a * b + c, 0)), gt(c, 0)))
    yield true(lambda: implies(for_all(a, ge(a * b + c, 0)), eq(b, 0)))
    yield false(lambda: conj(gt(a**2 + 1, 0), exists(a, lt(a**2, b))))
    yield false(lambda: implies(gt(a, 0), for_all(a, gt(a + b**2, 0))))
    yield false(lambda: implies(exists(a, gt(a, b)), gt(a, b)))
    yield true(lambda: implies(gt(a, b), exists(a, gt(a, b))))
    yield false(lambda: implies(eq(a, b), for_all(a, eq(a, b))))
    yield true(lambda: implies(for_all(a, le(a * b, 0)), eq(b, 0)))
    yield false(lambda: for_all(a, exists(c, eq(a * c, b))))
    yield true(lambda: for_all(a, exists(c, eq(a + c, b))))
    yield false(lambda: exists(c, for_all(a, eq(a + c, b))))
    yield true(lambda: exists(c, for_all(a, eq(a * c, 0))))
    yield false(lambda: exists(c, conj(ne(c, 0), for_all(a, ge(a * c, 0)))))
    yield false(lambda: for_all(a, iff(ge(a, b), ge(a**2, b**2))))
    yield false(lambda: for_all(a, implies(eq(a**3, b * a), eq(a**2, b))))
    yield true(lambda: for_all(a, implies(eq(a**2, 0), eq(a, 0))))
    yield false(lambda: exists(a, conj(gt(a, b), lt(a, b))))
    yield true(lambda: exists(a, conj(ge(a, b), le(a, b))))
    yield true(lambda: exists(a, conj(gt(a, b), lt(a, b + p))))
    yield false(lambda: exists(a, conj(gt(a, b), lt(a, b + q))))


@family("lines")
def poles_and_degrees() -> Iterator[Stated]:
    """Quotients have no value at a pole; a coefficient that vanishes leaves a line, or a constant."""
    yield valueless(lambda: exists(a, eq(a * b / b, 1)))
    yield false(lambda: for_all(a, eq(a * b / b, 1)))
    yield false(lambda: implies(ne(b, 0), for_all(a, ge(a**2 / b, 0))))
    yield true(lambda: implies(gt(b, 0), for_all(a, ge(a**2 / b, 0))))
    yield false(lambda: exists(a, eq(b * a**2 + a, 1)))
    yield true(lambda: exists(a, eq(p * a**3 + a, b)))
    yield false(lambda: exists(a, eq(b * a**3 + b * a**2, 1)))
    yield false(lambda: exists(a, eq((b - 1) * a, b)))
    yield false(lambda: for_all(a, ge(a**4 - 2 * b * a**2 + 1, 0)))
    yield true(lambda: for_all(a, ge(a**4 - 2 * a**2 * b + b**2, 0)))
    yield false(lambda: for_all(a, gt(a**4 - 2 * a**2 * b + b**2, 0)))
    yield false(lambda: exists(nz, eq(1 / nz, b)))
    yield true(lambda: for_all(p, ge(p + 1 / p, 2)))
    yield false(lambda: for_all(p, gt(p + 1 / p, 2)))
    yield false(lambda: for_all(nz, ge(nz + 1 / nz, 2)))
    yield false(lambda: for_all(a, eq(a / a, 1)))
    yield false(lambda: for_all(a, eq(sqrt(a) ** 2, a)))
    yield false(lambda: for_all(a, eq(relu(a), a)))
    yield false(lambda: exists(a, lt(absolute(a) + b**2, 0)))
    yield false(lambda: for_all(a, le(exp(a), 1 + b**2)))
    yield false(lambda: exists(a, lt(exp(a * b), 0)))


@family("lines")
def least_values() -> Iterator[Stated]:
    """Parabolas and quartics by their derivatives; a minimum is a number in which nothing bound occurs."""
    yield true(lambda: le(minimum((a - b) ** 2 + a, a), b))
    yield false(lambda: eq(minimum((a - b) ** 2 + a, a), a))
    yield false(lambda: eq(minimum((a - b) ** 2 + a, a), b))
    yield true(lambda: eq(minimum((a - b) ** 2 + a, a), b - term(1) / 4))
    yield true(lambda: le(minimum((a - b) ** 2, a), a**2))
    yield false(lambda: eq(minimum(a**4 - 2 * b * a**2, a), -(b**2)))
    yield true(lambda: implies(ge(b, 0), eq(minimum(a**4 - 2 * b * a**2, a), -(b**2))))
    yield false(lambda: eq(minimum((a * b - 1) ** 2 + b**2, a), b**2))
    yield false(lambda: eq(minimum((a * b - 1) ** 2, a, b), 1))
    yield false(lambda: eq(minimum((a * b - 1) ** 2 + a**2, a, b), 0))
    yield true(lambda: eq(infimum((a * b - 1) ** 2 + a**2, a, b), 0))
    yield false(lambda: eq(infimum((a * b - 1) ** 2 + a**2, a), 0))
    yield false(lambda: eq(minimum(a**2 + b**2, a), minimum(a**2 + b**2, a, b)))
    yield true(lambda: ge(minimum(a**2 + b**2, a), minimum(a**2 + b**2, a, b)))
    yield false(lambda: eq(minimum(a**2 + 2 * a * b, a) + minimum(a**2, a), b**2))
    yield true(lambda: eq(minimum(a**2 + 2 * a * b, a), -(b**2)))
    yield false(lambda: implies(eq(a, 1), eq(minimum(a**2, a), 1)))
    yield true(lambda: implies(eq(a, 1), eq(minimum(a**2, a), 0)))
    yield false(lambda: implies(eq(b, 1), eq(minimum((a - b) ** 2 + b, a), 2)))
    yield false(eq(minimum((a - b) ** 2 + c, a), 0), eq(a, b))
    yield true(eq(minimum((a - b) ** 2 + c, a), c), eq(a, 5))
    yield false(lambda: le(minimum(b * a**2 + a, a), 0))
    yield false(lambda: eq(minimum(b * a**2, a), 0))
    yield true(lambda: implies(ge(b, 0), eq(minimum(b * a**2, a), 0)))
    yield false(lambda: eq(infimum(b * a, a), 0))
    yield false(lambda: le(minimum((a - b) ** 2, a) + minimum((c - b) ** 2 + 1, c), b**2))
    yield true(lambda: eq(minimum((a - b) ** 2, a) + minimum((c - b) ** 2 + 1, c), 1))
    yield false(lambda: eq(minimum(a**2, a) + a**2, a))
    yield true(lambda: eq(minimum(minimum((a - b) ** 2, a) + b**2, b), 0))
    yield false(lambda: eq(minimum(minimum((a - b) ** 2 + a, a), b), 0))
    yield false(lambda: le(minimum(norm_2(v - w) ** 2 + v.T * v, v), w.T * w / 4))
    yield true(lambda: eq(minimum(norm_2(v - w) ** 2 + v.T * v, v), w.T * w / 2))
    yield false(lambda: eq(minimum(norm_F(A - B) ** 2 + norm_F(A) ** 2, A), norm_F(B) ** 2))
    yield false(lambda: eq(minimum(norm_2(v) ** 2, v), norm_2(v) ** 2))
    yield false(lambda: lt(minimum((a - b) ** 2 * c**2, a), c**2))
    yield false(lambda: eq(minimum(a**6 - 3 * b * a**4 + 3 * b**2 * a**2, a), -b))
    yield false(lambda: eq(minimum(p, a), p + 1))
    yield true(lambda: eq(minimum(p, a), p))
    yield false(lambda: eq(minimum((p - b) ** 2, p), 0))
    yield false(lambda: eq(minimum(q + b, q), 0))
    yield false(lambda: eq(infimum(p + b, p), b + 1))
    yield true(lambda: eq(infimum(p + b, p), b))
    yield false(lambda: eq(minimum(p + b, p), b))
    yield false(lambda: eq(minimum((k - b) ** 2, k), 0))


@family("lines")
def minimisers() -> Iterator[Stated]:
    """Minimisers that are several, none, or elsewhere."""
    yield false(lambda: eq(argmin((a**2 - 1) ** 2, a), 1))
    yield false(lambda: eq(argmin(b * (a - c) ** 2, a), c))
    yield true(lambda: eq(argmin(p * (a - c) ** 2, a), c))
    yield false(lambda: implies(ne(b, 0), eq(argmin(b * (a - c) ** 2, a), c)))
    yield false(lambda: eq(argmin((a - b) ** 2 + a, a), b))
    yield false(lambda: minimisers_satisfy(a**4 - 2 * b * a**2, eq(a**2, b), a))
    yield true(implies(ge(b, 0), minimisers_satisfy(a**4 - 2 * b * a**2, eq(a**2, b), a)))
    yield false(lambda: minimisers_satisfy((a + b - 1) ** 2, eq(a, b), a, b))
    yield false(lambda: minimum_where((a * b - 1) ** 2, eq(a, 1), a, b))
    yield true(lambda: minimum_where((a * b - 1) ** 2, eq(a * b, 1), a, b))
    yield false(lambda: global_minimum(b * a**2, (a, 0)))
    yield false(lambda: global_minimum(a**4 - b * a**2, (a, 0)))
    yield true(lambda: global_minimum(a**4 + b**2 * a**2, (a, 0)))
    yield false(lambda: global_minimum(b * a, (a, b)))
    yield false(lambda: minimisers_satisfy(0 * a, eq(a, 0), a))
    yield false(lambda: minimisers_satisfy((a * b) ** 2, eq(a, 0), a))


@family("lines")
def critical_points() -> Iterator[Stated]:
    """The first power that does not vanish decides; a curve may fall where every line rises."""
    yield false(lambda: local_minimum((a - b**2) * (a - 2 * b**2), (a, 0), (b, 0)))
    yield true(lambda: saddle((a - b**2) * (a - 2 * b**2), (a, 0), (b, 0)))
    yield false(lambda: saddle(0 * a + 1, (a, 0)))
    yield true(lambda: local_minimum(0 * a + 1, (a, 0)))
    yield false(lambda: saddle(b * a**3, (a, 0)))
    yield true(lambda: implies(ne(b, 0), saddle(b * a**3, (a, 0))))
    yield false(lambda: local_minimum(b * a**2, (a, 0)))
    yield true(lambda: local_minimum(b**2 * a**2, (a, 0)))
    yield false(lambda: local_minimum((a - b) ** 2 * (a - c), (a, b)))
    yield true(lambda: implies(gt(b, c), local_minimum((a - b) ** 2 * (a - c), (a, b))))
    yield false(lambda: implies(ge(b, c), local_minimum((a - b) ** 2 * (a - c), (a, b))))
    yield false(lambda: saddle((a - b) ** 2, (a, b)))
    yield false(lambda: saddle(a * b + a, (a, 0), (b, 0)))
    yield true(lambda: saddle(a * b + a, (a, 0), (b, -1)))
    yield false(lambda: local_minimum(p, (p, 0)))
    yield false(lambda: local_minimum(p, (p, 1)))
    yield false(lambda: saddle(v.T * F * v, (v, 0 * v)))
    yield false(lambda: local_minimum(v.T * A * v, (v, 0 * v)))
    yield false(lambda: local_minimum(v.T * F * v + norm_2(v) ** 4, (v, 0 * v)))
    yield false(lambda: local_minimum(a**2 * b**2 - a**3 * b**3 * 0 - a**4 * c**2, (a, 0), (b, 0)))
    yield false(lambda: local_minimum(det(A), (A, 0 * A)))
    yield false(lambda: saddle(tr(A) ** 2, (A, 0 * A)))
    yield true(lambda: local_minimum(tr(A) ** 2, (A, 0 * A)))
    yield false(lambda: local_minimum(absolute(a) - 2 * absolute(a - b), (a, 0)))
    yield false(lambda: local_minimum(relu(a) - a, (a, 0)))


@family("lines")
def chords() -> Iterator[Stated]:
    """Second derivatives that change their sign with a free number, or on a part of the line alone."""
    yield false(lambda: convex(b * a**2, a))
    yield false(lambda: convex(a**4 - b * a**2, a))
    yield true(lambda: convex(a**4 + b**2 * a**2, a))
    yield false(lambda: convex((a * b - 1) ** 2, a, b))
    yield true(lambda: convex((a * b - 1) ** 2, a))
    yield false(lambda: convex(sqrt(q), q))
    yield true(lambda: convex(p**3, p))
    yield false(lambda: convex(p**3 - p**2, p))
    yield true(lambda: convex(1 / p, p))
    yield true(lambda: convex(exp(a) + absolute(a), a))
    yield false(lambda: convex(absolute(absolute(a) - 1), a))
    yield false(lambda: convex(b * absolute(a), a))
    yield false(lambda: nonconvex(b * a**3, a))
    yield false(lambda: nonconvex(b * a, a))
    yield false(lambda: nonconvex(a**2 * b**2, a))
    yield true(lambda: nonconvex(a**2 * b**2, a, b))
    yield false(lambda: convex(norm_F(A * B - Id) ** 2, A, B))
    yield true(lambda: convex(norm_F(A * B - Id) ** 2, A))
    yield false(lambda: convex(norm_2(v) * norm_2(w), v, w))
    yield false(lambda: convex(relu(v.T * w), v, w))
    yield true(lambda: convex(relu(v.T * w), v))


@family("lines")
def indices() -> Iterator[Stated]:
    """Indices up to a number, a size, one less, or one free beside one bound; a list of one has no two members."""
    yield true(lambda: for_all(ii, gt(entry(S, ii, ii), 0)))
    yield false(lambda: for_all(ii, gt(entry(K, ii, ii), 0)))
    yield false(lambda: exists(ii, gt(entry(v, ii, 1), 0)))
    yield true(lambda: exists(ii, ge(entry(v, ii, 1) ** 2 * d, v.T * v)))
    yield false(lambda: exists(ii, gt(entry(v, ii, 1) ** 2 * d, v.T * v)))
    yield false(lambda: for_all(ii, le(entry(v, ii, 1) ** 2 * d, v.T * v)))
    yield true(lambda: for_all(ii, le(entry(v, ii, 1) ** 2, v.T * v)))
    yield false(lambda: for_all(i3, lt(i3, b)))
    yield true(lambda: for_all(i3, le(i3, 3)))
    yield false(lambda: exists(i3, eq(i3, b)))
    yield false(lambda: exists(ii, eq(ii, 2)))
    yield true(lambda: exists(ii, eq(ii, 1)))
    yield false(lambda: for_all(ii, le(ii, 2)))
    yield false(lambda: exists(im, gt(im, 1)))
    yield false(lambda: for_all(ii, exists(a, eq(a * entry(v, ii, 1), 1))))
    yield true(lambda: exists(a, for_all(ii, ge(a, 0 * a))))
    yield false(lambda: for_all(ii, eq(entry(A, ii, ii), entry(A, 1, 1))))
    yield false(lambda: eq(total(ii, d, entry(A, ii, ii)), entry(A, ii, ii)))
    yield false(lambda: implies(exists(ii, eq(entry(v, ii, 1), 0)), eq(entry(v, ii, 1), 0)))
    yield false(lambda: implies(for_all(ii, ge(entry(F, ii, ii), 0)), psd(F)))
    yield true(lambda: for_all(ii, ge(entry(K, ii, ii), 0)))
    yield false(lambda: exists(ii, eq(v.T * v, entry(v, ii, 1) ** 2)))
    yield false(lambda: iff(exists(ii, eq(entry(v, ii, 1), 0)), eq(v, 0 * v)))


@family("lines")
def thin_zeros() -> Iterator[Stated]:
    """An equation of the first degree has no solution where its slope vanishes: on a line or a curve of the others."""
    yield false(lambda: exists(a, eq((b - c) * a, 1)))
    yield false(lambda: exists(a, eq((b - 2 * c) * a, 1)))
    yield false(lambda: exists(a, eq((b**2 - c) * a, 1)))
    yield false(lambda: exists(a, eq((b * c - 1) * a, 1)))
    yield false(lambda: exists(a, eq((b + c - 3) * a, 1)))
    yield false(lambda: exists(a, eq((b - 7) * a, 1)))
    yield false(lambda: exists(a, gt((5 * b - 1) ** 2 * a, 1)))
    yield false(lambda: exists(a, ne((b + 11) * a, 0)))
    yield false(lambda: for_all(a, gt(a**2 + (b - 6) ** 2, 0)))
    yield false(lambda: for_all(a, gt((a - 3) ** 2 + (b - c - 1) ** 2, 0)))
    yield false(lambda: exists(a, eq((vv - 4) * a, 1)))
    yield false(lambda: exists(a, eq((v.T * w) * a, 1)))
    yield false(lambda: exists(a, eq((vv - w.T * w) * a, 1)))
    yield false(lambda: exists(a, eq((tr(A) - 2) * a, 1)))
    yield false(lambda: exists(a, eq(det(A) * a, 1)))
    yield false(lambda: exists(a, eq((det(A) - det(B)) * a, 1)))
    yield false(lambda: exists(a, eq((p - r) * a, 1)))
    yield false(lambda: exists(a, eq((n - 4) * a, 1)))
    yield false(lambda: exists(a, eq((n - m) * a, 1)))
    yield false(lambda: exists(a, eq((n - 2 * m) * a, 1)))
    yield false(lambda: exists(a, eq((d - 3) * a, 1)))
    yield false(lambda: exists(a, eq((d - n) * a, 1)))
    yield false(lambda: saddle((b - 7) * a**3, (a, 0)))
    yield false(lambda: local_minimum(-((b - 7) ** 2 - 1) * 1 * a**2, (a, 0)))
    yield false(lambda: nonconvex((b - 7) * a**3, a))
    yield false(lambda: lt(minimum((b - 7) ** 2 * a**2 - 2 * (b - 7) ** 2 * a, a), 0))
    yield false(lambda: eq(minimum(((b - 7) * a - 1) ** 2, a), 0))
    yield false(lambda: eq(minimum(((b - c) * a - 1) ** 2, a), 0))


@family("lines")
def captured() -> Iterator[Stated]:
    """A premise equates a free letter with one that is bound below it: what is bound is another."""
    yield true(lambda: implies(eq(b, -a), convex(a * b, a)))
    yield false(lambda: implies(eq(b, a), nonconvex(-(a * b), a)))
    yield false(lambda: implies(eq(b, a), for_all(a, eq(b, a))))
    yield true(lambda: implies(eq(b, a), exists(a, eq(b + 1, a))))
    yield false(lambda: implies(eq(b, a), eq(minimum(a**2 - b**2, a), 0)))
    yield true(lambda: implies(eq(b, a), eq(minimum(a**2 - b**2, a), -(b**2))))
    yield true(lambda: implies(eq(b, a), eq(minimum((a - b) ** 2 + 1, a), 1)))
    yield false(lambda: implies(eq(b, a), eq(minimum((a - 2 * b) ** 2, a), b**2)))
    yield false(lambda: implies(eq(b, a), eq(argmin((a - b) ** 2 + a, a), b)))
    yield false(lambda: implies(eq(b, a**2), ge(minimum(a**2 - b, a), 0)))
    yield false(lambda: implies(eq(a, b), local_minimum(a * b, (a, 0))))
    yield false(eq(minimum((a - b) ** 2, a), 9), eq(b, 3), eq(a, 0))
    yield true(eq(minimum((a - b) ** 2, a), 0), eq(b, 3), eq(a, 0))
    yield true(eq(minimum((a - b) ** 2, a), 0), gt(a, b))
    yield false(gt(minimum((a - b) ** 2, a), 0), gt(a, b))
    yield false(for_all(a, ge(a, 0)), ge(a, 0))
    yield false(for_all(a, ge(a, 0)), for_all(b, ge(a, -(b**2))))
    yield true(exists(a, lt(a, 0)), ge(a, 0))
    yield false(exists(b, lt(a, -(b**2))), ge(a, 0))
    yield false(convex(a**3, a), ge(a, 0))
    yield false(saddle(a**3 + b * a**4, (b, 0)), eq(a, 0))
    yield false(local_minimum(a * (b - 1) ** 2, (b, 1)), ne(a, 0))
    yield false(lambda: implies(eq(v, w), eq(minimum(norm_2(v - 2 * w) ** 2, v), norm_2(w) ** 2)))
    yield false(lambda: implies(eq(v, o), eq(minimum(norm_2(v - w) ** 2, v), norm_2(w) ** 2)))
    yield false(lambda: implies(eq(A, B), convex(tr(A * B * B), B)))
    yield true(lambda: implies(eq(A, -B), convex(tr(A * B), B)))
    yield false(lambda: implies(eq(A, -B), nonconvex(tr(A * B.T), B)))
    yield true(lambda: implies(eq(c, minimum((a - 1) ** 2 + b, a)), eq(c, b)))
    yield false(lambda: implies(eq(c, minimum((a - 1) ** 2 + b, a)), eq(c, b + (a - 1) ** 2)))
    yield false(lambda: implies(le(minimum((a - b) ** 2 + c, a), 0), lt(c, 0)))
    yield true(lambda: implies(le(minimum((a - b) ** 2 + c, a), 0), le(c, 0)))


@family("lines")
def far_from_where_one_starts() -> Iterator[Stated]:
    """Quartics with two wells, the deeper one at 9: 12 a (a - 4) (a - 9) is the slope of the first."""
    far = 3 * a**4 - 52 * a**3 + 216 * a**2
    yield false(lambda: eq(minimum(far, a), 0))
    yield true(lambda: eq(minimum(far, a), -729))
    yield false(lambda: eq(minimum(far + b**2, a, b), 0))
    yield true(lambda: eq(minimum(far + b**2, a, b), -729))
    yield false(lambda: ge(minimum(far + (b - c) ** 2, a, b), -1))
    yield false(lambda: global_minimum(far + b**2, (a, 0), (b, 0)))
    yield true(lambda: local_minimum(far + b**2, (a, 0), (b, 0)))
    yield false(lambda: minimisers_satisfy(far + b**2, eq(a, 0), a, b))
    yield false(lambda: minimisers_satisfy(far, eq(a, 0), a))
    yield false(lambda: minimisers_satisfy((a - 1) ** 2 * (a - 20) ** 2, eq(a, 1), a))
    yield false(lambda: minimisers_satisfy((a - 1) ** 2 * (a - 20) ** 2 + b**2, eq(a, 1), a, b), large=True)
    yield false(lambda: minimum_where(far + b**2, conj(eq(a, 0), eq(b, 0)), a, b))
    yield false(lambda: eq(minimum((a - b) ** 2 * (a - c) ** 2 + a, a), b))
    yield false(lambda: minimisers_satisfy((a - b) ** 2 * (a - c) ** 2, eq(a, b), a))
    yield false(lambda: eq(minimum(norm_F(A * A - B) ** 2, A), 0))
    yield false(lambda: eq(minimum(norm_F(A.T * A - F) ** 2, A), 0))
    yield false(lambda: minimisers_satisfy(norm_F(A.T * A - S) ** 2, psd(A), A))
    yield false(lambda: minimisers_satisfy(norm_F(A * A.T - Id) ** 2, eq(A, A.T), A))
    yield false(lambda: local_minimum((a - b**3) * (a - 2 * b**3), (a, 0), (b, 0)))
    yield false(lambda: local_minimum((a - b**2) * (10 * a - 11 * b**2), (a, 0), (b, 0)))
    yield true(lambda: local_minimum((a * b - 1) ** 2, (a, 1), (b, 1)))
    yield true(lambda: local_minimum(vv + vv**2 - 3 * vv**3, (v, 0 * v)))
    yield true(lambda: local_minimum(norm_F(A.T * A - Id) ** 2, (A, Id)))
    yield false(lambda: local_minimum(norm_F(A.T * A - Id) ** 2, (A, 0 * A)))


@family("lines")
def paths_and_rectangles() -> Iterator[Stated]:
    """Integers that grow together, and factors thinner than what they make."""
    yield false(lambda: tends_jointly(n * m / (n**2 + m**2), 0, n, m))
    yield false(lambda: tends_jointly(n**2 * m / (n**4 + m**2), 0, n, m))
    yield true(lambda: tends(n * m / (n**2 + m**2), 0, n))
    yield false(lambda: order(n + m, n, n, m))
    yield true(lambda: order(n * m / (n + m), m, n, m))
    yield false(lambda: eq(P_ * Q_, Id))
    yield false(lambda: exists(a, eq(P_ * Q_, a * Id)))
    yield false(lambda: implies(eq(Q_ * P_, eye("k")), eq(P_ * Q_, Id)))
    yield false(lambda: eq(minimum(norm_F(P_ * Q_ - A) ** 2, P_, Q_), 0))
    yield false(lambda: eq(minimum(norm_F(P_ * Q_ - A) ** 2, P_), 0))
    yield false(lambda: gt(det(P_.T * P_), 0))
    yield false(lambda: eq(rank(P_), size))
    yield true(lambda: le(rank(P_ * Q_), size))
    yield false(lambda: eq(rank(P_ * Q_), rank(Q_ * P_)))
    yield false(lambda: convex(norm_F(P_ * Q_ - A) ** 2, P_, Q_))
    yield true(lambda: convex(norm_F(P_ * Q_ - A) ** 2, P_))
    yield false(lambda: ge(d, size))
    yield false(lambda: le(d, size))
    yield false(lambda: le(tr(P_.T * P_), norm_F(P_ * P_.T)))
    yield false(lambda: local_minimum(norm_F(P_ * Q_) ** 2 - tr(P_ * Q_), (P_, 0 * P_), (Q_, 0 * Q_)))


@family("lines")
def roots_that_nearly_meet() -> Iterator[Stated]:
    """Between two numbers there is a third, however close they are; in between there is nothing but that."""
    close = 1 + term(Fraction(1, 2**200))
    yield true(lambda: exists(a, conj(gt(a, b), lt(a, b + p**9))))
    yield true(lambda: exists(a, conj(gt(a, 1), lt(a, close))))
    yield true(lambda: exists(a, conj(gt(a, b), conj(lt(a, b + p**8), ne(a, b + p**9)))))
    yield false(lambda: for_all(a, implies(gt(a, 1), ge(a, close))))
    yield false(lambda: for_all(a, implies(gt(a, b), ge(a, b + p**9))))
    yield false(lambda: for_all(a, ge((a - 1) * (a - close), 0)))
    yield true(lambda: for_all(a, ge((a - 1) * (a - close) + p, -(p**0))))
    yield false(lambda: exists(a, conj(gt(a, close), lt(a, 1))))


@family("lines")
def minima_of_sums_and_under_binders() -> Iterator[Stated]:
    """Sums of parabolas, minima below sums and quantifiers, values put in from outside, least squares of rank one."""
    yield false(lambda: eq(minimum((a - b) ** 2 * (1 + c), a), 0))
    yield false(lambda: le(minimum(b * a**4 + a**2, a), 0))
    yield false(lambda: eq(minimum(a**4 * b**2 - 2 * a**2, a), -1 / b**2))
    yield true(lambda: implies(ne(b, 0), eq(minimum(a**4 * b**2 - 2 * a**2, a), -1 / b**2)))
    yield false(lambda: eq(minimum(total(ii, d, (a - entry(v, ii, 1)) ** 2), a), 0))
    yield true(
        lambda: eq(minimum(total(ii, d, (a - entry(v, ii, 1)) ** 2), a), vv - total(ii, d, entry(v, ii, 1)) ** 2 / d)
    )
    yield false(
        lambda: eq(minimum(total(ii, d, (a - entry(v, ii, 1)) ** 2), a), vv - total(ii, d, entry(v, ii, 1)) ** 2)
    )
    yield false(
        lambda: eq(
            total(ii, d, minimum((a - entry(v, ii, 1)) ** 2, a)), minimum(total(ii, d, (a - entry(v, ii, 1)) ** 2), a)
        )
    )
    yield true(
        lambda: le(
            total(ii, d, minimum((a - entry(v, ii, 1)) ** 2, a)), minimum(total(ii, d, (a - entry(v, ii, 1)) ** 2), a)
        )
    )
    yield false(lambda: gt(least_over(ii, d, entry(v, ii, 1) ** 2), 0))
    yield false(lambda: eq(least_over(ii, d, minimum((a - entry(v, ii, 1)) ** 2 + ii, a)), d))
    yield true(lambda: eq(least_over(ii, d, minimum((a - entry(v, ii, 1)) ** 2 + ii, a)), 1))
    yield false(lambda: exists(ii, eq(minimum((a - entry(v, ii, 1)) ** 2, a), 1)))
    yield false(lambda: for_all(ii, eq(minimum((a - entry(v, ii, 1)) ** 2, a), entry(v, ii, 1))))
    yield false(lambda: exists(a, eq(minimum((a - b) ** 2, b), 1)))
    yield false(lambda: for_all(a, eq(minimum((a - b) ** 2 + b, b), a)))
    yield true(lambda: for_all(a, eq(minimum((a - b) ** 2, b), 0)))
    yield false(lambda: exists(a, lt(minimum((b - a) ** 2, b), 0)))
    yield false(lambda: exists(a, gt(minimum((c - b) ** 2, c), a**2)))
    yield false(lambda: le(where(minimum((a - b) ** 2 + b, a), (b, c)), c - 1))
    yield true(lambda: eq(where(minimum((a - b) ** 2 + b, a), (b, c)), c))
    yield false(lambda: eq(where(minimum((a - b) ** 2 + b, a), (b, a)), a + 1))
    yield true(lambda: eq(where(minimum((a - b) ** 2 + b, a), (b, a)), a))
    yield false(lambda: eq(where(minimum((a - b) ** 2 + b**2, b), (a, b)), b**2))
    yield false(lambda: minimisers_satisfy(norm_2(A * v - w) ** 2, eq(A * v, w), v))
    yield true(lambda: minimisers_satisfy(norm_2(A * v - w) ** 2, eq(A.T * A * v, A.T * w), v))
    yield false(lambda: minimisers_satisfy(vv**2 - 2 * p * vv, eq(v, 0 * v), v))
    yield true(lambda: minimisers_satisfy(vv**2 - 2 * p * vv, eq(vv, p), v))
    yield false(lambda: minimisers_satisfy(vv**2 - 2 * b * vv, eq(vv, b), v))
    yield false(lambda: eq(minimum(norm_F(A - F) ** 2, F), 0))
    yield false(lambda: eq(minimum(norm_F(A - S) ** 2, S), 0))
    yield false(lambda: eq(minimum(norm_F(v * w.T - A) ** 2, v, w), 0))
    yield false(lambda: eq(minimum(norm_F(v * v.T - F) ** 2, v), 0))
    yield false(lambda: ge(minimum(norm_F(v * v.T - F) ** 2, v), tr(F * F)))
    yield true(lambda: le(minimum(norm_F(v * v.T - F) ** 2, v), tr(F * F)))


@family("lines")
def linear_algebra_below_quantifiers() -> Iterator[Stated]:
    """Solvability, eigenvalues and forms: 0 and singular matrices are the exceptions."""
    yield false(lambda: exists(v, eq(A * v, w)))
    yield false(lambda: exists(A, eq(A * v, w)))
    yield true(lambda: implies(ne(v, 0 * v), exists(A, eq(A * v, w))))
    yield false(lambda: for_all(v, ge(v.T * A * v, 0)))
    yield true(lambda: for_all(v, ge(v.T * K * v, 0)))
    yield false(lambda: for_all(v, gt(v.T * K * v, 0)))
    yield false(lambda: exists(a, psd(-F - p * eye("d") + a * 0 * Id)))
    yield true(lambda: exists(a, psd(F + a * Id)))
    yield false(lambda: for_all(a, psd(S + a * Id)))
    yield false(lambda: exists(a, eq(F, a * Id)))
    yield false(lambda: for_all(q, psd(F + q * Id)))
    yield true(lambda: for_all(q, psd(S + q * Id)))
    yield false(lambda: exists(a, eq(det(A - a * Id), 0)))
    yield true(lambda: exists(a, eq(det(F - a * Id), 0)))
    yield false(lambda: exists(a, eq(det(F - a * Id), 1)))


@family("lines")
def degenerate_points() -> Iterator[Stated]:
    """Hessians that vanish at one value of a free number; quartic forms and convexity by their discriminants."""
    yield false(lambda: saddle(det(F), (F, 0 * F)))
    yield false(lambda: saddle(tr(A * A), (A, 0 * A)))
    yield false(lambda: local_minimum(tr(A * A), (A, 0 * A)))
    yield true(lambda: local_minimum(tr(A.T * S * A), (A, 0 * A)))
    yield false(lambda: local_minimum((u * w_ - 1) ** 2, (u, 0), (w_, 0)))
    yield true(lambda: saddle((u * w_ - 1) ** 2, (u, 0), (w_, 0)))
    yield false(lambda: saddle((u * w_ - b) ** 2, (u, 0), (w_, 0)))
    yield true(lambda: implies(ne(b, 0), saddle((u * w_ - b) ** 2, (u, 0), (w_, 0))))
    yield false(lambda: saddle(a**3 - 3 * a * b**2 + (a**2 + b**2) ** 2 * 0 + a * c, (a, 0), (b, 0)))
    yield false(lambda: saddle(u * w_ * a, (u, 0), (w_, 0)))
    yield true(lambda: saddle(a**3 - 3 * a * b**2, (a, 0), (b, 0)))
    yield false(lambda: local_minimum(a**4 + b**4 - c * a**2 * b**2, (a, 0), (b, 0)))
    yield false(lambda: local_minimum(a**4 + b**4 - 3 * a**2 * b**2, (a, 0), (b, 0)))
    yield false(lambda: local_minimum(a**4 + b**4 - a**2 * b**2 * 9 / 4 + p * 0, (a, 0), (b, 0)))
    yield true(lambda: local_minimum(a**4 + b**4 - a**2 * b**2, (a, 0), (b, 0)))
    yield false(lambda: convex(a**4 + b**4 - a**2 * b**2 * 5, a, b))
    yield false(lambda: convex(a**4 + b**4 + a**2 * b**2 * 7, a, b))
    yield true(lambda: convex(a**4 + b**4 + a**2 * b**2 * 6, a, b))
    yield false(lambda: convex(a**4 - a**3 * b + b**4, a, b))
    yield false(lambda: convex((a - 5) ** 2 * (a - 6) ** 2, a))
    yield false(lambda: convex(a**4 - 4 * a**3 * term(25) + 6 * a**2 * term(624), a))
    yield false(lambda: convex(vv**2 - vv * p, v))
    yield false(lambda: convex(absolute(a - b) - absolute(a - c) * p, a))
    yield false(lambda: implies(le(b, c), convex(c * a**2 - b * a**2 - a**2, a)))
    yield true(lambda: implies(le(b, c), convex(c * a**2 - b * a**2, a)))
    yield false(lambda: nonconvex(a**4 * b, a))


@family("lines")
def indices_and_nested_quantifiers() -> Iterator[Stated]:
    """Ranges of length one, quantifiers in both sides of an equivalence, a letter bound twice."""
    yield false(lambda: exists(i_N, eq(i_N, N - 1)))
    yield false(lambda: for_all(i_N, exists(a, eq(a * (i_N - 2), 1))))
    yield false(lambda: for_all(i_N, ge((i_N - 2) * (i_N - b), 0)))
    yield true(lambda: for_all(i_N, ge((i_N - 1) * i_N, 0)))
    yield false(lambda: exists(i_N, gt(i_N**2, N**2 - 1 + 1)))
    yield false(lambda: for_all(i_N, le(i_N, N - 1)))
    yield false(lambda: implies(exists(i_N, eq(i_N, 2)), eq(N, 2)))
    yield true(lambda: implies(exists(i_N, eq(i_N, 2)), ge(N, 2)))
    yield false(lambda: implies(for_all(i_N, lt(i_N, 3)), eq(N, 1)))
    yield true(lambda: implies(for_all(i_N, lt(i_N, 3)), le(N, 2)))
    yield false(lambda: exists(a, for_all(b, gt(a * b, b))))
    yield false(lambda: for_all(a, for_all(b, implies(eq(a**2, b**2), eq(a, b)))))
    yield true(lambda: for_all(a, for_all(b, implies(eq(a**3, b**3), eq(a, b)))))
    yield false(lambda: exists(a, exists(b, lt(a**2 + b**2 + c, 0))))
    yield false(lambda: exists(a, exists(a, eq(a**2, b))))
    yield false(lambda: for_all(a, exists(a, eq(a**2, b))))
    yield false(lambda: iff(exists(nz, eq(nz * b, 0)), eq(c, c)))
    yield true(lambda: iff(exists(nz, eq(nz * b, 0)), eq(b, 0)))
    yield false(lambda: iff(for_all(p, gt(p * b + c, 0)), conj(gt(b, 0), gt(c, 0))))
    yield true(lambda: iff(for_all(p, ge(p * b + c, 0)), conj(ge(b, 0), ge(c, 0))))
    yield false(lambda: iff(for_all(q, ge(q**2 - b * q + 1, 0)), le(b**2, 4)))
    yield true(lambda: iff(for_all(q, ge(q**2 - b * q + 1, 0)), le(b, 2)))
    yield false(lambda: convex((a - 5) ** 2 * (a - 6) ** 2 + b**2, a, b))
