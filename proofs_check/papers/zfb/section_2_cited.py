"""What Sections 1 and 2 cite from other papers: examined on the models of this one."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, Reading, claim
from ...statement.laws import prediction_on, tends_jointly
from ...statement.props import conj, eq, for_all, global_minimum, lt
from ...statement.terms import (
    Abbrev,
    Term,
    block,
    expect,
    inner,
    inv,
    scalar,
    substitute,
    term,
    total,
    zeros,
)
from .notation import U11, Gam, I, L, Lam, M, N, W_KQ_star, W_PV_star, c, d, u12, u21, u_1, w, x_q
from .notation_experiments import N_0, apart_0, apart_LS, apart_step, quantity
from .notation_prompts import i_M, x_i, y_hat_linear

eta = scalar("eta", tex=r"\eta")
shrunk = Abbrev(scalar("eta_N", "positive", tex=r"\eta_N"), 1 / (1 + (d + 1) / N))
"""The step of gradient descent that training on isotropic data ends at."""
nought = zeros("d", 1)


def after_one_step(step: Term) -> Term:
    r"""The prediction at the query after one step of gradient descent from 0 on the examples of the prompt:
    :math:`\eta x_q^\top\frac1M\sum_iy_ix_i`, see zfb/section-2-single-gd-step (a)."""
    return x_q.T * (step / M * total(i_M, M, inner(w, x_i) * x_i))


def attention(W_PV: Term, W_KQ: Term) -> Term:
    """The prediction of linear self-attention with these weights."""
    return prediction_on(W_PV, W_KQ, i_M, M, x_i, inner(w, x_i), x_q)


@claim(
    "zfb/section-2-cited-results",
    kind=Kind.EXPERIMENT,
    source="Sections 1, 2",
    forall=(d, N, M, Lam),
    uses=("zfb/eq-3", "zfb/section-3.3-data-model", "zfb/section-2-single-gd-step"),
    witnesses=("words", "entries", "trained", "gpu"),
    options={"entries": {"largest_d": 2}},
    fidelity=(
        Difference(
            Differs.WEAKER,
            "(b) of one layer of linear self-attention at the limits (11), and (c) of the model of this paper; the "
            "cited works study others, too",
        ),
    ),
)
def cited_results() -> Parts:
    r"""Results the paper cites: (a) Garg et al. (2022): transformers trained on random instances of linear regression:
    "the models' predictions are very similar to those of ordinary least squares". (b) Akyürek et al. (2022), von
    Oswald et al. (2022), isotropic Gaussian data and isotropic Gaussian weights: "the trained transformer's
    predictions mimic those of a single step of gradient descent"; "They also provided a construction of transformers
    which implement this single step of gradient descent." (c) Ahn et al. (2023): "there exist global minima of the
    population objective of the transformer that can achieve small prediction error with anisotropic Gaussian data".
    Left open: every number (none printed here).
    """
    isotropic = attention(substitute(W_PV_star, {Lam: I}), substitute(W_KQ_star, {Lam: I}))
    construction = attention(
        block(zeros("d", "d"), nought, nought.T, term(1)), block(eta * I, nought, nought.T, zeros(1, 1))
    )
    mimics = eq(isotropic, after_one_step(shrunk))
    implements = eq(construction, after_one_step(eta))
    nearest = lt(quantity(apart_LS, N_0), quantity(apart_step, N_0))
    near = lt(20 * quantity(apart_LS, N_0), quantity(apart_0, N_0))
    return {
        "a": [
            Reading("nearer to least squares than to one step of gradient descent", for_all(N_0, nearest),
                    "mean squared differences of the predictions, at M = N"),
            Reading("apart by less than a twentieth of the predictions' size", for_all(N_0, conj(nearest, near)),
                    "a threshold of ours"),
        ],
        # Theorem 4 at Lam = I: the weights that training ends at; the step is 1/(1 + (d+1)/N).
        "b, mimics": mimics,
        "b, construction": implements,
        "c, global minima": global_minimum(L, (U11, inv(c * Gam)), (u12, nought), (u21, nought), (u_1, c)),
        "c, small error": tends_jointly(expect((y_hat_linear - inner(w, x_q)) ** 2), 0, N, M),
    }  # fmt: skip
