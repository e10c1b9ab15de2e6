"""Lemma 10, the proof: Steps Three to Five of Appendix A.2, (35) to (39), all given u12 = u21 = 0.

``U_0`` is the matrix U with these blocks zero.
"""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import chain, commute, conj, eq, gt
from ...statement.terms import (
    Abbrev,
    Op,
    Term,
    at,
    beside,
    beside_over,
    block,
    col,
    ddt,
    entry,
    expect,
    matrix,
    norm_op,
    row,
    total,
    tr,
    unvec,
    vec,
    zeros,
)
from .assumptions import invariant_block
from .chains import remarks
from .lemma_10_proof import D_of, V, second_term
from .notation import (
    U11,
    U_0,
    Gam,
    I,
    Lam,
    Lam_hat,
    N,
    X_tau,
    Z_tau,
    coordinate,
    d,
    given_block,
    i_d,
    j,
    k,
    l_,
    u_1,
    w,
    x,
    x_q,
)

ZUX_0 = Z_tau * U_0 * X_tau
r""":math:`Z_\tau UX_\tau` given :math:`u_{12}=u_{21}=0_d`."""
D_0 = Abbrev(matrix("D", "d+1", "d+1"), unvec(D_of(U_0), "d+1"))
r"""The matrix with :math:`\mathrm{Vec}(D)=D`, given :math:`u_{12}=u_{21}=0_d`."""
twice = 2 * (second_term * vec(U_0))
r""":math:`2[\mathbb E(w_\tau^\top x_{\tau,q}H_\tau)u]`."""
squared = expect(Lam_hat**2)
r""":math:`\mathbb E[(\hat\Lambda_\tau)^2]`."""


def in_block(last: Term) -> Op:
    r""":math:`\mathbb E[\sum_{i,j=1}^d((Z_\tau UX_\tau)_{ij}U_{ij})(Z_\tau UX_\tau)_{kl}]`, the last factor given."""
    return expect(total(i_d, d, total(j, d, entry(ZUX_0, i_d, j) * entry(U_0, i_d, j))) * last)


def in_corner(last: Term) -> Op:
    r""":math:`\mathbb E[((Z_\tau UX_\tau)_{d+1,d+1}u_{-1})(Z_\tau UX_\tau)_{kl}]`, the last factor given."""
    return expect(entry(ZUX_0, d + 1, d + 1) * u_1 * last)


@claim(
    "zfb/eq-35",
    kind=Kind.IDENTITY,
    source="eq. (35), Appendix A.2, Step Three",
    forall=(d, N, Lam, U11, u_1, k, l_),
    given=(invariant_block,),
    uses=("zfb/eq-32", "zfb/lemma-9"),
    witnesses=("words", "entries"),
)
def eq_35() -> Parts:
    r"""if $u_{12}=u_{21}=0_d$: (a) $Z_\tau UX_\tau=\begin{pmatrix}\hat\Lambda_\tau w_\tau u_{-1}x_{\tau,q}^\top&\big(
    \hat\Lambda_\tau+\frac1Nx_{\tau,q}x_{\tau,q}^\top\big)U_{11}x_{\tau,q}\\w_\tau^\top\hat\Lambda_\tau w_\tau
    u_{-1}x_{\tau,q}^\top&w_\tau^\top\hat\Lambda_\tau U_{11}x_{\tau,q}\end{pmatrix}$; (b) entry-wise $(Z_\tau
    UX_\tau)_{kl}=(\hat\Lambda_\tau)_{k:}w_\tau u_{-1}x^l_{\tau,q}$ for $k,l\in[d]$; $=\big(\hat\Lambda_\tau+
    \frac1Nx_{\tau,q}x_{\tau,q}^\top\big)_{k:}U_{11}x_{\tau,q}$ for $k\in[d],l=d+1$; $=w_\tau^\top\hat\Lambda_\tau
    w_\tau u_{-1}x^l_{\tau,q}$ for $l\in[d],k=d+1$; $=w_\tau^\top\hat\Lambda_\tau U_{11}x_{\tau,q}$ for $k=l=d+1$.
    """
    shifted = Lam_hat + 1 / N * x_q * x_q.T
    return {
        "a": eq(
            ZUX_0,
            block(
                Lam_hat * w * u_1 * x_q.T, shifted * U11 * x_q,
                w.T * Lam_hat * w * u_1 * x_q.T, w.T * Lam_hat * U11 * x_q,
            ),
        ),
        "b": conj(
            eq(entry(ZUX_0, k, l_), row(Lam_hat, k) * w * u_1 * coordinate(x_q, l_)),
            eq(entry(ZUX_0, k, d + 1), row(shifted, k) * U11 * x_q),
            eq(entry(ZUX_0, d + 1, l_), w.T * Lam_hat * w * u_1 * coordinate(x_q, l_)),
            eq(entry(ZUX_0, d + 1, d + 1), w.T * Lam_hat * U11 * x_q),
        ),
    }


