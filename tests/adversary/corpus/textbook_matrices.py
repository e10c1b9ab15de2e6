"""Matrix analysis as textbooks state it, also where matrices are singular, sizes are 1, and sides are equal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    block,
    commute,
    conj,
    det,
    eigenvalue,
    eq,
    exists,
    eye,
    ge,
    half,
    iff,
    implies,
    index,
    inv,
    inv_half,
    kron,
    le,
    lt,
    modulus,
    ne,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    posdef,
    projection,
    psd,
    rank,
    scalar,
    slope,
    slope_right,
    term,
    tr,
)
from proofs_check.statement.laws import cond
from proofs_check.statement.psd import least_eigenvalue, least_positive_eigenvalue
from proofs_check.statement.terms import columns, least, nuclear, singular_product_sum

from ..stating import Stated, family, true
from .letters import P_, A, B, C, F, G, Id, K, L, Q, R, S, Zero, a, d, o, p, v, w

i, j = index("i", "d"), index("j", "d")
t = scalar("t_9")
HALF = Fraction(1, 2)
H = half(S) * half(inv_half(S) * R * inv_half(S)) * half(S)
ONE = eye("k")
PP = P_ * P_.T
lam, low = eigenvalue(S, 1), least_eigenvalue(S)
skew = A - A.T


@family("textbook")
def inverses_of_sums() -> Iterator[Stated]:
    """Woodbury, Hua, parallel sums, pushing through; the last ones also of singular matrices."""
    yield true(eq(inv(Id + A * B) * A, A * inv(Id + B * A)), ne(det(Id + A * B), 0))
    yield true(eq(inv(Id + A * B), Id - A * inv(Id + B * A) * B), ne(det(Id + A * B), 0))
    yield true(eq(A * inv(A + B) * B, B * inv(A + B) * A), ne(det(A + B), 0))
    yield true(eq(inv(inv(A) + inv(B)), A * inv(A + B) * B), ne(det(A), 0), ne(det(B), 0), ne(det(A + B), 0))
    yield true(eq(inv(A) - inv(B), inv(A) * (B - A) * inv(B)), ne(det(A), 0), ne(det(B), 0))
    yield true(eq(inv(S) + inv(R), inv(S) * (S + R) * inv(R)))
    yield true(eq(P_ * inv(p * ONE + P_.T * P_), inv(p * Id + PP) * P_))
    yield true(eq(inv(p * Id + PP), (Id - P_ * inv(p * ONE + P_.T * P_) * P_.T) / p))
    yield true(eq(tr(PP * inv(p * Id + PP)), tr(P_.T * P_ * inv(p * ONE + P_.T * P_))))
    yield true(eq(det(p * Id + PP) * p ** columns(P_), det(p * ONE + P_.T * P_) * p**d))
    yield true(eq(K * pinv(K + L) * L, L * pinv(K + L) * K))
    yield true(psd(K * pinv(K + L) * L))
    yield true(psd(K - K * pinv(K + L) * K))
    yield true(psd((K + L) / 4 - K * pinv(K + L) * L))
    yield true(lt(v.T * inv(S + v * v.T) * v, 1))
    yield true(eq(1 - v.T * inv(S + v * v.T) * v, det(S) / det(S + v * v.T)))
    yield true(eq(inv(inv(S) + v * v.T), S - S * v * v.T * S / (1 + v.T * S * v)))
    yield true(eq((Id - A) * inv(Id + A) * ((Id - A) * inv(Id + A)).T, Id), eq(A.T, -A))
    yield true(eq((Id - 2 * v * v.T / (v.T * v)) ** 2, Id), ne(v, o))
    yield true(eq(inv(Id - A), Id + A + A**2), eq(A**3, Zero))
    yield true(eq(inv(A), A.T), eq(A.T * A, Id))


@family("textbook")
def slopes_of_matrices() -> Iterator[Stated]:
    """Jacobi's formula, derivatives of inverses, of traces of powers and of quadratic forms."""
    yield true(eq(slope(t, det(A + t * B)), det(A) * tr(inv(A) * B)), ne(det(A), 0))
    yield true(eq(slope(t, det(Id + t * A)), tr(A)))
    yield true(eq(slope(t, inv(S + t * F)), -inv(S) * F * inv(S)))
    yield true(eq(slope(t, tr(inv(S + t * F))), -tr(inv(S) ** 2 * F)))
    yield true(eq(slope(t, (A + t * B) ** 3), A**2 * B + A * B * A + B * A**2))
    yield true(eq(slope(t, tr((A + t * B) ** 4)), 4 * tr(A**3 * B)))
    yield true(eq(slope(t, (v + t * w).T * F * (v + t * w)), 2 * v.T * F * w))
    yield true(eq(slope(t, norm_2(v + t * w)), v.T * w / norm_2(v)), ne(v, o))
    yield true(eq(slope_right(t, norm_2(t * w)), norm_2(w)))
    yield true(eq(slope(t, det(t * A)), 0), ge(d, 2))
    yield true(eq(slope(t, 1 / det(S + t * F)), -tr(inv(S) * F) / det(S)))
    yield true(eq(slope(t, tr((S + t * F) * inv(S + t * F))), 0))


