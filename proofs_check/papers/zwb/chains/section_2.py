"""Section 2: one step of gradient descent inside LTB and LSA, and what the optimal LTB are."""

from __future__ import annotations

from ....proof.chain import Assume, Discharge, Exhibit, FromClaim, Identity, Proof, Step
from ....statement.props import Prop, almost_surely, eq, exists, implies, minimisers_satisfy
from ....statement.terms import Sym, Term, substitute, term, where, zeros
from ..notation import B_1, R_LTB, Gamma, b, beta, f_GD, f_LSA, f_LTB, reduced, s, u_1, w_1
from ..notation_gd import f_star
from ..notation_risk import without_MLP
from .theorem_5_3 import rank_2

zero = zeros("d", 1)
f_GD_0 = substitute(f_GD.body, {beta: zero})


def for_some(variables: tuple[Sym, ...], body: Prop) -> Prop:
    """There are such values of the variables."""
    for sym in reversed(variables):
        body = exists(sym, body)
    return body


def is_an_LSA(f: Term) -> Prop:
    """``f`` is LSA with some reduced parameters, for all prompts."""
    return for_some(without_MLP, eq(f_LSA, f))


is_an_LTB = for_some(reduced, eq(f_LTB, f_GD))
of_LTB = ((w_1, beta), (u_1, -beta), (s, term(1)), (B_1, Gamma.T), (b, zero))
of_LSA = ((u_1, zero), (s, term(1)), (B_1, Gamma.T), (b, zero))
MEMBERS = Proof((
    Step("the LTB", eq(where(f_LTB, *of_LTB), where(f_GD, *of_LTB)), Identity()),
    Step("GD-beta", is_an_LTB, Exhibit(*of_LTB), ("the LTB",)),
    Step("the LSA", eq(where(f_LSA, *of_LSA), where(f_GD_0, *of_LSA)), Identity()),
    Step("GD-0", is_an_LSA(f_GD_0), Exhibit(*of_LSA), ("the LSA",)),
))

effectively = minimisers_satisfy(R_LTB, almost_surely(eq(f_LTB, f_star)), *reduced)
OPTIMAL = Proof((
    Step("rank", rank_2.prop, Assume()),
    Step("Theorem 5.3", effectively, FromClaim("zwb/theorem-5.3-function"), ("rank",)),
    Step("optimal", implies(rank_2.prop, effectively), Discharge("rank"), ("rank", "Theorem 5.3")),
))
