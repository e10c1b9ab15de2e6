"""Theorem 6.3, and what decreases along the flow (6.1)."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Combination,
    Continuity,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.steps.curvature import Rayleigh
from ....statement.props import always, conj, eq, global_minimum, implies, le, limit, posdef
from ....statement.terms import Term, at0, ddt, half, norm_2, norm_F, where, zeros
from ..notation import (
    D,
    Gamma,
    Gamma_star,
    Gamma_tilde,
    H,
    I,
    M,
    P,
    P_perp,
    Phi,
    Psi,
    R,
    beta,
    beta_star,
    sigma,
    t,
)
from ..notation_gd import PD, Y, form_of_beta
from . import flow_of_beta
from .flow_of_beta import square
from .theorem_5_2 import above_beta, size_of_beta, vanishes

outside = Gamma - P * Gamma * P
beta_stays = always(eq(P_perp * beta, at0(P_perp * beta)))
gamma_stays = always(eq(outside, at0(outside)))
OF_BETA = Proof((
    *flow_of_beta.to_zero,
    Step("beta stays", beta_stays, FromClaim("zwb/lemma-g.3", "c")),
))
inside, inside_star = P * Gamma * P, P * Gamma_star * P
OF_GAMMA = Proof((
    Step("Y", limit(Y, zeros("d", "d")), FromClaim("zwb/lemma-g.6", "c"), printed="Lemma G.6"),
    Step("Y squared", limit(norm_F(Y) ** 2, 0), Continuity(), ("Y",)),
    Step("P Gamma P", limit(inside, inside_star), FromFact("convergence in norm", A=inside, B=inside_star),
         ("Y squared",)),
    Step("Gamma stays", gamma_stays, FromClaim("zwb/lemma-g.6", "d")),
))
apart: Term = Gamma - Gamma_star
there = ((beta, beta_star), (Gamma, Gamma_star))
both = conj(limit(beta, beta_star), limit(Gamma, Gamma_star))
INVERTIBLE = Proof((
    Step("invertible", posdef(H), Assume()),
    Step("image", eq(P, I), Rayleigh(), ("invertible",)),
    Step("PD", limit(PD, zeros("d", 1)), FromClaim("zwb/lemma-g.3", "b"), printed="Lemma G.3"),
    Step("PD is D", eq(PD, D), Identity((1, D)), ("image",)),
    Step("D", limit(norm_2(PD) ** 2, 0), Continuity(), ("PD",)),
    Step("whole D", eq(norm_2(PD) ** 2, norm_2(D) ** 2), Substitution(), ("PD is D",)),
    Step("D small", always(le(norm_2(D) ** 2, norm_2(PD) ** 2)), Combination(-1), ("whole D",)),
    Step("D >= 0", always(le(0, norm_2(D) ** 2)), Positivity()),
    Step("D to zero", limit(norm_2(D) ** 2, 0), FromFact("squeeze", f=norm_2(D) ** 2, g=norm_2(PD) ** 2),
         ("D >= 0", "D small", "D")),
    Step("beta", limit(beta, beta_star), FromFact("convergence in norm", A=beta, B=beta_star), ("D to zero",)),
    Step("Y", limit(Y, zeros("d", "d")), FromClaim("zwb/lemma-g.6", "c"), printed="Lemma G.6"),
    Step("Y is all", eq(Y, apart), Identity((1, apart), (P * apart, 1)), ("image", "image#1")),
    Step("Y squared", limit(norm_F(Y) ** 2, 0), Continuity(), ("Y",)),
    Step("whole Y", eq(norm_F(Y) ** 2, norm_F(apart) ** 2), Substitution(), ("Y is all",)),
    Step("Y small", always(le(norm_F(apart) ** 2, norm_F(Y) ** 2)), Combination(-1), ("whole Y",)),
    Step("Y >= 0", always(le(0, norm_F(apart) ** 2)), Positivity()),
    Step("Y to zero", limit(norm_F(apart) ** 2, 0), FromFact("squeeze", f=norm_F(apart) ** 2, g=norm_F(Y) ** 2),
         ("Y >= 0", "Y small", "Y squared")),
    Step("Gamma", limit(Gamma, Gamma_star), FromFact("convergence in norm", A=Gamma, B=Gamma_star), ("Y to zero",)),
    Step("if invertible", implies(posdef(H), both), Discharge("invertible"), ("invertible", "beta", "Gamma")),
    Step("least", global_minimum(R, *there), FromClaim("zwb/eq-c.7", "C.7")),
))

MONOTONE = Proof((
    above_beta,
    Step("velocity", eq(ddt(square), -4 * form_of_beta), Identity()),
    Step("velocity of D", eq(ddt(norm_2(D) ** 2), -4 * form_of_beta), Identity()),
    Step("inside", always(le(ddt(norm_2(PD) ** 2), 0)), Combination(1, 4, plus=(4 / (M + 1) * size_of_beta,)),
         ("velocity", "form of beta")),
    Step("everywhere", always(le(ddt(norm_2(D) ** 2), 0)), Combination(1, 4, plus=(4 / (M + 1) * size_of_beta,)),
         ("velocity of D", "form of beta")),
))
BETA = Proof((
    *flow_of_beta.BEST_RATE.steps,
    Step("PD to zero", limit(PD, zeros("d", 1)), FromClaim("zwb/lemma-g.3", "b")),
))
root: Term = half(H) * half(Psi)
STUCK = Proof((
    Step("no spread", eq(t, 0), Assume()),
    Step("no signal", le(norm_F(root) ** 2, 0), Combination(1, plus=(sigma**2,)), ("no spread",)),
    *vanishes("root", root, zeros("d", "d"), "no signal"),
    Step("velocity", eq(where(ddt(Gamma), (beta, beta_star)),
                        2 * (half(H) * (Phi - (M + 1) / M * (Gamma_tilde * Phi) - t / M * Gamma_tilde) * half(H))),
         Identity()),
    Step("there", eq(where(ddt(Gamma), (beta, beta_star)), zeros("d", "d")),
         Identity(1, (2 * half(H) * (I - (M + 1) / M * Gamma_tilde), half(Psi) * H),
                  -(2 / M) * half(H) * Gamma_tilde * half(H)),
         ("velocity", "root", "no spread")),
    Step("stuck", implies(eq(t, 0), eq(where(ddt(Gamma), (beta, beta_star)), zeros("d", "d"))),
         Discharge("no spread"), ("no spread", "there")),
))
