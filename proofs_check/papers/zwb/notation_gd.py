"""Terms of the analysis of GD-beta that statements and proofs share: Theorem 5.2, Section 6, Appendices C and G."""

from __future__ import annotations

from ...statement.props import conj, eq, gt, ne
from ...statement.psd import curvature, eigenvalue, least_eigenvalue, least_positive_eigenvalue
from ...statement.terms import (
    Abbrev,
    Term,
    at0,
    eye,
    half,
    index,
    inv,
    least,
    matrix,
    minimum,
    norm_2,
    norm_F,
    norm_op,
    scalar,
    sqrt,
    substitute,
    total,
    tr,
    vector,
    zeros,
)
from .assumptions import w, z
from .notation import (
    D,
    D_tilde,
    Gamma,
    Gamma_star,
    Gamma_tilde,
    H,
    I,
    M,
    Omega,
    P,
    Phi,
    Psi,
    R,
    beta,
    beta_star,
    d,
    f_GD,
    in_null,
    in_null_tensor,
    norm_H_squared,
    sigma,
    t,
)

# Appendix C ------------------------------------------------------------------------------------------------

Sigma = Abbrev(matrix("Sigma", "d", "d", "symmetric", "psd", tex=r"\Sigma"), Psi + D * D.T)
one = eye("d")


def A_of(G: Term) -> Term:
    r""":math:`A(G)=I-G-G^\top+\frac{M+1}MG^\top G+\frac1M\|G\|_F^2I`, of zwb/eq-c.4."""
    return one - G - G.T + (M + 1) / M * (G.T * G) + 1 / M * norm_F(G) ** 2 * one


form_of_beta = D.T * half(H) * A_of(Gamma_tilde) * half(H) * D
r""":math:`D^\top H^{1/2}A(\tilde\Gamma)H^{1/2}D`: the part of the risk that beta enters."""
Gamma_best: Term = Phi * inv(Omega)
r""":math:`\tilde\Gamma^*=\Phi\Omega^{-1}`."""
from_the_best = Gamma_tilde - Gamma_best
form_of_gamma = tr(from_the_best * Omega * from_the_best.T)
risk_of_gamma = sigma**2 + form_of_gamma + tr(Phi) - tr(Phi**2 * inv(Omega))
"""The right side of (C.5)."""

# Theorem 5.2 -----------------------------------------------------------------------------------------------

solution = conj(in_null(H, D), in_null_tensor(H, Gamma - Gamma_star))
"""The right side of (5.3)."""
f_star: Term = substitute(f_GD.body, {beta: beta_star, Gamma: Gamma_star})
"""The function of the minimiser that (5.3) names."""
j = index("j", "d")
phi_j = eigenvalue(Phi, j)
excess_at_j = phi_j * (phi_j + t) / ((M + 1) * phi_j + t)
excess_by_eigenvalues = total(j, d, excess_at_j)
best_risk: Term = minimum(R, beta, Gamma)

# Corollary 6.2 ---------------------------------------------------------------------------------------------

gd_excess: Term = best_risk - sigma**2
S = scalar("S", "nonnegative")
"""A bound of the signal-to-noise ratio."""
level = sigma**2 / M
by_level = total(j, d, least(phi_j, level))
r""":math:`\sum_i\min\{\varphi_i,\sigma^2/M\}`."""
best_level = 2 * t / (M + 2)
by_best_level = total(j, d, least(phi_j, best_level))

# Appendix G ------------------------------------------------------------------------------------------------

excess_of_beta = D.T * half(H) * (
    (I - Gamma_tilde).T * (I - Gamma_tilde)
    + 1 / M * (Gamma_tilde.T * Gamma_tilde)
    + 1 / M * norm_F(Gamma_tilde) ** 2 * I
) * half(H) * D
excess_of_gamma = tr((Gamma_tilde - Gamma_best) * Omega * (Gamma_tilde - Gamma_best).T)
velocity_of_beta = -2 * (half(H) * A_of(Gamma_tilde) * half(H) * D)


def velocity_of_gamma(G: Term) -> Term:
    r"""The right side of (G.5), with ``G`` for :math:`\tilde\Gamma`."""
    return 2 * (
        half(H)
        * (D_tilde - (M + 1) / M * (G * D_tilde) - 1 / M * norm_H_squared(D) * G - (G - Gamma_best) * Omega)
        * half(H)
    )


