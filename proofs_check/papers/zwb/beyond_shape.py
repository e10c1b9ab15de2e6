"""Beyond the paper: the best constants of the shape of the risk of GD-beta, in beta and in Gamma."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import always, conj, eq, ge, implies, le, psd, substitute_in
from ...statement.psd import convex, curvature
from ...statement.terms import at0, exp, norm_2, norm_F, scalar, tr
from .assumptions import lower, time, w, z
from .chains import flow_of_beta, shape
from .chains.shape import attained, conditions, whole, with_eigenvectors
from .notation import Gamma, H, I, M, R, beta, problem
from .notation_gd import PD, A_of, C_of_beta, G, H_not_zero, V, is_root, kappa, kappa_M, lam, u, v

floor = scalar("c", "nonnegative")
mu, nu = scalar("mu", tex=r"\mu"), scalar("nu", tex=r"\nu")


@claim(
    "zwb/beyond-convexity-in-gamma",
    kind=Kind.INEQUALITY,
    source="new; Section 6, proof technique",
    forall=(*problem, beta, Gamma, V, lower, floor, u, v, mu, nu),
    uses=("zwb/eq-c.2",),
    witnesses=("words", "entries", "proof"),
)
def beyond_convexity_in_gamma() -> Parts:
    r"""Goal: for fixed $\beta$ determine the Hessian of $\Gamma\mapsto R(\beta,\Gamma)$ in closed form and decide
    convexity and strong convexity, with the best modulus.

    Answer: (a) along V the second derivative is $2\operatorname{tr}(HVC_\beta V^\top)$, $C_\beta=\frac{M+1}MH\Sigma H+
    \frac{\operatorname{tr}(H\Sigma)+\sigma^2}MH$, $\Sigma=\Psi+DD^\top$, whatever $\Gamma$ is; (b) so $R$ is convex in
    $\Gamma$ for every $\beta$. (c) If $H\succeq\ell I$ and $C_\beta\succeq cI$ it is $2\ell c$-strongly convex, and (d)
    the modulus $2\lambda_{\min}(H)\lambda_{\min}(C_\beta)$ is the best: for unit eigenvectors, $Hu=\mu u$, $C_\beta
    v=\nu v$, the second derivative along $V=uv^\top$ is $2\mu\nu$. It is positive if and only if $H\succ0$ and
    $\operatorname{tr}(H\Sigma)+\sigma^2>0$.
    """
    along = curvature(R, (Gamma, V))
    eigenpairs = conj(eq(H * u, mu * u), eq(u.T * u, 1), eq(C_of_beta * v, nu * v), eq(v.T * v, 1))
    return {
        "a": eq(along, 2 * tr(H * V * C_of_beta * V.T)),
        "b": conj(convex(R, Gamma), ge(along, 0)),
        "c": implies(
            conj(psd(H - lower * I), psd(C_of_beta - floor * I)), ge(along, 2 * lower * floor * norm_F(V) ** 2)
        ),
        "d": implies(eigenpairs, eq(curvature(R, (Gamma, u * v.T)), 2 * mu * nu)),
    }


@claim(
    "zwb/beyond-conditioning",
    kind=Kind.INEQUALITY,
    source="new; Section 6, Lemma G.3",
    forall=(*problem, beta, Gamma, G, u, w, z, mu, nu),
    uses=("zwb/eq-c.4", "zwb/lemma-g.3"),
    witnesses=("words", "entries", "balls", "proof"),
)
def beyond_conditioning() -> Parts:
    r"""Goal: for every $M$ (and $d$) the best constant $a_M$ with $A(\tilde\Gamma)\succeq a_MI$ for all
    $\tilde\Gamma$, the best uniform bound on the condition number of $\partial_\beta^2R(\cdot,\Gamma)$ over all
    $\Gamma$, and the rate in Lemma G.3 that follows; matrices that attain or approach them.

    Answer: (a) $a_M=\frac2{M+2}$ for every $d$: $A(G)\succeq\frac2{M+2}I$ for every $G$, with equality along the unit
    vector $z$ for $G=\frac M{M+2}zz^\top$. (b) For $d\ge2$ let $\kappa$ be the larger root of $\kappa+\frac1\kappa=
    \frac{3M+5}2$, which is more than $M+2$, (c) that is $\frac14\big(3M+5+\sqrt{(3M+1)(3M+9)}\big)$. For every $G$ and
    orthonormal $u,w$ (eigenvectors to the largest and the smallest eigenvalue, say), $u^\top A(G)u\le\kappa\,w^\top
    A(G)w$, that is $\operatorname{cond}A(G)\le\kappa$; (d) with equality for $G=\frac{\kappa M}{\kappa(M+2)-1}
    ww^\top-\frac M{\kappa-M-2}uu^\top$. So $\operatorname{cond}(\partial_\beta^2R)\le\kappa\operatorname{cond}(H)$,
    which (e) is attained: with this $G$ and unit eigenvectors $H^{1/2}u=\mu u$, $H^{1/2}w=\nu w$, the quotient of
    $2H^{1/2}A(G)H^{1/2}$ between $u$ and $w$ is $\kappa\mu^2/\nu^2$. For $d=1$ it is 1. (f) Lemma G.3 holds with
    $e^{-4\lambda\tau/(M+2)}$.
    """
    A, at_z = A_of(G), A_of(M / (M + 2) * z * z.T)
    decay = le(norm_2(PD), exp(-(4 * lam / (M + 2) * time)) * at0(norm_2(PD)))
    return {
        "a": conj(psd(A - 2 / (M + 2) * I), implies(eq(z.T * z, 1), eq(z.T * at_z * z, 2 / (M + 2)))),
        "b": implies(conditions, le(u.T * A * u, kappa * (w.T * A * w))),
        "c": substitute_in(is_root, {kappa: kappa_M}),
        "d": implies(conditions, attained),
        "e": implies(with_eigenvectors, whole),
        "f": implies(H_not_zero, always(decay)),
    }


beyond_convexity_in_gamma = with_proof(
    beyond_convexity_in_gamma, b=shape.IN_GAMMA, c=shape.STRONGLY, d=shape.BEST_MODULUS
)
beyond_conditioning = with_proof(
    beyond_conditioning, a=shape.LEAST, b=shape.CONDITION, c=shape.ROOT, d=shape.ATTAINED, e=shape.WHOLE,
    f=flow_of_beta.BEST_RATE,
)
