"""Appendix H.2: the distance of a matrix to the multiples of the identity."""

from __future__ import annotations

from ...claims import Hypothesis, Kind, Parts, claim, with_proof
from ...proof.chain import Combination, Proof, Step
from ...statement.props import conj, eq, gt, le
from ...statement.terms import Term, eye, inner, matrix, norm_F, scalar, tr
from .notation import d

M_any = matrix("M_any", "d", "d", tex="M")
alpha = scalar("alpha", tex=r"\alpha")
I = eye("d")  # noqa: E741 - the paper's letter
nonzero = Hypothesis("M != 0", gt(norm_F(M_any), 0), unstated=True)
mean = tr(M_any) / d
r""":math:`\frac1d\sum_iM[i,i]`."""


def distance(alpha: Term) -> Term:
    r""":math:`\|M-\alpha I\|_F/\|M\|_F`."""
    return norm_F(M_any - alpha * I) / norm_F(M_any)


normalized = 1 / norm_F(M_any) * M_any

left = normalized - tr(normalized) / d * I
least = le(distance(mean) ** 2, distance(alpha) ** 2)
LEAST = Proof((
    Step("least", least, Combination(plus=(d * (alpha - mean) ** 2 / norm_F(M_any) ** 2,)), ("M != 0",)),
))


@claim(
    "ccs/section-h.2-distance",
    kind=Kind.OPTIMUM,
    source="Appendix H.2 (also Figure 3 caption, H.3)",
    forall=(d, M_any, alpha),
    given=(nonzero,),
    witnesses=("words", "entries", "balls", "grid", "proof"),
    note=r"""Both norms are Frobenius norms, $M\ne0$. (a) That $\alpha$ attains the minimum (of the square, as
    norms are not negative); (b) the minimum is the norm of what an orthogonal projection leaves of $M/\|M\|_F$: it
    is orthogonal to I, and the rest is a multiple of I; (c) so
    $\operatorname{dist}(M,I)^2=1-\operatorname{tr}(M)^2/(d\|M\|_F^2)$.
    """,
)
def section_h_2_distance() -> Parts:
    r""""The normalized Frobenius norm distance: $\operatorname{dist}(M,I):=\min_\alpha\frac{\|M-\alpha\cdot I\|}
    {\|M\|_F}$, (equivalent to choosing $\alpha:=\frac1d\sum_{i=1}^dM[i,i]$). This is essentially the projection
    distance of $M/\|M\|_F$ onto the space of scaled identity matrices."
    """
    return {
        "a": least,
        "b": conj(eq(inner(left, I), 0), eq(distance(mean) ** 2, norm_F(left) ** 2)),
        "c": eq(distance(mean) ** 2, 1 - tr(M_any) ** 2 / (d * norm_F(M_any) ** 2)),
    }


section_h_2_distance = with_proof(section_h_2_distance, a=LEAST)
