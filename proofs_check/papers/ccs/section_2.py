"""Section 2: the data (1), the attention layer (2), the recursion over layers (3), the prediction (4), the loss (5)."""

from __future__ import annotations

from ...claims import Kind, Misprint, Parts, claim
from ...statement.props import conj, defined, differs, eq, implies
from ...statement.terms import (
    Abbrev,
    Op,
    Sym,
    Term,
    TermLike,
    beside,
    beside_over,
    block,
    col,
    entry,
    expect,
    eye,
    index,
    matrix,
    row,
    stack,
    zeros,
)
from .notation import (
    X_0,
    Y_0,
    Z_0,
    A_of,
    B_of,
    C_of,
    M,
    V_of,
    Z_at,
    attention,
    d,
    h_free,
    h_linear,
    k,
    l,
    n,
    r_of,
    top,
    x_i,
    y_i,
    y_query,
)

i = index("i", "n")
zero = zeros("d", 1)
one_more = zeros("d+1", 1)

# One layer with matrices of its own, on any Z: the d rows of X above the row of labels ---------------------------

X, Y = matrix("X", "d", "n+1"), matrix("Y", 1, "n+1")
Z = Abbrev(matrix("Z", "d+1", "n+1"), stack(X, Y))
"""Any (d+1) x (n+1) matrix, by its first d rows and its last."""
B, C = matrix("B", "d", "d"), matrix("C", "d", "d")
V = Abbrev(
    matrix("V", "d+1", "d+1"),
    block(matrix("V_11", "d", "d"), matrix("V_12", "d", 1), matrix("V_21", 1, "d"), matrix("V_22", 1, 1)),
)
"""Any (d+1) x (d+1) matrix, by its blocks."""


def padded(B: Term) -> Term:
    """Assumption 2.1: ``B`` with a row and a column of zeros."""
    return block(B, zero, zero.T, zeros(1, 1))


def general(name: str) -> Abbrev:
    """Any (d+1) x (d+1) matrix of this name, by its blocks."""
    parts = (matrix(f"{name}_11", "d", "d"), matrix(f"{name}_12", "d", 1), matrix(f"{name}_21", 1, "d"),
             matrix(f"{name}_22", 1, 1))  # fmt: skip
    return Abbrev(matrix(name, "d+1", "d+1"), block(*parts))


def V_sparse(layer: TermLike) -> Term:
    r"""Assumption 4.4: :math:`V_\ell=\begin{bmatrix}A_\ell&0\\0&r_\ell\end{bmatrix}`."""
    return block(A_of(layer), zero, zero.T, r_of(layer))


def TF(layer: TermLike) -> Term:
    r"""(4): :math:`\mathsf{TF}_\ell(x^{(n+1)};(V,B,C)|z^{(1)}\dots z^{(n)})`."""
    return entry(Z_at(layer), d + 1, n + 1)


loss = Abbrev(Sym("f", tex="f"), expect((TF(k + 1) + y_query) ** 2))
r"""(5)."""


@claim(
    "ccs/eq-1",
    kind=Kind.DEFINITION,
    source="(1), Section 2",
    forall=(d, n, X_0, Y_0),
    witnesses=("words", "entries"),
    options={"definition": {"object": "attention_tokens"}},
    note=r"""(a) The definition; (b) with the covariates $X_0$ and all labels $Y$ the columns of the demonstrations
    are those of $\begin{bmatrix}X_0\\Y\end{bmatrix}$, that of the query ends in 0.
    """,
)
def eq_1() -> Parts:
    r"""(1): "$$Z_0=[z^{(1)}\ z^{(2)}\cdots z^{(n)}\
    z^{(n+1)}]=\begin{bmatrix}x^{(1)}&x^{(2)}&\cdots&x^{(n)}&x^{(n+1)}\\
    y^{(1)}&y^{(2)}&\cdots&y^{(n)}&0\end{bmatrix}\in\mathbb R^{(d+1)\times(n+1)}$$".
    """
    printed = beside(beside_over(i, n, stack(x_i(i), y_i(i))), stack(x_i(n + 1), zeros(1, 1)))
    return {
        "a": defined(Z_0.sym, printed),
        "b": conj(eq(Z_0 * M, stack(X_0, Y_0) * M), eq(col(Z_0, n + 1), stack(x_i(n + 1), zeros(1, 1)))),
    }


@claim(
    "ccs/eq-2",
    kind=Kind.DEFINITION,
    source="(2), Section 2",
    forall=(d, n, X, Y, B, C),
    witnesses=("words", "entries"),
    options={"definition": {"object": "attention_layer"}},
    note="""(a) The definition; (b) the mask; (c) the note: with the activation of Example 1, and $B$, $C$ the
    upper left blocks of the matrices that multiply Z.
    """,
)
def eq_2() -> Parts:
    r"""(2): "$\operatorname{Attn}^{\tilde h}_{VBC}(Z):=VZM\tilde h(BX,CX)$", "where $V\in\mathbb R^{(d+1)\times(d+1)}$,
    $B,C\in\mathbb R^{d\times d}$ are the value, query, and key parameter matrices respectively"; "$M:=\begin{bmatrix}
    I_{n\times n}&0\\0&0\end{bmatrix}$ is a mask matrix"; "The matrix X is shorthand for $[x^{(1)}\dots
    x^{(n+1)}]\in\mathbb R^{d\times(n+1)}$, the first d rows of Z." "Note. The Attention definition in (2) differs from
    standard attention, in that X should be replaced by Z."
    """
    name = Sym("Attn", ("d+1", "n+1"), frozenset({"derived"}), r"\text{Attn}(Z)")
    Q, K = general("Q"), general("K")
    return {
        "a": defined(name, attention(Z, V, B, C, h_free)),
        "b": eq(M, block(eye("n"), zeros("n", 1), zeros("n", 1).T, zeros(1, 1))),
        "c": differs(h_linear(Q * Z, K * Z), h_linear((top * Q * top.T) * X, (top * K * top.T) * X)),
    }


