"""Identities of matrices, for every d."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    commute,
    det,
    diag,
    entry,
    eq,
    half,
    inner,
    inv,
    kron,
    ne,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    projection,
    tr,
    vec,
)
from proofs_check.statement.props import differs

from ..stating import Stated, false, family, true, valueless
from .letters import P_, Q_, A, B, C, F, G, Id, K, L, R, S, Zero, a, b, d, o, v, w, x

Shared = Iterator[Stated]


@family("identities")
def transposes() -> Shared:
    """(AB)' = B'A' and linearity; the false ones fail for A = [[0, 1], [0, 0]], B = A' or A = B = 1 at d = 1."""
    yield true(eq((A * B).T, B.T * A.T))
    yield true(eq((A * B * C).T, C.T * B.T * A.T))
    yield true(eq((A + B).T, A.T + B.T))
    yield true(eq(A.T.T, A))
    yield true(eq((a * A).T, a * A.T))
    yield true(eq((v * w.T).T, w * v.T))
    yield true(eq((v.T * A * w).T, w.T * A.T * v))
    yield true(eq(v.T * A * w, w.T * A.T * v))
    yield true(eq(F.T, F))
    yield true(eq((F * G).T, G * F))
    yield true(eq((P_ * Q_).T, Q_.T * P_.T))
    yield false(eq((A * B).T, A.T * B.T))
    yield false(eq((A * B * C).T, A.T * B.T * C.T))
    yield false(eq(A.T, A))
    yield false(eq(A.T, -A))
    yield false(eq(v * w.T, w * v.T))
    yield false(eq((a * A).T, A.T))
    yield false(eq((F * G).T, F * G))
    yield false(eq(v.T * A * w, v.T * A.T * w))
    yield false(eq((P_ * Q_).T, P_ * Q_))


@family("identities")
def traces() -> Shared:
    """The trace is linear and cyclic, not multiplicative and not invariant under odd permutations."""
    yield true(eq(tr(A * B), tr(B * A)))
    yield true(eq(tr(A * B * C), tr(B * C * A)))
    yield true(eq(tr(A * B * C), tr(C.T * B.T * A.T)))
    yield true(eq(tr(A + a * B), tr(A) + a * tr(B)))
    yield true(eq(tr(v * w.T), v.T * w))
    yield true(eq(tr(A.T), tr(A)))
    yield true(eq(tr(Id), d))
    yield true(eq(tr(P_ * Q_), tr(Q_ * P_)))
    yield true(eq(tr(F * G * F * G), tr(G * F * G * F)))
    yield true(eq(tr(F * G * K), tr(K * G * F)))
    yield true(eq(inner(A, B), tr(A * B.T)))
    yield true(eq(norm_F(A) ** 2, tr(A * A.T)))
    yield true(eq(norm_F(A + B) ** 2, norm_F(A) ** 2 + 2 * tr(A.T * B) + norm_F(B) ** 2))
    yield false(eq(tr(A * B), tr(A) * tr(B)))
    yield false(eq(tr(A * B * C), tr(A * C * B)))
    yield false(eq(tr(A * B), tr(A * B.T)))
    yield false(eq(tr(Id), 1))
    yield false(eq(tr(A * A), tr(A) ** 2))
    yield false(eq(tr(A * A), norm_F(A) ** 2))
    yield false(eq(tr(S * R * K), tr(S * R) * tr(K)))
    yield false(eq(tr(F * G * F * G), tr(F * F * G * G)))
    yield false(eq(tr(A), norm_F(A)))
    yield false(eq(norm_F(A + B) ** 2, norm_F(A) ** 2 + norm_F(B) ** 2))
    yield false(eq(tr(a * A), a * d * tr(A)))


@family("identities")
def products_do_not_commute() -> Shared:
    """Expanding products in order; the false ones fail for A = [[0, 1], [0, 0]] and B = A', or at d = 1."""
    yield true(eq((A + B) ** 2, A**2 + A * B + B * A + B**2))
    yield true(eq((S + A) ** 2, S**2 + S * A + A * S + A**2))
    yield true(eq((A - B) * (A + B), A**2 + A * B - B * A - B**2))
    yield true(eq(A * (B + C), A * B + A * C))
    yield true(eq(A * B * (A * B), (A * B) ** 2))
    yield true(eq((A + Id) ** 2, A**2 + 2 * A + Id))
    yield true(eq((Id - A) * (Id + A + A**2), Id - A**3))
    yield true(eq(a * A * (b * B), (a * b) * (A * B)))
    yield true(eq(v.T * w * A, A * (v.T * w)))
    yield true(eq(v * (w.T * x), (v * w.T) * x))
    yield true(eq((v * w.T) ** 2, (w.T * v) * (v * w.T)))
    yield true(commute(A, A**2))
    yield true(commute(S, inv(S)))
    yield true(differs(A * B, B * A))
    yield true(differs(A, A.T))
    yield false(eq(A * B, B * A))
    yield false(eq(F * G, G * F))
    yield false(eq(S * R, R * S))
    yield false(eq((A + B) ** 2, A**2 + 2 * A * B + B**2))
    yield false(eq((F + G) ** 2, F**2 + 2 * F * G + G**2))
    yield false(eq((F + G) ** 2, F**2 + 2 * F * G + G**2), eq(tr(F**2), 3))
    yield false(eq((A - B) * (A + B), A**2 - B**2))
    yield false(eq((A * B) ** 2, A**2 * B**2))
    yield false(eq((S * R) ** 2, S**2 * R**2))
    yield false(eq(A * B * A, A**2 * B))
    yield false(eq((v * w.T) ** 2, v * w.T))
    yield false(eq(d**3 * v * w.T, d**3 * w * v.T))
    yield false(eq(tr(B) * A, tr(B) * A.T))
    yield false(commute(A, A.T))
    yield false(commute(S, R))
    yield false(eq((A * B - B * A) ** 2 * C, C * (A * B - B * A) ** 2))
    yield false(eq((A + B) ** 3, A**3 + 3 * A**2 * B + 3 * A * B**2 + B**3))


