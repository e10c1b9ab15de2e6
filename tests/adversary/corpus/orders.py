"""Orders of matrices and definiteness."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    det,
    diag,
    eigenvalue,
    ge,
    gt,
    half,
    implies,
    inv,
    le,
    lt,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    posdef,
    projection,
    psd,
    tr,
)

from ..stating import Stated, false, family, true, valueless
from .letters import M_, P_, T_, A, B, F, G, Id, K, L, R, S, Zero, a, d, p, q, v, w


@family("orders")
def gram_matrices() -> Iterator[Stated]:
    """A A' and sums, congruences and nonnegative multiples of psd matrices are psd."""
    yield true(psd(A * A.T))
    yield true(psd(A.T * A + B * B.T))
    yield true(psd(P_ * P_.T))
    yield true(psd(v * v.T))
    yield true(psd(K + L))
    yield true(psd(q * K))
    yield true(psd(A * K * A.T))
    yield true(psd(A.T * S * A))
    yield true(psd(K**2))
    yield true(psd(F**2))
    yield true(psd(K**3))
    yield true(psd(K * L * K))
    yield true(psd(half(K)))
    yield true(psd(pinv(K)))
    yield true(psd(projection(K)))
    yield true(psd(Id - projection(K)))
    yield true(psd(inv(S)))
    yield true(psd((A - B) * (A - B).T))
    yield true(psd(half(S) * K * half(S)))
    yield true(psd(Zero))
    yield true(psd(norm_2(v) ** 2 * Id - v * v.T))
    yield true(psd(tr(K) * Id - K))
    yield true(psd((v + w) * (v + w).T))


@family("orders")
def definite_matrices() -> Iterator[Stated]:
    """A psd matrix plus a definite one is definite; powers and inverses of definite matrices are."""
    yield true(posdef(S + K))
    yield true(posdef(A * A.T + Id))
    yield true(posdef(p * S))
    yield true(posdef(S**2))
    yield true(posdef(inv(S) + R))
    yield true(posdef(S * R * S))
    yield true(posdef(half(S)))
    yield true(posdef(A * K * A.T + S))
    yield true(posdef(S + v * v.T))
    yield true(posdef(Id + F**2))
    yield true(posdef(p * Id + K))


@family("orders")
def what_is_not_definite() -> Iterator[Stated]:
    """0 is a psd matrix that is not definite; A = 0, v = 0, K = 0 are admitted points; or d = 2 and singular."""
    yield false(posdef(A * A.T))
    yield false(posdef(K))
    yield false(posdef(K + L))
    yield false(posdef(v * v.T))
    yield false(posdef(F**2))
    yield false(posdef((S + F) * (S + F).T))
    yield false(posdef(q * S))
    yield false(posdef(projection(K)))
    yield false(posdef(A * S * A.T))
    yield false(posdef(tr(S) * Id - S))
    yield false(posdef(norm_2(v) ** 2 * Id - v * v.T))
    yield false(implies(psd(F), posdef(F)))
    yield false(posdef(S - R + R - S))


@family("orders")
def what_is_not_psd() -> Iterator[Stated]:
    """Products of psd matrices are not symmetric, symmetrised products not psd for d = 2, differences have any sign."""
    yield false(psd(A))
    yield false(psd(F))
    yield false(psd(K - L))
    yield false(psd(S - R))
    yield false(psd(-K))
    yield false(psd(K * L))
    yield false(psd(S * R))
    yield false(psd(K * L + L * K))
    yield false(psd(S * R + R * S))
    yield false(psd(A * B + B.T * A.T))
    yield false(psd(v * w.T + w * v.T))
    yield false(psd(a * K))
    yield false(psd(F**3))
    yield false(psd(A * A))
    yield false(psd(A * K * B.T))
    yield false(psd(K - projection(K)))
    yield false(psd(S - Id))
    yield false(psd(Id - v * v.T))
    yield false(psd(diag(v)))
    yield false(psd(S**2 - S))
    yield false(psd(2 * K - K**2))
    yield false(psd((S + R) ** 2 - S**2 - R**2))
    yield false(psd(S * R * K + K * R * S))


@family("orders")
def monotone_functions() -> Iterator[Stated]:
    """The trace, the inverse (backwards), the root and congruences are monotone (Loewner); the square is not for d
    = 2."""
    yield true(implies(psd(S - R), ge(tr(S), tr(R))))
    yield true(implies(psd(S - R), psd(inv(R) - inv(S))))
    yield true(implies(psd(F - G), psd(A * F * A.T - A * G * A.T)))
    yield true(implies(psd(F - G), ge(tr(K * F), tr(K * G))))
    yield true(implies(psd(F - G), ge(v.T * F * v, v.T * G * v)))
    yield true(implies(psd(S - R), ge(det(S), det(R))))
    yield true(implies(psd(F - G), psd(F - G + K)))
    yield true(implies(psd(F - Id), ge(tr(F), d)))
    yield true(implies(psd(F), ge(tr(F), 0)))
    yield true(implies(psd(K - L), psd(half(K) - half(L))))
    yield false(implies(psd(S - R), psd(S**2 - R**2)))
    yield false(implies(psd(S - R), psd(inv(S) - inv(R))))
    yield false(implies(psd(F - G), psd(G - F)))
    yield false(implies(ge(tr(S), tr(R)), psd(S - R)))
    yield false(implies(psd(F - G), psd(F**2 - G**2)))
    yield false(implies(psd(K - L), posdef(K - L)))
    yield false(implies(ge(det(S), det(R)), psd(S - R)))
    yield false(implies(ge(tr(F), 0), psd(F)))
    yield false(implies(psd(S - R), psd(S * K - R * K)))
    yield false(implies(psd(F - G), ge(tr(A * F), tr(A * G))))


