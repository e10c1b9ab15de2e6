"""Orders, norms, spectra, ranks, inverses and Kronecker products."""

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
    exp,
    expect,
    ge,
    gt,
    half,
    iff,
    implies,
    inner,
    inv,
    kron,
    le,
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
    relu,
    sqrt,
    term,
    tr,
    vec,
)
from proofs_check.statement.laws import cond
from proofs_check.statement.props import psd_form
from proofs_check.statement.psd import least_eigenvalue, least_positive_eigenvalue
from proofs_check.statement.terms import least, nuclear, singular_product_sum

from ..stating import Stated, false, family, true, valueless
from .letters import A, B, C, F, G, Id, K, L, N, R, S, Zero, a, b, d, eye, g, matrix, p, r, scalar, v, w

D = matrix("D_5", "d", "d")
m = scalar("m", "integer", "positive")
X, Y = matrix("X", "m", "d"), matrix("Y", "d", "m")

@family("attacked_matrices")
def orders() -> Iterator[Stated]:
    """Loewner and Heinz, Lieb and Thirring, Minkowski; diag(1, -1), ordered matrices whose squares are not, A = -1
    break the others."""
    yield from map(true, (
        implies(conj(psd(K - L), commute(K, L)), psd(K**2 - L**2)), implies(psd(K - L), ge(rank(K), rank(L))),
        implies(psd(K - L), ge(det(K), det(L))), implies(psd(K - L), ge(norm_F(K), norm_F(L))),
        implies(psd(F - G), psd(A.T * F * A - A.T * G * A)), ge(det(K + L), det(K) + det(L)),
        le(tr(K * L), norm_op(K) * tr(L)), le(tr(F * G * F * G), tr(F * F * G * G)), le(absolute(tr(A)), nuclear(A)),
        le(absolute(tr(A)), sqrt(d) * norm_F(A)), le(absolute(det(A)), norm_op(A)**d),
        implies(gt(det(F), 0), ne(least_eigenvalue(F), 0)),
    ))  # fmt: skip
    yield from map(false, (
        implies(psd(F - G), ge(det(F), det(G))), implies(psd(F - G), ge(norm_F(F), norm_F(G))),
        implies(psd(S - R), ge(cond(S), cond(R))), implies(psd(F - G), psd(A * F * A - A * G * A)), psd_form(K * L),
        psd_form(K * L * S), ge(tr(K * L * S), 0), le(det(K + L), det(K) + det(L)), le(tr(A * B), norm_op(A) * tr(B)),
        le(tr(A * B * A * B), tr(A * A * B * B)), le(absolute(tr(A)), norm_F(A)), ge(absolute(det(A)), norm_op(A)**d),
        implies(gt(det(F), 0), posdef(F)),
    ))  # fmt: skip


@family("attacked_matrices")
def norms() -> Iterator[Stated]:
    """The inequalities between Schatten norms; I, a nilpotent matrix and rank one are where the others fail."""
    yield from map(true, (
        le(norm_F(A), sqrt(d) * norm_op(A)), le(nuclear(A), sqrt(d) * norm_F(A)), le(nuclear(A), d * norm_op(A)),
        le(norm_F(A), nuclear(A)), eq(norm_F(F * G), norm_F(G * F)), eq(norm_op(S * R), norm_op(R * S)),
        ge(nuclear(S * R), tr(S * R)), ge(norm_F(A)**2, tr(A * A)), ge(singular_product_sum(A, B), tr(A.T * B)),
        ge(singular_product_sum(A, B), tr(A * B)), le(nuclear(A * B), norm_F(A) * norm_F(B)),
        eq(norm_op(A.T * A), norm_op(A)**2),
    ))  # fmt: skip
    yield from map(false, (
        le(nuclear(A), sqrt(d) * norm_op(A)), le(nuclear(A), norm_F(A)), eq(norm_F(A * B), norm_F(B * A)),
        eq(norm_op(A * B), norm_op(B * A)), eq(nuclear(S * R), tr(S * R)), eq(norm_F(A)**2, tr(A * A)),
        eq(singular_product_sum(K, L), tr(K * L)), le(norm_F(A) * norm_F(B), nuclear(A) * norm_op(B)),
    ))  # fmt: skip


