"""The proof of Lemma 12 = 20, Appendix A.4: the PL inequality, the decay of the loss and the limits."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Combination,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.facts import flow_exists
from ....statement.props import always, chain, eq, ge, gt, le, limit, lt
from ....statement.terms import (
    absolute,
    at0,
    ddt,
    exp,
    expect,
    grad,
    half,
    inner,
    inv,
    norm_F,
    norm_op,
    sqrt,
    tr,
)
from ..assumptions import scale_12, sigma_positive
from ..notation import (
    U11,
    Gam,
    L,
    Lam,
    Lam_Theta,
    bracket,
    d,
    given_block,
    grad_l_squared,
    l,
    l_min,
    lower_bound,
    mu,
    residual,
    sigma,
    t,
    u_1,
    w,
    x_q,
    y_hat,
)
from .lemma_18 import block_zero, dU11, du_1, nonzero, root

weighted_root = norm_F(Gam * half(Lam) * residual * half(Lam))
weighted = weighted_root**2
first_root = norm_F(Gam ** Fraction(-1, 2) * Lam ** Fraction(-1, 2))
second_root = norm_F(Lam ** Fraction(-1, 2))
first, second = first_root**2, second_root**2
distance_root = norm_F(half(Gam) * residual)
distance = distance_root**2
constant = sigma**2 / (2 * sqrt(d) * norm_op(Lam) ** 2) * Lam_Theta**2 * bracket
traces = tr(inv(Gam) * inv(Lam)) * tr(inv(Lam))

bracket_12 = Step(
    "bracket", lt(sqrt(d) * sigma**2 * norm_op(Gam), 2), Combination(sqrt(d) * norm_op(Gam)), (scale_12.name,),
    printed="the assumption for sigma in the lemma",
)
scale_steps = (
    Step("scale (43)", lt(sigma, root), Combination(1 / (root + sigma)), (scale_12.name, sigma_positive.name),
         ours=True, printed="sigma^2 < 2/(...) and sigma < sqrt(2/(...)) are the same"),
)
lemma_19 = Step("Lemma 19", always(chain(u_1, ">=", lower_bound, ">", 0)), FromClaim("zfb/lemma-19"), ("scale (43)",),
                printed="the lower bound of u_-1 in Lemma 19")

EQ_45 = Proof((
    *scale_steps, bracket_12, *nonzero, lemma_19,
    Step("drop", ge(grad_l_squared, norm_F(grad(l, U11)) ** 2), Combination(plus=(absolute(grad(l, u_1)) ** 2,))),
    Step("gradient", eq(norm_F(grad(l, U11)) ** 2, norm_F(u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2) ** 2),
         Identity(),
         printed="From the definition"),
    Step("factor", eq(norm_F(u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2) ** 2, u_1**2 * weighted), Identity(),
         printed="u_-1 is real and Gamma and Lambda commute"),
    Step("positive", always(gt(u_1, 0)), Combination(1, 1), ("Lemma 19#1", "Lemma 19#2")),
    Step(
        "lower", always(ge(u_1**2 * weighted, constant * weighted)),
        Combination(weighted * (u_1 + lower_bound)), ("Lemma 19#1", "Lemma 19#2", "positive"),
        printed="The last line comes from the lower bound of u_-1 in Lemma 19",
    ),
))

EQ_46 = Proof((
    Step("Corollary 16", eq(l - l_min, Fraction(1, 2) * distance), FromClaim("zfb/corollary-16", "b")),
    Step(
        "split", le(
            norm_F((Gam ** Fraction(-1, 2) * Lam ** Fraction(-1,
            2)) * (Gam * half(Lam) * residual * half(Lam) * Lam ** Fraction(-1, 2))),
            first_root * norm_F(Gam * half(Lam) * residual * half(Lam) * Lam ** Fraction(-1, 2)),
        ),
        FromFact(
            "submultiplicativity", A=Gam ** Fraction(-1, 2) * Lam ** Fraction(-1, 2),
            B=Gam * half(Lam) * residual * half(Lam) * Lam ** Fraction(-1, 2),
        ),
    ),
    Step(
        "split again", le(
            norm_F((Gam * half(Lam) * residual * half(Lam)) * Lam ** Fraction(-1, 2)), weighted_root * second_root
        ),
        FromFact("submultiplicativity", A=Gam * half(Lam) * residual * half(Lam), B=Lam ** Fraction(-1, 2)),
    ),
    Step("norms", le(distance_root, first_root * weighted_root * second_root), Combination(1, first_root),
         ("split", "split again")),
    Step(
        "squares", le(Fraction(1, 2) * distance, Fraction(1, 2) * weighted * first * second),
        Combination(Fraction(1, 2) * (first_root * weighted_root * second_root + distance_root)), ("norms",),
    ),
    Step("traces",
         eq(Fraction(1, 2) * weighted * first * second,
         Fraction(1, 2) * weighted * tr(inv(Gam) * inv(Lam)) * tr(inv(Lam))),
         Identity()),
))

gradient_bound = chain(
    grad_l_squared,
    ">=", norm_F(grad(l, U11)) ** 2,
    "=", norm_F(u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2) ** 2,
    "=", u_1**2 * weighted,
    ">=", constant * weighted,
)
gap_bound = chain(
    l - l_min,
    "=", Fraction(1, 2) * distance,
    "<=", Fraction(1, 2) * weighted * first * second,
    "=", Fraction(1, 2) * weighted * tr(inv(Gam) * inv(Lam)) * tr(inv(Lam)),
)

LEMMA_12 = Proof((
    bracket_12, *nonzero,
    Step("mu", gt(mu, 0), Positivity(), ("bracket", "Lam Theta"),
         printed="The mu is positive due to the assumption for sigma in the lemma"),
    Step("(45)", always(gradient_bound), FromClaim("zfb/eq-45"), printed="(45)"),
    Step("(46)", gap_bound, FromClaim("zfb/eq-46"), printed="(46)"),
    Step(
        "PL", always(ge(grad_l_squared, mu * (l - l_min))), Combination(1, 1, 1, 1, mu, mu, mu),
        ("(45)#1", "(45)#2", "(45)#3", "(45)#4", "(46)#1", "(46)#2", "(46)#3", "mu"),
        printed="We compare (45) and (46)",
    ),
))

exists = (
    Step("population loss", eq(L, Fraction(1, 2) * expect((y_hat - inner(w, x_q)) ** 2)), Identity(), printed="(8)",
         ours=True),
    Step("bounded below", ge(L, 0), Combination(-1, plus=(Fraction(1, 2) * expect((y_hat - inner(w, x_q)) ** 2),)),
         ("population loss",), ours=True),
    Step("for all times", flow_exists(L), FromFact("continuation of bounded solutions", f=L, c=0), ("bounded below",),
         ours=True, printed="the paper takes for granted that the flow exists for all t >= 0"),
)
"""Global existence of the flow."""

envelope = exp(-(mu * t)) * (at0(l) - l_min)
pl = always(ge(grad_l_squared, mu * (l - l_min)))
u_limit = half(norm_F(inv(Gam)))
U_limit = norm_F(inv(Gam)) ** Fraction(-1, 2) * inv(Gam)
decay_rate = (
    Step("block", block_zero, FromClaim("zfb/lemma-10", "c"), printed="Lemma 10"),
    Step("rate", eq(given_block(ddt(l - l_min)), inner(dU11, grad(l, U11)) + inner(du_1, grad(l, u_1))), Identity(),
         printed="From the dynamics of gradient flow"),
    Step("squares",
         eq(inner(dU11, grad(l, U11)) + inner(du_1, grad(l, u_1)), -(norm_F(dU11) ** 2) - absolute(du_1) ** 2),
         Identity()),
    Step("lengths", eq(norm_F(dU11) ** 2 + absolute(du_1) ** 2, grad_l_squared), Identity(), printed="Lemma 15"),
    Step("decrease", always(le(-(norm_F(dU11) ** 2) - absolute(du_1) ** 2, -(mu * (l - l_min)))), Combination(1, 1),
         ("PL", "lengths"), printed="and the PL condition"),
    Step("on the block", always(eq(ddt(l - l_min), given_block(ddt(l - l_min)))), Substitution(), ("block",),
         ours=True),
    Step("along", always(le(ddt(l - l_min), -(mu * (l - l_min)))), Combination(1, 1, 1, 1),
         ("on the block", "rate", "squares", "decrease")),
    Step("Gronwall", always(le(l - l_min, exp(-(mu * t)) * at0(l - l_min))),
         FromFact("Gronwall's inequality", f=l - l_min, c=mu),
         ("along",), printed="Therefore, we have when t -> infinity"),
)
decay_limit = (
    Step("Corollary 16", eq(l - l_min, Fraction(1, 2) * distance), FromClaim("zfb/corollary-16", "b"),
         printed="From Corollary 16"),
    Step("above the minimum", le(0, l - l_min), Combination(-1, plus=(Fraction(1, 2) * distance,)), ("Corollary 16",)),
    Step("under the envelope", always(le(l - l_min, envelope)), Combination(1), ("Gronwall",)),
    *exists,
    Step("envelope", limit(envelope, 0), FromFact("exponential decay", c=mu, k=at0(l) - l_min, g=L),
         ("mu", "for all times"),
         printed="-> 0"),
    Step("loss", limit(l - l_min, 0), FromFact("squeeze", f=l - l_min, g=envelope),
         ("above the minimum", "under the envelope", "envelope"), printed="which implies"),
)
