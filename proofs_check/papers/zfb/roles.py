"""Which symbols of the paper are what the engines know of linear self-attention on linear tasks."""

from __future__ import annotations

from ...roles import roles_of
from ...statement.terms import matrix, scalar, vector
from . import notation as z
from . import notation_prompts as prompts
from . import notation_random as drawn

roles = roles_of(
    dimension=z.d,
    length=z.N,
    test_length=z.M,
    prompts=z.B,
    prompt=z.tau,
    time=z.t,
    context_length=scalar("n", "integer", "positive"),
    # Section 3.3: covariates N(0, Lam), task N(0, I), and the labels of Section 4.2
    covariance=z.Lam,
    covariates=z.x,
    query=z.x_q,
    task=z.w,
    labels=(prompts.y, scalar("y", "random", "family")),
    query_label=prompts.y_q,
    embedding=z.E,
    gram=z.Gam.sym,
    # Beyond the paper: noise of the labels, a prior of the task
    noise=prompts.eps,
    query_noise=prompts.eps_q,
    noise_level=prompts.s,
    fourth_moment=scalar("m_4", "positive"),
    prior_mean=vector("mu_w", "d"),
    prior_covariance=matrix("Psi", "d", "d", "symmetric", "psd"),
    # Section 4.3: the covariance is drawn for each prompt
    drawn_covariance=drawn.Lam_tau,
    drawn_diagonal=drawn.lam_tau,
    new_covariance=drawn.Lam_new,
    new_diagonal=drawn.lam_new,
    drawn_covariates=drawn.x_tau,
    drawn_query=drawn.x_tau_q,
    diagonal_covariates=drawn.x_lam,
    diagonal_query=drawn.x_lam_q,
    drawn_gram=drawn.Gam_tau.sym,
    drawn_embedding=matrix("E_tau", "d+1", "N+1", "random"),
    # The weights (5), the parameters of Lemma 9, and Assumption 3
    value_weights=z.W_PV.sym,
    key_query_weights=z.W_KQ.sym,
    value_weights_11=z.W_PV11,
    value_weights_12=z.w_PV12,
    value_weights_21=z.w_PV21,
    value_weights_22=z.w_PV22,
    key_query_weights_11=z.W_KQ11,
    key_query_weights_12=z.w_KQ12,
    key_query_weights_21=z.w_KQ21,
    key_query_weights_22=z.w_KQ22,
    key_query=z.U11,
    value_column=z.u12,
    key_query_row=z.u21,
    value_corner=z.u_1,
    start=z.Theta,
    start_scale=z.sigma,
    # What the definition of the model gives
    attention_output=matrix("f_LSA", "d+1", "N+1"),
    prediction=z.y_hat,
    drawn_prediction=drawn.y_hat_rdm,
    loss=z.L,
    drawn_loss=z.L_rdm,
    diagonal_loss=z.L_diag,
    noisy_loss=z.L_noise,
    prior_loss=z.L_prior,
)
