"""Means of Gaussian and spherical laws, Wishart matrices and noise, as a hostile referee wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    at,
    det,
    eq,
    exp,
    expect,
    expect_given,
    finite,
    ge,
    gt,
    infinite,
    inv,
    le,
    lt,
    norm_2,
    norm_F,
    pinv,
    posdef,
    psd,
    rank,
    relu,
    sqrt,
    total,
    tr,
)
from proofs_check.statement.props import almost_surely

from ..stating import Stated, false, family, true, valueless
from .letters import A, B, F, Id, N, S, d, e, g, gaussian, h, i, p, v, w, x1, y1, z, zeros

HALF = Fraction(1, 2)
z2 = gaussian("z_2", 2, iid=True)
zs, xs = gaussian("g_2", "d", iid=True), gaussian("z_3", "d", cov=S, iid=True)
Wt = total(i, N, at(xs, i) * at(xs, i).T)
Zt = total(i, N, at(zs, i) * at(zs, i).T)

@family("attacked_means")
def gaussian() -> Iterator[Stated]:
    """Wick's theorem; Jensen's inequality is strict; a transpose, a 2 or a d is lost in the others."""
    yield from map(true, (
        eq(expect(g * g.T * A * g * g.T), A + A.T + tr(A) * Id),
        eq(expect((z.T * A * z)**2), tr(A * S)**2 + tr(A * S * A * S) + tr(A * S * A.T * S)),
        eq(expect((z.T * F * z)**2), tr(F * S)**2 + 2 * tr(F * S * F * S)),
        eq(expect((g.T * A * g - tr(A))**2), norm_F(A)**2 + tr(A * A)),
        le(expect((g.T * A * g - tr(A))**2), 2 * norm_F(A)**2), eq(expect(norm_2(g)**4), d**2 + 2 * d),
        eq(expect(norm_2(g)**6), d * (d + 2) * (d + 4)), eq(expect(norm_2(g)**8), d * (d + 2) * (d + 4) * (d + 6)),
        lt(expect(norm_2(g)), sqrt(d)), ge(expect(norm_2(g))**2, d - HALF),
        eq(expect_given((z.T * h)**2, h), h.T * S * h), eq(expect(expect_given((z.T * h)**2, h)), tr(S)),
        eq(expect(A * g * (B * g).T), A * B.T), eq(expect(norm_2(g)**2 * g * g.T), (d + 2) * Id),
        eq(expect((v.T * g)**2 * (w.T * g)**2), norm_2(v)**2 * norm_2(w)**2 + 2 * (v.T * w)**2),
        eq(expect((g.T * h)**4), 3 * d * (d + 2)),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect(g * g.T * A * g * g.T), 2 * A + tr(A) * Id),
        eq(expect((z.T * A * z)**2), tr(A * S)**2 + 2 * tr(A * S * A * S)),
        eq(expect((g.T * A * g - tr(A))**2), 2 * norm_F(A)**2), le(expect((g.T * A * g - tr(A))**2), norm_F(A)**2),
        eq(expect(norm_2(g)**4), d**2 + d), eq(expect(norm_2(g)**6), d * (d + 1) * (d + 2)),
        ge(expect(norm_2(g)), sqrt(d)), ge(expect(norm_2(g))**2, d - Fraction(1, 3)),
        eq(expect_given((z.T * h)**2, z), h.T * h), eq(expect(A * g * (B * g).T), A * B),
        eq(expect(norm_2(g)**2 * g * g.T), (d + 1) * Id),
        eq(expect((v.T * g)**2 * (w.T * g)**2), norm_2(v)**2 * norm_2(w)**2 + (v.T * w)**2),
        eq(expect((g.T * h)**4), 3 * d**2),
    ))  # fmt: skip


@family("attacked_means")
def inverse_moments() -> Iterator[Stated]:
    """E |g|^-2k is finite for d > 2k alone; then it is a product of 1/(d - 2j)."""
    yield from (
        true(eq(expect(1 / norm_2(g)**2), 1 / (d - 2)), ge(d, 3)), true(finite(expect(1 / norm_2(g)**2)), ge(d, 3)),
        true(infinite(expect(1 / norm_2(g)**2)), le(d, 2)), true(finite(expect(1 / norm_2(g))), ge(d, 2)),
        true(finite(expect(1 / norm_2(g)**4)), ge(d, 5)),
        true(eq(expect(1 / norm_2(g)**4), 1 / ((d - 2) * (d - 4))), ge(d, 5)),
        true(eq(expect(x1**2 / norm_2(g)**2), p**2 / (d - 2)), ge(d, 3)),
        true(eq(expect(x1 / norm_2(g)), 0), ge(d, 2)),
    )  # fmt: skip
    yield from map(false, (
        eq(expect(1 / norm_2(g)**2), 1 / (d - 2)), infinite(expect(1 / norm_2(g)**2)), finite(expect(1 / norm_2(g))),
        finite(expect(x1 / y1)), eq(expect(x1 / norm_2(g)), 0),
    ))  # fmt: skip
    yield from (
        false(finite(expect(1 / norm_2(g)**2)), ge(d, 2)), false(finite(expect(1 / norm_2(g)**4)), ge(d, 4)),
        false(eq(expect(1 / norm_2(g)**4), 1 / ((d - 2) * (d - 3))), ge(d, 5)),
        false(eq(expect(x1**2 / norm_2(g)**2), p**2 / (d - 1)), ge(d, 3)),
    )  # fmt: skip


@family("attacked_means")
def spheres() -> Iterator[Stated]:
    """g/|g| is uniform and independent of |g|: its fourth moments are those of g over d(d + 2)."""
    yield from map(true, (
        eq(expect(g * g.T / norm_2(g)**2), Id / d), eq(tr(expect(z * z.T / norm_2(z)**2)), 1),
        eq(expect((v.T * g)**4 / norm_2(g)**4), 3 * norm_2(v)**4 / (d * (d + 2))),
        eq(expect(g * g.T * A * g * g.T / norm_2(g)**4), (A + A.T + tr(A) * Id) / (d * (d + 2))),
        eq(expect(g / norm_2(g)), zeros("d", 1)), eq(expect(g * g.T / norm_2(g)), expect(norm_2(g)) * Id / d),
        eq(expect(g * g.T * inv(g.T * g)), Id / d),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect(z * z.T / norm_2(z)**2), S / tr(S)),
        eq(expect((v.T * g)**4 / norm_2(g)**4), 3 * norm_2(v)**4 / d**2),
        eq(expect(g * g.T * A * g * g.T / norm_2(g)**4), (2 * A + tr(A) * Id) / (d * (d + 2))),
        eq(expect(g * g.T / norm_2(g)), Id / sqrt(d)),
    ))  # fmt: skip


@family("attacked_means")
def wishart() -> Iterator[Stated]:
    """Moments of Wishart matrices up to order 3, and ranks: N against d."""
    yield from map(true, (
        eq(expect(Wt), N * S), eq(expect(Wt * Wt), N * (N + 1) * S * S + N * tr(S) * S),
        eq(expect(Wt * A * Wt), N**2 * S * A * S + N * S * A.T * S + N * tr(A * S) * S),
        eq(expect(tr(Wt)**2), N**2 * tr(S)**2 + 2 * N * tr(S * S)), almost_surely(psd(Wt)),
        almost_surely(le(rank(Wt), N)), eq(expect(det(total(i, N, at(z2, i) * at(z2, i).T))), N * (N - 1)),
        eq(expect(norm_2(total(i, N, at(xs, i)) / N)**2), tr(S) / N),
    ))  # fmt: skip
    yield from (
        true(almost_surely(posdef(Wt)), ge(N, d)), true(eq(expect(pinv(Zt) * Zt), d * Id / d), ge(N, d)),
    )  # fmt: skip
    yield from map(false, (
        eq(expect(Wt * Wt), N**2 * S * S + N * tr(S) * S),
        eq(expect(Wt * A * Wt), N * (N + 1) * S * A * S + N * tr(A * S) * S),
        eq(expect(tr(Wt * Wt)), N * (N + 1) * tr(S * S)), almost_surely(posdef(Wt)), almost_surely(eq(rank(Wt), N)),
        eq(expect(det(total(i, N, at(z2, i) * at(z2, i).T))), N**2),
    ))  # fmt: skip
    yield from (
        false(almost_surely(posdef(Wt)), ge(N, d - 1)),
    )  # fmt: skip


@family("attacked_means")
def stein() -> Iterator[Stated]:
    """Stein's lemma; relu sees half of a symmetric law."""
    yield from map(true, (
        eq(expect(g * (v.T * g)**3), 3 * norm_2(v)**2 * v), eq(expect(g * exp(v.T * g)), exp(norm_2(v)**2 / 2) * v),
        eq(expect(z * exp(v.T * z)), exp(v.T * S * v / 2) * S * v), eq(expect(g * relu(v.T * g)), v / 2),
        eq(expect(relu(v.T * g)**2), norm_2(v)**2 / 2), eq(expect(relu(v.T * g) * relu(-(v.T * g))), 0),
        eq(expect(relu(v.T * g) - relu(-(v.T * g))), 0),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect(g * (v.T * g)**3), 3 * v), eq(expect(z * exp(v.T * z)), exp(v.T * S * v / 2) * v),
        eq(expect(g * exp(v.T * g)), exp(norm_2(v)**2) * v), eq(expect(g * relu(v.T * g)), v),
        eq(expect(relu(v.T * z)**2), norm_2(v)**2 / 2),
    ))  # fmt: skip


