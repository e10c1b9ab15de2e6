"""Inequalities with a constant that is a little wrong, an order or a factor that is nearly right; each beside a true
neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    block,
    det,
    eigenvalue,
    eq,
    exists,
    exp,
    expect,
    for_all,
    ge,
    half,
    implies,
    inv,
    kron,
    le,
    norm_F,
    norm_op,
    pinv,
    projection,
    psd,
    rank,
    relu,
    tr,
)
from proofs_check.statement.laws import cond
from proofs_check.statement.psd import least_eigenvalue
from proofs_check.statement.terms import least, nuclear

from ..stating import Stated, false, family, true
from .letters import M_, T_, A, B, C, F, G, Id, K, L, R, S, Zero, a, b, d, e, g, o, p, q, r, v, w, x, x1, y, z

bracket = A * B - B * A


@family("near")
def norms_and_traces() -> Iterator[Stated]:
    """Boettcher and Wenzel: |[A, B]|_F^2 <= 2 |A|_F^2 |B|_F^2, reached by E_12 and its transpose; three lines 60
    degrees apart nearly reach tr(SRT) >= -tr(S) tr(R) tr(T)/8; diag(1, -1) and a swap."""
    yield false(le(norm_F(bracket) ** 2, Fraction(19, 10) * norm_F(A) ** 2 * norm_F(B) ** 2))
    yield true(le(norm_F(bracket) ** 2, 2 * norm_F(A) ** 2 * norm_F(B) ** 2))
    yield false(le(norm_F(A * B) ** 2, Fraction(9, 10) * norm_F(A) ** 2 * norm_F(B) ** 2))
    yield false(ge(tr(S * R * T_), -tr(S) * tr(R) * tr(T_) / 9))
    yield true(ge(tr(S * R * T_), -tr(S) * tr(R) * tr(T_) / 8))
    yield false(le(nuclear(A + B), norm_F(A) + norm_F(B)))
    yield true(le(nuclear(A + B), nuclear(A) + nuclear(B)))
    yield false(le(nuclear(A * B), norm_op(A) * norm_F(B)))
    yield false(le(norm_op(A + B) ** 2, norm_op(A) ** 2 + norm_op(B) ** 2))
    yield false(le(norm_op(A * B + B * A), 3 * norm_op(A) * norm_op(B) / 2))
    yield false(le(norm_op(bracket), Fraction(19, 10) * norm_op(A) * norm_op(B)))
    yield true(le(norm_op(bracket), 2 * norm_op(A) * norm_op(B)))
    yield false(le(tr(F**3) ** 2, Fraction(9, 10) * tr(F**2) * tr(F**4)))
    yield true(le(tr(F**3) ** 2, tr(F**2) * tr(F**4)))
    yield false(le(tr(F) * tr(F**3), tr(F**2) ** 2))
    yield true(ge(tr(K) * tr(K**3), tr(K**2) ** 2))
    yield false(ge(tr(K) * tr(K**3), 2 * tr(K**2) ** 2))
    yield false(le((v.T * A * w) ** 2, (v.T * v) * (w.T * w) * tr(A) ** 2 + 1))
    yield true(le((v.T * A * w) ** 2, (v.T * v) * (w.T * w) * norm_F(A) ** 2))


@family("near")
def spectra() -> Iterator[Stated]:
    """Weyl with the wrong numbers (two axes, or one and two, that add to the identity); determinants of sums;
    condition numbers."""
    yield false(le(det(S + R), 8 * (det(S) + det(R))))
    yield false(ge(det(K + L + M_) + det(K), det(K + L) + det(K + M_) + 100 * det(L)))
    yield true(ge(det(K + L + M_) + det(K), det(K + L) + det(K + M_)))
    yield false(le(eigenvalue(S * R * S, 1), eigenvalue(S, 1) * eigenvalue(R, 1) * least_eigenvalue(S)))
    yield true(le(eigenvalue(S * R * S, 1), eigenvalue(S, 1) ** 2 * eigenvalue(R, 1)))
    yield false(ge(eigenvalue(F + G, 1), eigenvalue(F, 1) + least_eigenvalue(G) + Fraction(1, 1000)))
    yield true(ge(eigenvalue(F + G, 1), eigenvalue(F, 1) + least_eigenvalue(G)))
    yield false(implies(ge(d, 2), le(eigenvalue(F + G, 2), eigenvalue(F, 2) + eigenvalue(G, 2))))
    yield true(implies(ge(d, 2), le(eigenvalue(F + G, 2), eigenvalue(F, 1) + eigenvalue(G, 2))))
    yield false(implies(ge(d, 3), le(eigenvalue(F + G, 3), eigenvalue(F, 2) + eigenvalue(G, 3))))
    yield false(le(cond(S * S), 100 * d * cond(S)))
    yield false(le(cond(S + R), least(cond(S), cond(R))))
    yield true(le(least_eigenvalue(S + R), eigenvalue(S, 1) + least_eigenvalue(R)))


@family("near")
def inverses_and_roots() -> Iterator[Stated]:
    """Moore-Penrose inverses, images and roots of sums; with K = 0, K = L = I or two lines."""
    yield false(eq(pinv(A * B), pinv(B) * pinv(A)))
    yield false(eq(pinv(K + L), pinv(K) + pinv(L)))
    yield false(implies(eq(K * L, Zero), eq(rank(K + L), d)))
    yield true(implies(eq(K * L, Zero), eq(pinv(K + L), pinv(K) + pinv(L))))
    yield false(psd(projection(K + L) - projection(K) - projection(L)))
    yield true(psd(projection(K + L) - projection(K)))
    yield false(psd(pinv(K) - pinv(K + L)))
    yield false(implies(psd(K - L), psd(pinv(L) - pinv(K))))
    yield false(implies(psd(K - L), psd(projection(L) - projection(K))))
    yield true(implies(psd(K - L), psd(projection(K) - projection(L))))
    yield false(psd(half(K) * L * half(K) - half(L) * K * half(L)))
    yield false(eq(half(K * K + L * L), K + L))
    yield false(psd(half(K + L) - half(K) - half(L)))
    yield false(psd(half(K) + half(L) - half(K + L)))
    yield true(psd(half(S) * inv(S) * half(S) - Id))


@family("near")
def blocks_and_products() -> Iterator[Stated]:
    """Schur complements in the wrong order, Kronecker products of two axes."""
    yield false(psd(block(K, A, A.T, L)))
    yield true(psd(block(A * A.T, A * B.T, B * A.T, B * B.T)))
    yield false(psd(block(S, Id, Id, R)))
    yield true(psd(block(S, Id, Id, inv(S))))
    yield false(ge(det(block(K, v, v.T, a)), 0))
    yield false(eq(det(block(A, B, C, Id)), det(A - C * B)))
    yield true(eq(det(block(A, B, C, Id)), det(A - B * C)))
    yield false(eq(tr(kron(A, B) * kron(B, A)), tr(A * A) * tr(B * B)))
    yield true(eq(tr(kron(A, B) * kron(B, A)), tr(A * B) ** 2))
    yield false(psd(kron(K, L) - kron(L, K) + tr(K) * tr(L) * kron(Id, Id) / 2))
    yield true(psd(kron(K, L)))
    yield false(psd(kron(F, G) + kron(G, F) - kron(F, F) - kron(G, G)))
    yield true(psd(kron(K + L, K + L) - kron(K, K) - kron(L, L)))


@family("near")
def quantified() -> Iterator[Stated]:
    """Solutions that need not exist (A = 0, w = 0, C = I, K = 0), and forms that vanish."""
    yield false(exists(w, eq(A * w, v)))
    yield false(exists(a, eq(v, a * w)))
    yield false(exists(B, eq(A * B - B * A, C)))
    yield false(exists(p, psd(p * K - L)))
    yield true(exists(p, psd(p * S - v * v.T)))
    yield false(for_all(w, ge(v.T * w, 0)))
    yield true(for_all(w, ge(w.T * K * w, 0)))
    yield false(implies(for_all(w, eq(w.T * A * w, 0)), eq(A, Zero)))
    yield true(implies(for_all(w, eq(w.T * A * w, 0)), eq(A, -A.T)))
    yield false(implies(eq(v.T * A * v, 0), eq(A * v, o)))
    yield true(implies(eq(v.T * K * v, 0), eq(K * v, o)))


@family("near")
def numbers() -> Iterator[Stated]:
    """Quadratic forms that take a negative value between all axes, means of numbers, a wedge of five numbers."""
    yield false(le(p * q + q * r, p**2 + q**2 + r**2 / 4 - Fraction(1, 100)))
    yield false(ge(p**2 + q**2 + r**2 + a**2 + b**2, p * q + q * r + r * a + a * b + b * p + Fraction(1, 1000)))
    yield true(ge(p**2 + q**2 + r**2 + a**2 + b**2, p * q + q * r + r * a + a * b + b * p))
    yield false(ge((p + q + r) * (1 / p + 1 / r + 1), 9))
    yield true(ge((p + r + 1) * (1 / p + 1 / r + 1), 9))
    yield false(ge(a**2 * (1 + b**4) + b**2 * (1 + a**4) + p * r, 5 * a**2 * b**2 * (p + r)))
    yield false(le(p * q + q * (v.T * w), (p + q) ** 2 + (v.T * v) * (w.T * w) * tr(S)))


@family("near")
def means() -> Iterator[Stated]:
    """Isserlis; E|x| = (2/pi)^(1/2) p; laws of noise other than the Gaussian; exp(t/2) > 1 + t for t = 3."""
    yield false(ge(expect((z.T * F * z) ** 3), 0))
    yield false(ge(expect((z.T * y) ** 4), 4 * tr(S * R) ** 2), large=True)
    yield true(ge(expect((z.T * y) ** 4), 3 * tr(S * R) ** 2))
    yield false(le(expect((z.T * A * y) ** 2), tr(A * S) * tr(A * R)))
    yield false(le(expect(z.T * K * z * (z.T * L * z)), 3 * tr(K * S) * tr(L * S) - 2 * tr(K * S * L * S)))
    yield false(psd(expect(z * z.T * K * z * z.T) - 2 * S * K * S - 2 * tr(K * S) * S))
    yield false(le(expect((e + a) ** 4), 2 * expect((e + a) ** 2) ** 2))
    yield false(le(expect(relu(x1 + a)), relu(a) + p / 3))
    yield true(le(expect(relu(x1 + a)), relu(a) + p / 2))
    yield false(ge(expect(absolute(x1) ** 3), 2 * p**3))
    yield true(ge(expect(exp(v.T * z)), 1))
    yield false(le(expect(exp(v.T * z)), 1 + v.T * S * v))
    yield false(eq(expect((g.T * g) * (v.T * g) ** 2 * (w.T * g) * (x.T * g)), 3 * (d + 4) * (v.T * w) * (v.T * x)))
