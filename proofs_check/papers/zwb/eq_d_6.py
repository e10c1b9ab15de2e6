"""(D.6)-(D.11): when an LTB is a global minimiser."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import implies, minimisers_satisfy
from ...statement.psd import minimum_where
from .assumptions import t_positive
from .chains import eq_d_6 as chains
from .chains.eq_d_6 import conditions
from .chains.theorem_5_3 import between, rank_2
from .notation import INFERRED, R_LTB, problem, reduced


@claim(
    "zwb/eq-d.6",
    kind=Kind.OPTIMUM,
    source="(D.6)-(D.11), Appendix D step 4",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/section-d-step-3", "zwb/lemma-h.5"),
    witnesses=("words", "entries", "proof"),
    reconstructed=f"{INFERRED}; which equation carries which number is inferred too",
    note=r"""
    "For a function in LTB class, the sufficient and necessary condition for it to be a global minimizer is
    that inequalities in the above step all hold [with equality], which are (D.6)-(D.11)": (D.6) $\tilde
    K=\Phi\Omega^{-1}$; (D.7) $\|v\|_H^2\operatorname{tr}(HUHU^\top)=\|UHv\|_H^2$; (D.8), (D.9) $H(Qc+l)=0$; (D.10)
    $UHv$ is the minimiser of the quadratic, which is a multiple of $a$, so that under (D.11) $H\,UHv=0$; (D.11)
    $Ha=0$: (a) necessary, (b) sufficient. "From (D.11) and Lemma H.5, we know [..]. Then, we have [..] by (D.10).
    Then, in (D.7), we know [..] which implies either [..] or [..]. If we assume [..] then (D.6) implies [..]": (c)
    under the hypothesis of Theorem 5.3 they imply $HUHv=0$, $Hv=0$ (D.12), $s\,H^{1/2}UH^{1/2}=\Phi\Omega^{-1}$
    (D.13), $Hb=0$.
    """,
)
def eq_d_6() -> Parts:
    """"For a function in LTB class, the sufficient and necessary condition for it to be a global minimizer is that
    inequalities in the above step all hold [..], which are (D.6)-(D.11) ... From (D.11) and Lemma H.5, we know [..].
    Then, we have [..] by (D.10). Then, in (D.7), we know [..] which implies either [..] or [..]. If we assume [..] then
    (D.6) implies [..]"
    """
    return {
        "a": minimisers_satisfy(R_LTB, conditions, *reduced),
        "b": minimum_where(R_LTB, conditions, *reduced),
        "c": implies(rank_2.prop, minimisers_satisfy(R_LTB, between, *reduced)),
    }


eq_d_6 = with_proof(eq_d_6, a=chains.NECESSARY, b=chains.SUFFICIENT, c=chains.BETWEEN)
