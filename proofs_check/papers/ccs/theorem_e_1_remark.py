"""Remarks E.2 and F.2: what the loss does not see of B and C, Appendices E and F."""

from __future__ import annotations

from ...claims import Kind, Parts, claim
from ...statement.props import eq
from ...statement.terms import Op, TermLike, inv
from .notation import A, A_of, B, B_of, C, C_of, d, k, n, r
from .notation_rotations import Lambda, loss, no_A


def B_turned(layer: TermLike) -> Op:
    r""":math:`\Lambda^\top B_\ell`."""
    return Lambda.T * B_of(layer)


def C_turned(layer: TermLike) -> Op:
    r""":math:`\Lambda^{-1}C_\ell`."""
    return inv(Lambda) * C_of(layer)


@claim(
    "ccs/remark-e.2",
    kind=Kind.INVARIANCE,
    source="Remark E.2, Appendix E",
    forall=(d, n, k, r, B, C, Lambda),
    uses=("ccs/assumption-4.3", "ccs/theorem-e.1"),
    witnesses=("words", "entries", "sampled", "proof"),
)
def remark_e_2() -> Parts:
    r"""(a) "By Assumption 4.3, for any invertible $\Lambda\in\mathbb R^{d\times d}$, $f(r,B,C)=f(r,\Lambda^\top
    B,\Lambda^{-1}C)$. Thus the same result holds for $\mathcal
    S_\Lambda=\{B_\ell=b_\ell\Lambda^\top\Sigma^{-1/2},C_\ell=c_\ell\Lambda^{-1}\Sigma^{-1/2}\}_{\ell=0\dots k}$."

    The second sentence says of Theorem E.1 what (a) says of the loss; it is not examined on its own.
    """
    return {"a": eq(loss(no_A, B_of, C_of), loss(no_A, B_turned, C_turned))}


@claim(
    "ccs/remark-f.2",
    kind=Kind.INVARIANCE,
    source="Remark F.2, Appendix F",
    forall=(d, n, k, r, A, B, C, Lambda),
    uses=("ccs/assumption-4.3", "ccs/theorem-f.1"),
    witnesses=("words", "entries", "sampled", "proof"),
)
def remark_f_2() -> Parts:
    r"""(a) "By Assumption 4.3, for any invertible $\Lambda\in\mathbb R^{d\times d}$, $f(r,A,B,C)=f(r,A,\Lambda^\top
    B,\Lambda^{-1}C)$. Thus the same result holds for $\mathcal S_\Lambda=\{A_\ell=a_\ell
    I,B_\ell=b_\ell\Lambda^\top\Sigma^{-1/2},C_\ell=c_\ell\Lambda^{-1}\Sigma^{-1/2}\}_{\ell=0\dots k}$."

    The second sentence says of Theorem F.1 what (a) says of the loss; it is not examined on its own.
    """
    return {"a": eq(loss(A_of, B_of, C_of), loss(A_of, B_turned, C_turned))}
