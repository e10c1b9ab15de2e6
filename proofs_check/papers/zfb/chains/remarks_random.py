"""The trajectory stays away from the saddle point at the origin also with random covariances, Appendix C.3."""

from __future__ import annotations

from ....proof.chain import Assume, Discharge, FromClaim, Proof, Step
from ....statement.props import always_along, chain, implies
from ..assumptions_random import scale_58
from ..notation import U11, L_diag, u12, u21, u_1
from .lemma_26 import mean_steps
from .lemma_27 import lower_bound_rdm

away = always_along(L_diag, chain(u_1, ">=", lower_bound_rdm, ">", 0), U11, u12, u21, u_1)

ORIGIN = Proof((
    *mean_steps,
    Step("scale", scale_58.prop, Assume(), printed="as long as the initial scale is small enough"),
    Step("Lemma 27", away, FromClaim("zfb/lemma-27", "a"), ("scale", "E Lam Theta"),
         printed="can be lower bounded by a positive constant"),
    Step("away", implies(scale_58.prop, away), Discharge("scale"), ("scale", "Lemma 27"),
         printed="the trajectories will be away from the saddle point"),
))
