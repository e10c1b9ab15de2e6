"""The proofs of Lemmas 21 and 25, Appendix C: dynamics and balance with a random covariance."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import Antisymmetry, Combination, FromClaim, FromFact, Identity, Proof, Step, Substitution
from ....statement.laws import expect_given
from ....statement.props import always, conj, eq, le
from ....statement.terms import Term, at0, ddt, expect, grad, inner, norm_F, tr, where, zeros
from ..assumptions import Theta_unit, start_rest, start_U11, start_u_1
from ..notation import U11, Theta, given_block, on_block, sigma, u12, u21, u_1, w
from ..notation_random import Gam_tau, Lam_tau, x_tau_q, y_hat_rdm

zero = zeros("d", 1)
block_zero = always(conj(eq(u12, zero), eq(u21, zero)))
loss = Fraction(1, 2) * expect_given((y_hat_rdm - inner(w, x_tau_q)) ** 2, Lam_tau)
U11_drift = -(u_1**2) * (Gam_tau * Lam_tau * U11 * Lam_tau) + u_1 * Lam_tau**2
u_1_drift = -u_1 * tr(Gam_tau * Lam_tau * U11 * Lam_tau * U11.T) + tr(Lam_tau**2 * U11.T)
E_U11 = -(u_1**2) * expect(Gam_tau * Lam_tau * U11 * Lam_tau) + u_1 * expect(Lam_tau**2)
E_u_1 = -u_1 * tr(expect(Gam_tau * Lam_tau * U11 * Lam_tau * U11.T)) + tr(expect(Lam_tau**2) * U11.T)


def pull(parameter: Term) -> Term:
    """What a prompt with covariance Lam_tau contributes to the velocity of the parameter."""
    return where(-grad(loss, parameter), *on_block)


PROOF_STEPS = Proof((
    Step("U11", eq(pull(U11), U11_drift), Identity(), printed="if we condition on Lam_tau, the dynamical system"),
    Step("u_-1", eq(pull(u_1), u_1_drift), Identity(), printed="if we condition on Lam_tau"),
    Step("u12", eq(pull(u12), zero), Identity(), printed="u12 = u21 = 0"),
    Step("u21", eq(pull(u21), zero), Identity(), printed="u12 = u21 = 0"),
    Step("mean U11", eq(given_block(ddt(U11)), expect(U11_drift)), Identity(), printed="simply taking expectation"),
    Step("mean u_-1", eq(given_block(ddt(u_1)), expect(u_1_drift)), Identity(), printed="simply taking expectation"),
), note="The gradient of a mean is the mean of the gradients; the flows given Lam_tau are not averaged.")

LEMMA_21 = Proof((
    Step("given Lam_tau", conj(
        eq(pull(U11), U11_drift), eq(pull(u_1), u_1_drift), eq(pull(u12), zero), eq(pull(u21), zero),
        eq(given_block(ddt(U11)), expect(U11_drift)), eq(given_block(ddt(u_1)), expect(u_1_drift)),
    ), FromClaim("zfb/lemma-21-proof"), printed="condition on Lam_tau, then take expectation"),
    Step("U11", eq(given_block(ddt(U11)), E_U11), Identity(1), ("given Lam_tau#5",), printed="(49), first line"),
    Step("u_-1", eq(given_block(ddt(u_1)), E_u_1), Identity(1), ("given Lam_tau#6",), printed="(49), second line"),
    Step("u12 rests", eq(given_block(ddt(u12)), zero), Identity(), printed="u12(t) = 0"),
    Step("u21 rests", eq(given_block(ddt(u21)), zero), Identity(), printed="u21(t) = 0"),
    Step("blocks", block_zero, FromFact("uniqueness of solutions", X=u12, Y=u21, O=zero, P=zero),
         ("u12 rests", "u21 rests", start_rest.name), printed="for all t >= 0"),
))

square = tr(U11 * U11.T)
unit = norm_F(Theta * Theta.T)

LEMMA_25 = Proof((
    Step("(49)", conj(eq(given_block(ddt(U11)), E_U11)), FromClaim("zfb/lemma-21", "a"), printed="the first equation"),
    Step("(49), second", eq(given_block(ddt(u_1)), E_u_1), FromClaim("zfb/lemma-21", "b"), printed="Lemma 49"),
    Step("block", block_zero, FromClaim("zfb/lemma-21", "c"), printed="Lemma 21"),
    Step("first", eq(tr(given_block(ddt(U11)) * U11.T), tr(E_U11 * U11.T)), Substitution(), ("(49)",),
         printed="multiply the first equation in (49) by U11^T"),
    Step("multiplied", eq(given_block(tr(ddt(U11) * U11.T)), given_block(ddt(u_1) * u_1)),
         Identity(1, (-1, u_1)), ("first", "(49), second"), printed="multiply the second equation by u_-1"),
    Step("transposed", eq(given_block(ddt(square)), given_block(ddt(u_1**2))), Identity(2), ("multiplied",),
         printed="Taking the transpose of the equation above and adding to itself"),
    Step("rate", always(eq(ddt(u_1**2 - square), 0)), Substitution(), ("block",), ours=True,
         printed="the derivative at a point of the trajectory is the one on the block"),
    Step("not up", always(le(ddt(u_1**2 - square), 0)), Combination(1), ("rate",)),
    Step("below", always(le(u_1**2 - square, at0(u_1**2 - square))),
         FromFact("Gronwall's inequality", f=u_1**2 - square, c=0), ("not up",)),
    Step("not down", always(le(ddt(square - u_1**2), 0)), Combination(-1), ("rate",)),
    Step("turned", always(le(square - u_1**2, at0(square - u_1**2))),
         FromFact("Gronwall's inequality", f=square - u_1**2, c=0), ("not down",)),
    Step("above", always(le(at0(u_1**2 - square), u_1**2 - square)), Combination(1), ("turned",)),
    Step("conserved", always(eq(u_1**2 - square, at0(u_1**2 - square))), Antisymmetry(), ("below", "above"),
         printed="So for any time t > 0, the equation holds"),
    Step("start", eq(at0(u_1) ** 2, sigma**2), Identity(at0(u_1) + sigma), (start_u_1.name,), printed="Assumption 3"),
    Step("unit", eq(sigma**2, sigma**2 * tr(Theta * Theta.T * Theta * Theta.T)), Identity(-(sigma**2) * (unit + 1)),
         (Theta_unit.name,), printed="Assumption 3"),
    Step("start U11", eq(sigma**2 * tr(Theta * Theta.T * Theta * Theta.T), tr(at0(U11) * at0(U11).T)), Substitution(),
         (start_U11.name,), printed="Assumption 3"),
    Step("balanced", always(eq(u_1**2, square)), Identity(1, 1, 1, 1), ("conserved", "start", "unit", "start U11"),
         printed="(57)"),
))
