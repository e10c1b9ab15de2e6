"""The models of the paper: GD-beta under gradient flow (6.1), and LTB and LSA in their reduced parameters."""

from __future__ import annotations

from ...model import gradient_flow
from .notation import B_1, R_LSA, R_LTB, Gamma, R, b, beta, reduced, s, u_1

gd_beta = gradient_flow(R, (beta, Gamma))
ltb = gradient_flow(R_LTB, reduced)
lsa = gradient_flow(R_LSA, (u_1, s, B_1, b))
models = {"": gd_beta, "ltb": ltb, "lsa": lsa}
"""By name: gradient flow (6.1) on the risk of GD-beta; the same of LTB and of LSA."""
