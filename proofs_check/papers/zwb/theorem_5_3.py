"""Theorem 5.3: the minimal risk of LTB, the parameters that attain it, and their one function."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, eq, implies, minimisers_satisfy, posdef
from ...statement.psd import minimum_where
from ...statement.terms import where
from .assumptions import t_positive
from .chains import theorem_5_3 as chains
from .chains import theorem_5_3_function as functions
from .chains.gap import inf_LTB
from .chains.theorem_5_3 import away, between, dyad_b, dyad_z, dyadic, inf_GD, only, rank_2, solution
from .chains.theorem_5_3_function import GD, LTB, same_function, unique
from .notation import INFERRED, R_LTB, RE_DERIVED, H, f_LTB, least_risk, problem, reduced
from .notation_gd import f_star

_MINIMISERS = ("words", "entries", "trained", "proof")


@claim(
    "zwb/theorem-5.3",
    kind=Kind.OPTIMUM,
    source="Theorem 5.3 first bullet, Section 5; Appendix D step 3",
    forall=problem,
    given=(rank_2,),
    uses=("zwb/lemma-5.1", "zwb/theorem-5.2", "zwb/section-d-step-3"),
    witnesses=("words", "entries", "balls", "sampled", "trained", "proof"),
    reconstructed=RE_DERIVED,
    note=r"""
    "Suppose that Assumption 3.1 holds and that [$\operatorname{rank}(\Psi^{1/2}H^{1/2})\ge2$]. Then we have
    ... The minimal ICL risk of [LTB] and of [GD-$\beta$] are equal": (a) $\inf_{\mathcal F_{\rm LTB}}R=\inf_{\mathcal
    F_{\text{GD-}\beta}}R$, and (b) that is (5.2). For (a) the condition on the rank is not needed, nor is $t>0$; for
    (b) it gives $t>0$, without which (5.2) divides by 0.
    """,
)
def theorem_5_3() -> Parts:
    """"Suppose that Assumption 3.1 holds and that [..]. Then we have ... The minimal ICL risk of [..] and of [..] are
    equal"; "From our assumption, we know [..] since for any matrix [..] it holds that [..] ... a matrix of rank at most
    one, which contradicts"
    """
    return {"a": eq(inf_LTB, inf_GD), "b": eq(inf_LTB, least_risk)}


@claim(
    "zwb/theorem-5.3-conditions",
    kind=Kind.OPTIMUM,
    source="Theorem 5.3 second bullet; (D.12)-(D.15), Appendix D step 4",
    forall=problem,
    given=(rank_2,),
    uses=("zwb/theorem-5.3", "zwb/eq-d.6", "zwb/eq-5.3"),
    witnesses=_MINIMISERS,
    reconstructed=RE_DERIVED,
    options={"trained": {"tier": "full"}},
    note=r"""
    "Rewrite an LTB model as in (3.3) with parameters [..] ([*] denotes parameters that do not affect the
    output) ... Then the sufficient and necessary conditions for [$f\in\operatorname{argmin}R$] are [(D.14): $s\ne0$,
    $w_1\in\beta^*+\operatorname{null}(H)$, $u_1\in-s\beta^*+\operatorname{null}(H)$, $b\in\operatorname{null}(H)$,
    $B_1^\top\in\frac1s\Gamma^*+\operatorname{null}(H\otimes H)$]": (a) necessary, (b) sufficient; the last one is
    multiplied by $s$. (c) Between: (D.12) $Hv=0$; (D.13) $sH^{1/2}UH^{1/2}=\Phi\Omega^{-1}$. (d) "In particular, when
    [$H$] is positive definite, the globally optimal parameter represented by [..] is unique up to a rescaling of
    [$s$]": (D.15) then the minimisers are $(\beta^*,-s\beta^*,s,\frac1s\Gamma^{*\top},0)$ with $s\ne0$.
    """,
)
def theorem_5_3_conditions() -> Parts:
    """"Rewrite an LTB model as in (3.3) with parameters [..] ([..] denotes parameters that do not affect the output)
    ... Then the sufficient and necessary conditions for [..] are [..]"; "In particular, when [..] is positive definite,
    the globally optimal parameter represented by [..] is unique up to a rescaling of [..]"
    """
    return {
        "a": minimisers_satisfy(R_LTB, solution, *reduced),
        "b": minimum_where(R_LTB, solution, *reduced),
        "c": minimisers_satisfy(R_LTB, between, *reduced),
        "d": implies(posdef(H), minimisers_satisfy(R_LTB, only, *reduced)),
    }


@claim(
    "zwb/theorem-5.3-rank-one",
    kind=Kind.IDENTITY,
    source="beyond the paper: Theorem 5.3 without its condition on the rank",
    forall=(*problem, dyad_z, dyad_b),
    given=(t_positive,),
    uses=("zwb/theorem-5.3-conditions",),
    witnesses=("words", "sampled"),
)
def theorem_5_3_rank_one() -> Prop:
    r"""The conditions of Theorem 5.3 need $\operatorname{rank}(\Psi^{1/2}H^{1/2})\ge2$: with $s=0$, $w_1=\beta^*$,
    $u_1=z$, $B_1=-\beta^*b_1^\top$ and $b=b_1$ the excess risk is $\operatorname{tr}[\Delta\Omega\Delta^\top]$,
    $\Delta=H^{1/2}b_1z^\top H^{1/2}-\Phi\Omega^{-1}$. So there are minimisers with $s=0$ where $\Phi\Omega^{-1}$ is of
    rank at most 1; in particular for $d=1$.
    """
    return eq(where(R_LTB, *dyadic), least_risk + away)


@claim(
    "zwb/theorem-5.3-function",
    kind=Kind.INVARIANCE,
    source="Theorem 5.3 third bullet (lost); Appendix D step 5; Abstract",
    forall=problem,
    given=(rank_2,),
    uses=("zwb/theorem-5.3-conditions", "zwb/lemma-h.5"),
    witnesses=("words", "entries", "sampled", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "any global minimizer of [LTB] is actually equivalent to one single function in [$\mathcal
    F_{\text{GD-}\beta}$] almost surely"; "every optimal LTB estimator that minimizes the in-class ICL risk is
    effectively a [GD-$\beta$] estimator" [every minimiser $f$ of $R$ over $\mathcal F_{\rm LTB}$ satisfies
    $f(E)=f_{\text{GD-}\beta}(E;\beta^*,\Gamma^*)$ almost surely].
    """,
)
def theorem_5_3_function() -> Prop:
    """"any global minimizer of [..] is actually equivalent to one single function in [..] almost surely"; "every
    optimal LTB estimator that minimizes the in-class ICL risk is effectively a [..] estimator"
    """
    return same_function(f_LTB, f_star, R_LTB, reduced)[1]


