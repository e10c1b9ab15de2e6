r"""How the gap grows with the norm of the task mean: between two multiples of :math:`\|\beta^*\|_H^2`."""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Discharge, FromClaim, FromFact, Identity, Proof, Step
from ....proof.steps.extrema import ValueAt
from ....statement.props import conj, eq, ge, gt, implies, le
from ....statement.psd import infimum
from ....statement.terms import half, norm_2, norm_F, where, zeros
from ..notation import Gamma, Gamma_star, Gamma_tilde_star, H, M, R, beta, beta_star, least_risk, t
from .gap import gap, inf_LTB, size
from .lemma_5_1 import NO_LARGER_THAN_GD_0, R_GD_0

inf_GD_0 = infimum(R_GD_0, Gamma)
gap_of_GD_0 = inf_GD_0 - inf_LTB
factor = 2 + (2 + 2 / M) * norm_F(Gamma_tilde_star) ** 2
r""":math:`2+(2+\frac2M)\|\tilde\Gamma^*\|_F^2`, which does not depend on the task mean."""
of_LSA = conj(le(size / (M + 1), gap), le(gap, size))
of_GD_0 = conj(le(size / (M + 1), gap_of_GD_0), le(gap_of_GD_0, factor * size))

LSA = Proof((
    Step("at least", ge(gap, size / (M + 1)), FromClaim("zwb/beyond-sharp-gap", "a")),
    Step("lower", le(size / (M + 1), gap), Combination(1), ("at least",)),
    Step("upper", le(gap, size), FromClaim("zwb/section-4-strict-gap-corrected", "c")),
))

_x = half(H) * beta_star
_moved = Gamma_tilde_star * _x
_there = where(R, (beta, zeros("d", 1)), (Gamma, Gamma_star))
GD_0 = Proof((
    Step("t > 0", gt(t, 0), Assume()),
    *NO_LARGER_THAN_GD_0.steps,
    Step("at least", ge(gap, size / (M + 1)), FromClaim("zwb/beyond-sharp-gap", "a")),
    Step("lower", le(size / (M + 1), gap_of_GD_0), Combination(1, 1), ("no larger", "at least")),
    Step("at Gamma^*", le(inf_GD_0, _there), ValueAt((Gamma, Gamma_star)), ("t > 0",)),
    Step("value", eq(_there, least_risk + norm_2(_x - _moved) ** 2 + 1 / M * norm_2(_moved) ** 2
                     + 1 / M * norm_F(Gamma_tilde_star) ** 2 * size), Identity(), ("t > 0",)),
    Step("LTB", eq(inf_LTB, least_risk), FromClaim("zwb/eq-b.1"), ("t > 0",)),
    Step("product", le(norm_F(_moved), norm_F(Gamma_tilde_star) * norm_F(_x)),
         FromFact("submultiplicativity", A=Gamma_tilde_star, B=_x), ("t > 0",)),
    Step("squares", le(norm_F(_moved) ** 2, norm_F(Gamma_tilde_star) ** 2 * size),
         Combination(norm_F(_moved) + norm_F(Gamma_tilde_star) * norm_F(_x)), ("product", "t > 0")),
    Step("upper", le(gap_of_GD_0, factor * size),
         Combination(1, 1, -1, 2 + 1 / M, plus=(norm_2(_x + _moved) ** 2,)),
         ("at Gamma^*", "value", "LTB", "squares", "t > 0")),
    Step("both", implies(gt(t, 0), of_GD_0), Discharge("t > 0"), ("t > 0", "lower", "upper")),
))
