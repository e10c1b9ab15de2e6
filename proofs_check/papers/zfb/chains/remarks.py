"""Short chains for what the text states in passing: signs, limits in N, existence, almost sure statements."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ....proof.chain import (
    Combination,
    Continuity,
    Exhibit,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Reduction,
    Step,
    Substitution,
)
from ....statement.props import (
    almost_surely,
    always,
    chain,
    commute,
    eq,
    exists,
    gt,
    lt,
    saddle,
    tends,
)
from ....statement.terms import block, expect, inner, inv, norm_op, tr, where, zeros
from ..notation import (
    U11,
    B,
    E,
    Gam,
    L,
    L_hat,
    Lam,
    Lam_hat,
    N,
    W_KQ_star,
    W_PV_star,
    l,
    lower_bound,
    tau,
    u_1,
    w,
    x_q,
    y_hat,
)
from .theorem_4 import U_star, global_minimum_steps, u_star

EE = E * E.T
square = (y_hat - inner(w, x_q)) ** 2

EQ_8 = Proof((
    Step("averages", almost_surely(tends(L_hat, Fraction(1, 2) * expect(square), B)),
         FromFact("strong law of large numbers", f=square, i=tau, n=B, k=Fraction(1, 2)), printed="(8)"),
    Step("population loss", eq(L, Fraction(1, 2) * expect(square)), Identity(), printed="(8)"),
))

EQ_37 = Proof((
    Step("commute", commute(Gam, Lam), Identity(), printed="Gamma and Lambda commute"),
    Step("norm", gt(norm_op(Gam), 0), Positivity(), printed="From (37), we know ||Gamma||_op > 0"),
))

EQ_11 = Proof((
    Step("W_KQ", eq(W_KQ_star, block(U_star, zeros("d", 1), zeros("d", 1).T, zeros(1, 1))), Identity()),
    Step("W_PV", eq(W_PV_star, block(zeros("d", "d"), zeros("d", 1), zeros("d", 1).T, u_star)), Identity()),
    *(replace(step, instead_of="") for step in global_minimum_steps),
    Step("balanced", eq(u_star**2, tr(U_star * U_star.T)), Identity()),
))

NEGATIVE_LOSS = Proof((
    Step("value", eq(where(l, (U11, inv(Gam)), (u_1, 1)), -(Fraction(1, 2) * tr(Lam**2 * inv(Gam)))), Identity(),
         printed="Corollary 16"),
    Step("negative", lt(where(l, (U11, inv(Gam)), (u_1, 1)), 0),
         Combination(1, plus=(Fraction(1, 2) * tr(Lam**2 * inv(Gam)),)), ("value",)),
    Step("exists", exists(U11, exists(u_1, lt(l, 0))), Exhibit((U11, inv(Gam)), (u_1, 1)), ("negative",),
         printed="This loss function can be negative"),
))

ORIGIN = Proof((
    Step("saddle", saddle(l, (U11, zeros("d", "d")), (u_1, 0)), Reduction(), printed="saddle point at origin"),
    Step("away", always(chain(u_1, ">=", lower_bound, ">", 0)), FromClaim("zfb/lemma-19"), printed="stay away from"),
))

_error = expect((w.T * Lam_hat * inv(Gam) * x_q - w.T * x_q) ** 2)
_exact = tr(Lam) - tr(Lam**2 * inv(Gam))
INVERSE = Proof((Step("limit", tends(inv(Gam), inv(Lam), N), Continuity(), printed="approximately Lambda^-1"),))
PREDICTION = Proof((
    Step("exact", eq(_exact, _error), Identity(), ours=True),
    Step("limit", tends(_exact, 0, N), Continuity(), ours=True),
    Step("error", tends(_error, 0, N), Substitution(into="limit"), ("limit", "exact"), printed="approximately w^T x_q"),
))
