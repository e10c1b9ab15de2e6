"""The proof of Lemma 26, Appendix C.3: the loss at the start, and why u_-1 never vanishes with a random covariance."""

from __future__ import annotations

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
from ....proof.steps.bounds import MeanOf
from ....statement.props import always, chain, conj, eq, ge, gt, implies, le, lt, ne
from ....statement.terms import (
    Term,
    at0,
    ddt,
    entry,
    expect,
    grad,
    inv,
    norm_F,
    norm_op,
    nuclear,
    singular_product_sum,
    sqrt,
    total,
    tr,
    where,
    zeros,
)
from ..assumptions import Theta_unit, sigma_positive, start_U11, start_u_1
from ..assumptions_random import scale_58
from ..lemma_31 import U_n, V_n, n
from ..notation import U11, Theta, d, given_block, i_d, j, sigma, u_1
from ..notation_random import E_Lam, E_Lam_Theta, E_size, Gam_diag, Lam_diag, bracket_rdm, l_rdm
from .lemma_21 import block_zero

TT = Theta * Theta.T
zero = zeros("d", "d")
product = Lam_diag * Theta * Theta.T * Lam_diag * Theta * Theta.T
quartic_form = tr(sigma**4 / 2 * Gam_diag * Lam_diag * Theta * Theta.T * Lam_diag * Theta * Theta.T)
quartic, quadratic = expect(quartic_form), expect(tr(sigma**2 * Lam_diag**2 * Theta * Theta.T))
at_start = expect(
    tr(
        sigma**4 / 2 * Gam_diag * Lam_diag * Theta * Theta.T * Lam_diag * Theta * Theta.T
        - sigma**2 * Lam_diag**2 * Theta * Theta.T
    )
)
factor = sigma**4 * sqrt(d) / 2
initial_bound = factor * E_size - sigma**2 * E_Lam_Theta**2
deviation = expect(norm_F(Lam_diag * Theta - E_Lam * Theta) ** 2)
"""The mean squared distance of Lam_tau Theta from its mean."""
root = sqrt(2 * E_Lam_Theta**2 / (sqrt(d) * E_size))
STRICT = (
    "the page has sigma^2 ||E Lam_tau Theta||_F^2 for E tr[sigma^2 Lam_tau^2 Theta Theta^T], as if E Lam_tau^2 were "
    "(E Lam_tau)^2; the mean of squares is at least the square of the mean, and the inequality is all that is needed"
)

von_neumann = chain(
    tr(Gam_diag.body.T * product),
    "<=", singular_product_sum(Gam_diag, product),
    "<=", norm_op(Gam_diag) * nuclear(product),
    "<=", sqrt(d) * norm_op(Gam_diag) * norm_F(product),
)
size_steps = (
    Step("size", gt(E_size, 0), Positivity(), printed="E ||Gam_tau||_op ||Lam_tau||_F^2 > 0"),
)
mean_steps = (
    Step("suppose", eq(E_Lam * Theta, zero), Assume(), ours=True),
    Step("so Theta", eq(TT, zero), Identity((inv(E_Lam), Theta.T)), ("suppose",), ours=True,
         printed="E Lam_tau is invertible"),
    Step("so its norm", eq(norm_F(TT), 0), Substitution(), ("so Theta",), ours=True),
    Step("not positive", le(norm_F(TT), 0), Combination(1), ("so its norm",), ours=True),
    Step("but positive", gt(norm_F(TT), 0), Combination(-1, plus=(1,)), (Theta_unit.name,), ours=True),
    Step("E Lam Theta", ne(E_Lam * Theta, zero), Contradiction("suppose"), ("suppose", "not positive", "but positive"),
         printed="From the assumptions on Theta and Lam_tau", ours=True),
)
"""E Lam_tau Theta != 0; that is no assumption of its own."""

