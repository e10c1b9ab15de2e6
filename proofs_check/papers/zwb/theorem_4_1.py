"""Theorem 4.1, the approximation gap, and what Section 4 says of it."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, ge, implies
from .assumptions import dimensions
from .chains import gap as chains
from .chains.gap import c_0, c_1, gap, independent, size, with_constant
from .notation import INFERRED, M, problem

_WITNESSES = ("words", "entries", "balls", "sampled", "trained", "gpu", "proof")


@claim(
    "zwb/theorem-4.1",
    kind=Kind.INEQUALITY,
    source="Theorem 4.1 (Approximation gap), Section 4; proof in Appendix B",
    forall=(*problem, c_0),
    given=(dimensions,),
    uses=("zwb/eq-b.1", "zwb/eq-b.15", "zwb/eq-b.17", "zwb/eq-b.18", "zwb/eq-b.19", "zwb/section-b-step-5"),
    witnesses=_WITNESSES,
    reconstructed=f"{INFERRED}; the value of c and any condition on M are lost: c is a parameter here",
    note=r"""
    The theorem's text is lost; quoted is what stands around it. We read: under Assumption 3.1, (a) $\inf_{\mathcal
    F_{\rm LTB}}R$ does not depend on $\beta^*$: it is what it is at $\beta^*=0$; (b) there is an absolute constant
    $c>0$ with $\inf_{\mathcal F_{\rm LSA}}R-\inf_{\mathcal F_{\rm LTB}}R\ge\frac cM\|\beta^*\|_H^2$ for every
    problem. Every $c_0\le\frac12$ is such a constant, and for $M=1$ no other one is: zwb/beyond-sharp-gap.
    """,
)
def theorem_4_1() -> Parts:
    """"does not depend on the vector [..]"; "the best ICL performance achieved by LTB models is independent of
    [..], while the best ICL performance achieved by LSA models is sensitive to the norm of [..]"; "the factor [..] in
    the lower bound in Theorem 4.1"
    """
    return {"a": independent, "b": with_constant}


@claim(
    "zwb/section-4-rank-deficient",
    kind=Kind.INEQUALITY,
    source='Section 4, before "Experiments on GPT2"',
    forall=(*problem, c_0),
    given=(dimensions,),
    uses=("zwb/theorem-4.1", "zwb/definition-a.1"),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "Theorem 4.1 holds even when [$H$] and [$\Psi$] in 3.1 are not full rank." The statements of
    zwb/theorem-4.1, for $H$ and $\Psi$ of any rank.
    """,
)
def section_4_rank_deficient() -> Parts:
    """"Theorem 4.1 holds even when [..] and [..] in 3.1 are not full rank."
    """
    return {"a": independent, "b": with_constant}


@claim(
    "zwb/section-4-constant-gap",
    kind=Kind.INEQUALITY,
    source="Section 4, after Theorem 4.1",
    forall=(*problem, c_1),
    given=(dimensions,),
    uses=("zwb/theorem-4.1",),
    witnesses=("words", "balls", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "In particular, when [$\|\beta^*\|_H^2\ge c_1M$], the best ICL risk of the former is smaller than that
    of the latter by at least a constant additive term": for every $c_1>0$ there is $c_2>0$ such that
    $\|\beta^*\|_H^2\ge c_1M$ implies a gap $\ge c_2$, for every problem. Here $c_2=c_1/2$.
    """,
)
def section_4_constant_gap() -> Prop:
    """"In particular, when [..], the best ICL risk of the former is smaller than that of the latter by at least a
    constant additive term."
    """
    return implies(ge(size, c_1 * M), ge(gap, c_1 / 2))


theorem_4_1 = with_proof(theorem_4_1, a=chains.INDEPENDENT, b=chains.CONSTANT)
section_4_rank_deficient = with_proof(section_4_rank_deficient, a=chains.INDEPENDENT, b=chains.CONSTANT)
section_4_constant_gap = with_proof(section_4_constant_gap, whole=chains.CONSTANT_GAP)
