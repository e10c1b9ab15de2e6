"""Lemma 10, the proof: Steps One and Two of Appendix A.2, (32) to (34) and the formula for D.

Steps Three to Five are in ``lemma_10_dynamics.py``.
"""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim
from ...statement.props import Prop, chain, conj, eq
from ...statement.terms import (
    Abbrev,
    Op,
    Term,
    TermLike,
    at,
    block,
    col,
    entry,
    expect,
    inner,
    kron,
    matrix,
    stack_over,
    total,
    tr,
    vec,
    vector,
    zeros,
)
from .notation import (
    U11,
    E,
    H_tau,
    Lam,
    Lam_hat,
    N,
    U,
    X_tau,
    Z_tau,
    coordinate,
    d,
    i,
    i_d,
    i_e,
    j,
    j_e,
    u,
    u12,
    u21,
    u_1,
    w,
    x,
    x_q,
)

ZUX = Z_tau * U * X_tau
second_term = expect(w.T * x_q * H_tau)
zero_row = zeros("d", 1).T


def D_of(parameters: Term) -> Op:
    r""":math:`D=2\mathbb E(\langle H_\tau,uu^\top\rangle H_\tau u)`, the vector, at :math:`u=\mathrm{Vec}(U)`."""
    v = vec(parameters)
    return 2 * expect(inner(H_tau, v * v.T) * H_tau * v)


def V(j: TermLike) -> Op:
    r""":math:`V_j` of (34), in the first of the two printed forms."""
    return block(
        zeros("d", "d"), total(i_d, d, entry(Lam, i_d, j) * col(Lam, i_d)), zeros("d", 1).T, zeros(1, 1)
    )


A = Abbrev(matrix("A_34", "d(d+1)", "d+1", tex="A"), stack_over(j, d, V(j) + V(j).T))
"""The matrix (34)."""


@claim(
    "zfb/eq-32",
    kind=Kind.IDENTITY,
    source="eq. (32) and following display, Appendix A.2",
    forall=(d, N, Lam),
    uses=("zfb/section-3.3-data-model",),
    witnesses=("words", "entries", "sampled"),
)
def eq_32() -> Parts:
    r"""(a) $\hat\Lambda_\tau:=\frac1N\sum_{i=1}^Nx_{\tau,i}x_{\tau,i}^\top$; (b) $\frac{E_\tau E_\tau^\top}N=
    \begin{pmatrix}\hat\Lambda_\tau+\frac1Nx_{\tau,q}x_{\tau,q}^\top&\hat\Lambda_\tau w_\tau\\w_\tau^\top\hat
    \Lambda_\tau&w_\tau^\top\hat\Lambda_\tau w_\tau\end{pmatrix}$; (c) $\mathbb E\hat\Lambda_\tau=\Lambda$.
    """
    return {
        "a": eq(Lam_hat, 1 / N * total(i, N, at(x, i) * at(x, i).T)),
        "b": eq(
            E * E.T / N,
            block(Lam_hat + 1 / N * x_q * x_q.T, Lam_hat * w, w.T * Lam_hat, w.T * Lam_hat * w),
        ),
        "c": eq(expect(Lam_hat), Lam),
    }


@claim(
    "zfb/appendix-a.2-second-term",
    kind=Kind.IDENTITY,
    source="Appendix A.2, Step One",
    forall=(d, N, Lam),
    uses=("zfb/eq-32", "zfb/lemma-9"),
    witnesses=("words", "entries", "sampled"),
)
def second_term_steps() -> Parts:
    r"""(a) $\mathbb E[w_\tau^\top x_{\tau,q}H_\tau]=\frac12\sum_{i=1}^d\mathbb
    E\Big[(x^i_{\tau,q}X_\tau)\otimes\Big(w^i_\tau\frac{E_\tau E_\tau^\top}N\Big)\Big]$. (b) $\frac12\sum_i\mathbb
    E\Big[(x^i_{\tau,q}X_\tau)\otimes w^i_\tau\begin{pmatrix}\frac1Nx_{\tau,q}x_{\tau,q}^\top&0\\0&0\end{pmatrix}
    \Big]=\frac12\sum_i\mathbb E[w^i_\tau]\,\mathbb E\Big[(x^i_{\tau,q}X_\tau)\otimes\begin{pmatrix}
    \frac1Nx_{\tau,q}x_{\tau,q}^\top&0\\0&0\end{pmatrix}\Big]=0$. (c) Hence $\mathbb E[w_\tau^\top
    x_{\tau,q}H_\tau]=\frac12\sum_i\mathbb E[x^i_{\tau,q}X_\tau]\otimes\mathbb E\Big[w^i_\tau\begin{pmatrix}\hat
    \Lambda_\tau&\hat\Lambda_\tau w_\tau\\w_\tau^\top\hat\Lambda_\tau&w_\tau^\top\hat\Lambda_\tau w_\tau
    \end{pmatrix}\Big]=\frac12\sum_i\begin{pmatrix}0_{d\times d}&\Lambda_i\\\Lambda_i^\top&0\end{pmatrix}\otimes
    \begin{pmatrix}\mathbb E(w^i_\tau)\Lambda&\Lambda\mathbb E(w^i_\tau w_\tau)\\\mathbb E(w^i_\tau
    w_\tau^\top)\Lambda&\mathbb E(w^i_\tau w_\tau^\top\Lambda
    w_\tau)\end{pmatrix}=\frac12\sum_i\begin{pmatrix}0_{d\times d}&\Lambda_i\\\Lambda_i^\top&0\end{pmatrix}\otimes
    \begin{pmatrix}0_{d\times d}&\Lambda_i\\\Lambda_i^\top&0\end{pmatrix}$, $\Lambda_i=\Lambda_{:i}$. OCR: reading
    chosen (blocks of the intermediate lines).
    """
    x_i, w_i = coordinate(x_q, i_d), coordinate(w, i_d)
    query_block = block(1 / N * x_q * x_q.T, zeros("d", 1), zero_row, zeros(1, 1))
    labels_block = block(Lam_hat, Lam_hat * w, w.T * Lam_hat, w.T * Lam_hat * w)
    averaged = block(
        expect(w_i) * Lam, Lam * expect(w_i * w), expect(w_i * w.T) * Lam, expect(w_i * w.T * Lam * w)
    )
    Lam_i = block(zeros("d", "d"), col(Lam, i_d), col(Lam, i_d).T, zeros(1, 1))
    half_ = Fraction(1, 2)
    return {
        "a": eq(second_term, half_ * total(i_d, d, expect(kron(x_i * X_tau, w_i * (E * E.T / N))))),
        "b": chain(
            half_ * total(i_d, d, expect(kron(x_i * X_tau, w_i * query_block))),
            "=", half_ * total(i_d, d, expect(w_i) * expect(kron(x_i * X_tau, query_block))),
            "=", zeros("(d+1)^2", "(d+1)^2"),
        ),
        "c": chain(
            second_term,
            "=", half_ * total(i_d, d, kron(expect(x_i * X_tau), expect(w_i * labels_block))),
            "=", half_ * total(i_d, d, kron(Lam_i, averaged)),
            "=", half_ * total(i_d, d, kron(Lam_i, Lam_i)),
        ),
    }


