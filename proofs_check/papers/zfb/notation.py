r"""Notation of Zhang, Frei, Bartlett, arXiv 2306.09927, and its conventions.

=============  ==================================  ===========  ====================================================
paper          code                                shape        where defined
=============  ==================================  ===========  ====================================================
d, N, M        ``d, N, M``                         integers     covariate dimension, training and test prompt length
Lambda         ``Lam``                             (d, d)       Section 3.3, positive definite
Gamma          ``Gam``                             (d, d)       Theorem 4, (37): (1 + 1/N) Lam + tr(Lam)/N I
E              ``E``                               (d+1, N+1)   (4); columns (x_i, y_i), last column (x_q, 0)
x_i, x_q, w    ``x, x_q, w``                       (d, 1)       Section 3.3: N(0, Lam), N(0, Lam), N(0, I)
hat Lambda     ``Lam_hat``                         (d, d)       (32): (1/N) sum_i x_i x_i^T
W^PV, W^KQ     ``W_PV, W_KQ``                      (d+1, d+1)   (3), blocks (5)
U              ``U``                               (d+1, d+1)   Lemma 9: blocks U11, u12, u21, u_1
Theta, sigma   ``Theta, sigma``                    (d, d), 1    Assumption 3
=============  ==================================  ===========  ====================================================

Conventions: attention enters with a plus sign; the product :math:`EE^\top` runs over all N+1 columns, the query
column included; it is divided by N in training and by M at test time; the loss (8) has the factor 1/2;
:math:`\mathrm{Vec}` stacks columns; :math:`\langle A,B\rangle=\mathrm{tr}(AB^\top)`.
"""

from __future__ import annotations

from fractions import Fraction

from ...statement.terms import (
    Abbrev,
    Term,
    at,
    block,
    eye,
    half,
    index,
    inv,
    kron,
    matrix,
    norm_F,
    norm_op,
    scalar,
    sqrt,
    total,
    tr,
    vec,
    vector,
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

# Prompt: random symbols; ``x`` is the family x_1, ..., x_N.
x = vector("x", "d", "random", "iid")
x_q = vector("x_q", "d", "random", tex="x_q")
w = vector("w", "d", "random")
E = matrix("E", "d+1", "N+1", "random", "prompt")
y_hat = scalar("y_hat", "random", "derived", tex=r"\hat y_q")
"""The prediction of the layer (3) on the embedding (4) with parameters U of Lemma 9, derived from the definition."""
L = scalar("L", "derived")
"""The population loss (8) over all of U, derived from the definition."""
i = index("i", "N")
Lam_hat = Abbrev(matrix("Lam_hat", "d", "d", "symmetric", "random", tex=r"\hat\Lambda"), 1 / N * total(i, N, at(x, i) * at(x, i).T))

# Parameters.
U11 = matrix("U11", "d", "d", "parameter", tex="U_{11}")
u12 = vector("u12", "d", "parameter", tex="u_{12}")
u21 = vector("u21", "d", "parameter", tex="u_{21}")
u_1 = scalar("u_-1", "parameter", tex="u_{-1}")
U = Abbrev(matrix("U", "d+1", "d+1"), block(U11, u12, u21.T, u_1))
u = Abbrev(vector("u", "(d+1)^2"), vec(U))

X_tau = Abbrev(matrix("X_tau", "d+1", "d+1", "symmetric", "random", tex=r"X_\tau"), block(zeros("d", "d"), x_q, x_q.T, zeros(1, 1)))
Z_tau = Abbrev(matrix("Z_tau", "d+1", "d+1", "symmetric", "random", tex=r"Z_\tau"), 1 / N * (E * E.T))
H_tau = Abbrev(
    matrix("H_tau", "(d+1)^2", "(d+1)^2", "symmetric", "random", tex=r"H_\tau"),
    Fraction(1, 2) * kron(X_tau, E * E.T / N),
)

on_block = ((u12, zeros("d", 1)), (u21, zeros("d", 1)))
"""Bindings of the invariant block, for ``where(term, *on_block)``."""


l = Abbrev(  # noqa: E741 - the paper's letter
    scalar("l", tex=r"\tilde\ell"),
    tr(Fraction(1, 2) * u_1**2 * Gam * Lam * U11 * Lam * U11.T - u_1 * Lam**2 * U11.T),
)
r"""The reduced loss :math:`\tilde\ell` (28) = (41), as printed."""

bracket = 2 - sqrt(d) * sigma**2 * norm_op(Gam)
"""The recurring factor of Lemmas 12, 18, 19."""
residual = u_1 * half(Lam) * U11 * half(Lam) - Lam * inv(Gam)
"""The recurring matrix of Corollary 16, (45), (46)."""
Lam_Theta = norm_F(Lam * Theta)
