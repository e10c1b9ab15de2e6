"""The end of the proof of Lemma 20, Appendix A.4, and what Section 5 concludes from it: the limits."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    Attained,
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
from ....statement.props import always, conj, eq, ge, global_minimum, gt, implies, le, limit
from ....statement.terms import half, inv, norm_F, sqrt, tr, where, zeros
from ..notation import U11, Gam, Lam, l, l_min, mu, residual, u_1
from .lemma_20 import (
    U_limit,
    decay_limit,
    decay_rate,
    distance,
    distance_root,
    first,
    first_root,
    lemma_19,
    pl,
    scale_steps,
    second,
    second_root,
    u_limit,
)

error = norm_F(u_1 * U11 - inv(Gam))
left, right = Gam ** Fraction(-1, 2) * Lam ** Fraction(-1, 2), Lam ** Fraction(-1, 2)
product = half(Gam) * residual
root_of_size = sqrt(norm_F(u_1 * U11))

to_inverse = (
    Step("twice the loss", limit(2 * (l - l_min), 0), Continuity(), ("loss",)),
    Step("doubled", eq(2 * (l - l_min), distance), Identity(2), ("Corollary 16",)),
    Step("weighted", limit(distance, 0), Substitution(into="twice the loss"), ("twice the loss", "doubled"),
         printed="From Corollary 16, we know this is"),
    Step("split", le(norm_F(left * (product * right)), first_root * norm_F(product * right)),
         FromFact("submultiplicativity", A=left, B=product * right)),
    Step("split again", le(norm_F(product * right), distance_root * second_root),
         FromFact("submultiplicativity", A=product, B=right)),
    Step("norms", le(error, first_root * distance_root * second_root), Combination(1, first_root),
         ("split", "split again"),
         printed="Since Gamma and Lambda are non-singular and positive definite, and they commute"),
    Step("errors", le(error**2, first * distance * second),
         Combination(first_root * distance_root * second_root + error), ("norms",)),
    Step("not negative", le(0, error**2), Combination(plus=(error**2,))),
    Step("bound vanishes", limit(first * distance * second, 0), Continuity(), ("weighted",)),
    Step("error vanishes", limit(error**2, 0), FromFact("squeeze", f=error**2, g=first * distance * second),
         ("not negative", "errors", "bound vanishes")),
    Step("entries", limit(u_1 * U11, inv(Gam)), FromFact("convergence in norm", A=u_1 * U11, B=inv(Gam)),
         ("error vanishes",), printed="This implies u_-1 U11 - Gamma^-1 -> 0 entry-wise"),
)

to_limits = (
    Step("Lemma 17", always(eq(u_1**2, tr(U11 * U11.T))), FromClaim("zfb/lemma-17", "a"), printed="u_-1 = ||U11||_F"),
    Step("turned", always(eq(tr(U11 * U11.T), u_1**2)), Identity(-1), ("Lemma 17",)),
    Step("product norm", always(eq(sqrt(u_1**2 * tr(U11 * U11.T)), u_1**2)), Substitution(), ("turned",)),
    Step("norm", always(eq(u_1**2, norm_F(u_1 * U11))), Identity(-1), ("product norm",)),
    Step("turned norm", always(eq(norm_F(u_1 * U11), u_1**2)), Identity(-1), ("norm",)),
    Step("size", limit(norm_F(u_1 * U11), norm_F(inv(Gam))), Continuity(), ("entries",)),
    Step("square", limit(u_1**2, norm_F(inv(Gam))), Substitution(into="size"), ("size", "turned norm"),
         printed="we know u_-1^2 = ||u_-1 U11||_F -> ||Gamma^-1||_F"),
    Step("positive", always(gt(u_1, 0)), Combination(1, 1), ("Lemma 19#1", "Lemma 19#2")),
    Step("root", always(eq(root_of_size, u_1)), Identity(-1 / (u_1 + root_of_size)), ("norm", "positive")),
    Step("root of the limit", limit(root_of_size, u_limit), Continuity(), ("entries",)),
    Step("u_-1", limit(u_1, u_limit), Substitution(into="root of the limit"), ("root of the limit", "root"),
         printed="Therefore, we know"),
    Step("U11", limit((u_1 * U11) / u_1, U_limit), Continuity(), ("entries", "u_-1"), printed="Therefore, we know"),
)
"""From the limit of the product to those of its factors, which are balanced and positive."""

LEMMA_20 = Proof((
    *scale_steps, lemma_19,
    Step("Lemma 12", conj(gt(mu, 0), pl), FromClaim("zfb/lemma-12"), printed="the PL condition"),
    Step("mu", gt(mu, 0), Combination(1), ("Lemma 12#1",)),
    Step("PL", pl, Combination(1), ("Lemma 12#2",)),
    *decay_rate, *decay_limit, *to_inverse,
    Step("zero", limit(u_1 * U11 - inv(Gam), zeros("d", "d")), Continuity(), ("entries",)),
    *to_limits,
))

_at_limit = ((U11, U_limit), (u_1, u_limit))

at_the_limit = (
    Step("minimum", eq(l_min, -(Fraction(1, 2) * tr(Lam**2 * inv(Gam)))), FromClaim("zfb/corollary-16", "a")),
    Step("difference", eq(l - l_min, Fraction(1, 2) * distance), FromClaim("zfb/corollary-16", "b")),
    Step("value", eq(where(l, *_at_limit), -(Fraction(1, 2) * tr(Lam**2 * inv(Gam)))), Identity(),
         printed="the loss will keep the same when we replace (U11, u_-1) by (c U11, u_-1 / c)"),
    Step("least", ge(l, where(l, *_at_limit)), Combination(-1, -1, 1, plus=(Fraction(1, 2) * distance,)),
         ("difference", "minimum", "value"), ours=True),
    Step("global minimum", global_minimum(l, *_at_limit), Attained(*_at_limit), ("least",), ours=True),
)
"""The limit is a global minimum."""

LEMMA_12_LIMITS = Proof((
    Step("decay", limit(l - l_min, 0), FromClaim("zfb/lemma-20-decay", "b"), printed="proof of Lemma 20"),
    Step("loss", limit((l - l_min) + l_min, l_min), Continuity(), ("decay",),
         printed="converges to the global minimum"),
    *at_the_limit,
    Step("limits", conj(limit(u_1, u_limit), limit(U11, U_limit)), FromClaim("zfb/lemma-20-decay", "g")),
))

_converged = conj(limit(l, l_min), global_minimum(l, *_at_limit), limit(u_1, u_limit), limit(U11, U_limit))

PL_IMPLIES = Proof((
    *scale_steps, lemma_19,
    Step("PL inequality", conj(gt(mu, 0), pl), Assume(whole=True), printed="a PL inequality holds"),
    Step("mu", gt(mu, 0), Combination(1), ("PL inequality#1",)),
    Step("PL", pl, Combination(1), ("PL inequality#2",)),
    *decay_rate, *decay_limit,
    Step("limit", limit((l - l_min) + l_min, l_min), Continuity(), ("loss",)),
    *to_inverse, *to_limits, *at_the_limit,
    Step("implication", implies(conj(gt(mu, 0), pl), _converged), Discharge("PL inequality"),
         ("PL inequality", "limit", "global minimum", "u_-1", "U11"),
         printed="which implies that gradient flow converges to a global minimum"),
))

LIMIT_PREDICTION = Proof((
    Step("global convergence", limit(l, l_min), Assume(), printed="if we can establish global convergence"),
    Step("loss", limit(l - l_min, 0), Continuity(), ("global convergence",)),
    Step("Corollary 16", eq(l - l_min, Fraction(1, 2) * distance), FromClaim("zfb/corollary-16", "b")),
    *to_inverse,
    Step("implication", implies(limit(l, l_min), limit(u_1 * U11, inv(Gam))), Discharge("global convergence"),
         ("global convergence", "entries"), printed="then we have that u_-1(t) U11(t) -> Gamma^-1"),
))
