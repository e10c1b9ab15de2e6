r"""Notation of Zhang, Frei, Bartlett, arXiv 2306.09927, and its conventions.

==============  ==================================  ===========  ====================================================
paper           code                                shape        where defined
==============  ==================================  ===========  ====================================================
d, N, M, B      ``d, N, M, B``                      integers     dimension, training and test length, number of prompts
Lambda          ``Lam``                             (d, d)       Section 3.3, positive definite
Gamma           ``Gam``                             (d, d)       Theorem 4, (37): (1 + 1/N) Lam + tr(Lam)/N I
E               ``E``                               (d+1, N+1)   (4); columns (x_i, y_i), last column (x_q, 0)
x_i, x_q, w     ``x, x_q, w``                       (d, 1)       Section 3.3: N(0, Lam), N(0, Lam), N(0, I)
hat Lambda      ``Lam_hat``                         (d, d)       (32): (1/N) sum_i x_i x_i^T
W^PV, W^KQ      ``W_PV, W_KQ``                      (d+1, d+1)   (3), blocks (5) ``W_PV11, w_PV12, w_PV21, w_PV22, ...``
U               ``U``                               (d+1, d+1)   Lemma 9: blocks U11, u12, u21, u_1 (the paper's u_-1)
H, X, Z         ``H_tau, X_tau, Z_tau``             see below    Lemma 9, Appendix A.2
tilde l         ``l``                               scalar       (28) = (41), the reduced loss
mu              ``mu``                              scalar       (30), the Polyak-Lojasiewicz constant
Theta, sigma    ``Theta, sigma``                    (d, d), 1    Assumption 3
==============  ==================================  ===========  ====================================================

Conventions: attention enters with a plus sign; the product :math:`EE^\top` runs over all N+1 columns, the query
column included; it is divided by N in training and by M at test time; the loss (8) has the factor 1/2;
:math:`\mathrm{Vec}` stacks columns; :math:`\langle A,B\rangle=\mathrm{tr}(AB^\top)`.
"""

from __future__ import annotations

from fractions import Fraction

from ...statement.terms import (
    Abbrev,
    Op,
    Term,
    TermLike,
    absolute,
    at,
    block,
    entry,
    eye,
    grad,
    half,
    index,
    inner,
    inv,
    kron,
    matrix,
    minimum,
    norm_F,
    norm_op,
    per_prompt,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vec,
    vector,
    where,
    zeros,
)

d = scalar("d", "integer", "positive")
N = scalar("N", "integer", "positive")
M = scalar("M", "integer", "positive")
B = scalar("B", "integer", "positive")
sigma = scalar("sigma", "positive", tex=r"\sigma")
t = scalar("t", "nonnegative")
c = scalar("c", "nonzero")

I = eye("d")  # noqa: E741 - the paper's letter
Lam = matrix("Lam", "d", "d", "symmetric", "posdef", tex=r"\Lambda")
Theta = matrix("Theta", "d", "d", tex=r"\Theta")
Gam = Abbrev(
    matrix("Gam", "d", "d", "symmetric", "posdef", tex=r"\Gamma"),
    (1 + Fraction(1) / N) * Lam + (Fraction(1) / N) * tr(Lam) * I,
)

# Indices.  The paper's i runs over samples, coordinates or all d+1 rows; its l is not the loss.
i = index("i", "N")
i_d = index("i_d", "d", tex="i")
j = index("j", "d")
k = index("k", "d")
l_ = index("l_", "d", tex="l")
i_e = index("i_e", "d+1", tex="i")
j_e = index("j_e", "d+1", tex="j")
tau = index("tau", "B", tex=r"\tau")

