r"""Appendix B step 5 and Appendix D step 3: the lower bound without II, and the one that keeps it.

:math:`\mathrm{II}=\frac1{2M}\mathbb E\|U\zeta\,v^\top\eta-U\eta\,v^\top\zeta\|_H^2\ge0` with :math:`\zeta,\eta\sim
\mathcal N(0,H)`, and :math:`\mathrm{III}=Q\|c+l/Q\|_H^2-\|l\|_H^2/Q`.
"""

from __future__ import annotations

from ....proof.chain import Combination, FromClaim, Proof, Step
from ....proof.steps.extrema import ValueAt
from ....statement.props import eq, ge, le
from ....statement.terms import Term, expect, half, norm_F, vector, zeros
from ..notation import R_LSA, R_LTB, H, M
from ..notation_gap import Form, Q, at_GD, free, of_LSA, of_LTB
from .gap import at_K, at_least, inf_LTB, split_LSA
from .theorem_5_3 import equal, eta, inf_GD, ours, zeta


def above(form: Form) -> tuple[Term, ...]:
    """What II + III + IV exceeds the bound by."""
    crossed = form.U * zeta * (form.v.T * eta) - form.U * eta * (form.v.T * zeta)
    return 1 / (2 * M) * expect(norm_F(half(H) * crossed) ** 2), Q * norm_F(half(H) * (form.c + form.l / Q)) ** 2


# The printed steps ------------------------------------------------------------------------------------------

bound_LSA = ge(R_LSA - inf_LTB, of_LSA.bound)
BOUND_LSA = Proof((
    Step("split", split_LSA, FromClaim("zwb/beyond-sharp-gap-split", "b"), printed="(B.15), (B.17)"),
    Step("an LTB", le(inf_LTB, at_K), ValueAt(*at_GD), printed="(B.1)"),
    Step("bound", bound_LSA, Combination(1, -1, plus=above(of_LSA)), ("an LTB", "split", "t > 0"),
         printed="Combining three parts above"),
))
bound_LTB = ge(R_LTB - inf_GD, of_LTB.bound)

BOUND_LTB = Proof((
    *ours(equal),
    Step("bound", bound_LTB, Combination(1, -1, plus=above(of_LTB)), ("a GD-beta", "split", "t > 0"),
         printed="(D.4), (D.5)"),
))
y, w, z = vector("y_1"), vector("w"), vector("z")
_v = free.v
_U, _V = (w.T * H * _v) * (y * z.T), (z.T * H * _v) * (y * w.T)
one_function = eq(Form(free.a, _U, _v, free.c).bound, Form(free.a, _V, _v, free.c).bound)
"""Two matrices with the same UHv."""
not_negative = ge(Form(zeros("d", 1), _U - _V, _v, free.c).bound, 0)
"""At their difference, where UHv = 0, and for a = 0."""

# With II kept -----------------------------------------------------------------------------------------------

kept_LSA = ge(R_LSA - inf_LTB, of_LSA.value)
enough_LSA = at_least(of_LSA)
KEPT_LSA = Proof((
    *BOUND_LSA.steps[:2],
    Step("kept", kept_LSA, Combination(1, -1), ("an LTB", "split")),
    Step("enough", enough_LSA, FromClaim("zwb/beyond-sharp-gap-form", bind=of_LSA.binding)),
))
kept_LTB = ge(R_LTB - inf_GD, of_LTB.value)
enough_LTB = at_least(of_LTB)
KEPT_LTB = Proof((
    *ours(equal),
    Step("kept", kept_LTB, Combination(1, -1), ("a GD-beta", "split")),
))
