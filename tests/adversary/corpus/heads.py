"""Heads of matrices, entries and numbers that the other themes do not use, each true and false."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    block,
    det,
    eigenvalue,
    entry,
    eq,
    eye,
    ge,
    gt,
    half,
    inner,
    inv,
    le,
    norm_F,
    norm_op,
    posdef,
    psd,
    rank,
    term,
    tr,
    vec,
    vector,
    zeros,
)
from proofs_check.statement.laws import cond, delta, diag
from proofs_check.statement.psd import least_eigenvalue, least_positive_eigenvalue
from proofs_check.statement.terms import (
    beside,
    col,
    columns,
    least,
    matrix,
    nuclear,
    row,
    singular_product_sum,
    softmax,
    stack,
    unknowns,
    unvec,
)

from ..stating import Stated, false, family, ill_shaped, true, vacuous, valueless
from .letters import P_, A, B, F, Id, K, S, Zero, a, b, c, d, p, q, u, v, w

X = matrix("X_9", "d", "m_1")
y = vector("y_9", "m_1")
C2 = matrix("C_9", "d", "d")
x_dd = vector("x_9", "d*d")


@family("heads")
def blocks() -> Iterator[Stated]:
    """Blocks multiply and transpose like entries; the trace is that of the diagonal blocks."""
    o = zeros("d", 1)
    whole = block(A, v, w.T, a)
    yield true(eq(tr(whole), tr(A) + a))
    yield true(eq(whole.T, block(A.T, w, v.T, a)))
    yield true(eq(block(A, o, o.T, a) * block(B, o, o.T, b), block(A * B, o, o.T, a * b)))
    yield true(eq(norm_F(whole) ** 2, norm_F(A) ** 2 + v.T * v + w.T * w + a**2))
    yield true(psd(block(v * v.T, v, v.T, term(1))))
    yield false(eq(tr(whole), tr(A)))
    yield false(eq(whole.T, block(A.T, v, w.T, a)))
    yield false(eq(block(A, v, w.T, a) * block(B, o, o.T, b), block(A * B, o, o.T, a * b)))
    yield false(psd(block(S, v, v.T, term(0))))
    yield false(posdef(block(v * v.T, v, v.T, term(1))))
    yield ill_shaped(lambda: eq(block(A, v, w, a), block(A, v, w, a)))
    yield valueless(eq(inv(block(A, o, o.T, a)) * block(A, o, o.T, a), eye("d+1")))


@family("heads")
def stacked_and_beside() -> Iterator[Stated]:
    """[v; w]'[v; w] = v'v + w'w, and [A, B] [A, B]' = AA' + BB'; both keep the order."""
    yield true(eq(stack(v, w).T * stack(v, w), v.T * v + w.T * w))
    yield true(eq(stack(v, w).T, beside(v.T, w.T)))
    yield true(eq(beside(A, v) * beside(B, w).T, A * B.T + v * w.T))
    yield true(eq(norm_F(beside(A, v)) ** 2, norm_F(A) ** 2 + v.T * v))
    yield false(eq(stack(v, w), stack(w, v)))
    yield false(eq(beside(A, v) * beside(B, w).T, A * B.T + w * v.T))
    yield false(eq(stack(v, w).T * stack(v, w), 2 * v.T * w))
    yield false(eq(norm_F(beside(A, v)), norm_F(A)))
    yield ill_shaped(lambda: eq(stack(v, w), v))


@family("heads")
def rows_columns_and_entries() -> Iterator[Stated]:
    """Of products, transposes and the identity."""
    yield true(eq(row(A, 1).T, col(A.T, 1)))
    yield true(eq(col(A * B, 1), A * col(B, 1)))
    yield true(eq(row(A * B, 1), row(A, 1) * B))
    yield true(eq(entry(v * w.T, 1, 1), entry(v, 1, 1) * entry(w, 1, 1)))
    yield true(eq(row(A, 1) * col(B, 1), entry(A * B, 1, 1)))
    yield true(eq(entry(diag(v), 1, 1), entry(v, 1, 1)))
    yield false(eq(row(A, 1).T, col(A, 1)))
    yield false(eq(col(A * B, 1), col(A, 1)))
    yield false(eq(row(A * B, 1), row(B, 1) * A))
    yield false(eq(row(A, 1) * col(B, 1), entry(B * A, 1, 1)))
    yield false(eq(entry(diag(v), 1, 1), 1))
    yield ill_shaped(lambda: eq(row(A, 1), col(A, 1)))
    yield ill_shaped(lambda: eq(entry(A, a, 1), entry(A, a, 1)))


@family("heads")
def counts_and_reshapings() -> Iterator[Stated]:
    """Columns and unknowns are counted; Unvec undoes Vec; delta is 1 on the diagonal and 0 off it."""
    yield true(eq(columns(A), d))
    yield true(eq(columns(A) + 1, columns(beside(A, v))))
    yield true(eq(unvec(vec(A), "d"), A))
    yield true(eq(unknowns(u), 1))
    yield true(eq(delta(1, 1), 1))
    yield true(eq(delta(1, 2), 0))
    yield true(eq(inner(A, B), tr(A * B.T)))
    yield true(eq(inner(v, w), v.T * w))
    yield false(eq(columns(v), d))
    yield false(eq(unvec(vec(A), "d"), A.T))
    yield false(eq(unknowns(u), 2))
    yield false(eq(delta(1, 2), 1))
    yield false(eq(inner(A, B), tr(A * B)))
    yield false(ge(inner(v, w), 0))
    yield ill_shaped(lambda: eq(inner(A, v), 0))


@family("heads")
def spectra() -> Iterator[Stated]:
    """Eigenvalues fall with their number, the least is the last, condition numbers are at least 1."""
    yield true(ge(cond(S), 1))
    yield true(eq(cond(Id), 1))
    yield true(ge(eigenvalue(F, 1), least_eigenvalue(F)))
    yield true(gt(least_eigenvalue(S), 0))
    yield true(ge(least_eigenvalue(K), 0))
    yield true(le(least_eigenvalue(F), entry(F, 1, 1)))
    yield true(gt(least_positive_eigenvalue(S), 0))
    yield true(eq(least_eigenvalue(S), least_positive_eigenvalue(S)))
    yield true(le(d * least_eigenvalue(F), tr(F)))
    yield false(eq(cond(S), 1))
    yield false(le(cond(S), d))
    yield false(gt(least_eigenvalue(K), 0))
    yield false(eq(least_eigenvalue(F), eigenvalue(F, 1)))
    yield false(ge(least_eigenvalue(F), 0))
    yield false(ge(d * least_eigenvalue(F), tr(F)))
    yield false(eq(least_positive_eigenvalue(S), eigenvalue(S, 1)))
    yield valueless(eq(least_positive_eigenvalue(K) - least_positive_eigenvalue(K), 0))
    yield valueless(ge(cond(F), 1))


@family("heads")
def singular_values() -> Iterator[Stated]:
    """The nuclear norm of a psd matrix is its trace; sums of products of singular values bound inner products."""
    yield true(eq(nuclear(K), tr(K)))
    yield true(ge(nuclear(A), 0))
    yield true(ge(nuclear(A), norm_F(A)))
    yield true(le(tr(A.T * B), singular_product_sum(A, B)))
    yield true(eq(singular_product_sum(A, A), norm_F(A) ** 2))
    yield false(eq(nuclear(A), tr(A)))
    yield false(le(nuclear(A), norm_op(A)))
    yield false(eq(tr(A.T * B), singular_product_sum(A, B)))
    yield false(eq(singular_product_sum(A, B), nuclear(A) * nuclear(B)))
    yield false(gt(nuclear(A), 0))


@family("heads")
def ranks() -> Iterator[Stated]:
    """A definite matrix has full rank; a product has no more than its factors, and vw' at most one."""
    yield true(eq(rank(Id), d))
    yield true(eq(rank(S), d))
    yield true(eq(rank(Zero), 0))
    yield true(le(rank(v * w.T), 1))
    yield true(le(rank(A * B), rank(A)))
    yield false(eq(rank(A), d))
    yield false(eq(rank(v * w.T), 1))
    yield false(eq(rank(A * B), rank(A)))
    yield false(eq(rank(K), d))
    yield false(ge(rank(A + B), rank(A)))


