"""Lemma 10 (= Lemma 14): the dynamical system of gradient flow, with (31), (38) and (40) of its proof.

The other displays of the proof are in ``lemma_10_proof.py`` (Steps One and Two) and ``lemma_10_dynamics.py``
(Steps Three to Five).  Derivatives are along gradient flow on the loss *derived* from the model.
"""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.props import Prop, always, chain, conj, depends_on, eq
from ...statement.terms import col, ddt, entry, expect, inner, row, total, tr, unknowns, vec, zeros
from .assumptions import assumption_3
from .chains import lemma_10 as chains
from .notation import U11, U_0, Gam, H_tau, Lam, N, Theta, d, given_block, j, k, sigma, u, u12, u21, u_1, w, x_q


@claim(
    "zfb/lemma-10",
    kind=Kind.STATIONARITY,
    source="Lemma 10, eqs. (26), (27), Section 5.2 (alias Lemma 14, Appendix A.2; (38) and (40) reprint the two "
    "lines of (27))",
    forall=(d, N, Lam, Theta, sigma, U11, u_1),
    given=assumption_3,
    uses=(
        "zfb/lemma-9", "zfb/eq-8", "zfb/assumption-3", "zfb/eq-31", "zfb/eq-38", "zfb/eq-40",
        "zfb/appendix-a.2-blocks-stay-zero",
    ),
    witnesses=("words", "entries", "grid", "balls", "sampled", "proof"),
)
def lemma_10() -> Parts:
    r"""$u=\mathrm{Vec}(U)$ as in Lemma 9. Gradient flow over (26) $L:=\frac12\mathbb E\big(u^\top H_\tau u-w_\tau^\top
    x_{\tau,q}\big)^2$ w.r.t. $u$ starting from an initial value satisfying Assumption 3. Then (27): (a) $\frac
    d{dt}U_{11}(t)=-u_{-1}^2\Gamma\Lambda U_{11}\Lambda+u_{-1}\Lambda^2$; (b) $\frac
    d{dt}u_{-1}(t)=-\mathrm{tr}\big[u_{-1}\Gamma\Lambda U_{11}\Lambda(U_{11})^\top-\Lambda^2(U_{11})^\top\big]$; (c)
    $u_{12}(t)=0_d$, $u_{21}(t)=0_d$ for all $t\ge0$; $\Gamma=(1+\frac1N)\Lambda+\frac1N\mathrm{tr}(\Lambda)I_d$.
    """
    return {
        "a": eq(given_block(ddt(U11)), -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2),
        "b": eq(given_block(ddt(u_1)), -tr(u_1 * Gam * Lam * U11 * Lam * U11.T - Lam**2 * U11.T)),
        "c": always(conj(eq(u12, zeros("d", 1)), eq(u21, zeros("d", 1)))),
    }


@claim(
    "zfb/section-5.2-equation-count",
    kind=Kind.IDENTITY,
    source="Section 5.2, text after Lemma 10",
    forall=(d, N, Lam),
    given=assumption_3,
    uses=("zfb/lemma-10",),
    witnesses=("words", "entries"),
)
def section_5_2_equation_count() -> Prop:
    r""""the dynamics are governed by a complex system of $d^2+1$ coupled differential equations." """
    # d^2 + 1 unknowns move, and they are coupled: each right side depends on the other unknown as well.
    return conj(
        eq(unknowns(U11, u_1), d**2 + 1),
        depends_on(given_block(ddt(U11)), U11, u_1),
        depends_on(given_block(ddt(u_1)), U11, u_1),
        always(conj(eq(u12, zeros("d", 1)), eq(u21, zeros("d", 1)))),
    )