@claim(
    "zwb/section-5-function-uniqueness",
    kind=Kind.OPTIMUM,
    source="Section 5, after Theorem 5.3",
    forall=problem,
    uses=("zwb/theorem-5.3-function", "zwb/theorem-5.2-function"),
    witnesses=("words", "entries", "sampled", "proof"),
    options={"twins": {"fast": 1}},
    reconstructed=INFERRED,
    note=r"""
    "But the optimal LTB and [GD-$\beta$] models are unique as a function of all possible token matrices.
    The above holds even when [$H$] and [$\Psi$] are potentially rank deficient." For all $H,\Psi\succeq0$ of any
    rank, any two minimisers over $\mathcal F_{\rm LTB}$ (over $\mathcal F_{\text{GD-}\beta}$) agree on the support of
    the law of $E$: each agrees almost surely with one function. Both functions are polynomials in $E$, so they agree
    on its support. LTB: (a) for $t>0$ the function is $f_{\text{GD-}\beta}(\cdot;\beta^*,\Gamma^*)$; (b) for $t=0$,
    where $\Gamma^*$ means nothing, it is $\langle\beta^*,x\rangle$. GD-$\beta$: (c), (d) the same.
    """,
)
def section_5_function_uniqueness() -> Parts:
    """"But the optimal LTB and [..] models are unique as a function of all possible token matrices. The above holds
    even when [..] and [..] are potentially rank deficient."
    """
    return {
        "a": unique(LTB, True), "b": unique(LTB, False), "c": unique(GD, True), "d": unique(GD, False),
    }


theorem_5_3 = with_proof(theorem_5_3, a=chains.EQUAL, b=chains.LEAST)
theorem_5_3_conditions = with_proof(
    theorem_5_3_conditions, a=chains.MINIMISERS, b=chains.SUFFICIENT, c=chains.MINIMISERS, d=chains.MINIMISERS
)
theorem_5_3_function = with_proof(theorem_5_3_function, whole=functions.FUNCTION)
section_5_function_uniqueness = with_proof(
    section_5_function_uniqueness,
    a=functions.uniqueness(LTB, True), b=functions.uniqueness(LTB, False),
    c=functions.uniqueness(GD, True), d=functions.uniqueness(GD, False),
)