@family("textbook")
def blocks() -> Iterator[Stated]:
    """Schur complements: of definite corners, of singular ones, determinants where blocks commute, ranks."""
    yield true(iff(psd(block(S, A, A.T, R)), psd(R - A.T * inv(S) * A)))
    yield true(iff(posdef(block(S, A, A.T, F)), posdef(F - A.T * inv(S) * A)))
    yield true(iff(psd(block(K, A, A.T, L)), conj(psd(L - A.T * pinv(K) * A), eq(projection(K) * A, A))))
    yield true(iff(posdef(block(S, v, v.T, a)), lt(v.T * inv(S) * v, a)))
    yield true(implies(psd(block(F, v, v.T, term(0))), eq(v, o)))
    yield true(eq(det(block(S, v, v.T, term(0))), -det(S) * v.T * inv(S) * v))
    yield true(eq(det(block(A, B, C, Id)), det(A - B * C)))
    yield true(eq(det(block(A, B, C, B)), det(A * B - B * C)), commute(C, B))
    yield true(eq(det(block(A, B, B, A)), det(A + B) * det(A - B)))
    yield true(eq(rank(block(A, Zero, Zero, B)), rank(A) + rank(B)))
    yield true(ge(rank(block(A, C, Zero, B)), rank(A) + rank(B)))
    yield true(eq(rank(block(A, A * C, B * A, B * A * C)), rank(A)))
    yield true(psd(block(S, Id, Id, inv(S))))
    yield true(psd(block(half(A * A.T), A, A.T, half(A.T * A))))
    yield true(implies(psd(block(K, A, A.T, L)), le(det(block(K, A, A.T, L)), det(K) * det(L))))
    yield true(implies(psd(block(K, A, A.T, L)), le(norm_F(A) ** 2, tr(K) * tr(L))))
    yield true(implies(psd(block(K, A, A.T, L)), le(norm_op(A) ** 2, norm_op(K) * norm_op(L))))
    yield true(iff(psd(block(Id, A, A.T, Id)), le(norm_op(A), 1)))
    yield true(iff(psd(block(p * Id, v, v.T, term(1))), le(norm_2(v) ** 2, p)))


@family("textbook")
def ranks() -> Iterator[Stated]:
    """Sylvester, Frobenius, Cochran; idempotent and nilpotent matrices."""
    yield true(ge(rank(A * B), rank(A) + rank(B) - d))
    yield true(ge(rank(A * B * C) + rank(B), rank(A * B) + rank(B * C)))
    yield true(eq(rank(Id - A * B), rank(Id - B * A)))
    yield true(iff(eq(A**2, A), eq(rank(A) + rank(Id - A), d)))
    yield true(iff(eq(A**2, Id), eq(rank(Id + A) + rank(Id - A), d)))
    yield true(implies(eq(A**2, Zero), le(2 * rank(A), d)))
    yield true(le(tr(A) ** 2, rank(A**2) * norm_F(A) ** 2))
    yield true(eq(norm_F(pinv(A) * A) ** 2, rank(A)))
    yield true(eq(rank(block(A, Id, Zero, A)), d + rank(A**2)))
    yield true(le(rank(A * B - B * A), 2 * rank(A)))
    yield true(implies(eq(A * B - B * A, A), eq(det(A), 0)))
    yield true(implies(eq(A * B - B * A, A), eq(A**2, Zero)), le(d, 2))
    yield true(implies(eq(A * B, A + B), commute(A, B)))
    yield true(implies(commute(A, A.T * A), commute(A, A.T)))
    yield true(implies(eq(rank(A), 1), eq(A**2, tr(A) * A)))
    yield true(implies(le(rank(A), 1), eq(det(Id + A), 1 + tr(A))))
    yield true(le(rank(K - L), rank(K) + rank(L)))
    yield true(eq(rank(K + L), rank(block(K, Zero, L, Zero))))


