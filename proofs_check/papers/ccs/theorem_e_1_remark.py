"""Remarks E.2 and F.2: what the loss does not see of B and C, Appendices E and F."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.props import eq
from ...statement.terms import Op, TermLike, inv
from .chains.attained import CITED, attained, exist
from .notation import CONTINUOUSLY_DIFFERENTIABLE, A, A_of, B, B_of, B_star, C, C_of, C_star, Sigma, d, k, n, r
from .notation_flow import Gradients, over_layers
from .notation_rotations import Lambda, loss, no_A


def B_turned(layer: TermLike) -> Op:
    r""":math:`\Lambda^\top B_\ell`."""
    return Lambda.T * B_of(layer)


def C_turned(layer: TermLike) -> Op:
    r""":math:`\Lambda^{-1}C_\ell`."""
    return inv(Lambda) * C_of(layer)


def B_in_S(layer: TermLike) -> Op:
    r""":math:`b_\ell\Lambda^\top\Sigma^{-1/2}`."""
    return Lambda.T * B_star(layer)


def C_in_S(layer: TermLike) -> Op:
    r""":math:`c_\ell\Lambda^{-1}\Sigma^{-1/2}`."""
    return inv(Lambda) * C_star(layer)


E, F = (Gradients(free_A, B_in_S, C_in_S) for free_A in (False, True))
"""Of Appendix E, where A = 0, and of Appendix F, at a point of S_Lambda."""


@claim(
    "ccs/remark-e.2",
    kind=Kind.INVARIANCE,
    source="Remark E.2, Appendix E",
    forall=(d, n, k, r, B, C, Lambda, Sigma),
    uses=("ccs/assumption-4.3", "ccs/theorem-e.1", CITED),
    witnesses=("words", "entries", "sampled", "proof"),
    note=r"""(b) The sum in (29) is 0 at a point of $\mathcal S_\Lambda$, and so its infimum is 0; B = C = 0 is
    such a point.
    """,
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def remark_e_2() -> Parts:
    r"""(a) "By Assumption 4.3, for any invertible $\Lambda\in\mathbb R^{d\times d}$, $f(r,B,C)=f(r,\Lambda^\top
    B,\Lambda^{-1}C)$. (b) Thus the same result holds for $\mathcal
    S_\Lambda=\{B_\ell=b_\ell\Lambda^\top\Sigma^{-1/2},C_\ell=c_\ell\Lambda^{-1}\Sigma^{-1/2}\}_{\ell=0\dots k}$."
    """
    return {
        "a": eq(loss(no_A, B_of, C_of), loss(no_A, B_turned, C_turned)),
        "b": exist(E, eq(over_layers(E.squares), 0)),
    }


@claim(
    "ccs/remark-f.2",
    kind=Kind.INVARIANCE,
    source="Remark F.2, Appendix F",
    forall=(d, n, k, r, A, B, C, Lambda, Sigma),
    uses=("ccs/assumption-4.3", "ccs/theorem-f.1", CITED),
    witnesses=("words", "entries", "sampled", "proof"),
    note=r"""(b) The sum in (46) is 0 at a point of $\mathcal S_\Lambda$, and so its infimum is 0; A = B = C = 0 is
    such a point.
    """,
    fidelity=(
        Difference(Differs.EQUIVALENT, "(b) that the value 0 of the infimum is attained"), CONTINUOUSLY_DIFFERENTIABLE,
    ),
)
def remark_f_2() -> Parts:
    r"""(a) "By Assumption 4.3, for any invertible $\Lambda\in\mathbb R^{d\times d}$, $f(r,A,B,C)=f(r,A,\Lambda^\top
    B,\Lambda^{-1}C)$. (b) Thus the same result holds for $\mathcal S_\Lambda=\{A_\ell=a_\ell
    I,B_\ell=b_\ell\Lambda^\top\Sigma^{-1/2},C_\ell=c_\ell\Lambda^{-1}\Sigma^{-1/2}\}_{\ell=0\dots k}$."
    """
    return {
        "a": eq(loss(A_of, B_of, C_of), loss(A_of, B_turned, C_turned)),
        "b": exist(F, eq(over_layers(F.squares), 0)),
    }


remark_e_2 = with_proof(remark_e_2, b=attained(E))
remark_f_2 = with_proof(remark_f_2, b=attained(F))
