"""The proof of Lemma 15, Appendix A.3: the dynamics of Lemma 10 are gradient flow on the reduced loss."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import FromClaim, Identity, Proof, Reduction, Step
from ....statement.props import eq, independent_of, same_flow
from ....statement.terms import ddt, grad, tr
from ..notation import U11, Gam, L, Lam, given_block, l, u_1

symmetric = (
    Fraction(1, 2) * u_1**2 * Lam.T * Gam.T * U11 * Lam.T
    + Fraction(1, 2) * u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2
)
along_U11 = u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2
along_u_1 = tr(u_1 * Gam * Lam * U11 * Lam * U11.T - Lam**2 * U11.T)

CHAIN = Proof((
    Step("in U11", eq(grad(l, U11), symmetric), Identity(), printed="the gradient in U11, by Lemma 29"),
    Step("commute", eq(symmetric, along_U11), Identity(), printed="since Gamma and Lambda commute"),
    Step("in u_-1", eq(grad(l, u_1), along_u_1), Identity(), printed="the derivative in u_-1"),
    Step("Lemma 10, U11", eq(given_block(ddt(U11)), -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2),
         FromClaim("zfb/lemma-10", "a"), printed="(27)"),
    Step("Lemma 10, u_-1", eq(given_block(ddt(u_1)), -along_u_1), FromClaim("zfb/lemma-10", "b"), printed="(27)"),
    Step("U11 moves", eq(given_block(ddt(U11)), -grad(l, U11)), Identity(1, 1, 1),
         ("Lemma 10, U11", "in U11", "commute"), printed="d/dt U11 = - the gradient in U11"),
    Step("u_-1 moves", eq(given_block(ddt(u_1)), -grad(l, u_1)), Identity(1, 1), ("Lemma 10, u_-1", "in u_-1"),
         printed="d/dt u_-1 = - the derivative in u_-1"),
    Step("same flow", same_flow(L, l, U11, u_1), Reduction(), printed="Gradient flow over L is equivalent"),
))

SAME_FLOW = Proof((
    Step("same flow", same_flow(L, l, U11, u_1), FromClaim("zfb/lemma-15", "a"), printed="our problem is reduced"),
))
CONSTANT = Proof((
    Step("constant", independent_of(given_block(L) - l, U11, u_1), Reduction(), printed="up to some constant"),
))
