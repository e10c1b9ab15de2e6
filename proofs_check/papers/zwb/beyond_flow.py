"""Beyond the paper: what decreases along the flow (6.1), and where it ends from an arbitrary start."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import always, conj, eq, exists, implies, le, limit
from ...statement.terms import at0, ddt, exp, matrix, norm_2, where, zeros
from .assumptions import time, w
from .chains import flow_of_gamma, growing_distance
from .chains import theorem_6_3 as chains
from .notation import (
    D,
    Gamma,
    P,
    P_perp,
    beta,
    beta_star,
    problem,
    t,
)
from .notation_gd import PD, H_not_zero, g, rate, start, u

limit_of_Gamma = matrix("Gamma_infinity", "d", "d", tex=r"\Gamma_\infty")


@claim(
    "zwb/beyond-monotone-distance",
    kind=Kind.INVARIANCE,
    source="new; Appendix G.2",
    forall=(*problem, u, w),
    uses=("zwb/lemma-g.2", "zwb/lemma-g.3"),
    witnesses=("words", "entries", "balls", "proof"),
)
def beyond_monotone_distance() -> Parts:
    r"""Goal: for each of $\|\beta_t-\beta^*\|_H^2$, $\|\beta_t-\beta^*\|$ and $\|P(\beta_t-\beta^*)\|$ decide whether
    it is non-increasing along every trajectory of (6.1); prove it, or give an exact initial point and an enclosed
    trajectory.

    Answer: (a) $\|P(\beta_t-\beta^*)\|$ and (b) $\|\beta_t-\beta^*\|$ never increase: both squares have the derivative
    $-4D^\top H^{1/2}A(\tilde\Gamma)H^{1/2}D\le0$. (c) $\|\beta_t-\beta^*\|_H^2$ may: its derivative is $-4D^\top
    H^{3/2}A(\tilde\Gamma)H^{1/2}D$, and $HA(\tilde\Gamma)$ is not symmetric. For every $M$, every
    $d\ge2$ and orthonormal $u,w$ with $H^{1/2}u=4u$, $H^{1/2}w=w$ it is $136-\frac{96}M>0$ at $\beta=\beta^*+\frac14u
    -3w$, $\Gamma=-w(\frac14u+w)^\top$. That needs no enclosure of the trajectory.
    """
    return {
        "a": always(le(ddt(norm_2(PD) ** 2), 0)),
        "b": always(le(ddt(norm_2(D) ** 2), 0)),
        "c": growing_distance.grows,
    }


@claim(
    "zwb/beyond-arbitrary-initialisation",
    kind=Kind.LIMIT,
    source="new; Theorem 6.3",
    forall=(*problem, rate),
    uses=("zwb/theorem-6.3", "zwb/lemma-g.5"),
    witnesses=("words", "balls", "trained", "proof"),
    options={"twins": {"fast": 1}},
)
def beyond_arbitrary_initialisation() -> Parts:
    r"""Goal: decide whether the flow (6.1) converges from every $(\beta_0,\Gamma_0)$, for every problem; identify the
    limit; give an explicit rate.

    Answer: it does. (a) $P\beta\to P\beta^*$, the square of the distance at the rate $\frac{8\lambda}{M+2}$, for every
    problem; (b) $P_\perp\beta$ and $\Gamma-P\Gamma P$ never move. If $t>0$ then $P\Gamma P\to P\Gamma^*P$
    (zwb/theorem-6.3), (c) with $\|Y\|_F^2+K\|P(\beta-\beta^*)\|^2\le e^{-c\tau}$ times its value at the start for
    every $c<g=\frac{8\lambda}{M+2}$ with $c\le2\lambda^2\lambda_{\min}(\Omega)$, $K=\frac{2b\Lambda^2}
    {\lambda_{\min}(\Omega)(g-c)}\|P(\beta_0-\beta^*)\|^2$, $b=2\|I-\frac{M+1}M\tilde\Gamma^*\|_F^2+\frac2{M^2}
    \|\tilde\Gamma^*\|_F^2$. (d) If $t=0$ then $\Omega=0$: $\Gamma$ converges as well, to a limit that depends on the
    start: (e) where $\beta=\beta^*$ it does not move at all. (d) is open here: $\|\dot\Gamma\|\le Ce^{-\gamma\tau}$ for
    bounded $\Gamma$, so it converges by completeness, but no rule shows that a limit exists without naming it.
    """
    return {
        "a": conj(
            implies(H_not_zero, always(le(norm_2(PD) ** 2, exp(-(g * time)) * start))),
            limit(PD, zeros("d", 1)),
        ),
        "b": conj(
            always(eq(P_perp * beta, at0(P_perp * beta))),
            always(eq(Gamma - P * Gamma * P, at0(Gamma - P * Gamma * P))),
        ),
        "c": flow_of_gamma.explicit,
        "d": implies(eq(t, 0), exists(limit_of_Gamma, limit(Gamma, limit_of_Gamma))),
        "e": implies(eq(t, 0), eq(where(ddt(Gamma), (beta, beta_star)), zeros("d", "d"))),
    }


beyond_monotone_distance = with_proof(
    beyond_monotone_distance, a=chains.MONOTONE, b=chains.MONOTONE, c=growing_distance.GROWS
)
beyond_arbitrary_initialisation = with_proof(
    beyond_arbitrary_initialisation, a=chains.BETA, c=flow_of_gamma.RATE, e=chains.STUCK
)
