"""Which symbols of the paper are what the engines know of a linear block, and of gradient descent from a learnt start.
"""

from __future__ import annotations

from ...model import TIME
from ...roles import roles_of
from . import notation as z

roles = roles_of(
    dimension=z.d,
    test_length=z.M,
    time=TIME,
    data_covariance=z.H,
    prior_covariance=z.Psi,
    mean_task=z.beta_star,
    start_scale=z.sigma,
    covariates=z.x,
    query=z.x_q,
    deviation=z.p,
    noise=z.eps_i,
    query_noise=z.eps_q,
    labels=z.y.sym,
    query_label=z.y_q.sym,
    sample=z.X.sym,
    keys=z.W_K1,
    keys_of_label=z.w_K2,
    queries=z.W_Q1,
    queries_of_label=z.w_Q2,
    outputs=z.W_P1,
    outputs_of_label=z.w_P2,
    values=z.W_V1,
    values_of_label=z.w_V2,
    first_layer=z.W_11,
    first_layer_of_label=z.w_12,
    second_layer=z.W_21,
    second_layer_of_label=z.w_22,
    embedding=z.E.sym,
    start_of_descent=z.beta,
    step_of_descent=z.Gamma,
    best_step=z.Gamma_star.sym,
    block_values=z.B_1,
    block_shift=z.b,
    block_skip=z.w_1,
    block_query=z.u_1,
    noise_level=z.s,
    attention_output=z.f_LSA.sym,
)
