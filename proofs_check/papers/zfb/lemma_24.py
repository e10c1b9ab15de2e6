"""Lemma 24: the minimum of the loss with a random diagonal covariance, (54) to (56), Appendix C.2."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.laws import delta, total_unequal
from ...statement.props import conj, eq, minimisers_satisfy
from ...statement.terms import inv, total, where
from .chains import lemma_24 as chains
from .notation import U11, N, c, d, i_d, j, u_1
from .notation_random import (
    gamma_i,
    l_rdm,
    l_rdm_min,
    limit_matrix,
    u_ii,
    u_ij,
    xi_i,
    zeta_ij,
)

smallest = -(Fraction(1, 2) * total(i_d, d, xi_i**2 / gamma_i))
on_diagonal = total(i_d, d, gamma_i * (u_ii * u_1 - xi_i / gamma_i) ** 2)
off_diagonal = total_unequal(i_d, j, d, zeta_ij * u_1**2 * u_ij**2)
"""The two sums of (55)."""


@claim(
    "zfb/lemma-24",
    kind=Kind.OPTIMUM,
    source="Lemma 24, eqs. (54)-(56), Appendix C.2",
    forall=(d, N, U11, u_1, c),
    uses=("zfb/lemma-23",),
    witnesses=("words", "entries", "grid", "proof"),
    model="diagonal covariance",
    fidelity=(
        Difference(
            Differs.EQUIVALENT, "attained: diag(xi_i / gamma_i) is written (E Gam_tau Lam_tau^2)^-1 E Lam_tau^2"
        ),
    ),
)
def lemma_24() -> Parts:
    r"""$\min\ell_{rdm}:=\min_{U_{11}\in\mathbb R^{d\times d},u_{-1}\in\mathbb R}\ell_{rdm}$. (54) $\min\ell_{rdm}=-
    \frac12\sum_{i=1}^d\frac{\xi_i^2}{\gamma_i}$; (55) $\ell_{rdm}(U_{11},u_{-1})-\min\ell_{rdm}=\frac12\sum_{i=1}^d
    \gamma_i\Big(u_{ii}u_{-1}-\frac{\xi_i}{\gamma_i}\Big)^2+\frac12\sum_{i\ne j}\zeta_{ij}u_{-1}^2u_{ij}^2$; (56)
    all global minima of $\ell_{rdm}$ satisfy $u_{-1}\cdot u_{ij}=\mathbb 1(i=j)\cdot\frac{\xi_i}{\gamma_i}$. Proof:
    attained at $u_{-1}=1$, $u_{ii}=\xi_i/\gamma_i$, and at $(cu_{-1},c^{-1}u_{ij})$ for any constant $c\ne0$. OCR:
    reading chosen (sign in (54)).
    """
    return {
        "54": eq(l_rdm_min, smallest),
        "55": eq(l_rdm - l_rdm_min, Fraction(1, 2) * on_diagonal + Fraction(1, 2) * off_diagonal),
        "56": minimisers_satisfy(l_rdm, eq(u_1 * u_ij, delta(i_d, j) * xi_i / gamma_i), U11, u_1),
        "attained": conj(
            eq(where(l_rdm, (U11, limit_matrix), (u_1, 1)), smallest),
            eq(where(l_rdm, (U11, inv(c) * U11), (u_1, c * u_1)), l_rdm),
        ),
    }


lemma_24 = with_proof(lemma_24, whole=chains.LEMMA_24)
