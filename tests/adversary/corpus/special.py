"""Statements that hold in small dimensions or at generic points, and fail beyond them; each beside a true neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    commute,
    conj,
    det,
    eq,
    exists,
    exp,
    expect,
    finite,
    for_all,
    ge,
    gram,
    gt,
    iff,
    implies,
    inv,
    kernel,
    kernel_value,
    le,
    lt,
    minimum,
    ne,
    norm_2,
    norm_F,
    norm_op,
    psd,
    rank,
    relu,
    sqrt,
    tends,
    total,
    tr,
    vector,
    where,
)
from proofs_check.statement.laws import order, tends_jointly

from ..stating import Stated, false, family, true, valueless
from .letters import P_, A, B, C, F, G, Id, K, L, N, R, S, Zero, a, b, c, d, i, j, m, n, o, p, q, r, u, v, w, x, x1

PSD, ANY = kernel("K_9", "psd"), kernel("H_9")
HALF, V9 = Fraction(1, 2), vector("v_9", "k")
vv, ww, xx = v.T * v, w.T * w, x.T * x
vw, wx, xv = v.T * w, w.T * x, x.T * v
VOLUME = vv * ww * xx + 2 * vw * wx * xv - vv * wx**2 - ww * xv**2 - xx * vw**2


@family("special")
def dimensions_three_and_four() -> Iterator[Stated]:
    """Hall's identity, the volume of three vectors, the third elementary polynomial and ranks of skew matrices; the
    false ones hold for d <= 2 and fail at d = 3 (or, large, hold for d <= 3)."""
    hall = (A * B - B * A) ** 2
    yield false(commute(hall, C))
    yield false(eq(hall * C, C * hall))
    yield true(implies(le(d, 2), eq(hall * C, C * hall)))
    yield true(ge(VOLUME, 0))
    yield false(eq(VOLUME, 0))
    yield false(le(VOLUME, 0))
    yield true(implies(eq(d, 2), eq(VOLUME, 0)))
    third = tr(F) ** 3 - 3 * tr(F) * tr(F**2) + 2 * tr(F**3)
    yield false(eq(third, 0))
    yield false(ge(third, 0))
    yield true(ge(tr(K) ** 3 - 3 * tr(K) * tr(K**2) + 2 * tr(K**3), 0))
    yield false(le(tr(S) ** 2, 2 * tr(S**2)))
    yield true(le(tr(S) ** 2, d * tr(S**2)))
    yield false(le(norm_F(A) ** 2, 2 * norm_op(A) ** 2))
    yield true(le(norm_F(A) ** 2, d * norm_op(A) ** 2))
    yield false(commute((A - A.T) ** 2, B))
    yield false(le(rank(A - A.T), 1))
    yield false(le(rank(A - A.T), 2), large=True)
    yield true(ge(det(A - A.T), 0))
    yield false(eq(det(A - A.T), 0))
    yield false(eq(tr((A - A.T) ** 2) ** 2, 2 * tr((A - A.T) ** 4)), large=True)
    yield false(le(rank(A + B) + rank(A - B), 2 * rank(A) + rank(B)))
    yield true(le(rank(A + B) + rank(A - B), 2 * rank(A) + 2 * rank(B)))
    yield false(eq((d - 1) * (d - 2), 0))
    yield false(implies(ge(d, 3), le(tr(K) ** 2, 3 * tr(K**2))), large=True)
    yield false(ge(tr(S) * tr(inv(S)), 6 * d - 9 + (d - 3) ** 2 + 1))
    yield true(ge(tr(S) * tr(inv(S)), 6 * d - 9))
    yield true(eq(tr(F * G * K), tr(F * K * G)))
    yield false(eq(tr(F * G * K * L), tr(F * K * G * L)))
    yield false(eq(tr(A * B * C), tr(A * C * B)))
    yield true(eq(tr(S * R * S * S * R * R), tr(R * R * S * S * R * S)))


@family("special")
def numbers() -> Iterator[Stated]:
    """Motzkin, Schur, Bernoulli, exponentials against powers; false at a = b = 1, a = -1, a = -4 with
    n = 3, p = 3, n = 3."""
    motzkin = a**4 * b**2 + a**2 * b**4 + 1
    yield true(ge(motzkin, 3 * a**2 * b**2))
    yield false(gt(motzkin, 3 * a**2 * b**2))
    yield false(ge(1000 * motzkin, 3001 * a**2 * b**2))
    yield true(ge(a**4 + b**4 + c**4, a * b * c * (a + b + c)))
    yield false(ge(a**3 + b**3 + c**3, 3 * a * b * c))
    yield true(ge(p**3 + r**3 + q**3, 3 * p * q * r))
    yield false(gt(p**3 + r**3 + q**3, 3 * p * q * r))
    yield true(ge(p / r + r / p, 2))
    yield false(ge(a / b + b / a, 2))
    yield false(ge(a * (a - b) * (a - c) + b * (b - a) * (b - c) + c * (c - a) * (c - b), 0))
    yield true(ge(p * (p - q) * (p - r) + q * (q - p) * (q - r) + r * (r - p) * (r - q), 0))
    yield false(ge((1 + a) ** n, 1 + n * a))
    yield true(ge((1 + q) ** n, 1 + n * q))
    yield true(ge(exp(a), 1 + a))
    yield false(ge(exp(a), 1 + a + a**2 / 2))
    yield true(ge(exp(a), 1 + a + a**2 / 2 + a**3 / 6))
    yield false(ge(exp(p), p**3))
    yield true(ge(exp(p), p**2))
    yield false(ge(exp(n), n**3))
    yield true(implies(ge(n, 5), ge(exp(n), n**3)))
    yield false(ge(exp(a), a**2))
    yield true(le(sqrt(p * r), (p + r) / 2))
    yield false(le(sqrt(p**2 + r**2), (p + r) * 7 / 10))
    yield false(eq(absolute(a + b), absolute(a) + absolute(b)))
    yield true(iff(eq(absolute(a + b), absolute(a) + absolute(b)), ge(a * b, 0)))
    yield false(iff(eq(absolute(a + b), absolute(a) + absolute(b)), gt(a * b, 0)))
    yield true(le(relu(a + b), relu(a) + relu(b)))
    yield false(eq(relu(a * b), relu(a) * relu(b)))
    yield true(eq(total(i, N, total(i, N, a)), N**2 * a))
    yield false(eq(total(i, N, total(j, N, a)), N * a))


@family("special")
def propositions() -> Iterator[Stated]:
    """Peirce's law and nested implications; powers and products that determine matrices, or do not (nilpotent ones,
    signs, singular ones)."""
    pos = gt(a, 0)
    yield true(implies(implies(implies(pos, gt(b, 0)), pos), pos))
    yield false(implies(implies(pos, gt(b, 0)), gt(b, 0)))
    yield false(implies(implies(pos, gt(b, 0)), implies(le(a, 0), le(b, 0))))
    yield true(implies(implies(pos, gt(b, 0)), implies(le(b, 0), le(a, 0))))
    yield false(iff(iff(pos, gt(b, 0)), gt(c, 0)))
    yield true(iff(iff(pos, gt(b, 0)), iff(le(a, 0), le(b, 0))))
    yield true(iff(eq(a**3, b**3), eq(a, b)))
    yield false(iff(eq(a**4, b**4), eq(a, b)))
    yield true(iff(eq(a**4, b**4), eq(absolute(a), absolute(b))))
    yield true(iff(eq(tr(A * A.T), 0), eq(A, Zero)))
    yield false(iff(eq(tr(A**2), 0), eq(A, Zero)))
    yield true(iff(eq(tr(F**2), 0), eq(F, Zero)))
    yield false(iff(eq(tr(F), 0), eq(F, Zero)))
    yield true(iff(eq(tr(K), 0), eq(K, Zero)))
    yield true(iff(eq(tr(K * L), 0), eq(K * L, Zero)))
    yield false(iff(eq(tr(F * G), 0), eq(F * G, Zero)))
    yield true(iff(eq(A * B, B * A), eq((A + B) ** 2, A**2 + 2 * A * B + B**2)))
    yield false(iff(eq(A * B, B * A), eq((A + B) ** 3, A**3 + 3 * A**2 * B + 3 * A * B**2 + B**3)))
    yield true(implies(eq(A * B, Id), eq(B * A, Id)))
    yield false(implies(eq(A * B, Zero), eq(B * A, Zero)))
    yield true(implies(eq(F * G, Zero), eq(G * F, Zero)))
    yield false(implies(eq(A**2, Zero), eq(A, Zero)))
    yield true(implies(eq(F**3, Zero), eq(F, Zero)))
    yield true(implies(eq(A**2, A), eq(tr(A), rank(A))))
    yield false(implies(eq(A * B * A, A), eq(B * A * B, B)))
    yield true(implies(conj(eq(A * B, A * C), ne(det(A), 0)), eq(B, C)))
    yield false(implies(eq(A * B, A * C), eq(B, C)))
    yield true(implies(eq(S * B, S * C), eq(B, C)))
    yield true(implies(commute(S**2, A), commute(S, A)))
    yield false(implies(commute(F**2, A), commute(F, A)))
    yield true(implies(eq(F**3, G**3), eq(F, G)))
    yield false(implies(eq(A**3, B**3), eq(A, B)))
    yield true(implies(eq(S**2, R**2), eq(S, R)))
    yield false(implies(eq(F**2, G**2), eq(F, G)))
    yield true(ne(A * B - B * A, Id))
    yield false(ne(A * B - B * A, F))
    yield false(implies(conj(commute(A, B), commute(B, C)), commute(A, C)))
    yield true(implies(conj(commute(A, B), commute(A, C)), commute(A, B * C)))
    yield false(implies(eq(A * v, o), eq(v, o)))
    yield true(implies(eq(S * v, o), eq(v, o)))
    yield true(iff(eq(A.T * A * v, o), eq(A * v, o)))
    yield false(iff(eq(A * A * v, o), eq(A * v, o)))


@family("special")
def shadows() -> Iterator[Stated]:
    """A letter that is bound inside says nothing of the free one of the same name, nor of hypotheses about it."""
    yield true(for_all(a, exists(b, eq(a, b))))
    yield false(exists(b, for_all(a, eq(a, b))))
    yield true(exists(a, for_all(a, ge(a**2, 0))))
    yield false(exists(a, for_all(a, ge(a, 0))))
    yield true(for_all(a, exists(a, eq(a, 1))))
    yield false(implies(ge(a, 0), for_all(a, ge(a**3, 0))))
    yield true(implies(for_all(a, ge(a, b)), lt(b, b)))
    yield true(iff(exists(a, eq(a**2, b)), ge(b, 0)))
    yield false(iff(exists(a, eq(a**3, b)), ge(b, 0)))
    yield false(exists(p, eq(p, a)))
    yield true(exists(q, eq(q**2, q)))
    yield false(exists(p, eq(p**2 + p, 0)))
    yield false(exists(n, eq(n**2, m)))
    yield false(for_all(a, ge(a, 0)), ge(a, 0))
    yield false(for_all(a, ge(a, b)), ge(a, b))
    yield true(eq(minimum(a**2, a), 0), gt(a, 3))
    yield false(eq(minimum(a**2, a), 9), eq(a, 3))
    yield true(eq(minimum((u - a) ** 2 + a, u), a))
    yield true(eq(where(a + minimum(a**2, a), (a, 3)), 3))
    yield false(eq(where(a + minimum(a**2 + a, a), (a, 3)), 15))
    yield true(eq(where(where(a + b, (a, b)), (b, a)), 2 * a))
    yield false(eq(where(where(a + b, (a, b)), (b, c)), a + c))
    yield false(implies(exists(a, gt(a, b)), gt(a, b)))
    yield true(implies(gt(a, b), exists(a, gt(a, b))))
    yield false(implies(exists(a, eq(a * b, 1)), eq(a * b, 1)))
    yield true(for_all(a, implies(eq(a * b, 1), ne(b, 0))))
    yield false(conj(exists(a, eq(a, 1)), eq(a, 1)))


@family("special")
def two_integers() -> Iterator[Stated]:
    """One after the other is not jointly: along n = m the ratio is 1/2, along n = m^2 it tends to 1."""
    yield false(tends_jointly(n / (n + m), HALF, n, m))
    yield true(tends(n / (n + m), 1, n))
    yield true(tends(n * m / (n**2 + m**2), 0, n))
    yield false(tends_jointly(n * m / (n**2 + m**2), 0, n, m))
    yield true(tends_jointly(1 / n + 1 / m, 0, n, m))
    yield true(tends_jointly((n + m) / (n * m), 0, n, m))
    yield false(tends_jointly((n + m) / n**2, 0, n, m))
    yield false(tends_jointly((n - m) / (n + m), 0, n, m))
    yield false(tends_jointly(n * m**2 / (n**2 + m**4), 0, n, m))
    yield false(tends_jointly(1 / (n - m), 0, n, m))
    yield true(tends(n**2 / (n + 1) - n, -1, n))
    yield false(tends(n**2 / (n + 1) - n, 0, n))
    yield true(order(n + m, n * m, n, m))
    yield false(order(n * m, n + m, n, m))
    yield false(order(1 / n + 1 / m, 1 / (n * m), n, m))
    yield false(order(n, n / (1 + absolute(n - m)), n, m))


@family("special")
def kernels() -> Iterator[Stated]:
    """A psd kernel obeys Cauchy and Schwarz (two points) and is of any sign; of a general one nothing is known."""
    one, other, both = kernel_value(PSD, v, v), kernel_value(PSD, w, w), kernel_value(PSD, v, w)
    yield true(ge(one * other, both**2))
    yield false(ge(kernel_value(ANY, v, v) * kernel_value(ANY, w, w), kernel_value(ANY, v, w) ** 2))
    yield true(ge(one + other, 2 * both))
    yield false(ge(one + other, 3 * both))
    yield true(ge(one + other, both))
    yield false(ge(one, both))
    yield false(ge(both, 0))
    yield true(implies(eq(one, 0), eq(both, 0)))
    yield false(implies(eq(both, 0), eq(one, 0)))
    yield false(eq(kernel_value(PSD, 2 * v, w), 2 * both))
    yield false(eq(kernel_value(PSD, v + w, w), both + other))
    yield true(psd(gram(PSD, P_, P_) + V9 * V9.T))
    yield false(psd(gram(PSD, P_, P_) - V9 * V9.T))
    yield false(psd(gram(ANY, P_, P_) * gram(ANY, P_, P_).T - gram(ANY, P_, P_)))


@family("special")
def values_lost() -> Iterator[Stated]:
    """0/0, roots of negative numbers, inverses of singular matrices, means that do not exist."""
    yield valueless(eq(a / a, 1))
    yield valueless(eq((a**2 - b**2) / (a - b), a + b))
    yield valueless(eq(sqrt(a) ** 2, a))
    yield false(eq(sqrt(a**2), a))
    yield valueless(eq(sqrt(a * b), sqrt(absolute(a)) * sqrt(absolute(b))))
    yield valueless(eq(1 / (1 / a), a))
    yield valueless(eq(0 * (1 / a), 0))
    yield valueless(eq((a - a) / b, 0))
    yield valueless(eq((a**2 + b**2) / (a**2 + b**2), 1))
    yield true(eq((a**2 + 1) / (a**2 + 1), 1))
    yield true(implies(ne(a, 0), eq(a / a, 1)))
    yield false(conj(ne(a, 0), eq(a / a, 1)))
    yield valueless(implies(eq(a / a, 1), ne(a, 0)))
    yield valueless(implies(eq(a, 0), eq(0 / a, 0)))
    yield valueless(eq(A * inv(A.T * A) * A.T, Id))
    yield valueless(eq(inv(A * B), inv(B) * inv(A)))
    yield valueless(eq(det(inv(A)) * det(A), 1))
    yield valueless(eq(P_ * inv(P_.T * P_) * P_.T * P_, P_))
    yield valueless(ge(expect(1 / x1**2), 0))
    yield true(eq(expect(x1 / x1), 1))
    yield true(le(expect(1 / (1 + x1**2)), 1))
    yield false(finite(expect(exp(a * x1**2))))
    yield false(finite(expect(1 / absolute(x1))))
    yield true(finite(expect(1 / (1 + x1**2))))
    yield false(finite(expect(1 / (x1 - a) ** 2)))
    yield valueless(eq(expect(x1 / (x1 - a)) - expect(x1 / (x1 - a)), 0))
    yield valueless(eq(total(i, N, 1 / a) * a, N))
    yield valueless(eq(norm_2(v / norm_2(v)), 1))
    yield valueless(le(norm_2(v) ** 2 / norm_2(v), norm_2(v)))
    yield valueless(eq(exp(a) * (1 / a) * a, exp(a)))
