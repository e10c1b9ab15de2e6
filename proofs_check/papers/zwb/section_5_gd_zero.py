"""GD-0, one step of gradient descent from zero, inside linear self-attention, Section 5."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import eq, gt, implies, le
from ...statement.psd import infimum
from ...statement.terms import Abbrev, Sym, Term, scalar, substitute, term
from .chains import gd_zero_optimal as optimal_chains
from .chains import lemma_5_1 as chains
from .chains.gd_zero_optimal import optimal
from .chains.lemma_5_1 import R_GD_0
from .lemma_5_1 import weights_of_GD, zero
from .notation import (
    B_1,
    INFERRED,
    R_LSA,
    Gamma,
    H,
    M,
    Psi,
    b,
    beta,
    beta_star,
    d,
    f_GD,
    f_LSA,
    f_LSA_weights,
    s,
    sigma,
    t,
    u_1,
)

GD_0: dict[Sym, Term] = {beta: zero}
f_GD_0 = substitute(f_GD.body, GD_0)
LSA_of_GD_0 = Abbrev(
    scalar("f_LSA_of_GD_0", tex=r"f_{\rm LSA}[\Gamma]"), substitute(f_LSA_weights.body, weights_of_GD(zero))
)
"""(3.4) with the weights of Lemma 5.1 for beta = 0."""


@claim(
    "zwb/section-5-gd-zero",
    kind=Kind.CONSTRUCTION,
    source='Section 5, "Comparison with prior works"; Sections 1, 2',
    forall=(d, M, H, Psi, sigma, beta_star, Gamma),
    uses=("zwb/eq-3.4", "zwb/eq-5.1", "zwb/eq-d.1"),
    witnesses=("words", "entries", "sampled", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "They show that LSA models can (effectively) implement all possible [GD-$0$] models that specialize
    [GD-$\beta$] models by fixing [$\beta=0$]": $\mathcal F_{\text{GD-}0}\subseteq\mathcal F_{\rm LSA}$, by $u_1=0$,
    $s=1$, $B_1=\Gamma^\top$, $b=0$; (a) in weights of any widths $d_k=d+r_k$, $d_v=d+1+r_v$, (b) in the reduced
    parameters, (c) for the least risks.
    """,
)
def section_5_gd_zero() -> Parts:
    """"They show that LSA models can (effectively) implement all possible [..] models that specialize [..] models by
    fixing [..]"
    """
    there: dict[Sym, Term] = {u_1: zero, s: term(1), B_1: Gamma.T, b: zero}
    return {
        "a": eq(LSA_of_GD_0, f_GD_0),
        "b": eq(substitute(f_LSA.body, there), f_GD_0),
        "c": le(infimum(R_LSA, u_1, s, B_1, b), infimum(R_GD_0, Gamma)),
    }


@claim(
    "zwb/section-5-gd-zero-optimal",
    kind=Kind.OPTIMUM,
    source='Section 5, "Comparison with prior works" (citing Ahn et al. 2023, Theorem 1)',
    forall=(d, M, H, Psi, sigma),
    uses=("zwb/section-5-gd-zero", "zwb/eq-b.15"),
    witnesses=("words", "entries", "sampled", "trained", "proof"),
    reconstructed=f"{INFERRED}; further assumptions of the cited theorem are not quoted",
    note=r"""
    "In addition, they show that every optimal LSA model is (effectively) a [GD-$0$] model for ICL under 3.1
    with [$\beta^*=0$]": for every problem with $\beta^*=0$, every minimiser of $R$ over $\mathcal F_{\rm LSA}$ is
    almost surely equal to a member of $\mathcal F_{\text{GD-}0}$. The member is named here: its step size is
    $\Gamma=sB_1^\top+bu_1^\top$; (a) where $t>0$, (b) where $t=0$, that is where all labels are 0.
    """,
)
def section_5_gd_zero_optimal() -> Parts:
    """"In addition, they show that every optimal LSA model is (effectively) a [..] model for ICL under 3.1 with [..]"
    """
    return {"a": implies(gt(t, 0), optimal), "b": implies(eq(t, 0), optimal)}


section_5_gd_zero = with_proof(section_5_gd_zero, c=chains.NO_LARGER_THAN_GD_0)
section_5_gd_zero_optimal = with_proof(section_5_gd_zero_optimal, a=optimal_chains.GENERAL, b=optimal_chains.DEGENERATE)
