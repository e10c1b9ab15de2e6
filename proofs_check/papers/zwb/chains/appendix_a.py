"""(A.3): Omega is positive definite where t > 0, and 0 where t = 0."""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Contradiction, Discharge, Identity, Positivity, Proof, Step
from ....statement.props import eq, gt, implies, le, lt, ne, posdef
from ....statement.terms import half, norm_F
from ..notation import H, I, M, Omega, Psi, sigma, t

DEFINITE = Proof((
    Step("t > 0", gt(t, 0), Assume()),
    Step("definite", posdef(Omega), Positivity(), ("t > 0",)),
    Step("where t > 0", implies(gt(t, 0), posdef(Omega)), Discharge("t > 0"), ("t > 0", "definite")),
))

B = half(H) * half(Psi)
"""Phi = B B^T and tr(H Psi) is the square of its norm."""
VANISHING = Proof((
    Step("t = 0", eq(t, 0), Assume()),
    Step("no mean", le(norm_F(B) ** 2, 0), Combination(1, plus=(sigma**2,)), ("t = 0",)),
    Step("B != 0", ne(B, 0 * B), Assume()),
    Step("size", lt(0, norm_F(B) ** 2), Positivity(), ("B != 0",)),
    Step("B = 0", eq(B, 0 * B), Contradiction("B != 0"), ("B != 0", "size", "no mean")),
    Step("Omega", eq(Omega, 0 * Omega), Identity((1 / M, I), ((M + 1) / M * I, B.T)), ("t = 0", "B = 0")),
    Step("where t = 0", implies(eq(t, 0), eq(Omega, 0 * Omega)), Discharge("t = 0"), ("t = 0", "Omega")),
))
