"""The losses that words derives from a model's definition, by the name of their derived symbol, and their flows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from symbolic.flow import Flow, gradient_flow
from symbolic.lsa import PARAMETERS, noisy_loss, population_loss, prior_loss
from symbolic.words import Scalar

from ...statement.fold import Lacks

LOSSES: dict[str, Callable[[], Scalar]] = {
    "L": population_loss,
    "L_noise": noisy_loss,
    "L_prior": prior_loss,
}
"""Derivations from the definition; the parameters are those of Lemma 9."""


@cache
def derived_loss(name: str) -> Scalar:
    """The population loss behind the derived symbol ``name``."""
    if name not in LOSSES:
        raise Lacks(f"words derives the losses {', '.join(LOSSES)}, not {name}")
    return LOSSES[name]()


@cache
def flow_of(name: str, block: bool = False) -> Flow:
    """The gradient flow of that loss in U11, u12, u21, u_-1; with ``block`` on the subspace ``u12 = u21 = 0``."""
    p = PARAMETERS
    flow = gradient_flow(derived_loss(name), (p.U11, p.u12, p.u21, p.u_1))
    if not block:
        return flow
    try:
        return flow.restricted((p.u12, p.u21))
    except ValueError as error:
        raise Lacks(f"words has no flow of {name} on the invariant block: {error}") from error
