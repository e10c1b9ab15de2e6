"""The proofs of Corollary 22 and Lemmas 23, 24, Appendices C.1 and C.2: the loss entry by entry, and its minimum."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    AtMinimisers,
    Attained,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    Identity,
    Positivity,
    Proof,
    Reduction,
    Step,
)
from ....proof.steps.bounds import Distinct, TermOfSum
from ....statement.laws import delta, total_unequal
from ....statement.props import (
    Prop,
    eq,
    ge,
    gt,
    implies,
    independent_of,
    le,
    minimisers_satisfy,
    ne,
    same_flow,
)
from ....statement.terms import ddt, entry, expect, grad, inv, total, tr, where
from ..notation import U11, L_diag, c, d, given_block, i_d, j, u_1
from ..notation_random import (
    E_Lam2,
    Gam_diag,
    Lam_diag,
    gamma_i,
    l_rdm,
    l_rdm_min,
    l_sum,
    limit_matrix,
    u_ii,
    u_ij,
    xi_i,
    zeta_ij,
)

unequal = ne(i_d, j)
U11_rate = -(u_1**2) * expect(Gam_diag * Lam_diag * U11 * Lam_diag) + u_1 * E_Lam2
u_1_rate = -u_1 * tr(expect(Gam_diag * Lam_diag * U11 * Lam_diag * U11.T)) + tr(E_Lam2 * U11.T)
ii_rate = -gamma_i * u_1**2 * u_ii + xi_i * u_1
ij_rate = -zeta_ij * u_1**2 * u_ij
last_rate = (
    -total(i_d, d, gamma_i * u_1 * u_ii**2)
    - total_unequal(i_d, j, d, zeta_ij * u_1 * u_ij**2)
    + total(i_d, d, xi_i * u_ii)
)
in_U11, in_u_1 = grad(l_rdm, U11), grad(l_rdm, u_1)
rate_49 = Step("(49)", eq(given_block(ddt(U11)), U11_rate), FromClaim("zfb/lemma-21", "a"), printed="(49)")

COROLLARY_22 = Proof((
    rate_49,
    Step("(49), second", eq(given_block(ddt(u_1)), u_1_rate), FromClaim("zfb/lemma-21", "b"), printed="(49)"),
    Step("ii", eq(given_block(ddt(u_ii)), entry(U11_rate, i_d, i_d)), Identity(), ("(49)",),
         printed="rewriting the equation for each entry of U11"),
    Step("ij", eq(given_block(ddt(u_ij)), entry(U11_rate, i_d, j)), Identity(), ("(49)",),
         printed="rewriting the equation for each entry of U11"),
    Step("diagonal", eq(entry(U11_rate, i_d, i_d), ii_rate), Identity(),
         printed="Lam_tau (and hence Gam_tau) is diagonal"),
    Step("unequal", unequal, Assume(), printed="for all i != j"),
    Step("delta", eq(delta(i_d, j), 0), Distinct(), ("unequal",)),
    Step("off the diagonal", eq(entry(U11_rate, i_d, j), ij_rate), Identity(xi_i * u_1), ("delta",),
         printed="Lam_tau (and hence Gam_tau) is diagonal"),
    Step("ij moves", implies(unequal, eq(given_block(ddt(u_ij)), entry(U11_rate, i_d, j))), Discharge("unequal"),
         ("unequal", "ij")),
    Step("(52)", implies(unequal, eq(entry(U11_rate, i_d, j), ij_rate)), Discharge("unequal"),
         ("unequal", "off the diagonal"), printed="(52)"),
    Step("last", eq(u_1_rate, last_rate), Identity(), printed="(52), last line"),
))

LEMMA_23 = Proof((
    Step("sums", eq(l_rdm, l_sum), Identity(), printed="(53)"),
    Step("ii", eq(ii_rate, -entry(in_U11, i_d, i_d)), Identity(), printed="simply taking gradient"),
    Step("unequal", unequal, Assume(), printed="for all i != j"),
    Step("delta", eq(delta(i_d, j), 0), Distinct(), ("unequal",)),
    Step("ij", eq(ij_rate, -entry(in_U11, i_d, j)), Identity(-(xi_i * u_1)), ("delta",),
         printed="simply taking gradient"),
    Step("off the diagonal", implies(unequal, eq(ij_rate, -entry(in_U11, i_d, j))), Discharge("unequal"),
         ("unequal", "ij")),
    Step("last", eq(last_rate, -in_u_1), Identity(), printed="simply taking gradient"),
    Step("same flow", same_flow(L_diag, l_rdm, U11, u_1), Reduction(), printed="equivalent to gradient flow"),
    Step("constant", independent_of(given_block(L_diag) - l_rdm, U11, u_1), Reduction(), printed="up to a constant"),
))

smallest = -(Fraction(1, 2) * total(i_d, d, xi_i**2 / gamma_i))
on_diagonal = total(i_d, d, gamma_i * (u_ii * u_1 - xi_i / gamma_i) ** 2)
off_diagonal = total_unequal(i_d, j, d, zeta_ij * u_1**2 * u_ij**2)
gap = Fraction(1, 2) * on_diagonal + Fraction(1, 2) * off_diagonal
target = delta(i_d, j) * xi_i / gamma_i
pair = zeta_ij * (u_1 * u_ij - target) ** 2
row_sum = total(j, d, pair)
all_pairs = total(i_d, d, row_sum)
"""Both sums of (55) as one over all pairs of indices: zeta_ii is gamma_i."""
at_point = ((U11, limit_matrix), (u_1, 1))
reached: Prop = eq(u_1 * u_ij, target)

pairs = (
    Step("pairs", eq(on_diagonal + off_diagonal, all_pairs), Identity(), ours=True),
    Step("in its row", le(pair, row_sum), TermOfSum(), ours=True),
    Step("in the sum", le(row_sum, all_pairs), TermOfSum(), ours=True),
)
"""Each entry's part of the distance to the minimum."""

