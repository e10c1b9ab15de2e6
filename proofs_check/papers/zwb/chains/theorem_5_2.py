"""Theorem 5.2, Appendix C: the minimal risk, the minimisers, and their one function."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    AtMinimisers,
    Attained,
    BothWays,
    Combination,
    Contradiction,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.steps.curvature import AtSolutions, Rayleigh
from ....statement.props import (
    almost_surely,
    conj,
    eq,
    ge,
    global_minimum,
    gt,
    iff,
    implies,
    le,
    minimisers_satisfy,
    ne,
    posdef,
)
from ....statement.psd import inv_half, minimum_where, pinv
from ....statement.terms import Term, expect, half, inv, norm_2, norm_F, tr, where, zeros
from ..notation import (
    D,
    Gamma,
    Gamma_star,
    Gamma_tilde,
    H,
    I,
    M,
    Omega,
    P,
    Phi,
    Psi,
    R,
    beta,
    beta_star,
    f_GD,
    in_null,
    in_null_tensor,
    least_risk,
    sigma,
    t,
)
from ..notation_gd import (
    A_of,
    best_risk,
    f_star,
    form_of_beta,
    form_of_gamma,
    from_the_best,
    risk_of_gamma,
    solution,
)

best = best_risk
there = ((beta, beta_star), (Gamma, Gamma_star))
HD: Term = half(H) * D
size_of_beta, size_of_gamma = norm_2(HD) ** 2, norm_F(from_the_best) ** 2
shifted = Gamma_tilde - M / (M + 1) * I
over = 1 / (M + 1) * size_of_beta
"""What the quadratic form of beta is at least."""


def vanishes(name: str, X: Term, zero: Term, small: str) -> tuple[Step, ...]:
    """``eq(X, zero)`` under this name, where the premise ``small`` says that the square of its norm is at most 0."""
    size = norm_F(X) ** 2
    return (
        Step(f"{name}: suppose not", ne(X, zero), Assume()),
        Step(f"{name}: then", gt(size, 0), Positivity(), (f"{name}: suppose not",)),
        Step(name, eq(X, zero), Contradiction(f"{name}: suppose not"),
             (f"{name}: suppose not", f"{name}: then", small)),
    )


split = Step("split", eq(R, least_risk + form_of_beta + form_of_gamma), Identity(), printed="(C.5)")
above_beta = Step(
    "form of beta", le(over, form_of_beta),
    Combination(plus=((M + 1) / M * norm_2(shifted * HD) ** 2, 1 / M * norm_F(Gamma_tilde) ** 2 * size_of_beta)),
    printed="Appendix C step 3",
)
above_gamma = Step(
    "form of Gamma", le(t / M * size_of_gamma, form_of_gamma),
    Combination(plus=((M + 1) / M * tr(from_the_best * Phi * from_the_best.T),)),
)
lower = (
    split, above_beta, above_gamma,
    Step("sizes", ge(t / M * size_of_gamma, 0), Positivity(), ("t > 0",)),
    Step("least", ge(R, least_risk), Combination(-1, 1, 1, 1, plus=(over,)),
         ("split", "form of beta", "form of Gamma", "sizes"), printed="(C.5)"),
    Step("attained", eq(where(R, *there), least_risk), Identity(), printed="(C.6)"),
    Step("minimum", eq(best, least_risk), Attained(*there), ("least", "attained"), printed="(C.7)"),
)
MINIMUM = Proof(lower)
at_beta_star = where(R, (beta, beta_star))
C_7 = Proof((
    *lower,
    Step("at beta^*", eq(at_beta_star, risk_of_gamma), Identity(), printed="(C.5)"),
    Step("C.5", le(at_beta_star, R), Combination(-1, 1, -1, plus=(over,)), ("split", "form of beta", "at beta^*")),
    Step("commute", eq(half(H) * Gamma_star * half(H), Phi * inv(Omega)), Identity(), printed="(C.6)"),
    Step("there is least", ge(R, where(R, *there)), Combination(1, -1), ("least", "attained")),
    Step("global", global_minimum(R, *there), Attained(*there), ("there is least",)),
))

# Necessary and sufficient conditions (5.3) -----------------------------------------------------------------

null, null_tensor = in_null(H, D), in_null_tensor(H, Gamma - Gamma_star)
necessary = (
    *lower,
    Step("minimiser", eq(R, best), Assume()),
    Step("small beta", le(size_of_beta, 0), Combination(M + 1, M + 1, M + 1, M + 1, M + 1, M + 1),
         ("minimiser", "minimum", "split", "form of beta", "form of Gamma", "sizes")),
    Step("small Gamma", le(size_of_gamma, 0),
         Combination(M / t, M / t, M / t, M / t, M / t, plus=(M / t * over,)),
         ("minimiser", "minimum", "split", "form of beta", "form of Gamma", "t > 0")),
    *vanishes("beta", HD, zeros("d", 1), "small beta"),
    *vanishes("Gamma", from_the_best, zeros("d", "d"), "small Gamma"),
    Step("null", null, Identity((half(H), 1)), ("beta",)),
    Step("null tensor", null_tensor, Identity((half(H), half(H))), ("Gamma",)),
    Step("both", implies(eq(R, best), solution), Discharge("minimiser"), ("minimiser", "null", "null tensor")),
)
NECESSARY = Proof((
    *necessary,
    Step("necessary", minimisers_satisfy(R, solution, beta, Gamma), AtMinimisers(), ("both",)),
))
sufficient = (
    *lower,
    Step("solution", solution, Assume()),
    Step("beta there", eq(HD, zeros("d", 1)), Identity((inv_half(H), 1)), ("solution#1",)),
    Step("Gamma there", eq(from_the_best, zeros("d", "d")), Identity((inv_half(H), inv_half(H))), ("solution#2",)),
    Step("no form of beta", eq(form_of_beta, 0), Identity((D.T * half(H) * A_of(Gamma_tilde), 1)), ("beta there",)),
    Step("no form of Gamma", eq(from_the_best * Omega * from_the_best.T, zeros("d", "d")),
         Identity((1, Omega * from_the_best.T)), ("Gamma there",)),
    Step("no trace", eq(form_of_gamma, tr(zeros("d", "d"))), Substitution(), ("no form of Gamma",)),
    Step("value", eq(R, best), Combination(1, 1, 1, -1), ("split", "no form of beta", "no trace", "minimum")),
    Step("implied", implies(solution, eq(R, best)), Discharge("solution"), ("solution", "value")),
)
SUFFICIENT = Proof((
    *sufficient,
    Step("sufficient", minimum_where(R, solution, beta, Gamma), AtSolutions(), ("implied",)),
))
only = conj(eq(beta, beta_star), eq(Gamma, Gamma_star))
UNIQUE = Proof((
    *necessary,
    Step("invertible", posdef(H), Assume()),
    Step("image", eq(P, I), Rayleigh(), ("invertible",)),
    Step("beta outside", eq(D - P * D, zeros("d", 1)), Identity((-1, D)), ("image",)),
    Step("only beta", eq(beta, beta_star), Identity((pinv(H), 1), 1), ("null", "beta outside")),
    Step("Gamma outside", eq(Gamma - Gamma_star - P * (Gamma - Gamma_star), zeros("d", "d")),
         Identity((-1, Gamma - Gamma_star)), ("image",)),
    Step("Gamma inside", eq(P * (Gamma - Gamma_star) - P * (Gamma - Gamma_star) * P, zeros("d", "d")),
         Identity((-P * (Gamma - Gamma_star), 1)), ("image",)),
    Step("only Gamma", eq(Gamma, Gamma_star), Identity((pinv(H), pinv(H)), 1, 1),
         ("null tensor", "Gamma outside", "Gamma inside")),
    Step("one", implies(eq(R, best), only), Discharge("minimiser"), ("minimiser", "only beta", "only Gamma")),
    Step("unique", minimisers_satisfy(R, only, beta, Gamma), AtMinimisers(), ("one",)),
    Step("if invertible", implies(posdef(H), minimisers_satisfy(R, only, beta, Gamma)), Discharge("invertible"),
         ("invertible", "unique")),
    Step("there is least", ge(R, where(R, *there)), Combination(1, -1), ("least", "attained")),
    Step("global", global_minimum(R, *there), Attained(*there), ("there is least",)),
))

# One function ----------------------------------------------------------------------------------------------

distance = expect((f_GD - f_star) ** 2)
"""It is the excess risk: the minimiser is an orthogonal projection."""
FUNCTION = Proof((
    *lower,
    Step("distance", eq(distance, form_of_beta + form_of_gamma), Identity()),
    Step("minimiser", eq(R, best), Assume()),
    Step("no distance", eq(distance, 0), Combination(1, -1, 1, 1), ("distance", "split", "minimum", "minimiser")),
    Step("same", almost_surely(eq(f_GD, f_star)), FromFact("vanishing mean square", f=f_GD, g=f_star),
         ("no distance",)),
    Step("at minimisers", implies(eq(R, best), almost_surely(eq(f_GD, f_star))), Discharge("minimiser"),
         ("minimiser", "same")),
    Step("one function", minimisers_satisfy(R, almost_surely(eq(f_GD, f_star)), beta, Gamma), AtMinimisers(),
         ("at minimisers",)),
))

# Without spread: t = 0 -------------------------------------------------------------------------------------

root: Term = half(H) * half(Psi)
of_Gamma: Term = (I - Gamma_tilde) * Phi * (I - Gamma_tilde).T + 1 / M * (Gamma_tilde * Phi * Gamma_tilde.T)
"""What Gamma adds to the risk, but for multiples of t."""
zero = zeros("d", "d")
DEGENERATE = Proof((
    above_beta,
    Step("squares", eq(R, form_of_beta + tr(of_Gamma) + sigma**2 + t / M * norm_F(Gamma_tilde) ** 2), Identity()),
    Step("no spread", eq(t, 0), Assume()),
    Step("no signal", le(norm_F(root) ** 2, 0), Combination(1, plus=(sigma**2,)), ("no spread",)),
    *vanishes("root", root, zero, "no signal"),
    Step("Phi", eq(Phi, zero), Identity((1, root.T)), ("root",)),
    Step("tr Phi", eq(tr(Phi), tr(zero)), Substitution(), ("Phi",)),
    Step("no Gamma", eq(of_Gamma, zero),
         Identity((I - Gamma_tilde, (I - Gamma_tilde).T), (1 / M * Gamma_tilde, Gamma_tilde.T)), ("Phi", "Phi#1")),
    Step("no trace", eq(tr(of_Gamma), tr(zero)), Substitution(), ("no Gamma",)),
    Step("value", eq(R, form_of_beta), Identity(1, 1, -1, 1 + 1 / M * norm_F(Gamma_tilde) ** 2),
         ("squares", "no trace", "tr Phi", "no spread")),
    Step("risk 0", eq(R, 0), Assume()),
    Step("small", le(size_of_beta, 0), Combination(M + 1, -(M + 1), M + 1), ("form of beta", "value", "risk 0")),
    *vanishes("beta", HD, zeros("d", 1), "small"),
    Step("null", null, Identity((half(H), 1)), ("beta",)),
    Step("only if", implies(eq(R, 0), null), Discharge("risk 0"), ("risk 0", "null")),
    Step("in the null space", null, Assume()),
    Step("beta there", eq(HD, zeros("d", 1)), Identity((inv_half(H), 1)), ("in the null space",)),
    Step("no form", eq(R, 0), Identity(1, (D.T * half(H) * A_of(Gamma_tilde), 1)), ("value", "beta there")),
    Step("if", implies(null, eq(R, 0)), Discharge("in the null space"), ("in the null space", "no form")),
    Step("both ways", iff(eq(R, 0), null), BothWays(), ("only if", "if")),
    Step("without spread", implies(eq(t, 0), iff(eq(R, 0), null)), Discharge("no spread"),
         ("no spread", "both ways")),
))