@family("identities")
def determinants() -> Shared:
    """The determinant is multiplicative and invariant under transposition; neither additive nor homogeneous of
    degree 1."""
    yield true(eq(det(A * B), det(A) * det(B)))
    yield true(eq(det(A.T), det(A)))
    yield true(eq(det(Id), 1))
    yield true(eq(det(A * B), det(B * A)))
    yield true(eq(det(A**2), det(A) ** 2))
    yield true(eq(det(S) * det(inv(S)), 1))
    yield true(eq(det(half(S)) ** 2, det(S)))
    yield false(eq(det(A + B), det(A) + det(B)))
    yield false(eq(det(2 * A), 2 * det(A)))
    yield false(eq(det(-A), -det(A)))
    yield false(eq(det(A), tr(A)))
    yield false(eq(det(A * B), det(A) + det(B)))
    yield false(eq(det(Id + v * w.T), 1 + v.T * v))
    yield false(eq(det(Zero), 1))
    yield true(eq(det(Id + v * w.T), 1 + w.T * v))


@family("identities")
def inverses() -> Shared:
    """Of positive definite matrices, which are invertible; the false ones fail at d = 1 with S = 2, R = 1 or for
    S, R not commuting."""
    yield true(eq(inv(S * R), inv(R) * inv(S)))
    yield true(eq(S * inv(S), Id))
    yield true(eq(inv(inv(S)), S))
    yield true(eq(inv(S.T), inv(S).T))
    yield true(eq(inv(S) - inv(R), inv(S) * (R - S) * inv(R)))
    yield true(eq(inv(S + R), inv(S) - inv(S) * inv(inv(S) + inv(R)) * inv(S)))
    yield true(eq(inv(2 * S), inv(S) / 2))
    yield true(eq(tr(inv(S) * S), d))
    yield true(eq(inv(half(S)) ** 2, inv(S)))
    yield false(eq(inv(S * R), inv(S) * inv(R)))
    yield false(eq(inv(S + R), inv(S) + inv(R)))
    yield false(eq(inv(S), S))
    yield false(eq(inv(2 * S), 2 * inv(S)))
    yield false(eq(S * inv(R) * S, R))
    yield false(eq(inv(S) * R * S, R))
    yield false(eq(tr(inv(S)), 1 / tr(S)))
    yield false(eq(inv(S + Id), inv(S) + Id))


@family("identities")
def inverses_that_need_not_exist() -> Shared:
    """Of general matrices, or of psd ones: true where all of them are invertible, without a value for A = 0."""
    yield valueless(eq(A * inv(A), Id))
    yield valueless(eq(inv(A * B), inv(B) * inv(A)))
    yield valueless(eq(inv(inv(A)), A))
    yield valueless(eq(det(A) * det(inv(A)), 1))
    yield valueless(eq(K * inv(K), Id))
    yield valueless(eq(inv(A.T), inv(A).T))
    yield valueless(eq(tr(A * inv(A)), d))
    yield valueless(eq(inv(F) * F, Id))
    yield valueless(eq(inv(-A), -inv(A)))
    yield valueless(eq(A * inv(A * A) * A, Id))
    yield false(eq(inv(A * B), inv(A) * inv(B)))
    yield false(eq(inv(A + B), inv(A) + inv(B)))


@family("identities")
def roots() -> Shared:
    """The psd root is unique and commutes with what commutes with the matrix; roots of products are not products
    of roots."""
    yield true(eq(half(S) * half(S), S))
    yield true(eq(half(K) * half(K), K))
    yield true(eq(half(S).T, half(S)))
    yield true(eq(half(S**2), S))
    yield true(eq(half(4 * S), 2 * half(S)))
    yield true(commute(half(S), S))
    yield true(eq(half(inv(S)), inv(half(S))))
    yield true(eq(half(S + half(R) ** 2), half(S + R)))
    yield true(eq(tr(half(S) * A * half(S)), tr(A * S)))
    yield true(eq(half(Id), Id))
    yield false(eq(half(S + R), half(S) + half(R)))
    yield false(eq(half(S * S), half(S)))
    yield false(eq(half(4 * S), 4 * half(S)))
    yield false(eq(half(S) * A * half(S), A * S))
    yield false(eq(tr(half(S)) ** 2, tr(S)))
    yield false(eq(half(S) * R * half(S), half(R) * S * half(R)))
    yield false(eq(half(S), S))


