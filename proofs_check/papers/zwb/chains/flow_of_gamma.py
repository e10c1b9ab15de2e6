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
    ModusPonens,
    Positivity,
    Proof,
    Step,
)
from ....proof.steps.curvature import Rayleigh
from ....statement.props import Prop, always, conj, eq, ge, gt, implies, le, limit, ne, psd
from ....statement.psd import least_eigenvalue
from ....statement.terms import Term, at0, ddt, exp, half, inv, norm_F, norm_op, sqrt, tr, zeros
from ..assumptions import time
from ..notation import (
    D,
    D_tilde,
    H,
    I,
    M,
    Omega,
    P,
    Phi,
    R,
    d,
    norm_H_squared,
    t,
)
from ..notation_gd import (
    PD,
    C,
    Gamma_best,
    H_not_zero,
    Y,
    Y_tilde,
    alpha,
    energy,
    from_one,
    g,
    gamma,
    h,
    lam,
    rate,
    rest,
)
from .flow_of_beta import above_floor, above_least, best_bound, decays, exists, floor, half_bound, root, square

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

# Lemma G.5: the explicit constants -------------------------------------------------------------------------

most: Term = M / (M + 1)
norm_B = norm_F(B)
turned: Term = half(H) * B * half(H)
both_parts: Term = norm_F(first) + 1 / M * delta * norm_F(Gamma_best)
factor = 1 + sqrt(d) / (M + 1)
bound = -2 * alpha * norm_F(Y) ** 2 + 2 * C * exp(-(gamma * time)) * norm_F(Y)
derivative = (
    *half_bound, *above_least, *decays(1 / (M + 1), lam), *pulled(lam), *of_delta,
    Step("I - E", psd((M + 1) / M * (Phi * inv(Omega))), Positivity(), ("t > 0",)),
    Step("E", psd(t / M * inv(Omega)), Positivity(), ("t > 0",)),
    Step("first squared", le(norm_F(first) ** 2, delta**2),
         Combination(plus=(tr(D_tilde * (I - from_one) * (I + from_one) * D_tilde),)), ("I - E", "E", "t > 0")),
    *root("first", norm_F(first), delta, "first squared", "t > 0"),
    Step("below most", psd(most * (t / M) * inv(Omega)), Positivity(), ("t > 0",)),
    Step("best squared", le(norm_F(Gamma_best) ** 2, (most * sqrt(d)) ** 2),
         Combination(plus=(tr((most * I - Gamma_best) * (most * I + Gamma_best)),)), ("below most", "t > 0")),
    *root("best", norm_F(Gamma_best), most * sqrt(d), "best squared", "t > 0"),
    Step("product of parts", le(tr(-(first.T) * Gamma_best), norm_F(-(first.T)) * norm_F(Gamma_best)),
         FromFact("Cauchy-Schwarz", A=-(first.T), B=Gamma_best), ("t > 0",)),
    Step("triangle squared", le(norm_B**2, both_parts**2), Combination(2 / M * delta), ("product of parts", "t > 0")),
    *root("triangle", norm_B, both_parts, "triangle squared", "t > 0"),
    Step("turned on the left", le(tr(H * B * H * B.T), largest * tr(B * H * B.T)),
         Combination(plus=(tr(half(H) * B.T * (largest * I - H) * B * half(H)),)), ("largest", "t > 0")),
    Step("turned on the right", le(tr(B * H * B.T), largest * norm_B**2),
         Combination(plus=(tr(B * (largest * I - H) * B.T),)), ("largest", "t > 0")),
    Step("turned squared", le(norm_F(turned) ** 2, (largest * norm_B) ** 2), Combination(1, largest),
         ("turned on the left", "turned on the right", "t > 0")),
    *root("turned", norm_F(turned), largest * norm_B, "turned squared", "t > 0"),
    Step("product", le(tr(Y.T * turned), norm_F(Y.T) * norm_F(turned)),
         FromFact("Cauchy-Schwarz", A=Y.T, B=turned), ("t > 0",)),
    Step("derivative", always(le(ddt(norm_F(Y) ** 2), bound)),
         Combination(
             1, 4 * least, 4, 4 * norm_F(Y), 4 * norm_F(Y) * largest, 4 * norm_F(Y) * largest,
             4 * norm_F(Y) * largest * delta / M, 4 * norm_F(Y) * largest * factor,
             4 * norm_F(Y) * largest**2 * factor,
         ),
         ("pulled", "both sides", "product", "turned", "triangle", "first", "best", "delta", "decay", "least > 0",
          "t > 0", "H != 0")),
)
DERIVATIVE = Proof((
    *derivative,
    Step("unless H = 0", implies(H_not_zero, always(le(ddt(norm_F(Y) ** 2), bound))), Discharge("H != 0"),
         ("H != 0", "derivative")),
))

# Lemma G.6: integrated -------------------------------------------------------------------------------------

size_of_Y: Term = norm_F(Y)
decayed, driving = exp(-(alpha * time)), exp(-(gamma * time))
general = le(size_of_Y, decayed * at0(size_of_Y) + C * (driving - decayed) / (alpha - gamma))
resonant = le(size_of_Y, decayed * (at0(size_of_Y) + C * time))


def integrated(case: Prop, result: Prop) -> Proof:
    """Lemma G.6 in one of its two cases."""
    both = conj(H_not_zero, case)
    return Proof((
        Step("case", both, Assume()),
        Step("H != 0", H_not_zero, Positivity(), ("case",)),
        Step("Lemma G.5", implies(H_not_zero, always(le(ddt(size_of_Y**2), bound))), FromClaim("zwb/lemma-g.5"),
             printed="Lemma G.5"),
        Step("derivative", always(le(ddt(size_of_Y**2), bound)), ModusPonens(), ("Lemma G.5", "H != 0")),
        Step("Y >= 0", always(le(0, size_of_Y)), Positivity()),
        Step("C >= 0", ge(C, 0), Positivity()),
        Step("square", eq(size_of_Y**2, size), Identity()),
        Step("integrated", implies(case, always(result)),
             FromFact("Gronwall's inequality for a root", f=size_of_Y, g=size, c=alpha, a=gamma, k=C),
             ("Y >= 0", "square", "C >= 0", "derivative", "H != 0"), printed="(G.22)"),
        Step("in this case", always(result), ModusPonens(), ("integrated", "case#2")),
        Step("whole", implies(both, always(result)), Discharge("case"), ("case", "in this case")),
    ))


GENERAL, RESONANT = integrated(ne(alpha, gamma), general), integrated(eq(alpha, gamma), resonant)
