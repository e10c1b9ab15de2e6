"""Section 2.1, Examples 1 to 3: linear, ReLU and softmax attention are instances of (2)."""

from __future__ import annotations

from ...claims import Kind, Misprint, claim
from ...statement.attention import masked_softmax, relu_each
from ...statement.props import Prop, eq
from ...statement.terms import Abbrev, matrix
from .notation import M, attention, d, h_linear, h_relu, h_softmax, n
from .section_2 import B, C, V, X, Y, Z, padded

Q = Abbrev(matrix("Q", "d+1", "d+1"), padded(B))
K = Abbrev(matrix("K", "d+1", "d+1"), padded(C))
"""Q and K under Assumption 2.1."""
U, W = matrix("U", "d", "n+1"), matrix("W", "d", "n+1")
scores = Z.T * Q.T * K * Z
FREE = (d, n, X, Y, B, C)
WITNESSES = ("words", "entries", "sampled")
USES = ("ccs/eq-2", "ccs/assumption-2.1")


@claim("ccs/example-1", kind=Kind.IDENTITY, source="Example 1, Section 2.1", forall=FREE, uses=USES,
       witnesses=WITNESSES,
       note="Of every Z: its first d rows are X, its last one is Y.")  # fmt: skip
def example_1() -> Prop:
    r"""Example 1: "$\operatorname{Attn}^{linear}_{V,Q,K}(Z):=VZMZ^\top Q^\top KZ$. Assume Q, K, B, C satisfy
    Assumption 2.1. By choosing $\tilde h(U,W):=U^\top W$, $\operatorname{Attn}^{\tilde h}_{VBC}$ from (2) equals
    $\operatorname{Attn}^{linear}_{VQK}$."
    """
    return eq(attention(Z, V, B, C, h_linear), V * Z * M * scores)


@claim("ccs/example-2", kind=Kind.IDENTITY, source="Example 2, Section 2.1", forall=FREE, uses=USES,
       witnesses=WITNESSES)  # fmt: skip
def example_2() -> Prop:
    r"""Example 2: "$\operatorname{Attn}^{relu}_{V,Q,K}(Z):=VZM\operatorname{relu}(Z^\top Q^\top KZ)$. In the above,
    relu denotes element-wise ReLU function. Assume Q, K, B, C satisfy Assumption 2.1. By choosing $\tilde
    h(U,W)=\operatorname{relu}(U^\top W)$, $\operatorname{Attn}^{\tilde h}_{VBC}$ from (2) equals
    $\operatorname{Attn}^{relu}_{VQK}$."
    """
    return eq(attention(Z, V, B, C, h_relu), V * Z * M * relu_each(scores))


@claim("ccs/example-3", kind=Kind.IDENTITY, source="Example 3 and (6), Section 2.1", forall=FREE, uses=USES,
       witnesses=WITNESSES,
       note="(The softmax maps (n+1) x (n+1) matrices to such.)",
    misprints=(
        Misprint(
            r"softmax $:\mathbb R^{(n+1)\to(n+1)}$",
            r"softmax $:\mathbb R^{(n+1)\times(n+1)}\to\mathbb R^{(n+1)\times(n+1)}$",
        ),
    ),
)  # fmt: skip
def example_3() -> Prop:
    r"""Example 3: "$\operatorname{Attn}^{softmax}_{V,Q,K}(Z):=VZ\operatorname{softmax}(Z^\top Q^\top KZ)$. In the
    above, softmax $:\mathbb R^{(n+1)\to(n+1)}$ is the masked softmax function:
    $[\operatorname{softmax}(W)]_{ij}=\exp(W_{ij})/ \sum_{k=1}^n\exp(W_{kj})$ for $i\ne n+1$, 0 for $i=n+1$. Let Q, K,
    B, C satisfy Assumption 2.1. Let us define $[\tilde h(U,W)]_{ij}:=\exp([U^\top
    W]_{ij})/\sum_{k=1}^n\exp([U^\top W]_{kj})$ for $i\ne n+1$, 0 for $i=n+1$. (6) Then $\operatorname{Attn}^{\tilde
    h}_{VBC}$ from (2) equals $\operatorname{Attn}^{softmax}_{VQK}$."
    """
    return eq(attention(Z, V, B, C, h_softmax), V * Z * masked_softmax(scores))


@claim("ccs/example-3-mask", kind=Kind.IDENTITY, source="Example 3, last sentence", forall=(d, n, U, W),
       uses=("ccs/example-3",), witnesses=("words", "entries"))  # fmt: skip
def example_3_mask() -> Prop:
    r"""Example 3: "Note that the mask matrix M from (2) is unnecessary here as $M\tilde h(\cdot)=\tilde h(\cdot)$", for
    $\tilde h$ of (6).
    """
    return eq(M * h_softmax(U, W), h_softmax(U, W))