@family("textbook")
def norms() -> Iterator[Stated]:
    """von Neumann, Mirsky, Schur, polar decompositions, Araki and Lieb and Thirring, Fan, powers of roots."""
    yield true(le(absolute(tr(A * B)), singular_product_sum(A, B)))
    yield true(le(tr(A * B), norm_op(A) * nuclear(B)))
    yield true(ge(norm_F(A - B) ** 2, norm_F(A) ** 2 + norm_F(B) ** 2 - 2 * singular_product_sum(A, B)))
    yield true(le(absolute(norm_op(A) - norm_op(B)), norm_op(A - B)))
    yield true(le(absolute(tr(A)), nuclear(A)))
    yield true(eq(nuclear(A), tr(half(A.T * A))))
    yield true(le(norm_F(A) ** 2, norm_op(A) * nuclear(A)))
    yield true(eq(half(A * A.T) * A, A * half(A.T * A)))
    yield true(le(tr(A**2), norm_F(A) ** 2))
    yield true(iff(eq(norm_F(A) ** 2, tr(A * A)), eq(A, A.T)))
    yield true(iff(eq(norm_F(A) ** 2, -tr(A * A)), eq(A, -A.T)))
    yield true(le(tr((S * R) ** 2), tr(S**2 * R**2)))
    yield true(iff(eq(tr(F * G * F * G), tr(F**2 * G**2)), commute(F, G)))
    yield true(le(nuclear(A * B), norm_F(A) * norm_F(B)))
    yield true(eq(nuclear(v * w.T), norm_2(v) * norm_2(w)))
    yield true(eq(norm_op(v * w.T), norm_F(v * w.T)))
    yield true(le(norm_op(A) ** 2, norm_op(A.T * A + B.T * B)))
    yield true(eq(norm_op(A) ** 4, norm_op(A * A.T * A * A.T)))
    yield true(le(norm_op(A * B) ** 2, norm_op(A.T * A * B * B.T)))
    yield true(le(tr(half(K) * half(L)) ** 2, tr(K) * tr(L)))
    yield true(le(norm_F(half(K) - half(L)) ** 2, nuclear(K - L)))
    yield true(le(norm_op(half(K) - half(L)) ** 2, norm_op(K - L)))
    yield true(le(norm_F(modulus(F) - modulus(G)), norm_F(F - G)))
    yield true(psd(modulus(F) - F))
    yield true(le(tr(modulus(F + G)), tr(modulus(F)) + tr(modulus(G))))
    yield true(le(norm_2(A * v), norm_F(A) * norm_2(v)))
    yield true(ge(det(Id + skew), 1))
    yield true(eq(v.T * skew * v, 0))
    yield true(le(norm_F(A * B - B * A) ** 2, 2 * norm_F(A) ** 2 * norm_F(B) ** 2))
    yield true(le(norm_op(F * G - G * F), 2 * norm_op(F) * norm_op(G)))
    yield true(le(norm_op(K * L - L * K), norm_op(K) * norm_op(L)))
    yield true(le(norm_op(K - L), least(norm_op(K), norm_op(L)) + absolute(norm_op(K) - norm_op(L))))