@claim(
    "ccs/eq-3",
    kind=Kind.DEFINITION,
    source="(3), Section 2",
    uses=("ccs/eq-2",),
    witnesses=("words", "entries"),
    options={"definition": {"object": "attention_forward"}},
    note="(a) The step; (b) the first layer, written out on the data (1).",
)
def eq_3() -> Parts:
    r"""(3): "let $Z_\ell$ denote the output of the $(\ell-1)^{th}$ layer of the Transformer. Then
    $Z_{\ell+1}:=Z_\ell+\operatorname{Attn}^{\tilde h}_{V_\ell,B_\ell,C_\ell}(Z_\ell)$, or equivalently:
    $Z_{\ell+1}=Z_\ell+V_\ell Z_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)$".
    """
    Z_l = Z_at(l)
    X_l = top * Z_l
    first = Z_0 + V_of(0) * (Z_0 * M * h_free(B_of(0) * X_0, C_of(0) * X_0))
    return {
        "a": eq(Z_at(l + 1), Z_l + V_of(l) * (Z_l * M * h_free(B_of(l) * X_l, C_of(l) * X_l))),
        "b": eq(Z_at(1), first),
    }


@claim(
    "ccs/eq-4",
    kind=Kind.DEFINITION,
    source="(4), Section 2",
    uses=("ccs/eq-1", "ccs/eq-3"),
    witnesses=("words", "entries"),
    options={"definition": {"object": "attention_forward"}},
    note="""(a) The definition, x written $x^{(n+1)}$; (b) nothing is predicted before the first layer; (c) the
    first layer.
    """,
)
def eq_4() -> Parts:
    r"""(4): "For $\ell=0\dots k+1$, define $\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)}):=[Z_\ell]_{(d+1),(n+1)}$,
    where $Z_i$ evolves as (3), initialized at
    $Z_0=\begin{bmatrix}x^{(1)}&x^{(2)}&\cdots&x^{(n)}&x\\y^{(1)}&y^{(2)}&\cdots&y^{(n)}&0\end{bmatrix}$. We interpret
    $\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)})$ as 'The predictor for $-y^{(n+1)}$ at layer $\ell$, given
    $x^{(n+1)}=x$, conditioned on demonstrations $z^{(1)}\dots z^{(n)}$, parameterized by weight matrices V, B, C'."
    """
    name = Sym("TF_l", tex=r"\text{TF}_\ell", traits=frozenset({"derived"}))
    weights = M * h_free(B_of(0) * X_0, C_of(0) * X_0)
    return {
        "a": defined(name, TF(l)),
        "b": eq(TF(0), 0),
        "c": eq(TF(1), entry(V_of(0) * (Z_0 * weights), d + 1, n + 1)),
    }


@claim(
    "ccs/eq-5",
    kind=Kind.DEFINITION,
    source="(5), Section 2",
    uses=("ccs/eq-4",),
    witnesses=("entries", "sampled"),
    options={"definition": {"object": "attention_loss"}},
    misprints=(Misprint("“Consider a k layer Transformer”", r"k+1 layers, $\ell=0\dots k$"),),
    note=r"""Nothing on the page says that the mean is finite. With covariates on the sphere it is
    (ccs/beyond-finite-bounded), with Gaussian ones where nothing grows faster than a polynomial
    (ccs/beyond-finite-gaussian); with $\tilde h^{exp}$ at small scales alone (ccs/beyond-finite-exponential), and with
    $\mathcal K^{exp}$ labels nowhere (ccs/beyond-infinite-labels).
    """,
)
def eq_5() -> Parts:
    r"""(5): "$f(V,B,C)=\mathbb E[(\mathsf{TF}_{k+1}(x^{(n+1)};(V,B,C)|z^{(1)}\dots z^{(n)})+y^{(n+1)})^2]:=\mathbb
    E[([Z_{k+1}]_{(d+1),(n+1)}+y^{(n+1)})^2]$", "where expectation is taken over $Z_0$ and $y^{(n+1)}$".
    """
    return {"": defined(loss.sym, loss.body)}


@claim(
    "ccs/assumption-2.1",
    kind=Kind.DEFINITION,
    source="Assumption 2.1, Section 2.1",
    forall=(d, B),
    witnesses=("words", "entries"),
    note="""Of one of the two: (a) such a matrix has these zeros; (b) one with these zeros is such a matrix, B its
    first block.
    """,
)
def assumption_2_1() -> Parts:
    r"""Assumption 2.1 (QK last column and row sparsity): "For $Q,K\in\mathbb R^{(d+1)\times(d+1)}$ there exist
    $B,C\in\mathbb R^{d\times d}$ such that $Q=\begin{bmatrix}B&0\\0&0\end{bmatrix}$,
    $K=\begin{bmatrix}C&0\\0&0\end{bmatrix}$." "In words, Assumption 2.1 restricts the last row/column of Q, K to be 0".
    """
    Q = general("Q")
    assert isinstance(Q.body, Op)
    Q_11, Q_12, Q_21, Q_22 = Q.body.args
    zeros_there = conj(eq(Q_12, zero), eq(Q_21, zero.T), eq(Q_22, zeros(1, 1)))
    return {
        "a": conj(eq(row(padded(B), d + 1), one_more.T), eq(col(padded(B), d + 1), one_more)),
        "b": implies(zeros_there, eq(Q, padded(Q_11))),
    }
