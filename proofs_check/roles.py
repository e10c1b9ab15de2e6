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
from typing import Any

from .statement.terms import Sym

Role = tuple[Sym, ...]
"""The symbols of one role: mostly one, more where a paper uses several letters for it, or one of several shapes."""


def _known_as(letter: str) -> Any:
    """A role for which the engines have this letter."""
    return field(default=(), metadata={"letter": letter})


@dataclass(frozen=True, kw_only=True)
class Roles:
    """The symbols of a model by what they are; each argument is a symbol or several."""

    # Sizes, time
    dimension: Role = _known_as("d")
    length: Role = _known_as("N")
    test_length: Role = _known_as("M")
    prompts: Role = _known_as("B")
    context_length: Role = _known_as("n")
    depth: Role = _known_as("k")
    layer: Role = _known_as("l")
    prompt: Role = _known_as("tau")
    time: Role = _known_as("t")
    # The data of linear regression in context
    covariance: Role = _known_as("Lam")
    covariates: Role = _known_as("x")
    query: Role = _known_as("x_q")
    task: Role = _known_as("w")
    labels: Role = _known_as("y")
    query_label: Role = _known_as("y_q")
    noise: Role = _known_as("eps")
    query_noise: Role = _known_as("eps_q")
    noise_level: Role = _known_as("s")
    third_moment: Role = _known_as("m_3")
    fourth_moment: Role = _known_as("m_4")
    prior_mean: Role = _known_as("mu_w")
    prior_covariance: Role = _known_as("Psi")
    sample: Role = _known_as("X")
    embedding: Role = _known_as("E")
    drawn_embedding: Role = _known_as("E_tau")
    # A covariance drawn for each prompt, in general and diagonal, and an independent copy
    drawn_covariance: Role = _known_as("Lam_tau")
    drawn_diagonal: Role = _known_as("lam_tau")
    new_covariance: Role = _known_as("Lam_new")
    new_diagonal: Role = _known_as("lam_new")
    drawn_covariates: Role = _known_as("x_tau")
    drawn_query: Role = _known_as("x_tau_q")
    diagonal_covariates: Role = _known_as("x_lam")
    diagonal_query: Role = _known_as("x_lam_q")
    gram: Role = _known_as("Gam")
    drawn_gram: Role = _known_as("Gam_tau")
    # Linear self-attention: parameters, where training starts, what is derived
    key_query: Role = _known_as("U11")
    value_column: Role = _known_as("u12")
    key_query_row: Role = _known_as("u21")
    value_corner: Role = _known_as("u_-1")
    value_weights: Role = _known_as("W_PV")
    key_query_weights: Role = _known_as("W_KQ")
    value_weights_11: Role = _known_as("W_PV11")
    value_weights_12: Role = _known_as("w_PV12")
    value_weights_21: Role = _known_as("w_PV21")
    value_weights_22: Role = _known_as("w_PV22")
    key_query_weights_11: Role = _known_as("W_KQ11")
    key_query_weights_12: Role = _known_as("w_KQ12")
    key_query_weights_21: Role = _known_as("w_KQ21")
    key_query_weights_22: Role = _known_as("w_KQ22")
    start: Role = _known_as("Theta")
    start_scale: Role = _known_as("sigma")
    prediction: Role = _known_as("y_hat")
    drawn_prediction: Role = _known_as("y_hat_rdm")
    loss: Role = _known_as("L")
    drawn_loss: Role = _known_as("L_rdm")
    diagonal_loss: Role = _known_as("L_diag")
    noisy_loss: Role = _known_as("L_noise")
    prior_loss: Role = _known_as("L_prior")
    attention_output: Role = _known_as("f_LSA")
    # One linear block, and gradient descent from a learnt start
    data_covariance: Role = _known_as("H")
    mean_task: Role = _known_as("beta_star")
    deviation: Role = _known_as("p")
    start_of_descent: Role = _known_as("beta")
    step_of_descent: Role = _known_as("Gamma")
    best_step: Role = _known_as("Gamma_star")
    keys: Role = _known_as("W_K1")
    keys_of_label: Role = _known_as("w_K2")
    queries: Role = _known_as("W_Q1")
    queries_of_label: Role = _known_as("w_Q2")
    outputs: Role = _known_as("W_P1")
    outputs_of_label: Role = _known_as("w_P2")
    values: Role = _known_as("W_V1")
    values_of_label: Role = _known_as("w_V2")
    first_layer: Role = _known_as("W_11")
    first_layer_of_label: Role = _known_as("w_12")
    second_layer: Role = _known_as("W_21")
    second_layer_of_label: Role = _known_as("w_22")
    block_values: Role = _known_as("B_1")
    block_shift: Role = _known_as("b")
    block_skip: Role = _known_as("w_1")
    block_query: Role = _known_as("u_1")
    # Layers of attention
    context_covariance: Role = _known_as("Sigma")
    mask: Role = _known_as("M")
    covariate_weights: Role = _known_as("A")
    first_weights: Role = _known_as("B")
    second_weights: Role = _known_as("C")
    covariate_scales: Role = _known_as("a")
    first_scales: Role = _known_as("b")
    second_scales: Role = _known_as("c")
    steps: Role = _known_as("r")

    def __post_init__(self) -> None:
        for one in fields(self):
            given = getattr(self, one.name)
            object.__setattr__(self, one.name, (given,) if isinstance(given, Sym) else tuple(given))

    def letter(self, sym: Sym) -> str | None:
        """The engines' letter of a symbol; None where it has no role."""
        return self._letters.get(sym)

    @cached_property
    def _letters(self) -> Mapping[Sym, str]:
        return dict(self._pairs())

    @cached_property
    def by_name(self) -> Mapping[str, str]:
        """Letters by the symbols' names, as laws refer to them."""
        return {s.name: letter for s, letter in self._pairs()}

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


LETTERS = frozenset(one.metadata["letter"] for one in fields(Roles))
"""All letters of the engines: a symbol without a role that is called so reaches them under another name."""
