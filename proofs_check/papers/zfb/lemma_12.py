"""Lemma 12 (= Lemma 20): the Polyak-Lojasiewicz inequality and the limits, Section 5.3.

The proof, (45), (46) and the decay of the loss, is in ``lemma_20.py``.
"""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, always, conj, ge, global_minimum, gt, implies, limit, nonconvex
from ...statement.terms import half, inv, norm_F
from .assumptions import assumption_3, scale_12
from .chains import lemma_20 as chains
from .chains import lemma_20_limits, remarks
from .notation import U11, Gam, L, Lam, N, Theta, d, grad_l_squared, l, l_min, mu, sigma, u12, u21, u_1


@claim(
    "zfb/lemma-12",
    kind=Kind.INEQUALITY,
    source="Lemma 12, eq. (30), Section 5.3, first half (alias Lemma 20, Appendix A.4)",
    forall=(d, N, Lam, Theta, sigma),
    given=(*assumption_3, scale_12),
    uses=("zfb/lemma-15", "zfb/assumption-3", "zfb/lemma-19", "zfb/corollary-16", "zfb/eq-45", "zfb/eq-46"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def lemma_12() -> Prop:
    r"""Suppose the initialisation of gradient flow satisfies Assumption 3 with initialisation scale satisfying
    $\sigma^2<\frac2{\sqrt d\|\Gamma\|_{op}}$ for $\Gamma=(1+\frac1N)\Lambda+\frac{\mathrm{tr}(\Lambda)}NI_d$. If we
    define (30) $\mu:=\frac{\sigma^2}{\sqrt d\|\Lambda\|_{op}^2\,\mathrm{tr}(\Gamma^{-1}\Lambda^{-1})\,\mathrm{tr}(
    \Lambda^{-1})}\|\Lambda\Theta\|_F^2\big[2-\sqrt d\sigma^2\|\Gamma\|_{op}\big]>0$, then gradient flow on
    $\tilde\ell$ w.r.t. $U_{11}$ and $u_{-1}$ satisfies, for any $t\ge0$: $\|\nabla
    \tilde\ell(U_{11}(t),u_{-1}(t))\|_2^2:=\Big\|\frac{\partial\tilde\ell}{\partial
    U_{11}}\Big\|_F^2+\Big|\frac{\partial\tilde\ell}{\partial u_{-1}}\Big|^2\ge\mu\Big(
    \tilde\ell(U_{11}(t),u_{-1}(t))-\min_{U_{11}\in\mathbb R^{d\times d},u_{-1}\in\mathbb
    R}\tilde\ell(U_{11},u_{-1})\Big)$.
    """
    return conj(gt(mu, 0), always(ge(grad_l_squared, mu * (l - l_min))))


def _converged() -> Prop:
    """The parameters converge to a global minimum of the reduced loss."""
    u_limit = half(norm_F(inv(Gam)))
    U_limit = norm_F(inv(Gam)) ** Fraction(-1, 2) * inv(Gam)
    return conj(
        limit(l, l_min),
        global_minimum(l, (U11, U_limit), (u_1, u_limit)),
        limit(u_1, u_limit),
        limit(U11, U_limit),
    )


@claim(
    "zfb/lemma-12-limits",
    kind=Kind.LIMIT,
    source="Lemma 12, Section 5.3, second half (alias Lemma 20, Appendix A.4)",
    forall=(d, N, Lam, Theta, sigma),
    given=(*assumption_3, scale_12),
    uses=("zfb/lemma-12", "zfb/lemma-20-decay", "zfb/lemma-17"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def lemma_12_limits() -> Prop:
    r"""under the hypotheses of Lemma 12: gradient flow converges to the global minimum of $\tilde\ell$, and
    $\lim_{t\to\infty}u_{-1}(t)=\|\Gamma^{-1}\|_F^{1/2}$, $\lim_{t\to\infty}U_{11}(t)=\|\Gamma^{-1}\|_F^{-1/2}
    \Gamma^{-1}$.
    """
    return _converged()


@claim(
    "zfb/section-5.3-pl-implies-convergence",
    kind=Kind.LIMIT,
    source="Section 5.3, first paragraph; abstract",
    forall=(d, N, Lam, Theta, sigma),
    given=(*assumption_3, scale_12),
    uses=("zfb/lemma-12", "zfb/lemma-15"),
    witnesses=("words", "entries", "grid", "proof"),
)
def section_5_3_pl_implies_convergence() -> Parts:
    r""""although the optimization problem is non-convex, a Polyak-Lojasiewicz (PL) inequality holds, which implies that
    gradient flow converges to a global minimum. Moreover, we can exactly calculate the limiting value of $U_{11}$
    and $u_{-1}$." Checks: (a) the problem ($L$ in $u$; $\tilde\ell$ in $(U_{11},u_{-1})$) is non-convex; (b) the
    implication.
    """
    return {
        "a": conj(nonconvex(L, U11, u12, u21, u_1), nonconvex(l, U11, u_1)),
        "b": implies(conj(gt(mu, 0), always(ge(grad_l_squared, mu * (l - l_min)))), _converged()),
    }


lemma_12 = with_proof(lemma_12, whole=chains.LEMMA_12)
lemma_12_limits = with_proof(lemma_12_limits, whole=lemma_20_limits.LEMMA_12_LIMITS)
section_5_3_pl_implies_convergence = with_proof(
    section_5_3_pl_implies_convergence, a=remarks.NONCONVEX, b=lemma_20_limits.PL_IMPLIES
)
