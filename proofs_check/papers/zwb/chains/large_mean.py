r"""What the gap is to leading order when the mean of the task grows: :math:`\frac2{M+2}\|\beta^*\|_H^2`.

Given p the data are Gaussian and the prediction is bilinear in them: with :math:`U_p=U+bp^\top`, :math:`v_p=v+sp`,
:math:`m=U_pHv_p+\sigma^2sb` and :math:`L=\frac{M+1}MH\Psi H+\frac tMH`

.. math:: \operatorname{tr}(HKLK^\top)+\mathrm{II}+\mathrm{III}+\mathrm{IV}=\mathbb E\Big[\|a+m\|_H^2+\tfrac2M\|m\|_H^2
   +\tfrac1{2M}\|U_p\zeta\,v_p^\top\eta-U_p\eta\,v_p^\top\zeta\|_H^2\Big]
   +\tfrac{\sigma^2}M\|H^{1/2}(sU-bv^\top)H^{1/2}\|_F^2\ge\tfrac2{M+2}\|a\|_H^2 .
"""

from __future__ import annotations

from dataclasses import dataclass

from ....proof.chain import Assume, Bounded, Combination, Discharge, FromClaim, Identity, Proof, Step
from ....proof.steps.extrema import FromBelow, ValueAt
from ....statement.laws import order
from ....statement.props import Prop, conj, eq, ge, gt, implies, le
from ....statement.psd import infimum
from ....statement.terms import Term, expect, half, norm_F, scalar, substitute, tr, vector, zeros
from ..notation import (
    B_1,
    R_LSA,
    R_LTB,
    H,
    I,
    K,
    M,
    Psi,
    b,
    beta_star,
    f_LTB,
    norm_H_squared,
    p,
    reduced,
    s,
    sigma,
    t,
    u_1,
    w_1,
    x_q,
)
from ..notation_gap import Form, of_LSA
from .gap import at_least
from .theorem_5_3 import eta, zeta

zero, nothing = zeros("d", 1), zeros("d", "d")
L = (M + 1) / M * (H * Psi * H) + t / M * H
r, u = scalar("r", "integer", "positive"), vector("u")
eps = scalar("epsilon", "positive", tex=r"\epsilon")


@dataclass(frozen=True)
class Problem:
    """The risks and the gap where the task has the mean ``mean``."""

    mean: Term

    def at(self, node: Term) -> Term:
        return node if self.mean == beta_star else substitute(node, {beta_star: self.mean})

    @property
    def inf_LSA(self) -> Term:
        return infimum(self.at(R_LSA), u_1, s, B_1, b)

    @property
    def inf_LTB(self) -> Term:
        return infimum(self.at(R_LTB), *reduced)

    @property
    def gap(self) -> Term:
        return self.inf_LSA - self.inf_LTB

    @property
    def size(self) -> Term:
        return norm_H_squared(self.mean)

    @property
    def form(self) -> Form:
        return Form(-self.mean, *(self.at(node) for node in (of_LSA.U, of_LSA.v, of_LSA.c)))

    @property
    def K(self) -> Term:
        return self.at(K)

    @property
    def form_of_K(self) -> Term:
        return tr(H * self.K * L * self.K.T)

    @property
    def bilinear(self) -> Prop:
        """The inequality above, at the model's parameters."""
        return ge((M + 2) * (self.form_of_K + self.form.value), 2 * self.size)

    @property
    def from_below(self) -> Prop:
        return le((1 - eps) * (2 / (M + 2)) * self.size - tr(H * Psi) / eps, self.gap)

    @property
    def from_above(self) -> Prop:
        return le(self.gap, tr(H * Psi) + 2 / (M + 2) * self.size)


def bilinear(at: Problem) -> Step:
    U_p, v_p = at.form.U + b * p.T, at.form.v + s * p
    m = U_p * H * v_p + sigma**2 * (s * b)
    crossed = U_p * zeta * (v_p.T * eta) - U_p * eta * (v_p.T * zeta)
    return Step("bilinear", at.bilinear, Combination(plus=(
        1 / M * expect(norm_F(half(H) * (M * at.form.a + (M + 2) * m)) ** 2),
        (M + 2) / (2 * M) * expect(norm_F(half(H) * crossed) ** 2),
        (M + 2) / M * sigma**2 * norm_F(half(H) * (s * at.form.U - b * at.form.v.T) * half(H)) ** 2,
    )))


