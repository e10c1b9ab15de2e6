"""The proof of Theorem 4, Appendix A, with the step that it leaves out: the minimum over *all* parameters."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import Attained, Combination, Continuity, FromClaim, Identity, Proof, Step
from ....statement.props import conj, eq, ge, global_minimum, limit, lt
from ....statement.terms import expect, half, inv, norm_F, norm_op, sqrt, tr, where, zeros
from ..assumptions import scale
from ..notation import (
    U11,
    Gam,
    KQ_of_u,
    L,
    Lam,
    PV_of_u,
    W_KQ_star,
    W_PV_star,
    d,
    sigma,
    u12,
    u21,
    u_1,
    w,
    y_hat,
)
from .lemma_18 import block_zero
from .lemma_20 import U_limit, exists, u_limit

U_star = tr(Gam**-2) ** Fraction(-1, 4) * inv(Gam)
u_star = tr(Gam**-2) ** Fraction(1, 4)
zero = zeros("d", 1)
star = ((U11, U_star), (u12, zero), (u21, zero), (u_1, u_star))

even = Fraction(1, 2) * (y_hat + where(y_hat, (w, -w)))
"""The part of the prediction that is even in the task w; the target is odd, so the loss splits."""
K = u_1 * U11 + u12 * u21.T
"""What takes the place of u_-1 U11 off the invariant block, in the part of the prediction that is odd in w."""
distance = norm_F(half(Gam) * (half(Lam) * K * half(Lam) - Lam * inv(Gam))) ** 2

global_minimum_steps = (
    Step(
        "split", eq(L, where(L, *star) + Fraction(1, 2) * distance + Fraction(1, 2) * expect(even**2)), Identity(),
        ours=True,
        instead_of="the printed proof shows the minimum of the reduced loss over U11 and u_-1 only; that no u12, u21 "
        "do better is added here: the prediction splits into parts odd and even in w",
    ),
    Step(
        "least", ge(L, where(L, *star)),
        Combination(-1, plus=(Fraction(1, 2) * distance, Fraction(1, 2) * expect(even**2))),
        ("split",), ours=True,
    ),
    Step("global minimum", global_minimum(L, *star), Attained(*star), ("least",), printed="Theorem 4", ours=True),
)

CHAIN = Proof((
    Step("scale", lt(sigma**2, 2 / (sqrt(d) * norm_op(Gam))), Combination(1 / (sqrt(d) * norm_op(Gam))), (scale.name,),
         printed="the condition on the initial scale"),
    Step("limits", conj(limit(u_1, u_limit), limit(U11, U_limit)), FromClaim("zfb/lemma-12-limits"), ("scale",),
         printed="Lemma 12"),
    Step("block", block_zero, FromClaim("zfb/lemma-10", "c"), printed="Lemma 10"),
    *exists,
    Step("u12", limit(u12, zero), Continuity(), ("block", "for all times")),
    Step("u21", limit(u21, zero), Continuity(), ("block", "for all times")),
    Step("W_PV", limit(PV_of_u, W_PV_star), Continuity(), ("limits", "u12", "u21")),
    Step("W_KQ", limit(KQ_of_u, W_KQ_star), Continuity(), ("limits", "u12", "u21")),
    *global_minimum_steps,
))
