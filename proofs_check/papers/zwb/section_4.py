"""Section 4 around Theorem 4.1: where the gap is positive, how small it becomes, and one step of GD from 0."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.laws import order
from ...statement.props import eq, gt, implies, ne
from ...statement.terms import zeros
from ...verdict import Verdict
from .chains import section_4 as chains
from .chains.gap import gap
from .chains.section_4 import (
    R_B,
    S,
    close_to_bayes,
    inf_GD_0,
    least_with_S,
    no_better_factor,
    no_more_than_size,
    none,
    orders,
    positive,
    r,
    second_moment,
    strict,
)
from .notation import INFERRED, M, beta_star, problem


@claim(
    "zwb/section-4-strict-gap",
    kind=Kind.INEQUALITY,
    source="Section 4, first paragraph; Abstract; Section 3",
    forall=problem,
    uses=("zwb/theorem-4.1",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    reconstructed=INFERRED,
    expected=Expected(
        Verdict.REFUTED,
        "There is no gap where beta^* = 0, which the abstract and Section 3 exclude and the sentence of Section 4 does "
        "not: the right side of Theorem 4.1 is 0 there, as it is where H beta^* = 0. The repair is the condition that "
        "H beta^* is not 0. Whether (b) fails as printed is open: that H may be singular is how our copy is read, as "
        "Assumption 3.1 is lost.",
    ),
    note=r"""
    "our next theorem shows a strictly positive gap between the best ICL risks achieved by those two model
    classes"; "using only linear attention must incur an irreducible additive approximation error"; with "In more
    general cases where [$\beta^*$] is non-zero": (a) the gap is positive for every problem; (b) for every problem
    with $\beta^*\ne0$.
    """,
)
def section_4_strict_gap() -> Parts:
    """"our next theorem shows a strictly positive gap between the best ICL risks achieved by those two model classes";
    "using only linear attention must incur an irreducible additive approximation error"; "In more general cases where
    [..] is non-zero"
    """
    where_not_zero = implies(ne(beta_star, zeros("d", 1)), gt(gap, 0))
    return {
        "a": gt(gap, 0),
        "b": [Reading("", where_not_zero, "what is not zero, and which H Assumption 3.1 has, is lost", filled=True)],
    }


@claim(
    "zwb/section-4-strict-gap-corrected",
    kind=Kind.INEQUALITY,
    source="corrected from Section 4, first paragraph",
    forall=problem,
    uses=("zwb/theorem-4.1", "zwb/beyond-sharp-gap"),
    witnesses=("words", "proof"),
    corrects="zwb/section-4-strict-gap",
)
def section_4_strict_gap_corrected() -> Parts:
    r"""(a) The gap is positive for every problem with $H\beta^*\ne0$; (b) it is 0 for every problem with $H\beta^*=0$;
    (c) it is never more than $\|\beta^*\|_H^2$.
    """
    return {"a": strict, "b": none, "c": no_more_than_size}


@claim(
    "zwb/section-4-gd-consistency",
    kind=Kind.LIMIT,
    source='Section 4, "We also remark"; Section 7',
    forall=(*problem, R_B),
    uses=("zwb/theorem-5.2", "zwb/section-5-gd-zero", "zwb/lemma-6.1"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "LSA models can implement a one-step GD algorithm that is consistent for linear regression tasks (that
    is, the risk converges to the Bayes risk as the number of context examples goes to infinity), with an excess risk
    bound of [$O(1/M)$]": for fixed $d,H,\Psi,\sigma^2,\beta^*$, $\inf_{\mathcal F_{\text{GD-}0}}R$, hence
    $\inf_{\mathcal F_{\rm LSA}}R$, minus the Bayes risk tends to 0 as $M\to\infty$ and is $O(1/M)$. The Bayes risk
    $R_{\rm Bayes}$, the least over all functions of $E$, depends on $M$; it lies between $\sigma^2$, the noise of the
    label asked for, and the least risk of each class. (a) Both infima are $\sigma^2+O(1/M)$; (b) so that what they
    exceed $R_{\rm Bayes}$ by is at most $C/M$, $C=\operatorname{tr}(HS)+(\operatorname{tr}(HS)+\sigma^2)
    \operatorname{tr}P$ with $S=\Psi+\beta^*\beta^{*\top}$.
    """,
)
def section_4_gd_consistency() -> Parts:
    """"LSA models can implement a one-step GD algorithm that is consistent for linear regression tasks (that is, the
    risk converges to the Bayes risk as the number of context examples goes to infinity), with an excess risk bound of
    [..]"
    """
    return {"a": orders, "b": close_to_bayes}


@claim(
    "zwb/section-4-gd-consistency-minimum",
    kind=Kind.OPTIMUM,
    source='Section 4, "We also remark"; compare (5.2)',
    forall=(*problem, S),
    given=(second_moment, positive),
    uses=("zwb/theorem-5.2", "zwb/section-5-gd-zero"),
    witnesses=("words", "proof"),
    reconstructed=INFERRED,
)
def section_4_gd_consistency_minimum() -> Parts:
    r"""The minimum over GD-0 is (5.2) with $\Psi$ replaced by $S=\Psi+\beta^*\beta^{*\top}$."""
    return {"a": eq(inf_GD_0, least_with_S)}


@claim(
    "zwb/section-4-not-improvable",
    kind=Kind.RATE,
    source='Section 4, "We also remark"',
    forall=(*problem, r),
    uses=("zwb/section-4-gd-consistency", "zwb/theorem-4.1"),
    witnesses=("words", "balls", "sampled", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "the factor [$1/M$] in the lower bound in Theorem 4.1 is not improvable ... So the approximation error
    gap is at most [$O(1/M)$]": (a) the gap is $O(1/M)$ as $M\to\infty$ with $d,H,\Psi,\sigma^2,\beta^*$ fixed; (b) so
    no lower bound $r(M)\|\beta^*\|_H^2$ with $M\,r(M)\to\infty$ holds: whatever $r$ is for an $M$,
    $M\,r\,\|\beta^*\|_H^2\le C$ with the $C$ of zwb/section-4-gd-consistency, which is free of $M$.
    """,
)
def section_4_not_improvable() -> Parts:
    """"the factor [..] in the lower bound in Theorem 4.1 is not improvable ... So the approximation error gap is at
    most [..]"
    """
    return {"a": order(gap, 1 / M, M), "b": no_better_factor}


section_4_strict_gap_corrected = with_proof(section_4_strict_gap_corrected, whole=chains.STRICT)
section_4_gd_consistency = with_proof(section_4_gd_consistency, whole=chains.CONSISTENT)
section_4_gd_consistency_minimum = with_proof(section_4_gd_consistency_minimum, a=chains.GD_0)
section_4_not_improvable = with_proof(section_4_not_improvable, whole=chains.NOT_IMPROVABLE)
