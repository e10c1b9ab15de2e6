"""The models of the paper: GD-beta under gradient flow (6.1), and LTB and LSA in their reduced parameters."""

from __future__ import annotations

from dataclasses import replace

from ...model import gradient_flow
from .notation import B_1, R_LSA, R_LTB, Gamma, R, b, beta, reduced, s, u_1
from .roles import roles

gd_beta, ltb, lsa = (
    replace(gradient_flow(risk, moving), roles=roles)
    for risk, moving in ((R, (beta, Gamma)), (R_LTB, reduced), (R_LSA, (u_1, s, B_1, b)))
)
models = {"": gd_beta, "ltb": ltb, "lsa": lsa}
"""By name: gradient flow (6.1) on the risk of GD-beta; the same of LTB and of LSA."""