@claim(
    "zfb/eq-33",
    kind=Kind.IDENTITY,
    source="eqs. (33), (34), Appendix A.2",
    forall=(d, N, Lam, U11, u12, u21, u_1, j),
    uses=("zfb/appendix-a.2-second-term",),
    witnesses=("words", "entries"),
)
def eq_33() -> Prop:
    r"""(33) $\mathbb E[w_\tau^\top x_{\tau,q}H_\tau]u=\frac12\begin{pmatrix}0_{d(d+1)\times
    d(d+1)}&A\\A^\top&0_{(d+1)\times(d+1)}\end{pmatrix}u$, (34) $A=
    \begin{pmatrix}V_1+V_1^\top\\V_2+V_2^\top\\\vdots\\V_d+V_d^\top\end{pmatrix}\in\mathbb R^{d(d+1)\times(d+1)}$,
    $V_j=\begin{pmatrix}0_{d\times d}&\sum_{i=1}^d\Lambda_{ij}\Lambda_i\\0&0\end{pmatrix}=\begin{pmatrix}0_{d\times
    d}&\Lambda\Lambda_j\\0&0\end{pmatrix}\in\mathbb R^{(d+1)\times(d+1)}$.
    """
    large, small = zeros("d(d+1)", "d(d+1)"), zeros("d+1", "d+1")
    V_j = block(zeros("d", "d"), Lam * col(Lam, j), zero_row, zeros(1, 1))
    return conj(eq(second_term * u, Fraction(1, 2) * block(large, A, A.T, small) * u), eq(V(j), V_j))


@claim(
    "zfb/appendix-a.2-d-formula",
    kind=Kind.IDENTITY,
    source="Appendix A.2, Step Two",
    forall=(d, N, Lam, U11, u12, u21, u_1),
    uses=("zfb/lemma-9", "zfb/lemma-29", "zfb/eq-31"),
    witnesses=("words", "entries"),
    options={"entries": {"fast_d": 1}},
)
def d_formula() -> Prop:
    r"""$D:=2\mathbb E\big(\langle H_\tau,uu^\top\rangle H_\tau u\big)$, $Z_\tau:=\frac1NE_\tau E_\tau^\top$. Then
    $D=\frac12\mathbb E\big[\mathrm{tr}\big((X_\tau\otimes Z_\tau)\mathrm{Vec}(U)\mathrm{Vec}(U)^\top
    \big)(X_\tau\otimes Z_\tau)\mathrm{Vec}(U)\big]=\frac12\mathbb E\big[\mathrm{tr}\big(\mathrm{Vec}(Z_\tau
    UX_\tau)\mathrm{Vec}(U)^\top\big)\mathrm{Vec}(Z_\tau UX_\tau)\big]=\frac12\mathbb
    E\big[\mathrm{Vec}(U)^\top\mathrm{Vec}(Z_\tau UX_\tau)\cdot\mathrm{Vec}(Z_\tau UX_\tau)\big]=\frac12\mathbb
    E\Big[\sum_{i,j=1}^{d+1}\big((Z_\tau UX_\tau)_{ij}U_{ij}\big)\mathrm{Vec}(Z_\tau UX_\tau)\Big]$. OCR: reading
    chosen (prefactors of the second and third form).
    """
    XZ = kron(X_tau, Z_tau)
    D = Abbrev(vector("D", "(d+1)^2"), D_of(U))
    summed = total(i_e, d + 1, total(j_e, d + 1, entry(ZUX, i_e, j_e) * entry(U, i_e, j_e)))
    return chain(
        D,
        "=", Fraction(1, 2) * expect(tr(XZ * vec(U) * vec(U).T) * XZ * vec(U)),
        "=", Fraction(1, 2) * expect(tr(vec(ZUX) * vec(U).T) * vec(ZUX)),
        "=", Fraction(1, 2) * expect(vec(U).T * vec(ZUX) * vec(ZUX)),
        "=", Fraction(1, 2) * expect(summed * vec(ZUX)),
    )
