"""Linear self-attention in the parameters of Lemma 9, started as Assumption 3 says."""

from __future__ import annotations

from dataclasses import replace

from ...model import Model
from ...statement.terms import term, zeros
from .notation import (
    U11,
    W_KQ11,
    W_PV11,
    L,
    L_diag,
    L_noise,
    L_prior,
    L_rdm,
    Theta,
    on_block,
    sigma,
    u12,
    u21,
    u_1,
    w_KQ12,
    w_KQ21,
    w_KQ22,
    w_PV12,
    w_PV21,
    w_PV22,
)
from .notation_random import Lam_diag, Lam_tau, x_lam, x_lam_q, x_tau, x_tau_q
from .roles import roles

zero, square = zeros("d", 1), zeros("d", "d")

model = Model(
    parameters=(U11, u12, u21, u_1),
    block=on_block,
    initial=(
        (U11, sigma * Theta * Theta.T),
        (u_1, sigma),
        (u12, zero),
        (u21, zero),
        # The same in the weights (5); entries that the prediction does not use are taken zero (Section 3.2).
        (W_KQ11, sigma * Theta * Theta.T),
        (w_PV22, sigma),
        (w_PV21, zero),
        (w_KQ21, zero),
        (W_PV11, square),
        (w_PV12, zero),
        (w_KQ12, zero),
        (w_KQ22, term(0)),
    ),
    loss=L,
    roles=roles,
)
models = {
    "": model,
    "random covariance": replace(model, loss=L_rdm),
    "diagonal covariance": replace(
        model,
        loss=L_diag,
        special_case_of="random covariance",
        special_values=((Lam_tau, Lam_diag), (L_rdm, L_diag), (x_tau, x_lam), (x_tau_q, x_lam_q)),
    ),
    "label noise": replace(model, loss=L_noise),
    "task prior": replace(model, loss=L_prior),
}
"""By training data: Section 3.3; Section 4.3 in general and with a diagonal covariance; beyond the paper."""