@claim(
    "zfb/eq-36",
    kind=Kind.IDENTITY,
    source="eq. (36), Appendix A.2, Step Three",
    forall=(d, N, Lam, U11, u_1, i_d, j, k),
    given=(invariant_block,),
    uses=("zfb/eq-35", "zfb/appendix-a.2-d-formula"),
    witnesses=("words", "entries", "sampled"),
)
def eq_36() -> Parts:
    r"""$D_{ij}$ the entries of the $(d+1)\times(d+1)$ matrix with $\mathrm{Vec}(D)=D$; $u_{12}=u_{21}=0_d$; $k\in[d]$.
    (a) $D_{k,d+1}=\frac12\mathbb E\Big[\sum_{i,j=1}^d\big((Z_\tau UX_\tau)_{ij}U_{ij}\big)(Z_\tau
    UX_\tau)_{k,d+1}\Big]+\frac12\mathbb E\big[\big((Z_\tau UX_\tau)_{d+1,d+1}u_{-1}\big)(Z_\tau
    UX_\tau)_{k,d+1}\big]$, since $U_{i,d+1}=U_{d+1,i}=0$ for any $i\in[d]$; (b) each summand of the first
    expectation is 0, since $w_\tau$ is independent of all prompt inputs and query input and mean zero; (c) the
    second expectation is 0; (d) $D_{k,d+1}=0$ and $D_{d+1,k}=0$ for $k\in[d]$.
    """
    last = entry(ZUX_0, k, d + 1)
    return {
        "a": eq(
            entry(D_0, k, d + 1), Fraction(1, 2) * in_block(last) + Fraction(1, 2) * in_corner(last)
        ),
        "b": eq(expect(entry(ZUX_0, i_d, j) * entry(U_0, i_d, j) * last), 0),
        "c": eq(in_corner(last), 0),
        "d": conj(eq(entry(D_0, k, d + 1), 0), eq(entry(D_0, d + 1, k), 0)),
    }