@claim(
    "zfb/eq-31",
    kind=Kind.STATIONARITY,
    source="eq. (31), Appendix A.2",
    forall=(d, N, Lam, U11, u12, u21, u_1),
    uses=("zfb/lemma-9", "zfb/eq-8", "zfb/lemma-29"),
    witnesses=("words", "entries", "sampled"),
)
def eq_31() -> Parts:
    r"""$\frac{du}{dt}=-\mathbb E\big(\langle H_\tau,uu^\top\rangle H_\tau\big)u+\mathbb E\big(w_\tau^\top
    x_{\tau,q}H_\tau\big)u$. OCR: uncertain; the OCR shows no numerical factor before either expectation. Nearby
    text prints "$D:=2\mathbb E(\langle H_\tau,uu^\top\rangle H_\tau u)$" and "$2[\mathbb E(w_\tau^\top
    x_{\tau,q}H_\tau)u]$".
    """
    quartic = expect(inner(H_tau, u * u.T) * H_tau)
    quadratic = expect(w.T * x_q * H_tau)
    return {
        "": [
            Reading("no factor", eq(ddt(u), -quartic * u + quadratic * u), "as the scan shows it"),
            Reading(
                "factor 2", eq(ddt(u), -(2 * quartic) * u + 2 * quadratic * u), "as the nearby 2E(...) and D suggest"
            ),
        ]
    }


@claim(
    "zfb/appendix-a.2-blocks-stay-zero",
    kind=Kind.INVARIANCE,
    source="Appendix A.2, Step Three, end",
    forall=(d, N, Lam, k),
    given=assumption_3,
    uses=("zfb/eq-33", "zfb/eq-36", "zfb/eq-31"),
    witnesses=("words", "entries", "grid"),
)
def blocks_stay_zero() -> Parts:
    r"""(a) for $k\in[d]$ the inner product of the $(d(d+1)+k)$th row of $\mathbb E[w_\tau^\top x_{\tau,q}H_\tau]$ and
    $u$ is, from (33), $\frac12\sum_{j=1}^d\Lambda_k^\top\Lambda_jU_{d+1,j}=0$ given $u_{12}=u_{21}=0_d$. OCR:
    reading chosen (factor after $\Lambda_k^\top\Lambda_j$). (b) "Therefore [...] the derivative of $U_{k,d+1}$ will
    vanish given $u_{12}=u_{21}=0_d$. Similarly, we conclude the same result for $U_{d+1,k}$, for $k\in[d]$.
    Therefore, we know $u_{12}=0_d$ and $u_{21}=0_d$ for all time $t\ge0$."
    """
    inner_product = row(expect(w.T * x_q * H_tau), d * (d + 1) + k) * vec(U_0)
    return {
        "a": chain(
            inner_product,
            "=", Fraction(1, 2) * total(j, d, col(Lam, k).T * col(Lam, j) * entry(U_0, d + 1, j)),
            "=", 0,
        ),
        "b": conj(
            eq(given_block(ddt(u12)), zeros("d", 1)),
            eq(given_block(ddt(u21)), zeros("d", 1)),
            always(conj(eq(u12, zeros("d", 1)), eq(u21, zeros("d", 1)))),
        ),
    }


@claim(
    "zfb/eq-38",
    kind=Kind.STATIONARITY,
    source="eq. (38), Appendix A.2",
    forall=(d, N, Lam, U11, u_1),
    uses=("zfb/eq-31", "zfb/eq-37", "zfb/appendix-a.2-u11-terms"),
    witnesses=("words", "entries", "sampled"),
)
def eq_38() -> Prop:
    r""""Then, from (31), we know the dynamics of $U_{11}$ is" $\frac d{dt}U_{11}=-u_{-1}^2\Gamma\Lambda
    U_{11}\Lambda+u_{-1}\Lambda^2$.
    """
    return eq(given_block(ddt(U11)), -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2)


@claim(
    "zfb/eq-40",
    kind=Kind.STATIONARITY,
    source="eq. (40), Appendix A.2",
    forall=(d, N, Lam, U11, u_1),
    uses=("zfb/eq-31", "zfb/eq-37", "zfb/eq-39"),
    witnesses=("words", "entries", "sampled"),
)
def eq_40() -> Prop:
    r""""Then, from (31), we have the dynamics of $u_{-1}$ is" $\frac d{dt}u_{-1}=-\mathrm{tr}\big[u_{-1}\Gamma\Lambda
    U_{11}\Lambda(U_{11})^\top-\Lambda^2(U_{11})^\top\big]$.
    """
    return eq(given_block(ddt(u_1)), -tr(u_1 * Gam * Lam * U11 * Lam * U11.T - Lam**2 * U11.T))


lemma_10 = with_proof(lemma_10, whole=chains.CHAIN)
blocks_stay_zero = with_proof(blocks_stay_zero, whole=chains.BLOCKS)
