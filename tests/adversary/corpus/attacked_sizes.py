"""Sums, small numbers, low dimensions, limits, orders, quantifiers and hypotheses, as a hostile referee wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    at,
    conj,
    det,
    eigenvalue,
    entry,
    eq,
    exp,
    expect,
    ge,
    gt,
    implies,
    le,
    lt,
    norm_2,
    norm_F,
    norm_op,
    psd,
    rank,
    sqrt,
    term,
    total,
    tr,
)
from proofs_check.statement.laws import delta, least_over, total_unequal
from proofs_check.statement.terms import col, row

from ..stating import Stated, false, family, true, vacuous, valueless
from .letters import A, B, F, G, Id, K, N, R, S, Zero, a, b, c, d, eye, g, gaussian, i, index, j, matrix, scalar

m, k = (scalar(name, "integer", "positive") for name in "mk")
X, Y, sample = matrix("X", "m", "d"), matrix("Y", "d", "m"), matrix("Z_5", "N", "d")
zs, M5 = gaussian("g_2", "d", iid=True), matrix("M_5", "d", "d", "symmetric")
ell, ell2 = index("l_1", "d"), index("l_2", "d")
e3 = tr(A)**3 - 3 * tr(A) * tr(A * A) + 2 * tr(A**3)
e4 = tr(A)**4 - 6 * tr(A)**2 * tr(A * A) + 3 * tr(A * A)**2 + 8 * tr(A) * tr(A**3) - 6 * tr(A**4)
e5 = (tr(A)**5 - 10 * tr(A)**3 * tr(A**2) + 15 * tr(A) * tr(A**2)**2 + 20 * tr(A)**2 * tr(A**3)
      - 20 * tr(A**2) * tr(A**3) - 30 * tr(A) * tr(A**4) + 24 * tr(A**5))

@family("attacked_sizes")
def sums() -> Iterator[Stated]:
    """Faulhaber, telescopes and traces; empty sums are 0, and the harmonic sum grows."""
    yield from map(true, (
        eq(total(i, N, i * i), N * (N + 1) * (2 * N + 1) / 6), eq(total(i, N, i**3), (N * (N + 1) / 2)**2),
        eq(total(i, N - 1, term(1)), N - 1), eq(total(i, N - 1, i), N * (N - 1) / 2),
        eq(total(i, N, total(i, N, i)), N**2 * (N + 1) / 2), eq(total(i, N, i * total(i, N, i)), total(i, N, i)**2),
        eq(total(i, N, total(j, i, j)), N * (N + 1) * (N + 2) / 6),
        eq(total(i, N, total(j, i, term(1))), N * (N + 1) / 2),
        eq(total(i, N, total(j, N, delta(i, j) * i)), N * (N + 1) / 2), le(total(i, N, 1 / i), N),
        le(total(i, N, 1 / i), (N + 1) / 2), eq(total(i, N, 1 / i - 1 / (i + 1)), N / (N + 1)),
        eq((1 - a) * total(i, N, a**i), a - a**(N + 1)), eq(total(i, N, a * i)**2, a**2 * total(i, N, i)**2),
        le(total(i, N, i)**2, N * total(i, N, i**2)), eq(least_over(i, N, term(1) * i), 1),
        eq(least_over(i, N, -i), -N), eq(total(ell, d, entry(A, ell, ell)), tr(A)),
        eq(total(ell, d, col(A, ell) * col(B, ell).T), A * B.T), eq(total(ell, d, col(A, ell) * row(B, ell)), A * B),
        eq(total(ell, d, total(ell2, d, entry(A, ell, ell2)**2)), norm_F(A)**2),
        eq(total(ell, d, eigenvalue(F, ell)), tr(F)), eq(total(ell, d, eigenvalue(F, ell)**2), norm_F(F)**2),
    ))  # fmt: skip
    yield from map(false, (
        eq(total(i, N, i), N * (N - 1) / 2), eq(total(i, N - 2, term(1)), N - 2),
        eq(total(i, N, i * total(i, N, i)), total(i, N, i**2) * N),
        eq(total_unequal(i, j, N, term(1)), N * (N - 1) / 2), le(total(i, N, 1 / i), 3),
        eq(total(i, N, 1 / (i * (i + 1))), 1 - 1 / (N + 2)), eq((1 - a) * total(i, N, a**i), 1 - a**N),
        le(total(i, N, i**2), total(i, N, i)**2 - 1), eq(least_over(i, N, -i), -1),
        eq(total(ell, d, col(A, ell) * row(B, ell)), A * B.T), eq(total(ell, d, eigenvalue(F, ell)**2), tr(F)**2),
        # What is summed over is a number up to N, whatever it is called; a sum up to a negative number is 0.
        eq(total(b, N, b), 2 * N - 1), eq(total(m, N, m**3), (19 * N**2 - 41 * N + 24) / 2),
        eq(total(ell, N, ell**3), (19 * N**2 - 41 * N + 24) / 2), eq(total(i, 5 - N, term(1)), 5 - N),
        eq(total(i, N, at(zs, i)), total(i, N, at(zs, i + (i - 1) * (i - 2)))),
    ))  # fmt: skip
    yield from (
        false(le(total(i, N, 1 / i), 5), large=True),
        false(eq(expect(total(i, N, at(zs, i)).T * total(i, N, at(zs, i + 3))), 0), large=True),
    )  # fmt: skip
    yield from map(valueless, (
        eq(total(i, N, a**i), (a - a**(N + 1)) / (1 - a)),
    ))  # fmt: skip


@family("attacked_sizes")
def numbers() -> Iterator[Stated]:
    """A polynomial that vanishes at small integers, and a difference of 1e-12, are no identities."""
    yield from map(true, (
        ge(exp(term(1)), Fraction(271828182845904523536, 10**20)),
        ge(a**4 * b**2 + a**2 * b**4 - 3 * a**2 * b**2 + 1, 0),
        ge(a**4 * b**2 + b**4 * c**2 + c**4 * a**2 - 3 * a**2 * b**2 * c**2, 0),
    ))  # fmt: skip
    yield from map(false, (
        eq((d - 1) * (d - 2) * (d - 3) * tr(A), 0),
        eq((d - 1) * (d - 2) * (d - 3) * (d - 4) * (d - 5) * (d - 6) * A, Zero), le(N, 10**9), le(N, d**2 + 1000),
        ge((a * a - 2)**2, Fraction(1, 10**12)), ge((a * a - 3)**2 + (b - a)**2, Fraction(1, 10**24)),
        gt((a * a - 2)**2, Fraction(1, 10**12) * 0), eq(a + Fraction(1, 10**12) * b, a),
        eq(expect(norm_2(g)**2) + Fraction(1, 10**30), d),
        ge(norm_op(A) + norm_op(B), norm_op(A + B) + Fraction(1, 10**12) * norm_op(A - B)), le(absolute(a), 10**30),
        le(exp(a), 10**30), eq(exp(term(1)), Fraction(271828182845904523536, 10**20)),
        eq(sqrt(term(2)), Fraction(665857, 470832)),
        eq(sqrt(5 + 2 * sqrt(term(6))), sqrt(term(2)) + sqrt(term(3)) + Fraction(1, 10**15)),
        ge(a**4 * b**2 + a**2 * b**4 - 3 * a**2 * b**2 + 1, Fraction(1, 10**9)),
        ge(a**4 * b**2 + b**4 * c**2 + c**4 * a**2, Fraction(301, 100) * a**2 * b**2 * c**2),
    ))  # fmt: skip
    yield from (
        false(le(d, 1000), large=True),
    )  # fmt: skip


@family("attacked_sizes")
def low_dimensions() -> Iterator[Stated]:
    """Newton's identities and Cayley's theorem hold up to a dimension: e_k(A) = 0 for d < k alone."""
    yield from map(true, (
        eq(det(-A), term(-1)**d * det(A)),
        eq(tr((A * B - B * A) * (A * B - B * A) * A), tr((A * B - B * A) * A * (A * B - B * A))),
        eq(tr(F * G * M5), tr(F * M5 * G)), eq(tr(F * F * G * G * F * G), tr(G * F * G * G * F * F)),
    ))  # fmt: skip
    yield from (
        true(eq(e4, 0), le(d, 3)), true(eq(det(-A), -det(A)), eq(d, 3)), true(eq(det(A - A.T), 0), eq(d, 3)),
        true(eq(A * A - tr(A) * A + det(A) * Id, Zero), eq(d, 2)),
    )  # fmt: skip
    yield from map(false, (
        implies(eq(A**4, Zero), eq(A**3, Zero)), implies(eq(A**5, Zero), eq(A**4, Zero)),
        implies(conj(eq(tr(A), 0), eq(tr(A**2), 0), eq(tr(A**3), 0)), eq(A**3, Zero)), eq(e4, 0),
        eq(tr(A)**3 - 3 * tr(A) * tr(A * A) + 2 * tr(A**3), 0), eq(e5, 0),
        le(tr(K)**4 - 6 * tr(K)**2 * tr(K * K) + 3 * tr(K * K)**2 + 8 * tr(K) * tr(K**3) - 6 * tr(K**4), 0),
        eq(A * A - tr(A) * A + det(A) * Id, Zero), eq(tr(F * G * S * R), tr(F * R * G * S)),
        eq(tr(S * F * S * G * F * F), tr(S * S * F * G * F * F)),
    ))  # fmt: skip


@family("attacked_sizes")
def sizes() -> Iterator[Stated]:
    """What is stated at a dimension that is not looked at is not shown at others."""
    yield from (
        true(eq(det(-A), det(A)), eq(d, 4)), true(eq(expect(norm_2(g)**2), 6), eq(d, 6)),
        true(eq(total(i, N, i), 45), eq(N, 9)), true(eq(det(sample.T * sample), 0), lt(N, d)),
    )  # fmt: skip
    yield from (
        false(eq(A * B, B * A), eq(d, 5)), false(eq(det(-A), det(A)), eq(d, 5)), false(eq(A * B, B * A), ge(d, 7)),
        false(le(tr(A), 0), ge(d, 7)), false(eq(det(-A), det(A)), eq(d, 3)), false(psd(A.T * A - Id), eq(d, 50)),
        false(eq(a * tr(A), tr(A)), gt(d, 10)), false(eq(rank(A), d), eq(d, 6)),
        false(eq(expect(norm_2(g)**2), 6), ge(d, 6)), false(eq(expect(norm_2(g)**4), 36), eq(d, 6)),
        false(eq(total(i, N, i), 45), ge(N, 9)), false(eq(total(i, N, i), 46), eq(N, 9)),
        false(eq(rank(sample), N), lt(N, d)), false(eq(det(sample * sample.T), 0), lt(N, d)),
        false(gt(det(sample.T * sample), 0), ge(N, d)),
    )  # fmt: skip
    yield from (
        vacuous(eq(A * B, B * A), le(d, 0)),
    )  # fmt: skip


@family("attacked_sizes")
def more_sizes() -> Iterator[Stated]:
    """The same of numbers of samples, and of dimensions that depend on others."""
    yield from (
        true(eq(expect(norm_2(total(i, N, at(zs, i)))**2), 50 * d), eq(N, 50)),
        true(eq(tr(X * Y), tr(Y * X)), eq(m, d + 5)),
    )  # fmt: skip
    yield from (
        false(eq(total(i, N, i), 46), eq(N, 50)), false(eq(expect(norm_2(total(i, N, at(zs, i)))**2), 7), eq(N, 50)),
        false(eq(total(i, N, a * i), a), ge(N, 50)), false(eq(N * a, a), eq(N, 50)),
        false(eq(N * A, A * 3), eq(N, 50)), false(eq(A * B, B * A), eq(N, 50)), false(eq(A * B, B * A), eq(d, N)),
        false(eq(A * B, B * A), eq(d, 2 * N)), false(eq(A * B, B * A), eq(d, N + 4)),
        false(eq(X * Y, 3 * eye("m")), eq(m, 5)), false(eq(X * Y, 3 * eye("m")), eq(m, d + 5)),
        false(eq(tr(X * Y), 2 * tr(Y * X)), eq(m, d + 5)),
    )  # fmt: skip
