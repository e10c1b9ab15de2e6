r"""Lemmas G.5, G.6: Gamma follows beta.

With :math:`\delta=\|D\|_H^2` and :math:`B=(I-\frac{M+1}M\tilde\Gamma^*)\tilde D-\frac1M\delta\tilde\Gamma^*`, the
square of Y has at most the derivative :math:`4\operatorname{tr}(\tilde Y^\top B)-4\operatorname{tr}(\tilde Y\Omega
\tilde Y^\top)`; B vanishes with beta - beta^*.
"""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Combination,
    Continuity,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....proof.curved import Rayleigh
from ....statement.props import always, conj, eq, ge, gt, implies, le, limit, psd
from ....statement.psd import least_eigenvalue
from ....statement.terms import Term, at0, ddt, exp, half, norm_F, norm_op, tr, zeros
from ..assumptions import time
from ..notation import D, D_tilde, Gamma, Gamma_star, H, I, M, Omega, P, R, norm_H_squared, t
from ..notation_gd import (
    PD,
    Gamma_best,
    H_not_zero,
    Y,
    Y_tilde,
    energy,
    from_one,
    g,
    h,
    lam,
    rate,
    rest,
)
from .flow_of_beta import above_floor, above_least, best_bound, decays, exists, floor, half_bound, square

size: Term = tr(Y.T * Y)
"""The square of Y, as a polynomial."""
least: Term = least_eigenvalue(Omega)
delta: Term = norm_H_squared(D)
B: Term = from_one * D_tilde - 1 / M * delta * Gamma_best
largest: Term = norm_op(H)
moved = D_tilde - (M + 1) / M * ((Y_tilde + Gamma_best) * D_tilde) - 1 / M * delta * (Y_tilde + Gamma_best)


def pulled(low: Term) -> tuple[Step, ...]:
    """What the derivative of the square is at most; 'H' says that H is at least ``low`` times P."""
    return (
        Step("velocity of Y", eq(ddt(size), 4 * tr(Y_tilde.T * (moved - Y_tilde * Omega))), Identity(),
             ("t > 0",), printed="(G.10)"),
        Step("Omega", psd(Omega - least * I), Rayleigh()),
        Step("least > 0", gt(least, 0), Positivity(), ("t > 0",)),
        Step("from the right", le(low * tr(Y * H * Y.T), tr(Y_tilde.T * Y_tilde)),
             Combination(plus=(tr(half(H) * Y.T * (H - low * P) * Y * half(H)),)), ("H", "t > 0")),
        Step("from the left", le(low * size, tr(Y * H * Y.T)), Combination(plus=(tr(Y * (H - low * P) * Y.T),)),
             ("H", "t > 0")),
        Step("both sides", le(low**2 * size, tr(Y_tilde.T * Y_tilde)), Combination(1, low),
             ("from the right", "from the left", "floor", "t > 0")),
        Step("pulled", le(ddt(size), 4 * tr(Y_tilde.T * B) - 4 * least * tr(Y_tilde.T * Y_tilde)),
             Combination(1, plus=(
                 4 * ((M + 1) / M) * tr(Y_tilde * D_tilde * Y_tilde.T), 4 / M * delta * norm_F(Y_tilde) ** 2,
                 4 * tr(Y_tilde * (Omega - least * I) * Y_tilde.T),
             )), ("velocity of Y", "Omega", "t > 0"), printed="(G.15)"),
    )


of_delta = (
    Step("largest", psd(largest * I - H), Rayleigh()),
    Step("delta", le(delta, largest * square), Combination(plus=(D.T * P * (largest * I - H) * P * D,)),
         ("largest",)),
)

# The explicit rate from an arbitrary start, and the limit --------------------------------------------------


young = Step("Young", le(4 * tr(Y_tilde.T * B), 2 * least * norm_F(Y_tilde) ** 2 + 2 / least * norm_F(B) ** 2),
         Combination(plus=(2 * least * norm_F(Y_tilde - B / least) ** 2,)), ("least > 0",))
