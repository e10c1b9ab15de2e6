"""Lemmas H.5 and H.6: null spaces, images and projections of a positive semi-definite matrix and of H (x) H."""

from __future__ import annotations

from ....proof.chain import Assume, BothWays, Combination, Discharge, Identity, Multiplier, Positivity, Proof, Step
from ....proof.steps.curvature import Rayleigh
from ....statement.props import Prop, eq, ge, iff, implies, psd
from ....statement.psd import inv_half, least_positive_eigenvalue, pinv
from ....statement.terms import Term, half, matrix, norm_2, norm_F, term, tr, vector, zeros
from ..notation import H, P, in_null

A_any = matrix("A_any", "d", "d", tex="A")
"""Any matrix."""
w = vector("w", "d", tex="v")
"""Any vector."""
root, back = half(H), inv_half(H)
zero = zeros("d", "d")
least = least_positive_eigenvalue(H)


def equivalent(p: Prop, q: Prop, there: Multiplier, back: Multiplier) -> tuple[Step, ...]:
    """p if and only if q, two equations with 0 that are multiples of one another."""
    return (
        Step("first", p, Assume()),
        Step("second", q, Identity(there), ("first",)),
        Step("first to second", implies(p, q), Discharge("first"), ("first", "second")),
        Step("second again", q, Assume()),
        Step("first again", p, Identity(back), ("second again",)),
        Step("second to first", implies(q, p), Discharge("second again"), ("second again", "first again")),
        Step("equivalent", iff(p, q), BothWays(), ("first to second", "second to first")),
    )


no_image = eq(root * w, zeros("d", 1))
NULL = Proof(equivalent(no_image, in_null(H, w), (root, term(1)), (back, term(1))))

above = H - least * P
LEAST = Proof((
    Step("least", psd(above), Rayleigh(), ("H != 0",), printed="the minimal non-zero eigenvalue"),
    Step("form", ge(w.T * above * w, 0), Positivity(), ("least",)),
    Step("bound", ge(norm_2(root * w) ** 2, least * norm_2(P * w) ** 2), Combination(1), ("form",)),
))

seen = eq(root * A_any * root, zero)
unseen = eq(H * A_any * H, zero)
TENSOR_NULL = Proof(equivalent(seen, unseen, (root, root), (back, back)))

rest: Term = A_any - P * A_any * P
COMPLEMENT = Proof((
    Step("orthogonal", eq(H * rest * H, zero), Identity()),
    Step("in the null space", unseen, Assume()),
    Step("nothing projected", eq(rest, A_any), Identity((-pinv(H), pinv(H))), ("in the null space",)),
    Step("kept", implies(unseen, eq(rest, A_any)), Discharge("in the null space"),
         ("in the null space", "nothing projected")),
))

TENSOR_LEAST = Proof((
    Step("least", psd(above), Rayleigh(), ("H != 0",)),
    Step("on the left", ge(tr(root * A_any.T * above * A_any * root), 0), Positivity(), ("least",)),
    Step("on the right", ge(tr(P * A_any * above * A_any.T * P), 0), Positivity(), ("least",)),
    Step("bound", ge(norm_F(root * A_any * root) ** 2, least**2 * norm_F(P * A_any * P) ** 2),
         Combination(1, least), ("on the left", "on the right", "H != 0"), printed="(H.5)"),
))
