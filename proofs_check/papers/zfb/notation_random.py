r"""Notation of Section 4.3 and Appendix C: a covariance drawn anew for each prompt.

==================  =======================================  ==========================================================
paper               code                                     meaning
==================  =======================================  ==========================================================
Lambda_tau          ``Lam_tau``                              random, positive definite almost surely
lambda_tau,i        ``lam_i``, ``lam_j``, ``lam_k``          its diagonal entries where it is diagonal (``lam_tau``)
Gamma_tau           ``Gam_tau``                              (N+1)/N Lam_tau + tr(Lam_tau)/N I
gamma_i, xi_i       ``gamma_(i), xi_(i)``                    (51)
zeta_ij             ``zeta_(i, j)``                          (51)
l_rdm               ``l_rdm`` (trace), ``l_sum`` (sums)      (53)
Lambda_new          ``Lam_new``                              an independent copy of ``Lam_tau``
==================  =======================================  ==========================================================
"""

from __future__ import annotations

from fractions import Fraction

from ...statement.laws import diag, least_over, least_unequal, total_unequal
from ...statement.terms import (
    Abbrev,
    Term,
    block,
    entry,
    expect,
    half,
    inv,
    least,
    matrix,
    minimum,
    norm_F,
    norm_op,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vector,
    zeros,
)
from .notation import U11, I, N, Theta, d, i_d, j, k, sigma, u12, u21, u_1

Lam_tau = matrix("Lam_tau", "d", "d", "symmetric", "posdef", "random", "law", tex=r"\Lambda_\tau")
"""The random covariance in general (Lemma 21)."""
Lam_new = matrix("Lam_new", "d", "d", "symmetric", "posdef", "random", "copy:Lam_tau", tex=r"\Lambda_{new}")
lam_tau = vector("lam_tau", "d", "random", "positive", "law", "independent", tex=r"\lambda_\tau")
"""The diagonal of the random covariance where it is diagonal (Theorem 8, Corollary 22 and after)."""
lam_new = vector("lam_new", "d", "random", "positive", "copy:lam_tau", tex=r"\lambda_{new}")
Lam_diag = Abbrev(matrix("Lam_diag", "d", "d", "symmetric", "posdef", "random", tex=r"\Lambda_\tau"), diag(lam_tau))
Lam_new_diag = Abbrev(
    matrix("Lam_new_diag", "d", "d", "symmetric", "posdef", "random", tex=r"\Lambda_{new}"), diag(lam_new)
)

# Prompts given the covariance.
x_tau = vector("x_tau", "d", "random", "iid", "cov:Lam_tau", tex=r"{x_\tau}")
x_tau_q = vector("x_tau_q", "d", "random", "cov:Lam_tau", tex=r"x_{\tau,q}")
x_new = vector("x_new", "d", "random", "iid", "cov:Lam_new", tex="x")
x_new_q = vector("x_new_q", "d", "random", "cov:Lam_new", tex="x_q")
x_lam = vector("x_lam", "d", "random", "iid", "cov:lam_tau", tex=r"{x_\tau}")
x_lam_q = vector("x_lam_q", "d", "random", "cov:lam_tau", tex=r"x_{\tau,q}")
x_test = vector("x_test", "d", "random", "iid", "cov:lam_new", tex="x")
x_test_q = vector("x_test_q", "d", "random", "cov:lam_new", tex="x_q")
"""The same where the covariance is diagonal: in training, and in the new prompt of (23)."""
y_hat_rdm = scalar("y_hat_rdm", "random", "derived", tex=r"\hat y_{\tau,q}")
"""The prediction with parameters U of Lemma 9 on a prompt of ``x_tau``, ``x_tau_q``, labels <w, x_tau,i>; derived."""


def Gam_of(Lam: Term) -> Term:
    r""":math:`\frac{N+1}N\Lambda+\frac1N\mathrm{tr}(\Lambda)I_d`."""
    return (N + 1) / N * Lam + 1 / N * tr(Lam) * I


