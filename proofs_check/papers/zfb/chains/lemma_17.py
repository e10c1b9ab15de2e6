"""The proof of Lemma 17, Appendix A.4."""

from __future__ import annotations

from ....proof.chain import Antisymmetry, Combination, FromClaim, FromFact, Identity, Proof, Step, Substitution
from ....statement.props import always, conj, eq, le
from ....statement.terms import at0, ddt, norm_F, tr, zeros
from ..assumptions import Theta_unit, start_U11, start_u_1
from ..notation import U11, Theta, given_block, sigma, u12, u21, u_1

square = tr(U11 * U11.T)
unit = norm_F(Theta * Theta.T)

CHAIN = Proof((
    Step(
        "block", always(conj(eq(u12, zeros("d", 1)), eq(u21, zeros("d", 1)))), FromClaim("zfb/lemma-10", "c"),
        printed="Lemma 10",
    ),
    Step(
        "multiplied", eq(given_block(tr(ddt(U11) * U11.T)), given_block(ddt(u_1) * u_1)), Identity(),
        printed="we multiply the first equation in (27) by U11^T, the second by u_-1",
    ),
    Step(
        "transposed", eq(given_block(ddt(square)), given_block(ddt(u_1**2))), Identity(2), ("multiplied",),
        printed="Taking the transpose of the equation above and adding to itself",
    ),
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
    Step(
        "unit", eq(sigma**2, sigma**2 * tr(Theta * Theta.T * Theta * Theta.T)), Identity(-(sigma**2) * (unit + 1)),
        (Theta_unit.name,), printed="Assumption 3",
    ),
    Step(
        "start U11", eq(sigma**2 * tr(Theta * Theta.T * Theta * Theta.T), tr(at0(U11) * at0(U11).T)), Substitution(),
        (start_U11.name,), printed="Assumption 3",
    ),
    Step(
        "balanced", always(eq(u_1**2, square)), Identity(1, 1, 1, 1), ("conserved", "start", "unit", "start U11"),
        printed="(42)",
    ),
))
