r"""Notation of Sections 4.1 and 4.2, Appendix B: test prompts of length M, labels of any law, shifted covariates.

==================  =======================================  ==========================================================
paper               code                                     meaning
==================  =======================================  ==========================================================
y_i, y_q            ``at(y, i_M), y_q``                      labels from a joint law of (x, y) with x ~ N(0, Lam)
epsilon_i           ``at(eps, i_M)``                         label noise, mean 0, variance s^2
w in R^d            ``w`` held fixed by ``expect_given``     the task of the test prompt
hat y_q             ``y_hat_star``                           the trained model's prediction from M examples (x_i, y_i)
a, b, Sigma         ``a, b, Sigma``                          (15), (47), (48)
==================  =======================================  ==========================================================

The prediction errors of these sections have no factor 1/2.
"""

from __future__ import annotations

from ...statement.laws import cond, prediction_on
from ...statement.terms import Abbrev, Term, TermLike, at, expect, index, inner, inv, matrix, scalar, total, vector
from .notation import Gam, Lam, M, W_KQ_star, W_PV_star, w, x, x_q

i_M = index("i_M", "M", tex="i")
s = scalar("s", "positive")
"""The standard deviation of label noise."""

v = vector("v", "d", "parameter", tex="w")
"""The weights of a linear model that is fitted: the w under a minimum on the page."""
fitted = vector("v", "d", "parameter", tex=r"\hat w")
"""The same in a formula that also speaks of the task w."""

y = scalar("y", "random", "iid", "label")
y_q = scalar("y_q", "random", "label", tex="y_q")
eps = scalar("eps", "random", "iid", "noise", tex=r"\varepsilon")
eps_q = scalar("eps_q", "random", "noise", tex=r"\varepsilon_q")
x_i, y_i, eps_i = at(x, i_M), at(y, i_M), at(eps, i_M)
kappa = Abbrev(scalar("kappa", tex=r"\kappa"), cond(Lam))


def trained_prediction(label: TermLike, covariate: Term = x_i, query: Term = x_q, length: TermLike = M) -> Term:
    """The prediction of the trained model (11) from ``length`` examples (covariate, label), derived from (3)."""
    return prediction_on(W_PV_star, W_KQ_star, i_M, length, covariate, label, query)


y_hat_star = Abbrev(scalar("y_hat_star", "random", tex=r"\hat y_q"), trained_prediction(y_i))
y_hat_linear = Abbrev(scalar("y_hat_linear", "random", tex=r"\hat y_q"), trained_prediction(inner(w, x_i)))
mean_of_examples = 1 / M * total(i_M, M, y_i * x_i)
sample_covariance = 1 / M * total(i_M, M, x_i * x_i.T)

E_xy = expect(y_q * x_q)
r""":math:`\mathbb E_{(x,y)\sim\mathcal D}[xy]`; (x_q, y_q) has the law of every (x_i, y_i)."""
a = Abbrev(vector("a"), inv(Lam) * E_xy)
b = Abbrev(vector("b"), inv(Gam) * E_xy)
Sigma = Abbrev(
    matrix("Sigma", "d", "d", "symmetric", "psd", tex=r"\Sigma"),
    expect((y_q * x_q - E_xy) * (y_q * x_q - E_xy).T),
)


def weighted(v: Term, A: Term) -> Term:
    r""":math:`\|v\|_A^2=v^\top Av`."""
    return v.T * A * v


squared_error = expect((inner(v, x_q) - y_q) ** 2)
r"""The error of the linear model :math:`x\mapsto\langle w,x\rangle` on the law of (x, y)."""
