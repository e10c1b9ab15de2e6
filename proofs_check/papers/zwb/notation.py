r"""Notation of Zhang, Wu, Bartlett, arXiv 2402.14951, and its conventions.

================  ================================  ==============  =================================================
paper             code                              shape           where defined
================  ================================  ==============  =================================================
d, M              ``d, M``                          integers        dimension, number of context examples
bold M            ``mask``                          (M+1, M+1)      (3.2): the query column is not summed over
H, Psi            ``H, Psi``                        (d, d)          Assumption 3.1, positive semi-definite, any rank
beta^*, sigma     ``beta_star, sigma``              (d, 1), 1       Assumption 3.1; sigma >= 0
X, y, eps         ``X, y, eps``                     (M, d), (M, 1)  rows x_i; labels; noise; y = X beta~ + eps
beta~, p          ``beta_tilde, p``                 (d, 1)          the task, N(beta^*, Psi), and beta~ - beta^*
x, y (query)      ``x_q, y_q``                      (d, 1), 1       the query and its label
E                 ``E``                             (d+1, M+1)      (3.1)
Phi, t, Omega     ``Phi, t, Omega``                 (d, d), 1       H^{1/2} Psi H^{1/2}; tr(H Psi) + sigma^2; (A.3)
w_1, u_1, s,      ``w_1, u_1, s, B_1, b``           see below       (D.1), reduced parameters of LTB and LSA
B_1, b
a, U, v, K, c     ``a, U, v, K, c``                 see below       (B.3), Appendix D: changed parameters
beta, Gamma       ``beta, Gamma``                   (d, 1), (d, d)  (5.1), GD-beta
Gamma^*           ``Gamma_star``                    (d, d)          (5.3)
tilde Gamma       ``Gamma_tilde``                   (d, d)          H^{1/2} Gamma H^{1/2}
================  ================================  ==============  =================================================

Conventions: the context examples are the rows of X; attention is divided by M and does not read the query column; the
prediction is the bottom right entry itself; the risk (3.5) has no factor 1/2; :math:`H^{-1/2}` is the Moore-Penrose
inverse of :math:`H^{1/2}`.  All formulas of our copy of the paper are lost: every claim says from what it was
reconstructed.
"""

from __future__ import annotations

from ...statement.laws import gaussian, noise
from ...statement.props import Prop, eq
from ...statement.psd import inv_half, projection
from ...statement.terms import (
    Abbrev,
    Op,
    Term,
    at,
    beside,
    block,
    entry,
    expect,
    eye,
    half,
    index,
    inv,
    matrix,
    parameter,
    scalar,
    stack_over,
    substitute,
    tr,
    vector,
    zeros,
)

INFERRED = "the words of the paper determine the shape of the formula"
RE_DERIVED = "computed anew from the definitions"
LOST = "the formula cannot be determined: what can be said is said"

d, M = (scalar(name, "integer", "positive") for name in ("d", "M"))
sigma = scalar("sigma", "nonnegative", tex=r"\sigma")
H = matrix("H", "d", "d", "symmetric", "psd")
Psi = matrix("Psi", "d", "d", "symmetric", "psd", tex=r"\Psi")
beta_star = vector("beta_star", "d", tex=r"\beta^*")
I = eye("d")  # noqa: E741 - the paper's letter
problem = (d, M, H, Psi, sigma, beta_star)
"""A problem: everything that Assumption 3.1 leaves open."""

# The data of Assumption 3.1 -------------------------------------------------------------------------------

i = index("i", "M")
x = gaussian("x", "d", H, iid=True)
x_q = gaussian("x_q", "d", H, tex="x")
p = gaussian("p", "d", Psi)
eps_i = noise("eps", sigma, iid=True, normal=True, tex=r"\varepsilon")
eps_q = noise("eps_q", sigma, normal=True, tex=r"\varepsilon")
beta_tilde = Abbrev(vector("beta_tilde", "d", "random", tex=r"\tilde\beta"), beta_star + p)
X = Abbrev(matrix("X", "M", "d", "random"), stack_over(i, M, at(x, i).T))
eps = Abbrev(vector("eps_all", "M", "random", tex=r"\boldsymbol\varepsilon"), stack_over(i, M, at(eps_i, i)))
y = Abbrev(vector("y", "M", "random", tex=r"\mathbf y"), X * beta_tilde + eps)
y_q = Abbrev(scalar("y_q", "random", tex="y"), beta_tilde.T * x_q + eps_q)
E = Abbrev(matrix("E", "d+1", "M+1", "random"), block(X.T, x_q, y.T, zeros(1, 1)))
mask = Abbrev(
    matrix("mask", "M+1", "M+1", tex=r"\mathbf M"), block(eye("M"), zeros("M", 1), zeros("M", 1).T, zeros(1, 1))
)
H_hat = Abbrev(matrix("H_hat", "d", "d", "symmetric", "random", tex=r"\hat H"), 1 / M * (X.T * X))

# Matrices of the analysis ----------------------------------------------------------------------------------

Phi = Abbrev(matrix("Phi", "d", "d", "symmetric", "psd", tex=r"\Phi"), half(H) * Psi * half(H))
t = Abbrev(scalar("t"), tr(H * Psi) + sigma**2)
Omega = Abbrev(matrix("Omega", "d", "d", "symmetric", "psd", tex=r"\Omega"), (M + 1) / M * Phi + t / M * I)
"""(A.3)."""
P = projection(H)
P_perp = I - projection(H)


def norm_H_squared(z: Term) -> Op:
    r""":math:`\|z\|_H^2=z^\top Hz`."""
    return z.T * H * z


# LTB and LSA: the weights of (3.3), by columns, and the reduced parameters (D.1) ---------------------------