@family("attacked_matrices")
def kronecker() -> Iterator[Stated]:
    """Functions of a Kronecker product are products of functions; at d = 2 its order and the power of a determinant
    matter."""
    yield from map(true, (
        eq(nuclear(kron(A, B)), nuclear(A) * nuclear(B)), eq(kron(A, B) * kron(C, D), kron(A * C, B * D)),
        psd(kron(-K, -L)), eq(half(kron(K, L)), kron(half(K), half(L))), psd(kron(K, Id) + kron(Id, L)),
        eq(norm_op(kron(K, Id) + kron(Id, L)), norm_op(K) + norm_op(L)),
    ))  # fmt: skip
    yield from map(false, (
        eq(kron(A, B) * kron(C, D), kron(C * A, B * D)), eq(vec(A * B * C), kron(A, C.T) * vec(B)),
        eq(inv(kron(S, R)), kron(inv(R), inv(S))), posdef(kron(K, Id) + kron(Id, L)),
        eq(norm_op(kron(F, Id) + kron(Id, G)), norm_op(F) + norm_op(G)),
    ))  # fmt: skip


@family("attacked_matrices")
def spectra() -> Iterator[Stated]:
    """Weyl's inequalities, and condition numbers of sums; 0, -1 and I break the others."""
    yield from map(true, (
        eq(eigenvalue(K, 1), norm_op(K)), le(eigenvalue(F, 1), norm_op(F)), eq(cond(S * S), cond(S)**2),
        le(cond(S + R), cond(S) + cond(R)), le(cond(S + p * Id), cond(S)), ge(d * eigenvalue(F, 1), tr(F)),
        eq(eigenvalue(v * v.T, 1), inner(v, v)),
    ))  # fmt: skip
    yield from (
        true(eq(least_eigenvalue(v * v.T), 0), ge(d, 2)),
    )  # fmt: skip
    yield from map(false, (
        eq(eigenvalue(F, 1), norm_op(F)), ge(cond(S + R), cond(S)), eq(least_eigenvalue(v * v.T), 0),
        le(eigenvalue(K, 1) * 2, tr(K) + norm_op(K) - 1),
    ))  # fmt: skip
    yield from map(valueless, (
        le(least_positive_eigenvalue(K), norm_op(K)),
    ))  # fmt: skip


@family("attacked_matrices")
def inverses() -> Iterator[Stated]:
    """The four equations of Penrose, Woodbury and Sylvester; singular, oblique and rectangular matrices break the
    others."""
    yield from map(true, (
        eq(pinv(A.T * A) * A.T, pinv(A)), eq(A * pinv(A), projection(A)), eq(rank(pinv(A)), rank(A)),
        eq(pinv(v) * norm_2(v)**2, v.T), eq(pinv(F * F), pinv(F) * pinv(F)), eq(projection(K + L) * K, K),
        eq(projection(half(K)), projection(K)), eq(tr(projection(A)), rank(A)), psd(norm_op(K) * projection(K) - K),
        implies(eq(F * F, F), eq(projection(F), F)), psd((inv(S) + inv(R)) / 4 - inv(S + R)),
        eq(inv(p * Id + X.T * X) * X.T, X.T * inv(p * eye("m") + X * X.T)),
        eq(det(Id + Y * X), det(eye("m") + X * Y)), eq(det(S + v * w.T), det(S) * (1 + w.T * inv(S) * v)),
    ))  # fmt: skip
    yield from map(false, (
        eq(A.T * pinv(A.T * A), pinv(A)), eq(pinv(A * A), pinv(A) * pinv(A)), eq(projection(A + B) * A, A),
        commute(projection(K), projection(L)), implies(eq(A * A, A), eq(projection(A), A)),
        implies(eq(X * Y, eye("m")), eq(Y * X, Id)), psd((inv(S) + inv(R)) / 8 - inv(S + R)),
        eq(inv(p * Id + A.T * A) * A, A * inv(p * Id + A * A.T)), eq(det(S + v * w.T), det(S) + w.T * inv(S) * v),
    ))  # fmt: skip
    yield from map(valueless, (
        eq(pinv(a * A), pinv(A) / a),
    ))  # fmt: skip