pointwise = (
    Step("d <= d", le(d, d), Combination()),
    Step("von Neumann", implies(le(d, d), von_neumann),
         FromClaim("zfb/lemma-31", bind=((n, d), (U_n, Gam_diag), (V_n, product))),
         printed="Von-Neumann's trace inequality"),
    Step("von Neumann at n = d", von_neumann, ModusPonens(), ("von Neumann", "d <= d")),
    Step("c1 given Lam_tau", le(quartic_form, factor * (norm_op(Gam_diag) * norm_F(product))),
         Combination(sigma**4 / 2, sigma**4 / 2, sigma**4 / 2),
         ("von Neumann at n = d#1", "von Neumann at n = d#2", "von Neumann at n = d#3", sigma_positive.name)),
    Step("c1 in mean", le(quartic, expect(factor * (norm_op(Gam_diag) * norm_F(product)))), MeanOf(),
         ("c1 given Lam_tau",)),
    Step("c1", le(quartic, factor * expect(norm_op(Gam_diag) * norm_F(product))), Combination(1), ("c1 in mean",),
         printed="first line"),
    Step("split", le(norm_F(Lam_diag * (TT * Lam_diag * TT)), norm_F(Lam_diag) * norm_F(TT * Lam_diag * TT)),
         FromFact("submultiplicativity", A=Lam_diag, B=TT * Lam_diag * TT)),
    Step("split again", le(norm_F(TT * (Lam_diag * TT)), norm_F(TT) * norm_F(Lam_diag * TT)),
         FromFact("submultiplicativity", A=TT, B=Lam_diag * TT)),
    Step("split once more", le(norm_F(Lam_diag * TT), norm_F(Lam_diag) * norm_F(TT)),
         FromFact("submultiplicativity", A=Lam_diag, B=TT)),
    Step("c2 given Lam_tau",
         le(norm_op(Gam_diag) * norm_F(product), norm_F(TT) ** 2 * (norm_op(Gam_diag) * norm_F(Lam_diag) ** 2)),
         Combination(norm_op(Gam_diag), norm_op(Gam_diag) * norm_F(Lam_diag),
                     norm_op(Gam_diag) * norm_F(Lam_diag) * norm_F(TT)),
         ("split", "split again", "split once more")),
    Step("c2 in mean", le(expect(norm_op(Gam_diag) * norm_F(product)),
                          expect(norm_F(TT) ** 2 * (norm_op(Gam_diag) * norm_F(Lam_diag) ** 2))),
         MeanOf(), ("c2 given Lam_tau",)),
    Step("c2", le(factor * expect(norm_op(Gam_diag) * norm_F(product)),
                  sigma**4 * sqrt(d) * norm_F(TT) ** 2 / 2 * E_size),
         Combination(factor), ("c2 in mean", sigma_positive.name), printed="second line"),
    Step("c3", eq(sigma**4 * sqrt(d) * norm_F(TT) ** 2 / 2 * E_size, factor * E_size),
         Identity(factor * E_size * (norm_F(TT) + 1)), (Theta_unit.name,), printed="since ||Theta Theta^T||_F = 1"),
)

start_steps = (
    Step("U11 starts", eq(at0(U11), sigma * TT), Substitution(), (start_U11.name,), printed="Assumption 3"),
    Step("value", eq(where(l_rdm, (U11, sigma * TT), (u_1, sigma)), at_start), Identity(),
         printed="we know the loss function at t = 0 is"),
)

INITIAL_LOSS = Proof((*start_steps, *pointwise, *mean_steps, *size_steps))

CORRECTED = Proof((
    Step("mean square", eq(quadratic, sigma**2 * expect(norm_F(Lam_diag * Theta) ** 2)), Identity()),
    Step("variance", ge(sigma**2 * expect(norm_F(Lam_diag * Theta) ** 2), sigma**2 * E_Lam_Theta**2),
         Combination(plus=(sigma**2 * deviation,)), printed="the mean of squares is at least the square of the mean"),
))

initial_loss = (
    Step("value at the start", eq(at0(l_rdm), at_start), Identity(), printed="the loss function at t = 0"),
    Step("(c)", chain(
        quartic,
        "<=", factor * expect(norm_op(Gam_diag) * norm_F(product)),
        "<=", sigma**4 * sqrt(d) * norm_F(TT) ** 2 / 2 * E_size,
        "=", factor * E_size,
    ), FromClaim("zfb/lemma-26-initial-loss", "c"), printed="comparing the two displays above"),
    Step("(b)", chain(
        quadratic, "=", sigma**2 * expect(norm_F(Lam_diag * Theta) ** 2), ">=", sigma**2 * E_Lam_Theta**2,
    ), FromClaim("zfb/lemma-26-initial-loss-corrected"), printed="From the property of trace", instead_of=STRICT),
    Step("initial loss", le(at0(l_rdm), initial_bound), Combination(1, 1, 1, 1, -1, 1),
         ("value at the start", "(c)#1", "(c)#2", "(c)#3", "(b)#1", "(b)#2"),
         printed="comparing the two displays above"),
)
"""What the loss at the start is at most."""


