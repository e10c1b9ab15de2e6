"""The proof of Lemma 27, Appendix C.3: a positive lower bound on u_-1 with a random covariance."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    AlmostSurely,
    Combination,
    FromClaim,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Step,
)
from ....proof.steps.bounds import MeanOf
from ....statement.props import almost_surely, always, chain, eq, ge, gt, implies, le, psd
from ....statement.terms import expect, norm_F, norm_op, nuclear, singular_product_sum, sqrt, tr
from ..assumptions_random import scale_58
from ..lemma_31 import U_n, V_n, n
from ..lemma_32 import A, B
from ..notation import U11, d, sigma, u_1
from ..notation_random import E_Lam2, Gam_diag, Lam_diag, bracket_rdm, l_rdm
from .lemma_26 import descent, initial_loss, positive_bracket

norm = norm_F(U11)
size = norm_op(E_Lam2)
lower_bound_rdm = sqrt(sigma**2 / (2 * sqrt(d) * size) * bracket_rdm)
form = tr(Gam_diag * Lam_diag * (U11 * Lam_diag * U11.T))
scaled_form = tr(Fraction(1, 2) * u_1**2 * Gam_diag * Lam_diag * U11 * Lam_diag * U11.T)
cross = tr(u_1 * E_Lam2 * U11.T)
von_neumann = chain(
    tr(E_Lam2.T * U11.T),
    "<=", singular_product_sum(E_Lam2, U11.T),
    "<=", norm_op(E_Lam2) * nuclear(U11.T),
    "<=", sqrt(d) * norm_op(E_Lam2) * norm_F(U11.T),
)
links = ("von Neumann at n = d#1", "von Neumann at n = d#2", "von Neumann at n = d#3")
printed_c = chain(
    l_rdm,
    ">=", -expect(tr(u_1 * Lam_diag**2 * U11.T)),
    "=", -cross,
    ">=", -(sqrt(d) * u_1 * size * norm),
    "=", -(sqrt(d) * u_1**2 * size),
)

CHAIN = Proof((
    *positive_bracket, *descent, *initial_loss,
    Step("Gam Lam", psd(Gam_diag * Lam_diag), Positivity(), printed="we know that Gam_tau Lam_tau is psd"),
    Step("surely", almost_surely(psd(Gam_diag * Lam_diag)), AlmostSurely(), ("Gam Lam",), printed="almost surely"),
    Step("middle", psd(U11 * Lam_diag * U11.T), Positivity(), printed="U11 Lam_tau U11^T is psd almost surely"),
    Step("trace", ge(form, 0), FromClaim("zfb/lemma-32-trace", bind=((A, Gam_diag * Lam_diag),
         (B, U11 * Lam_diag * U11.T))), ("Gam Lam", "middle"), printed="Lemma 29",
         instead_of="the page cites Lemma 29, which is about derivatives; the trace of a product of positive "
         "semi-definite matrices is Lemma 32"),
    Step("scaled trace", ge(scaled_form, 0), Combination(Fraction(1, 2) * u_1**2), ("trace",)),
    Step("surely the trace", almost_surely(ge(scaled_form, 0)), AlmostSurely(), ("scaled trace",),
         printed=">= 0 almost surely"),
    Step("in mean", le(expect(0 * scaled_form), expect(scaled_form)), MeanOf(), ("scaled trace",)),
    Step("c1", ge(l_rdm, -expect(tr(u_1 * Lam_diag**2 * U11.T))), Combination(1), ("in mean",), printed="Therefore"),
    Step("c2", eq(-expect(tr(u_1 * Lam_diag**2 * U11.T)), -cross), Identity(), printed="Therefore"),
    Step("d <= d", le(d, d), Combination()),
    Step("von Neumann", implies(le(d, d), von_neumann),
         FromClaim("zfb/lemma-31", bind=((n, d), (U_n, E_Lam2), (V_n, U11.T))), printed="Lemma 31"),
    Step("von Neumann at n = d", von_neumann, ModusPonens(), ("von Neumann", "d <= d")),
    Step("Lemma 26", implies(scale_58.prop, always(gt(u_1, 0))), FromClaim("zfb/lemma-26", "a"), printed="Lemma 26"),
    Step("positive", always(gt(u_1, 0)), ModusPonens(), ("Lemma 26", scale_58.name), printed="u_-1(t) > 0 for any t"),
    Step("c3", always(ge(-cross, -(sqrt(d) * u_1 * size * norm))), Combination(u_1, u_1, u_1), (*links, "positive"),
         printed="From Von Neumann's trace inequality"),
    Step("Lemma 25", always(eq(u_1**2, tr(U11 * U11.T))), FromClaim("zfb/lemma-25"), printed="From Lemma 25"),
    Step("balanced", always(eq(u_1, norm)), Identity(1 / (u_1 + norm)), ("Lemma 25", "positive"),
         printed="u_-1(t) = ||U11(t)||_F"),
    Step("c4", always(eq(-(sqrt(d) * u_1 * size * norm), -(sqrt(d) * u_1**2 * size))), Identity(sqrt(d) * u_1 * size),
         ("balanced",), printed="So we have"),
    Step("square", always(ge(u_1**2, lower_bound_rdm**2)),
         Combination(*(sign / (sqrt(d) * size) for sign in (1, -1, 1, -1, 1, 1))),
         ("c1", "c2", "c3", "c4", "below the start", "initial loss"), printed="Combine the two preceding displays"),
    Step("bound positive", gt(lower_bound_rdm, 0), Positivity(), ("bracket", "E Lam Theta"), printed="> 0"),
    Step("bound", always(ge(u_1, lower_bound_rdm)), Combination(1 / (u_1 + lower_bound_rdm)),
         ("square", "positive", "bound positive"), printed="(60)"),
))
