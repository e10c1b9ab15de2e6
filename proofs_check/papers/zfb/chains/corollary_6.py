"""Corollary 6: what training converges to, in-context learning up to an error, and the floor under the error."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Bounded,
    Combination,
    ConditionNumber,
    Discharge,
    FromClaim,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....statement.laws import cond, order
from ....statement.props import conj, eq, ge, gt, implies, le, limit
from ....statement.terms import Abbrev, inv, norm_op, scalar, tr
from ..assumptions import scale
from ..notation import Gam, I, KQ_of_u, Lam, M, N, PV_of_u, W_KQ_star, W_PV_star, d, x_q
from ..notation_prompts import kappa, mean_of_examples, y_hat_star
from .section_4_1 import averaged, bound, first_bound, risk

converges = conj(limit(PV_of_u, W_PV_star), limit(KQ_of_u, W_KQ_star))
CHAIN = Proof((
    Step("scale", scale.prop, Assume(), ours=True),
    Step("limits", converges, FromClaim("zfb/theorem-4", "b"), ("scale",),
         printed="Putting the above together with Theorem 5, Definition 1 and Definition 2"),
    Step("converges", implies(scale.prop, converges), Discharge("scale"), ("scale", "limits"), printed="converges to"),
    Step("whatever sigma", converges, FromClaim("zfb/beyond-sigma-condition", "b"), ours=True),
    Step("prediction", eq(
        y_hat_star, x_q.T * inv(Lam + 1 / N * Lam + tr(Lam) / N * I) * mean_of_examples
    ), Identity(), printed="returns a prediction"),
))

eta = Abbrev(scalar("eta", tex=r"\eta"), (1 + 2 * d + d**2 * kappa) * tr(Lam) / N**2)
epsilon = scalar("epsilon", "positive", tex=r"\varepsilon")
enough = ge(M, (d + 1) * tr(Lam) * inv(epsilon))
IN_CONTEXT = Proof((
    Step("first", le(risk, first_bound), FromClaim("zfb/section-4.1-averaged-bound", "a"), printed="the above"),
    Step("second", le(first_bound, bound), FromClaim("zfb/section-4.1-averaged-bound", "b"), printed="the above"),
    Step("enough", enough, Assume(), printed="provided M >= (d + 1) tr(Lambda) / epsilon"),
    Step("error", le(risk, eta + epsilon), Combination(1, 1, epsilon / M), ("first", "second", "enough"),
         printed="prediction error at most eta + epsilon"),
    Step("conclusion", implies(enough, le(risk, eta + epsilon)), Discharge("enough"), ("enough", "error")),
))

floor = 1 / N**2 * (
    tr(Gam**-2 * Lam**3) + 2 * tr(Lam) * tr(Gam**-2 * Lam**2) + tr(Lam) ** 2 * tr(Gam**-2 * Lam)
)
_constant = (1 + 2 * d + d**2 * kappa) * tr(Lam)
_opened = (1 + 2 * d + d**2 * (norm_op(Lam) * norm_op(inv(Lam)))) * tr(Lam) / N**2
FLOOR = Proof((
    Step("condition number", eq(cond(Lam), norm_op(Lam) * norm_op(inv(Lam))), ConditionNumber(), ours=True),
    Step("not negative", le(0, eta), Combination(-(d**2 * tr(Lam) / N**2), plus=(_opened,)), ("condition number",),
         ours=True),
    Step("multiple", le(eta, _constant * (1 / N**2)), Combination(), ours=True),
    Step("order", order(eta, 1 / N**2, N), Bounded(_constant), ("multiple", "not negative"), printed="eta = O(1/N^2)"),
    Step("risk", eq(risk, averaged), Identity(), ours=True),
    Step("above", ge(risk, floor), Combination(-1, plus=(
        1 / M * tr(Gam**-2 * Lam**3), 1 / M * tr(Gam**-2 * Lam**2) * tr(Lam)
    )), ("risk",), printed="bounded away from zero"),
    Step("positive", gt(floor, 0), Positivity(), printed="bounded away from zero"),
))
