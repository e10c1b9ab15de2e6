"""Lemma 9 (= Lemma 13): the prediction is a quadratic form; its proof, Appendix A.1."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, chain, eq
from ...statement.terms import beside, block, col, inner, kron, stack, total, tr, vec, zeros
from .chains import lemma_9 as chains
from .notation import U11, E, H_tau, Lam, N, U, X_tau, coordinate, d, i_d, u, u12, u21, u_1, x_q, y_hat

rows = stack(U11, u21.T)
r""":math:`\begin{pmatrix}U_{11}\\(u_{21})^\top\end{pmatrix}`; its columns are the paper's :math:`u_1,\dots,u_d`."""
value = beside(u12.T, u_1)
r""":math:`((u_{12})^\top\ u_{-1})`."""


@claim(
    "zfb/lemma-9",
    kind=Kind.IDENTITY,
    source="Lemma 9, eq. (24), Section 5.1 (alias Lemma 13, Appendix A.1; restated at the start of Appendix C)",
    forall=(d, N, Lam, U11, u12, u21, u_1),
    uses=("zfb/eq-6", "zfb/lemma-29"),
    witnesses=("words", "entries", "sampled", "proof"),
)
def lemma_9() -> Prop:
    r"""$E_\tau\in\mathbb R^{(d+1)\times(N+1)}$ an embedding matrix corresponding to a prompt of length $N$ and weight
    $w_\tau$. Then $\hat y_q(E_\tau;\theta)=u^\top H_\tau u$, $H_\tau=\frac12X_\tau\otimes\Big(\frac{E_\tau
    E_\tau^\top}N\Big)\in\mathbb R^{(d+1)^2\times(d+1)^2}$, $X_\tau=\begin{pmatrix}0_{d\times
    d}&x_{\tau,q}\\(x_{\tau,q})^\top&0\end{pmatrix}\in\mathbb R^{(d+1)\times(d+1)}$, $u=\mathrm{Vec}(U)\in\mathbb
    R^{(d+1)^2}$, $U=\begin{pmatrix}U_{11}&u_{12}\\(u_{21})^\top&u_{-1}\end{pmatrix}$, $U_{11}=W_{11}^{KQ}\in\mathbb
    R^{d\times d}$, $u_{12}=w_{21}^{PV}\in\mathbb R^{d\times1}$, $u_{21}=w_{21}^{KQ}\in\mathbb R^{d\times1}$,
    $u_{-1}=w_{22}^{PV}\in\mathbb R$. OCR: reading chosen (subscripts of $w^{PV},w^{KQ}$).
    """
    return eq(y_hat, u.T * H_tau * u)


@claim(
    "zfb/lemma-9-proof",
    kind=Kind.IDENTITY,
    source="Appendix A.1, proof of Lemma 13",
    forall=(d, N, Lam, U11, u12, u21, u_1),
    uses=("zfb/lemma-9", "zfb/eq-6"),
    witnesses=("words", "entries", "proof"),
)
def lemma_9_proof() -> Parts:
    r"""with $u_i\in\mathbb R^{d+1}$ column $i$ of $\begin{pmatrix}U_{11}\\(u_{21})^\top\end{pmatrix}$: (a) $\hat
    y_q=\big((u_{12})^\top\ u_{-1}\big)\Big(\frac{E_\tau E_\tau^\top}N\Big)\begin{pmatrix}U_{11}\\(u_{21})^\top
    \end{pmatrix}x_{\tau,q}$; (b) $=\sum_{i=1}^d\big((u_{12})^\top\ u_{-1}\big)\Big(\frac{E_\tau E_\tau^\top}N
    \Big)u_ix^i_{\tau,q}=\sum_{i=1}^d\mathrm{tr}\Big[u_i\big((u_{12})^\top\ u_{-1}\big)\cdot
    x^i_{\tau,q}\frac{E_\tau E_\tau^\top}N\Big]$; (c) $=\mathrm{tr}\Big[\mathrm{Vec}
    \begin{pmatrix}U_{11}\\(u_{21})^\top\end{pmatrix}\big((u_{12})^\top\ u_{-1}\big)\cdot
    x_{\tau,q}^\top\otimes\Big(\frac{E_\tau E_\tau^\top}N\Big)\Big]$; (d) $=\frac12\mathrm{tr}\Big[\mathrm{Vec}(U)
    \mathrm{Vec}(U)^\top\begin{pmatrix}0_{d(d+1)\times d(d+1)}&x_{\tau,q}\otimes\frac{E_\tau
    E_\tau^\top}N\\x_{\tau,q}^\top\otimes\frac{E_\tau E_\tau^\top}N&0_{(d+1)\times(d+1)}\end{pmatrix}\Big]=\frac12
    \mathrm{tr}\Big[uu^\top\cdot X_\tau\otimes\Big(\frac{E_\tau E_\tau^\top}N\Big)\Big]=\langle
    H_\tau,uu^\top\rangle$.
    """
    EE = E * E.T / N
    quadratic = block(zeros("d(d+1)", "d(d+1)"), kron(x_q, EE), kron(x_q.T, EE), zeros("d+1", "d+1"))
    query = coordinate(x_q, i_d)
    return {
        "a": eq(y_hat, value * EE * rows * x_q),
        "b": chain(
            y_hat,
            "=", total(i_d, d, value * EE * col(rows, i_d) * query),
            "=", total(i_d, d, tr(col(rows, i_d) * value * query * EE)),
        ),
        "c": eq(y_hat, tr(vec(rows) * value * kron(x_q.T, EE))),
        "d": chain(
            y_hat,
            "=", Fraction(1, 2) * tr(vec(U) * vec(U).T * quadratic),
            "=", Fraction(1, 2) * tr(u * u.T * kron(X_tau, EE)),
            "=", inner(H_tau, u * u.T),
        ),
    }


lemma_9 = with_proof(lemma_9, whole=chains.LEMMA_9)
lemma_9_proof = with_proof(lemma_9_proof, whole=chains.PROOF_STEPS)
