"""The optimal parameters are not unique because of redundant parameterization, Section 5 after Theorem 5.3."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.props import eq, exists, independent_of
from ...statement.psd import minimum_where
from ...statement.terms import block, inner, matrix, norm_F, substitute, term, vector, zeros
from ...verdict import Verdict
from .assumptions import t_positive
from .chains import section_5_redundancy as chains
from .notation import (
    B_1,
    INFERRED,
    R_LTB,
    Gamma,
    H,
    R,
    b,
    beta,
    f_LTB_weights,
    problem,
    reduced,
    s,
    u_1,
    w_Q2,
)
from .notation_gd import solution

n, C = vector("n", "d"), matrix("C", "d", "d")
zero = zeros("d", 1)
length = inner(n, n) + norm_F(C) ** 2
another = exists(
    n, exists(C, eq(block(H * C * H, H * n, zero.T, length), block(zeros("d", "d"), zero, zero.T, term(1))))
)
"""Some (n, C) of length 1 with Hn = 0 and HCH = 0."""


@claim(
    "zwb/section-5-redundancy",
    kind=Kind.OPTIMUM,
    source="Section 5, after Theorem 5.3",
    forall=problem,
    given=(t_positive,),
    expected=Expected(
        Verdict.UNDECIDED,
        "which class is meant beside LTB is lost; for positive definite H the minimiser over GD-beta "
        "is unique", ("b",),
    ),
    uses=("zwb/theorem-5.3-conditions", "zwb/eq-5.3"),
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "Note that the optimal model parameters for LTB or [GD-$\beta$] are not unique because of redundant
    parameterization." For every problem (a) the LTB weights that attain the minimum are more than one: the prediction
    does not depend on the last column of $W_Q$ at all, so that it may be anything; (b) the GD-$\beta$ parameters
    $(\beta,\Gamma)$ that attain the minimum are more than one: by (5.3) they are the $(\beta^*+n,\Gamma^*+C)$ with
    $Hn=0$, $HCH=0$, a linear space of pairs $(n,C)$, which holds more than 0 if and only if it holds one of length 1.
    """,
)
def section_5_redundancy() -> Parts:
    """"Note that the optimal model parameters for LTB or [..] are not unique because of redundant parameterization."
    """
    return {"a": independent_of(f_LTB_weights, w_Q2), "b": [Reading("", another, filled=True)]}


@claim(
    "zwb/section-5-redundancy-corrected",
    kind=Kind.OPTIMUM,
    source="Section 5, after Theorem 5.3, corrected",
    forall=(*problem, beta, Gamma, *reduced),
    given=(t_positive,),
    corrects="zwb/section-5-redundancy#b",
    uses=("zwb/eq-5.3",),
    witnesses=("words", "entries", "proof"),
)
def section_5_redundancy_corrected() -> Parts:
    r"""The minimisers over GD-$\beta$ are more than one exactly if $H$ is singular: (a) all
    $\beta\in\beta^*+\mathrm{null}(H)$, $\Gamma\in\Gamma^*+\mathrm{null}(H\otimes H)$ are minimisers; for $H\succ0$
    there is one (zwb/eq-5.3).  (b) Of LTB they are more than one for every $H$, and not because of the
    last column of $W_Q$ alone: the prediction does not change under $(u_1,s,B_1,b)\to(2u_1,2s,\frac12B_1,\frac12b)$.
    """
    scaled = {u_1: 2 * u_1, s: 2 * s, B_1: B_1 / 2, b: b / 2}
    return {
        "a": minimum_where(R, solution, beta, Gamma),
        "b": eq(substitute(R_LTB.body, scaled), R_LTB),
    }


section_5_redundancy_corrected = with_proof(section_5_redundancy_corrected, a=chains.MINIMA)