Y = Abbrev(matrix("Y", "d", "d"), P * (Gamma - Gamma_star) * P)
Y_tilde = half(H) * Y * half(H)
lam: Term = least_positive_eigenvalue(H)
"""The minimal positive eigenvalue of H, which is not zero here."""
PD: Term = P * D
alpha = Abbrev(scalar("alpha", tex=r"\alpha"), 2 * lam**2 * least_eigenvalue(Omega))
gamma = Abbrev(scalar("gamma", tex=r"\gamma"), 4 * lam / (M + 1))
C = Abbrev(scalar("C", tex="C"), 2 * norm_op(H) ** 2 * (1 + sqrt(d) / (M + 1)) * at0(norm_2(PD) ** 2))
H_not_zero = ne(H, zeros("d", "d"))

# The shape of the risk -------------------------------------------------------------------------------------

V = matrix("V", "d", "d")
"""A direction in which Gamma moves."""
r = scalar("r", "positive")
n = norm_H_squared(z)
"""Of any z that H does not map to 0."""
enough = M * ((M + 1) / M * (z.T * H * Psi * H * z) + t / M * n) / ((3 * M - 2) * n**2)
r""":math:`r^2` beyond which the curvature is negative: :math:`\frac M{3M-2}\,\tilde z^\top\Omega\tilde z/|\tilde z|^4`
with :math:`\tilde z=H^{1/2}z`."""
far_out = ((beta, beta_star + r * z), (Gamma, zeros("d", "d")))
bent = curvature(R, (beta, 2 * r * n * z), (Gamma, z * z.T))
spread: Term = norm_F(Gamma_tilde) ** 2 / M + 1 / (M + 1)
r""":math:`\nu=\frac1M\|\tilde\Gamma\|_F^2+\frac1{M+1}`."""
hessian = 2 * (half(H) * A_of(Gamma_tilde) * half(H))
C_of_beta: Term = (M + 1) / M * (H * Sigma * H) + (tr(H * Sigma) + sigma**2) / M * H
"""The Hessian in Gamma is 2 H (x) this."""
G = matrix("G", "d", "d", tex=r"\tilde\Gamma")
"""Any matrix in the place of tilde Gamma."""
u, v = vector("u", "d"), vector("v", "d")
kappa = scalar("kappa", tex=r"\kappa")
"""The best bound of the condition number of A."""
kappa_M: Term = (3 * M + 5 + sqrt((3 * M + 1) * (3 * M + 9))) / 4
r"""The larger root of :math:`\kappa+1/\kappa=(3M+5)/2`."""
is_root = conj(eq(2 * kappa**2 + 2, (3 * M + 5) * kappa), gt(kappa, M + 2))
"""That kappa is this number."""
orthonormal = conj(eq(u.T * u, 1), eq(w.T * w, 1), eq(u.T * w, 0))
worst: Term = kappa * M / (kappa * (M + 2) - 1) * w * w.T - M / (kappa - M - 2) * u * u.T
"""Where the condition number of A is the largest."""

# The rate from an arbitrary start --------------------------------------------------------------------------

from_one: Term = I - (M + 1) / M * Gamma_best
rest = 2 * norm_F(from_one) ** 2 + 2 / M**2 * norm_F(Gamma_best) ** 2
r"""Of :math:`B=(I-\frac{M+1}M\tilde\Gamma^*)\tilde D-\frac1M\|D\|_H^2\tilde\Gamma^*`: the square of its norm is at most
this times the square of :math:`\|D\|_H^2`."""
g: Term = 8 * lam / (M + 2)
"""The rate at which the square of P(beta - beta^*) decays."""
h: Term = 2 * lam**2 * least_eigenvalue(Omega)
"""The rate at which the square of Y would decay with beta = beta^*, at half strength."""
rate = scalar("c", "positive")
"""A rate below the one and at most the other."""
start: Term = at0(norm_2(PD) ** 2)
K: Term = 2 * rest / least_eigenvalue(Omega) * norm_op(H) ** 2 * start / (g - rate)
energy: Term = norm_F(Y) ** 2 + K * norm_2(PD) ** 2