W_K1, w_K2 = parameter("W_K1", "d_k", "d", tex="W_{K,1}"), parameter("w_K2", "d_k", tex="w_{K,2}")
W_Q1, w_Q2 = parameter("W_Q1", "d_k", "d", tex="W_{Q,1}"), parameter("w_Q2", "d_k", tex="w_{Q,2}")
W_P1, w_P2 = parameter("W_P1", "d_v", "d", tex="W_{P,1}"), parameter("w_P2", "d_v", tex="w_{P,2}")
W_V1, w_V2 = parameter("W_V1", "d_v", "d", tex="W_{V,1}"), parameter("w_V2", "d_v", tex="w_{V,2}")
W_11, w_12 = parameter("W_11", "d_f", "d", tex="W_{1,1}"), parameter("w_12", "d_f", tex="w_{1,2}")
W_21, w_22 = parameter("W_21", "d_f", "d", tex="W_{2,1}"), parameter("w_22", "d_f", tex="w_{2,2}")
W_K = Abbrev(matrix("W_K", "d_k", "d+1"), beside(W_K1, w_K2))
W_Q = Abbrev(matrix("W_Q", "d_k", "d+1"), beside(W_Q1, w_Q2))
W_P = Abbrev(matrix("W_P", "d_v", "d+1"), beside(W_P1, w_P2))
W_V = Abbrev(matrix("W_V", "d_v", "d+1"), beside(W_V1, w_V2))
W_1 = Abbrev(matrix("W_1", "d_f", "d+1"), beside(W_11, w_12))
W_2 = Abbrev(matrix("W_2", "d_f", "d+1"), beside(W_21, w_22))
attended = Abbrev(
    matrix("attended", "d+1", "M+1", "random"),
    E + 1 / M * (W_P.T * W_V * E * mask * E.T * W_K.T * W_Q * E),
)
f_LTB_weights = Abbrev(scalar("f_LTB", tex=r"f_{\rm LTB}"), entry(W_2.T * W_1 * attended, d + 1, M + 1))
"""(3.3), in its weights."""
f_LSA_weights = Abbrev(scalar("f_LSA", tex=r"f_{\rm LSA}"), entry(attended, d + 1, M + 1))
"""(3.4), in its weights."""

w_1, u_1, s = parameter("w_1", "d"), parameter("u_1", "d"), parameter("s")
B_1, b = parameter("B_1", "d", "d"), parameter("b", "d")
reduced = (w_1, u_1, s, B_1, b)
"""(D.1): what of the weights the prediction depends on."""
f_LTB = Abbrev(
    scalar("f_LTB", tex=r"f_{\rm LTB}"),
    (
        w_1 + 1 / M * (B_1.T * (X.T * X * u_1 + s * X.T * y))
        + 1 / M * (b * (u_1.T * X.T * y + s * y.T * y))
    ).T * x_q,
)
f_LSA = Abbrev(scalar("f_LSA", tex=r"f_{\rm LSA}"), substitute(f_LTB.body, {w_1: zeros("d", 1)}))
R_LTB = Abbrev(scalar("R_LTB", tex=r"R_{\rm LTB}"), expect((f_LTB - y_q) ** 2))
"""(3.5) of LTB."""
R_LSA = Abbrev(scalar("R_LSA", tex=r"R_{\rm LSA}"), expect((f_LSA - y_q) ** 2))

# Changed parameters (B.3); of LSA with w_1 = 0
a = Abbrev(vector("a", "d"), w_1 - beta_star)
U = Abbrev(matrix("U", "d", "d"), B_1.T + b * beta_star.T)
v = Abbrev(vector("v", "d"), u_1 + s * beta_star)
K = Abbrev(matrix("K", "d", "d"), s * U + b * v.T)
c = Abbrev(vector("c", "d"), s * b)

# GD-beta (5.1) ---------------------------------------------------------------------------------------------

beta, Gamma = parameter("beta", "d", tex=r"\beta"), parameter("Gamma", "d", "d", tex=r"\Gamma")
f_GD = Abbrev(
    scalar("f_GD", tex=r"f_{\text{GD-}\beta}"), (beta - 1 / M * (Gamma * X.T * (X * beta - y))).T * x_q
)
R = Abbrev(scalar("R"), expect((f_GD - y_q) ** 2))
"""The risk of GD-beta as a function of its parameters."""
D = Abbrev(vector("D", "d"), beta - beta_star)
D_tilde = Abbrev(matrix("D_tilde", "d", "d", "symmetric", tex=r"\tilde D"), half(H) * D * D.T * half(H))
Gamma_tilde = Abbrev(matrix("Gamma_tilde", "d", "d", tex=r"\tilde\Gamma"), half(H) * Gamma * half(H))
Gamma_star = Abbrev(
    matrix("Gamma_star", "d", "d", tex=r"\Gamma^*"), Psi * half(H) * inv(Omega) * inv_half(H)
)
Gamma_tilde_star = Abbrev(
    matrix("Gamma_tilde_star", "d", "d", tex=r"\tilde\Gamma^*"), half(H) * Gamma_star * half(H)
)
least_risk = Abbrev(scalar("R_min", tex=r"R_{\min}"), sigma**2 + tr(H * Psi) - tr(Phi**2 * inv(Omega)))
"""(5.2)."""


def in_null(H: Term, z: Term) -> Prop:
    r""":math:`z\in\mathrm{null}(H)`, for a vector."""
    return eq(H * z, zeros("d", 1))


def in_null_tensor(H: Term, C: Term) -> Prop:
    r""":math:`C\in\mathrm{null}(H\otimes H)`, that is :math:`HCH=0`."""
    return eq(H * C * H, zeros("d", "d"))
