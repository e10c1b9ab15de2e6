"""Section 3.2: linear self-attention, its embedding, and what the prediction depends on; (3) to (6)."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, Reading, claim, with_proof
from ...statement.props import (
    Prop,
    conj,
    defined,
    depends_on,
    differs,
    eq,
    implies,
    independent_of,
    same_shape,
)
from ...statement.terms import (
    Abbrev,
    Op,
    Term,
    at,
    beside,
    beside_over,
    block,
    columns,
    entry,
    eye,
    grad,
    inner,
    matrix,
    prediction,
    row,
    scalar,
    softmax,
    stack,
    where,
    zeros,
)
from .chains import section_3_2 as chains
from .notation import (
    U11,
    W_K,
    W_KQ,
    W_KQ11,
    W_P,
    W_PV,
    W_PV11,
    W_Q,
    W_V,
    E,
    L,
    Lam,
    N,
    blocks,
    d,
    i,
    i_e,
    j_e,
    u12,
    u21,
    u_1,
    w_KQ12,
    w_KQ21,
    w_KQ22,
    w_PV12,
    w_PV21,
    w_PV22,
    x,
    x_q,
)

rho = Abbrev(scalar("rho", tex=r"\rho"), N)
a, b, one = scalar("a"), scalar("b"), eye("d+1")
y = scalar("y", "random", "family")


def f_LSA(PV: Term, KQ: Term) -> Op:
    r""":math:`E+W^{PV}E\cdot\frac{E^\top W^{KQ}E}{\rho}`."""
    return E + PV * E * (E.T * KQ * E / rho)


@claim(
    "zfb/section-3.2-softmax",
    kind=Kind.DEFINITION,
    source="Section 3.2, running text",
    forall=(d, N, W_K, W_Q, W_V, W_P, a, b),
    options={"definition": {"object": "softmax_attention"}},
    uses=("zfb/eq-3",),
    witnesses=("words", "entries", "definition", "proof"),
    fidelity=(
        Difference(Differs.WEAKER, "(c) of exact multiples of the identity; the page has them nearly so"),
    ),
)
def softmax_attention() -> Parts:
    r"""(a) $f_{attn}(E;W^K,W^Q,W^V,W^P)=E+W^PW^VE\cdot\mathrm{softmax}\big(\frac{(W^KE)^\top W^QE}{\rho}\big)$, softmax
    column-wise, $\mathrm{softmax}(v)_i=\exp(v_i)/\sum_j\exp(v_j)$; $f_{LSA}$ arises by removing the softmax,
    merging $W^PW^V$ into $W^{PV}\in\mathbb R^{d_e\times d_e}$ and $(W^K)^\top W^Q$ into $W^{KQ}\in\mathbb
    R^{d_e\times d_e}$. (b) Input of arbitrary length is admitted. (c) Weights for which $(W^K)^\top W^Q$ and
    $W^PW^V$ are (nearly) multiples of the identity "can be represented under the parameterization we consider".
    OCR: reading chosen ($W^PW^V$ in (c)).
    """
    attention = (W_K * E).T * W_Q * E / rho
    f_attn = Abbrev(matrix("f_attn", "d+1", "N+1", tex=r"f_{attn}"), E + W_P * W_V * E * softmax(attention))
    return {
        "a": conj(
            defined(f_attn.sym, f_attn.body),
            eq(E + W_P * W_V * E * attention, f_LSA(W_P * W_V, W_K.T * W_Q)),
        ),
        "b": same_shape(f_attn, E),
        # Whatever the four factors are: (a) says it of all other weights, those near to these included.
        "c": implies(
            conj(eq(W_P * W_V, a * one), eq(W_K.T * W_Q, b * one)),
            eq(E + W_P * W_V * E * attention, f_LSA(a * one, b * one)),
        ),
    }


@claim(
    "zfb/eq-3",
    kind=Kind.DEFINITION,
    source="eq. (3) and the display after (4), Section 3.2",
    forall=(d, N),
    options={"definition": {"object": "prediction"}},
    uses=("zfb/eq-4",),
    witnesses=("words", "entries", "definition"),
)
def eq_3() -> Parts:
    r"""(a) $f_{LSA}(E;\theta)=E+W^{PV}E\cdot\frac{E^\top W^{KQ}E}{\rho}$, $\theta=(W^{KQ},W^{PV})$. (b) $\hat y_q=\hat
    y_q(E;\theta)=[f_{LSA}(E;\theta)]_{(d+1),(N+1)}$.
    """
    layer = matrix("f_LSA", "d+1", "N+1", tex=r"f_{LSA}(E;\theta)")
    return {
        "a": defined(layer, f_LSA(W_PV, W_KQ)),
        "b": defined(prediction(W_PV, W_KQ, N), entry(Abbrev(layer, f_LSA(W_PV, W_KQ)), d + 1, N + 1)),
    }


@claim(
    "zfb/eq-4",
    kind=Kind.DEFINITION,
    source="eq. (4) and following text, Section 3.2",
    forall=(d, N),
    options={"definition": {"object": "embedding"}},
    witnesses=("words", "entries", "definition"),
)
def eq_4() -> Parts:
    r"""(a) $E=E(P)=\begin{pmatrix}x_1&x_2&\cdots&x_N&x_q\\y_1&y_2&\cdots&y_N&0\end{pmatrix}\in\mathbb
    R^{(d+1)\times(N+1)}$. (b) $\rho$ = width of the embedding matrix minus one, $\rho=d_N-1$, "since each element
    in $E\cdot E^\top$ is an inner product of two vectors of length $d_N$"; under this embedding $\rho=N$.
    """
    return {
        "a": defined(E, block(beside_over(i, N, at(x, i)), x_q, beside_over(i, N, at(y, i)), zeros(1, 1))),
        "b": conj(
            defined(rho.sym, columns(E) - 1),
            eq(columns(E) - 1, N),
            eq(entry(E * E.T, i_e, j_e), inner(row(E, i_e).T, row(E, j_e).T)),
        ),
    }


def _difference(s: int) -> Prop:
    """Columns (x_i, s y_i): do u_-1 and the prediction move differently, the parameters matched so that the
    predictions agree (s u_-1 for u_-1 and s u21 for u21)?"""
    scaled = ((u_1, s * u_1), (u21, s * u21))
    return differs(s * grad(where(L, *scaled), u_1), where(grad(L, u_1), *scaled))


@claim(
    "zfb/section-3.2-alternative-embeddings",
    kind=Kind.INVARIANCE,
    source="Section 3.2, text after (4)",
    forall=(d, N, Lam, U11, u12, u21, u_1),
    uses=("zfb/eq-4", "zfb/eq-3"),
    witnesses=("words", "entries", "grid"),
    fidelity=(
        Difference(Differs.PART_OMITTED, "the embedding by padding; all transformations but scalings of the labels"),
    ),
)
def alternative_embeddings() -> Parts:
    r""""there are alternative ways to form the embedding matrix with this data, e.g. by padding all inputs and labels
    into vectors of equal length and arranging them into a matrix (Akyürek et al., 2022), or by stacking columns
    that are linear transformations of the concatenation $(x_i,y_i)$ (Garg et al., 2022), although the dynamics of
    in-context learning will differ under alternative parameterizations."
    """
    return {
        "": [
            Reading(
                "some linear transformation of the columns changes the dynamics",
                _difference(2),
                "the columns (x_i, 2 y_i) are the simplest of the alternatives that the sentence names",
            ),
            Reading(
                "every one does", conj(_difference(2), _difference(-1)), "'will differ' may be meant for all of them"
            ),
        ]
    }


@claim(
    "zfb/eq-6",
    kind=Kind.IDENTITY,
    source="eqs. (5), (6), Section 3.2",
    forall=(d, N, Lam, *blocks),
    uses=("zfb/eq-3", "zfb/eq-4"),
    witnesses=("words", "entries", "sampled"),
)
def eq_6() -> Parts:
    r"""(a) (5): $W^{PV}=\begin{pmatrix}W_{11}^{PV}&w_{12}^{PV}\\(w_{21}^{PV})^\top&w_{22}^{PV}\end{pmatrix}$, $W^{KQ}=
    \begin{pmatrix}W_{11}^{KQ}&w_{12}^{KQ}\\(w_{21}^{KQ})^\top&w_{22}^{KQ}\end{pmatrix}$ in $\mathbb
    R^{(d+1)\times(d+1)}$, with $W_{11}\in\mathbb R^{d\times d}$, $w_{12},w_{21}\in\mathbb R^d$, $w_{22}\in\mathbb
    R$. (b) (6): $\hat y_q=\big((w_{21}^{PV})^\top\ \ w_{22}^{PV}\big)\cdot\Big(\frac{EE^\top}{\rho}\Big)
    \begin{pmatrix}W_{11}^{KQ}\\(w_{21}^{KQ})^\top\end{pmatrix}x_q$. OCR: reading chosen (trailing $x_q$;
    subscripts).
    """
    return {
        "a": conj(
            eq(W_PV, block(W_PV11, w_PV12, w_PV21.T, w_PV22)), eq(W_KQ, block(W_KQ11, w_KQ12, w_KQ21.T, w_KQ22))
        ),
        "b": eq(
            prediction(W_PV, W_KQ, N),
            beside(w_PV21.T, w_PV22) * (E * E.T / rho) * stack(W_KQ11, w_KQ21.T) * x_q,
        ),
    }


@claim(
    "zfb/section-3.2-unused-entries",
    kind=Kind.INVARIANCE,
    source="Section 3.2, text after (6)",
    forall=(d, N, Lam, *blocks),
    uses=("zfb/eq-6",),
    witnesses=("words", "entries"),
)
def unused_entries() -> Prop:
    r""""only the last row of $W^{PV}$ and the first $d$ columns of $W^{KQ}$ affects the prediction, which means we can
    simply take all other entries zero in the following sections."
    """
    predicted = prediction(W_PV, W_KQ, N)
    return conj(
        depends_on(predicted, w_PV21, w_PV22, W_KQ11, w_KQ21),
        independent_of(predicted, W_PV11, w_PV12, w_KQ12, w_KQ22),
    )


softmax_attention = with_proof(softmax_attention, c=chains.REPRESENTED)