@claim(
    "zfb/appendix-a.2-u11-terms",
    kind=Kind.IDENTITY,
    source="Appendix A.2, Step Four",
    forall=(d, N, Lam, U11, u_1, i_d, j, k, l_),
    given=(invariant_block,),
    uses=("zfb/eq-35", "zfb/eq-33", "zfb/eq-31", "zfb/appendix-a.2-d-formula"),
    witnesses=("words", "entries", "sampled"),
)
def u11_terms() -> Parts:
    r"""$u_{12}=u_{21}=0_d$, $k,l\in[d]$. (a) $D_{kl}=\frac12\mathbb E\Big[\sum_{i,j=1}^d\big((Z_\tau
    UX_\tau)_{ij}U_{ij}\big)(Z_\tau UX_\tau)_{kl}\Big]+\frac12\mathbb E\big[\big((Z_\tau
    UX_\tau)_{d+1,d+1}u_{-1}\big)(Z_\tau UX_\tau)_{kl}\big]$; (b) $\mathbb E\big[\big((Z_\tau
    UX_\tau)_{ij}U_{ij}\big)(Z_\tau UX_\tau)_{kl}\big]=U_{ij}u_{-1}^2\mathbb
    E\big[x^j_{\tau,q}x^l_{\tau,q}\cdot\mathbb E\big[(\hat\Lambda_\tau)_{k:}(\hat\Lambda_\tau)_{:i}\big]
    \big]=U_{ij}u_{-1}^2\Lambda_{jl}\mathbb E\big[(\hat\Lambda_\tau)_{k:}(\hat\Lambda_\tau)_{:i}\big]$; (c) each of
    the two terms of (a) equals $\frac12u_{-1}^2\mathbb E\big[(\hat\Lambda_\tau)_{k:}\hat\Lambda_\tau\big]U_{11}
    \Lambda_l$; (d) $D_{kl}=u_{-1}^2\mathbb E\big[(\hat\Lambda_\tau)_{k:}\hat\Lambda_\tau\big]U_{11}\Lambda_l$; (e)
    $2\big[\mathbb E(w_\tau^\top x_{\tau,q}H_\tau)u\big]_{(l-1)(d+1)+k}=\big(0_{(d+1)\times d(d+1)}\ \
    V_l+V_l^\top\big)_{k:}u=\Lambda_k^\top\Lambda_lu_{-1}$; (f) $\frac d{dt}U_{kl}=-u_{-1}^2\mathbb E\big[(\hat
    \Lambda_\tau)_{k:}\hat\Lambda_\tau\big]U_{11}\Lambda_l+u_{-1}\Lambda_k^\top\Lambda_l$, i.e. $\frac
    d{dt}U_{11}=-u_{-1}^2\mathbb E\big[(\hat\Lambda_\tau)^2\big]U_{11}\Lambda+u_{-1}\Lambda^2$. OCR: reading chosen
    (order of row and column factors).
    """
    last = entry(ZUX_0, k, l_)
    row_by_matrix = expect(row(Lam_hat, k) * Lam_hat)
    row_by_column = expect(row(Lam_hat, k) * col(Lam_hat, i_d))
    term_value = Fraction(1, 2) * u_1**2 * row_by_matrix * U11 * col(Lam, l_)
    query_j, query_l = coordinate(x_q, j), coordinate(x_q, l_)
    corner = row(beside(zeros("d+1", "d(d+1)"), V(l_) + V(l_).T), k)
    return {
        "a": eq(entry(D_0, k, l_), Fraction(1, 2) * in_block(last) + Fraction(1, 2) * in_corner(last)),
        "b": chain(
            expect(entry(ZUX_0, i_d, j) * entry(U_0, i_d, j) * last),
            "=", entry(U11, i_d, j) * u_1**2 * expect(query_j * query_l * row_by_column),
            "=", entry(U11, i_d, j) * u_1**2 * entry(Lam, j, l_) * row_by_column,
        ),
        "c": conj(
            eq(Fraction(1, 2) * in_block(last), term_value), eq(Fraction(1, 2) * in_corner(last), term_value)
        ),
        "d": eq(entry(D_0, k, l_), u_1**2 * row_by_matrix * U11 * col(Lam, l_)),
        "e": chain(
            coordinate(twice, (l_ - 1) * (d + 1) + k),
            "=", corner * vec(U_0),
            "=", col(Lam, k).T * col(Lam, l_) * u_1,
        ),
        "f": conj(
            eq(
                given_block(ddt(entry(U11, k, l_))),
                -(u_1**2) * row_by_matrix * U11 * col(Lam, l_) + u_1 * col(Lam, k).T * col(Lam, l_),
            ),
            eq(given_block(ddt(U11)), -(u_1**2) * squared * U11 * Lam + u_1 * Lam**2),
        ),
    }


