"""Appendix D, step 3: no LTB is better than the best GD-beta."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.props import Prop, conj, ge
from ...verdict import Verdict
from .assumptions import t_positive
from .chains import step_5, theorem_5_3
from .chains.gap import inf_LTB
from .chains.step_5 import bound_LTB, enough_LTB, kept_LTB, not_negative, w, y, z
from .chains.theorem_5_3 import inf_GD
from .notation import INFERRED, problem
from .section_b_step_5 import WITHOUT_II, letters


@claim(
    "zwb/section-d-step-3",
    kind=Kind.INEQUALITY,
    source="(D.4), (D.5), Appendix D step 3",
    forall=(*problem, *letters, y, w, z),
    given=(t_positive,),
    uses=("zwb/eq-d.3", "zwb/eq-b.17", "zwb/eq-b.18", "zwb/eq-b.19", "zwb/theorem-5.2"),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed=INFERRED,
    expected=Expected(Verdict.UNDECIDED, WITHOUT_II, parts=("b",)),
    note=r"""
    "we know that the VI term above is equal to the II term ... which implies VI [$\ge0$]"; "The term VII
    above is equal to III term ..., except that we replace [..] with [..]. Therefore, we have (D.5)"; "The right hand
    side in the above inequality is a quadratic function of [..] so we can take its global minimizer: [..] to lower
    bound the risk gap as [..] Note that, taking infimum on the left hand side, we get [..]": (a) $R(f)-\min_{\mathcal
    F_{\text{GD-}\beta}}R\ge\|a+UHv\|_H^2+\frac2M\|UHv\|_H^2-\|l\|_H^2/Q$ for every LTB; (b) the infimum of the right
    side over $U,v$ is at least $\frac cM\|a\|_H^2\ge0$ with an absolute $c>0$: so it is not negative for $a=0$ at the
    matrices $U$ with $UHv=0$ of zwb/section-b-step-5; (c) so $\inf_{\mathcal F_{\rm LTB}}R\ge\inf_{\mathcal
    F_{\text{GD-}\beta}}R$.
    """,
)
def section_d_step_3() -> Parts:
    """"we know that the VI term above is equal to the II term ... which implies VI [..]"; "The term VII above is equal
    to III term ..., except that we replace [..] with [..]. Therefore, we have (D.5)"; "The right hand side in the above
    inequality is a quadratic function of [..] so we can take its global minimizer: [..] to lower bound the risk gap as
    [..] Note that, taking infimum on the left hand side, we get [..]"
    """
    return {"a": bound_LTB, "b": [Reading("", not_negative, filled=True)], "c": ge(inf_LTB, inf_GD)}


@claim(
    "zwb/section-d-step-3-corrected",
    kind=Kind.INEQUALITY,
    source="corrected from Appendix D step 3",
    forall=problem,
    uses=("zwb/beyond-sharp-gap-form", "zwb/beyond-sharp-gap-split"),
    witnesses=("words", "sampled", "proof"),
    corrects="zwb/section-d-step-3#b",
)
def section_d_step_3_corrected() -> Prop:
    r"""With VI kept: $R(f)-\min_{\mathcal F_{\text{GD-}\beta}}R\ge\mathrm{VI}+\mathrm{VII}+\mathrm{VIII}\ge\frac1{M+1}
    \|a\|_H^2$ for every LTB, at all ranks, for $t=0$ too.
    """
    return conj(kept_LTB, enough_LTB)


section_d_step_3 = with_proof(section_d_step_3, a=step_5.BOUND_LTB, c=theorem_5_3.EQUAL)
section_d_step_3_corrected = with_proof(section_d_step_3_corrected, whole=step_5.KEPT_LTB)