def over_entries(body: Term) -> Term:
    return total(i_d, d, total(j, d, body))


dU11, du_1 = given_block(ddt(U11)), given_block(ddt(u_1))
in_ij, in_u_1 = entry(grad(l_rdm, U11), i_d, j), grad(l_rdm, u_1)
rate_ij, rate = given_block(ddt(entry(U11, i_d, j))), du_1
by_entries = over_entries(in_ij * rate_ij) + in_u_1 * rate
squares = -over_entries(in_ij**2) - in_u_1**2

descent = (
    Step("block", block_zero, FromClaim("zfb/lemma-21", "c"), printed="Lemma 21"),
    Step("rate", eq(given_block(ddt(l_rdm)), by_entries), Identity(), printed="From the dynamics of gradient flow"),
    Step("squares", eq(by_entries, squares), Identity(), printed="Lemma 23"),
    Step("decreasing", le(squares, 0), Combination(plus=(over_entries(in_ij**2), in_u_1**2)), printed="<= 0"),
    Step("on the block", always(eq(ddt(l_rdm), given_block(ddt(l_rdm)))), Substitution(), ("block",), ours=True),
    Step("along", always(le(ddt(l_rdm), 0)), Combination(1, 1, 1, 1),
         ("on the block", "rate", "squares", "decreasing")),
    Step("below the start", always(le(l_rdm, at0(l_rdm))), FromFact("Gronwall's inequality", f=l_rdm, c=0), ("along",),
         printed="the loss function is non-increasing"),
)
"""The loss does not increase along the flow."""

positive_bracket = (
    *size_steps, *mean_steps,
    Step("bracket", gt(bracket_rdm, 0), Combination(sqrt(d) * E_size * (root + sigma)),
         (f"{scale_58.name}#2", f"{scale_58.name}#1", "size"), printed="the initial scale satisfies (58)"),
)
"""The bracket of (60) and (61) is positive under (58)."""

CHAIN = Proof((
    *descent, *initial_loss, *size_steps,
    Step("loss at zero", eq(where(l_rdm, (u_1, 0)), 0), Identity(),
         printed="when u_-1 = 0, the loss function is also zero"),
    Step("starts positive", lt(0, at0(u_1)), Combination(1, -1), (sigma_positive.name, start_u_1.name),
         printed="Since u_-1(0) > 0"),
    Step("scale", scale_58.prop, Assume(), printed="when (58) holds"),
    Step("bracket", gt(bracket_rdm, 0), Combination(sqrt(d) * E_size * (root + sigma)), ("scale#2", "scale#1", "size")),
    Step("negative start", lt(at0(l_rdm), 0), Combination(1, sigma**2 / 2), ("initial loss", "bracket", "scale#1"),
         printed="we must have l_rdm(0) < 0"),
    Step("negative along", always(lt(l_rdm, 0)), Combination(1, 1), ("below the start", "negative start"),
         printed="we know l_rdm(t) < 0 for any time"),
    Step("(c)'", implies(scale_58.prop, conj(lt(at0(l_rdm), 0), always(lt(l_rdm, 0)))), Discharge("scale"),
         ("scale", "negative start", "negative along")),
    Step("suppose zero", always(eq(u_1, 0)), Assume(), printed="when u_-1 = 0"),
    Step("loss zero", always(eq(l_rdm, 0)), Identity(
        expect(tr(u_1 / 2 * Gam_diag * Lam_diag * U11 * Lam_diag * U11.T - Lam_diag**2 * U11.T))
    ), ("suppose zero",), printed="the loss function is also zero"),
    Step("not negative", always(ge(l_rdm, 0)), Combination(-1), ("loss zero",)),
    Step("nowhere zero", always(ne(u_1, 0)), Contradiction("suppose zero"),
         ("suppose zero", "not negative", "negative along"), printed="which suggests that u_-1(t) != 0"),
    Step("positive", always(gt(u_1, 0)), FromFact("intermediate value theorem", f=u_1),
         ("nowhere zero", "starts positive"), printed="the trajectory of u_-1 must be continuous"),
    Step("conclusion", implies(scale_58.prop, always(gt(u_1, 0))), Discharge("scale"), ("scale", "positive"),
         printed="(59)"),
))
