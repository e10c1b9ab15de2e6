r"""Notation of the experiments: measured quantities, as functions of the prompts of training and test.

==================  ===========================  ==================================================================
quantity            arguments                    meaning
==================  ===========================  ==================================================================
``e_fixed``         (N, panel, M)                mean squared error at the query of the GPT-2 that was trained on
``e_random``                                     prompts of N examples with fixed, random covariance; test prompts of
                                                 M examples from the panel; not normalised
``e_fixed_none``    (N, panel, M)                the same for models without positional encodings
``e_random_none``
``e_LS``            (panel, M)                   that of ordinary least squares (of least norm for M < d)
``e_0``             (panel)                      that of the estimator that predicts 0
``e_LSA``           (panel)                      that of linear self-attention trained on the fixed covariance, in the
                                                 limit of long prompts, given each covariance
``e_task`` ...      (N)                          errors of the fixed-trained model at M = N under shifts of tasks,
                                                 queries, covariates (times ``SHIFT``), and label noise
``p_orthogonal``    (N)                          mean square of its prediction for examples orthogonal to the query
``apart_LS`` ...    (N)                          mean squared difference of its predictions from those of least
                                                 squares, of one step of gradient descent, of linear self-attention
``moved_fixed``     (N, i)                       by how much training moved the encoding of token i, exactly
``moved_random``
``untouched_fixed`` (N, M)                       number of examples of a test prompt that have a token whose encoding
``untouched_random``                             training left as it was drawn
==================  ===========================  ==================================================================

The panel is ``same`` (covariance I) or the scale c of random covariances.  N, c, M range over what was run.
"""

from __future__ import annotations

from ...statement.terms import Op, Sym, TermLike, apply, index, scalar, term

same = scalar("I_d", "panel", tex="I_d")
"""The panel with fixed covariance."""
N_0 = scalar("N_0", "integer", "positive", "training length")
N_2 = scalar("N_2", "integer", "positive", "ablated length")
N_1 = scalar("N_1", "integer", "positive", "training length")
M_0 = scalar("M_0", "integer", "positive", "test length", tex="M")
c_0 = scalar("c_0", "scale", tex="c")
c_1 = scalar("c_1", "scale", tex="c'")
token = index("i_token", "table", tex="i")

SHIFT = 3
"""By how much the shifts of Section 4.2 multiply tasks, queries or covariates."""


def _measured(name: str, tex: str) -> Sym:
    return scalar(name, "function", "measured", tex=tex)


def quantity(sym: Sym, *arguments: TermLike) -> Op:
    """The measured quantity ``sym`` at these arguments."""
    return apply(sym, *(term(argument) for argument in arguments))


e_fixed = _measured("e_fixed", r"e_{fixed}")
e_random = _measured("e_random", r"e_{random}")
e_fixed_none = _measured("e_fixed_none", r"\tilde e_{fixed}")
e_random_none = _measured("e_random_none", r"\tilde e_{random}")
e_LS = _measured("e_LS", r"e_{LS}")
e_0 = _measured("e_0", "e_0")
e_LSA = _measured("e_LSA", r"e_{LSA}")
e_plain = _measured("e_plain", "e")
e_task = _measured("e_task", r"e_{task}")
e_query = _measured("e_query", r"e_{query}")
e_covariates = _measured("e_covariates", r"e_{covariates}")
e_noise = _measured("e_noise", r"e_{noise}")
p_orthogonal = _measured("p_orthogonal", r"p_\perp")
apart_LS = _measured("apart_LS", r"\Delta_{LS}")
apart_step = _measured("apart_step", r"\Delta_{GD}")
apart_0 = _measured("apart_0", r"\Delta_0")
moved_fixed = _measured("moved_fixed", r"\delta_{fixed}")
moved_random = _measured("moved_random", r"\delta_{random}")
untouched_fixed = _measured("untouched_fixed", r"n_{fixed}")
untouched_random = _measured("untouched_random", r"n_{random}")