@family("attacked_matrices")
def ranks() -> Iterator[Stated]:
    """Rank is subadditive, and by Sylvester no product loses more; nilpotent matrices and A = -B break the
    others."""
    yield from map(true, (
        eq(rank(A), rank(A.T * A)), ge(rank(K + L), rank(K)), ge(rank(A * B), rank(A) + rank(B) - d), le(rank(X), m),
        ge(rank(A + p * Id), d - rank(A)),
    ))  # fmt: skip
    yield from map(false, (
        le(rank(A), 3), ge(rank(A * B), rank(A) + rank(B) - d + 1), eq(rank(X), m),
    ))  # fmt: skip


@family("attacked_matrices")
def complements() -> Iterator[Stated]:
    """Schur's complement; its pseudo-inverse needs u in the image."""
    yield from map(true, (
        iff(posdef(block(S, v, v.T, a)), gt(a, v.T * inv(S) * v)),
        iff(psd(block(S, v, v.T, a)), ge(a, v.T * inv(S) * v)),
        eq(det(block(S, v, v.T, a)), det(S) * (a - v.T * inv(S) * v)),
    ))  # fmt: skip
    yield from map(false, (
        iff(posdef(block(S, v, v.T, a)), ge(a, v.T * inv(S) * v)), iff(psd(block(S, v, v.T, a)), ge(a, v.T * S * v)),
        iff(psd(block(K, v, v.T, a)), ge(a, v.T * pinv(K) * v)),
        eq(det(block(S, v, v.T, a)), a * det(S) - v.T * inv(S) * v),
    ))  # fmt: skip


@family("attacked_matrices")
def roots() -> Iterator[Stated]:
    """Roots are monotone and concave, squares convex, cubes not; absolute values of matrices are not subadditive in
    the Loewner order."""
    yield from map(true, (
        le(tr(half(K + L)), tr(half(K)) + tr(half(L))), psd(half((K + L) / 2) - (half(K) + half(L)) / 2),
        psd((F * F + G * G) / 2 - ((F + G) / 2)**2), le(tr(modulus(F + G)), tr(modulus(F)) + tr(modulus(G))),
        eq(modulus(F), half(F * F)),
    ))  # fmt: skip
    yield from map(false, (
        eq(half(S * S * R * R * 0 + S) * half(R), half(R) * half(S)), eq(half(F**2), F), eq(half(A.T * A), A),
        psd((half(K) + half(L)) / 2 - half((K + L) / 2)), psd((K**3 + L**3) / 2 - ((K + L) / 2)**3),
        implies(psd(K - L), psd(K**3 - L**3)), psd(modulus(F) + modulus(G) - modulus(F + G)),
        eq(modulus(F) * modulus(G), modulus(G) * modulus(F)),
    ))  # fmt: skip


@family("attacked_matrices")
def commuting() -> Iterator[Stated]:
    """What is a function of S commutes with what S does; squares lose signs, and 0 commutes with all."""
    yield from map(true, (
        implies(commute(S, A), commute(half(S), A)), implies(commute(S * S, B), commute(S, B)),
        implies(commute(K, A), commute(pinv(K), A)),
        implies(conj(ne(det(A), 0), ne(det(B), 0), eq(A * B * A * B, A * A * B * B)), commute(A, B)),
    ))  # fmt: skip
    yield from map(false, (
        implies(commute(A, B), commute(A, B.T)), implies(commute(A * A, B), commute(A, B)),
        implies(commute(F * F, B), commute(F, B)), implies(commute(A, B), commute(pinv(A), B)),
        implies(conj(commute(F, G), commute(G, S)), commute(F, S)),
        implies(eq(A * B * A * B, A * A * B * B), commute(A, B)),
    ))  # fmt: skip


