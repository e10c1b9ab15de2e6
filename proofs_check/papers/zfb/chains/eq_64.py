"""The end of the proof of Lemma 28, Appendix C.3: decay of the loss, (64), (65), and the limits (63) and (22)."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    Combination,
    Continuity,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Proof,
    Step,
    Substitution,
)
from ....proof.facts import flow_exists
from ....proof.steps.bounds import Distinct, Entrywise, SumOf
from ....statement.laws import delta, prediction_on, total_unequal
from ....statement.props import always, chain, conj, eq, ge, gt, implies, le, limit
from ....statement.terms import at, at0, ddt, entry, exp, expect, half, inner, norm_F, sqrt, total, tr, zeros
from ..notation import U11, KQ_of_u, L_diag, N, PV_of_u, d, given_block, i, i_d, j, t, u12, u21, u_1, w
from ..notation_random import (
    W_KQ_rdm,
    W_PV_rdm,
    gamma_i,
    l_rdm,
    l_rdm_min,
    least_curvature,
    limit_matrix,
    limit_size,
    u_ii,
    u_ij,
    x_lam,
    x_lam_q,
    xi_i,
    zeta_ij,
)
from .lemma_21 import block_zero
from .lemma_24 import gap, off_diagonal, on_diagonal
from .lemma_26 import descent
from .lemma_27 import lower_bound_rdm
from .lemma_28 import difference, gradient_squared, nu, pl, smallest, unequal

nu_whole = nu(sqrt(d))
"""The larger of the two constants that the scan of (61) leaves open."""
drop = l_rdm - l_rdm_min
envelope = exp(-(nu_whole * t)) * (at0(l_rdm) - l_rdm_min)
sums = on_diagonal + off_diagonal
zero = zeros("d", 1)
y_hat_lam = prediction_on(PV_of_u, KQ_of_u, i, N, at(x_lam, i), inner(w, at(x_lam, i)), x_lam_q)
"""The prediction with parameters U on a training prompt."""

exists = (
    Step("population loss", eq(L_diag, Fraction(1, 2) * expect((y_hat_lam - inner(w, x_lam_q)) ** 2)), Identity(),
         printed="(20)", ours=True),
    Step("bounded below", ge(L_diag, 0), Combination(-1, plus=(Fraction(1, 2) * expect((y_hat_lam - inner(w,
         x_lam_q)) ** 2),)), ("population loss",), ours=True),
    Step("for all times", flow_exists(L_diag), FromFact("continuation of bounded solutions", f=L_diag, c=0),
         ("bounded below",), ours=True, printed="the paper takes for granted that the flow exists for all t >= 0"),
)
"""Global existence of the flow."""

decay = (
    descent[0],
    Step("Lemma 28", conj(gt(nu_whole, 0), always(pl(nu_whole))), FromClaim("zfb/lemma-28", reading="sqrt(d)"),
         printed="the PL Inequality (62)"),
    Step("rate of the gap", eq(given_block(ddt(drop)), -gradient_squared), Identity(),
         printed="from the dynamics of gradient flow"),
    Step("decrease", always(le(-gradient_squared, -(nu_whole * drop))), Combination(1), ("Lemma 28#2",),
         printed="and the PL Inequality"),
    Step("gap on the block", always(eq(ddt(drop), given_block(ddt(drop)))), Substitution(), ("block",), ours=True),
    Step("gap along", always(le(ddt(drop), -(nu_whole * drop))), Combination(1, 1, 1),
         ("gap on the block", "rate of the gap", "decrease")),
    Step("Gronwall", always(le(drop, exp(-(nu_whole * t)) * at0(drop))),
         FromFact("Gronwall's inequality", f=drop, c=nu_whole), ("gap along",), printed="by Gronwall's inequality"),
    difference,
    Step("above the minimum", le(0, drop), Combination(-1, plus=(gap,)), ("Lemma 24",)),
    Step("under the envelope", always(le(drop, envelope)), Combination(1), ("Gronwall",)),
    *exists,
    Step("envelope", limit(envelope, 0), FromFact("exponential decay", c=nu_whole, k=at0(l_rdm) - l_rdm_min, g=L_diag),
         ("Lemma 28#1", "for all times"), printed="-> 0"),
    Step("loss", limit(drop, 0), FromFact("squeeze", f=drop, g=envelope),
         ("above the minimum", "under the envelope", "envelope"), printed="which by Gronwall's inequality implies"),
    Step("twice the loss", limit(2 * drop, 0), Continuity(), ("loss",)),
    Step("doubled", eq(2 * drop, sums), Identity(2), ("Lemma 24",)),
    Step("(c)", limit(sums, 0), Substitution(into="twice the loss"), ("twice the loss", "doubled"),
         printed="From Lemma 24, we know"),
)
"""The loss decays, and so do the sums of (55)."""

error = norm_F(u_1 * U11 - limit_matrix)
deviation = u_ii * u_1 - xi_i / gamma_i
root_of_size = sqrt(norm_F(u_1 * U11))
u_limit, U_limit = half(limit_size), limit_size ** Fraction(-1, 2) * limit_matrix
to_matrix = (
    *smallest,
    Step("near on the diagonal", le(least_curvature * deviation**2, gamma_i * deviation**2), Combination(deviation**2),
         ("eta and gamma",)),
    Step("diagonal distance", le(total(i_d, d, least_curvature * deviation**2), on_diagonal), SumOf(),
         ("near on the diagonal",)),
    Step("near elsewhere", le(least_curvature * (u_1**2 * u_ij**2), zeta_ij * u_1**2 * u_ij**2),
         Combination(u_1**2 * u_ij**2), ("eta and zeta",)),
    Step("near for all pairs", implies(unequal, le(least_curvature * (u_1**2 * u_ij**2), zeta_ij * u_1**2 * u_ij**2)),
         Discharge("unequal"), ("unequal", "near elsewhere")),
    Step("other distance", le(total_unequal(i_d, j, d, least_curvature * (u_1**2 * u_ij**2)), off_diagonal), SumOf(),
         ("near for all pairs",)),
    Step("errors", le(error**2, sums / least_curvature), Combination(1 / least_curvature, 1 / least_curvature),
         ("diagonal distance", "other distance"), printed="This implies"),
    Step("not negative", le(0, error**2), Combination(plus=(error**2,))),
    Step("bound vanishes", limit(sums / least_curvature, 0), Continuity(), ("(c)",)),
    Step("error vanishes", limit(error**2, 0), FromFact("squeeze", f=error**2, g=sums / least_curvature),
         ("not negative", "errors", "bound vanishes")),
    Step("product", limit(u_1 * U11, limit_matrix), FromFact("convergence in norm", A=u_1 * U11, B=limit_matrix),
         ("error vanishes",), printed="(64)"),
)
"""u_-1 U11 tends to the matrix with xi_i / gamma_i on its diagonal."""

product_ij = entry(u_1 * U11, i_d, j)
all_squares = u_1**2 * total(i_d, d, total(j, d, u_ij**2))
to_limits = (
    Step("Lemma 25", always(eq(u_1**2, tr(U11 * U11.T))), FromClaim("zfb/lemma-25"), printed="From Lemma 25"),
    Step("turned", always(eq(tr(U11 * U11.T), u_1**2)), Identity(-1), ("Lemma 25",)),
    Step("product norm", always(eq(sqrt(u_1**2 * tr(U11 * U11.T)), u_1**2)), Substitution(), ("turned",)),
    Step("norm", always(eq(u_1**2, norm_F(u_1 * U11))), Identity(-1), ("product norm",)),
    Step("Lemma 27", always(chain(u_1, ">=", lower_bound_rdm, ">", 0)), FromClaim("zfb/lemma-27", "a"),
         printed="Lemma 27"),
    Step("positive", always(gt(u_1, 0)), Combination(1, 1), ("Lemma 27#1", "Lemma 27#2")),
    Step("root", always(eq(root_of_size, u_1)), Identity(-1 / (u_1 + root_of_size)), ("norm", "positive")),
    Step("root of the limit", limit(root_of_size, u_limit), Continuity(), ("product",)),
    Step("u_-1", limit(u_1, u_limit), Substitution(into="root of the limit"), ("root of the limit", "root"),
         printed="(65)"),
    Step("ratio", limit((u_1 * U11) / u_1, U_limit), Continuity(), ("product", "u_-1"),
         printed="Combining (64) and (65), we conclude"),
    Step("U11", limit(U11, U_limit), Substitution(into="ratio"), ("ratio",)),
)
"""From the limit of the product to those of its factors, which are balanced and positive."""

EQ_64 = Proof((
    *decay, *to_matrix,
    Step("(64) on the diagonal", limit(entry(u_1 * U11, i_d, i_d), xi_i / gamma_i), Continuity(), ("product",),
         printed="(64)"),
    Step("all entries", limit(product_ij, delta(i_d, j) * xi_i / gamma_i), Continuity(), ("product",)),
    Step("pair", unequal, Assume(), printed="for all i != j"),
    Step("delta", eq(delta(i_d, j), 0), Distinct(), ("pair",)),
    Step("off the diagonal", limit(u_ij * u_1, 0), Substitution(into="all entries"), ("all entries", "delta")),
    Step("(64) elsewhere", implies(unequal, limit(u_ij * u_1, 0)), Discharge("pair"), ("pair", "off the diagonal"),
         printed="(64)"),
    *to_limits,
    Step("squares", limit(norm_F(u_1 * U11) ** 2, limit_size**2), Continuity(), ("product",),
         printed="We take square, then sum over all i, j"),
    Step("fourth power", always(eq(u_1**4, all_squares)), Identity(u_1**2), ("Lemma 25",), printed="So we have"),
    Step("its limit", limit(u_1**4, limit_size**2), Continuity(), ("u_-1",), printed="which implies"),
))

LIMITS = Proof((
    *decay,
    Step("loss tends", limit(drop + l_rdm_min, l_rdm_min), Continuity(), ("loss",),
         printed="l_rdm converges to the global minimal value"),
    *to_matrix, *to_limits,
    Step("entries", limit(entry((u_1 * U11) / u_1, i_d, j), entry(U_limit, i_d, j)), Continuity(), ("product", "u_-1"),
         printed="we conclude"),
))

translated = (
    Step("u_-1 tends", limit(u_1, u_limit), FromClaim("zfb/lemma-28-limits"), printed="(63)"),
    Step("entries tend", limit(u_ij, entry(U_limit, i_d, j)), FromClaim("zfb/lemma-28-limits"), printed="(63)"),
    Step("U11 tends", limit(U11, U_limit), Entrywise(), ("entries tend",)),
    Step("block", block_zero, FromClaim("zfb/lemma-21", "c"), printed="Lemma 21"),
    *exists,
    Step("u12 tends", limit(u12, zero), Continuity(), ("block", "for all times")),
    Step("u21 tends", limit(u21, zero), Continuity(), ("block", "for all times")),
    Step("W_PV", limit(PV_of_u, W_PV_rdm), Continuity(), ("u_-1 tends", "u12 tends", "u21 tends"),
         printed="Translating back to the original parameterization"),
    Step("W_KQ", limit(KQ_of_u, W_KQ_rdm), Continuity(), ("U11 tends", "u12 tends", "u21 tends"),
         printed="Translating back to the original parameterization"),
)
"""The limits of the weights (5)."""

TRANSLATION = Proof(translated)
