"""Theorem 5.2: the minimal risk (5.2) of GD-beta, its minimisers (5.3) and their one function."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import (
    Prop,
    almost_surely,
    conj,
    eq,
    global_minimum,
    iff,
    implies,
    minimisers_satisfy,
    posdef,
)
from ...statement.psd import minimum_where
from ...statement.terms import grad, norm_2
from .assumptions import t_positive
from .chains import theorem_5_2 as chains
from .notation import (
    INFERRED,
    RE_DERIVED,
    D,
    Gamma,
    Gamma_star,
    H,
    M,
    R,
    X,
    beta,
    beta_star,
    f_GD,
    in_null,
    least_risk,
    problem,
    sigma,
    t,
    x_q,
    y,
)
from .notation_gd import best_risk, excess_by_eigenvalues, f_star, solution

ell = 1 / (2 * M) * norm_2(X * beta - y) ** 2
"""The least squares objective of the context examples."""
@claim(
    "zwb/eq-5.1",
    kind=Kind.IDENTITY,
    source="(5.1), Section 5",
    forall=(*problem, beta, Gamma),
    uses=("zwb/eq-3.1",),
    witnesses=("words", "entries"),
    reconstructed=INFERRED,
    note=r"""
    "the first step is
    [$f_{\text{GD-}\beta}(E)=\langle\beta-\Gamma\nabla\ell(\beta),x\rangle=\langle\beta-\tfrac1M \Gamma
    X^\top(X\beta-\mathbf y),x\rangle$] by using one gradient descent step with a matrix stepsize [$\Gamma$] and an
    initialization [$\beta$] on the least square objective [$\ell(\beta)=\frac1{2M}\|X\beta-\mathbf y\|^2$] formed by
    context examples".
    """,
)
def eq_5_1() -> Prop:
    """"the first step is [..] by using one gradient descent step with a matrix stepsize [..] and an initialization
    [..] on the least square objective formed by context examples"
    """
    return eq(f_GD, (beta - Gamma * grad(ell, beta)).T * x_q)


@claim(
    "zwb/theorem-5.2",
    kind=Kind.OPTIMUM,
    source="Theorem 5.2 first bullet, (5.2), Section 5; Appendix C",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/eq-a.3", "zwb/eq-c.2", "zwb/eq-c.4", "zwb/eq-c.7"),
    witnesses=("words", "entries", "grid", "balls", "sampled", "trained", "proof"),
    reconstructed=RE_DERIVED,
    note=r"""
    "The minimal ICL risk of [GD-$\beta$] is (5.2)" [$\min_{\beta,\Gamma}R=\sigma^2+\operatorname{tr}(H\Psi)
    -\operatorname{tr}\big(\Phi^2\Omega^{-1}\big)$ (a) $=\sigma^2+\sum_{i=1}^d\frac{\varphi_i(\varphi_i+t)}
    {(M+1)\varphi_i+t}$ (b)]. Both sides divide by $t$ where $\Phi$ is singular: for $t=0$ see
    zwb/theorem-5.2-degenerate.
    """,
)
def theorem_5_2() -> Parts:
    """"The minimal ICL risk of [..] is (5.2)"
    """
    return {
        "a": eq(best_risk, least_risk),
        "b": eq(least_risk, sigma**2 + excess_by_eigenvalues),
    }


@claim(
    "zwb/eq-5.3",
    kind=Kind.OPTIMUM,
    source="Theorem 5.2 second bullet, (5.3), Section 5; Appendix C step 3",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/theorem-5.2", "zwb/section-c-step-3"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    reconstructed=RE_DERIVED,
    note=r"""
    "The globally optimal parameters for [GD-$\beta$] that attain the minimum (• ‣ 5.2) take the following form:
    [$\beta\in\beta^*+\operatorname{null}(H)$, $\Gamma\in\Gamma^*+\operatorname{null}(H\otimes H)$] where [$\beta^*$]
    is the mean of the task parameter ... Here, [$\operatorname{null}(H)$] is the null space of [$H$] and
    [$\operatorname{null}(H\otimes H)$] is the null space of operator [$H\otimes H$]" ("the sufficient and necessary
    conditions for a global minimizer"), with [$\Gamma^*:=\Psi H^{1/2}\Omega^{-1}H^{-1/2}$]: (a) necessary, (b)
    sufficient. (c) "In particular, when [$H$] is positive definite, the globally optimal parameter is unique,
    [$(\beta^*,\Gamma^*)$]".
    """,
)
def eq_5_3() -> Parts:
    """"The globally optimal parameters for [..] that attain the minimum (• ‣ 5.2) take the following form: [..] where
    [..] is the mean of the task parameter ... Here, [..] is the null space of [..] and [..] is the null space of
    operator [..]"; "the sufficient and necessary conditions for a global minimizer"; "In particular, when [..] is
    positive definite, the globally optimal parameter is unique, [..]"
    """
    only = minimisers_satisfy(R, conj(eq(beta, beta_star), eq(Gamma, Gamma_star)), beta, Gamma)
    return {
        "a": minimisers_satisfy(R, solution, beta, Gamma),
        "b": minimum_where(R, solution, beta, Gamma),
        "c": conj(implies(posdef(H), only), global_minimum(R, (beta, beta_star), (Gamma, Gamma_star))),
    }


@claim(
    "zwb/theorem-5.2-function",
    kind=Kind.INVARIANCE,
    source="Theorem 5.2 third bullet (lost); Appendix C step 4",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/eq-5.3", "zwb/lemma-h.5", "zwb/lemma-h.6"),
    witnesses=("words", "entries", "sampled", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "when [$H$] is rank-deficient, any global minimizer actually corresponds to one single function in
    [$\mathcal F_{\text{GD-}\beta}$] almost surely" [if $(\beta,\Gamma)$ is a minimiser then
    $f_{\text{GD-}\beta}(E;\beta,\Gamma)=f_{\text{GD-}\beta}(E;\beta^*,\Gamma^*)$ almost surely under Assumption 3.1].
    """,
)
def theorem_5_2_function() -> Prop:
    """"when [..] is rank-deficient, any global minimizer actually corresponds to one single function in [..] almost
    surely"
    """
    return minimisers_satisfy(R, almost_surely(eq(f_GD, f_star)), beta, Gamma)


