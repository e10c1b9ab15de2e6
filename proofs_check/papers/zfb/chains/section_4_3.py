"""Proofs for Section 4.3 after Theorem 8: the limit (23), and why the trained model fails."""

from __future__ import annotations

from ....proof.chain import (
    AlmostSurely,
    Antisymmetry,
    Assume,
    Combination,
    Continuity,
    Contradiction,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....proof.steps.bounds import Entrywise, TermOfSum
from ....statement.laws import delta, tends_jointly
from ....statement.props import almost_surely, eq, ge, gt, implies, le, lt, tends
from ....statement.terms import entry, expect, norm_F, total, tr
from ..notation import I, M, N, d, i_d, j
from ..notation_new_prompt import (
    cubic_factor,
    error_rdm,
    examples,
    factor,
    limit_error,
    really_random,
    task,
    y_hat_new,
)
from ..notation_prompts import i_M
from ..notation_random import (
    E_Lam,
    E_Lam2,
    Lam_diag,
    Lam_new_diag,
    gamma_i,
    lam_i,
    lam_new,
    x_test,
    x_test_q,
    xi_i,
)

prediction = x_test_q.T * factor * examples * task
limit_prediction = x_test_q.T * factor * Lam_new_diag * task

EQ_23 = Proof((
    Step("(a)", eq(y_hat_new, prediction), Identity(), printed="the prediction by the trained transformer"),
    Step("sample covariance", almost_surely(tends(examples, Lam_new_diag, M)),
         FromFact("strong law for sample covariances", X=x_test, i=i_M, n=M, k=d, V=lam_new),
         printed="from the strong law of large numbers"),
    Step("suppose it tends", tends(examples, Lam_new_diag, M), Assume()),
    Step("so does the prediction", tends(prediction, limit_prediction, M), Continuity(), ("suppose it tends",)),
    Step("whenever", implies(tends(examples, Lam_new_diag, M), tends(prediction, limit_prediction, M)),
         Discharge("suppose it tends"), ("suppose it tends", "so does the prediction")),
    Step("(b)", almost_surely(tends(prediction, limit_prediction, M)), AlmostSurely(),
         ("sample covariance", "whenever"), printed="almost surely when M -> infinity"),
))

distance = expect(norm_F(limit_error) ** 2)
deviation = expect((lam_i - expect(lam_i)) ** 2)
"""The variance of the entry i."""
share = (xi_i / gamma_i) ** 2 * deviation
shares = total(i_d, d, share)
square_of_mean = E_Lam**2
NOT_THE_IDENTITY = Proof((
    Step("random", really_random, Assume(), printed="when Lam_tau is random"),
    Step("suppose close", le(distance, 0), Assume(), ours=True),
    Step("parts", eq(distance, shares + norm_F(factor * E_Lam - I) ** 2), Identity(), ours=True),
    Step("one part", le(share, shares), TermOfSum(), ours=True),
    Step("no spread", le(deviation, 0), Combination(*(sign * (gamma_i / xi_i) ** 2 for sign in (1, 1, 1)),
         plus=((gamma_i / xi_i) ** 2 * norm_F(factor * E_Lam - I) ** 2,)), ("suppose close", "parts", "one part"),
         ours=True),
    Step("spread", le(0, deviation), Combination(plus=(deviation,)), ours=True),
    Step("none", eq(deviation, 0), Antisymmetry(), ("no spread", "spread"), ours=True),
    Step("entries", eq(entry(E_Lam2, i_d, j), entry(square_of_mean, i_d, j)), Identity(delta(i_d, j)), ("none",),
         ours=True),
    Step("deterministic", eq(E_Lam2, square_of_mean), Entrywise(), ("entries",), ours=True),
    Step("not close", gt(distance, 0), Contradiction("suppose close"), ("suppose close", "deterministic", "random"),
         ours=True),
    Step("so", implies(really_random, gt(distance, 0)), Discharge("random"), ("random", "not close"),
         printed="this clearly does not hold in general"),
))

EXAMPLE = Proof((
    Step("line", tends_jointly(error_rdm, d / 3, M, N),
         FromClaim("zfb/section-4.3-lsa-limit-line", "c = 1", "not normalised"), printed="This shows that"),
    Step("positive", lt(0, d / 3), Positivity()),
))

limiting = tr(E_Lam - cubic_factor * E_Lam2)
away = cubic_factor * Lam_diag - I
mean_square = expect(tr(Lam_diag * away * away.T))
ANY_LAW = Proof((
    Step("value", eq(limiting, mean_square), Identity()),
    Step("squares", eq(mean_square, expect(tr(away * Lam_diag * away.T))), Identity()),
    Step("not negative", ge(mean_square, 0), Combination(-1, plus=(expect(tr(away * Lam_diag * away.T)),)),
         ("squares",)),
))
