"""Haar matrices, equal laws, sure statements and singular covariances, as a hostile referee wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    at,
    commute,
    det,
    diag,
    entry,
    eq,
    expect,
    expect_given,
    ge,
    gt,
    half,
    iff,
    implies,
    inner,
    le,
    lt,
    matrix,
    ne,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    projection,
    psd,
    rank,
    relu,
    same_law,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vector,
)
from proofs_check.statement.laws import probably
from proofs_check.statement.props import almost_surely
from proofs_check.statement.terms import stack

from ..stating import Stated, false, family, true
from .letters import A, B, Id, K, L, N, Q, S, U, V, Zero, a, d, e, g, gaussian, h, i, noise, p, q, v, w, x1, z, zeros

HALF = Fraction(1, 2)
kp, ks = gaussian("k_1", "d", K), gaussian("k_2", "d", K, iid=True)
zs, xs = gaussian("g_2", "d", iid=True), gaussian("z_3", "d", cov=S, iid=True)
own, own_positive = scalar("t_9", "random", "law"), scalar("p_9", "random", "law", "positive")
owns = vector("k_9", "d", "random", "law", "independent")
owns_positive = vector("j_9", "d", "random", "law", "independent", "positive")
own_zero, own_family = scalar("n_9", "random", "law", "nonnegative"), scalar("t_8", "random", "law", "iid")
owns_zero = vector("w_9", "d", "random", "law", "nonnegative")
owns_joint = vector("j_8", "d", "random", "law")
Own, Own_wide = matrix("O_1", "d", "d", "random", "law"), matrix("O_4", "d", "k", "random", "law")
Own_even = matrix("O_2", "d", "d", "random", "law", "symmetric")
Own_psd = matrix("O_3", "d", "d", "random", "law", "symmetric", "psd")
e0, g0, e1 = noise("e_0", q), noise("e_1", q, normal=True), noise("e_2", q, iid=True)

@family("attacked_laws")
def haar() -> Iterator[Stated]:
    """Second moments of Haar matrices for every d; fourth ones at d = 1 differ from those above."""
    yield from map(true, (
        eq(expect(tr(U * U)), 1), eq(expect(det(U)**2), 1),
        eq(expect(norm_F(A * U - U * A)**2), 2 * norm_F(A)**2 - 2 * tr(A)**2 / d),
        eq(expect(tr(A * U * B * U.T)), tr(A) * tr(B) / d),
        eq(expect((v.T * U * w)**4), 3 * norm_2(v)**4 * norm_2(w)**4 / (d * (d + 2))), eq(expect(U * A * V), Zero),
        same_law(U, -U), same_law(U * Q, U), same_law(U * V * U.T, V),
    ))  # fmt: skip
    yield from (
        true(eq(expect(entry(U, 1, 1)**2 * entry(U, 1, 2)**2), 1 / (d * (d + 2))), ge(d, 2)),
        true(eq(expect(entry(U, 1, 1)**2 * entry(U, 2, 2)**2), (d + 1) / (d * (d - 1) * (d + 2))), ge(d, 2)),
        true(eq(expect(tr(U)**4), 3), ge(d, 2)),
    )  # fmt: skip
    yield from map(false, (
        eq(expect(U * A * U), tr(A) / d * Id), eq(expect(entry(U, 1, 1)**4), 3 / (d * (d + 1))),
        eq(expect(tr(U * U)), d), almost_surely(eq(det(U), 1)),
        eq(expect(norm_F(A * U - U * A)**2), 2 * norm_F(A)**2),
        eq(expect((v.T * U * w)**4), 3 * norm_2(v)**4 * norm_2(w)**4 / d**2), same_law(U * U, U),
        same_law(U * V * U.T, U * V),
    ))  # fmt: skip
    yield from (
        false(eq(expect(entry(U, 1, 1)**2 * entry(U, 2, 2)**2), 1 / d**2), ge(d, 2)),
    )  # fmt: skip


@family("attacked_laws")
def laws() -> Iterator[Stated]:
    """What rotations, signs and independence keep; what depends on itself has another law."""
    yield from map(true, (
        same_law(half(S) * g, z), same_law(z, -z), same_law(A * g, half(A * A.T) * g),
        same_law(g + h, sqrt(term(2)) * g), same_law(g - h, g + h), same_law(stack(g, h), stack(h, g)),
        same_law(stack(g + h, g - h), sqrt(term(2)) * stack(g, h)), same_law(g / norm_2(g) * norm_2(v), U * v),
        same_law(at(xs, 1), at(xs, 2)), same_law(at(xs, 1), z), same_law(g.T * h, h.T * g),
        same_law(v.T * g, norm_2(v) * entry(g, 1, 1)), same_law(g.T * A * g, g.T * (A + A.T) * g / 2),
    ))  # fmt: skip
    yield from map(false, (
        same_law(S * g, z), same_law(A * g, A.T * g), same_law(A * g, half(A.T * A) * g),
        same_law(g + g, sqrt(term(2)) * g), same_law(stack(g, g), stack(g, h)),
        same_law(stack(g + h, g), stack(g + h, h - g)), same_law(g.T * h, norm_2(g)**2),
        same_law(g.T * A * g, tr(A) * g.T * g / d),
    ))  # fmt: skip


@family("attacked_laws")
def surely() -> Iterator[Stated]:
    """A linear form vanishes with probability 0 unless it is 0; Chebyshev is sharp for three points."""
    yield from map(true, (
        almost_surely(ne(x1, 0)), almost_surely(gt(norm_2(g), 0)),
        almost_surely(le((g.T * h)**2, norm_2(g)**2 * norm_2(h)**2)),
        probably(le(norm_2(g)**2, 4 * d), Fraction(3, 4)), probably(le(absolute(x1), 2 * p), Fraction(3, 4)),
        probably(le(absolute(e), 2 * p), Fraction(3, 4)), almost_surely(eq(projection(K) * kp, kp)),
        eq(expect(kp.T * pinv(K) * kp), rank(K)), ge(expect(1 / (1 + norm_2(g)**2)), 1 / (1 + d)),
        ge(expect(norm_op(A * g)), norm_op(expect(A * g))),
        le(expect(v.T * g * (w.T * g))**2, expect((v.T * g)**2) * expect((w.T * g)**2)),
    ))  # fmt: skip
    yield from (
        true(almost_surely(ne(v.T * g, 0)), ne(v, zeros("d", 1))),
        true(almost_surely(lt((g.T * h)**2, norm_2(g)**2 * norm_2(h)**2)), ge(d, 2)),
    )  # fmt: skip
    yield from map(false, (
        almost_surely(ne(e, 0)), almost_surely(ne(v.T * g, 0)), almost_surely(ge(g.T * h, 0)),
        almost_surely(ge(x1, 0)), almost_surely(lt((g.T * h)**2, norm_2(g)**2 * norm_2(h)**2)),
        probably(le(absolute(x1), 2 * p), Fraction(96, 100)), probably(le(absolute(e), 2 * p), Fraction(76, 100)),
        almost_surely(ne(entry(kp, 1, 1), 0)), eq(expect(kp.T * pinv(K) * kp), d),
        le(expect(1 / (1 + norm_2(g)**2)), 1 / (1 + d)),
    ))  # fmt: skip


@family("attacked_laws")
def features() -> Iterator[Stated]:
    """Random features, the tangent kernel of a line, and one layer of linear attention."""
    yield from map(true, (
        ge(expect(norm_2(g)**2 * norm_2(A * g)**2), expect(norm_2(g)**2) * expect(norm_2(A * g)**2)),
        eq(expect(v.T * g * (g.T * w)), v.T * w),
        eq(expect((v.T * g)**2 * (w.T * g)**2) - norm_2(v)**2 * norm_2(w)**2, 2 * inner(v, w)**2),
        le(expect(relu(v.T * g) * relu(w.T * g)), norm_2(v) * norm_2(w) / 2),
        le(expect((norm_2(g) - expect(norm_2(g)))**2), 1),
        eq(expect((g.T * total(i, N, at(zs, i) * at(zs, i).T) * v)**2), N * (N + d + 1) * norm_2(v)**2),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect(norm_2(g)**2 * norm_2(A * g)**2), expect(norm_2(g)**2) * expect(norm_2(A * g)**2)),
        le(expect(relu(v.T * g) * relu(w.T * g)), norm_2(v) * norm_2(w) / 3),
        eq(expect((g.T * total(i, N, at(zs, i) * at(zs, i).T) * v)**2), N * (N + d) * norm_2(v)**2),
    ))  # fmt: skip


@family("attacked_laws")
def supports() -> Iterator[Stated]:
    """A Gaussian vector lies in the image of its covariance, noise without deviation is 0; and nothing else is
    sure."""
    yield from map(true, (
        almost_surely(le(norm_2((Id - projection(K)) * kp)**2, 0)),
        implies(eq(K, Zero), almost_surely(eq(kp, zeros("d", 1)))), implies(eq(q, 0), almost_surely(eq(e0, 0))),
        implies(eq(q, 0), almost_surely(le(g0**2, 0))), almost_surely(eq(A * projection(K) * kp, A * kp)),
        almost_surely(le(kp.T * kp, kp.T * projection(K) * kp)),
        almost_surely(eq(K * pinv(K) * at(ks, 1), at(ks, 1))),
        almost_surely(psd(norm_2(kp)**2 * projection(K) - kp * kp.T)),
        implies(ne(K, Zero), almost_surely(ne(kp, zeros("d", 1)))), almost_surely(eq((g0 - 1) * 0, 0)),
        eq(expect((projection(K) * kp - kp) * kp.T), Zero),
        almost_surely(eq(kp.T * kp, tr(projection(K) * kp * kp.T))), almost_surely(le(rank(kp * kp.T), rank(K))),
        almost_surely(eq(projection(K + L) * kp, kp)), implies(le(q, 0), almost_surely(eq(e0 * a, 0))),
        implies(eq(K * L, Zero), almost_surely(eq(L * kp, zeros("d", 1)))),
        implies(eq(A * K, Zero), almost_surely(eq(A * kp, zeros("d", 1)))),
        iff(almost_surely(eq(A * kp, zeros("d", 1))), eq(A * K, Zero)),
        almost_surely(eq(at(ks, 1) * at(ks, 2).T, projection(K) * at(ks, 1) * at(ks, 2).T * projection(K))),
    ))  # fmt: skip
    yield from (
        true(eq(e0 * a, 0), eq(q, 0)), true(almost_surely(eq(e0 * a, 0)), eq(q, 0)),
        true(almost_surely(le(e0**2, 0)), le(q, 0)), true(almost_surely(eq(kp, zeros("d", 1))), eq(tr(K), 0)),
        true(almost_surely(eq(v.T * kp, 0)), eq(K * v, zeros("d", 1))),
    )  # fmt: skip
    yield from map(false, (
        almost_surely(psd(norm_2(kp)**2 * projection(L) - kp * kp.T)), almost_surely(eq(projection(L) * kp, kp)),
        almost_surely(ne(kp, zeros("d", 1))), implies(ne(K, Zero), almost_surely(ne(entry(kp, 1, 1), 0))),
        almost_surely(ge(rank(kp * kp.T), rank(K))), almost_surely(eq(e0, 0)),
        iff(almost_surely(eq(A * kp, zeros("d", 1))), eq(K * A, Zero)),
        almost_surely(eq(at(ks, 1) * at(ks, 2).T, at(ks, 2) * at(ks, 1).T)),
    ))  # fmt: skip
    yield from (
        false(almost_surely(le(e0**2, 0)), le(q, 1)),
    )  # fmt: skip


@family("attacked_laws")
def supports_with_means() -> Iterator[Stated]:
    """The same beside means, with several members, and under conditions."""
    yield from map(true, (
        implies(eq(K, Zero), almost_surely(eq(norm_2(kp), 0))), almost_surely(implies(eq(q, 0), eq(e0, 0))),
        iff(eq(q, 0), almost_surely(eq(e0, 0))), almost_surely(implies(gt(e0, 0), gt(q, 0))),
        almost_surely(implies(eq(q, 0), eq(at(e1, 1) + at(e1, 2), 0))),
        almost_surely(implies(eq(K, Zero), eq(at(ks, 2), zeros("d", 1)))), almost_surely(le(q * 0, e0**2)),
        eq(expect_given(kp.T * projection(K) * w, kp), kp.T * w),
        almost_surely(eq(total(i, N, at(ks, i)), projection(K) * total(i, N, at(ks, i)))),
        almost_surely(commute(projection(K), kp * kp.T)), almost_surely(eq(det(K) * kp, det(K) * K * pinv(K) * kp)),
        eq(a * expect(kp * kp.T), a * K), almost_surely(psd(kp * kp.T)), almost_surely(eq((e0 - e0) * a, 0)),
    ))  # fmt: skip
    yield from map(false, (
        almost_surely(iff(eq(e0, 0), eq(q, 0))), almost_surely(implies(gt(q, 0), gt(e0, 0))),
        eq(expect_given(kp.T * projection(L) * w, kp), kp.T * w),
        almost_surely(eq(total(i, N, at(ks, i)), projection(L) * total(i, N, at(ks, i)))),
        almost_surely(commute(K, kp * kp.T)), almost_surely(eq(pinv(K) * K * kp, half(K) * kp)),
    ))  # fmt: skip


@family("attacked_laws")
def held_fixed() -> Iterator[Stated]:
    """Given a vector its functions are their own means, be its covariance singular or not."""
    yield from map(true, (
        eq(expect_given(z.T * w, z), z.T * w), eq(expect_given((z.T * h)**2, z), z.T * z),
        eq(expect_given((kp.T * h)**2, kp), kp.T * kp), eq(expect_given(kp.T * w, kp), kp.T * w),
        eq(expect_given(kp.T * A * kp * (h.T * h), kp), d * kp.T * A * kp),
        eq(expect_given(projection(K) * kp * (h.T * h), kp), d * kp), eq(expect_given(pinv(K) * K * kp, kp), kp),
        eq(expect_given(K * kp, kp), K * kp),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect_given(kp.T * A * kp * (h.T * h), kp), d * tr(A * K)), eq(expect_given(K * kp, kp), kp),
    ))  # fmt: skip


@family("attacked_laws")
def signs() -> Iterator[Stated]:
    """What has a law of its own may be negative, and may be 0, unless its traits say otherwise; squares may be 0.
    A sum of noise is skewed where the noise is."""
    yield from map(true, (
        ge(expect(own**2), 0), gt(expect(own_positive**3), 0), eq(absolute(expect(own_positive)), expect(own_positive)),
        psd(diag(expect(owns_positive))), eq(expect(own * own_positive), expect(own) * expect(own_positive)),
    ))  # fmt: skip
    yield from map(false, (
        ge(expect(own), 0), ge(expect(own**3), 0), eq(absolute(expect(own)), expect(own)), gt(expect(own**2), 0),
        eq(sqrt(expect(own)**2), expect(own)), psd(diag(expect(owns))), gt(expect(own * own_positive), 0),
    ))  # fmt: skip
    many = total(i, N, at(noise("e_5", p, iid=True), i))
    yield true(eq(expect(absolute(many)**2), N * p**2))
    yield false(eq(expect(absolute(many) * many), 0))


@family("attacked_laws")
def whatever_traits_allow() -> Iterator[Stated]:
    """A random number that is not negative may be 0, a random matrix be skew, the entries of a vector depend on each
    other; members of a family do not."""
    yield from map(true, (
        ge(expect(own_zero), 0), psd(expect(Own_psd)), psd(expect(Own * Own.T)), eq(expect(tr(Own)), tr(expect(Own))),
        eq(expect(at(own_family, 1) * at(own_family, 2)), expect(at(own_family, 1))**2),
        ge(expect(norm_F(Own_wide)**2), 0), le(expect(own)**2, expect(own**2)),
    ))  # fmt: skip
    yield from (
        true(eq(expect(entry(owns, 1, 1) * entry(owns, 2, 1)), expect(entry(owns, 1, 1)) * expect(entry(owns, 2, 1))),
             ge(d, 2)),
        false(eq(expect(entry(owns_joint, 1, 1) * entry(owns_joint, 2, 1)),
                 expect(entry(owns_joint, 1, 1)) * expect(entry(owns_joint, 2, 1))), ge(d, 2)),
    )  # fmt: skip
    yield from map(false, (
        gt(expect(own_zero), 0), ge(expect(entry(Own, 1, 1)), 0), ge(expect(entry(Own_even, 1, 1)), 0),
        gt(expect(entry(Own_psd, 1, 1)), 0), gt(expect(tr(Own_psd)), 0), gt(expect(norm_2(owns_zero)**2), 0),
        ge(expect(tr(Own)), 0), eq(expect(Own), expect(Own).T), psd(expect(Own)), ge(expect(tr(Own * Own)), 0),
        ge(expect(det(Own_psd)), 1), gt(expect(norm_F(Own)**2), 0), gt(expect(norm_F(Own_wide)**2), 0),
        eq(expect(own_zero**2), expect(own_zero)**2), eq(expect(Own_psd * Own_psd), expect(Own_psd)**2),
    ))  # fmt: skip


@family("attacked_laws")
def two_sides_that_nearly_agree() -> Iterator[Stated]:
    """What holds at d = 1 alone, where little is drawn but tails are heavy; covariances that may vanish; bounds that
    fail by less than samples tell."""
    yield from map(true, (
        eq(expect(norm_2(g)**4), d * (d + 2)), implies(ne(v, zeros("d", 1)), gt(expect((v.T * z)**2), 0)),
        ge(expect(absolute(x1)), p * Fraction(7, 10)),
    ))  # fmt: skip
    yield from map(false, (
        eq(expect(norm_2(g)**4), 3 * d), eq(expect(norm_2(g)**6), 15 * d**2),
        implies(ne(v, zeros("d", 1)), gt(expect((v.T * kp)**2), 0)), gt(expect(norm_2(kp)**2), 0),
        ge(expect(absolute(x1)), p * Fraction(4, 5)), le(expect(absolute(x1)), p * Fraction(797, 1000)),
    ))  # fmt: skip
