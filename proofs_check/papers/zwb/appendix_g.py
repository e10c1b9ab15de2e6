"""Appendix G: the excess risk, the flow (6.1) in closed form, and its convergence."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, always, conj, eq, implies, le, limit, ne
from ...statement.terms import (
    at0,
    ddt,
    exp,
    norm_2,
    norm_F,
    zeros,
)
from .assumptions import t_positive, time
from .chains import appendix_c, flow_of_beta, flow_of_gamma
from .notation import (
    RE_DERIVED,
    Gamma,
    Gamma_tilde,
    M,
    P,
    P_perp,
    R,
    beta,
    problem,
)
from .notation_gd import (
    PD,
    C,
    Gamma_best,
    H_not_zero,
    Y,
    Y_tilde,
    alpha,
    best_risk,
    excess_of_beta,
    excess_of_gamma,
    gamma,
    lam,
    velocity_of_beta,
    velocity_of_gamma,
)


@claim(
    "zwb/corollary-g.1",
    kind=Kind.IDENTITY,
    source="Corollary G.1 (Excess Risk), (G.1), (G.2), Appendix G.1",
    forall=(*problem, beta, Gamma),
    given=(t_positive,),
    uses=("zwb/theorem-5.2", "zwb/eq-c.2", "zwb/eq-c.4"),
    witnesses=("words", "entries", "grid", "balls", "sampled", "proof"),
    reconstructed=RE_DERIVED,
    note=r"""
    "we have the following corollary of Theorem 5.2, which computes the excess risk" [$R(\beta,\Gamma)-\min
    R=D^\top H^{1/2}\Big[(I-\tilde\Gamma)^\top(I-\tilde\Gamma)+\tfrac1M\tilde\Gamma^\top\tilde\Gamma+\tfrac1M
    \|\tilde\Gamma\|_F^2I\Big]H^{1/2}D+\operatorname{tr}\big[(\tilde\Gamma-\tilde\Gamma^*)\Omega(\tilde\Gamma
    -\tilde\Gamma^*)^\top\big]$, $\tilde\Gamma^*=\Phi\Omega^{-1}$].
    """,
)
def corollary_g_1() -> Prop:
    """"we have the following corollary of Theorem 5.2, which computes the excess risk"
    """
    return eq(R - best_risk, excess_of_beta + excess_of_gamma)


@claim(
    "zwb/lemma-g.2",
    kind=Kind.IDENTITY,
    source="Lemma G.2 (Dynamical system), (G.4), (G.5), Appendix G.1",
    forall=(*problem, beta, Gamma),
    given=(t_positive,),
    uses=("zwb/eq-6.1", "zwb/corollary-g.1", "zwb/lemma-h.3"),
    witnesses=("words", "entries", "grid", "balls", "trained"),
    reconstructed=RE_DERIVED,
    note=r"""
    "we write out the differential equations explicitly in the following lemma"; "To write out the dynamics
    of [$\beta$] it suffices to notice that [$\beta$] only attends the first term of the RHS of (G.1), which is a
    standard quadratic function" [with $A$ of zwb/eq-c.4, (G.4)
    $\dot\beta=-2H^{1/2}A(\tilde\Gamma)H^{1/2}(\beta-\beta^*)$, (G.5) $\dot\Gamma=2H^{1/2}\Big[\tilde
    D-\tfrac{M+1}M\tilde\Gamma\tilde D-\tfrac1M\|\beta-\beta^*\|_H^2\,\tilde\Gamma
    -(\tilde\Gamma-\tilde\Gamma^*)\Omega\Big]H^{1/2}$].
    """,
)
def lemma_g_2() -> Parts:
    """"we write out the differential equations explicitly in the following lemma"; "To write out the dynamics of [..]
    it suffices to notice that [..] only attends the first term of the RHS of (G.1), which is a standard quadratic
    function"
    """
    return {"G.4": eq(ddt(beta), velocity_of_beta), "G.5": eq(ddt(Gamma), velocity_of_gamma(Gamma_tilde))}


@claim(
    "zwb/lemma-g.3",
    kind=Kind.RATE,
    source="Lemma G.3 (Convergence of β), Appendix G.2",
    forall=problem,
    uses=("zwb/lemma-g.2", "zwb/section-c-step-3", "zwb/lemma-h.5"),
    witnesses=("words", "balls", "trained", "proof"),
    reconstructed="computed anew by completing the square as in zwb/section-c-step-3; the paper's exponent is lost",
    note=r"""
    "From Lemma H.5 and equation (G.4), we know [..]. Notice that [..]. This implies [..] where the last
    line comes from Lemma H.5 and [$\lambda$] is the minimal non-zero eigenvalue of [$H$]. Via standard integration
    method in ODE, we know this suggests [..] which implies [..] and hence, [..] for any [$\tau$]"
    [$\|P(\beta_\tau-\beta^*)\|\le e^{-2\lambda\tau/(M+1)}\|P(\beta_0-\beta^*)\|$ (a) $\to0$ (b) and (c)
    $P_\perp\beta_\tau=P_\perp\beta_0$ for all times $\tau\ge0$]. $H\ne0$ where $\lambda$ occurs; for $H=0$ (b) and
    (c) hold as well.
    """,
)
def lemma_g_3() -> Parts:
    """"From Lemma H.5 and equation (G.4), we know [..]. Notice that [..]. This implies [..] where the last line comes
    from Lemma H.5 and [..] is the minimal non-zero eigenvalue of [..]. Via standard integration method in ODE, we know
    this suggests [..] which implies [..] and hence, [..] for any [..]"
    """
    decay = le(norm_2(PD), exp(-(2 * lam / (M + 1) * time)) * at0(norm_2(PD)))
    return {
        "a": implies(H_not_zero, always(decay)),
        "b": limit(PD, zeros("d", 1)),
        "c": always(eq(P_perp * beta, at0(P_perp * beta))),
    }


@claim(
    "zwb/lemma-g.4",
    kind=Kind.IDENTITY,
    source="Lemma G.4, (G.9)-(G.12), Appendix G.2",
    forall=(*problem, beta, Gamma),
    given=(t_positive,),
    uses=("zwb/lemma-g.2", "zwb/lemma-h.6"),
    witnesses=("words", "entries"),
    reconstructed=RE_DERIVED,
    note=r"""
    "The first ODE is trivial since the RHS of (G.5) always lies in [$\mathrm{Im}(H\otimes H)$] so its
    projection on [$\mathrm{Im}(H\otimes H)^\perp$] always vanishes. To prove the second equation, we can rewrite
    (G.5) as [..]"; "all terms in the RHS above lie in [..] so this summation also equals [..]" [(G.9) $\frac
    d{dt}\mathcal P_{\mathrm{Im}(H\otimes H)^\perp}\Gamma_t=0$; (G.10) $\frac d{dt}\mathcal P_{\mathrm{Im}(H\otimes
    H)}(\Gamma_t -\Gamma^*)$ = the right-hand side of (G.5), written with $\tilde\Gamma=\tilde Y+\tilde\Gamma^*$,
    $Y:=P(\Gamma_t -\Gamma^*)P$, $\tilde Y=H^{1/2}YH^{1/2}$].
    """,
)
def lemma_g_4() -> Parts:
    """"The first ODE is trivial since the RHS of (G.5) always lies in [..] so its projection on [..] always vanishes.
    To prove the second equation, we can rewrite (G.5) as [..]"; "all terms in the RHS above lie in [..] so this
    summation also equals [..]"
    """
    return {
        "G.9": eq(ddt(Gamma - P * Gamma * P), zeros("d", "d")),
        "G.10": conj(
            eq(ddt(Y), velocity_of_gamma(Y_tilde + Gamma_best)), eq(Gamma_tilde, Y_tilde + Gamma_best)
        ),
    }


@claim(
    "zwb/lemma-g.5",
    kind=Kind.INEQUALITY,
    source="Lemma G.5 (Dynamics of Frobenius norm), (G.13)-(G.16), Appendix G.2",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/lemma-g.3", "zwb/lemma-g.4", "zwb/lemma-h.1", "zwb/lemma-h.2", "zwb/lemma-h.6"),
    witnesses=("words", "balls", "trained", "proof"),
    reconstructed="computed anew from zwb/lemma-g.3 and the bounds on tilde Gamma^*; the paper's constants are lost",
    options={"twins": {"fast": 1}, "trained": {"tier": "full"}},
    note=r"""
    "From the dynamics of [$\|Y_\tau\|_F$] in (G.10), we know (G.15) where (G.16). From Lemma H.2, we know
    that [..] ((3) in Lemma H.6 and (2) in Lemma H.2) where [..] denote the minimal eigenvalue. Since [$\Omega$] is
    positive definite, we know [..]" [with $Y_\tau:=P(\Gamma_\tau-\Gamma^*)P$, $\tfrac
    d{d\tau}\|Y_\tau\|_F^2\le-2\alpha\|Y_\tau\|_F^2+2Ce^{-\gamma\tau}\|Y_\tau\|_F$, $\alpha=2\lambda^2
    \lambda_{\min}(\Omega)$, $\gamma=\tfrac{4\lambda}{M+1}$, $C=2\Lambda^2\big(1+\tfrac{\sqrt d}{M+1}\big)
    \|P(\beta_0-\beta^*)\|^2$].
    """,
)
def lemma_g_5() -> Prop:
    """"From the dynamics of [..] in (G.10), we know (G.15) where (G.16). From Lemma H.2, we know that [..] ((3) in
    Lemma H.6 and (2) in Lemma H.2) where [..] denote the minimal eigenvalue. Since [..] is positive definite, we know
    [..]"
    """
    bound = -2 * alpha * norm_F(Y) ** 2 + 2 * C * exp(-(gamma * time)) * norm_F(Y)
    return implies(H_not_zero, always(le(ddt(norm_F(Y) ** 2), bound)))


@claim(
    "zwb/lemma-g.6",
    kind=Kind.RATE,
    source="Lemma G.6 (Convergence of Γ), (G.22), Appendix G.2",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/lemma-g.5", "zwb/lemma-g.4"),
    witnesses=("words", "balls", "trained", "proof"),
    reconstructed=RE_DERIVED,
    options={"twins": {"fast": 1}, "trained": {"tier": "full"}},
    note=r"""
    "Simple calculation shows that (G.22). When [$\alpha\ne\gamma$] we integrate both sides from [0] to
    [$\tau$], then divide them by [..]. Otherwise, if [$\alpha=\gamma$] the right hand side of (G.22) reduces to a
    constant, which implies [..] grows at most at a linear rate, which implies [$\|Y_\tau\|_F\to0$] when
    [$\tau\to\infty$]" [with the constants of zwb/lemma-g.5, (a) $\|Y_\tau\|_F\le
    e^{-\alpha\tau}\|Y_0\|_F+C\frac{e^{-\gamma\tau}-e^{-\alpha\tau}} {\alpha-\gamma}$ if $\alpha\ne\gamma$, and (b)
    $\|Y_\tau\|_F\le e^{-\alpha\tau}(\|Y_0\|_F+C\tau)$ if $\alpha=\gamma$; (c) so $Y_\tau\to0$; (d) and $\mathcal
    P_{\mathrm{Im}(H\otimes H)^\perp}\Gamma_\tau$ is constant].
    """,
)
def lemma_g_6() -> Parts:
    """"Simple calculation shows that (G.22). When [..] we integrate both sides from [..] to [..], then divide them by
    [..]. Otherwise, if [..] the right hand side of (G.22) reduces to a constant, which implies [..] grows at most at a
    linear rate, which implies [..] when [..]"
    """
    decayed, forced = exp(-(alpha * time)), exp(-(gamma * time))
    general = decayed * at0(norm_F(Y)) + C * (forced - decayed) / (alpha - gamma)
    resonant = decayed * (at0(norm_F(Y)) + C * time)
    return {
        "a": implies(conj(H_not_zero, ne(alpha, gamma)), always(le(norm_F(Y), general))),
        "b": implies(conj(H_not_zero, eq(alpha, gamma)), always(le(norm_F(Y), resonant))),
        "c": limit(Y, zeros("d", "d")),
        "d": always(eq(Gamma - P * Gamma * P, at0(Gamma - P * Gamma * P))),
    }


corollary_g_1 = with_proof(corollary_g_1, whole=appendix_c.EXCESS)
lemma_g_3 = with_proof(lemma_g_3, a=flow_of_beta.RATE, b=flow_of_beta.LIMIT)
lemma_g_5 = with_proof(lemma_g_5, whole=flow_of_gamma.DERIVATIVE)
lemma_g_6 = with_proof(lemma_g_6, a=flow_of_gamma.GENERAL, b=flow_of_gamma.RESONANT, c=flow_of_gamma.LIMIT)
