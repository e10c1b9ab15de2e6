"""Lemma 6.1 in the mean over X, and nearly Bayes optimal risk of GD-beta."""

from __future__ import annotations

from ....proof.chain import AlmostSurely, Combination, Discharge, FromFact, Identity, Positivity, Proof, Step
from ....proof.steps.bounds import MeanOf, SumOf
from ....proof.steps.extrema import ValueAt
from ....statement.props import almost_surely, eq, implies, le, posdef, psd
from ....statement.psd import infimum
from ....statement.terms import Term, expect, eye, half, inv, total, tr, zeros
from ..notation import (
    B_1,
    R_LTB,
    Gamma_star,
    H,
    H_hat,
    I,
    M,
    Phi,
    Psi,
    X,
    b,
    beta_star,
    d,
    least_risk,
    reduced,
    s,
    sigma,
    t,
    u_1,
    w_1,
)
from ..notation_gd import S, by_level, excess_at_j, excess_by_eigenvalues, gd_excess, j, phi_j
from .corollary_6_2 import least_j, ratio, signal_to_noise, small, spread, under, upper_half, value

# The Bayes risk, in the mean over X ------------------------------------------------------------------------

one = eye("d")
gram: Term = half(Psi) * X.T * X * half(Psi) + sigma**2 * one
signal: Term = sigma**2 * (half(Psi) * H * half(Psi))
bayes_excess: Term = tr(signal * inv(gram))
mean_excess: Term = expect(bayes_excess)
bayes_at_j: Term = sigma**2 * phi_j / (M * phi_j + sigma**2)
bayes_sum = total(j, d, bayes_at_j)
jensen = (
    Step("signal", psd(signal), Positivity()),
    Step("gram", posdef(gram), Positivity(), ("sigma > 0",)),
    Step("gram surely", almost_surely(posdef(gram)), AlmostSurely(), ("gram",)),
    Step("mean", posdef(M * (half(Psi) * H * half(Psi)) + sigma**2 * one), Positivity(), ("sigma > 0",)),
    Step("Jensen", le(tr(signal * inv(expect(gram))), mean_excess), FromFact("inverse of a mean", A=gram, B=signal),
         ("signal", "gram surely", "mean", "sigma > 0")),
    Step("mean of the gram", eq(tr(signal * inv(expect(gram))), bayes_sum), Identity(),
         ("mean", "sigma > 0")),
    Step("from below", le(bayes_sum, mean_excess), Combination(1, -1),
         ("Jensen", "mean of the gram", "mean", "sigma > 0")),
)
wide: Term = M * phi_j + sigma**2
MEAN_BELOW = Proof((
    *jensen, *small,
    Step("half", le(least_j / 2, bayes_at_j),
         Combination(sigma**2 / (2 * wide), M * phi_j / (2 * wide)),
         ("at most phi", "at most the level", "sigma > 0")),
    Step("sums", le(total(j, d, least_j / 2), bayes_sum), SumOf(), ("half",)),
    Step("below", le(by_level / 2, mean_excess), Combination(1, 1), ("sums", "from below", "sigma > 0")),
))
nearly = le(gd_excess, (1 + 2 * S) * mean_excess)
NEARLY_BAYES = Proof((
    spread, *value, *jensen, *ratio,
    Step("each", le(excess_at_j, (1 + 2 * S) * bayes_at_j),
         Combination(phi_j / wide, phi_j / wide, plus=(phi_j * (phi_j + t) * (phi_j + tr(Phi)) / (wide * under),)),
         ("phi small", "ratio", "sigma > 0", "t > 0")),
    Step("sums", le(excess_by_eigenvalues, total(j, d, (1 + 2 * S) * bayes_at_j)), SumOf(), ("each",)),
    Step("nearly", nearly, Combination(1, 1, 1 + 2 * S), ("sums", "excess", "from below", "sigma > 0")),
    Step("if bounded", implies(signal_to_noise, nearly), Discharge("ratio"), ("ratio", "nearly")),
))
gain: Term = half(Psi) * inv(gram) * half(Psi) * X.T
step_of_gd: Term = 1 / M * Gamma_star * X.T
gap: Term = step_of_gd - gain
left_over: Term = I - Gamma_star * H_hat
given_best: Term = tr(H * (left_over * Psi * left_over.T + sigma**2 * step_of_gd * step_of_gd.T))
"""The excess of the best GD-beta, given X."""
bound = (1 + 2 * S) * by_level
MEAN_ABOVE = Proof((
    spread, *value, *ratio, *upper_half,
    Step("given X", le(bayes_excess, given_best),
         Combination(plus=(tr(H * (gap * (X * Psi * X.T) * gap.T)), sigma**2 * tr(H * (gap * gap.T)))),
         ("sigma > 0", "t > 0")),
    Step("means", le(mean_excess, expect(given_best)), MeanOf(), ("given X",)),
    Step("mean of GD-beta", eq(expect(given_best), least_risk - sigma**2), Identity(), ("t > 0",)),
    Step("above", le(mean_excess, bound), Combination(1, 1, -1, 1),
         ("means", "mean of GD-beta", "risk", "upper", "sigma > 0", "t > 0")),
    Step("if bounded", implies(signal_to_noise, le(mean_excess, bound)), Discharge("ratio"), ("ratio", "above")),
))

# LTB does no worse than GD-beta ----------------------------------------------------------------------------

best_of_ltb: Term = infimum(R_LTB, *reduced)
at_gd = ((w_1, beta_star), (u_1, -beta_star), (s, 1), (B_1, Gamma_star.T), (b, zeros("d", 1)))
LTB = Proof((
    spread, *value,
    Step("one of them", le(best_of_ltb, least_risk), ValueAt(*at_gd), ("t > 0",), printed="Lemma 5.1"),
    Step("no worse", le(best_of_ltb - sigma**2, gd_excess), Combination(1, -1), ("one of them", "risk")),
))
