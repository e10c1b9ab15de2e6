"""Lemma 20 (= Lemma 12), the proof: (45), (46) and the exponential decay of the loss, Appendix A.4."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, always, chain, conj, eq, le, limit
from ...statement.terms import absolute, at0, ddt, exp, grad, half, inner, inv, norm_F, norm_op, sqrt, tr, zeros
from .assumptions import assumption_3, scale_12
from .chains import lemma_20 as chains
from .chains import lemma_20_limits
from .notation import (
    U11,
    Gam,
    Lam,
    Lam_Theta,
    N,
    Theta,
    bracket,
    d,
    given_block,
    grad_l_squared,
    l,
    l_min,
    mu,
    residual,
    sigma,
    t,
    u_1,
)

weighted = norm_F(Gam * half(Lam) * residual * half(Lam)) ** 2
r""":math:`\|\Gamma\Lambda^{1/2}(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda\Gamma^{-1})\Lambda^{1/2}\|_F^2`."""
first = norm_F(Gam ** Fraction(-1, 2) * Lam ** Fraction(-1, 2)) ** 2
second = norm_F(Lam ** Fraction(-1, 2)) ** 2
distance = norm_F(half(Gam) * residual) ** 2


@claim(
    "zfb/eq-45",
    kind=Kind.INEQUALITY,
    source="eq. (45), Appendix A.4, proof of Lemma 20",
    forall=(d, N, Lam, Theta, sigma),
    given=(*assumption_3, scale_12),
    uses=("zfb/lemma-15", "zfb/lemma-19"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def eq_45() -> Prop:
    r"""$\|\nabla\tilde\ell(U_{11},u_{-1})\|_2^2\ge\Big\|\frac{\partial\tilde\ell}{\partial
    U_{11}}\Big\|_F^2=\big\|u_{-1}^2\Gamma\Lambda U_{11}\Lambda-u_{-1}\Lambda^2\big\|_F^2=u_{-1}^2\Big\|\Gamma
    \Lambda^{1/2}\big(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda\Gamma^{-1}\big)\Lambda^{1/2}\Big\|_F^2\ge
    \frac{\sigma^2}{2\sqrt d\|\Lambda\|_{op}^2}\|\Lambda\Theta\|_F^2\big[2-\sqrt d\sigma^2\|\Gamma\|_{op}\big]\Big\|
    \Gamma\Lambda^{1/2}\big(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda\Gamma^{-1}\big)\Lambda^{1/2}\Big\|_F^2$.
    """
    return always(
        chain(
            grad_l_squared,
            ">=", norm_F(grad(l, U11)) ** 2,
            "=", norm_F(u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2) ** 2,
            "=", u_1**2 * weighted,
            ">=", sigma**2 / (2 * sqrt(d) * norm_op(Lam) ** 2) * Lam_Theta**2 * bracket * weighted,
        )
    )


@claim(
    "zfb/eq-46",
    kind=Kind.INEQUALITY,
    source="eq. (46), Appendix A.4, proof of Lemma 20",
    forall=(d, N, Lam, U11, u_1),
    uses=("zfb/corollary-16",),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def eq_46() -> Prop:
    r"""$\tilde\ell-\min\tilde\ell=\frac12\Big\|\Gamma^{1/2}\big(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda
    \Gamma^{-1}\big)\Big\|_F^2\le\frac12\Big\|\Gamma\Lambda^{1/2}\big(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda
    \Gamma^{-1}\big)\Lambda^{1/2}\Big\|_F^2\cdot\big\|\Gamma^{-1/2}\Lambda^{-1/2}\big\|_F^2\cdot\big\|\Lambda^{-1/2}
    \big\|_F^2=\frac12\Big\|\Gamma\Lambda^{1/2}\big(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda\Gamma^{-1}\big)
    \Lambda^{1/2}\Big\|_F^2\cdot\mathrm{tr}(\Gamma^{-1}\Lambda^{-1})\,\mathrm{tr}(\Lambda^{-1})$.
    """
    return chain(
        l - l_min,
        "=", Fraction(1, 2) * distance,
        "<=", Fraction(1, 2) * weighted * first * second,
        "=", Fraction(1, 2) * weighted * tr(inv(Gam) * inv(Lam)) * tr(inv(Lam)),
    )


@claim(
    "zfb/lemma-20-decay",
    kind=Kind.LIMIT,
    source="Appendix A.4, end of the proof of Lemma 20",
    forall=(d, N, Lam, Theta, sigma, t),
    given=(*assumption_3, scale_12),
    uses=("zfb/lemma-12", "zfb/corollary-16", "zfb/lemma-17"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def lemma_20_decay() -> Parts:
    r"""under the hypotheses of Lemma 20: (a) $\frac d{dt}\big(\tilde\ell-\min\tilde\ell\big)=\Big\langle
    \frac{dU_{11}}{dt},\frac{\partial\tilde\ell}{\partial U_{11}}\Big\rangle+\Big\langle\frac{du_{-1}}{dt},
    \frac{\partial\tilde\ell}{\partial u_{-1}}\Big\rangle=-\Big\|\frac{dU_{11}}{dt}\Big\|_F^2-\Big|
    \frac{du_{-1}}{dt}\Big|^2\le-\mu\big(\tilde\ell-\min\tilde\ell\big)$; (b)
    $0\le\tilde\ell-\min\tilde\ell\le\exp(-\mu t)\big[\tilde\ell(U_{11}(0),u_{-1}(0))-\min\tilde\ell\big]\to0$ as
    $t\to\infty$; (c) $\big\|\Gamma^{1/2}(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda\Gamma^{-1})\big\|_F^2\to0$;
    (d) $\big\|u_{-1}U_{11}-\Gamma^{-1}\big\|_F^2\le\big\|\Gamma^{-1/2}\Lambda^{-1/2}\big\|_F^2\cdot\big\|
    \Gamma^{1/2}(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda\Gamma^{-1})\big\|_F^2\cdot\big\|\Lambda^{-1/2}
    \big\|_F^2\to0$; (e) $u_{-1}U_{11}-\Gamma^{-1}\to0_{d\times d}$ entry-wise; (f)
    $u_{-1}^2=\|u_{-1}U_{11}\|_F\to\|\Gamma^{-1}\|_F$; (g) the limits of Lemma 12.
    """
    dU11, du_1 = given_block(ddt(U11)), given_block(ddt(u_1))
    envelope = exp(-(mu * t)) * (at0(l) - l_min)
    return {
        "a": always(
            chain(
                given_block(ddt(l - l_min)),
                "=", inner(dU11, grad(l, U11)) + inner(du_1, grad(l, u_1)),
                "=", -(norm_F(dU11) ** 2) - absolute(du_1) ** 2,
                "<=", -(mu * (l - l_min)),
            )
        ),
        "b": conj(always(chain(0, "<=", l - l_min, "<=", envelope)), limit(envelope, 0), limit(l - l_min, 0)),
        "c": limit(distance, 0),
        "d": conj(
            always(le(norm_F(u_1 * U11 - inv(Gam)) ** 2, first * distance * second)),
            limit(norm_F(u_1 * U11 - inv(Gam)) ** 2, 0),
        ),
        "e": limit(u_1 * U11 - inv(Gam), zeros("d", "d")),
        "f": conj(always(eq(u_1**2, norm_F(u_1 * U11))), limit(u_1**2, norm_F(inv(Gam)))),
        "g": conj(
            limit(u_1, half(norm_F(inv(Gam)))),
            limit(U11, norm_F(inv(Gam)) ** Fraction(-1, 2) * inv(Gam)),
        ),
    }


eq_45 = with_proof(eq_45, whole=chains.EQ_45)
eq_46 = with_proof(eq_46, whole=chains.EQ_46)
lemma_20_decay = with_proof(lemma_20_decay, whole=lemma_20_limits.LEMMA_20)
