r"""Lemma G.3: beta converges from every start, whatever Gamma does.

The square of :math:`P(\beta-\beta^*)` has the derivative :math:`-4D^\top H^{1/2}A(\tilde\Gamma)H^{1/2}D`; it decays at
the rate 4 a l where :math:`A\succeq aI` and :math:`H\succeq lP`.  For the limit, :math:`l=1/(1+\|H^+\|)`, which means
something for H = 0, too.
"""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....proof.facts import flow_exists
from ....proof.steps.curvature import Rayleigh
from ....statement.props import always, eq, ge, gt, implies, le, limit, lt, psd
from ....statement.psd import pinv
from ....statement.terms import Term, at0, ddt, exp, half, norm_2, norm_F, norm_op, zeros
from ..assumptions import time
from ..notation import D, Gamma_tilde, H, I, M, P, R, beta, beta_star
from ..notation_gd import PD, H_not_zero, form_of_beta, lam
from .theorem_5_2 import HD, above_beta, size_of_beta

square: Term = D.T * P * D
"""The square of P(beta - beta^*), as a polynomial."""


def root(name: str, small: Term, large: Term, squares: str, *signs: str, along: bool = False) -> tuple[Step, ...]:
    """``le(small, large)`` under this name from that of their squares, the premise ``squares``; 0 <= large."""
    mode = always if along else (lambda prop: prop)
    assumed, contrary = f"{name}: suppose not", f"{name}: then"
    return (
        Step(assumed, mode(lt(large, small)), Assume()),
        Step(contrary, mode(lt(large**2, small**2)), Combination(2 * large, plus=((small - large) ** 2,)),
             (assumed, *signs)),
        Step(name, mode(le(small, large)), Contradiction(assumed), (assumed, contrary, squares)),
    )


# Lower bounds of A -----------------------------------------------------------------------------------------

half_bound = (above_beta,)
"""With a = 1/(M+1), under the name 'form of beta'."""
centred: Term = Gamma_tilde - M / (M + 2) * I
spread_out: Term = norm_F(Gamma_tilde) ** 2 * I - Gamma_tilde.T * Gamma_tilde
best_bound = (
    Step("Frobenius", psd(spread_out), FromFact("operator norm and Frobenius norm", A=Gamma_tilde, I=I)),
    Step("form of beta", le(2 / (M + 2) * size_of_beta, form_of_beta),
         Combination(plus=((M + 2) / M * norm_2(centred * HD) ** 2,
                           1 / M * (D.T * half(H) * spread_out * half(H) * D))),
         ("Frobenius",)),
)
"""With a = 2/(M+2)."""

# Lower bounds of H -----------------------------------------------------------------------------------------

inverse_size: Term = norm_op(pinv(H))
floor: Term = 1 / (1 + inverse_size)
above_floor = (
    Step("size of the inverse", psd(inverse_size * I - pinv(H)), Rayleigh()),
    Step("H", psd(floor * (H + half(H) * (inverse_size * I - pinv(H)) * half(H))), Positivity(),
         ("size of the inverse",)),
    Step("floor", gt(floor, 0), Positivity()),
)
above_least = (
    Step("H != 0", H_not_zero, Assume()),
    Step("H", psd(H - lam * P), Rayleigh(), ("H != 0",)),
    Step("floor", gt(lam, 0), Positivity(), ("H != 0",)),
)


def decays(a: Term, low: Term) -> tuple[Step, ...]:
    """The square at most ``exp(-4 a low t)`` times that at the start, under 'decay'; 'form of beta', 'H' are known."""
    rate = 4 * a * low
    return (
        Step("velocity", eq(ddt(square), -4 * form_of_beta), Identity(), printed="(G.4)"),
        Step("size", le(low * square, size_of_beta), Combination(plus=(D.T * (H - low * P) * D,)), ("H",)),
        Step("decreases", always(le(ddt(square), -(rate * square))), Combination(1, 4, 4 * a),
             ("velocity", "form of beta", "size")),
        Step("decay", always(le(square, exp(-(rate * time)) * at0(square))),
             FromFact("Gronwall's inequality", f=square, c=rate), ("decreases",)),
    )


def decay_of_the_norm(a: Term) -> Proof:
    """Lemma G.3 with this lower bound of A."""
    rate = 4 * a * lam
    half_way = -(2 * a * lam * time)
    slower = exp(half_way)
    bound = slower * at0(norm_2(PD))
    steps = (
        *(half_bound if a == 1 / (M + 1) else best_bound),
        *above_least, *decays(a, lam),
        Step("half", eq(exp(-(rate * time)), slower * slower), FromFact("exponential law", f=half_way, g=half_way),
             ("H != 0",)),
        Step("squares", always(le(norm_2(PD) ** 2, bound**2)), Combination(1, at0(square)), ("decay", "half")),
        *root("norms", norm_2(PD), bound, "squares", along=True),
        Step("unless H = 0", implies(H_not_zero, always(le(norm_2(PD), bound))), Discharge("H != 0"),
             ("H != 0", "norms")),
        Step("square", implies(H_not_zero, always(le(norm_2(PD) ** 2, exp(-(rate * time)) * at0(norm_2(PD) ** 2)))),
             Discharge("H != 0"), ("H != 0", "decay")),
    )
    return Proof(steps)


exists = (
    Step("R >= 0", ge(R, 0), Positivity()),
    Step("for all times", flow_exists(R), FromFact("continuation of bounded solutions", f=R, c=0), ("R >= 0",)),
)
slow = 4 * (1 / (M + 1)) * floor
to_zero = (
    *exists, *half_bound, *above_floor, *decays(1 / (M + 1), floor),
    Step("rate", gt(slow, 0), Positivity(), ("floor",)),
    Step("bound to zero", limit(exp(-(slow * time)) * at0(square), 0),
         FromFact("exponential decay", c=slow, k=at0(square), g=R), ("rate", "for all times")),
    Step("square >= 0", always(le(0, square)), Positivity()),
    Step("square to zero", limit(square, 0), FromFact("squeeze", f=square, g=exp(-(slow * time)) * at0(square)),
         ("square >= 0", "decay", "bound to zero")),
    Step("PD", limit(PD, zeros("d", 1)), FromFact("convergence in norm", A=PD, B=zeros("d", 1)),
         ("square to zero",)),
    Step("P beta", limit(P * beta, P * beta_star), FromFact("convergence in norm", A=P * beta, B=P * beta_star),
         ("square to zero",)),
)
RATE = decay_of_the_norm(1 / (M + 1))
BEST_RATE = decay_of_the_norm(2 / (M + 2))
LIMIT = Proof(to_zero)
