"""Notation of (23), Section 4.3: the trained model on a new prompt with its own random covariance."""

from __future__ import annotations

from ...statement.laws import prediction_on
from ...statement.props import ne
from ...statement.terms import Abbrev, Term, at, expect, inner, inv, scalar, total, vector
from .notation import I, M, w
from .notation_prompts import i_M
from .notation_random import (
    E_Gam_Lam2,
    E_Lam,
    E_Lam2,
    Lam_diag,
    Lam_new_diag,
    W_KQ_rdm,
    W_PV_rdm,
    x_test,
    x_test_q,
)

factor = E_Lam2 * inv(E_Gam_Lam2)
r""":math:`[\mathbb E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}`."""
E_Lam3 = expect(Lam_diag**3)
cubic_factor = E_Lam2 * inv(E_Lam3)
r"""Its limit as N grows, :math:`[\mathbb E\Lambda_\tau^2][\mathbb E\Lambda_\tau^3]^{-1}`."""
limit_error = factor * Lam_new_diag - I
"""What is to be close to 0 so that the prediction is close to the truth."""

x_i = at(x_test, i_M)
query = vector("x_query", tex="x_q")
"""A query that is held fixed."""
task = vector("w_test", tex="w")
"""A task that is held fixed."""
examples = 1 / M * total(i_M, M, x_i * x_i.T)


def trained_on_random(query: Term, task: Term = task, covariate: Term = x_i) -> Term:
    """The prediction at convergence, (22), from M examples (x_i, <w, x_i>)."""
    return prediction_on(W_PV_rdm, W_KQ_rdm, i_M, M, covariate, inner(task, covariate), query)


def error_on(covariate: Term, query: Term) -> Term:
    """The prediction error E (hat y_q - <w, x_q>)^2 of the model trained on random covariances."""
    return expect((trained_on_random(query, w, covariate) - inner(w, query)) ** 2)


y_hat_new = Abbrev(scalar("y_hat_new", "random", tex=r"\hat y_q"), trained_on_random(x_test_q))
error_rdm = error_on(x_i, x_test_q)
really_random = ne(E_Lam2, E_Lam**2)
"""Some entry of the covariance is not deterministic."""