@family("orders")
def traces_of_psd_products() -> Iterator[Stated]:
    """tr(KL) is the trace of a psd matrix; of three factors it may be negative for d = 2."""
    yield true(ge(tr(K * L), 0))
    yield true(gt(tr(S * R), 0))
    yield true(le(tr(K * L), tr(K) * tr(L)))
    yield true(ge(tr(K * L * K), 0))
    yield true(ge(tr(K * L * K * L), 0))
    yield true(ge(tr(K), 0))
    yield true(ge(tr(S * K), 0))
    yield true(ge(det(K), 0))
    yield true(gt(det(S), 0))
    yield true(ge(tr(K) ** 2, tr(K**2)))
    yield true(ge(d * tr(F**2), tr(F) ** 2))
    yield true(ge(v.T * K * v, 0))
    yield true(ge(tr(S) * tr(inv(S)), d**2))
    yield true(le(tr(A * B) ** 2, tr(A * A.T) * tr(B * B.T)))
    yield false(ge(tr(K * L * M_), 0))
    yield false(gt(tr(K * L), 0))
    yield false(ge(tr(F * G), 0))
    yield false(ge(tr(A * A), 0))
    yield false(ge(tr(K * L), tr(K) * tr(L)))
    yield false(ge(tr(S * R * T_), 0))
    yield false(gt(det(K), 0))
    yield false(ge(tr(K**2), tr(K) ** 2))
    yield false(le(tr(K), tr(K**2)))
    yield false(ge(v.T * F * v, 0))
    yield false(ge(tr(F * F * G * G) - tr(F * G * F * G), 1))
    yield false(le(tr(S) * tr(inv(S)), d))
    yield true(ge(tr(F * F * G * G) - tr(F * G * F * G), 0))
    yield false(ge(v.T * K * w, 0))


@family("orders")
def norms() -> Iterator[Stated]:
    """Triangle, Cauchy-Schwarz, submultiplicativity, |A|_op <= |A|_F; the false ones fail at 0, at d = 1 or at
    another scale."""
    yield true(le(norm_2(v + w), norm_2(v) + norm_2(w)))
    yield true(le(norm_F(A + B), norm_F(A) + norm_F(B)))
    yield true(le(norm_F(A * B), norm_F(A) * norm_F(B)))
    yield true(le(norm_op(A * B), norm_op(A) * norm_op(B)))
    yield true(le(norm_op(A), norm_F(A)))
    yield true(le((v.T * w) ** 2, norm_2(v) ** 2 * norm_2(w) ** 2))
    yield true(le(norm_2(A * v), norm_op(A) * norm_2(v)))
    yield true(le(norm_F(A * B), norm_op(A) * norm_F(B)))
    yield true(le(norm_F(A) ** 2, d * norm_op(A) ** 2))
    yield true(ge(norm_2(v) ** 2 + norm_2(w) ** 2, 2 * v.T * w))
    yield false(le(norm_F(A), norm_op(A)))
    yield false(le(norm_F(A) * norm_F(B), norm_F(A * B)))
    yield false(lt(norm_2(v + w), norm_2(v) + norm_2(w)))
    yield false(gt(norm_2(v), 0))
    yield false(le(norm_2(v) ** 4, 1000 * norm_2(v) ** 2))
    yield false(le(norm_2(v), 100))
    yield false(le(norm_F(A), 10**6))
    yield false(le(norm_2(v) ** 2, 10**6 * norm_2(v) ** 4))
    yield false(le(norm_2(v) + norm_2(w), norm_2(v + w)))
    yield false(ge(norm_op(A), 1))
    yield false(le(norm_F(A) ** 2, norm_op(A) ** 2))
    yield false(ge(v.T * w, 0))


@family("orders")
def eigenvalues() -> Iterator[Stated]:
    """Of symmetric matrices in decreasing order, the first of which every d has."""
    yield true(ge(eigenvalue(K, 1), 0))
    yield true(gt(eigenvalue(S, 1), 0))
    yield true(le(tr(F), d * eigenvalue(F, 1)))
    yield true(le(eigenvalue(K, 1), tr(K)))
    yield true(le(eigenvalue(F + G, 1), eigenvalue(F, 1) + eigenvalue(G, 1)))
    yield false(gt(eigenvalue(K, 1), 0))
    yield false(ge(eigenvalue(F, 1), 0))
    yield false(ge(eigenvalue(F + G, 1), eigenvalue(F, 1) + eigenvalue(G, 1)))
    yield false(ge(tr(K), d * eigenvalue(K, 1)))
    yield false(ge(eigenvalue(K, 1), tr(K)))


@family("orders")
def inverses_in_orders() -> Iterator[Stated]:
    """True for definite matrices; a general inverse has no value for A = 0."""
    yield true(psd(S + inv(S) - 2 * Id))
    yield true(ge(tr(S + inv(S)), 2 * d))
    yield valueless(psd(inv(A) * inv(A).T))
    yield valueless(psd(inv(K)))
    yield valueless(posdef(inv(A * A.T)))
    yield valueless(ge(tr(inv(K)), 0))
    yield false(psd(S + inv(S) - 3 * Id))
    yield false(psd(inv(A)))
    yield false(ge(tr(inv(F)), 0))
    yield false(psd(Id - inv(S)))
