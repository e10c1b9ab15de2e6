"""Statements that hold for d <= 2, or unless matrices are far from commuting, and fail at d = 3 or at such matrices;
each beside a true neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    block,
    commute,
    conj,
    det,
    diag,
    eigenvalue,
    entry,
    eq,
    expect,
    ge,
    gt,
    iff,
    implies,
    index,
    inv,
    kron,
    le,
    ne,
    norm_2,
    norm_F,
    norm_op,
    posdef,
    projection,
    psd,
    rank,
    term,
    total,
    tr,
)
from proofs_check.statement.psd import least_eigenvalue
from proofs_check.statement.terms import beside, nuclear

from ..stating import Stated, false, family, true
from .letters import M_, T_, A, B, C, F, G, Id, K, L, R, S, Zero, a, d, g, p, v, w, x, z

i9, j9 = index("i_9", "d"), index("j_9", "d")
scalar_part = ne(d * A, tr(A) * Id)
HALF = Fraction(1, 2)


@family("three")
def nilpotent() -> Iterator[Stated]:
    """The shift of three axes has a square that is not 0, and E_12, E_23 have one product that is 0; for d <= 2 the
    commutant of what is no multiple of the identity commutes."""
    yield false(implies(eq(A**3, Zero), eq(A**2, Zero)))
    yield true(implies(conj(eq(A**3, Zero), le(d, 2)), eq(A**2, Zero)))
    yield true(implies(eq(K**3, Zero), eq(K**2, Zero)))
    yield false(implies(conj(eq(tr(A), 0), eq(tr(A**2), 0)), eq(A**2, Zero)))
    yield false(iff(eq(A**3, Zero), eq(A**2, Zero)))
    yield false(ge(rank(A**2), 2 * rank(A) - 2))
    yield true(ge(rank(A**2), 2 * rank(A) - d))
    yield false(eq(rank(A**2), rank(A**3)))
    yield true(eq(rank(F**2), rank(F**3)))
    yield false(implies(conj(commute(A, B), commute(A, C), scalar_part), commute(B, C)))
    yield false(implies(conj(commute(F, G), commute(G, K), ne(d * G, tr(G) * Id)), commute(F, K)))
    yield true(implies(conj(commute(F, G), commute(G, K), eq(F, G)), commute(F, K)))
    yield false(implies(eq(A * B, Zero), le(rank(A) + rank(B), 2)))
    yield true(implies(eq(A * B, Zero), le(rank(A) + rank(B), d)))
    yield false(implies(eq(tr(A), 0), eq(A**2, -det(A) * Id)))
    yield false(implies(ge(d, 2), eq(A**2 - tr(A) * A + det(A) * Id, Zero)))


@family("three")
def cyclic() -> Iterator[Stated]:
    """The cyclic permutation of three axes and a diagonal matrix: their commutator has rank 3 and tr [P, D]^3 is not 0;
    rotations of three axes do not commute."""
    bracket = A * B - B * A
    yield false(le(rank(bracket), 2))
    yield true(le(rank(bracket), rank(A * B) + rank(B * A)))
    yield false(eq(tr(bracket**3), 0))
    yield true(eq(tr(bracket), 0))
    yield false(eq(tr(A * A * B * B * A * B), tr(B * B * A * A * B * A)))
    yield true(eq(tr(F * F * G * G * F * G), tr(G * G * F * F * G * F)))
    yield false(implies(eq(A**3, Id), eq(A, Id)))
    yield true(implies(eq(F**3, Id), eq(F, Id)))
    rotations = conj(eq(A * A.T, Id), eq(B * B.T, Id), eq(det(A), 1), eq(det(B), 1))
    yield false(implies(rotations, commute(A, B)))
    yield true(implies(rotations, eq(det(A * B), 1)))
    yield false(implies(commute(A, A.T), eq((A - A.T) * (A + A.T), tr(A) * (A - A.T))))
    yield true(implies(commute(A, A.T), commute(A - A.T, A + A.T)))
    yield false(implies(eq(A * A.T, Id), le(tr(A), 2)))


@family("three")
def all_alike() -> Iterator[Stated]:
    """Fails at the identity of three axes, or at the vector of three ones."""
    yield false(le(tr(A) ** 2, 2 * norm_F(A) ** 2))
    yield true(le(tr(A) ** 2, d * norm_F(A) ** 2))
    yield false(le(nuclear(A) ** 2, 2 * norm_F(A) ** 2))
    yield true(le(nuclear(A) ** 2, d * norm_F(A) ** 2))
    yield false(le(tr(K) ** 2, 2 * tr(K**2)))
    yield false(le(norm_F(A), 3 * norm_op(A) / 2))
    yield false(le(tr(K), 2 * eigenvalue(K, 1)))
    yield true(le(tr(K), d * eigenvalue(K, 1)))
    yield false(ge(eigenvalue(K, 1) + least_eigenvalue(K), tr(K)))
    yield true(ge((d - 1) * eigenvalue(K, 1) + least_eigenvalue(K), tr(K)))
    yield false(implies(ge(d, 2), eq(eigenvalue(F, 1) + eigenvalue(F, 2), tr(F))))
    yield false(implies(ge(d, 2), eq(det(S), eigenvalue(S, 1) * least_eigenvalue(S))))
    yield false(implies(eq(A**2, A), le(rank(A), 2)))
    yield false(implies(eq(K**2, K), le(tr(K), 2)))
    yield true(implies(eq(K**2, K), le(tr(K), d)))
    yield false(implies(ge(d, 2), eq(tr(A) ** 2 - tr(A**2), 2 * det(A))))
    yield false(le(total(i9, d, entry(v, i9, 1)) ** 2, 2 * v.T * v))
    yield true(le(total(i9, d, entry(v, i9, 1)) ** 2, d * v.T * v))
    yield false(implies(ne(i9, j9), eq(i9 + j9, 3)))
    yield true(implies(ne(i9, j9), ge(i9 + j9, 3)))


@family("three")
def ranks() -> Iterator[Stated]:
    """At most 2, or at most 4, for d <= 2; three axes, and two of three, have more."""
    yield false(le(rank(K), 2))
    yield true(le(rank(K), d))
    yield false(le(rank(v * v.T + w * w.T + x * x.T), 2))
    yield true(le(rank(v * v.T + w * w.T + x * x.T), 3))
    yield false(le(rank(beside(K, L)), 2))
    yield false(le(rank(kron(A, B)), 4))
    yield true(eq(rank(kron(A, B)), rank(A) * rank(B)))
    yield false(le(tr(kron(K, L)), 4 * eigenvalue(K, 1) * eigenvalue(L, 1)))
    yield false(le(rank(block(K, v, v.T, term(0))), 3))
    yield true(le(rank(block(K, v, v.T, term(0))), d + 1))
    yield false(le(tr(projection(K)), 2))
    yield false(implies(eq(projection(K) * projection(L), Zero), le(rank(K) + rank(L), 2)))
    yield true(implies(eq(projection(K) * projection(L), Zero), le(rank(K) + rank(L), d)))
    yield false(implies(eq(K * L, Zero), le(rank(K) * rank(L), 1)))


@family("three")
def orthogonal_vectors() -> Iterator[Stated]:
    """Of three vectors that are orthogonal one is 0 for d <= 2; three axes are."""
    apart = conj(eq(v.T * w, 0), eq(w.T * x, 0), eq(x.T * v, 0))
    yield false(implies(apart, eq((v.T * v) * (w.T * w) * (x.T * x), 0)))
    yield true(implies(apart, eq(norm_2(v + w + x) ** 2, v.T * v + w.T * w + x.T * x)))
    both = conj(eq(v.T * w, 0), eq(w.T * x, 0), gt(w.T * w, 0))
    yield false(implies(both, eq((v.T * x) ** 2, (v.T * v) * (x.T * x))))
    yield true(implies(both, le((v.T * x) ** 2, (v.T * v) * (x.T * x))))


@family("three")
def signs() -> Iterator[Stated]:
    """Trace and determinant tell the signs of two eigenvalues, not of three: 3, -1, -1."""
    yield false(iff(psd(F), conj(ge(tr(F), 0), ge(det(F), 0))))
    yield false(iff(posdef(F), conj(gt(tr(F), 0), gt(det(F), 0))))
    yield true(implies(posdef(F), conj(gt(tr(F), 0), gt(det(F), 0))))
    yield false(implies(conj(gt(det(F), 0), gt(tr(F), 0)), ge(tr(F) ** 2, tr(F**2))))
    yield false(implies(conj(gt(entry(F, 1, 1), 0), gt(det(F), 0)), posdef(F)))
    yield true(implies(posdef(F), conj(gt(entry(F, 1, 1), 0), gt(det(F), 0))))
    yield false(implies(gt(det(F), 0), ge(tr(F) ** 2, tr(F**2) - norm_op(F) ** 2)))


@family("three")
def far_from_commuting() -> Iterator[Stated]:
    """Of three definite matrices that are nearly of rank 1, along (1, 0), (4, 7), (4, -7), the product has a negative
    trace; squares of ordered matrices are not ordered."""
    yield false(ge(tr(S * R * T_) + tr(T_ * R * S), 0))
    yield false(psd(S * R * T_ + T_ * R * S))
    yield false(ge(tr(S * R * T_ * K), 0))
    yield false(ge(tr(K * L * M_ * S), -tr(S) * tr(K) / 1000))
    yield true(le(tr(S * R * T_), tr(S) * tr(R) * tr(T_)))
    yield false(le(tr(S * R * T_), norm_F(S * R) * eigenvalue(T_, 1)))
    yield false(ge(tr(inv(S) * R * T_), 0))
    yield true(gt(tr(inv(S) * R), 0))
    yield false(implies(conj(psd(S - R), psd(R - T_)), psd(S**2 - T_**2)))
    yield true(implies(conj(psd(S - R), psd(R - T_)), psd(S - T_)))
    yield false(implies(psd(S - R), ge(tr(S * T_ * S), tr(R * T_ * R))))
    yield true(implies(psd(S - R), ge(tr(S * S), tr(R * R))))
    yield false(implies(psd(K - L), psd(K * M_ * K - L * M_ * L)))
    yield true(implies(psd(K - L), psd(M_ * K * M_ - M_ * L * M_)))
    yield false(ge(tr(K * L * K * L), tr(K * K * L * L)))
    yield true(le(tr(K * L * K * L), tr(K * K * L * L)))
    yield false(ge(tr((K * L) ** 3), tr(K**3 * L**3)))
    yield false(psd(K * L * K - L * K * L))
    yield false(implies(posdef(S * R + R * S), commute(S, R)))
    yield false(ge(det(S * R * T_ + T_ * R * S), 0))
    yield false(eq(projection(K * L), projection(K) * projection(L)))
    yield false(commute(diag(v), A))
    yield true(commute(diag(v), diag(w)))


@family("three")
def means() -> Iterator[Stated]:
    """Isserlis at the identity of three axes: E (g'g)^2 = 15 and E (g'g)^3 = 105."""
    yield false(ge(expect((g.T * g) ** 2), 2 * d**2))
    yield true(ge(expect((g.T * g) ** 2), d**2))
    yield false(ge(expect((z.T * z) ** 2), 2 * tr(S) ** 2))
    yield true(ge(expect((z.T * z) ** 2), tr(S) ** 2))
    yield false(ge(expect((z.T * K * z) ** 2), 2 * tr(K * S) ** 2))
    yield true(ge(expect((z.T * K * z) ** 2), tr(K * S) ** 2))
    yield false(le(expect((g.T * g) ** 3), 33 * d - 18))
    yield false(le(expect((g.T * A * g) ** 2), 4 * norm_F(A) ** 2))
    yield true(le(expect((g.T * A * g) ** 2), (d + 2) * norm_F(A) ** 2))
    yield false(implies(ge(p, 0), le(expect((g.T * A * g) ** 2), (4 + p) * norm_F(A) ** 2)))
    yield false(psd(expect(z * z.T * z * z.T) - 2 * tr(S) * S))
    yield true(psd(expect(z * z.T * z * z.T) - tr(S) * S))
    yield false(le(expect((g.T * g + a) ** 2), 2 * (d + a) ** 2 + a**2 + 100 * (2 - d)))
    yield false(ge(expect((v.T * g) ** 2 * (g.T * g)), 2 * HALF * d * (v.T * v) + 3 * (2 - HALF) * (d - 2) * (v.T * v)))
    yield true(eq(expect((v.T * g) ** 2 * (g.T * g)), (d + 2) * (v.T * v)))
