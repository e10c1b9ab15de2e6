"""The proof of Theorem 8, Appendix C, with the step that it leaves out: the minimum over *all* parameters."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import Attained, Combination, Continuity, FromClaim, Identity, Positivity, Proof, Step
from ....proof.steps.bounds import Entrywise
from ....statement.laws import delta
from ....statement.props import eq, ge, global_minimum, gt, limit, lt
from ....statement.terms import entry, expect, total, where, zeros
from ..assumptions import sigma_positive
from ..assumptions_random import scale_21
from ..notation import U11, KQ_of_u, L_diag, PV_of_u, d, i_d, j, sigma, u12, u21, u_1, w
from ..notation_random import (
    E_size,
    U_star_rdm,
    W_KQ_rdm,
    W_PV_rdm,
    gamma_i,
    star_rdm,
    u_ij,
    u_star_rdm,
    xi_i,
    zeta_ij,
)
from .eq_64 import exists, y_hat_lam
from .lemma_21 import block_zero
from .lemma_26 import mean_steps, root

zero = zeros("d", 1)
even = Fraction(1, 2) * (y_hat_lam + where(y_hat_lam, (w, -w)))
"""The part of the prediction that is even in the task w; the target is odd, so the loss given Lam_tau splits."""
K = u_1 * U11 + u12 * u21.T
"""What takes the place of u_-1 U11 off the invariant block, in the part of the prediction that is odd in w."""
distance = total(i_d, d, total(j, d, zeta_ij * (entry(K, i_d, j) - delta(i_d, j) * xi_i / gamma_i) ** 2))

global_minimum_steps = (
    Step(
        "split", eq(L_diag, where(L_diag, *star_rdm) + Fraction(1, 2) * distance + Fraction(1, 2) * expect(even**2)),
        Identity(), ours=True,
        instead_of="the printed proof shows the minimum of l_rdm over U11 and u_-1 only; that no u12, u21 do better is "
        "added here: given Lam_tau the prediction splits into parts odd and even in w, and the odd part depends on "
        "u_-1 U11 + u12 u21^T alone",
    ),
    Step(
        "least", ge(L_diag, where(L_diag, *star_rdm)),
        Combination(-1, plus=(Fraction(1, 2) * distance, Fraction(1, 2) * expect(even**2))), ("split",), ours=True,
    ),
    Step("global minimum", global_minimum(L_diag, *star_rdm), Attained(*star_rdm), ("least",), printed="Theorem 8",
         ours=True),
)

CHAIN = Proof((
    Step("size", gt(E_size, 0), Positivity()),
    *mean_steps,
    Step("bound", gt(root, 0), Positivity(), ("size", "E Lam Theta")),
    Step("(58)", lt(sigma, root), Combination(1 / (root + sigma)),
         (scale_21.name, sigma_positive.name, "size", "bound"), printed="the condition on the initial scale"),
    Step("u_-1", limit(u_1, u_star_rdm), FromClaim("zfb/lemma-28-limits"), ("(58)", "E Lam Theta"), printed="Lemma 28"),
    Step("entries", limit(u_ij, entry(U_star_rdm, i_d, j)), FromClaim("zfb/lemma-28-limits"), ("(58)", "E Lam Theta"),
         printed="Lemma 28"),
    Step("U11", limit(U11, U_star_rdm), Entrywise(), ("entries",)),
    Step("block", block_zero, FromClaim("zfb/lemma-21", "c"), ("E Lam Theta",), printed="Lemma 21"),
    *exists,
    Step("u12", limit(u12, zero), Continuity(), ("block", "for all times")),
    Step("u21", limit(u21, zero), Continuity(), ("block", "for all times")),
    Step("W_PV", limit(PV_of_u, W_PV_rdm), FromClaim("zfb/lemma-28-translation"), ("(58)", "E Lam Theta"),
         printed="Translating back to the original parameterization"),
    Step("W_KQ", limit(KQ_of_u, W_KQ_rdm), FromClaim("zfb/lemma-28-translation"), ("(58)", "E Lam Theta"),
         printed="Translating back to the original parameterization"),
    *global_minimum_steps,
))
