"""Balls, samples and definitions on GD-beta, LTB and LSA: right formulas stand, broken ones go red."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from numeric import block
from proofs_check.claims import Claim, Kind, claim
from proofs_check.papers.zwb.notation import (
    B_1,
    R_LSA,
    R_LTB,
    W_1,
    W_2,
    W_K,
    W_P,
    W_Q,
    W_V,
    D,
    E,
    Gamma,
    Gamma_star,
    H,
    M,
    P,
    P_perp,
    Phi,
    Psi,
    R,
    X,
    attended,
    b,
    beta,
    beta_star,
    d,
    f_GD,
    f_LTB_weights,
    least_risk,
    norm_H_squared,
    reduced,
    s,
    sigma,
    t,
    u_1,
    x,
    y,
)
from proofs_check.statement.laws import expect_given, order
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    always,
    conserved,
    eq,
    ge,
    implies,
    le,
    limit,
    minimisers_satisfy,
    nonconvex,
    posdef,
    tends,
)
from proofs_check.statement.psd import (
    curvature,
    eigenvalue,
    infimum,
    inv_half,
    least_positive_eigenvalue,
    minimum_where,
    projection,
    rank,
)
from proofs_check.statement.terms import (
    Term,
    at0,
    ddt,
    entry,
    eye,
    half,
    index,
    minimum,
    norm_2,
    substitute,
    total,
    tr,
)
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.definition import block as definition_block

RIGHT, WRONG = Verdict.SUPPORTED, {Verdict.REFUTED, Verdict.UNDECIDED}
SIGMA = Psi + D * D.T
i = index("i", "d")
PHI_I = eigenvalue(Phi, i)


def risk(noise: Term = sigma**2, examples: Term = M) -> Term:
    """(C.2), with another noise or another number in place of M."""
    middle = (examples + 1) / examples * (H * SIGMA * H) + (tr(H * SIGMA) + noise) / examples * H
    return noise + tr(H * SIGMA) - 2 * tr(H * Gamma * H * SIGMA) + tr(H * Gamma * middle * Gamma.T)


def asked(name: str, prop: Prop, model: str = "") -> Outcome:
    made: Claim = claim("zwb/asked", kind=Kind.IDENTITY, model=model)(lambda: prop)
    return witness(name).examine(made, made.parts[0], made.parts[0].readings[0], Context())


BOTH = pytest.mark.parametrize("name", ["balls", "sampled"])
STANDS = {
    "the risk of GD-beta": (eq(R, risk()), ""),
    "its minimum": (eq(minimum(R, beta, Gamma), least_risk), ""),
    "its least risk by eigenvalues": (
        eq(least_risk, sigma**2 + total(i, d, PHI_I * (PHI_I + t) / ((M + 1) * PHI_I + t))), "",
    ),
    "minimisers": (minimisers_satisfy(R, eq(H * beta, H * beta_star), beta, Gamma), ""),
    "where the minimum is": (
        minimum_where(R, Prop("and", (eq(beta, beta_star), eq(H * Gamma * H, H * Gamma_star * H))), beta, Gamma), "",
    ),
    "LTB is as good as GD-beta": (eq(infimum(R_LTB, *reduced), least_risk), "ltb"),
    "what the weights predict": (eq(f_LTB_weights, entry(W_2.T * W_1 * attended, d + 1, M + 1)), "ltb"),
    "the covariance of labels": (
        eq(expect_given((y - X * beta_star) * (y - X * beta_star).T, x), X * Psi * X.T + sigma**2 * eye("M")), "",
    ),
    "H^{1/2} and its Moore-Penrose inverse": (eq(projection(H), half(H) * inv_half(H)), ""),
    "a rank": (le(rank(H * Psi * H), rank(Psi)), ""),
    "one function": (almost_surely(eq(f_GD, substitute(f_GD.body, {beta: beta + P_perp * beta_star}))), ""),
}  # fmt: skip
FALLS = {
    "M + 1 in place of M": (eq(R, risk(examples=M + 1)), ""),
    "sigma in place of its square": (eq(R, risk(noise=sigma)), ""),
    "a minimum without noise": (eq(minimum(R, beta, Gamma), least_risk - sigma**2), ""),
    "no inverse of Omega": (eq(minimum(R, beta, Gamma), sigma**2 + tr(H * Psi) - tr(Phi**2)), ""),
    "minimisers at zero": (minimisers_satisfy(R, eq(H * beta, 0 * beta), beta, Gamma), ""),
    "the minimum elsewhere": (minimum_where(R, eq(H * beta, H * beta_star), beta, Gamma), ""),
    "LSA as good as GD-beta": (eq(infimum(R_LSA, u_1, s, B_1, b), least_risk), "lsa"),
    "a mask forgotten": (
        eq(f_LTB_weights, entry(W_2.T * W_1 * (E + 1 / M * (W_P.T * W_V * E * E.T * W_K.T * W_Q * E)), d + 1, M + 1)),
        "ltb",
    ),
    "no projection": (eq(eye("d"), half(H) * inv_half(H)), ""),
    "another function": (almost_surely(eq(f_GD, substitute(f_GD.body, {beta: beta + P * beta_star}))), ""),
    "noise without its square": (eq(expect_given((y - X * beta_star) * (y - X * beta_star).T, x),
                                    X * Psi * X.T + sigma * eye("M")), ""),
}  # fmt: skip


@BOTH
@pytest.mark.parametrize("stated", STANDS.values(), ids=STANDS)
def test_a_right_formula_is_supported(stated: tuple[Prop, str], name: str) -> None:
    assert asked(name, *stated).verdict is RIGHT


@BOTH
@pytest.mark.parametrize("stated", FALLS.values(), ids=FALLS)
def test_a_broken_formula_is_not(stated: tuple[Prop, str], name: str) -> None:
    assert asked(name, *stated).verdict in WRONG


@BOTH
@pytest.mark.parametrize("broken", ["M + 1 in place of M", "sigma in place of its square", "a mask forgotten"])
def test_a_broken_identity_is_refuted_at_a_point_that_is_shown(broken: str, name: str) -> None:
    found = asked(name, *FALLS[broken])
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.startswith("d = 1, M = ")


def test_descent_never_refutes_a_bound_from_below_that_holds() -> None:
    close = ge(infimum(R_LSA, u_1, s, B_1, b), infimum(R_LTB, *reduced) + 1 / (M + 1) * norm_H_squared(beta_star))
    far = ge(infimum(R_LSA, u_1, s, B_1, b), infimum(R_LTB, *reduced) + 2 * norm_H_squared(beta_star))
    assert asked("balls", close, "lsa").verdict is Verdict.SUPPORTED
    assert asked("balls", far, "lsa").verdict is Verdict.UNDECIDED


# Along the flow (6.1) ----------------------------------------------------------------------------------------

ALONG = {
    "the distance on the image of H": always(le(ddt(norm_2(P * D) ** 2), 0)),
    "what never moves": always(eq(P_perp * beta, at0(P_perp * beta))),
    "the risk falls": always(le(ddt(R), 0)),
    "the limit of beta": limit(P * beta, P * beta_star),
    "the limit of Gamma": implies(posdef(H), limit(Gamma, Gamma_star)),
    "what is conserved": conserved(P_perp * Gamma),
}


@pytest.mark.parametrize("stated", ALONG.values(), ids=ALONG)
def test_what_holds_along_the_flow_is_seen_on_enclosed_trajectories(stated: Prop) -> None:
    assert asked("balls", stated).verdict is RIGHT


def test_a_distance_that_may_grow_is_refuted_at_a_start() -> None:
    found = asked("balls", always(le(ddt(norm_H_squared(D)), 0)))
    assert found.verdict is Verdict.REFUTED
    assert "d = 2" in str(found.counterexample)


def test_a_wrong_limit_and_a_moving_constant_are_not_supported() -> None:
    wrong = substitute(Gamma_star, {M: M + 1})
    assert asked("balls", implies(posdef(H), limit(Gamma, wrong))).verdict in WRONG
    assert asked("balls", conserved(P * beta)).verdict is Verdict.REFUTED


def test_curvature_that_is_certainly_negative_proves_nonconvexity_at_points() -> None:
    assert asked("balls", nonconvex(R, beta, Gamma)).verdict is Verdict.REFUTED  # where H is 0 it is a constant
    assert asked("balls", implies(posdef(H), nonconvex(R, beta, Gamma))).verdict is not Verdict.REFUTED
    assert asked("balls", Prop("convex", (R, beta, Gamma))).verdict is Verdict.REFUTED
    assert asked("balls", Prop("convex", (R, Gamma))).verdict is RIGHT


def test_a_variable_in_a_divisor_is_no_constant() -> None:
    q = 1 + s**2
    assert asked("balls", eq(curvature(1 / q, (s, 1)), (6 * s**2 - 2) / q**3)).verdict is not Verdict.REFUTED
    assert asked("balls", eq(curvature(1 / q, (s, 1)), 0 * s)).verdict is not RIGHT
    for f in (1 / q, -1 / q):
        assert asked("balls", Prop("convex", (f, s))).verdict is not RIGHT
    assert asked("balls", eq(curvature(s**4 / (1 + sigma), (s, 1)), 12 * s**2 / (1 + sigma))).verdict is RIGHT


# Definitions -------------------------------------------------------------------------------------------------

DEFINED: Claim = claim("zwb/asked", kind=Kind.DEFINITION)(lambda: eq(R, R))


def compared(name: str) -> tuple[int, str]:
    definition_block._drawn_prompts.cache_clear()
    definition_block._token_matrices.cache_clear()
    definition_block._risks.cache_clear()
    found: tuple[int, str] = getattr(definition_block, name)(DEFINED, DEFINED.parts[0].readings[0].prop)
    return found


@pytest.mark.parametrize("name", ["drawn_prompts", "token_matrices", "risks"])
def test_page_and_code_agree_exactly(name: str) -> None:
    count, difference = compared(name)
    assert (count > 4, difference) == (True, "")


def test_a_mask_forgotten_in_code_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block, "mask", lambda M: np.eye(M + 1, dtype=int))
    assert compared("token_matrices")[1]


def test_another_noise_in_the_sampler_or_the_risk_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right: Any = block.draw

    def louder(problem: block.Problem, *rest: Any) -> block.Prompts:
        return right(block.Problem(problem.H, problem.Psi, problem.beta_star, 2 * problem.sigma), *rest)

    risk_of: Any = block.risk
    monkeypatch.setattr(block, "draw", louder)
    monkeypatch.setattr(block, "risk", lambda at, problem, M: risk_of(at, problem, M + Fraction(1)))
    assert "noise" in compared("drawn_prompts")[1]
    assert compared("risks")[1]


def test_limits_in_the_number_of_examples_are_looked_at_where_it_is_large() -> None:
    newton = implies(posdef(Psi), tends(H * Gamma_star * H, H, M))
    assert asked("balls", newton).verdict is RIGHT
    assert asked("balls", order(least_risk - sigma**2, 1 / M, M)).verdict is RIGHT
    assert asked("balls", order(least_risk - sigma**2, 1 / M**2, M)).verdict is Verdict.UNDECIDED
    assert asked("balls", implies(posdef(Psi), tends(H * Gamma_star * H, 2 * H, M))).verdict is Verdict.UNDECIDED


def test_an_inequality_between_matrices_is_proved_over_boxes_too() -> None:
    bound = ge(norm_2(half(H) * beta) ** 2, least_positive_eigenvalue(H) * norm_2(projection(H) * beta) ** 2)
    assert "every point of the boxes d = 2, root of H" in asked("balls", bound).scope.text
    assert asked("balls", ge(norm_2(half(H) * beta) ** 2, norm_2(projection(H) * beta) ** 2)).verdict is Verdict.REFUTED
