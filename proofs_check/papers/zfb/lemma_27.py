"""Lemma 27: a positive lower bound on u_-1 with a random covariance, (60), and the steps of its proof, Appendix C.3."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import almost_surely, always, chain, conj, ge, psd
from ...statement.terms import at0, expect, norm_F, norm_op, sqrt, tr
from .assumptions_random import assumption_3_diag, scale_58
from .chains import lemma_27 as chains
from .lemma_26 import initial_bound
from .notation import U11, N, Theta, d, sigma, u_1
from .notation_random import E_Lam2, Gam_diag, Lam_diag, bracket_rdm, l_rdm

lower_bound_rdm = sqrt(sigma**2 / (2 * sqrt(d) * norm_op(E_Lam2)) * bracket_rdm)
"""The lower bound on u_-1, (60)."""


@claim(
    "zfb/lemma-27",
    kind=Kind.INEQUALITY,
    source="Lemma 27, eq. (60), Appendix C.3",
    forall=(d, N, Theta, sigma, U11, u_1),
    given=(*assumption_3_diag, scale_58),
    uses=(
        "zfb/lemma-25", "zfb/lemma-26", "zfb/lemma-26-initial-loss", "zfb/lemma-31", "zfb/lemma-32-trace",
        "zfb/lemma-32-commute",
    ),
    witnesses=("words", "entries", "grid", "balls", "proof"),
    model="diagonal covariance",
)
def lemma_27() -> Parts:
    r"""gradient flow on $\ell_{rdm}$, Assumption 3, scale satisfying (58). (a) For any $t\ge0$: $u_{-1}(t)\ge
    \sqrt{\frac{\sigma^2}{2\sqrt d\|\mathbb E\Lambda_\tau^2\|_{op}}\Big[2\|\mathbb E\Lambda_\tau\Theta\|_F^2-\sqrt
    d\sigma^2\big[\mathbb E\|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2\big]\Big]}>0$. Proof steps: (b)
    $\Gamma_\tau\Lambda_\tau\succeq0$ and $\mathrm{tr}\big[\frac12u_{-1}^2\Gamma_\tau\Lambda_\tau U_{11}\Lambda_\tau
    (U_{11})^\top\big]\ge0$ almost surely; (c) $\ell_{rdm}(U_{11},u_{-1})\ge-\mathbb E\,\mathrm{tr}[u_{-1}
    \Lambda_\tau^2(U_{11})^\top]=-\mathrm{tr}[u_{-1}(\mathbb E\Lambda_\tau^2)(U_{11})^\top]\ge-\sqrt du_{-1}\|\mathbb
    E\Lambda_\tau^2\|_{op}\|U_{11}\|_F=-\sqrt du_{-1}(t)^2\|\mathbb E\Lambda_\tau^2\|_{op}$; (d) $\ell_{rdm}(
    U_{11}(t),u_{-1}(t))\le\ell_{rdm}(U_{11}(0),u_{-1}(0))\le\frac{\sigma^4\sqrt d}2\big[\mathbb E\|\Gamma_\tau
    \|_{op}\|\Lambda_\tau\|_F^2\big]-\sigma^2\|\mathbb E\Lambda_\tau\Theta\|_F^2$.
    """
    form = tr(Fraction(1, 2) * u_1**2 * Gam_diag * Lam_diag * U11 * Lam_diag * U11.T)
    return {
        "a": always(chain(u_1, ">=", lower_bound_rdm, ">", 0)),
        "b": conj(almost_surely(psd(Gam_diag * Lam_diag)), almost_surely(ge(form, 0))),
        "c": always(
            chain(
                l_rdm,
                ">=", -expect(tr(u_1 * Lam_diag**2 * U11.T)),
                "=", -tr(u_1 * E_Lam2 * U11.T),
                ">=", -(sqrt(d) * u_1 * norm_op(E_Lam2) * norm_F(U11)),
                "=", -(sqrt(d) * u_1**2 * norm_op(E_Lam2)),
            )
        ),
        "d": always(chain(l_rdm, "<=", at0(l_rdm), "<=", initial_bound)),
    }


lemma_27 = with_proof(lemma_27, whole=chains.CHAIN)
