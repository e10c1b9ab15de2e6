"""Section 6, after Theorem 6.3: the shape of the risk of GD-beta as a function of beta and Gamma."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, conj, eq, ge, gt, implies, le, lt, ne, nonconvex, psd
from ...statement.psd import curvature
from ...statement.terms import scalar, tr, where, zeros
from .assumptions import lower, upper, w, z
from .chains import shape
from .notation import (
    INFERRED,
    D,
    Gamma,
    H,
    I,
    M,
    R,
    beta,
    norm_H_squared,
    problem,
)
from .notation_gd import V, bent, enough, far_out, hessian, n, r, spread

eps, delta = scalar("epsilon", "positive", tex=r"\epsilon"), scalar("delta", "positive", tex=r"\delta")
@claim(
    "zwb/section-6-nonconvex",
    kind=Kind.INEQUALITY,
    source="Section 6, after Theorem 6.3; Abstract; Section 7",
    forall=(*problem, z, r),
    uses=("zwb/corollary-g.1",),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "(6.1) is a complex dynamical system on a non-convex potential function of [$\beta$] and [$\Gamma$]":
    $R(\beta, \Gamma)$ is not convex in $(\beta,\Gamma)$ jointly, for every problem with $H\ne0$ (b), so for some
    problem (a). Where and in which direction (c): for every $z$ with $\tilde z:=H^{1/2}z\ne0$ and $r^2>\frac
    M{3M-2}\tilde z^\top \Omega\tilde z/|\tilde z|^4$, at $\beta=\beta^*+rz$, $\Gamma=0$ along
    $(\dot\beta,\dot\Gamma)=(2r|\tilde z|^2z, zz^\top)$ the second derivative of $R$ is negative.
    """,
)
def section_6_nonconvex() -> Parts:
    """"(6.1) is a complex dynamical system on a non-convex potential function of [..] and [..]"
    """
    return {
        "b": implies(ne(H, zeros("d", "d")), nonconvex(R, beta, Gamma)),
        "c": implies(conj(gt(n, 0), gt(r**2, enough)), lt(where(bent, *far_out), 0)),
    }


@claim(
    "zwb/section-6-strong-convexity",
    kind=Kind.INEQUALITY,
    source="Section 6, after Theorem 6.3",
    forall=(*problem, beta, Gamma, w, lower, upper),
    uses=("zwb/corollary-g.1",),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "assuming that [$H$] is full rank ... we observe that for every fixed [$\Gamma$], the potential as a
    function of [$\beta$] is smooth and strongly convex with a uniformly bounded condition number. This observation
    allows us to establish uniform convergence for [$\beta$]" [$H\succ0$ implies
    $\partial_\beta^2R(\beta,\Gamma)\succ0$ and
    $\sup_\Gamma\operatorname{cond}\big(\partial_\beta^2R(\,\cdot\,,\Gamma)\big)<\infty$]. (a) The Hessian in $\beta$
    is $2H^{1/2}A(\tilde\Gamma)H^{1/2}$. (b) If $\ell I\preceq H\preceq LI$, $\ell>0$, it lies between $2\ell\nu I$
    and $4(M+1)L\nu I$ with $\nu=\frac1M\|\tilde\Gamma\|_F^2+\frac1{M+1}>0$: its condition number is at most
    $2(M+1)L/\ell$, whatever $\Gamma$ is. The best bound is that of zwb/beyond-conditioning.
    """,
)
def section_6_strong_convexity() -> Parts:
    """"assuming that [..] is full rank ... we observe that for every fixed [..], the potential as a function of [..]
    is smooth and strongly convex with a uniformly bounded condition number. This observation allows us to establish
    uniform convergence for [..]"
    """
    bounds = conj(psd(H - lower * I), psd(upper * I - H))
    return {
        "a": eq(curvature(R, (beta, w)), w.T * hessian * w),
        "b": implies(
            bounds, conj(psd(hessian - 2 * lower * spread * I), psd(4 * (M + 1) * upper * spread * I - hessian))
        ),
    }


@claim(
    "zwb/section-6-approximate-convexity",
    kind=Kind.INEQUALITY,
    source="Section 6, after Theorem 6.3",
    forall=(*problem, beta, Gamma, V, eps, delta),
    uses=("zwb/corollary-g.1",),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "When [$\beta$] is sufficiently close to [$\beta^*$], the potential as a function of [$\Gamma$] is
    approximately convex, allowing us to track the convergence of [$\Gamma$]" [for each $\epsilon>0$ there is
    $\delta>0$ such that $\|\beta-\beta^*\|_H\le\delta$ implies $\partial_\Gamma^2R(\beta,\cdot)\succeq-\epsilon I$].
    It holds with every $\delta$: the risk is convex in $\Gamma$, see zwb/beyond-convexity-in-gamma.
    """,
)
def section_6_approximate_convexity() -> Prop:
    """"When [..] is sufficiently close to [..], the potential as a function of [..] is approximately convex, allowing
    us to track the convergence of [..]."
    """
    near = le(norm_H_squared(D), delta**2)
    return implies(near, ge(curvature(R, (Gamma, V)), -(eps * tr(V.T * V))))


section_6_nonconvex = with_proof(section_6_nonconvex, b=shape.NOT_CONVEX, c=shape.AT_A_POINT)
section_6_strong_convexity = with_proof(section_6_strong_convexity, b=shape.STRONG)
section_6_approximate_convexity = with_proof(section_6_approximate_convexity, whole=shape.APPROXIMATE)