@claim(
    "zwb/theorem-5.2-degenerate",
    kind=Kind.OPTIMUM,
    source="Theorem 5.2 where it divides by t = 0",
    forall=problem,
    corrects="zwb/theorem-5.2",
    uses=("zwb/theorem-5.2", "zwb/eq-5.3", "zwb/eq-c.2"),
    witnesses=("words", "entries", "proof"),
)
def theorem_5_2_degenerate() -> Prop:
    r"""If $t=\operatorname{tr}(H\Psi)+\sigma^2=0$, then $\Omega=0$, and (5.2), (5.3) divide by zero. There the minimal
    risk is 0, and $(\beta,\Gamma)$ is a minimiser if and only if $\beta\in\beta^*+\operatorname{null}(H)$; $\Gamma$ is
    arbitrary. So $H\succ0$ makes $\beta$ unique, not $\Gamma$.
    """
    return implies(eq(t, 0), iff(eq(R, 0), in_null(H, D)))


theorem_5_2 = with_proof(theorem_5_2, a=chains.MINIMUM)
eq_5_3 = with_proof(eq_5_3, a=chains.NECESSARY, b=chains.SUFFICIENT, c=chains.UNIQUE)
theorem_5_2_function = with_proof(theorem_5_2_function, whole=chains.FUNCTION)
theorem_5_2_degenerate = with_proof(theorem_5_2_degenerate, whole=chains.DEGENERATE)
