"""Beyond the paper: the condition on the initial scale sigma is not needed."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import always, conj, global_minimum, gt, limit
from .assumptions import assumption_3
from .assumptions_random import assumption_3_diag
from .chains.every_scale import NOISELESS, bound_claim, lower_bound_claim
from .chains.every_scale_limits import THEOREM_4, pl_claim
from .notation import KQ_of_u, L, Lam, N, PV_of_u, Theta, W_KQ_star, W_PV_star, d, sigma, u_1
from .notation_random import W_KQ_rdm, W_PV_rdm
from .theorem_4 import star


@claim(
    "zfb/beyond-sigma-condition",
    kind=Kind.LIMIT,
    source="beyond the paper; compare Theorem 4, Lemmas 12, 18, 19",
    forall=(d, N, Lam, Theta, sigma),
    given=assumption_3,
    uses=("zfb/theorem-4", "zfb/lemma-12", "zfb/lemma-18", "zfb/lemma-19", "zfb/lemma-10", "zfb/lemma-17"),
    witnesses=("balls", "proof"),
    options={"twins": {"fast": 1}},
)
def beyond_sigma_condition() -> Parts:
    r"""Goal: is the condition on $\sigma$ in Theorem 4 ($\sigma^2\|\Gamma\|_{op}\sqrt d<2$) and in Theorem 8 ((21))
    needed? Decide for which $\sigma>0$ the conclusions hold with Assumption 3 otherwise unchanged; same question for
    Lemmas 18, 19, 26, 27.

    Answer: for none of them; the conclusions hold for every $\sigma>0$. (a) Under Assumption 3 alone gradient flow
    converges to a global minimum of (8), (b) at the weights (11). (c) Lemma 18: $u_{-1}(t)>0$ for every $t\ge0$. (d)
    Lemma 19 with another bound: $u_{-1}(t)\ge\frac{c\|\Theta\|_F^2}{\sqrt d}>0$,
    $c=\frac\sigma{1+\sigma\|\Theta\|_F^2 \mathrm{tr}(\Gamma)B}$,
    $B^2=\sigma^2+\mathrm{tr}(\Gamma^{-1})\mathrm{tr}(\Lambda^{-1})^2\|\Lambda^2\|_F$, and $u_{-1}(t)\le B$;
    the printed bound (44) is no number where the condition fails. (e) Lemma 12 with
    $\mu=2(\frac{c\|\Theta\|_F^2}{\sqrt d})^2/[\mathrm{tr}(\Gamma^{-1})\mathrm{tr}(\Lambda^{-1})^2]$. The
    reason: $u_{-1}=0$ forces $U_{11}=0$ by Lemma 17, which no solution reaches in finite time; and for every
    eigenvector $q$ of $\Lambda$ the number $q^\top U_{11}q$ never falls below $c\,q^\top\Theta\Theta^\top q$, so that
    the trajectory stays away from the origin, whatever the sign of the loss at the start. $\Theta\Lambda\ne0$ is not
    used: it follows from $\|\Theta\Theta^\top\|_F=1$. For Theorem 8 and Lemmas 26, 27 see
    zfb/beyond-sigma-condition-random.
    """
    return {
        "a": conj(*(limit(parameter, value) for parameter, value in star), global_minimum(L, *star)),
        "b": conj(limit(PV_of_u, W_PV_star), limit(KQ_of_u, W_KQ_star)),
        "c": always(gt(u_1, 0)),
        "d": conj(bound_claim(NOISELESS), lower_bound_claim(NOISELESS)),
        "e": pl_claim(NOISELESS),
    }


@claim(
    "zfb/beyond-sigma-condition-random",
    kind=Kind.LIMIT,
    source="beyond the paper; compare Theorem 8, Lemmas 26, 27",
    forall=(d, N, Theta, sigma),
    given=assumption_3_diag,
    uses=("zfb/theorem-8", "zfb/lemma-26", "zfb/lemma-27", "zfb/beyond-sigma-condition"),
    witnesses=("balls",),
    model="diagonal covariance",
    options={"twins": {"fast": 1}},
)
def beyond_sigma_condition_random() -> Parts:
    r"""The question of zfb/beyond-sigma-condition for Theorem 8 and Lemmas 26, 27.

    Answer: no condition on $\sigma$ is seen to be needed. (a) $u_{-1}(t)>0$ and (b) the limits (22) hold on all
    trajectories that balls follow, whose starts need not satisfy (21). On paper the argument is that of
    zfb/beyond-sigma-condition with the diagonal entries of $U_{11}$ in the place of $q^\top U_{11}q$,
    $\gamma_i,\xi_i$ of (51) in the place of $g\delta^2,\delta^2$, and the sums $\sum_i\gamma_iu_{ii}^2+\sum_{i\ne
    j}\zeta_{ij}u_{ij}^2$ between $\eta\|U_{11}\|_F^2$ and $(\sum_i\gamma_i+\sum_{i\ne j}\zeta_{ij})\|U_{11}\|_F^2$; a
    chain of it has not been written, so this is supported, not proved.
    """
    return {
        "a": always(gt(u_1, 0)),
        "b": conj(limit(PV_of_u, W_PV_rdm), limit(KQ_of_u, W_KQ_rdm)),
    }


beyond_sigma_condition = with_proof(beyond_sigma_condition, whole=THEOREM_4)
