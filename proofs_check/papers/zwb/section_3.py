"""Section 3: the token matrix (3.1), the models LTB (3.3) and LSA (3.4), and the risk (3.5)."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.laws import expect_given
from ...statement.props import conj, differs, eq, exists, le
from ...statement.psd import infimum
from ...statement.terms import (
    block,
    col,
    expect,
    eye,
    scalar,
    stack,
    zeros,
)
from .chains import section_3 as chains
from .notation import (
    B_1,
    INFERRED,
    R_LSA,
    R_LTB,
    W_11,
    W_21,
    W_K1,
    W_P1,
    W_Q1,
    W_V,
    W_V1,
    E,
    M,
    X,
    attended,
    b,
    d,
    eps_i,
    f_LSA,
    f_LSA_weights,
    f_LTB,
    f_LTB_weights,
    mask,
    p,
    problem,
    s,
    u_1,
    w_1,
    w_12,
    w_22,
    w_K2,
    w_P2,
    w_Q2,
    w_V2,
    x,
    x_q,
    y,
    y_q,
)
from .notation_layers import LSA, LTB, inclusion, prediction, tokens

attention_weights = (W_K1, w_K2, W_Q1, w_Q2, W_P1, w_P2, W_V1, w_V2)
weights = (*attention_weights, W_11, w_12, W_21, w_22)


@claim(
    "zwb/eq-3.1",
    kind=Kind.DEFINITION,
    source="(3.1), (3.2), Section 3",
    forall=problem,
    uses=("zwb/assumption-3.1",),
    witnesses=("words", "entries"),
    options={"definition": {"object": "block_tokens"}},
    reconstructed=INFERRED,
    note=r"""(3.1), (3.2): "a token matrix" [$E=\begin{pmatrix}X^\top&x\\\mathbf y^\top&0\end{pmatrix}\in\mathbb
    R^{(d+1)\times(M+1)}$]; "a fixed masking matrix [$\mathbf M=\begin{pmatrix}I_M&0\\0&0\end{pmatrix}$] ... This mask
    matrix is included to reflect the asymmetric structure of a prompt since the label of query input is not included
    in the token matrix". Then (a) $E\mathbf ME^\top=\begin{pmatrix}X^\top X&X^\top\mathbf y\\\mathbf y^\top X&\mathbf
    y^\top\mathbf y\end{pmatrix}$; (b) the last column of $E$ is $(x;0)$.
    """,
)
def eq_3_1() -> Parts:
    """"a token matrix"; "a fixed masking matrix ... This mask matrix is included to reflect the asymmetric structure
    of a prompt since the label of query input is not included in the token matrix"
    """
    return {
        "a": eq(E * mask * E.T, block(X.T * X, X.T * y, y.T * X, y.T * y)),
        "b": eq(col(E, M + 1), stack(x_q, zeros(1, 1))),
    }



@claim(
    "zwb/eq-3.3",
    kind=Kind.INVARIANCE,
    source="(3.3) and the sentence after it, Section 3",
    forall=(d, M, *weights),
    uses=("zwb/eq-3.1",),
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
    note=r"""(3.3): "We use the bottom right entry of the transformed token matrix as the model output to form a
    prediction of the label" [$f_{\rm LTB}(E)=\big[W_2^\top W_1\big(E+\tfrac1MW_P^\top W_VE\,\mathbf M\,E^\top
    W_K^\top W_QE\big)\big]_{-1,-1}$]; "the trainable parameters are [$W_K,W_Q\in\mathbb R^{d_k\times(d+1)}$,
    $W_P,W_V\in\mathbb R^{d_v\times(d+1)}$, $W_1,W_2\in\mathbb R^{d_f\times(d+1)}$]". "The factor [$\frac1M$] is a
    normalization factor in linear attention and can be absorbed into trainable parameters." Statement: for every $M$
    the functions with the factor and those without it are the same set. (a) LTB: with the factor and $W_V$ it is the
    one without it and $\frac 1MW_V$; (b) without it and $W_V$, the one with it and $MW_V$; (c), (d) the same for LSA;
    (e) so both sets are the same, for LTB, (f) for LSA.
    """,
)
def eq_3_3() -> Parts:
    """"We use the bottom right entry of the transformed token matrix as the model output to form a prediction of the
    label"; "the trainable parameters are [..]"; "The factor [..] is a normalization factor in linear attention and can
    be absorbed into trainable parameters."
    """
    return {
        "a": eq(prediction(LTB, tokens(1 / M)), prediction(LTB, tokens(1, 1 / M * W_V))),
        "b": eq(prediction(LTB, tokens(1)), prediction(LTB, tokens(1 / M, M * W_V))),
        "c": eq(prediction(LSA, tokens(1 / M)), prediction(LSA, tokens(1, 1 / M * W_V))),
        "d": eq(prediction(LSA, tokens(1)), prediction(LSA, tokens(1 / M, M * W_V))),
        "e": conj(inclusion(LTB, 1 / M, 1), inclusion(LTB, 1, 1 / M)),
        "f": conj(inclusion(LSA, 1 / M, 1), inclusion(LSA, 1, 1 / M)),
    }


@claim(
    "zwb/eq-3.4",
    kind=Kind.INVARIANCE,
    source="(3.4) and the remark after it, Section 3",
    forall=(d, M, *weights),
    uses=("zwb/eq-3.1", "zwb/eq-3.3"),
    witnesses=("words", "entries"),
    reconstructed=INFERRED,
    note=r"""(3.4): "We will also consider a linear self-attention (LSA) defined as [$f_{\rm
    LSA}(E)=\big[E+\tfrac1MW_P^\top W_VE\,\mathbf M\,E^\top W_K^\top W_QE\big]_{-1,-1}$]". "unlike LTB, the residual
    connection in LSA plays no role because the bottom right entry of the prompt is zero": (a) for all weights and
    inputs $f_{\rm LSA}$ is unchanged when the summand $E$ is dropped; (b) for some weights and inputs $f_{\rm LTB}$
    changes.
    """,
)
def eq_3_4() -> Parts:
    """"We will also consider a linear self-attention (LSA) defined as [..]"; "unlike LTB, the residual connection in
    LSA plays no role because the bottom right entry of the prompt is zero"
    """
    return {
        "a": eq(f_LSA_weights, prediction(LSA, attended - E)),
        "b": differs(f_LTB_weights, prediction(LTB, attended - E)),
    }


k = scalar("k", "integer", "positive")
padded = stack(eye("d+1"), zeros("k", "d+1"))
"""The identity above k rows of zeros: the weights for every d_f > d + 1."""


@claim(
    "zwb/section-3-lsa-in-ltb",
    kind=Kind.CONSTRUCTION,
    source="Section 3 after (3.4); Section 4, first paragraph",
    forall=(*problem, *attention_weights, k, w_1, u_1, s, B_1, b),
    uses=("zwb/eq-3.3", "zwb/eq-3.4"),
    witnesses=("words", "entries", "proof"),
    model="ltb",
    reconstructed=INFERRED,
    note=r"""Section 3: "An LSA model can be viewed as an LTB model without the MLP layer (setting [$W_1=I$] and
    [$W_2=I$])." Section 4: "So the best ICL risk achieved by LTB models is no larger than the best ICL risk achieved
    by LSA models." (a) $W_1=W_2=I$, $d_f=d+1$, gives $f_{\rm LTB}=f_{\rm LSA}$; (b) for larger $d_f$ rows of zeros
    are added, $W_1=W_2= (I;0)$; (c) so $\mathcal F_{\rm LSA}\subseteq\mathcal F_{\rm LTB}$: in the reduced parameters
    (D.1) $w_1=0$; (d) $\inf_{\mathcal F_{\rm LTB}}R\le\inf_{\mathcal F_{\rm LSA}}R$ for every problem.
    """,
)
def lsa_in_ltb() -> Parts:
    """"An LSA model can be viewed as an LTB model without the MLP layer (setting [..] and [..])."; "So the best ICL
    risk achieved by LTB models is no larger than the best ICL risk achieved by LSA models."
    """
    return {
        "a": eq(prediction(eye("d+1").T * eye("d+1"), attended), f_LSA_weights),
        "b": eq(prediction(padded.T * padded, attended), f_LSA_weights),
        "c": exists(w_1, eq(f_LTB, f_LSA)),
        "d": le(infimum(R_LTB, w_1, u_1, s, B_1, b), infimum(R_LSA, u_1, s, B_1, b)),
    }


@claim(
    "zwb/eq-3.5",
    kind=Kind.DEFINITION,
    source="(3.5), Section 3",
    forall=(*problem, w_1, u_1, s, B_1, b),
    uses=("zwb/assumption-3.1",),
    witnesses=("words", "entries", "sampled"),
    model="ltb",
    options={"definition": {"object": "block_risk"}},
    reconstructed=INFERRED,
    note=r"""(3.5): "We measure the ICL risk of a model by the mean squared error [$R(f)=\mathbb E\,(f(E)-y)^2$]
    where the input is defined in (3.1) and the expectation is over [$(E,y)$] (equivalent to over [$\tilde\beta,X,
    \boldsymbol\varepsilon,x$]) and [$\varepsilon$]". No factor $\frac12$. Statement: (a) the mean over the query,
    given the task and the context, and then over these is the same number; (b) so is the mean given the task, and
    then over the tasks; (c), (d) the same for LSA.
    """,
)
def eq_3_5() -> Parts:
    """"We measure the ICL risk of a model by the mean squared error [..] where the input is defined in (3.1) and the
    expectation is over [..] (equivalent to over [..]) and [..]"
    """
    error, of_lsa = (f_LTB - y_q) ** 2, (f_LSA - y_q) ** 2
    return {
        "a": eq(R_LTB, expect(expect_given(error, p, x, eps_i))),
        "b": eq(R_LTB, expect(expect_given(error, p))),
        "c": eq(R_LSA, expect(expect_given(of_lsa, p, x, eps_i))),
        "d": eq(R_LSA, expect(expect_given(of_lsa, p))),
    }


eq_3_3 = with_proof(eq_3_3, **chains.ABSORBED)
lsa_in_ltb = with_proof(lsa_in_ltb, c=chains.MEMBER, d=chains.NO_LARGER)
