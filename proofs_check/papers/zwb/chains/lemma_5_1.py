"""GD-beta inside LTB, GD-0 inside LSA: the infimum over the larger class is no larger."""

from __future__ import annotations

from ....proof.chain import Proof, Step
from ....proof.steps.extrema import Within
from ....statement.props import le
from ....statement.psd import infimum
from ....statement.terms import expect, substitute, zeros
from ..notation import B_1, R_LSA, R_LTB, Gamma, R, b, beta, f_GD, reduced, s, u_1, w_1, y_q

zero = zeros("d", 1)
R_GD_0 = expect((substitute(f_GD.body, {beta: zero}) - y_q) ** 2)
"""The risk of GD-0 as a function of Gamma."""
NO_LARGER = Proof((
    Step("no larger", le(infimum(R_LTB, *reduced), infimum(R, beta, Gamma)),
         Within((w_1, beta), (u_1, -beta), (s, 1), (B_1, Gamma.T), (b, zero)), printed="Therefore"),
))
NO_LARGER_THAN_GD_0 = Proof((
    Step("no larger", le(infimum(R_LSA, u_1, s, B_1, b), infimum(R_GD_0, Gamma)),
         Within((u_1, zero), (s, 1), (B_1, Gamma.T), (b, zero))),
))
