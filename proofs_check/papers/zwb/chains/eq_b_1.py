"""(B.1): the least risk of LTB, from (B.15) for LTB and (B.17)."""

from __future__ import annotations

from ....proof.chain import Antisymmetry, Combination, Identity, Positivity, Proof, Step
from ....proof.steps.extrema import FromBelow, ValueAt
from ....statement.props import eq, ge, le, posdef
from ....statement.psd import infimum
from ....statement.terms import inv, term, tr, where, zeros
from ..notation import (
    B_1,
    R_LTB,
    Gamma_star,
    H_hat,
    Omega,
    Phi,
    U,
    a,
    b,
    beta_star,
    c,
    least_risk,
    reduced,
    s,
    u_1,
    v,
    w_1,
)
from ..notation_risk import K_tilde, mean_square, q

gap = K_tilde - Phi * inv(Omega)
least = infimum(R_LTB, *reduced)
best = ((w_1, beta_star), (u_1, -beta_star), (s, term(1)), (B_1, Gamma_star.T), (b, zeros("d", 1)))
"""The reduced parameters of GD-beta at its optimum."""
CHAIN = Proof((
    Step("Omega", posdef(Omega), Positivity(), ("t > 0",)),
    Step("below", ge(R_LTB, least_risk),
         Combination(plus=(tr(gap * Omega * gap.T), mean_square(a + U * H_hat * v + c * q))), ("Omega",)),
    Step("no less", ge(least, least_risk), FromBelow(), ("below",)),
    Step("there", eq(where(R_LTB, *best), least_risk), Identity()),
    Step("no more", le(least, least_risk), ValueAt(*best), ("there",)),
    Step("(B.1)", eq(least, least_risk), Antisymmetry(), ("no less", "no more"), printed="from Theorem 5.3"),
))
