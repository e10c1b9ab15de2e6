r"""The gap as M grows: :math:`2\|\beta^*\|_H^2/M` to leading order where :math:`\Phi` has rank 1.

With the letters of :mod:`.gap`, :math:`T=\operatorname{tr}\Phi^2` and :math:`\tau=t-\varphi` the form II + III + IV is
at least :math:`\|A\|^2+\frac2M\|B\|^2+2T\|C\|^2`, and :math:`H^{1/2}a=A-B-\tau C`, whence
:math:`\big((M+2)T+t^2\big)(\mathrm{II}+\mathrm{III}+\mathrm{IV})\ge2T\|a\|_H^2` by Cauchy-Schwarz.
"""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Bounded,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    Identity,
    Proof,
    Step,
    Substitution,
)
from ....proof.steps.extrema import FromBelow, ValueAt
from ....statement.laws import order
from ....statement.props import Prop, conj, eq, ge, gt, implies, le, lt
from ....statement.psd import pinv
from ....statement.terms import inv, norm_F, tr, where, zeros
from ..notation import (
    B_1,
    R_LSA,
    H,
    I,
    M,
    Omega,
    P,
    Phi,
    b,
    beta_star,
    least_risk,
    norm_H_squared,
    s,
    sigma,
    t,
    u_1,
)
from ..notation_gap import Form, at_GD, free, of_LSA
from .gap import (
    A_0,
    FORM,
    A,
    B,
    C,
    at_K,
    gap,
    inf_LSA,
    inf_LTB,
    n,
    phi,
    rest,
    size,
    split_LSA,
)
from .sharp import E, e, rho
from .theorem_5_3 import lower, ours

zero, nothing = zeros("d", 1), zeros("d", "d")
T = norm_F(Phi) ** 2
W = (M + 2) * T + t**2
"""The inequality, divided by 2T, has this factor."""


def at_least(form: Form) -> Prop:
    return ge(W * form.value, 2 * T * norm_H_squared(form.a))


_S = norm_F(A) ** 2 + 2 / M * norm_F(B) ** 2 + 2 * T * norm_F(C) ** 2
_tau = t - phi
_of_tau = phi * _S + W * (2 / M) * (t + phi) * norm_F(C) ** 2
goal = le(2 * T * norm_H_squared(free.a), W * free.value)
_negated = lt(W * free.value, 2 * T * norm_H_squared(free.a))
_known = FORM.steps
FORM_2 = Proof((
    Step("not", _negated, Assume()),
    *(step for step in _known if step.label in {"v", "norm of v", "product", "phi", "product with Phi", "Phi"}),
    Step("where v is not 0", goal,
         Combination(
             _of_tau / n, 4 * W / (M * n) * norm_F(C) ** 2,
             plus=(
                 sigma**2 * _of_tau, phi * t * _S, 4 * W / M * (phi**2 * norm_F(C) ** 2),
                 W / (M * n) * norm_F(rest) ** 2, T * M * norm_F(A + 2 / M * B) ** 2,
                 norm_F(_tau * A + 2 * T * C) ** 2, M / 2 * norm_F(2 / M * (_tau * B) - 2 * T * C) ** 2,
             ),
         ), ("phi", "Phi", "norm of v")),
    *(step for step in _known if step.label in {
        "no v", "root", "size of the root", "no size", "not less", "no root", "without v"
    }),
    Step("where v is 0", goal,
         Combination(
             -W, plus=(
                 norm_F(t * A_0 + 2 * T * C) ** 2,
                 M * T * (norm_F(A_0) ** 2 + 2 * T * norm_F(C) ** 2),
                 W * (2 / M * t**2 + 4 / M * T) * norm_F(C) ** 2,
             ),
         ), ("without v",)),
    Step("assumed", _negated, Combination(1), ("not",)),
    Step("at least", goal, Contradiction("not"), ("not", "where v is 0", "assumed")),
))

# For all problems -------------------------------------------------------------------------------------------