@family("heads")
def of_two_numbers() -> Iterator[Stated]:
    """The least of two numbers is below both and is one of them."""
    yield true(le(least(a, b), a))
    yield true(eq(least(a, b), least(b, a)))
    yield true(eq(2 * least(a, b), a + b - half((a - b) ** 2)))
    yield true(gt(least(p, p + 1), 0))
    yield true(eq(least(p * a, p * b), p * least(a, b)))
    yield false(eq(least(a, b), a))
    yield false(le(least(a, b), 0))
    yield false(eq(least(c * a, c * b), c * least(a, b)))
    yield false(ge(least(a, q), 0))
    yield vacuous(gt(least(a, b), 0), eq(a, b + 1), eq(b, a + 1))


@family("heads")
def softmax_of_columns() -> Iterator[Stated]:
    """Each column of a softmax is positive and sums to 1; a shift of all entries of a column changes nothing."""
    yield true(eq(softmax(term(0) * a), 1))
    yield true(gt(entry(softmax(X), 1, 1), 0))
    yield true(le(entry(softmax(X), 1, 1), 1))
    yield false(eq(softmax(X), X))
    yield false(eq(softmax(2 * v), softmax(v)))
    yield false(eq(entry(softmax(X), 1, 1), 1))
    yield false(gt(entry(softmax(v), 1, 1), entry(softmax(w), 1, 1)))


@family("heads")
def determinants_of_products() -> Iterator[Stated]:
    """det(AB) = det A det B; that of a wide matrix has no value to state."""
    yield true(eq(det(A * B), det(B * A)))
    yield false(eq(det(A + B), det(A) + det(B)))
    yield ill_shaped(lambda: eq(det(P_), 0))
    yield ill_shaped(lambda: eq(tr(X), tr(X)))
