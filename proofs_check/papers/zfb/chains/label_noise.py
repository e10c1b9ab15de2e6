"""Training with label noise: Theorem 4 with Gamma_s = Gamma + (s^2/N) I in the place of Gamma, for every scale."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import Attained, Combination, Continuity, FromFact, Identity, Proof, Step
from ....proof.facts import flow_exists
from ....statement.props import eq, ge, global_minimum, limit
from ....statement.terms import Abbrev, block, expect, half, inv, matrix, norm_F, scalar, tr, where, zeros
from ..notation import U11, Gam, I, KQ_of_u, L_noise, Lam, N, PV_of_u, u12, u21, u_1, x_q
from ..notation_prompts import s
from .every_scale import Setting, lower_bound_steps
from .every_scale import delta as eigenvalue
from .every_scale_limits import decay_steps, limit_steps, pl_steps
from .theorem_4 import K, even

m_4 = scalar("m_4", "positive")
"""The fourth moment of the noise."""
Gam_s = Abbrev(matrix("Gam_s", "d", "d", "symmetric", "posdef", tex=r"\Gamma_s"), Gam + s**2 / N * I)
NOISY = Setting(Gam_s, (1 + 1 / N) * eigenvalue + 1 / N * tr(Lam) + s**2 / N, (1 + 1 / N) * I)

U_star, u_star = tr(inv(Gam_s) ** 2) ** Fraction(-1, 4) * inv(Gam_s), tr(inv(Gam_s) ** 2) ** Fraction(1, 4)
zero = zeros("d", 1)
star = ((U11, U_star), (u12, zero), (u21, zero), (u_1, u_star))
KQ_s = block(U_star, zero, zero.T, zeros(1, 1))
PV_s = block(zeros("d", "d"), zero, zero.T, u_star)

least = Fraction(1, 2) * (tr(Lam) + s**2 - tr(Lam**2 * inv(Gam_s)))
"""The least loss over all parameters."""
distance = norm_F(half(Gam_s) * (half(Lam) * K * half(Lam) - Lam * inv(Gam_s))) ** 2
even_part = even + s**2 * u_1 * u21.T * x_q
"""The mean over the noise of the part of the prediction that is even in the task and the noise together."""
column = norm_F(half(Lam) * u21) ** 2
spread = u_1**2 * column * (2 * s**2 / N * tr(Lam) + (m_4 - s**4) / (2 * N))
"""What the noise adds to the mean square of the even part."""
landscape = eq(L_noise, least + Fraction(1, 2) * distance + Fraction(1, 2) * expect(even_part**2) + spread)

_squares = (Fraction(1, 2) * distance, Fraction(1, 2) * expect(even_part**2), 2 * s**2 / N * tr(Lam) * u_1**2 * column)
_optimum = (
    Step("landscape", landscape, Identity()),
    Step("bounded below", ge(L_noise, least), Combination(-1, u_1**2 * column / (2 * N), plus=_squares),
         ("landscape", "m_4 >= s^4")),
    Step("value", eq(where(L_noise, *star), least), Identity()),
    Step("least", ge(L_noise, where(L_noise, *star)), Combination(1, -1), ("bounded below", "value")),
    Step("global minimum", global_minimum(L_noise, *star), Attained(*star), ("least",)),
)
_exists = (
    Step("for all times", flow_exists(L_noise), FromFact("continuation of bounded solutions", f=L_noise, c=least),
         ("bounded below",)),
)

CHAIN = Proof((
    *lower_bound_steps(NOISY), *pl_steps(NOISY), *_optimum, *decay_steps(NOISY, L_noise, _exists), *limit_steps(NOISY),
    Step("W_PV", limit(PV_of_u, PV_s), Continuity(), ("U11", "u_-1", "u12", "u21")),
    Step("W_KQ", limit(KQ_of_u, KQ_s), Continuity(), ("U11", "u_-1", "u12", "u21")),
))
