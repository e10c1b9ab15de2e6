"""The proof of Lemma 10, Appendix A.2: the dynamics, and why the blocks u12 and u21 stay zero."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import FromClaim, FromFact, Identity, Proof, Step, Substitution
from ....statement.props import always, chain, conj, eq
from ....statement.terms import at, col, ddt, entry, expect, inner, row, total, tr, vec, zeros
from ..assumptions import start_rest
from ..notation import U11, U_0, Gam, H_tau, I, Lam, Lam_hat, N, d, given_block, j, k, u, u12, u21, u_1, w, x, x_q

zero = zeros("d", 1)
squared = expect(Lam_hat**2)
outer = at(x, 1) * at(x, 1).T
moment = (N + 1) / N * Lam**2 + 1 / N * tr(Lam) * Lam
H_u = expect(w.T * x_q * H_tau)
U11_rate = -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2

_blocks = (
    Step("u12 rests", eq(given_block(ddt(u12)), zero), Identity(), printed="the derivative of U_{k,d+1} will vanish"),
    Step("u21 rests", eq(given_block(ddt(u21)), zero), Identity(), printed="we conclude the same result for U_{d+1,k}"),
    Step(
        "blocks", always(conj(eq(u12, zero), eq(u21, zero))),
        FromFact("uniqueness of solutions", X=u12, Y=u21, O=zero, P=zero), ("u12 rests", "u21 rests", start_rest.name),
        printed="Therefore, we know u12 = 0 and u21 = 0 for all time t >= 0",
    ),
)

CHAIN = Proof((
    Step("(31)", eq(ddt(u), -(2 * expect(inner(H_tau, u * u.T) * H_tau)) * u + 2 * H_u * u),
         FromClaim("zfb/eq-31", reading="factor 2"), printed="(31)"),
    Step(
        "(37), moments", chain(
            squared, "=", (N - 1) / N * expect(outer) ** 2 + 1 / N * expect(outer * outer), "=", moment
        ),
        FromClaim("zfb/eq-37", "a"), printed="(37)",
    ),
    Step("moments", eq(squared, moment), Identity(1, 1), ("(37), moments#1", "(37), moments#2")),
    Step("(37)", eq(Gam, (N + 1) / N * Lam + 1 / N * tr(Lam) * I), FromClaim("zfb/eq-37", "b"), printed="(37)"),
    Step("Gamma", eq(squared, Gam * Lam), Identity(1, (-1, Lam)), ("moments", "(37)"), printed="(37)"),
    Step("Step Four", eq(given_block(ddt(U11)), -(u_1**2) * squared * U11 * Lam + u_1 * Lam**2), Identity(),
         printed="Step Four"),
    Step("(38)", eq(given_block(ddt(U11)), U11_rate), Identity(1, (-(u_1**2), U11 * Lam)), ("Step Four", "Gamma"),
         printed="(38)"),
    Step("Step Five", eq(given_block(ddt(u_1)), -tr(u_1 * squared * U11 * Lam * U11.T - Lam**2 * U11.T)), Identity(),
         printed="Step Five"),
    Step("(40)", eq(given_block(ddt(u_1)), -tr(u_1 * Gam * Lam * U11 * Lam * U11.T - Lam**2 * U11.T)),
         Substitution(into="Step Five"), ("Step Five", "Gamma"), printed="(40)"),
    *_blocks,
))

_row = row(H_u, d * (d + 1) + k) * vec(U_0)
_sum = Fraction(1, 2) * total(j, d, col(Lam, k).T * col(Lam, j) * entry(U_0, d + 1, j))
BLOCKS = Proof((
    Step("inner product", chain(_row, "=", _sum, "=", 0), Identity(), printed="the inner product of the row and u"),
    *_blocks,
))
