"""Random and fixed orthogonal matrices."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import det, entry, eq, expect, ge, norm_2, norm_F, norm_op, psd, same_law, tr

from ..stating import Stated, false, family, true
from .letters import A, Id, K, Q, S, U, V, Zero, a, d, o, v, w


@family("rotations")
def fixed() -> Iterator[Stated]:
    """Q'Q = QQ' = I; norms, traces of conjugates and definiteness do not change. Q = -1 at d = 1 is orthogonal."""
    for W in (Q, U):
        yield true(eq(W.T * W, Id))
        yield true(eq(W * W.T, Id))
        yield true(eq(norm_2(W * v), norm_2(v)))
        yield true(eq(norm_F(W * A), norm_F(A)))
        yield true(eq(norm_op(W), 1))
        yield true(eq(norm_op(W * A), norm_op(A)))
        yield true(eq(tr(W.T * A * W), tr(A)))
        yield true(eq(det(W) ** 2, 1))
        yield true(psd(W * K * W.T))
        yield true(eq(norm_F(W) ** 2, d))
        yield false(eq(W, Id))
        yield false(eq(W.T, W))
        yield false(eq(det(W), 1))
        yield false(eq(W * A, A * W))
        yield false(eq(tr(W), d))
        yield false(eq(W * W, Id))
        yield false(eq(W * v, v))
        yield false(eq(tr(W * A), tr(A)))
        yield false(eq(W * S * W.T, S))
        yield false(ge(tr(W), 0))
        yield false(psd(W))
        yield false(eq(norm_op(W), 2))
        yield false(ge(entry(W, 1, 1), 0))
        yield false(eq(norm_F(W), 1))


@family("rotations")
def means() -> Iterator[Stated]:
    """Moments of Haar measure on O(d): E U = 0, E UAU' = tr(A)/d I, E u11^2 = 1/d, E u11^4 = 3/(d(d + 2)), E
    tr(U)^2 = 1."""
    yield true(eq(expect(U), Zero))
    yield true(eq(expect(U * A * U.T), tr(A) / d * Id))
    yield true(eq(expect(entry(U, 1, 1) ** 2), 1 / d))
    yield true(eq(expect(tr(U) ** 2), 1))
    yield true(eq(expect(tr(U)), 0))
    yield true(eq(expect((v.T * U * w) ** 2), norm_2(v) ** 2 * norm_2(w) ** 2 / d))
    yield true(eq(expect(entry(U, 1, 1) ** 4), 3 / (d * (d + 2))))
    yield true(eq(expect(U * v), o))
    yield true(eq(expect(tr(U * A * U.T)), tr(A)))
    yield true(same_law(U.T, U))
    yield true(same_law(U * Q, U))
    yield true(eq(expect(U * V), Zero))
    yield true(eq(expect(entry(U, 1, 1) ** 3), 0))
    yield false(eq(expect(U), Id))
    yield false(eq(expect(U * A * U.T), A))
    yield false(eq(expect(U * A * U.T), tr(A) * Id))
    yield false(eq(expect(entry(U, 1, 1) ** 2), 1))
    yield false(eq(expect(entry(U, 1, 1) ** 4), 1 / d))
    yield false(eq(expect(entry(U, 1, 1) ** 4), 1 / d**2))
    yield false(eq(expect(tr(U) ** 2), d))
    yield false(eq(expect((v.T * U * w) ** 2), (v.T * w) ** 2))
    yield false(eq(expect(tr(U)), 1))
    yield false(eq(expect(tr(U * U)), 0))
    yield false(eq(expect(tr(U) ** 4), 1))
    yield true(eq((d - 1) * expect(tr(U) ** 4), 3 * (d - 1)), tags=frozenset({"fourth"}))


@family("rotations")
def odd_means() -> Iterator[Stated]:
    """U and -U have one law: the mean of what is odd in U is 0 (it was read as the value at U = 1, and refuted
    there)."""
    yield true(eq(expect(entry(U, 1, 1) ** 3 * a), 0))
    yield true(eq(expect(tr(U) ** 3), 0))
    yield true(eq(expect(U * A * U * K * U), Zero))
    yield true(eq(expect(tr(U * A) * (v.T * U * w) ** 2), 0))
