"""Beyond the paper: where training with tasks N(0, Psi) ends; seen in training, not proved."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Hypothesis, Kind, claim
from ...statement.props import Prop, conj, eq, limit
from ...statement.terms import half, inv, norm_F, tr, zeros
from .assumptions import assumption_3
from .chains.task_prior import Psi, mu
from .notation import U11, I, Lam, N, Theta, d, sigma, u12, u21, u_1

no_mean = Hypothesis("mu = 0", eq(mu, zeros("d", 1)), r"\mu=0_d")
K = inv((1 + 1 / N) * Psi * Lam + 1 / N * tr(Psi * Lam) * I) * Psi


@claim(
    "zfb/beyond-task-prior-limit",
    kind=Kind.LIMIT,
    source="beyond the paper; the limit that zfb/beyond-task-prior leaves open",
    forall=(d, N, Lam, Psi, Theta, sigma),
    given=(*assumption_3, no_mean),
    uses=("zfb/beyond-task-prior", "zfb/theorem-4"),
    witnesses=("trained", "gpu"),
    model="task prior",
)
def beyond_task_prior_limit() -> Prop:
    r"""For tasks $w_\tau\sim N(0,\Psi)$ gradient flow from Assumption 3 converges to $U_{11}=\|K\|_F^{-1/2}K$,
    $u_{-1}=\|K\|_F^{1/2}$, $u_{12}=u_{21}=0_d$ with $K=[(1+\frac1N)\Psi\Lambda+\frac1N\mathrm{tr}(\Psi\Lambda)I_d]^{-1}
    \Psi$, which is $\Gamma^{-1}$ for $\Psi=I_d$. Whether $u_{-1}$ stays away from 0 for every $\Psi$ is not proved.
    """
    zero, size = zeros("d", 1), norm_F(K)
    return conj(
        limit(U11, size ** Fraction(-1, 2) * K), limit(u12, zero), limit(u21, zero), limit(u_1, half(size)),
    )
