"""The proof of Lemma 18, Appendix A.4: the loss at the start, and why u_-1 never vanishes."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....statement.props import always, chain, conj, eq, ge, gt, implies, le, lt, ne
from ....statement.terms import (
    absolute,
    at0,
    ddt,
    grad,
    inner,
    inv,
    norm_F,
    norm_op,
    nuclear,
    singular_product_sum,
    sqrt,
    tr,
    where,
    zeros,
)
from ..assumptions import Theta_unit, scale_43, sigma_positive, start_u_1
from ..lemma_31 import U_n, V_n, n
from ..notation import U11, Gam, Lam, Lam_Theta, Theta, d, given_block, l, sigma, u12, u21, u_1

TT = Theta * Theta.T
product = Lam * Theta * Theta.T * Lam * Theta * Theta.T
quartic = tr(Gam * Lam * Theta * Theta.T * Lam * Theta * Theta.T)
bound = sqrt(d) * sigma**4 / 2 * Lam_Theta**2 * norm_op(Gam) - sigma**2 * Lam_Theta**2
factored = sigma**2 / 2 * Lam_Theta**2 * (sqrt(d) * sigma**2 * norm_op(Gam) - 2)
root = sqrt(2 / (sqrt(d) * norm_op(Gam)))
zero = zeros("d", "d")

von_neumann = chain(
    tr(Gam.T * product),
    "<=", singular_product_sum(Gam, product),
    "<=", norm_op(Gam) * nuclear(product),
    "<=", sqrt(d) * norm_op(Gam) * norm_F(product),
)

nonzero = (
    Step("suppose", eq(Lam * Theta, zero), Assume(), ours=True),
    Step("so Theta", eq(TT, zero), Identity((inv(Lam), Theta.T)), ("suppose",), ours=True, printed="Lam is invertible"),
    Step("so its norm", eq(norm_F(TT), 0), Substitution(), ("so Theta",), ours=True),
    Step("not positive", le(norm_F(TT), 0), Combination(1), ("so its norm",), ours=True),
    Step("but positive", gt(norm_F(TT), 0), Combination(-1, plus=(1,)), (Theta_unit.name,), ours=True),
    Step(
        "Lam Theta", ne(Lam * Theta, zero), Contradiction("suppose"), ("suppose", "not positive", "but positive"),
        printed="From Assumption 3, we know ||Lam Theta||_F != 0", ours=True,
    ),
)
"""Lam Theta != 0.  That Theta Lam != 0, which Assumption 3 also asks for, is not needed."""

INITIAL_LOSS = Proof((
    Step(
        "start",
        eq(at0(l), sigma**4 / 2 * quartic - sigma**2 * tr(Lam**2 * Theta * Theta.T)),
        Identity(), printed="From Assumption 3, we can calculate the loss function at the initial time",
    ),
    Step(
        "trace", chain(tr(Lam**2 * Theta * Theta.T), "=", tr(Lam * Theta * Theta.T * Lam.T), "=", Lam_Theta**2),
        Identity(), printed="From the property of trace",
    ),
    Step("d <= d", le(d, d), Combination()),
    Step(
        "von Neumann", implies(le(d, d), von_neumann),
        FromClaim("zfb/lemma-31", bind=((n, d), (U_n, Gam), (V_n, product))), printed="Lemma 31",
    ),
    Step("von Neumann at n = d", von_neumann, ModusPonens(), ("von Neumann", "d <= d"), printed="Lemma 31"),
    Step(
        "c1", le(quartic, sqrt(d) * norm_F(product) * norm_op(Gam)), Combination(1, 1, 1),
        ("von Neumann at n = d#1", "von Neumann at n = d#2", "von Neumann at n = d#3"), printed="first line",
    ),
    Step(
        "split", le(norm_F((Lam * Theta) * (Theta.T * Lam * TT)), norm_F(Lam * Theta) * norm_F(Theta.T * Lam * TT)),
        FromFact("submultiplicativity", A=Lam * Theta, B=Theta.T * Lam * TT),
    ),
    Step(
        "split again", le(norm_F((Theta.T * Lam) * TT), norm_F(Theta.T * Lam) * norm_F(TT)),
        FromFact("submultiplicativity", A=Theta.T * Lam, B=TT),
    ),
    Step(
        "c2", le(sqrt(d) * norm_F(product) * norm_op(Gam), sqrt(d) * Lam_Theta**2 * norm_F(TT) * norm_op(Gam)),
        Combination(sqrt(d) * norm_op(Gam), sqrt(d) * norm_op(Gam) * Lam_Theta), ("split", "split again"),
        printed="second line",
    ),
    Step(
        "c3", eq(sqrt(d) * Lam_Theta**2 * norm_F(TT) * norm_op(Gam), sqrt(d) * Lam_Theta**2 * norm_op(Gam)),
        Identity(sqrt(d) * Lam_Theta**2 * norm_op(Gam)), (Theta_unit.name,), printed="third line",
    ),
    Step(
        "bound", le(at0(l), bound), Combination(1, sigma**4 / 2, sigma**4 / 2, sigma**4 / 2, -(sigma**2), -(sigma**2)),
        ("start", "c1", "c2", "c3", "trace#1", "trace#2"), printed="Therefore, we have",
    ),
    Step("factored", eq(bound, factored), Identity(), printed="Therefore, we have"),
    *nonzero,
    Step("norm", ne(Lam_Theta**2, 0), Positivity(), ("Lam Theta",), printed="we know ||Lam Theta||_F != 0"),
    Step("scale", scale_43.prop, Assume(), printed="when 0 < sigma < ..."),
    Step(
        "bracket", lt(sqrt(d) * sigma**2 * norm_op(Gam), 2), Combination(sqrt(d) * norm_op(Gam) * (root + sigma)),
        ("scale#2", "scale#1"), printed="when 0 < sigma < ...",
    ),
    Step(
        "negative", lt(at0(l), 0), Combination(1, 1, sigma**2 / 2 * Lam_Theta**2),
        ("bound", "factored", "bracket", "Lam Theta", "scale#1"), printed="we have l(U11(0), u_-1(0)) < 0",
    ),
    Step("conclusion", implies(scale_43.prop, lt(at0(l), 0)), Discharge("scale"), ("scale", "negative")),
))

dU11, du_1 = given_block(ddt(U11)), given_block(ddt(u_1))
block_zero = always(conj(eq(u12, zeros("d", 1)), eq(u21, zeros("d", 1))))

descent = (
    Step("block", block_zero, FromClaim("zfb/lemma-10", "c"), printed="Lemma 10"),
    Step("rate", eq(given_block(ddt(l)), inner(dU11, grad(l, U11)) + du_1 * grad(l, u_1)), Identity(),
         printed="the loss function is non-increasing, because"),
    Step("squares", eq(inner(dU11, grad(l, U11)) + du_1 * grad(l, u_1), -(norm_F(dU11) ** 2) - absolute(du_1) ** 2),
         Identity(), printed="Lemma 15"),
    Step("decreasing", le(-(norm_F(dU11) ** 2) - absolute(du_1) ** 2, 0),
         Combination(plus=(norm_F(dU11) ** 2, absolute(du_1) ** 2))),
    Step("on the block", always(eq(ddt(l), given_block(ddt(l)))), Substitution(), ("block",), ours=True),
    Step("along", always(le(ddt(l), 0)), Combination(1, 1, 1, 1), ("on the block", "rate", "squares", "decreasing")),
    Step("below the start", always(le(l, at0(l))), FromFact("Gronwall's inequality", f=l, c=0), ("along",),
         printed="the loss function is non-increasing"),
)
"""The loss does not increase along the flow."""

_positive = (
    Step("suppose zero", always(eq(u_1, 0)), Assume(), printed="when u_-1 = 0"),
    Step(
        "loss zero", always(eq(l, 0)),
        Identity(Fraction(1, 2) * u_1 * tr(Gam * Lam * U11 * Lam * U11.T) - tr(Lam**2 * U11.T)), ("suppose zero",),
        printed="when u_-1 = 0, l = 0",
    ),
    Step("not negative", always(ge(l, 0)), Combination(-1), ("loss zero",)),
)


def _never_zero(start: str, suffix: str) -> tuple[Step, ...]:
    return (
        Step("negative along" + suffix, always(lt(l, 0)), Combination(1, 1), ("below the start", start)),
        Step("nowhere zero" + suffix, always(ne(u_1, 0)), Contradiction("suppose zero"),
             ("suppose zero", "not negative", "negative along" + suffix),
             printed="for any time, u_-1 will be non-zero"),
        Step("positive" + suffix, always(gt(u_1, 0)), FromFact("intermediate value theorem", f=u_1),
             ("nowhere zero" + suffix, "starts positive"), printed="the trajectory of u_-1(t) must be continuous"),
    )


CHAIN = Proof((
    *descent,
    Step("loss at zero", eq(where(l, (u_1, 0)), 0), Identity(), printed="when u_-1 = 0, l = 0"),
    Step("starts positive", lt(0, at0(u_1)), Combination(1, -1), (sigma_positive.name, start_u_1.name),
         printed="since u_-1(0) > 0"),
    *_positive,
    Step("initial loss", implies(scale_43.prop, lt(at0(l), 0)), FromClaim("zfb/lemma-18-initial-loss", "f")),
    Step("scale", scale_43.prop, Assume(), printed="If 0 < sigma < ..."),
    Step("negative start", lt(at0(l), 0), ModusPonens(), ("initial loss", "scale"),
         printed="Then, it suffices to prove"),
    *_never_zero("negative start", ""),
    Step("conclusion", implies(scale_43.prop, always(gt(u_1, 0))), Discharge("scale"), ("scale", "positive"),
         printed="u_-1(t) > 0 for any t >= 0"),
    Step("suppose negative", lt(at0(l), 0), Assume(), printed="as long as l(U11(0), u_-1(0)) < 0"),
    *_never_zero("suppose negative", " (d)"),
    Step(
        "implication", implies(lt(at0(l), 0), conj(always(ne(u_1, 0)), always(gt(u_1, 0)))),
        Discharge("suppose negative"),
        ("suppose negative", "nowhere zero (d)", "positive (d)"), printed="as long as l(U11(0), u_-1(0)) < 0",
    ),
))
