"""Theorem 8: convergence and limits of gradient flow with a random diagonal covariance, (21), (22), Section 4.3."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import conj, global_minimum, limit
from .assumptions_random import assumption_3_theorem_8, scale_21
from .chains import theorem_8 as chains
from .notation import KQ_of_u, L_diag, N, PV_of_u, Theta, d, sigma
from .notation_random import W_KQ_rdm, W_PV_rdm, star_rdm


@claim(
    "zfb/theorem-8",
    kind=Kind.LIMIT,
    source="Theorem 8 (Global convergence with random covariance), eqs. (21), (22), Section 4.3; proof Appendix C",
    forall=(d, N, Theta, sigma),
    given=(*assumption_3_theorem_8, scale_21),
    uses=(
        "zfb/eq-20", "zfb/assumption-3", "zfb/lemma-21", "zfb/corollary-22", "zfb/lemma-23", "zfb/lemma-24",
        "zfb/lemma-28", "zfb/lemma-28-limits",
    ),
    witnesses=("words", "entries", "grid", "balls", "trained", "gpu", "proof"),
    model="diagonal covariance",
)
def theorem_8() -> Parts:
    r"""Gradient flow of $f_{LSA}$ (3) over (20), $\Lambda_\tau$ diagonal with independent diagonal entries, strictly
    positive a.s., finite third moments. Suppose the initialisation satisfies Assumption 3, $\|\mathbb E\Lambda_\tau
    \Theta\|_F\ne0$, with scale $\sigma>0$ satisfying (21) $\sigma^2<\frac{2\|\mathbb E\Lambda_\tau\Theta\|_F^2}
    {\sqrt d\,[\mathbb E\|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2]}$. Then (a) gradient flow converges to a global
    minimum of (20); (b) $W^{PV},W^{KQ}$ converge to (22) $W_*^{KQ}=\big\|[\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}
    \mathbb E[\Lambda_\tau^2]\big\|_F^{-1/2}\begin{pmatrix}[\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}\mathbb
    E[\Lambda_\tau^2]&0_d\\0_d^\top&0\end{pmatrix}$, $W_*^{PV}=\big\|[\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}\mathbb
    E[\Lambda_\tau^2]\big\|_F^{1/2}\begin{pmatrix}0_{d\times d}&0_d\\0_d^\top&1\end{pmatrix}$, where $\Gamma_\tau=
    \frac{N+1}N\Lambda_\tau+\frac1N\mathrm{tr}(\Lambda_\tau)I_d$, expectations over $\Lambda_\tau$. OCR: reading
    chosen (exponents).
    """
    # The weights (5) in the parameters of Lemma 9; entries that the prediction does not use stay zero.
    return {
        "a": conj(*(limit(parameter, value) for parameter, value in star_rdm), global_minimum(L_diag, *star_rdm)),
        "b": conj(limit(PV_of_u, W_PV_rdm), limit(KQ_of_u, W_KQ_rdm)),
    }


theorem_8 = with_proof(theorem_8, whole=chains.CHAIN)
