"""Corollary 6.2, its best constants, and nearly Bayes optimal risk."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Combination,
    Discharge,
    FromClaim,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....proof.steps.bounds import AtMostEach, BelowEach, SumOf, TermOfSum
from ....statement.props import conj, eq, gt, implies, le
from ....statement.terms import Term, least, total, tr
from ..notation import H, M, Phi, Psi, d, least_risk, sigma, t
from ..notation_gd import (
    S,
    best_level,
    best_risk,
    by_best_level,
    by_level,
    excess_at_j,
    excess_by_eigenvalues,
    gd_excess,
    j,
    level,
    phi_j,
)

signal_to_noise = le(tr(H * Psi), S * sigma**2)
spread = Step("t > 0", gt(t, 0), Positivity(), ("sigma > 0",))
under: Term = (M + 1) * phi_j + t
below_t = (
    Step("trace", eq(total(j, d, phi_j), tr(Phi)), Identity()),
    Step("one of them", le(phi_j, total(j, d, phi_j)), TermOfSum()),
    Step("phi <= t", le(phi_j, t), Combination(1, 1, plus=(sigma**2,)), ("trace", "one of them")),
)
value = (
    Step("risk", eq(best_risk, least_risk), FromClaim("zwb/theorem-5.2", "a"), ("t > 0",), printed="Theorem 5.2"),
    Step("eigenvalues", eq(least_risk, sigma**2 + excess_by_eigenvalues), FromClaim("zwb/theorem-5.2", "b"),
         ("t > 0",)),
    Step("excess", eq(gd_excess, excess_by_eigenvalues), Combination(1, 1), ("risk", "eigenvalues"),
         printed="Appendix E"),
)

# The best constants ----------------------------------------------------------------------------------------

c_1 = (M + 4) / (3 * M + 4)
least_best = least(phi_j, best_level)
BELOW = Proof((
    *value,
    Step("at most phi", le(least_best, phi_j), AtMostEach()),
    Step("at most the level", le(least_best, best_level), AtMostEach()),
    Step("each", le(c_1 * least_best, excess_at_j),
         Combination((phi_j + c_1 * t) / under, M * (M + 2) / (3 * M + 4) * phi_j / under),
         ("at most phi", "at most the level", "t > 0")),
    Step("sums", le(total(j, d, c_1 * least_best), excess_by_eigenvalues), SumOf(), ("each",)),
    Step("below", le(c_1 * by_best_level, gd_excess), Combination(1, -1), ("sums", "excess")),
))
ABOVE = Proof((
    *value, *below_t,
    Step("below phi", le(excess_at_j, phi_j), Combination(plus=(M * phi_j**2 / under,)), ("t > 0",)),
    Step("below the level", le(excess_at_j, best_level),
         Combination(((M + 2) * phi_j + 2 * t) / ((M + 2) * under)), ("phi <= t", "t > 0")),
    Step("below both", le(excess_at_j, least_best), BelowEach(), ("below phi", "below the level")),
    Step("sums", le(excess_by_eigenvalues, by_best_level), SumOf(), ("below both",)),
    Step("above", le(gd_excess, by_best_level), Combination(1, 1), ("sums", "excess")),
))

# Corollary 6.2 ---------------------------------------------------------------------------------------------

least_j = least(phi_j, level)
bound = (1 + 2 * S) * by_level
small = (
    Step("at most phi", le(least_j, phi_j), AtMostEach()),
    Step("at most the level", le(least_j, level), AtMostEach()),
)
ratio = (
    Step("ratio", signal_to_noise, Assume()),
    Step("trace", eq(total(j, d, phi_j), tr(Phi)), Identity()),
    Step("one of them", le(phi_j, total(j, d, phi_j)), TermOfSum()),
    Step("phi small", le(phi_j, S * sigma**2), Combination(1, 1, 1), ("trace", "one of them", "ratio")),
)
scaled: Term = excess_at_j / (1 + 2 * S)
lower_half = (
    *small,
    Step("half", le(least_j / 2, excess_at_j),
         Combination((phi_j + t) / (2 * under), M * phi_j / (2 * under),
                     plus=((phi_j**2 + phi_j * tr(Phi)) / (2 * under),)),
         ("at most phi", "at most the level", "t > 0")),
    Step("half sums", le(total(j, d, least_j / 2), excess_by_eigenvalues), SumOf(), ("half",)),
    Step("lower", le(by_level / 2, gd_excess), Combination(1, -1), ("half sums", "excess")),
)
upper_half = (
    Step("below phi", le(scaled, phi_j),
         Combination(plus=(M * phi_j**2 / under / (1 + 2 * S), 2 * S * phi_j / (1 + 2 * S))), ("t > 0",)),
    Step("below the level", le(scaled, level),
         Combination(1 / (M + 1) / (1 + 2 * S), 1 / (M + 1) / (1 + 2 * S),
                     plus=(sigma**2 / (M * (M + 1)), (phi_j + t) * t / ((M + 1) * under) / (1 + 2 * S))),
         ("phi small", "ratio", "t > 0")),
    Step("below both", le(scaled, least_j), BelowEach(), ("below phi", "below the level")),
    Step("sums", le(total(j, d, scaled), by_level), SumOf(), ("below both",)),
    Step("upper", le(gd_excess, bound), Combination(1 + 2 * S, 1), ("sums", "excess")),
)
BOTH = Proof((
    spread, *value, *ratio, *lower_half, *upper_half,
    Step("both", implies(signal_to_noise, conj(le(by_level / 2, gd_excess), le(gd_excess, bound))),
         Discharge("ratio"), ("ratio", "lower", "upper")),
))
