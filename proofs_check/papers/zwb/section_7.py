"""Section 7: the minimiser is unique as a function; GD-0 has a convex risk."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, claim, with_proof
from ...statement.props import Prop, almost_surely, conj, eq, ge, implies, le, minimisers_satisfy, posdef
from ...statement.psd import convex, curvature, rank
from ...statement.terms import half, substitute, zeros
from ...verdict import Verdict
from .assumptions import t_positive
from .chains import shape
from .notation import (
    INFERRED,
    R_LTB,
    Gamma,
    Gamma_star,
    H,
    Psi,
    R,
    beta,
    beta_star,
    f_GD,
    f_LTB,
    problem,
    reduced,
)
from .notation_gd import V, f_star

at_least_two = le(2, rank(half(Psi) * half(H)))
"""The hypothesis of Theorem 5.3."""
one_function = minimisers_satisfy(R_LTB, almost_surely(eq(f_LTB, f_star)), *reduced)


@claim(
    "zwb/section-7-unique-minimizer",
    kind=Kind.OPTIMUM,
    source="Section 7, first paragraph",
    forall=problem,
    given=(t_positive,),
    expected=Expected(
        Verdict.REFUTED, "for singular H the minimiser is unique as a function only, as Theorem 5.2 says", ("a",)
    ),
    uses=("zwb/eq-5.3", "zwb/theorem-5.3-function", "zwb/section-6-nearly-bayes"),
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
)
def section_7_unique_minimizer() -> Parts:
    r""""all global minimizers in the LTB class are equivalent to the unique global minimizer in the [GD-$\beta$] class,
    which can achieve nearly Bayes optimal in-context learning risk" [(a) the minimiser $(\beta,\Gamma)$ over the
    GD-$\beta$ class is unique, $(\beta^*,\Gamma^*)$; (b) all minimisers over $\mathcal F_{\rm LTB}$ define its
    function, under the hypothesis $\operatorname{rank}(\Psi^{1/2}H^{1/2})\ge2$ of Theorem 5.3].
    """
    return {
        "a": minimisers_satisfy(R, conj(eq(beta, beta_star), eq(Gamma, Gamma_star)), beta, Gamma),
        "b": implies(at_least_two, one_function),
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
    only = minimisers_satisfy(R, conj(eq(beta, beta_star), eq(Gamma, Gamma_star)), beta, Gamma)
    return {
        "a": minimisers_satisfy(R, almost_surely(eq(f_GD, f_star)), beta, Gamma),
        "b": implies(posdef(H), only),
    }


@claim(
    "zwb/section-7-gd-zero-convexity",
    kind=Kind.INEQUALITY,
    source='Section 7, "Optimization and statistical complexity"',
    forall=(*problem, Gamma, V),
    uses=("zwb/eq-c.2",),
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
)
def section_7_gd_zero_convexity() -> Prop:
    r""""their method crucially relies on the convexity of the risk induced [by GD-0], while we have shown that the risk
    induced by [GD-$\beta$] is non-convex" [$\Gamma\mapsto R(0,\Gamma)$ is convex for every problem].
    """
    risk_of_gd_zero = substitute(R.body, {beta: zeros("d", 1)})
    return conj(convex(risk_of_gd_zero, Gamma), ge(curvature(risk_of_gd_zero, (Gamma, V)), 0))


section_7_gd_zero_convexity = with_proof(section_7_gd_zero_convexity, whole=shape.GD_ZERO)
