"""Appendix D, item 2: the kernel of Figure 4(c)."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from ...claims import Expected, Kind, claim
from ...statement.props import Prop, eq
from ...statement.terms import Term, TermLike, col, entry, exp, eye, vector
from ...verdict import Verdict
from .notation import K_exp, K_linear

HALF = Fraction(1, 2)
u, v = vector("u", 5), vector("v", 5)


def added(terms: list[Term]) -> Term:
    return reduce(lambda a, b: a + b, terms)


def diagonal(*ones: int) -> Term:
    """The diagonal 5 x 5 matrix with ones at these places."""
    return added([col(eye(5), k) * col(eye(5), k).T for k in ones])


def products(*places: int) -> Term:
    r""":math:`\sum_ku_kv_k`."""
    return added([entry(u, k, 1) * entry(v, k, 1) for k in places])


G_1, G_2 = diagonal(1, 2), diagonal(3, 4, 5)


def composed(alpha: TermLike, G_2: Term) -> Term:
    r""":math:`\alpha\mathcal K^{linear}(G_1u,G_1v)+(1-\alpha)\mathcal K^{exp}(G_2u,G_2v)`."""
    return alpha * K_linear(G_1 * u, G_1 * v) + (1 - alpha) * K_exp(G_2 * u, G_2 * v)


printed = HALF * products(1, 2) + HALF * exp(HALF * products(3, 4, 5))


@claim(
    "ccs/figure-4-kernel-c",
    kind=Kind.IDENTITY,
    source="Appendix D, item 2",
    forall=(u, v),
    expected=Expected(
        Verdict.REFUTED,
        "the exponent has a factor 1/2 that neither G_2 nor the K^exp of (11) gives; the K^exp of (14) with sigma^2 = "
        "2 does",
    ),
    note=r"""$\mathcal K^{exp}$ is that of (11), which has no bandwidth: Appendix D names none. With the bandwidth
    $\sigma^2=2$ in (14) both sides are the same.
    """,
    uses=("ccs/eq-11",),
    witnesses=("words", "balls"),
)
def figure_4_kernel_c() -> Prop:
    r""""In Figure 4(c), $\mathcal K^\diamond(u,v):=\frac12(u_1v_1+u_2v_2)+\frac12\exp(\frac12(u_3v_3+u_4v_4+u_5v_5))$,
    corresponding to choosing $\alpha=1/2$, $G_1=\operatorname{diag}([1,1,0,0,0])$ and
    $G_2=\operatorname{diag}([0,0,1,1,1])$" in $\mathcal K^\diamond(u,v):=\alpha\mathcal
    K^{linear}(G_1u,G_1v)+(1-\alpha)\mathcal K^{exp}(G_2u,G_2v)$.
    """
    return eq(printed, composed(HALF, G_2))


@claim(
    "ccs/figure-4-kernel-c-corrected",
    kind=Kind.IDENTITY,
    source="Appendix D, item 2, corrected",
    forall=(u, v),
    corrects="ccs/figure-4-kernel-c",
    uses=("ccs/eq-11",),
    witnesses=("words", "balls"),
)
def figure_4_kernel_c_corrected() -> Prop:
    r"""The choice gives $\frac12(u_1v_1+u_2v_2)+\frac12\exp(u_3v_3+u_4v_4+u_5v_5)$; for the printed kernel
    $G_2=\operatorname{diag}([0,0,1,1,1])/\sqrt2$.
    """
    return eq(HALF * products(1, 2) + HALF * exp(products(3, 4, 5)), composed(HALF, G_2))
