"""Corollary 22 and Lemma 23: the dynamics entry by entry for a diagonal covariance, and the loss, (51) to (53)."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.laws import total_unequal
from ...statement.props import Prop, chain, conj, eq, implies, independent_of, ne, same_flow
from ...statement.terms import ddt, entry, expect, grad, total, tr
from .assumptions_random import assumption_3_diag
from .chains import lemma_24 as chains
from .notation import U11, L_diag, N, Theta, d, given_block, i_d, j, sigma, u_1
from .notation_random import (
    E_Lam2,
    Gam_diag,
    Lam_diag,
    gamma_i,
    l_rdm,
    l_sum,
    u_ii,
    u_ij,
    xi_i,
    zeta_ij,
)

unequal = ne(i_d, j)
U11_rate = -(u_1**2) * expect(Gam_diag * Lam_diag * U11 * Lam_diag) + u_1 * E_Lam2
u_1_rate = -u_1 * tr(expect(Gam_diag * Lam_diag * U11 * Lam_diag * U11.T)) + tr(E_Lam2 * U11.T)
"""The right sides of (49)."""
ii_rate = -gamma_i * u_1**2 * u_ii + xi_i * u_1
ij_rate = -zeta_ij * u_1**2 * u_ij
last_rate = (
    -total(i_d, d, gamma_i * u_1 * u_ii**2)
    - total_unequal(i_d, j, d, zeta_ij * u_1 * u_ij**2)
    + total(i_d, d, xi_i * u_ii)
)
"""The right sides of (52)."""


@claim(
    "zfb/corollary-22",
    kind=Kind.STATIONARITY,
    source="Corollary 22, eqs. (51), (52), Appendix C.1",
    forall=(d, N, Theta, sigma, U11, u_1),
    given=assumption_3_diag,
    uses=("zfb/lemma-21",),
    witnesses=("words", "entries", "grid", "proof"),
    model="diagonal covariance",
)
def corollary_22() -> Prop:
    r"""assumptions of Lemma 21, $\Lambda_\tau$ diagonal almost surely, $u_{ij}(t)$ the $(i,j)$ entry of $U_{11}(t)$.
    (51): $\gamma_i=\mathbb E\big[\frac{N+1}N\lambda_{\tau,i}^3+\frac1N\lambda_{\tau,i}^2\sum_{j=1}^d
    \lambda_{\tau,j}\big]$, $\xi_i=\mathbb E[\lambda_{\tau,i}^2]$, $\zeta_{ij}=\mathbb E\big[\frac{N+1}N
    \lambda_{\tau,i}^2\lambda_{\tau,j}+\frac1N\lambda_{\tau,i}\lambda_{\tau,j}\sum_{k=1}^d\lambda_{\tau,k}\big]$,
    $i,j\in[d]$. Then (49) is equivalent to (52): $\frac d{dt}u_{ii}=-\gamma_iu_{-1}^2u_{ii}+\xi_iu_{-1}$ $\forall
    i\in[d]$; $\frac d{dt}u_{ij}=-\zeta_{ij}u_{-1}^2u_{ij}$ $\forall i\ne j\in[d]$; $\frac
    d{dt}u_{-1}=-\sum_{i=1}^d\gamma_iu_{-1}u_{ii}^2-\sum_{i\ne j}\zeta_{ij}u_{-1}u_{ij}^2+\sum_{i=1}^d\xi_iu_{ii}$.
    OCR: reading chosen (exponents in (51), signs in (52)).
    """
    return conj(
        chain(given_block(ddt(u_ii)), "=", entry(U11_rate, i_d, i_d), "=", ii_rate),
        implies(unequal, eq(given_block(ddt(u_ij)), entry(U11_rate, i_d, j))),
        implies(unequal, eq(entry(U11_rate, i_d, j), ij_rate)),
        chain(given_block(ddt(u_1)), "=", u_1_rate, "=", last_rate),
    )


@claim(
    "zfb/lemma-23",
    kind=Kind.STATIONARITY,
    source="Lemma 23, eq. (53), Appendix C.2",
    forall=(d, N, Theta, sigma, U11, u_1),
    given=assumption_3_diag,
    uses=("zfb/corollary-22",),
    witnesses=("words", "entries", "grid", "proof"),
    model="diagonal covariance",
)
def lemma_23() -> Parts:
    r"""the equations (52) are equivalent to gradient flow on $\ell_{rdm}(U_{11},u_{-1})=\mathbb E\,\mathrm{tr}\big[
    \frac12u_{-1}^2\Gamma_\tau\Lambda_\tau U_{11}\Lambda_\tau(U_{11})^\top-u_{-1}\Lambda_\tau^2(U_{11})^\top\big]=
    \frac12\sum_{i=1}^d[\gamma_iu_{-1}^2u_{ii}^2]+\frac12\sum_{i\ne j}\zeta_{ij}u_{-1}^2u_{ij}^2-\sum_{i=1}^d
    [\xi_iu_{ii}u_{-1}]$ w.r.t. $u_{ij}$ $\forall i,j\in[d]$ and $u_{-1}$, from an initial value satisfying
    Assumption 3. Section C.2 text: "we can actually recover the loss function in the random covariance case, up to
    a constant".
    """
    in_U11 = grad(l_rdm, U11)
    return {
        "": conj(
            eq(l_rdm, l_sum),
            eq(ii_rate, -entry(in_U11, i_d, i_d)),
            implies(unequal, eq(ij_rate, -entry(in_U11, i_d, j))),
            eq(last_rate, -grad(l_rdm, u_1)),
            same_flow(L_diag, l_rdm, U11, u_1),
        ),
        "up to a constant": [
            Reading(
                "on the invariant block",
                independent_of(given_block(L_diag) - l_rdm, U11, u_1),
                "l_rdm is a function of U11 and u_-1 only, so the loss (20) is compared with it where u12 = u21 = 0",
            ),
        ],
    }


corollary_22 = with_proof(corollary_22, whole=chains.COROLLARY_22)
lemma_23 = with_proof(lemma_23, whole=chains.LEMMA_23)
