r"""Every stationary point of the risk of GD-beta is a global minimum.

With :math:`x=H^{1/2}(\beta-\beta^*)` the derivative in beta gives
:math:`\|x-\tilde\Gamma x\|^2+\frac1M\|\tilde\Gamma x\|^2+\frac1M\|\tilde\Gamma\|_F^2\|x\|^2=0`, hence x = 0; then that
in Gamma is :math:`2H^{1/2}(\tilde\Gamma-\tilde\Gamma^*)\Omega H^{1/2}`.
"""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Contradiction, Discharge, Identity, Positivity, Proof, Step
from ....statement.props import conj, eq, implies, le, lt, ne
from ....statement.psd import inv_half
from ....statement.terms import grad, half, inv, norm_F, zeros
from ..notation import (
    D,
    Gamma,
    Gamma_star,
    Gamma_tilde,
    Gamma_tilde_star,
    H,
    I,
    M,
    Omega,
    R,
    beta,
    in_null,
    in_null_tensor,
)

zero, nothing = zeros("d", 1), zeros("d", "d")
x = half(H) * D
far, moved = norm_F(x - Gamma_tilde * x) ** 2, norm_F(Gamma_tilde * x) ** 2
spread = norm_F(Gamma_tilde) ** 2 * norm_F(x) ** 2
stationary = conj(eq(grad(R, beta), zero), eq(grad(R, Gamma), nothing))
minimal = conj(in_null(H, D), in_null_tensor(H, Gamma - Gamma_star))
only_minima = implies(stationary, minimal)
all_minima = implies(minimal, stationary)

LENGTH = Step("x has no length", eq(x.T * x, 0), Identity((x.T, 1)), ("x = 0",))
DERIVATIVE = Step(
    "derivative", eq(grad(R, Gamma), 2 * half(H) * ((Gamma_tilde - Gamma_tilde_star) * Omega) * half(H)),
    Identity((-2 * half(H) * (I - (M + 1) / M * Gamma_tilde), x.T * half(H)), (2 / M * half(H) * Gamma_tilde, half(H))),
    ("x = 0", "x has no length"),
)

ONLY_MINIMA = Proof((
    Step("stationary", stationary, Assume()),
    Step("along D", eq(D.T * grad(R, beta), 2 * (far + 1 / M * moved + 1 / M * spread)), Identity()),
    Step("no sum", eq(far + 1 / M * moved + 1 / M * spread, 0), Identity((-1) * (1 / (2 * M / M)), D.T / 2),
         ("along D", "stationary#1")),
    Step("no distance", le(far, 0), Combination(1, plus=(1 / M * moved, 1 / M * spread)), ("no sum",)),
    Step("no step", le(moved, 0), Combination(M, plus=(M * far, spread)), ("no sum",)),
    Step("no x", le(norm_F(x) ** 2, 0), Combination(2, 2, plus=(norm_F(x - 2 * Gamma_tilde * x) ** 2,)),
         ("no distance", "no step")),
    Step("suppose x", ne(x, zero), Assume()),
    Step("some x", lt(0, norm_F(x) ** 2), Positivity(), ("suppose x",)),
    Step("x = 0", eq(x, zero), Contradiction("suppose x"), ("suppose x", "some x", "no x")),
    Step("D in null(H)", in_null(H, D), Identity((half(H), 1)), ("x = 0",)),
    LENGTH,
    DERIVATIVE,
    Step("Gamma tilde", eq(Gamma_tilde, Gamma_tilde_star),
         Identity((inv_half(H) / 2, inv_half(H) * inv(Omega)), (-inv_half(H) / 2, inv_half(H) * inv(Omega))),
         ("stationary#2", "derivative")),
    Step("Gamma", in_null_tensor(H, Gamma - Gamma_star), Identity((half(H), half(H))), ("Gamma tilde",)),
    Step("only minima", only_minima, Discharge("stationary"), ("stationary", "D in null(H)", "Gamma")),
))

A = I - Gamma_tilde - Gamma_tilde.T + (M + 1) / M * (Gamma_tilde.T * Gamma_tilde) + 1 / M * norm_F(Gamma_tilde) ** 2 * I
ALL_MINIMA = Proof((
    Step("minimal", minimal, Assume()),
    Step("x = 0", eq(x, zero), Identity((inv_half(H), 1)), ("minimal#1",)),
    Step("Gamma tilde", eq(Gamma_tilde, Gamma_tilde_star), Identity((inv_half(H), inv_half(H))), ("minimal#2",)),
    Step("in beta", eq(grad(R, beta), zero), Identity((2 * half(H) * A, 1)), ("x = 0",)),
    LENGTH,
    DERIVATIVE,
    Step("in Gamma", eq(grad(R, Gamma), nothing), Identity(1, (2 * half(H), Omega * half(H))),
         ("derivative", "Gamma tilde")),
    Step("all minima", all_minima, Discharge("minimal"), ("minimal", "in beta", "in Gamma")),
))