first: Term = from_one * D_tilde
product = norm_F(from_one) * norm_F(D_tilde)
forced = (
    *of_delta,
    Step("product", le(norm_F(first), product), FromFact("submultiplicativity", A=from_one, B=D_tilde),
         ("t > 0",)),
    Step("its square", le(norm_F(first) ** 2, norm_F(from_one) ** 2 * delta**2), Combination(product + norm_F(first)),
         ("product", "t > 0")),
    Step("B", le(norm_F(B) ** 2, rest * delta**2),
         Combination(2, plus=(norm_F(first + 1 / M * delta * Gamma_best) ** 2,)), ("its square", "t > 0")),
    Step("delta squared", le(delta**2, largest**2 * square**2), Combination(delta + largest * square), ("delta",)),
    young,
)
"""The square of B is at most a multiple of the square of that of P(beta - beta^*)."""


there: Term = PD * PD.T
driven: Term = 2 / least * norm_F(
    from_one * (half(H) * there * half(H)) - 1 / M * (PD.T * H * PD) * Gamma_best
) ** 2
"""What drives Y, in terms of P(beta - beta^*)."""
fast: Term = 2 * floor**2 * least
to_zero = (
    *exists, *half_bound, *above_floor, *pulled(floor), young,
    Step("PD", limit(PD, zeros("d", 1)), FromClaim("zwb/lemma-g.3", "b"), printed="Lemma G.3"),
    Step("driven to zero", limit(driven, 0), Continuity(), ("PD", "least > 0")),
    Step("driven", always(le(ddt(size), -(fast * size) + driven)), Combination(1, 1, 2 * least),
         ("pulled", "Young", "both sides", "least > 0")),
    Step("Y >= 0", always(le(0, size)), Positivity()),
    Step("rate", gt(fast, 0), Positivity(), ("floor", "least > 0")),
    Step("Y to zero", limit(size, 0), FromFact("forced decay", f=size, c=fast, V=driven, g=R),
         ("Y >= 0", "driven", "driven to zero", "rate", "for all times", "least > 0")),
    Step("Y", limit(Y, zeros("d", "d")), FromFact("convergence in norm", A=Y, B=zeros("d", "d")), ("Y to zero",)),
    Step("P Gamma P", limit(P * Gamma * P, P * Gamma_star * P),
         FromFact("convergence in norm", A=P * Gamma * P, B=P * Gamma_star * P), ("Y to zero",)),
)
LIMIT = Proof(to_zero)

# The explicit rate -----------------------------------------------------------------------------------------

force = 2 / least * rest * largest**2
weight = force * at0(square) / (g - rate)
conditions = conj(H_not_zero, gt(t, 0), gt(g, rate), ge(h, rate))
explicit = implies(conditions, always(le(energy, exp(-(rate * time)) * at0(energy))))
RATE = Proof((
    Step("conditions", conditions, Assume()),
    Step("H != 0", H_not_zero, Positivity(), ("conditions",)),
    Step("t > 0", gt(t, 0), Combination(1), ("conditions#2",)),
    Step("below g", gt(g, rate), Combination(1), ("conditions#3", "H != 0")),
    Step("at most h", ge(h, rate), Combination(1), ("conditions#4",)),
    *best_bound, *above_least[1:], *decays(2 / (M + 2), lam), *pulled(lam), *forced,
    Step("no growth", always(le(ddt(square), -(0 * square))), Combination(1, plus=(g * square,)),
         ("decreases", "floor")),
    Step("below the start", always(le(square, exp(-(0 * time)) * at0(square))),
         FromFact("Gronwall's inequality", f=square, c=0), ("no growth",)),
    Step("driven", always(le(ddt(size), -(h * size) + force * at0(square) * square)),
         Combination(1, 1, 2 * least, 2 / least, 2 / least * rest, force * square),
         ("pulled", "Young", "both sides", "B", "delta squared", "below the start", "least > 0",
          "t > 0")),
    Step("velocity of V", eq(ddt(energy), ddt(size) + weight * ddt(square)), Identity(),
         ("below g", "H != 0", "t > 0", "least > 0")),
    Step("V decreases", always(le(ddt(energy), -(rate * energy))),
         Combination(1, 1, weight, size),
         ("velocity of V", "driven", "decreases", "at most h", "below g", "least > 0", "t > 0",
          "floor")),
    Step("V decays", always(le(energy, exp(-(rate * time)) * at0(energy))),
         FromFact("Gronwall's inequality", f=size + weight * square, c=rate), ("V decreases",)),
    Step("explicit", explicit,
         Discharge("conditions"), ("conditions", "V decays")),
))
