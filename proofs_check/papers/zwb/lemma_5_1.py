"""Lemma 5.1: GD-beta and its special case GD-0 are linear transformer blocks, Section 5."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.props import eq, le
from ...statement.psd import infimum
from ...statement.terms import Abbrev, Sym, Term, scalar, stack, substitute, term, zeros
from .chains import lemma_5_1 as chains
from .notation import (
    B_1,
    INFERRED,
    R_LTB,
    W_11,
    W_21,
    W_K1,
    W_P1,
    W_Q1,
    W_V1,
    Gamma,
    I,
    R,
    b,
    beta,
    f_GD,
    f_LTB,
    f_LTB_weights,
    problem,
    reduced,
    s,
    u_1,
    w_1,
    w_12,
    w_22,
    w_K2,
    w_P2,
    w_Q2,
    w_V2,
)

zero, nought = zeros("d", 1), zeros(1, 1)


def padded(rows: Term, extra: str, columns: int | str) -> Term:
    """A matrix with rows of zeros below: what makes a weight of any larger width out of the smallest."""
    return stack(rows, zeros(extra, columns))


def weights_of_GD(beta: Term) -> dict[Sym, Term]:
    """Weights of LTB that make it GD-beta, for d_k = d + r_k, d_v = d + 1 + r_v and d_f = d + 1 + r_f."""
    return {
        W_K1: padded(I, "r_k", "d"), w_K2: padded(zero, "r_k", 1),
        W_Q1: padded(Gamma.T, "r_k", "d"), w_Q2: padded(zero, "r_k", 1),
        W_P1: padded(stack(I, zero.T), "r_v", "d"), w_P2: padded(stack(zero, term(1)), "r_v", 1),
        W_V1: padded(stack(zeros("d", "d"), -beta.T), "r_v", "d"),
        w_V2: padded(stack(zero, term(1)), "r_v", 1),
        W_11: padded(stack(I, beta.T), "r_f", "d"), w_12: padded(stack(zero, term(1)), "r_f", 1),
        W_21: padded(stack(I, zero.T), "r_f", "d"), w_22: padded(stack(zero, term(1)), "r_f", 1),
    }  # fmt: skip


LTB_of_GD = Abbrev(
    scalar("f_LTB_of_GD", tex=r"f_{\rm LTB}[\beta,\Gamma]"), substitute(f_LTB_weights.body, weights_of_GD(beta))
)
"""(3.3) with these weights."""
there = ((w_1, beta), (u_1, -beta), (s, term(1)), (B_1, Gamma.T), (b, zero))


@claim(
    "zwb/lemma-5.1",
    kind=Kind.CONSTRUCTION,
    source="Lemma 5.1 and the display before it, Section 5",
    forall=(*problem, beta, Gamma),
    uses=("zwb/eq-3.3", "zwb/eq-5.1", "zwb/eq-d.1"),
    witnesses=("words", "entries", "sampled", "proof"),
    reconstructed=f"{INFERRED}; the weights are ours",
    fidelity=(Difference(Differs.PART_OMITTED, "that the starred entries may be anything: zwb/eq-d.1 (a)"),),
    note=r"""(a) "A [GD-$\beta$] model (5.1) is a special case of an LTB model (3.3), with [..] where [*] denotes the
    entries that do not affect the model output (hence can be set to anything). Note that [..] and [..] are free
    provided that [..], and [..] (as required in the definition of [..])": with $d_k\ge d$, $d_v\ge d+1$, $d_f\ge
    d+1$, for every $\beta,\Gamma$ there are LTB weights with $w_1=\beta$, $(u_1,s)=(-\beta,1)$, $B_1=\Gamma^\top$,
    $b=0$, and $f_{\rm LTB}=f_{\text{GD-}\beta}$ for all inputs; the weights written here have $d_k=d+r_k$,
    $d_v=d+1+r_v$, $d_f=d+1+r_f$. (b) The same in the reduced parameters (D.1). (c) "We have [..]. Therefore, [..]":
    $\inf_{\mathcal F_{\rm LTB}}R\le\inf_{\mathcal F_{\text{GD-}\beta}}R$.
    """,
)
def lemma_5_1() -> Parts:
    """"A [..] model (5.1) is a special case of an LTB model (3.3), with [..] where [..] denotes the entries that do
    not affect the model output (hence can be set to anything). Note that [..] and [..] are free provided that [..], and
    [..] (as required in the definition of [..])"; "We have [..]. Therefore, [..]"
    """
    return {
        "a": eq(LTB_of_GD, f_GD),
        "b": eq(substitute(f_LTB.body, dict(there)), f_GD),
        "c": le(infimum(R_LTB, *reduced), infimum(R, beta, Gamma)),
    }


lemma_5_1 = with_proof(lemma_5_1, c=chains.NO_LARGER)
