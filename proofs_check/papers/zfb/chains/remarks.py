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
)
from ....statement.laws import tends_jointly
from ....statement.props import (
    almost_surely,
    always,
    chain,
    commute,
    eq,
    exists,
    gt,
    lt,
    nonconvex,
    saddle,
    tends,
)
from ....statement.terms import (
    at,
    block,
    expect,
    half,
    index,
    inner,
    inv,
    norm_F,
    norm_op,
    prediction,
    total,
    tr,
    where,
    zeros,
)
from ..notation import (
    U11,
    B,
    E,
    Gam,
    I,
    L,
    L_hat,
    Lam,
    Lam_hat,
    M,
    N,
    W_KQ_star,
    W_PV_star,
    c,
    l,
    lower_bound,
    tau,
    u12,
    u21,
    u_1,
    w,
    x,
    x_q,
    y_hat,
)
from ..notation_prompts import sample_covariance
from .theorem_4 import U_star, global_minimum_steps, u_star

EE = E * E.T
square = (y_hat - inner(w, x_q)) ** 2

EQ_8 = Proof((
    Step("averages", almost_surely(tends(L_hat, Fraction(1, 2) * expect(square), B)),
         FromFact("strong law of large numbers", f=square, i=tau, n=B, k=Fraction(1, 2)), printed="(8)"),
    Step("population loss", eq(L, Fraction(1, 2) * expect(square)), Identity(), printed="(8)"),
))

_outer = at(x, 1) * at(x, 1).T
_moments = (N - 1) / N * expect(_outer) ** 2 + 1 / N * expect(at(x, 1) * at(x, 1).T * at(x, 1) * at(x, 1).T)
EQ_37 = Proof((
    Step("moments", chain(
        expect(Lam_hat**2), "=", _moments, "=", (N + 1) / N * Lam**2 + 1 / N * tr(Lam) * Lam
    ), Identity(), printed="(37), by Lemma 30"),
    Step("Gamma", eq(Gam, (N + 1) / N * Lam + 1 / N * tr(Lam) * I), Identity(), printed="(37)"),
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

i_M = index("i_M", "M", tex="i")
_labels = 1 / M * total(i_M, M, inner(w, at(x, i_M)) * at(x, i_M).T * inv(Gam) * x_q)
_mean = w.T * (1 / M * total(i_M, M, at(x, i_M) * at(x, i_M).T)) * inv(Gam) * x_q
_at_minimum = prediction(
    block(zeros("d", "d"), zeros("d", 1), zeros("d", 1).T, c),
    block(inv(c * Gam), zeros("d", 1), zeros("d", 1).T, zeros(1, 1)),
    M,
)
AT_MINIMUM = Proof((
    Step("prediction", chain(_at_minimum, "=", _labels, "=", _mean), Identity(),
         printed="the predictions are given by"),
))
_error = expect((w.T * sample_covariance * inv(Gam) * x_q - w.T * x_q) ** 2)
_exact = (
    1 / M * (tr(Gam**-2 * Lam**3) + tr(Gam**-2 * Lam**2) * tr(Lam))
    + tr(Lam) - 2 * tr(inv(Gam) * Lam**2) + tr(Gam**-2 * Lam**3)
)
INVERSE = Proof((Step("limit", tends(inv(Gam), inv(Lam), N), Continuity(), printed="approximately Lambda^-1"),))
PREDICTION = Proof((
    Step("exact", eq(_error, _exact), Identity(), ours=True),
    Step("limit", tends_jointly(_exact, 0, N, M), Continuity(), printed="approximately w^T x_q"),
))


size = norm_F(inv(Gam))
TRANSLATION = Proof((
    Step("size", eq(size, tr(Gam**-2) ** Fraction(1, 2)), Identity(), printed="Gamma is symmetric"),
    Step("W^PV", eq(block(zeros("d", "d"), zeros("d", 1), zeros("d", 1).T, half(size)), W_PV_star), Identity(),
         ("size",), printed="translating U11 and u_-1 back to the original parameterization"),
    Step("W^KQ", eq(block(size ** Fraction(-1, 2) * inv(Gam), zeros("d", 1), zeros("d", 1).T, zeros(1, 1)), W_KQ_star),
         Identity(), ("size",), printed="translating U11 and u_-1 back to the original parameterization"),
))

NONCONVEX = Proof((
    Step("L", nonconvex(L, U11, u12, u21, u_1), Reduction(), printed="the optimization problem is non-convex"),
    Step("reduced", nonconvex(l, U11, u_1), Reduction(), printed="the optimization problem is non-convex"),
))
