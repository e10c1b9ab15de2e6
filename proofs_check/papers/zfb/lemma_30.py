"""Lemma 30: a fourth moment of a Gaussian vector, Appendix D."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import eq
from ...statement.terms import Abbrev, col, entry, expect, matrix, total, tr, vector
from .chains import lemma_30 as chains
from .notation import Lam, coordinate, d, i_d, j, k, l_, x_q

X = Abbrev(vector("X", "d", "random"), x_q)
"""A Gaussian vector with mean zero and covariance Lam: the query is one."""
A = matrix("A_30", "d", "d", tex="A")


@claim(
    "zfb/lemma-30",
    kind=Kind.DISTRIBUTIONAL,
    source="Lemma 30, Appendix D",
    forall=(d, Lam, A, i_d, j, k, l_),
    witnesses=("words", "entries", "sampled"),
)
def lemma_30() -> Parts:
    r"""If $X$ is a Gaussian random vector of $d$ dimensions, mean zero and covariance matrix $\Lambda$, and
    $A\in\mathbb R^{d\times d}$ is a fixed matrix, then (a) $\mathbb E[XX^\top AXX^\top]=\Lambda(A+A^\top)\Lambda+
    \mathrm{tr}(A\Lambda)\Lambda$. Proof: (b) $(XX^\top AXX^\top)_{kl}=\big(\sum_{i,j}A_{ij}X_iX_j\big)X_kX_l$; (c)
    Isserlis: $\mathbb E[X_iX_jX_kX_l]=\Lambda_{ij}\Lambda_{kl}+\Lambda_{ik}\Lambda_{jl}+\Lambda_{il}\Lambda_{jk}$;
    (d) entry $=\mathrm{tr}(A\Lambda)\Lambda_{kl}+\Lambda_k^\top(A+A^\top)\Lambda_l$.
    """
    X_i, X_j, X_k, X_l = (coordinate(X, index) for index in (i_d, j, k, l_))
    product = X * X.T * A * X * X.T
    return {
        "a": eq(expect(product), Lam * (A + A.T) * Lam + tr(A * Lam) * Lam),
        "b": eq(entry(product, k, l_), total(i_d, d, total(j, d, entry(A, i_d, j) * X_i * X_j)) * X_k * X_l),
        "c": eq(
            expect(X_i * X_j * X_k * X_l),
            entry(Lam, i_d, j) * entry(Lam, k, l_)
            + entry(Lam, i_d, k) * entry(Lam, j, l_)
            + entry(Lam, i_d, l_) * entry(Lam, j, k),
        ),
        "d": eq(
            entry(expect(product), k, l_),
            tr(A * Lam) * entry(Lam, k, l_) + col(Lam, k).T * (A + A.T) * col(Lam, l_),
        ),
    }


lemma_30 = with_proof(lemma_30, whole=chains.CHAIN)
