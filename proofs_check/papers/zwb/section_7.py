"""Section 7: the minimiser is unique as a function; GD-0 has a convex risk."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Parts, Reading, claim, with_proof
from ...proof.chain import Assume, Discharge, FromClaim, Proof, Step
from ...statement.props import Prop, almost_surely, conj, eq, ge, implies, minimisers_satisfy, posdef
from ...statement.psd import convex, curvature
from ...statement.terms import substitute, zeros
from ...verdict import Verdict
from .assumptions import t_positive
from .chains import shape
from .chains import theorem_5_2 as chains
from .chains.theorem_5_3 import rank_2
from .notation import (
    INFERRED,
    R_LTB,
    Gamma,
    H,
    R,
    beta,
    f_GD,
    f_LTB,
    problem,
    reduced,
)
from .notation_gd import V, f_star

one_function = minimisers_satisfy(R_LTB, almost_surely(eq(f_LTB, f_star)), *reduced)
only = chains.only
UNIQUE_FUNCTION = Proof((
    Step("rank", rank_2.prop, Assume()),
    Step("one function", one_function, FromClaim("zwb/theorem-5.3-function"), ("rank",)),
    Step("if of this rank", implies(rank_2.prop, one_function), Discharge("rank"), ("rank", "one function")),
))


@claim(
    "zwb/section-7-unique-minimizer",
    kind=Kind.OPTIMUM,
    source="Section 7, first paragraph",
    forall=problem,
    given=(t_positive,),
    expected=Expected(
        Verdict.UNDECIDED,
        "which class is meant, and whether its minimiser is a function or a pair, is lost; for singular "
        "H the pair is not unique, the function is, as Theorem 5.2 says", ("a",),
    ),
    uses=("zwb/eq-5.3", "zwb/theorem-5.3-function", "zwb/section-6-nearly-bayes"),
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "all global minimizers in the LTB class are equivalent to the unique global minimizer in the
    [GD-$\beta$] class, which can achieve nearly Bayes optimal in-context learning risk" [(a) the minimiser
    $(\beta,\Gamma)$ over the GD-$\beta$ class is unique, $(\beta^*,\Gamma^*)$; (b) all minimisers over $\mathcal
    F_{\rm LTB}$ define its function, under the hypothesis $\operatorname{rank}(\Psi^{1/2}H^{1/2})\ge2$ of Theorem
    5.3].
    """,
)
def section_7_unique_minimizer() -> Parts:
    """"all global minimizers in the LTB class are equivalent to the unique global minimizer in the [..] class, which
    can achieve nearly Bayes optimal in-context learning risk"
    """
    return {
        "a": [Reading("", minimisers_satisfy(R, only, beta, Gamma), filled=True)],
        "b": implies(rank_2.prop, one_function),
    }


@claim(
    "zwb/section-7-unique-minimizer-corrected",
    kind=Kind.OPTIMUM,
    source="Section 7, first paragraph, corrected",
    forall=problem,
    given=(t_positive,),
    corrects="zwb/section-7-unique-minimizer#a",
    uses=("zwb/eq-5.3", "zwb/theorem-5.2-function"),
    witnesses=("words", "entries", "proof"),
)
def section_7_unique_minimizer_corrected() -> Parts:
    r"""The minimiser over the GD-$\beta$ class is unique (a) as a function: any two agree almost surely; (b) as a pair
    $(\beta,\Gamma)$ if $H$ is positive definite.
    """
    return {
        "a": minimisers_satisfy(R, almost_surely(eq(f_GD, f_star)), beta, Gamma),
        "b": implies(posdef(H), minimisers_satisfy(R, only, beta, Gamma)),
    }


@claim(
    "zwb/section-7-gd-zero-convexity",
    kind=Kind.INEQUALITY,
    source='Section 7, "Optimization and statistical complexity"',
    forall=(*problem, Gamma, V),
    uses=("zwb/eq-c.2",),
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "their method crucially relies on the convexity of the risk induced [by GD-0], while we have shown that
    the risk induced by [GD-$\beta$] is non-convex" [$\Gamma\mapsto R(0,\Gamma)$ is convex for every problem].
    """,
    fidelity=(Difference(Differs.PART_OMITTED, "that the risk of GD-beta is not convex: zwb/section-6-nonconvex"),),
)
def section_7_gd_zero_convexity() -> Prop:
    """"their method crucially relies on the convexity of the risk induced [..], while we have shown that the risk
    induced by [..] is non-convex"
    """
    risk_of_gd_zero = substitute(R.body, {beta: zeros("d", 1)})
    return conj(convex(risk_of_gd_zero, Gamma), ge(curvature(risk_of_gd_zero, (Gamma, V)), 0))


section_7_gd_zero_convexity = with_proof(section_7_gd_zero_convexity, whole=shape.GD_ZERO)
section_7_unique_minimizer = with_proof(section_7_unique_minimizer, b=UNIQUE_FUNCTION)
section_7_unique_minimizer_corrected = with_proof(
    section_7_unique_minimizer_corrected, a=chains.FUNCTION, b=chains.UNIQUE
)