def lower(at: Problem, eps: Term, rest: Term, why: tuple[str, ...] = ()) -> tuple[Step, ...]:
    """(1 - eps) 2/(M+2) ||beta^*||_H^2 - tr(H Psi) / eps <= gap; ``rest`` is 1 - eps, >= 0 by ``why``."""
    signal, K = tr(H * Psi), at.K
    bound = sigma**2 + signal + (1 - eps) * (2 / (M + 2)) * at.size - signal / eps
    return (
        bilinear(at),
        Step("risk", eq(at.at(R_LSA), sigma**2 + signal - 2 * tr(H * K * H * Psi) + at.form_of_K + at.form.value),
             Identity()),
        Step("form", at_least(at.form), FromClaim("zwb/beyond-sharp-gap-form", bind=at.form.binding)),
        Step("each LSA", le(bound, at.at(R_LSA)),
             Combination(
                 rest / (M + 2), -1, eps / (M + 1),
                 plus=(
                     eps / (M + 1) * norm_F(half(H) * at.mean) ** 2,
                     1 / eps * norm_F(half(H) * (eps * K * H - I) * half(Psi)) ** 2,
                     eps / M * norm_F(half(H) * K * H * half(Psi)) ** 2,
                     eps * t / M * norm_F(half(H) * K * half(H)) ** 2,
                 ),
             ), ("bilinear", "risk", "form", *why)),
        Step("LSA", le(bound, at.inf_LSA), FromBelow(), ("each LSA",)),
        Step("an LTB", le(at.inf_LTB, sigma**2 + signal),
             ValueAt((w_1, at.mean), (u_1, zero), (s, 0), (B_1, nothing), (b, zero))),
    )


def upper(at: Problem, why: str) -> tuple[Step, ...]:
    """gap <= tr(H Psi) + 2/(M+2) ||beta^*||_H^2; ``why`` says that the length is positive."""
    error = at.at(f_LTB) - (at.mean + p).T * x_q
    there = ((u_1, M / ((M + 2) * at.size) * at.mean), (s, 0), (B_1, at.mean * at.mean.T), (b, zero))
    return (
        Step("an LSA", le(at.inf_LSA, sigma**2 + tr(H * Psi) + 2 / (M + 2) * at.size), ValueAt(*there), (why,)),
        Step("noise", eq(at.at(R_LTB), sigma**2 + expect(error**2)), Identity()),
        Step("each LTB", le(sigma**2, at.at(R_LTB)), Combination(-1, plus=(expect(error**2),)), ("noise",)),
        Step("LTB", le(sigma**2, at.inf_LTB), FromBelow(), ("each LTB",)),
        Step("from above", at.from_above, Combination(1, 1), ("an LSA", "LTB")),
    )


given = Problem(beta_star)
conditions = conj(le(eps, 1), gt(given.size, 0))
bounds = implies(conditions, conj(given.from_below, given.from_above))
BILINEAR = Proof((bilinear(given),))
BOUNDS = Proof((
    Step("conditions", conditions, Assume()),
    *lower(given, eps, 1 - eps, ("conditions#1",)),
    *upper(given, "conditions#2"),
    Step("from below", given.from_below, Combination(1, 1), ("LSA", "an LTB")),
    Step("bounds", bounds, Discharge("conditions"), ("conditions", "from below", "from above")),
))

# Along beta^* = r u ------------------------------------------------------------------------------------------

along = Problem(r * u)
length = norm_H_squared(u)
deviation = along.gap / (r**2 * length) - 2 / (M + 2)
constant = 2 / (M + 2) + tr(H * Psi) / length
rate = 1 / r + 1 / r**2
leading = implies(gt(length, 0), order(deviation, rate, r))
ORDER = Proof((
    Step("direction", gt(length, 0), Assume()),
    Step("size", gt(along.size, 0), Combination(r**2), ("direction",)),
    *lower(along, 1 / (r + 1), r / (r + 1)),
    *upper(along, "size"),
    Step("low", le(-(constant * rate), deviation),
         Combination(1 / (r**2 * length), 1 / (r**2 * length),
                     plus=(2 / (M + 2) * (1 / r**2 + 1 / (r * (r + 1))),)), ("LSA", "an LTB", "direction")),
    Step("high", le(deviation, constant * rate),
         Combination(1 / (r**2 * length), plus=(2 / (M + 2) * rate, tr(H * Psi) / (length * r))),
         ("from above", "direction")),
    Step("order", order(deviation, rate, r), Bounded(constant), ("high", "low")),
    Step("leading", leading, Discharge("direction"), ("direction", "order")),
))