# Prompt: random symbols; ``x`` is the family x_1, ..., x_N.
x = vector("x", "d", "random", "iid")
x_q = vector("x_q", "d", "random", tex="x_q")
w = vector("w", "d", "random")
E = matrix("E", "d+1", "N+1", "random", "prompt")
y_hat = scalar("y_hat", "random", "derived", tex=r"\hat y_q")
predictor = scalar("predictor", "predictor", tex=r"\hat y_q")
"""The prediction of the layer (3) on the embedding (4) with parameters U of Lemma 9, derived from the definition."""
L = scalar("L", "derived")
"""The population loss (8) over all of U, derived from the definition."""
L_rdm = scalar("L_rdm", "derived", tex="L")
"""The population loss (20): the covariance ``Lam_tau`` is drawn anew for each prompt."""
L_diag = scalar("L_diag", "derived", tex="L")
"""The population loss (20) with the diagonal covariance ``diag(lam_tau)``."""
L_noise = scalar("L_noise", "derived", tex="L_s")
"""The loss (8) where every label, also the query's, carries independent noise of mean 0 and variance ``s^2``."""
L_prior = scalar("L_prior", "derived", tex=r"L_{\mu,\Psi}")
"""The loss (8) where the task is drawn from N(mu, Psi)."""
Lam_hat = Abbrev(
    matrix("Lam_hat", "d", "d", "symmetric", "random", tex=r"\hat\Lambda"), 1 / N * total(i, N, at(x, i) * at(x, i).T)
)

# The weights (5), all blocks.
W_PV11 = matrix("W_PV11", "d", "d", "parameter", tex="W_{11}^{PV}")
w_PV12 = vector("w_PV12", "d", "parameter", tex="w_{12}^{PV}")
w_PV21 = vector("w_PV21", "d", "parameter", tex="w_{21}^{PV}")
w_PV22 = scalar("w_PV22", "parameter", tex="w_{22}^{PV}")
W_KQ11 = matrix("W_KQ11", "d", "d", "parameter", tex="W_{11}^{KQ}")
w_KQ12 = vector("w_KQ12", "d", "parameter", tex="w_{12}^{KQ}")
w_KQ21 = vector("w_KQ21", "d", "parameter", tex="w_{21}^{KQ}")
w_KQ22 = scalar("w_KQ22", "parameter", tex="w_{22}^{KQ}")
blocks = (W_PV11, w_PV12, w_PV21, w_PV22, W_KQ11, w_KQ12, w_KQ21, w_KQ22)
W_PV = Abbrev(matrix("W_PV", "d+1", "d+1", tex="W^{PV}"), block(W_PV11, w_PV12, w_PV21.T, w_PV22))
W_KQ = Abbrev(matrix("W_KQ", "d+1", "d+1", tex="W^{KQ}"), block(W_KQ11, w_KQ12, w_KQ21.T, w_KQ22))

# The weights of softmax attention, Section 3.2.
W_K = matrix("W_K", "m", "d+1", "parameter", tex="W^K")
W_Q = matrix("W_Q", "m", "d+1", "parameter", tex="W^Q")
W_V = matrix("W_V", "p", "d+1", "parameter", tex="W^V")
W_P = matrix("W_P", "d+1", "p", "parameter", tex="W^P")

# The parameters of Lemma 9, and the weights (5) in them with all unused entries zero (Section 3.2).
U11 = matrix("U11", "d", "d", "parameter", tex="U_{11}")
u12 = vector("u12", "d", "parameter", tex="u_{12}")
u21 = vector("u21", "d", "parameter", tex="u_{21}")
u_1 = scalar("u_-1", "parameter", tex="u_{-1}")
U = Abbrev(matrix("U", "d+1", "d+1"), block(U11, u12, u21.T, u_1))
u = Abbrev(vector("u", "(d+1)^2"), vec(U))
PV_of_u = Abbrev(matrix("W_PV", "d+1", "d+1", tex="W^{PV}"), block(zeros("d", "d"), zeros("d", 1), u12.T, u_1))
KQ_of_u = Abbrev(matrix("W_KQ", "d+1", "d+1", tex="W^{KQ}"), block(U11, zeros("d", 1), u21.T, zeros(1, 1)))