@family("attacked_matrices")
def words() -> Iterator[Stated]:
    """What hypotheses give by substitution, and the transposes, symmetries and inverses that they do not."""
    yield from map(true, (
        eq(norm_F(v * w.T), norm_op(v * w.T)), eq(X.T * pinv(X * X.T), pinv(X)), eq(tr(X * pinv(X)), rank(X)),
        eq(projection(F), projection(F * F)), eq(sqrt(p * r), sqrt(p) * sqrt(r)), eq(relu(p * b), p * relu(b)),
        eq(least(a, b), (a + b - absolute(a - b)) / 2), eq(term(-1)**(2 * N), 1),
    ))  # fmt: skip
    yield from (
        true(eq(A * B, (B * A).T), eq(A, A.T), eq(B, B.T)), true(eq(A * B, B * A), eq(A, a * Id)),
        true(eq(A * A * A, A), eq(A * A, A)), true(eq(inv(A), A), eq(A * A, Id)),
        true(eq(tr(A * B), 0), eq(B * A, Zero)), true(eq(B * A, Id), eq(A * B, Id)),
        true(eq(expect((g.T * A * g)**2), tr(A)**2 + 2 * tr(A)), eq(A * A, A), eq(A, A.T)),
        true(eq(half(S) * A, A * half(S)), eq(S * A, A * S)), true(eq(half(S) * A, A * half(R)), eq(S * A, A * R)),
        true(eq(v, w), eq(S * v, S * w)), true(eq(norm_2(v), norm_2(w)), eq(v * v.T, w * w.T)),
        true(eq(norm_2(v), norm_2(w)), eq(A * v, w), eq(A.T * A, Id)),
    )  # fmt: skip
    yield from map(false, (
        eq(X.T * inv(X * X.T), inv(X.T * X) * X.T), eq(X * pinv(X), eye("m")), eq(tr(X * pinv(X)), d),
        eq(projection(A), projection(A.T)), eq(sqrt(a * b), sqrt(a) * sqrt(b)), eq(sqrt(a**2 + b**2), a + b),
        eq((a**2)**Fraction(1, 2), a), eq(exp(a)**2, exp(a**2)), eq(relu(a) * relu(b), relu(a * b)),
        eq(least(a, b) + least(-a, -b), 0), eq((p + r)**a, p**a + r**a), eq(term(0)**N, 1), eq(term(-1)**(2 * N), -1),
    ))  # fmt: skip
    yield from (
        false(eq(A * B, B * A), eq(A, A.T)), false(eq(A * B, B * A), eq(A, A.T), eq(B, B.T)),
        false(eq(A * B, B * A), eq(A, a * C)), false(eq(tr(A * B), tr(A) * tr(B)), eq(A * A, A)),
        false(eq(A, Id), eq(A * A, Id)), false(eq(A * B, Zero), eq(B * A, Zero)),
        false(eq(A.T * B, Id), eq(A * B, Id)),
        false(eq(expect((g.T * A * g)**2), tr(A)**2 + 2 * tr(A)), eq(A * A, A)),
        false(eq(S * A, A * S), eq(S * A * S, A)), false(eq(half(S) * A, A * half(R)), eq(S * A, A * S)),
        false(eq(inv(S) * A, A * S), eq(S * A, A * S)), false(eq(v, w), eq(A * v, A * w)),
        false(eq(v, w), eq(K * v, K * w)), false(eq(v, w), eq(v * v.T, w * w.T)),
        false(eq(norm_2(v), norm_2(w)), eq(A * v, w)), false(eq(norm_F(A), norm_op(A)), eq(rank(A), 2)),
        false(eq(nuclear(A), tr(A)), eq(A * A, A)),
    )  # fmt: skip
    yield from map(valueless, (
        eq(X * X.T * inv(X * X.T), eye("m")),
    ))  # fmt: skip
