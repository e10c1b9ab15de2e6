"""Roles: which symbols of a claim are the covariance, the query, the noise ... of a model that engines know.

A paper says it in its ``model.py``, with the symbols themselves; a claim about the same model in other letters brings a
model of its own (:func:`proofs_check.lsa.in_letters`).  Engines have letters of their own for these roles, listed here
and nowhere else: what they read is a claim in their letters (:mod:`proofs_check.naming`), in which every symbol that
has no role bears a name that is none of them.  So no name that somebody writes means anything.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property

from .statement.terms import Sym

Role = tuple[Sym, ...]
"""The symbols of one role: mostly one, more where a paper uses several letters for it, or one of several shapes."""


def _as(letter: str) -> dict[str, str]:
    """That the engines have this letter for a role."""
    return {"letter": letter}


@dataclass(frozen=True, kw_only=True)
class Roles:
    """The symbols of a model by what they are (see :func:`roles_of`)."""

    # Sizes, time
    dimension: Role = field(default=(), metadata=_as("d"))
    length: Role = field(default=(), metadata=_as("N"))
    test_length: Role = field(default=(), metadata=_as("M"))
    prompts: Role = field(default=(), metadata=_as("B"))
    context_length: Role = field(default=(), metadata=_as("n"))
    depth: Role = field(default=(), metadata=_as("k"))
    layer: Role = field(default=(), metadata=_as("l"))
    prompt: Role = field(default=(), metadata=_as("tau"))
    time: Role = field(default=(), metadata=_as("t"))
    # The data of linear regression in context
    covariance: Role = field(default=(), metadata=_as("Lam"))
    covariates: Role = field(default=(), metadata=_as("x"))
    query: Role = field(default=(), metadata=_as("x_q"))
    task: Role = field(default=(), metadata=_as("w"))
    labels: Role = field(default=(), metadata=_as("y"))
    query_label: Role = field(default=(), metadata=_as("y_q"))
    noise: Role = field(default=(), metadata=_as("eps"))
    query_noise: Role = field(default=(), metadata=_as("eps_q"))
    noise_level: Role = field(default=(), metadata=_as("s"))
    third_moment: Role = field(default=(), metadata=_as("m_3"))
    fourth_moment: Role = field(default=(), metadata=_as("m_4"))
    prior_mean: Role = field(default=(), metadata=_as("mu_w"))
    prior_covariance: Role = field(default=(), metadata=_as("Psi"))
    sample: Role = field(default=(), metadata=_as("X"))
    embedding: Role = field(default=(), metadata=_as("E"))
    drawn_embedding: Role = field(default=(), metadata=_as("E_tau"))
    # A covariance drawn for each prompt, in general and diagonal, and an independent copy
    drawn_covariance: Role = field(default=(), metadata=_as("Lam_tau"))
    drawn_diagonal: Role = field(default=(), metadata=_as("lam_tau"))
    new_covariance: Role = field(default=(), metadata=_as("Lam_new"))
    new_diagonal: Role = field(default=(), metadata=_as("lam_new"))
    drawn_covariates: Role = field(default=(), metadata=_as("x_tau"))
    drawn_query: Role = field(default=(), metadata=_as("x_tau_q"))
    diagonal_covariates: Role = field(default=(), metadata=_as("x_lam"))
    diagonal_query: Role = field(default=(), metadata=_as("x_lam_q"))
    gram: Role = field(default=(), metadata=_as("Gam"))
    drawn_gram: Role = field(default=(), metadata=_as("Gam_tau"))
    # Linear self-attention: parameters, where training starts, what is derived
    key_query: Role = field(default=(), metadata=_as("U11"))
    value_column: Role = field(default=(), metadata=_as("u12"))
    key_query_row: Role = field(default=(), metadata=_as("u21"))
    value_corner: Role = field(default=(), metadata=_as("u_-1"))
    value_weights: Role = field(default=(), metadata=_as("W_PV"))
    key_query_weights: Role = field(default=(), metadata=_as("W_KQ"))
    value_weights_11: Role = field(default=(), metadata=_as("W_PV11"))
    value_weights_12: Role = field(default=(), metadata=_as("w_PV12"))
    value_weights_21: Role = field(default=(), metadata=_as("w_PV21"))
    value_weights_22: Role = field(default=(), metadata=_as("w_PV22"))
    key_query_weights_11: Role = field(default=(), metadata=_as("W_KQ11"))
    key_query_weights_12: Role = field(default=(), metadata=_as("w_KQ12"))
    key_query_weights_21: Role = field(default=(), metadata=_as("w_KQ21"))
    key_query_weights_22: Role = field(default=(), metadata=_as("w_KQ22"))
    start: Role = field(default=(), metadata=_as("Theta"))
    start_scale: Role = field(default=(), metadata=_as("sigma"))
    prediction: Role = field(default=(), metadata=_as("y_hat"))
    drawn_prediction: Role = field(default=(), metadata=_as("y_hat_rdm"))
    loss: Role = field(default=(), metadata=_as("L"))
    drawn_loss: Role = field(default=(), metadata=_as("L_rdm"))
    diagonal_loss: Role = field(default=(), metadata=_as("L_diag"))
    noisy_loss: Role = field(default=(), metadata=_as("L_noise"))
    prior_loss: Role = field(default=(), metadata=_as("L_prior"))
    attention_output: Role = field(default=(), metadata=_as("f_LSA"))
    # One linear block, and gradient descent from a learnt start
    data_covariance: Role = field(default=(), metadata=_as("H"))
    mean_task: Role = field(default=(), metadata=_as("beta_star"))
    deviation: Role = field(default=(), metadata=_as("p"))
    start_of_descent: Role = field(default=(), metadata=_as("beta"))
    step_of_descent: Role = field(default=(), metadata=_as("Gamma"))
    best_step: Role = field(default=(), metadata=_as("Gamma_star"))
    keys: Role = field(default=(), metadata=_as("W_K1"))
    keys_of_label: Role = field(default=(), metadata=_as("w_K2"))
    queries: Role = field(default=(), metadata=_as("W_Q1"))
    queries_of_label: Role = field(default=(), metadata=_as("w_Q2"))
    outputs: Role = field(default=(), metadata=_as("W_P1"))
    outputs_of_label: Role = field(default=(), metadata=_as("w_P2"))
    values: Role = field(default=(), metadata=_as("W_V1"))
    values_of_label: Role = field(default=(), metadata=_as("w_V2"))
    first_layer: Role = field(default=(), metadata=_as("W_11"))
    first_layer_of_label: Role = field(default=(), metadata=_as("w_12"))
    second_layer: Role = field(default=(), metadata=_as("W_21"))
    second_layer_of_label: Role = field(default=(), metadata=_as("w_22"))
    block_values: Role = field(default=(), metadata=_as("B_1"))
    block_shift: Role = field(default=(), metadata=_as("b"))
    block_skip: Role = field(default=(), metadata=_as("w_1"))
    block_query: Role = field(default=(), metadata=_as("u_1"))
    # Layers of attention
    context_covariance: Role = field(default=(), metadata=_as("Sigma"))
    mask: Role = field(default=(), metadata=_as("M"))
    covariate_weights: Role = field(default=(), metadata=_as("A"))
    first_weights: Role = field(default=(), metadata=_as("B"))
    second_weights: Role = field(default=(), metadata=_as("C"))
    covariate_scales: Role = field(default=(), metadata=_as("a"))
    first_scales: Role = field(default=(), metadata=_as("b"))
    second_scales: Role = field(default=(), metadata=_as("c"))
    steps: Role = field(default=(), metadata=_as("r"))

    def letter(self, sym: Sym) -> str | None:
        """The engines' letter of a symbol; None where it has no role."""
        return self._letters.get(sym)

    @cached_property
    def _letters(self) -> Mapping[Sym, str]:
        return dict(self._pairs())

    @cached_property
    def pairs(self) -> tuple[tuple[Sym, str], ...]:
        """The symbols, each with the engines' letter of its role."""
        return tuple(self._pairs())

    @cached_property
    def sizes(self) -> Mapping[str, str]:
        """Letters of what counts, by name, as shapes refer to them."""
        return {s.name: letter for s, letter in self._pairs() if s.has("integer")}

    def _pairs(self) -> Iterator[tuple[Sym, str]]:
        for one in fields(self):
            for sym in getattr(self, one.name):
                yield sym, one.metadata["letter"]

    def mapped(self, change: Callable[[Sym], Sym]) -> Roles:
        """The roles with other symbols."""
        return Roles(**{one.name: tuple(map(change, getattr(self, one.name))) for one in fields(self)})


def roles_of(**symbols: Sym | Role) -> Roles:
    """The roles of these symbols, one or several each.

    >>> from .statement.terms import scalar
    >>> roles_of(time=scalar("t")).time
    (t,)
    """
    return Roles(**{name: (given,) if isinstance(given, Sym) else given for name, given in symbols.items()})


LETTERS = frozenset(one.metadata["letter"] for one in fields(Roles))
"""All letters of the engines: a symbol without a role that is called so reaches them under another name."""


def law_of(sym: Sym) -> str:
    """What the law of a noise or a label goes by, of which little is said: each symbol has one of its own, but the
    query of the prompt has that of the examples."""
    return _OF_EXAMPLES.get(sym.name, sym.name)


def letter_of(role: str) -> str:
    """The engines' letter of a role, by its name.

    >>> letter_of("task"), letter_of("covariance")
    ('w', 'Lam')
    """
    return _LETTER_OF[role]


_LETTER_OF = {one.name: str(one.metadata["letter"]) for one in fields(Roles)}
_OF_EXAMPLES = {
    letter_of("query_label"): letter_of("labels"), letter_of("query_noise"): letter_of("noise"),
}  # fmt: skip