Gam_tau = Abbrev(matrix("Gam_tau", "d", "d", "symmetric", "posdef", "random", tex=r"\Gamma_\tau"), Gam_of(Lam_tau))
Gam_diag = Abbrev(matrix("Gam_diag", "d", "d", "symmetric", "posdef", "random", tex=r"\Gamma_\tau"), Gam_of(Lam_diag))

lam_i, lam_j, lam_k = (entry(lam_tau, index, 1) for index in (i_d, j, k))


def gamma_(i: Term) -> Term:
    """gamma_i of (51)."""
    at_i = entry(lam_tau, i, 1)
    return expect((N + 1) / N * at_i**3 + 1 / N * at_i**2 * total(k, d, lam_k))


def xi_(i: Term) -> Term:
    """xi_i of (51)."""
    return expect(entry(lam_tau, i, 1) ** 2)


def zeta_(i: Term, j: Term) -> Term:
    """zeta_ij of (51)."""
    at_i, at_j = entry(lam_tau, i, 1), entry(lam_tau, j, 1)
    return expect((N + 1) / N * at_i**2 * at_j + 1 / N * at_i * at_j * total(k, d, lam_k))


gamma_i = Abbrev(scalar("gamma_i", "positive", tex=r"\gamma_i"), gamma_(i_d))
xi_i = Abbrev(scalar("xi_i", "positive", tex=r"\xi_i"), xi_(i_d))
zeta_ij = Abbrev(scalar("zeta_ij", "positive", tex=r"\zeta_{ij}"), zeta_(i_d, j))
u_ii, u_ij = entry(U11, i_d, i_d), entry(U11, i_d, j)

l_rdm = Abbrev(
    scalar("l_rdm", tex=r"\ell_{rdm}"),
    expect(
        tr(Fraction(1, 2) * u_1**2 * Gam_diag * Lam_diag * U11 * Lam_diag * U11.T - u_1 * Lam_diag**2 * U11.T)
    ),
)
r""":math:`\ell_{rdm}` (53), first form."""
l_sum = (
    Fraction(1, 2) * total(i_d, d, gamma_i * u_1**2 * u_ii**2)
    + Fraction(1, 2) * total_unequal(i_d, j, d, zeta_ij * u_1**2 * u_ij**2)
    - total(i_d, d, xi_i * u_ii * u_1)
)
r""":math:`\ell_{rdm}` (53), second form."""
l_rdm_min = minimum(l_rdm, U11, u_1)
least_curvature = Abbrev(
    scalar("eta", "positive", tex=r"\eta"),
    least(least_over(i_d, d, gamma_i), least_unequal(i_d, j, d, zeta_ij)),
)

E_Lam, E_Lam2, E_Gam_Lam2 = expect(Lam_diag), expect(Lam_diag**2), expect(Gam_diag * Lam_diag**2)
E_size = expect(norm_op(Gam_diag) * norm_F(Lam_diag) ** 2)
r""":math:`\mathbb E\|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2`."""
E_Lam_Theta = norm_F(E_Lam * Theta)
bracket_rdm = 2 * E_Lam_Theta**2 - sqrt(d) * sigma**2 * E_size
"""The recurring bracket of (60), (61)."""
limit_matrix = inv(E_Gam_Lam2) * E_Lam2
r""":math:`[\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}\mathbb E[\Lambda_\tau^2]`, of (22)."""

limit_size = norm_F(limit_matrix)
u_star_rdm, U_star_rdm = half(limit_size), limit_size ** Fraction(-1, 2) * limit_matrix
star_rdm = ((U11, U_star_rdm), (u12, zeros("d", 1)), (u21, zeros("d", 1)), (u_1, u_star_rdm))
"""The limits (22) in the parameters of Lemma 9."""
W_KQ_rdm = Abbrev(
    matrix("W_KQ_rdm", "d+1", "d+1", tex="W^{KQ}_*"),
    limit_size ** Fraction(-1, 2) * block(limit_matrix, zeros("d", 1), zeros("d", 1).T, zeros(1, 1)),
)
W_PV_rdm = Abbrev(
    matrix("W_PV_rdm", "d+1", "d+1", tex="W^{PV}_*"),
    half(limit_size) * block(zeros("d", "d"), zeros("d", 1), zeros("d", 1).T, term(1)),
)
"""The limits (22)."""