@claim(
    "zfb/eq-37",
    kind=Kind.IDENTITY,
    source="eq. (37) and preceding display, Appendix A.2",
    forall=(d, N, Lam),
    uses=("zfb/eq-32", "zfb/lemma-30"),
    witnesses=("words", "entries", "sampled"),
)
def eq_37() -> Parts:
    r"""(a) $\mathbb E\big[(\hat\Lambda_\tau)^2\big]=\frac{N-1}N\big[\mathbb
    E(x_{\tau,1}x_{\tau,1}^\top)\big]^2+\frac1N\mathbb E\big(x_{\tau,1}x_{\tau,1}^\top x_{\tau,1}x_{\tau,1}^\top
    \big)=\frac{N+1}N\Lambda^2+\frac1N\mathrm{tr}(\Lambda)\Lambda$; (b)
    $\Gamma=\frac{N+1}N\Lambda+\frac1N\mathrm{tr}(\Lambda)I_d$. (c) later used: $\Gamma$ and $\Lambda$ commute;
    $\|\Gamma\|_{op}>0$.
    """
    outer = at(x, 1) * at(x, 1).T
    return {
        "a": chain(
            squared,
            "=", (N - 1) / N * expect(outer) ** 2 + 1 / N * expect(at(x, 1) * at(x, 1).T * at(x, 1) * at(x, 1).T),
            "=", (N + 1) / N * Lam**2 + 1 / N * tr(Lam) * Lam,
        ),
        "b": eq(Gam, (N + 1) / N * Lam + 1 / N * tr(Lam) * I),
        "c": conj(commute(Gam, Lam), gt(norm_op(Gam), 0)),
    }


@claim(
    "zfb/eq-39",
    kind=Kind.IDENTITY,
    source="eq. (39), Appendix A.2, Step Five",
    forall=(d, N, Lam, U11, u_1),
    given=(invariant_block,),
    uses=("zfb/eq-35", "zfb/eq-33", "zfb/appendix-a.2-d-formula"),
    witnesses=("words", "entries", "sampled"),
)
def eq_39() -> Parts:
    r"""$u_{12}=u_{21}=0_d$. (a) $D_{d+1,d+1}=\frac12\mathbb E\Big[\sum_{i,j=1}^d\big((Z_\tau
    UX_\tau)_{ij}U_{ij}\big)(Z_\tau UX_\tau)_{d+1,d+1}\Big]+\frac12\mathbb E\big[\big((Z_\tau
    UX_\tau)_{d+1,d+1}u_{-1}\big)(Z_\tau UX_\tau)_{d+1,d+1}\big]$; (b) the first expectation equals
    $u_{-1}\mathrm{tr}\big[\mathbb E(\hat\Lambda_\tau)^2U_{11}\Lambda(U_{11})^\top\big]$; (c) the second equals the
    same; (d) $D_{d+1,d+1}=u_{-1}\mathrm{tr}\big[\mathbb E(\hat\Lambda_\tau)^2U_{11}\Lambda(U_{11})^\top\big]$; (e)
    $2\big[\mathbb E(w_\tau^\top x_{\tau,q}H_\tau)u\big]_{(d+1)^2}=\big(V_1+V_1^\top\ \cdots\ V_d+V_d^\top\ \
    0_{(d+1)\times(d+1)}\big)_{d+1:}u=\sum_{i,j=1}^d\Lambda_i^\top\Lambda_jU_{ji}=\mathrm{tr}\big(
    \Lambda(U_{11})^\top\Lambda\big)$.
    """
    last = entry(ZUX_0, d + 1, d + 1)
    traced = u_1 * tr(squared * U11 * Lam * U11.T)
    bottom = row(beside(beside_over(j, d, V(j) + V(j).T), zeros("d+1", "d+1")), d + 1)
    return {
        "a": eq(
            entry(D_0, d + 1, d + 1), Fraction(1, 2) * in_block(last) + Fraction(1, 2) * in_corner(last)
        ),
        "b": eq(in_block(last), traced),
        "c": eq(in_corner(last), traced),
        "d": eq(entry(D_0, d + 1, d + 1), traced),
        "e": chain(
            coordinate(twice, (d + 1) ** 2),
            "=", bottom * vec(U_0),
            "=", total(i_d, d, total(j, d, col(Lam, i_d).T * col(Lam, j) * entry(U11, j, i_d))),
            "=", tr(Lam * U11.T * Lam),
        ),
    }


eq_37 = with_proof(eq_37, whole=remarks.EQ_37)
