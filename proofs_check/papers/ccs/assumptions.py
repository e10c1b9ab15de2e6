"""Assumptions 4.1 to 4.4, which activations satisfy 4.3, and what 4.3 leaves free in the parameters."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Hypothesis, Kind, Misprint, Parts, Reading, claim
from ...statement.attention import activated, activation, orthogonal, same_law
from ...statement.props import Prop, defined, defined_as, eq
from ...statement.terms import Sym, at, block, columns, entry, inv, matrix, scalar, stack, zeros
from ...verdict import Verdict
from .notation import (
    POSITIVE_DEFINITE,
    X_0,
    A,
    B,
    B_of,
    C,
    C_of,
    I,
    Sigma,
    U,
    U_Sigma,
    U_Sigma_inv,
    Z_at,
    d,
    h_invariant,
    h_linear,
    h_relu,
    h_softmax,
    inv_root,
    l,
    n,
    r,
    root,
)
from .section_2 import V_sparse, X, Y, Z

W, V_ = matrix("W", "d", "n+1"), matrix("V", "d", "n+1")
S = matrix("S", "d", "d", "invertible")
Lambda = matrix("Lambda", "d", "d", "invertible", tex=r"\Lambda")
"""Invertible, as the sentences say or mean by writing their inverses."""
Q = orthogonal("Q")
KK = activation("KK", "symmetric", tex=r"\mathbb K")
orthogonal_U = Hypothesis("U is orthogonal", eq(U * U.T, I), r"UU^\top=I")
orthogonal_Q = Hypothesis("Q is orthogonal", eq(Q * Q.T, I), r"QQ^\top=I")


def _named(words: str) -> Sym:
    return scalar(words.replace(" ", "_"), tex=rf"\text{{{words}}}")


@claim(
    "ccs/assumption-4.1",
    kind=Kind.DEFINITION,
    source="Assumption 4.1, Section 4.1",
    forall=(d, n, Sigma, U, Q),
    given=(orthogonal_U, orthogonal_Q),
    witnesses=("words", "entries"),
    options={"definition": {"object": "attention_covariates"}},
    fidelity=(POSITIVE_DEFINITE,),
    note=r"""(a) The definition. What is done with it: (b) $U_\Sigma:=\Sigma^{1/2}U\Sigma^{-1/2}$ keeps the form
    $\Sigma^{-1}$; (c) these matrices form a group, that of $U^\top$ being the inverse.
    """,
)
def assumption_4_1() -> Parts:
    r"""Assumption 4.1: "there is a symmetric invertible matrix $\Sigma\in\mathbb R^{d\times d}$ such that for any
    orthogonal matrix U, $\Sigma^{1/2}U\Sigma^{-1/2}X\stackrel d=X$."
    """
    of_Q = root * Q * inv_root
    return {
        "a": defined_as(_named("Assumption 4.1"), same_law(U_Sigma * X_0, X_0)),
        "b": eq(U_Sigma.T * inv(Sigma) * U_Sigma, inv(Sigma)),
        "c": eq(stack(U_Sigma * of_Q, U_Sigma * U_Sigma_inv), stack(root * (U * Q) * inv_root, I)),
    }


@claim(
    "ccs/assumption-4.2",
    kind=Kind.DEFINITION,
    source="Assumption 4.2, Section 4.1",
    uses=("ccs/assumption-4.1",),
    witnesses=("entries",),
    options={"definition": {"object": "attention_labels"}},
    note=r"($\mathbb K$ is the matrix of second moments; it is the covariance where the labels have mean 0.)",
    fidelity=(
        Difference(
            Differs.PART_OMITTED,
            r"that $\mathbb K(X)=\mathbb E_{Y|X}[Y^\top Y]$, a hypothesis of its own in the claims that rest on it",
        ),
    ),
    misprints=(
        Misprint(
            r"$Y\in\mathbb R^{(n+1)}$ with $\mathbb E[Y^\top Y]=\mathbb K(X)$",
            r"$Y\in\mathbb R^{1\times(n+1)}$",
        ),
    ),
)
def assumption_4_2() -> Prop:
    r"""Assumption 4.2: "Conditional on $X=[x^{(1)}\dots x^{(n+1)}]$, $Y=[y^{(1)}\dots y^{(n+1)}]\in\mathbb R^{(n+1)}$
    has covariance matrix $\mathbb E_{Y|X}[Y^\top Y]=:\mathbb K(X)$"; "for all orthogonal matrix $U\in\mathbb R^{d\times
    d}$, $\mathbb K(\Sigma^{1/2}U\Sigma^{-1/2}X)=\mathbb K(X)$, where $\Sigma$ is the same matrix from Assumption 4.1."
    """
    turned = U_Sigma * X_0
    return defined_as(_named("Assumption 4.2"), eq(activated(KK, turned, turned), activated(KK, X_0, X_0)))


@claim(
    "ccs/assumption-4.3",
    kind=Kind.DEFINITION,
    source="Assumption 4.3, Section 4.2",
    forall=(d, n, W, V_, S, Lambda),
    witnesses=("words", "entries"),
    options={"definition": {"object": "attention_invariance"}},
    note=r"""(a) The definition; (b) as an identity of the $\tilde h$ of which it is assumed here; (c) for two such
    matrices in turn, and (d) for a rotation of both arguments.
    """,
)
def assumption_4_3() -> Parts:
    r"""Assumption 4.3: "For any $W,V\in\mathbb R^{d\times(n+1)}$ and for any matrix $S\in\mathbb R^{d\times d}$ with
    inverse $S^{-1}$, the function $\tilde h(\cdot,\cdot)$ satisfies $\tilde h(W,V)=\tilde h(S^\top W,S^{-1}V)$."
    """
    h = h_invariant
    turned = h(S.T * (Lambda.T * W), inv(S) * (inv(Lambda) * V_))
    return {
        "a": defined_as(_named("Assumption 4.3"), eq(h(W, V_), h(S.T * W, inv(S) * V_))),
        "b": eq(h(W, V_), h(S.T * W, inv(S) * V_)),
        "c": eq(turned, h((Lambda * S).T * W, inv(Lambda * S) * V_)),
        "d": eq(h(U * W, U * V_), h(W, V_)),
    }


@claim(
    "ccs/section-4.2-examples-satisfy-4.3",
    kind=Kind.INVARIANCE,
    source="Section 4.2, after Assumption 4.3",
    forall=(d, n, W, V_, S),
    uses=("ccs/assumption-4.3", "ccs/example-1", "ccs/example-2", "ccs/example-3"),
    witnesses=("words", "entries", "sampled"),
    note="(a) Linear, (b) ReLU, (c) softmax.",
)
def examples_satisfy_4_3() -> Parts:
    r"""Section 4.2: "We verify that the three examples of $\tilde h$ from Examples {1, 2, 3} which implement {Linear,
    ReLU, Softmax}-activated Transformers, all satisfy Assumption 4.3"
    """
    return {
        name: eq(of(W, V_), of(S.T * W, inv(S) * V_))
        for name, of in (("a", h_linear), ("b", h_relu), ("c", h_softmax))
    }


@claim(
    "ccs/assumption-4.4",
    kind=Kind.DEFINITION,
    source="Assumption 4.4, Section 4.2",
    forall=(d, n, A, r, X, Y),
    uses=("ccs/eq-3",),
    witnesses=("words", "entries"),
    options={"definition": {"object": "attention_values"}},
    expected=Expected(Verdict.REFUTED, "r_i is a number: with a d x d matrix V would have 2d columns", ("sizes",)),
    misprints=(Misprint(r"$r_i\in\mathbb R^{d\times d}$", r"$r_i\in\mathbb R$", "sizes"),),
    note=r"""(a) The definition, $r_i$ being a number; (b) so $V_\ell$ acts on covariates and labels apart. (sizes)
    $V_\ell$ has d+1 columns: as printed, and with a number $r_i$.
    """,
)
def assumption_4_4() -> Parts:
    r"""Assumption 4.4: "For $\ell=0\dots k$, the value matrices $V_\ell$ which parameterize the Transformer layers in
    (3) satisfy $V_\ell=\begin{bmatrix}A_\ell&0\\0&r_\ell\end{bmatrix}$ for some $A_i\in\mathbb R^{d\times d}$,
    $r_i\in\mathbb R^{d\times d}$."
    """
    A_l, below, beside = matrix("A_l", "d", "d", tex=r"A_\ell"), zeros("d", 1), zeros("d", "d")
    as_meant = block(A_l, below, below.T, scalar("r_l", tex=r"r_\ell"))
    as_printed = block(A_l, beside, beside, matrix("r_printed", "d", "d", tex=r"r_\ell"))
    return {
        "a": defined(Sym("V_l", ("d+1", "d+1"), frozenset({"derived"}), r"V_\ell"), V_sparse(l)),
        "b": eq(V_sparse(l) * Z, stack(at(A, l) * X, at(r, l) * Y)),
        "sizes": [
            Reading("d x d, as printed", eq(columns(as_printed), d + 1), "it fits for d = 1 alone", literal=True),
            Reading("a number", eq(columns(as_meant), d + 1)),
        ],
    }


@claim(
    "ccs/section-4.5-reparameterisation",
    kind=Kind.INVARIANCE,
    source="Figure 3 caption; repeated in Appendix H.2",
    forall=(d, n, l, B, C, Lambda),
    uses=("ccs/assumption-4.3", "ccs/remark-e.2"),
    witnesses=("words", "entries", "sampled"),
    note=r"""For an invertible $\Lambda$, whose inverse the sentence uses, and $\tilde h$ under Assumption 4.3: (a)
    the prediction (4) of every layer; (b) what is verified, $B_\ell^\top C_\ell$, is the same for both.
    """,
    fidelity=(
        Difference(Differs.STRONGER_HYPOTHESES, "Lambda is invertible; the page has any matrix, and its inverse"),
    ),
)
def reparameterisation() -> Parts:
    r"""Figure 3: "We only verify $B^\top C$ because for any $\Lambda\in\mathbb R^{d\times d}$, $(B_\ell,C_\ell)$ gives
    identical prediction as $(\Lambda^\top B_\ell,\Lambda^{-1}C_\ell)$. (See Remark E.2)". Appendix H.2 adds: "because
    the network is overparameterized".
    """
    h = h_invariant
    changed = Z_at(l, h, B=lambda layer: Lambda.T * B_of(layer), C=lambda layer: inv(Lambda) * C_of(layer))
    before, after = Z_at(l, h), changed
    return {
        "a": eq(entry(after, d + 1, n + 1), entry(before, d + 1, n + 1)),
        "b": eq((Lambda.T * B_of(l)).T * (inv(Lambda) * C_of(l)), B_of(l).T * C_of(l)),
    }
