"""Why the loss is not convex, Section 5.1: the spectrum of H_tau, and how many negative eigenvalues it has."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    AlmostSurely,
    Assume,
    Combination,
    Congruence,
    Contradiction,
    Diagonal,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Roots,
    Signs,
    Step,
    Substitution,
)
from ....statement.props import (
    almost_surely,
    chain,
    conj,
    eq,
    gt,
    implies,
    inertia,
    ne,
    negative_eigenvalues_at_least,
    negative_eigenvalues_equal,
    positive_eigenvalue,
    psd,
    spectrum_products,
)
from ....statement.terms import (
    Sym,
    Term,
    at,
    block,
    det,
    expect,
    eye,
    kron,
    least,
    matrix,
    norm_2,
    scalar,
    term,
    total,
    tr,
    where,
    zeros,
)
from ..notation import E, H_tau, I, Lam, N, X_tau, d, i, w, x, x_q

EE = E * E.T
half_X, mean_EE = Fraction(1, 2) * X_tau, EE / N
zero = zeros("d", 1)


def _orthogonal(name: str) -> Sym:
    return matrix(name, "d+1", "d+1", "random")


def _diagonal(name: str) -> Sym:
    return matrix(name, "d+1", "d+1", "random", "diagonal")


Q, D, R, F = _orthogonal("Q_X"), _diagonal("D_X"), _orthogonal("Q_E"), _diagonal("D_E")
S, K = kron(Q, R), kron(D, F)
one = eye("d+1")

_products = (
    Step("X", conj(eq(half_X, Q * D * Q.T), eq(Q.T * Q, one)), Diagonal(), ours=True),
    Step("E", conj(eq(mean_EE, R * F * R.T), eq(R.T * R, one)), Diagonal(), ours=True),
    Step("put in", eq(kron(half_X, mean_EE), kron(Q * D * Q.T, R * F * R.T)), Substitution(), ("X#1", "E#1"),
         ours=True),
    Step("mixed product", eq(kron(Q * D * Q.T, R * F * R.T), S * K * S.T), Identity(), ours=True),
    Step("H_tau", eq(H_tau, S * K * S.T), Identity(1, 1), ("put in", "mixed product"), ours=True),
    Step("squares", eq(S.T * S, kron(Q.T * Q, R.T * R)), Identity(), ours=True),
    Step("units", eq(kron(Q.T * Q, R.T * R), kron(one, one)), Substitution(), ("X#2", "E#2"), ours=True),
    Step("orthogonal", eq(S.T * S, eye("(d+1)^2")), Identity(1, 1), ("squares", "units"), ours=True),
    Step("products", spectrum_products(H_tau, half_X, mean_EE), Signs(), ("X", "E", "H_tau", "orthogonal"),
         printed="the eigenvalues of H_tau are the products of the eigenvalues"),
)
_mean_trace = expect(where(tr(EE), (w, w)))
KRONECKER = Proof((
    *_products,
    Step("square", psd(EE), Positivity(), printed="symmetric and positive semi-definite"),
    Step("mean", eq(_mean_trace, (2 * N + 1) * tr(Lam)), Identity(), ours=True),
    Step("mean positive", gt(_mean_trace, 0), Combination(-1, plus=((2 * N + 1) * tr(Lam),)), ("mean",), ours=True),
    Step("mean not zero", ne(_mean_trace, 0), Positivity(), ("mean positive",), ours=True),
    Step("not zero", almost_surely(ne(tr(EE), 0)), FromFact("zero set of a polynomial", f=tr(EE), X=w, P=w),
         ("mean not zero",), printed="E_tau E_tau^T is nonzero almost surely"),
    Step("trace", ne(tr(EE), 0), Assume()),
    Step("one positive", positive_eigenvalue(EE), Signs(), ("square", "trace")),
    Step("trace gives one", implies(ne(tr(EE), 0), positive_eigenvalue(EE)), Discharge("trace"),
         ("trace", "one positive")),
    Step("positive", almost_surely(positive_eigenvalue(EE)), AlmostSurely(), ("not zero", "trace gives one"),
         printed="at least one strictly positive eigenvalue"),
    Step("X negative", negative_eigenvalues_at_least(X_tau, 1), Assume(),
         printed="if X_tau has any negative eigenvalues"),
    Step("H negative", negative_eigenvalues_at_least(H_tau, 1), Signs(), ("products", "X negative", "one positive"),
         printed="H_tau does as well"),
    Step("as well", implies(negative_eigenvalues_at_least(X_tau, 1), negative_eigenvalues_at_least(H_tau, 1)),
         Discharge("X negative"), ("X negative", "H negative")),
    Step("whenever", implies(ne(tr(EE), 0), implies(
        negative_eigenvalues_at_least(X_tau, 1), negative_eigenvalues_at_least(H_tau, 1)
    )), Discharge("trace"), ("trace", "as well")),
    Step("almost surely", almost_surely(implies(
        negative_eigenvalues_at_least(X_tau, 1), negative_eigenvalues_at_least(H_tau, 1)
    )), AlmostSurely(), ("not zero", "whenever")),
))

m = scalar("m", tex=r"\mu")
length, label = norm_2(x_q), w.T * x_q
_mean_square = expect(where(label**2, (w, w)))
label_not_zero = (
    Step("mean", eq(_mean_square, tr(Lam)), Identity(), ours=True),
    Step("mean positive", gt(_mean_square, 0), Combination(-1, plus=(tr(Lam),)), ("mean",), ours=True),
    Step("mean not zero", ne(_mean_square, 0), Positivity(), ("mean positive",), ours=True),
    Step("label not zero", almost_surely(ne(label**2, 0)), FromFact("zero set of a polynomial", f=label**2, X=w, P=w),
         ("mean not zero",), ours=True),
    Step("label squared", ne(label**2, 0), Assume()),
    Step("suppose no label", eq(label, 0), Assume(), ours=True),
    Step("so no square", eq(label**2, 0), Identity(label), ("suppose no label",), ours=True),
    Step("label", ne(label, 0), Contradiction("suppose no label"),
         ("suppose no label", "so no square", "label squared"), ours=True),
    Step("suppose no query", eq(x_q, zero), Assume(), ours=True),
    Step("so no label", eq(label, 0), Identity((w.T, 1)), ("suppose no query",), ours=True),
    Step("query", ne(x_q, zero), Contradiction("suppose no query"), ("suppose no query", "so no label", "label"),
         ours=True),
)
"""Almost surely <w, x_q> is not 0, and then x_q is not 0 either."""


def _counted(name: str, A: Term, root: Term) -> Step:
    """The eigenvalues of a multiple of X_tau: two roots of opposite signs, and 0."""
    return Step(name, inertia(A, 1, 1), Roots((root, 1), (-root, 1), (0, d - 1)), ("query",))


CHARACTERISTIC = Proof((
    Step("determinant", chain(
        det(m * one - X_tau), "=", det(block(m * I, -x_q, -x_q.T, m)), "=", m ** (d - 1) * (m**2 - length**2)
    ), Identity(), printed="det(mu I - X_tau)"),
    *label_not_zero,
    _counted("signs", X_tau, length),
    Step("negative", negative_eigenvalues_equal(X_tau, 1), Signs(), ("signs",)),
    Step("whenever", implies(ne(label**2, 0), negative_eigenvalues_equal(X_tau, 1)), Discharge("label squared"),
         ("label squared", "negative")),
    Step("almost surely", almost_surely(negative_eigenvalues_equal(X_tau, 1)), AlmostSurely(),
         ("label not zero", "whenever"), printed="almost surely, X_tau has one negative eigenvalue"),
))

scatter = total(i, N, at(x, i) * at(x, i).T)
"""x_1 x_1^T + ... + x_N x_N^T."""
rank = least(N, d)
blocks = block(scatter, zero, zero.T, label**2)
V = block(I, -(x_q / label), w.T, zeros(1, 1))
V_inverse = block(I - x_q * w.T / label, x_q / label, -w.T, term(1))
_spectrum = spectrum_products(H_tau, half_X, mean_EE)
_count = negative_eigenvalues_equal(H_tau, rank + 1)

CORRECTED = Proof((
    Step("X_tau", almost_surely(negative_eigenvalues_equal(X_tau, 1)),
         FromClaim("zfb/section-5.1-characteristic-polynomial", "b")),
    Step("spectrum", _spectrum, FromClaim("zfb/section-5.1-kronecker-spectrum", "a")),
    *label_not_zero,
    _counted("half X", half_X, Fraction(1, 2) * length),
    Step("general position", almost_surely(inertia(scatter, rank, 0)),
         FromFact("vectors in general position", X=x, i=i, n=N, k=d)),
    Step("samples", inertia(scatter, rank, 0), Assume()),
    Step("blocks", inertia(blocks, rank + 1, 0), Signs(), ("samples", "label")),
    Step("embedding", inertia(EE, rank + 1, 0), Congruence(V, V_inverse, "d+1"), ("blocks", "label")),
    Step("H_tau", inertia(H_tau, rank + 1, rank + 1), Signs(), ("spectrum", "half X", "embedding")),
    Step("negative", _count, Signs(), ("H_tau",)),
    Step("with the label", implies(ne(label**2, 0), _count), Discharge("label squared"), ("label squared", "negative")),
    Step("with the samples", implies(inertia(scatter, rank, 0), implies(ne(label**2, 0), _count)), Discharge("samples"),
         ("samples", "with the label")),
    Step("given the label", almost_surely(implies(ne(label**2, 0), _count)), AlmostSurely(),
         ("general position", "with the samples")),
    Step("almost surely", almost_surely(_count), AlmostSurely(), ("label not zero", "given the label")),
))
