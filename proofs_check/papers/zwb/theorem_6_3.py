"""Theorem 6.3: gradient flow (6.1) on the risk of GD-beta converges, from every start."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.props import Prop, always, conj, eq, global_minimum, implies, limit, posdef
from ...statement.terms import at0, ddt, grad
from .assumptions import t_positive
from .chains import theorem_6_3 as chains
from .notation import (
    INFERRED,
    Gamma,
    Gamma_star,
    H,
    P,
    P_perp,
    R,
    beta,
    beta_star,
    problem,
)

outside = Gamma - P * Gamma * P
r"""The projection of Gamma on :math:`\mathrm{Im}(H\otimes H)^\perp`."""


@claim(
    "zwb/eq-6.1",
    kind=Kind.DEFINITION,
    source="(6.1), Section 6; (G.1), (G.2)",
    forall=(*problem, beta, Gamma),
    uses=("zwb/eq-5.1", "zwb/eq-3.5"),
    witnesses=("words", "entries"),
    reconstructed=INFERRED,
    note=r"""
    "we consider gradient flow on the population ICL risk under the parameterization of [GD-$\beta$], (6.1)"
    [$\dot\beta=-\partial_\beta R(\beta,\Gamma)$, $\dot\Gamma=-\partial_\Gamma R(\beta,\Gamma)$]; "or equivalently, on
    the excess risk function which differs by only a constant".
    """,
    fidelity=(Difference(Differs.PART_OMITTED, "the flow on the excess risk, whose gradient is the same"),),
)
def eq_6_1() -> Prop:
    """"we consider gradient flow on the population ICL risk under the parameterization of [..], (6.1)"; "or
    equivalently, on the excess risk function which differs by only a constant"
    """
    return conj(eq(ddt(beta), -grad(R, beta)), eq(ddt(Gamma), -grad(R, Gamma)))


@claim(
    "zwb/theorem-6.3",
    kind=Kind.LIMIT,
    source="Theorem 6.3, Section 6; Appendix G",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/eq-6.1", "zwb/eq-5.3", "zwb/lemma-g.3", "zwb/lemma-g.4", "zwb/lemma-g.6"),
    witnesses=("words", "balls", "trained", "proof"),
    reconstructed="computed anew from the definitions; the initialisation is lost: from every start",
    note=r"""
    "Consider the gradient flow defined by (6.1) with initialization [..] As [$\tau\to\infty$] we have, [(a)
    $P\beta_\tau\to P\beta^*$, $P_\perp\beta_\tau=P_\perp\beta_0$, (b) $\mathcal P_{\mathrm{Im}(H\otimes
    H)}\Gamma_\tau \to\mathcal P_{\mathrm{Im}(H\otimes H)}\Gamma^*$, $\mathcal P_{\mathrm{Im}(H\otimes
    H)^\perp}\Gamma_\tau=\mathcal P_{\mathrm{Im}(H\otimes H)^\perp}\Gamma_0$]"; "let [..] be the orthogonal projection
    operator onto the subspace [..]"; "The following theorem guarantees the global convergence of gradient flow". (c)
    "In particular, if [$H$] is positive definite, the gradient flow converges to the unique global minimizer of ICL
    risk over the [GD-$\beta$] class, that is, [$(\beta_\tau,\Gamma_\tau)\to(\beta^*,\Gamma^*)$]". The start is
    arbitrary; $(0,0)$ is one.
    """,
)
def theorem_6_3() -> Parts:
    """"Consider the gradient flow defined by (6.1) with initialization [..] As [..] we have, [..]"; "let [..] be the
    orthogonal projection operator onto the subspace [..]"; "The following theorem guarantees the global convergence of
    gradient flow"; "In particular, if [..] is positive definite, the gradient flow converges to the unique global
    minimizer of ICL risk over the [..] class, that is, [..]"
    """
    return {
        "a": conj(limit(P * beta, P * beta_star), always(eq(P_perp * beta, at0(P_perp * beta)))),
        "b": conj(limit(P * Gamma * P, P * Gamma_star * P), always(eq(outside, at0(outside)))),
        "c": conj(
            implies(posdef(H), conj(limit(beta, beta_star), limit(Gamma, Gamma_star))),
            global_minimum(R, (beta, beta_star), (Gamma, Gamma_star)),
        ),
    }


theorem_6_3 = with_proof(theorem_6_3, a=chains.OF_BETA, b=chains.OF_GAMMA, c=chains.INVERTIBLE)
