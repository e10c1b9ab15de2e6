"""Definitions of `zwb`: the page, the symbolic wing's exact values and :mod:`numeric.block`, compared exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from numeric import block

from ...algebras.entries import Setting, exact_values, points
from ...claims import Claim
from ...model import model_of
from ...papers.zwb import notation as zwb
from ...statement.props import Prop
from ...statement.terms import Term, at, expect, stack, tr
from .draws import OUTCOMES, Units

DIMS = (1, 2)
POINTS = 3
LENGTH = 2
DEVIATION = 3
ROOTS = (([[2]], [[3]]), ([[2, 0], [1, 0]], [[3, 0], [1, 1]]))
"""Factors of H, singular for d = 2, and of Psi."""
Wanted = tuple[Term, Any]
"""A term of the page, and what the numeric wing makes of it."""


@lru_cache(maxsize=8)
def _drawn_prompts(claim: Claim) -> tuple[int, str]:
    """What the sampler draws has the covariances of Assumption 3.1; labels and token matrices are those of the page."""
    compared, difference = _token_matrices(claim)
    if difference:
        return compared, difference
    together = stack(stack(at(zwb.x, 1), at(zwb.x, 2)), stack(zwb.x_q, zwb.p))
    for F, G in ROOTS:
        H, Psi = (np.array(root) @ np.array(root).T for root in (F, G))
        d, units = len(H), Units()
        problem = block.Problem(H, Psi, np.arange(d) + 1, DEVIATION)
        found = block.draw(problem, LENGTH, OUTCOMES, units, (F, G))  # type: ignore[arg-type]
        parts = [found.X.reshape(OUTCOMES, -1), found.x, found.task - problem.beta_star]
        joined = np.concatenate(parts, axis=1)
        values = {"H": H, "Psi": Psi}
        exact = {name: [[Fraction(int(x)) for x in row] for row in A] for name, A in values.items()}
        setting = Setting(d, {"M": LENGTH}, values=exact, model=model_of(claim.paper, claim.model))
        stated = np.array(exact_values(expect(together * together.T), setting), dtype=float)
        if not (stated == joined.T @ joined).all():
            return compared, f"numeric.block.draw with H = {H.tolist()}, Psi = {Psi.tolist()}: the covariances"
        noise = np.concatenate([found.y - (found.X * found.task[:, None]).sum(axis=2),
                                (found.target - (found.x * found.task).sum(axis=1))[:, None]], axis=1)  # fmt: skip
        if not (noise.T @ noise == DEVIATION**2 * np.eye(LENGTH + 1)).all():
            return compared, f"numeric.block.draw with H = {H.tolist()}: the noise of the labels"
        compared += 2
    return compared, ""


@lru_cache(maxsize=8)
def _token_matrices(claim: Claim) -> tuple[int, str]:
    """(3.1), (3.2) and the predictions (3.3), (3.4), (5.1), all weights free."""
    compared = 0
    terms: list[Term] = [zwb.E, zwb.mask, zwb.f_LTB_weights, zwb.f_LSA_weights, zwb.f_GD, tr(zwb.beta_tilde)]
    for setting in _settings(claim, terms):
        X, x = _array(setting, "x")[:, :, 0], _vector(setting, "x_q")
        task = _vector(setting, "beta_star") + _vector(setting, "p")
        y = X @ task + _array(setting, "eps").reshape(-1)
        one = X[None], y[None], x[None]
        E, weights = block.tokens(*one), _weights(setting)
        beta, Gamma = _vector(setting, "beta"), _array(setting, "Gamma")
        wanted: list[Wanted] = [
            (zwb.E, E[0]), (zwb.mask, block.mask(len(X))), (zwb.f_LTB_weights, block.ltb(E, weights)),
            (zwb.f_LSA_weights, block.lsa(E, weights)), (zwb.f_GD, block.gradient_descent(beta, Gamma, *one)),
        ]  # fmt: skip
        wrong = _first_wrong(wanted, setting)
        if wrong:
            return compared, wrong
        compared += 1
    return compared, ""


@lru_cache(maxsize=8)
def _risks(claim: Claim) -> tuple[int, str]:
    """(3.5) of LTB, LSA and GD-beta, in their reduced parameters, and of the weights."""
    compared = 0
    for setting in _settings(claim, [zwb.R_LTB, zwb.R_LSA, zwb.R]):
        problem = block.Problem(
            _array(setting, "H"), _array(setting, "Psi"), _vector(setting, "beta_star"), setting.values["sigma"]
        )
        B_1, M = _array(setting, "B_1"), Fraction(setting.lengths["M"])
        w_1, u_1, b = (_vector(setting, name) for name in ("w_1", "u_1", "b"))
        s, step = setting.values["s"], block.as_block(_vector(setting, "beta"), _array(setting, "Gamma"))
        wanted: list[Wanted] = [
            (zwb.R_LTB, block.risk(block.Reduced(w_1, u_1, s, B_1, b), problem, M)),
            (zwb.R_LSA, block.risk(block.Reduced(0 * w_1, u_1, s, B_1, b), problem, M)),
            (zwb.R, block.risk(step, problem, M)),
        ]
        wrong = _first_wrong(wanted, setting)
        if wrong:
            return compared, wrong
        compared += 1
    return compared, ""


def drawn_prompts(claim: Claim, prop: Prop) -> tuple[int, str]:
    """The sampler, and what the page says that it draws; once for all parts of a claim."""
    return _drawn_prompts(claim)


def token_matrices(claim: Claim, prop: Prop) -> tuple[int, str]:
    """Token matrices and the models on them."""
    return _token_matrices(claim)


def risks(claim: Claim, prop: Prop) -> tuple[int, str]:
    """The risks of the models."""
    return _risks(claim)


def _settings(claim: Claim, terms: list[Term]) -> Iterator[Setting]:
    for d in DIMS:
        start = Setting(d, model=model_of(claim.paper, claim.model))
        yield from points(terms, start, ("M",), seed=d, count=POINTS)


def _array(setting: Setting, name: str) -> Any:
    return np.array(setting.values[name], dtype=object)


def _vector(setting: Setting, name: str) -> Any:
    return _array(setting, name).reshape(-1)


def _weights(setting: Setting) -> block.Weights:
    def whole(first: str, last: str) -> Any:
        return np.concatenate([_array(setting, first), _array(setting, last)], axis=1)

    return block.Weights(
        whole("W_K1", "w_K2"), whole("W_Q1", "w_Q2"), whole("W_P1", "w_P2"), whole("W_V1", "w_V2"),
        whole("W_11", "w_12"), whole("W_21", "w_22"),
    )  # fmt: skip


def _first_wrong(wanted: list[Wanted], setting: Setting) -> str:
    """The point at which a term of the page has another value, if one has."""
    for term, value in wanted:
        exact = np.array(exact_values(term, setting), dtype=object)
        if not (exact == np.asarray(value).reshape(exact.shape)).all():
            return ", ".join(f"{name} = {at}" for name, at in {**setting.lengths, **setting.values}.items())
    return ""
