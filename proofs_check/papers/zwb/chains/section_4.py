r"""Section 4: how large the gap can be as M grows, the minimum of GD-0, and where there is no gap.

GD-0 with :math:`\Gamma=H^+` has the risk
:math:`\sigma^2+\frac1M\big(\operatorname{tr}(HS)+(\operatorname{tr}(HS)+\sigma^2)\operatorname{tr}P\big)`,
:math:`S=\Psi+\beta^*\beta^{*\top}`.
"""

from __future__ import annotations

from ....claims import Hypothesis
from ....proof.chain import (
    Antisymmetry,
    Assume,
    Bounded,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.steps.extrema import FromBelow, ValueAt
from ....statement.laws import order
from ....statement.props import conj, eq, ge, gt, implies, le, ne
from ....statement.psd import infimum, inv_half, pinv, projection
from ....statement.terms import Term, expect, half, inv, matrix, norm_F, scalar, tr, where, zeros
from ..notation import (
    B_1,
    R_LTB,
    Gamma,
    H,
    I,
    K,
    M,
    Psi,
    b,
    beta_star,
    beta_tilde,
    f_LTB,
    norm_H_squared,
    s,
    sigma,
    t,
    u_1,
    x_q,
)
from ..notation_gap import of_LTB
from .gap import at_K, at_least, gap, inf_LSA, inf_LTB, known, size, split_LTB
from .lemma_5_1 import NO_LARGER_THAN_GD_0, R_GD_0

zero = zeros("d", 1)
inf_GD_0 = infimum(R_GD_0, Gamma)
r = scalar("r")
"""A factor r(M) in front of the squared length of beta^*."""
R_B = scalar("R_B", tex=r"R_{\rm Bayes}")
"""The least risk over all functions of the token matrix."""
constant = tr(H * Psi) + size + (t + size) * tr(projection(H))
r"""C, free of M."""

# The minimum of GD-0 -----------------------------------------------------------------------------------------

S = matrix("S", "d", "d", "symmetric", "psd")
second_moment = Hypothesis("S", eq(Psi + beta_star * beta_star.T, S), r"S=\Psi+\beta^*\beta^{*\top}")
positive = Hypothesis("t > 0 with S", gt(tr(H * S) + sigma**2, 0))


def omega(S: Term) -> Term:
    return (M + 1) / M * (half(H) * S * half(H)) + (tr(H * S) + sigma**2) / M * I


def at_Gamma(S: Term, Gamma: Term) -> Term:
    """The risk of GD-beta at (beta^*, Gamma) when the task has the covariance S."""
    G = half(H) * Gamma * half(H)
    return sigma**2 + tr(H * S) - 2 * tr(G * (half(H) * S * half(H))) + tr(G * omega(S) * G.T)


Phi_S = half(H) * S * half(H)
least_with_S = sigma**2 + tr(H * S) - tr(Phi_S**2 * inv(omega(S)))
"""(5.2) with S in place of Psi."""
_best = S * half(H) * inv(omega(S)) * inv_half(H)
_off = half(H) * Gamma * half(H) - Phi_S * inv(omega(S))
_sum = Psi + beta_star * beta_star.T
_there = where(R_GD_0, (Gamma, _best))
GD_0 = Proof((
    Step("risk", eq(R_GD_0, at_Gamma(_sum, Gamma)), Identity()),
    Step("with S", eq(R_GD_0, at_Gamma(S, Gamma)), Substitution("risk"), ("risk", "S")),
    Step("square", eq(at_Gamma(S, Gamma), least_with_S + tr(_off * omega(S) * _off.T)), Identity(), ("t > 0 with S",)),
    Step("from below", le(least_with_S, R_GD_0), Combination(-1, -1, plus=(tr(_off * omega(S) * _off.T),)),
         ("with S", "square", "t > 0 with S")),
    Step("not below", le(least_with_S, inf_GD_0), FromBelow(), ("from below",)),
    Step("risk there", eq(_there, at_Gamma(_sum, _best)), Identity(), ("t > 0 with S",)),
    Step("there with S", eq(_there, at_Gamma(S, _best)), Substitution("risk there"), ("risk there", "S")),
    Step("value there", eq(_there, least_with_S), Combination(1), ("there with S", "t > 0 with S")),
    Step("not above", le(inf_GD_0, least_with_S), ValueAt((Gamma, _best)), ("value there",)),
    Step("minimum of GD-0", eq(inf_GD_0, least_with_S), Antisymmetry(), ("not below", "not above")),
))

# The rate 1/M ------------------------------------------------------------------------------------------------

_error = f_LTB - beta_tilde.T * x_q
_rate = (
    *NO_LARGER_THAN_GD_0.steps,
    Step("one step", le(inf_GD_0, sigma**2 + constant / M), ValueAt((Gamma, pinv(H)))),
    Step("least of GD-0", le(inf_GD_0 - sigma**2, constant * (1 / M)), Combination(1), ("one step",)),
    Step("least of LSA", le(inf_LSA - sigma**2, constant * (1 / M)), Combination(1, 1), ("one step", "no larger")),
    Step("noise", eq(R_LTB, sigma**2 + expect(_error**2)), Identity()),
    Step("each LTB", le(sigma**2, R_LTB), Combination(-1, plus=(expect(_error**2),)), ("noise",)),
    Step("LTB", le(sigma**2, inf_LTB), FromBelow(), ("each LTB",)),
    known,
    Step("LSA", le(0, inf_LSA - sigma**2), Combination(1, 1, plus=(size / (M + 1),)), ("gap", "LTB")),
    Step("GD-0", le(0, inf_GD_0 - sigma**2), Combination(1, 1), ("LSA", "no larger")),
)
bayes = conj(le(sigma**2, R_B), le(R_B, inf_LSA))
close_to_bayes = implies(
    bayes, conj(le(0, inf_GD_0 - R_B), le(inf_GD_0 - R_B, constant / M), le(inf_LSA - R_B, constant / M))
)
_order_of_GD_0, _order_of_LSA = (order(least - sigma**2, 1 / M, M) for least in (inf_GD_0, inf_LSA))
orders = conj(_order_of_GD_0, _order_of_LSA)
CONSISTENT = Proof((
    *_rate,
    Step("order of GD-0", _order_of_GD_0, Bounded(constant), ("least of GD-0", "GD-0")),
    Step("order of LSA", _order_of_LSA, Bounded(constant), ("least of LSA", "LSA")),
    Step("Bayes", bayes, Assume()),
    Step("not below Bayes", le(0, inf_GD_0 - R_B), Combination(1, 1), ("no larger", "Bayes#2")),
    Step("GD-0 near Bayes", le(inf_GD_0 - R_B, constant / M), Combination(1, 1), ("least of GD-0", "Bayes#1")),
    Step("LSA near Bayes", le(inf_LSA - R_B, constant / M), Combination(1, 1), ("least of LSA", "Bayes#1")),
    Step("close to Bayes", close_to_bayes, Discharge("Bayes"),
         ("Bayes", "not below Bayes", "GD-0 near Bayes", "LSA near Bayes")),
))

no_better_factor = implies(ge(gap, r * size), le(M * r * size, constant))
NOT_IMPROVABLE = Proof((
    *_rate,
    Step("at most", le(gap, constant * (1 / M)), Combination(1, 1), ("least of LSA", "LTB")),
    Step("not negative", le(0, gap), Combination(1, plus=(size / (M + 1),)), ("gap",)),
    Step("order", order(gap, 1 / M, M), Bounded(constant), ("at most", "not negative")),
    Step("factor", ge(gap, r * size), Assume()),
    Step("bounded factor", le(M * r * size, constant), Combination(M, M), ("factor", "at most")),
    Step("no better factor", no_better_factor, Discharge("factor"), ("factor", "bounded factor")),
))

# Where the gap is positive -------------------------------------------------------------------------------------

no_more_than_size = le(gap, size)
strict = implies(ne(H * beta_star, zero), gt(gap, 0))
none = implies(eq(H * beta_star, zero), eq(gap, 0))
_as_it_stands = ((u_1, -beta_star), (s, 1), (B_1, K.body.T), (b, zero))
"""The LSA that is off from GD-beta at (beta^*, K) by beta^* alone."""
_root = half(H) * beta_star
STRICT = Proof((
    known,
    Step("an LSA", le(inf_LSA, at_K + size), ValueAt(*_as_it_stands)),
    Step("split of LTB", split_LTB, FromClaim("zwb/beyond-sharp-gap-split", "a")),
    Step("form of LTB", at_least(of_LTB), FromClaim("zwb/beyond-sharp-gap-form", bind=of_LTB.binding)),
    Step("each LTB", le(inf_LSA - size, R_LTB),
         Combination(1, -1, 1 / (M + 1), plus=(norm_H_squared(of_LTB.a) / (M + 1),)),
         ("an LSA", "split of LTB", "form of LTB")),
    Step("LTB", le(inf_LSA - size, inf_LTB), FromBelow(), ("each LTB",)),
    Step("not more", no_more_than_size, Combination(1), ("LTB",)),
    Step("mean", ne(H * beta_star, zero), Assume()),
    Step("no root", eq(_root, zero), Assume()),
    Step("no mean", eq(H * beta_star, zero), Identity((half(H), 1)), ("no root",)),
    Step("root", ne(_root, zero), Contradiction("no root"), ("no root", "no mean", "mean")),
    Step("length", gt(norm_F(_root) ** 2, 0), Positivity(), ("root",)),
    Step("positive", gt(gap, 0), Combination(1, 1 / (M + 1)), ("gap", "length")),
    Step("strict", strict, Discharge("mean"), ("mean", "positive")),
    Step("null", eq(H * beta_star, zero), Assume()),
    Step("no length", eq(size, 0), Identity((beta_star.T, 1)), ("null",)),
    Step("at most 0", le(gap, 0), Combination(1, 1), ("not more", "no length")),
    Step("at least 0", le(0, gap), Combination(1, -1 / (M + 1)), ("gap", "no length")),
    Step("no gap", eq(gap, 0), Antisymmetry(), ("at most 0", "at least 0")),
    Step("none", none, Discharge("null"), ("null", "no gap")),
))
