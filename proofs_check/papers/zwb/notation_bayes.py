"""The Bayes estimator of the task given the covariates X, and its risk: Lemma 6.1."""

from __future__ import annotations

from ...statement.terms import Abbrev, Term, expect, eye, half, inv, matrix, tr, vector
from .notation import H, Psi, beta_star, beta_tilde, eps, eps_q, sigma, x_q

X = matrix("X_fixed", "M", "d", tex="X")
"""The covariates of the context, given."""
y = Abbrev(vector("y_given", "M", "random", tex=r"\mathbf y"), X * beta_tilde + eps)
y_q = beta_tilde.T * x_q + eps_q
one = eye("d")


def gram(X: Term) -> Term:
    r""":math:`\Psi^{1/2}X^\top X\Psi^{1/2}+\sigma^2I`."""
    return half(Psi) * X.T * X * half(Psi) + sigma**2 * one


gain: Term = half(Psi) * inv(gram(X)) * half(Psi) * X.T
bayes: Term = beta_star + gain * (y - X * beta_star)
"""The posterior mean of the task."""
B, u = matrix("B", "d", "M"), vector("u", "d")
other: Term = u + B * y
"""Another estimator: affine in the labels, given X."""


def risk(estimate: Term) -> Term:
    r""":math:`\mathcal L(\hat\beta;X)`."""
    return expect((estimate.T * x_q - y_q) ** 2)


def excess(X: Term) -> Term:
    r""":math:`\sigma^2\operatorname{tr}(\Sigma_z(Z^\top Z+\sigma^2I)^{-1})`, :math:`Z=X\Psi^{1/2}`."""
    return tr(sigma**2 * (half(Psi) * H * half(Psi)) * inv(gram(X)))