@family("attacked_means")
def noise() -> Iterator[Stated]:
    """Of noise two moments are known; Rademacher and two-point laws break what is stated of others."""
    yield from map(true, (
        eq(expect(x1 / (1 + x1**2)), 0), ge(expect(1 / (1 + x1**2)), 1 / (1 + p**2)),
        ge(expect(absolute(x1))**2, p**2 * Fraction(63, 100)), eq(expect(e**2 * x1**2), p**4),
    ))  # fmt: skip
    yield from (
        true(finite(expect(exp(x1**2))), lt(p**2, HALF)),
    )  # fmt: skip
    yield from map(false, (
        gt(expect(e**4), p**4), eq(expect(exp(e)), exp(p**2 / 2)), finite(expect(exp(x1**2))),
        le(expect(1 / (1 + x1**2)), 1 / (1 + p**2)), ge(expect(absolute(x1))**2, p**2 * Fraction(64, 100)),
        eq(expect(e * x1), p**2),
    ))  # fmt: skip
    yield from (
        false(finite(expect(exp(x1**2))), le(p**2, HALF)),
    )  # fmt: skip
    yield from map(valueless, (
        ge(expect(e**4), p**4),
    ))  # fmt: skip


@family("attacked_means")
def projections_of_samples() -> Iterator[Stated]:
    """Johnson and Lindenstrauss: means and variances of random projections."""
    yield from map(true, (
        eq(expect(total(i, N, (v.T * at(zs, i))**2) / N), norm_2(v)**2),
        eq(expect((total(i, N, (v.T * at(zs, i))**2) / N - norm_2(v)**2)**2), 2 * norm_2(v)**4 / N),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect((total(i, N, (v.T * at(zs, i))**2) / N - norm_2(v)**2)**2), norm_2(v)**4 / N),
    ))  # fmt: skip