X_tau = Abbrev(
    matrix("X_tau", "d+1", "d+1", "symmetric", "random", tex=r"X_\tau"), block(zeros("d", "d"), x_q, x_q.T, zeros(1, 1))
)
Z_tau = Abbrev(matrix("Z_tau", "d+1", "d+1", "symmetric", "random", tex=r"Z_\tau"), 1 / N * (E * E.T))
H_tau = Abbrev(
    matrix("H_tau", "(d+1)^2", "(d+1)^2", "symmetric", "random", tex=r"H_\tau"),
    Fraction(1, 2) * kron(X_tau, E * E.T / N),
)

on_block = ((u12, zeros("d", 1)), (u21, zeros("d", 1)))
"""Bindings of the invariant block, for ``where(term, *on_block)``."""
U_0 = Abbrev(matrix("U_0", "d+1", "d+1", tex="U"), block(U11, zeros("d", 1), zeros("d", 1).T, u_1))
r""":math:`U` given :math:`u_{12}=u_{21}=0_d`, where no derivative is taken."""


def given_block(body: Term) -> Op:
    r"""``body``, derivatives included, given :math:`u_{12}=u_{21}=0_d`."""
    return where(body, *on_block)


def coordinate(v: Term, k: TermLike) -> Op:
    """Entry ``k`` of a vector, printed :math:`v^k`."""
    return entry(v, k, 1)


l = Abbrev(  # noqa: E741 - the paper's letter
    scalar("l", tex=r"\tilde\ell"),
    tr(Fraction(1, 2) * u_1**2 * Gam * Lam * U11 * Lam * U11.T - u_1 * Lam**2 * U11.T),
)
r"""The reduced loss :math:`\tilde\ell` (28) = (41), as printed."""
l_min = minimum(l, U11, u_1)
r""":math:`\min_{U_{11},u_{-1}}\tilde\ell(U_{11},u_{-1})`."""
grad_l_squared = norm_F(grad(l, U11)) ** 2 + absolute(grad(l, u_1)) ** 2
r""":math:`\|\nabla\tilde\ell\|_2^2`, as Lemma 12 defines it."""

bracket = 2 - sqrt(d) * sigma**2 * norm_op(Gam)
"""The recurring factor of Lemmas 12, 18, 19."""
residual = u_1 * half(Lam) * U11 * half(Lam) - Lam * inv(Gam)
"""The recurring matrix of Corollary 16, (45), (46)."""
Lam_Theta = norm_F(Lam * Theta)

lower_bound = sqrt(sigma**2 / (2 * sqrt(d) * norm_op(Lam) ** 2) * Lam_Theta**2 * bracket)
"""The lower bound on u_-1 of Lemma 19, (44)."""
mu = Abbrev(
    scalar("mu", tex=r"\mu"),
    sigma**2 / (sqrt(d) * norm_op(Lam) ** 2 * tr(inv(Gam) * inv(Lam)) * tr(inv(Lam))) * Lam_Theta**2 * bracket,
)
"""The constant (30)."""

L_hat = Abbrev(
    scalar("L_hat", "random", tex=r"\hat L"),
    1 / (2 * B) * total(tau, B, per_prompt(tau, (y_hat - inner(w, x_q)) ** 2)),
)
"""The empirical loss (7) over B prompts."""

W_KQ_star = Abbrev(
    matrix("W_KQ_star", "d+1", "d+1", tex="W^{KQ}_*"),
    tr(Gam**-2) ** Fraction(-1, 4) * block(inv(Gam), zeros("d", 1), zeros("d", 1).T, zeros(1, 1)),
)
W_PV_star = Abbrev(
    matrix("W_PV_star", "d+1", "d+1", tex="W^{PV}_*"),
    tr(Gam**-2) ** Fraction(1, 4) * block(zeros("d", "d"), zeros("d", 1), zeros("d", 1).T, term(1)),
)
"""The limits (11)."""
