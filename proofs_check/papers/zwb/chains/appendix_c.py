"""Appendix C step 3, and the excess risk of Corollary G.1."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    BothWays,
    Combination,
    Discharge,
    FromClaim,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....statement.props import eq, iff, implies, le, psd
from ....statement.psd import inv_half
from ....statement.terms import half, inv, norm_F, zeros
from ..notation import (
    D,
    Gamma,
    Gamma_star,
    Gamma_tilde,
    H,
    I,
    M,
    Omega,
    Phi,
    R,
    in_null,
    in_null_tensor,
    least_risk,
)
from ..notation_gd import A_of, best_risk, excess_of_beta, excess_of_gamma, form_of_beta
from .theorem_5_2 import HD, above_beta, shifted, size_of_beta, vanishes

is_best = eq(Gamma_tilde, Phi * inv(Omega))
null, null_tensor = in_null(H, D), in_null_tensor(H, Gamma - Gamma_star)
LINEAR_SYSTEM = Proof((
    Step("best", is_best, Assume()),
    Step("null tensor", null_tensor, Identity((half(H), half(H))), ("best",)),
    Step("only if", implies(is_best, null_tensor), Discharge("best"), ("best", "null tensor")),
    Step("in the null space", null_tensor, Assume()),
    Step("there", is_best, Identity((inv_half(H), inv_half(H))), ("in the null space",)),
    Step("if", implies(null_tensor, is_best), Discharge("in the null space"), ("in the null space", "there")),
    Step("equivalent", iff(is_best, null_tensor), BothWays(), ("only if", "if")),
))

square = (M + 1) / M * (shifted.T * shifted) + 1 / M * norm_F(Gamma_tilde) ** 2 * I + 1 / (M + 1) * I
SQUARE = Proof((
    Step("square", eq(A_of(Gamma_tilde), square), Identity()),
    Step("bound", psd((M + 1) / M * (shifted.T * shifted) + 1 / M * norm_F(Gamma_tilde) ** 2 * I), Positivity()),
    Step("at least", psd(A_of(Gamma_tilde) - 1 / (M + 1) * I), Positivity(), ("bound",)),
))

no_form = eq(form_of_beta, 0)
NULL_FORM = Proof((
    above_beta,
    Step("no form", no_form, Assume()),
    Step("small", le(size_of_beta, 0), Combination(M + 1, M + 1), ("form of beta", "no form")),
    *vanishes("beta", HD, zeros("d", 1), "small"),
    Step("null", null, Identity((half(H), 1)), ("beta",)),
    Step("only if", implies(no_form, null), Discharge("no form"), ("no form", "null")),
    Step("in the null space", null, Assume()),
    Step("there", no_form, Identity((D.T * half(H) * A_of(Gamma_tilde) * inv_half(H), 1)), ("in the null space",)),
    Step("if", implies(null, no_form), Discharge("in the null space"), ("in the null space", "there")),
    Step("equivalent", iff(no_form, null), BothWays(), ("only if", "if")),
))

EXCESS = Proof((
    Step("minimum", eq(best_risk, least_risk), FromClaim("zwb/theorem-5.2", "a"), printed="Theorem 5.2"),
    Step("excess", eq(R - best_risk, excess_of_beta + excess_of_gamma), Identity(-1), ("minimum",)),
))