from_below = ge(W * gap, 2 * T * size)
below = (
    Step("split of LSA", split_LSA, FromClaim("zwb/beyond-sharp-gap-split", "b")),
    Step("form of LSA", at_least(of_LSA), FromClaim("zwb/beyond-gap-large-context-form", bind=of_LSA.binding)),
    Step("an LTB", le(inf_LTB, at_K), ValueAt(*at_GD)),
    Step("each LSA", le(inf_LTB + 2 * T / W * size, R_LSA), Combination(1 / W, 1, -1),
         ("form of LSA", "an LTB", "split of LSA", "t")),
    Step("best LSA", le(inf_LTB + 2 * T / W * size, inf_LSA), FromBelow(), ("each LSA",)),
    Step("gap from below", from_below, Combination(W), ("best LSA",)),
)
_P_off = P - Phi * inv(Omega)
_at_Newton = ((u_1, zero), (s, 1), (B_1, pinv(H)), (b, zero))
from_above = le(gap, (tr(P) + 1) / M * size + 1 / M**2 * tr((Phi + t * P) ** 2 * inv(Omega)))
BOUNDS = Proof((
    Step("t", gt(t, 0), Combination(1), ("t > 0",)),
    *below, *ours(lower),
    Step("Newton", eq(where(R_LSA, *_at_Newton),
                      least_risk + 1 / M**2 * tr((Phi + t * P) ** 2 * inv(Omega)) + (tr(P) + 1) / M * size),
         Identity(), ("t",)),
    Step("an LSA", le(inf_LSA, least_risk + 1 / M**2 * tr((Phi + t * P) ** 2 * inv(Omega)) + (tr(P) + 1) / M * size),
         ValueAt(*_at_Newton), ("Newton",)),
    Step("gap from above", from_above, Combination(1, -1), ("an LSA", "infimum")),
))

# Where Phi has rank 1 ---------------------------------------------------------------------------------------

omega = ((M + 1) * rho + t) / M
x = M / ((M + 2) * rho)
_off = E / omega - Phi * inv(Omega)
_form = tr(_off * Omega * _off.T)
point = ((u_1, e), (s, 0), (B_1, x * (e * beta_star.T) - 1 / omega * (beta_star * e.T)), (b, 1 / omega * e))
value = least_risk + 2 / (M + 2) * size
rank_1 = conj(gt(rho, 0), eq(Phi, E))
constant = 2 * (2 * T + t**2) / T * size
deviation = gap - 2 / M * size
leading = implies(rank_1, conj(le(gap, 2 / (M + 2) * size), order(deviation, 1 / M**2, M)))
ORDER = Proof((
    Step("rank 1", rank_1, Assume()),
    Step("trace", eq(tr(Phi), rho), Substitution(), ("rank 1#2",)),
    Step("t", gt(t, 0), Combination(1, -1, plus=(sigma**2,)), ("rank 1#1", "trace")),
    Step("square", eq(T, rho**2), Substitution(), ("rank 1#2",)),
    Step("T", gt(T, 0), Combination(rho, -1), ("rank 1#1", "square")),
    *below, *ours(lower),
    Step("value", eq(where(R_LSA, *point), value + _form), Identity(), ("rank 1#1", "t")),
    Step("no difference", eq(_off, nothing), Identity(((M + 1) / (M * omega) * E - I, inv(Omega))),
         ("rank 1#2", "rank 1#1", "t")),
    Step("no square", eq(_off * Omega * _off.T, nothing), Identity((1, Omega * _off.T)), ("no difference", "t")),
    Step("no form", eq(_form, tr(nothing)), Substitution(), ("no square",)),
    Step("value there", eq(where(R_LSA, *point), value), Combination(1, 1), ("value", "no form")),
    Step("an LSA", le(inf_LSA, value), ValueAt(*point), ("value there",)),
    Step("gap from above", le(gap, 2 / (M + 2) * size), Combination(1, -1), ("an LSA", "infimum")),
    Step("high", le(deviation, constant * (1 / M**2)),
         Combination(1, plus=(4 / (M * (M + 2)) * size, constant / M**2)), ("gap from above", "T")),
    Step("low", le(-(constant * (1 / M**2)), deviation),
         Combination(1 / W, plus=(2 * (2 * T + t**2) ** 2 / (T * M**2 * W) * size,)), ("gap from below", "T", "t")),
    Step("order", order(deviation, 1 / M**2, M), Bounded(constant), ("high", "low")),
    Step("leading", leading, Discharge("rank 1"), ("rank 1", "gap from above", "order")),
))
