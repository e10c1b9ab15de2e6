"""Appendix B, step 5: how the proof of Theorem 4.1 ends."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.props import Prop, conj
from ...verdict import Verdict
from .assumptions import t_positive
from .chains import step_5 as chains
from .chains.step_5 import bound_LSA, enough_LSA, kept_LSA, not_negative, one_function, w, y, z
from .notation import INFERRED, RE_DERIVED, problem
from .notation_gap import free

letters = tuple(sym for sym, _ in free.binding)
WITHOUT_II = (
    "Without II the right side is no function of UHv: it contains U H Psi H v. For d >= 2 it is not bounded below. The "
    "repair is to keep II. The formulas are our reconstruction; what is printed between them is lost."
)


@claim(
    "zwb/section-b-step-5",
    kind=Kind.INEQUALITY,
    source="Appendix B step 5, after (B.19)",
    forall=(*problem, *letters, y, w, z),
    given=(t_positive,),
    uses=("zwb/eq-b.1", "zwb/eq-b.15", "zwb/eq-b.17", "zwb/eq-b.18", "zwb/eq-b.19"),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed=f"(i) {RE_DERIVED}; (ii), (iii): {INFERRED}; the simplifications between are lost",
    expected=Expected(Verdict.UNDECIDED, WITHOUT_II, parts=("ii", "iii")),
    note=r"""
    "Combining three parts above, one has [..] Therefore, one has [..] The right hand side in the above
    inequality is a quadratic function of [$UHv$] so we can take its global minimizer: [..] to lower bound the risk
    gap as [..] Finally, to simplify the results, we notice that on the one hand, [..] On the other hand, one has [..]
    Therefore, we have [..] When [..] we have [..] which implies [..] Therefore, we finally have [..]": (i) for every
    LSA $R(f)-\inf_{\mathcal F_{\rm LTB}}R\ge\|a+UHv\|_H^2+\frac2M\|UHv\|_H^2-\|l\|_H^2/Q$ with $a=-\beta^*$; (ii) the
    right side is a quadratic function of $UHv$: so it is the same for $U=(w^\top Hv)\,yz^\top$ and for $U=(z^\top
    Hv)\,yw^\top$, which have the same $UHv$; (iii) its infimum over $U,v$ is at least $\frac cM\|\beta^*\|_H^2$ with
    an absolute $c>0$: so whatever $c$ is it is not negative for $\beta^*=0$ at the difference of those two matrices,
    where $UHv=0$.
    """,
)
def section_b_step_5() -> Parts:
    """"Combining three parts above, one has [..] Therefore, one has [..] The right hand side in the above inequality
    is a quadratic function of [..] so we can take its global minimizer: [..] to lower bound the risk gap as [..]
    Finally, to simplify the results, we notice that on the one hand, [..] On the other hand, one has [..] Therefore, we
    have [..] When [..] we have [..] which implies [..] Therefore, we finally have [..]"
    """
    return {
        "i": bound_LSA,
        "ii": [Reading("", one_function, filled=True)],
        "iii": [Reading("", not_negative, filled=True)],
    }


@claim(
    "zwb/section-b-step-5-corrected",
    kind=Kind.INEQUALITY,
    source="corrected from Appendix B step 5",
    forall=problem,
    uses=("zwb/beyond-sharp-gap-form", "zwb/beyond-sharp-gap-split"),
    witnesses=("words", "sampled", "proof"),
    corrects="zwb/section-b-step-5",
)
def section_b_step_5_corrected() -> Prop:
    r"""With II kept: $R(f)-\inf_{\mathcal F_{\rm LTB}}R\ge\mathrm{II}+\mathrm{III}+\mathrm{IV}\ge\frac1{M+1}
    \|\beta^*\|_H^2$ for every LSA, at all ranks, for $t=0$ too.
    """
    return conj(kept_LSA, enough_LSA)


section_b_step_5 = with_proof(section_b_step_5, i=chains.BOUND_LSA)
section_b_step_5_corrected = with_proof(section_b_step_5_corrected, whole=chains.KEPT_LSA)
