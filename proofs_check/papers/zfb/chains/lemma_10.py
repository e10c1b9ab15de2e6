"""The proof of Lemma 10, Appendix A.2: the dynamics, and why the blocks u12 and u21 stay zero."""

from __future__ import annotations

from ....proof.chain import FromFact, Identity, Proof, Step
from ....statement.props import always, conj, eq
from ....statement.terms import ddt, tr, zeros
from ..assumptions import start_rest
from ..notation import U11, Gam, Lam, given_block, u12, u21, u_1

zero = zeros("d", 1)

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
    Step("(38)", eq(given_block(ddt(U11)), -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2), Identity(),
         printed="(38)"),
    Step("(40)", eq(given_block(ddt(u_1)), -tr(u_1 * Gam * Lam * U11 * Lam * U11.T - Lam**2 * U11.T)), Identity(),
         printed="(40)"),
    *_blocks,
))

BLOCKS = Proof(_blocks)