@family("textbook")
def orders() -> Iterator[Stated]:
    """Kantorovich, Wielandt, Weyl, interlacing, geometric means, Minkowski for determinants."""
    yield true(le(4 * lam * low * (v.T * S * v) * (v.T * inv(S) * v), (lam + low) ** 2 * norm_2(v) ** 4))
    yield true(le((lam + low) ** 2 * (v.T * S * w) ** 2, (lam - low) ** 2 * (v.T * S * v) * (w.T * S * w)),
               eq(v.T * w, 0))  # fmt: skip
    yield true(le(norm_2(S * v) ** 2 + lam * low * norm_2(v) ** 2, (lam + low) * v.T * S * v))
    yield true(implies(psd(S - R), ge(det(S), det(R))))
    yield true(implies(psd(K - L), ge(norm_F(K), norm_F(L))))
    yield true(implies(psd(F - G), ge(eigenvalue(F, 2), eigenvalue(G, 2))), ge(d, 2))
    yield true(le(eigenvalue(F + v * v.T, 2), eigenvalue(F, 1)), ge(d, 2))
    yield true(ge(eigenvalue(F + v * v.T, 1), eigenvalue(F, 1)))
    yield true(le(eigenvalue(F - v * v.T, 1), eigenvalue(F, 1)))
    yield true(eq(H * inv(S) * H, R))
    yield true(psd((S + R) / 2 - H))
    yield true(psd(H - 2 * inv(inv(S) + inv(R))))
    yield true(eq(det(H) ** 2, det(S) * det(R)))
    yield true(ge(det(S + R) ** (1 / d), det(S) ** (1 / d) + det(R) ** (1 / d)))
    yield true(le(det(S) ** (1 / d), tr(S) / d))
    yield true(le(det(A) ** 2, norm_op(A) ** (2 * d)))
    yield true(psd(tr(K) * projection(K) - K))
    yield true(psd(v.T * v * Id - v * v.T))
    yield true(psd((v.T * K * v) * K - K * v * v.T * K))
    yield true(psd((v.T * inv(S) * v) * S - v * v.T))
    yield true(iff(psd(S * R), commute(S, R)))
    yield true(iff(psd(S - v * v.T), le(v.T * inv(S) * v, 1)))
    yield true(iff(posdef(S - v * v.T), lt(v.T * inv(S) * v, 1)))
    yield true(implies(psd(Id - S), psd(Id - S**2)))
    yield true(implies(psd(Id - K), psd(K - K**2)))
    yield true(implies(psd(K**2 - K), eq(K**3, K**2 + K * (K**2 - K))))
    yield true(implies(eq(F**3, F), psd(F**2 - F)))
    yield true(le(v.T * S * w, (p * v.T * S * v + w.T * S * w / p) / 2))
    yield true(ge(det(K + L), det(K)))
    yield true(le(eigenvalue(S * R * S, 1), eigenvalue(R, 1) * eigenvalue(S**2, 1)))
    yield true(le(cond(S + R), cond(S) + cond(R)))
    yield true(le(cond(S + p * Id), cond(S)))
    yield true(eq(cond(S), norm_op(S) * norm_op(inv(S))))
    yield true(exists(F, eq(S * F + F * S, G)))
    yield true(exists(B, eq(B**2, A.T * A)))
    yield true(exists(v, conj(ne(v, o), eq(v.T * F * v, eigenvalue(F, 1) * v.T * v))))


@family("textbook")
def pseudoinverses() -> Iterator[Stated]:
    """Penrose's equations and what follows; outer products; reversed products where images fit."""
    yield true(eq(pinv(A), pinv(A.T * A) * A.T))
    yield true(eq(A.T * A * pinv(A), A.T))
    yield true(eq(pinv(v * w.T), w * v.T / (norm_2(v) ** 2 * norm_2(w) ** 2)), ne(v, o), ne(w, o))
    yield true(eq(pinv(v * v.T) * v, v / norm_2(v) ** 2), ne(v, o))
    yield true(eq(v.T * pinv(v * v.T) * v, 1), ne(v, o))
    yield true(eq(v.T * pinv(K + v * v.T) * v, 1), eq(K * v, o), ne(v, o))
    yield true(le(v.T * pinv(K + v * v.T) * v, 1))
    yield true(eq(projection(A) * A, A))
    yield true(eq(projection(A) + projection(B), projection(A * A.T + B * B.T)), eq(A.T * B, Zero))
    yield true(psd(projection(A * A.T + B * B.T) - projection(A)))
    yield true(eq(pinv(half(K)), half(pinv(K))))
    yield true(eq(norm_op(pinv(K)), 1 / least_positive_eigenvalue(K)), ne(K, Zero))
    yield true(le(norm_2(v - A * pinv(A) * v), norm_2(v - A * w)))
    yield true(le(norm_2(pinv(A) * v), norm_2(w)), eq(A * w, v))
    yield true(iff(exists(w, eq(A * w, v)), eq(A * pinv(A) * v, v)))
    yield true(eq(pinv(A * Q), Q.T * pinv(A)))
    yield true(eq(pinv(kron(A, B)), kron(pinv(A), pinv(B))))
    yield true(eq(A * pinv(A.T * A) * A.T, projection(A)))
