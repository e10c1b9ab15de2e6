"""Hypotheses of Section 4.3 and Appendix C: Assumption 3 for a covariance drawn anew for each prompt."""

from __future__ import annotations

from ...claims import Hypothesis
from ...statement.props import chain, lt, ne
from ...statement.terms import expect, sqrt, zeros
from .assumptions import Theta_unit, sigma_positive, start_rest, start_U11, start_u_1
from .notation import Theta, d, sigma
from .notation_random import E_Lam, E_Lam_Theta, E_size, Lam_tau

E_Lam_Theta_nonzero = Hypothesis(
    "||E Lam_tau Theta||_F != 0", ne(E_Lam_Theta, 0), r"\|\mathbb E\Lambda_\tau\Theta\|_F\ne0"
)
"""As Theorem 8 prints it."""
Lam_diag_Theta_nonzero = Hypothesis(
    "E Lam_tau Theta != 0", ne(E_Lam * Theta, zeros("d", "d")), r"\mathbb E\Lambda_\tau\Theta\ne0_{d\times d}"
)
Lam_tau_Theta_nonzero = Hypothesis(
    "E Lam_tau Theta != 0", ne(expect(Lam_tau) * Theta, zeros("d", "d")), r"\mathbb E\Lambda_\tau\Theta\ne0_{d\times d}"
)
r"""What :math:`\Theta\Lambda\ne0` of Assumption 3 becomes here: "from the assumptions on Theta and Lambda_tau"."""

_start = (start_U11, start_u_1, start_rest)
assumption_3_rdm = (sigma_positive, Theta_unit, Lam_tau_Theta_nonzero, *_start)
assumption_3_diag = (sigma_positive, Theta_unit, Lam_diag_Theta_nonzero, *_start)
assumption_3_theorem_8 = (sigma_positive, Theta_unit, E_Lam_Theta_nonzero, *_start)

scale_21 = Hypothesis(
    "sigma^2 < 2 ||E Lam_tau Theta||^2 / (sqrt(d) E ||Gam_tau||_op ||Lam_tau||_F^2)",
    lt(sigma**2, 2 * E_Lam_Theta**2 / (sqrt(d) * E_size)),
    r"\sigma^2<\frac{2\|\mathbb E\Lambda_\tau\Theta\|_F^2}{\sqrt d\,\mathbb E\|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2}",
)
"""(21)."""
scale_58 = Hypothesis(
    "0 < sigma < sqrt(2 ||E Lam_tau Theta||^2 / (sqrt(d) E ||Gam_tau||_op ||Lam_tau||_F^2))",
    chain(0, "<", sigma, "<", sqrt(2 * E_Lam_Theta**2 / (sqrt(d) * E_size))),
    r"0<\sigma<\sqrt{\frac{2\|\mathbb E\Lambda_\tau\Theta\|_F^2}"
    r"{\sqrt d\,\mathbb E\|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2}}",
)
"""The same as Lemmas 26 to 28 print it, (58)."""