@family("identities")
def pseudoinverses() -> Shared:
    """The four equations of Penrose and what follows; AB has the product of the pseudoinverses not in general."""
    yield true(eq(A * pinv(A) * A, A))
    yield true(eq(pinv(A) * A * pinv(A), pinv(A)))
    yield true(eq((A * pinv(A)).T, A * pinv(A)))
    yield true(eq(pinv(pinv(A)), A))
    yield true(eq(pinv(A.T), pinv(A).T))
    yield true(eq(K * pinv(K), pinv(K) * K))
    yield true(eq(projection(K), K * pinv(K)))
    yield true(eq(projection(K) ** 2, projection(K)))
    yield true(eq(projection(K) * K, K))
    yield true(eq(pinv(S), inv(S)))
    yield true(eq(projection(S), Id))
    yield false(eq(A * pinv(A), Id))
    yield false(eq(pinv(A), A.T))
    yield false(eq(projection(K), Id))
    yield false(eq(pinv(A) * A, A * pinv(A)))
    yield false(eq(pinv(A * B), pinv(B) * pinv(A)))
    yield false(eq(pinv(A + B), pinv(A) + pinv(B)))
    yield false(eq(projection(K + L), projection(K) + projection(L)))


@family("identities")
def norms_and_entries() -> Shared:
    """Norms by their definition; entries of transposes and products at d = 1 or of e_1, which every d >= 1 has."""
    yield true(eq(norm_F(A), norm_F(A.T)))
    yield true(eq(norm_2(v) ** 2, v.T * v))
    yield true(eq(norm_F(v * w.T), norm_2(v) * norm_2(w)))
    yield true(eq(norm_op(A), norm_op(A.T)))
    yield true(eq(norm_2(-v), norm_2(v)))
    yield true(eq(norm_F(3 * A), 3 * norm_F(A)))
    yield true(eq(norm_op(A * A.T), norm_op(A) ** 2))
    yield true(eq(entry(A.T, 1, 1), entry(A, 1, 1)))
    yield true(eq(entry(A + B, 1, 1), entry(A, 1, 1) + entry(B, 1, 1)))
    yield false(eq(norm_F(A * B), norm_F(A) * norm_F(B)))
    yield false(eq(norm_2(v + w), norm_2(v) + norm_2(w)))
    yield false(eq(norm_F(-3 * A), -3 * norm_F(A)))
    yield false(eq(norm_F(A), norm_op(A)))
    yield false(eq(norm_2(v), v.T * v))
    yield false(eq(entry(A * B, 1, 1), entry(A, 1, 1) * entry(B, 1, 1)))
    yield false(eq(norm_2(a * v), a * norm_2(v)))
    yield false(ne(norm_2(v), 0))
    yield false(eq(entry(inv(S), 1, 1), 1 / entry(S, 1, 1)))


@family("identities")
def kronecker() -> Shared:
    """vec(AXB) = (B' x A) vec X, with columns stacked, and the mixed product rule."""
    yield true(eq(vec(A * C * B), kron(B.T, A) * vec(C)))
    yield true(eq(kron(A, B) * kron(C, F), kron(A * C, B * F)))
    yield true(eq(kron(A, B).T, kron(A.T, B.T)))
    yield true(eq(tr(kron(A, B)), tr(A) * tr(B)))
    yield true(eq(vec(v * w.T), kron(w, v)))
    yield true(eq(vec(A).T * vec(B), tr(A.T * B)))
    yield true(eq(inv(kron(S, R)), kron(inv(S), inv(R))))
    yield false(eq(vec(A * C * B), kron(A, B.T) * vec(C)))
    yield false(eq(vec(A * C * B), kron(B, A) * vec(C)))
    yield false(eq(kron(A, B), kron(B, A)))
    yield false(eq(vec(A), vec(A.T)))
    yield false(eq(vec(v * w.T), kron(v, w)))
    yield false(eq(det(kron(A, B)), det(A) * det(B)))


@family("identities")
def diagonals() -> Shared:
    """diag(v) is linear in v, diagonal matrices commute."""
    yield true(eq(diag(v + w), diag(v) + diag(w)))
    yield true(eq(diag(v) * diag(w), diag(w) * diag(v)))
    yield true(eq(diag(v) * w, diag(w) * v))
    yield true(eq(diag(v).T, diag(v)))
    yield true(eq(v.T * diag(w) * v, w.T * diag(v) * v))
    yield false(eq(diag(v) * w, v.T * w * v))
    yield false(eq(diag(v) * A, A * diag(v)))
    yield false(eq(diag(v), v * v.T))
    yield false(eq(diag(v) * v, v))
    yield false(eq(diag(v) * w, o))
