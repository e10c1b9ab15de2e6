"""Appendix D, steps 1 and 2: the reduced parameters (D.1) and the risk of the linear transformer block (D.3)."""

from __future__ import annotations

from ...claims import Kind, Parts, claim
from ...statement.props import conj, eq
from ...statement.terms import Sym, Term, beside, block, eye, stack, substitute, zeros
from .appendix_b import error_split, risk_split, uncorrelated
from .appendix_b_risk import as_one_square
from .notation import (
    B_1,
    R_LTB,
    RE_DERIVED,
    W_1,
    W_2,
    W_11,
    W_K,
    W_K1,
    W_P,
    W_Q,
    W_Q1,
    W_V,
    W_V1,
    a,
    b,
    f_LSA,
    f_LSA_weights,
    f_LTB,
    f_LTB_weights,
    problem,
    reduced,
    s,
    u_1,
    w_1,
    w_22,
    w_K2,
    w_P2,
    w_V2,
)
from .notation_layers import LSA, prediction, tokens
from .notation_risk import four_parts
from .section_3 import weights

last_row = w_22.T * W_1
"""The last row of W_2^T W_1."""
of_LTB: dict[Sym, Term] = {
    w_1: (w_22.T * W_11).T, u_1: (last_row * W_P.T * W_V1).T, s: last_row * W_P.T * w_V2, B_1: W_K1.T * W_Q1,
    b: (w_K2.T * W_Q1).T,
}  # fmt: skip
"""(D.1): the reduced parameters of these weights."""
of_LSA: dict[Sym, Term] = {
    w_1: zeros("d", 1), u_1: (w_P2.T * W_V1).T, s: w_P2.T * w_V2, B_1: W_K1.T * W_Q1, b: (w_K2.T * W_Q1).T,
}

none, zero = zeros("d", "d"), zeros("d", 1)
KEYS, QUERIES = beside(B_1.T, b), beside(eye("d"), zero)
OUTPUT, VALUES = block(none, zero, zero.T, eye(1)), block(none, zero, u_1.T, s)
INNER, OUTER = block(eye("d"), zero, w_1.T, eye(1)), OUTPUT
"""Weights with d_k = d, d_v = d_f = d + 1 that have the reduced parameters given."""
PAIRS = ((W_K, W_Q), (W_P, W_V), (W_1, W_2))


@claim(
    "zwb/eq-d.1",
    kind=Kind.IDENTITY,
    source="(D.1), Appendix D; the same step before (B.2) for LSA",
    forall=(*problem, *weights, *reduced),
    uses=("zwb/eq-3.1", "zwb/eq-3.3", "zwb/eq-3.4"),
    witnesses=("words", "entries", "sampled"),
    model="ltb",
    reconstructed=RE_DERIVED,
    note=r"""(D.1): "only the last row of [$W_2^\top W_1$, $W_2^\top W_1W_P^\top W_V$] and the first [$d$]-columns of
    [$W_K^\top W_Q$] attend the prediction. Therefore, we write (D.1) [$(w_1^\top,*)$, $(u_1^\top,s)$, $\binom{B_1}
    {b^\top}$] where [..] and [$*$] denotes entries that do not enter the prediction. Then, the prediction of LTB
    function can be written as" [(a) $f_{\rm LTB}(E)=\big\langle w_1+\tfrac1MB_1^\top\big(X^\top Xu_1+s\,X^\top\mathbf
    y\big)+\tfrac1Mb\big(u_1^\top X^\top\mathbf y+s\,\mathbf y^\top\mathbf y\big),x\big\rangle$], for all weights and
    inputs; (b) LSA: the same with $w_1=0$. With $d_k\ge d$, $d_v\ge d+1$ and $d_f\ge d+1$ the reduced parameters take
    all values: (c) weights for LTB with $d_k=d$, $d_v=d_f=d+1$, (d) for LSA; (e) rows of zeros do not count.
    """,
)
def eq_d_1() -> Parts:
    """"only the last row of [..] and the first [..]-columns of [..] attend the prediction. Therefore, we write (D.1)
    where [..] and [..] denotes entries that do not enter the prediction. Then, the prediction of LTB function can be
    written as [..]"
    """
    attention = tokens(V=VALUES, P=OUTPUT, keys=KEYS, queries=QUERIES)
    return {
        "a": eq(f_LTB_weights, substitute(f_LTB.body, of_LTB)),
        "b": eq(f_LSA_weights, substitute(f_LSA.body, of_LSA)),
        "c": eq(prediction(OUTER.T * INNER, attention), f_LTB),
        "d": eq(prediction(LSA, attention), f_LSA),
        "e": conj(
            *(
                eq(stack(one, zeros("k", "d+1")).T * stack(other, zeros("k", "d+1")), one.T * other)
                for one, other in PAIRS
            )
        ),
    }


@claim(
    "zwb/eq-d.3",
    kind=Kind.IDENTITY,
    source="(D.2), (D.3), Appendix D steps 1 and 2",
    forall=(*problem, *reduced),
    uses=("zwb/eq-d.1", "zwb/eq-b.2", "zwb/eq-b.15"),
    witnesses=("words", "entries", "grid", "balls", "sampled"),
    model="ltb",
    reconstructed=RE_DERIVED,
    note=r"""(D.2), (D.3): "the risk function is in the same form as the risk function of the LSA layer ... There are
    two differences: one is we replace [..] here with [..]. The second difference is that we replace [..] in (B.2)
    with [..]. This is equivalent to replacing [$-\beta^*$] with [$w_1-\beta^*$]"; "where V, VI, VII, VIII are defined
    as above". For LTB, with $a=w_1-\beta^*$ in place of $a=-\beta^*$: (a) the error is as in (B.2), (b) its parts are
    as uncorrelated, (c) and so is the risk; (d) (B.15) holds, V to VIII being I to IV so changed, (e) and its second
    form.
    """,
)
def eq_d_3() -> Parts:
    """"the risk function is in the same form as the risk function of the LSA layer ... There are two differences: one
    is we replace [..] here with [..]. The second difference is that we replace [..] in (B.2) with [..]. This is
    equivalent to replacing [..] with [..]"; "where V, VI, VII, VIII are defined as above"
    """
    return {
        "a": error_split(f_LTB, a),
        "b": uncorrelated(a),
        "c": risk_split(R_LTB, a),
        "d": eq(R_LTB, four_parts(a)),
        "e": as_one_square(a),
    }
