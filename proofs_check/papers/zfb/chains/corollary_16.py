"""The proofs of Corollary 16 and Lemma 11, Appendix A.3."""

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
    Step,
)
from ....statement.props import eq, ge, gt, implies, le, minimisers_satisfy, ne, posdef, psd
from ....statement.terms import half, inv, norm_F, tr, where
from ..lemma_32 import A, B
from ..notation import U11, Gam, Lam, c, l, l_min, residual, u_1

smallest = -(Fraction(1, 2) * tr(Lam**2 * inv(Gam)))
gap = Fraction(1, 2) * norm_F(half(Gam) * residual) ** 2
product, target = half(Gam) * u_1 * half(Lam) * U11 * half(Lam), half(Gam) * Lam * inv(Gam)
at_point = ((U11, inv(Gam)), (u_1, 1))
minimisers = minimisers_satisfy(l, eq(u_1 * U11, inv(Gam)), U11, u_1)

_minimisers = (
    Step("at a minimum", eq(l, l_min), Assume(), printed="For any global minimum"),
    Step("vanishes", eq(norm_F(half(Gam) * residual) ** 2, 0), Identity(2, -2), ("at a minimum", "difference"),
         ours=True),
    Step("suppose not", ne(product, target), Assume(), ours=True),
    Step("positive", gt(norm_F(product - target) ** 2, 0), Positivity(), ("suppose not",), ours=True),
    Step("not positive", le(norm_F(product - target) ** 2, 0), Combination(1), ("vanishes",), ours=True),
    Step("definite", eq(product, target), Contradiction("suppose not"), ("suppose not", "positive", "not positive"),
         ours=True),
    Step(
        "inverse", eq(u_1 * U11, inv(Gam)),
        Identity((Lam ** Fraction(-1, 2) * Gam ** Fraction(-1, 2), Lam ** Fraction(-1, 2))), ("definite",),
        printed="(29)",
    ),
    Step(
        "implied", implies(eq(l, l_min), eq(u_1 * U11, inv(Gam))), Discharge("at a minimum"),
        ("at a minimum", "inverse"),
    ),
    Step("minimisers", minimisers, AtMinimisers(), ("implied",), printed="Lemma 11"),
)

CHAIN = Proof((
    Step(
        "claim", eq(l, Fraction(1, 2) * tr(Gam * (residual * residual.T)) + smallest), Identity(),
        printed="we just need to expand the terms in the brackets",
    ),
    Step("Gam", posdef(Gam), Positivity(), printed="Gamma is positive definite"),
    Step("Gam psd", psd(Gam), Positivity(), ("Gam",)),
    Step("square", psd(residual * residual.T), Positivity(), printed="(...)(...)^T is positive semi-definite"),
    Step(
        "trace", ge(tr(Gam * (residual * residual.T)), 0),
        FromClaim("zfb/lemma-32-trace", bind=((A, Gam), (B, residual * residual.T))), ("Gam psd", "square"),
        printed="we know from Lemma 32",
    ),
    Step("bound", ge(l, smallest), Combination(1, Fraction(1, 2)), ("claim", "trace"), printed="which implies"),
    Step("equality", eq(where(l, *at_point), smallest), Identity(), printed="Equality holds when"),
    Step("minimum", eq(l_min, smallest), Attained(*at_point), ("bound", "equality"), printed="so the minimum"),
    Step(
        "difference", eq(l - l_min, gap), Identity(-1), ("minimum",),
        printed="comes from the fact that tr(A^T A) = ||A||_F^2",
    ),
    Step("scaled", eq(where(l, (U11, c * U11), (u_1, inv(c) * u_1)), l), Identity(),
         printed="the loss will keep the same"),
    *_minimisers,
    Step("difference assumed", eq(l - l_min, gap), Assume(), printed="Corollary 16"),
    Step(
        "consequence", implies(eq(l - l_min, gap), minimisers), Discharge("difference assumed"),
        ("difference assumed", "minimisers"), printed="Lemma 11 is an immediate consequence of Corollary 16",
    ),
))

LEMMA_11 = Proof((
    Step("difference", eq(l - l_min, gap), FromClaim("zfb/corollary-16", "b"), printed="Corollary 16"),
    *_minimisers,
))

_root = half(Lam)
T = _root * U11 * Lam * U11.T * _root
left = Gam * Lam * inv(Gam) * _root * U11 * _root
right = Gam * _root * U11 * Lam ** Fraction(3, 2) * inv(Gam)
_rest = tr(Lam**2 * inv(Gam))
_bracket = (
    u_1**2 * T - u_1 * Lam * inv(Gam) * _root * U11 * _root
    - u_1 * _root * U11 * Lam ** Fraction(3, 2) * inv(Gam) + Gam**-2 * Lam**2
)
_expanded = tr(Gam * _bracket) - _rest
_by_powers = u_1**2 * tr(Gam * T) - u_1 * tr(left + right)
_collected = (
    u_1**2 * tr(Gam * Lam * U11 * Lam * U11.T) - 2 * u_1 * tr(_root * U11 * Lam ** Fraction(3, 2))
)
EXPANSION = Proof((
    Step("(i)", eq(tr(Gam * residual * residual.T) - _rest, _expanded), Identity(), printed="(i)"),
    Step("powers", eq(_expanded, _by_powers), Identity(), printed="the second line"),
    Step("(ii)", eq(_by_powers, _collected), Identity(), printed="(ii)"),
    Step("twice the loss", eq(_collected, 2 * l), Identity(), printed="the last equality"),
    Step("(a)", eq(l, Fraction(1, 2) * tr(Gam * residual * residual.T) - Fraction(1, 2) * _rest),
         Identity(*4 * (-Fraction(1, 2),)), ("(i)", "powers", "(ii)", "twice the loss"), printed="the claim"),
))
