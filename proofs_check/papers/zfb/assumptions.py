"""Hypotheses that the statements of `zfb` share, as printed."""

from __future__ import annotations

from ...claims import Hypothesis
from ...statement.props import chain, conj, eq, le, lt, ne, posdef
from ...statement.terms import at0, norm_F, norm_op, sqrt, zeros
from .notation import U11, Gam, Lam, N, Theta, d, sigma, u12, u21, u_1

Lam_posdef = Hypothesis("Lam positive definite", posdef(Lam), r"\Lambda\succ0")

sigma_positive = Hypothesis("sigma > 0", lt(0, sigma), r"\sigma>0")
Theta_unit = Hypothesis("||Theta Theta^T||_F = 1", eq(norm_F(Theta * Theta.T), 1), r"\|\Theta\Theta^\top\|_F=1")
Theta_Lam_nonzero = Hypothesis(
    "Theta Lam != 0", ne(Theta * Lam, zeros("d", "d")), r"\Theta\Lambda\ne0_{d\times d}"
)
start_U11 = Hypothesis(
    "U11(0) = sigma Theta Theta^T", eq(at0(U11), sigma * Theta * Theta.T), r"U_{11}(0)=\sigma\Theta\Theta^\top"
)
start_u_1 = Hypothesis("u_-1(0) = sigma", eq(at0(u_1), sigma), r"u_{-1}(0)=\sigma")
start_rest = Hypothesis(
    "u12(0) = u21(0) = 0", conj(eq(at0(u12), zeros("d", 1)), eq(at0(u21), zeros("d", 1))), r"u_{12}(0)=u_{21}(0)=0_d"
)
assumption_3 = (sigma_positive, Theta_unit, Theta_Lam_nonzero, start_U11, start_u_1, start_rest)
"""Assumption 3, eq. (10), in the parameters of Lemma 9."""

scale = Hypothesis(
    "sigma^2 ||Gam||_op sqrt(d) < 2", lt(sigma**2 * norm_op(Gam) * sqrt(d), 2), r"\sigma^2\|\Gamma\|_{op}\sqrt d<2"
)
"""The condition on the initial scale as Theorem 4 prints it."""
scale_12 = Hypothesis(
    "sigma^2 < 2 / (sqrt(d) ||Gam||_op)",
    lt(sigma**2, 2 / (sqrt(d) * norm_op(Gam))),
    r"\sigma^2<\frac{2}{\sqrt d\|\Gamma\|_{op}}",
)
"""The same as Lemma 12 prints it."""
scale_43 = Hypothesis(
    "0 < sigma < sqrt(2 / (sqrt(d) ||Gam||_op))",
    chain(0, "<", sigma, "<", sqrt(2 / (sqrt(d) * norm_op(Gam)))),
    r"0<\sigma<\sqrt{\frac{2}{\sqrt d\|\Gamma\|_{op}}}",
)
"""The same as Lemmas 18 and 19 print it, (43)."""

invariant_block = Hypothesis(
    "u12 = u21 = 0", conj(eq(u12, zeros("d", 1)), eq(u21, zeros("d", 1))), r"u_{12}=u_{21}=0_d"
)
dimensions = Hypothesis("d, N >= 1", conj(le(1, d), le(1, N)), r"d,N\ge1")