LEMMA_24 = Proof((
    Step("square", eq(l_rdm, gap + smallest), Identity(), printed="From the definition of l_rdm"),
    Step("bound", ge(l_rdm, smallest), Combination(-1, plus=(gap,)), ("square",), printed=">= -1/2 sum xi_i^2/gamma_i"),
    Step("equality", eq(where(l_rdm, *at_point), smallest), Identity(),
         printed="letting u_-1 = 1 and u_ii = xi_i/gamma_i"),
    Step("minimum", eq(l_rdm_min, smallest), Attained(*at_point), ("bound", "equality"), printed="(54)"),
    Step("difference", eq(l_rdm - l_rdm_min, gap), Identity(1, -1), ("square", "minimum"), printed="(55)"),
    Step("scaled", eq(where(l_rdm, (U11, inv(c) * U11), (u_1, c * u_1)), l_rdm), Identity(),
         printed="when we replace (u_-1, u_ii) with (c u_-1, u_ii/c)"),
    Step("at a minimum", eq(l_rdm, l_rdm_min), Assume(), printed="all global minima"),
    *pairs,
    Step("vanishes", le(pair, 0), Combination(1, 1, 1, -2, 2),
         ("in its row", "in the sum", "pairs", "difference", "at a minimum"), ours=True),
    Step("suppose not", ne(u_1 * u_ij, target), Assume(), ours=True),
    Step("positive", gt(pair, 0), Positivity(), ("suppose not",), ours=True),
    Step("reached", reached, Contradiction("suppose not"), ("suppose not", "positive", "vanishes"), ours=True),
    Step("implied", implies(eq(l_rdm, l_rdm_min), reached), Discharge("at a minimum"), ("at a minimum", "reached")),
    Step("minimisers", minimisers_satisfy(l_rdm, reached, U11, u_1), AtMinimisers(), ("implied",), printed="(56)"),
))
