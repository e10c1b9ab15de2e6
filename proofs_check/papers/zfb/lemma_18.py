"""Lemma 18: u_-1 stays positive, (43), with its proof and the saddle point at the origin, Appendix A.4."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.props import always, always_along, chain, conj, eq, gt, implies, lt, ne, saddle
from ...statement.terms import (
    absolute,
    at0,
    ddt,
    grad,
    inner,
    norm_F,
    norm_op,
    sqrt,
    tr,
    where,
    zeros,
)
from .assumptions import assumption_3, scale_43
from .assumptions_random import scale_58
from .chains import lemma_18 as chains
from .chains import remarks, remarks_random
from .chains.lemma_27 import lower_bound_rdm
from .notation import (
    U11,
    Gam,
    L_diag,
    Lam,
    Lam_Theta,
    N,
    Theta,
    d,
    given_block,
    l,
    lower_bound,
    sigma,
    u12,
    u21,
    u_1,
)


@claim(
    "zfb/appendix-a.4-saddle-origin",
    kind=Kind.STATIONARITY,
    source="Appendix A.4, text before Lemma 18; Appendix C.3, text before Lemma 26",
    forall=(d, N, Lam, Theta, sigma),
    given=(*assumption_3, scale_43),
    uses=("zfb/lemma-15", "zfb/lemma-17"),
    witnesses=("words", "entries", "grid"),
    note="(a) The scale is as small as Lemmas 18 and 19 take it, which the sentence announces.",
    fidelity=(Difference(Differs.PART_OMITTED, "(b) that the origin is a saddle point in the random case, too"),),
)
def saddle_origin() -> Parts:
    r"""(a) the origin is a saddle point: "the trajectories of $u_{-1}(t)$ stay away from saddle point at origin"; (b)
    random case: "as long as the initial scale is small enough, $u_{-1}$ will be positive along the whole trajectory
    and can be lower bounded by a positive constant, which implies that the trajectories will be away from the
    saddle point at the origin."
    """
    origin = ((U11, zeros("d", "d")), (u_1, 0))
    return {
        "a": conj(saddle(l, *origin), always(chain(u_1, ">=", lower_bound, ">", 0))),
        # On the loss (20); (58) says how small, and (60) is the positive constant.
        "b": implies(
            scale_58.prop,
            always_along(L_diag, chain(u_1, ">=", lower_bound_rdm, ">", 0), U11, u12, u21, u_1),
        ),
    }


@claim(
    "zfb/lemma-18",
    kind=Kind.INEQUALITY,
    source="Lemma 18, eq. (43), Appendix A.4",
    forall=(d, N, Lam, Theta, sigma, U11, u_1),
    given=assumption_3,
    uses=("zfb/lemma-15", "zfb/assumption-3", "zfb/lemma-18-initial-loss"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def lemma_18() -> Parts:
    r"""Gradient flow over $L$ in (26) w.r.t. $u$ starting from an initial value satisfying Assumption 3. (a) If
    $0<\sigma<\sqrt{\frac2{\sqrt d\|\Gamma\|_{op}}}$, then for any $t\ge0$: $u_{-1}>0$. Proof steps: (b) $\frac{d
    \tilde\ell}{dt}=\Big\langle\frac{dU_{11}}{dt},\frac{\partial\tilde\ell}{\partial U_{11}}\Big\rangle+
    \frac{du_{-1}}{dt}\frac{\partial\tilde\ell}{\partial u_{-1}}=-\Big\|\frac{dU_{11}}{dt}\Big\|_F^2-\Big|
    \frac{du_{-1}}{dt}\Big|^2\le0$; (c) when $u_{-1}=0$, $\tilde\ell=0$; (d) as long as
    $\tilde\ell(U_{11}(0),u_{-1}(0))<0$, $u_{-1}$ is non-zero for any time; since $u_{-1}(0)>0$ and the trajectory
    is continuous, $u_{-1}(t)>0$ for any $t\ge0$.
    """
    dU11, du_1 = given_block(ddt(U11)), given_block(ddt(u_1))
    return {
        "a": implies(scale_43.prop, always(gt(u_1, 0))),
        "b": chain(
            given_block(ddt(l)),
            "=", inner(dU11, grad(l, U11)) + du_1 * grad(l, u_1),
            "=", -(norm_F(dU11) ** 2) - absolute(du_1) ** 2,
            "<=", 0,
        ),
        "c": eq(where(l, (u_1, 0)), 0),
        "d": implies(lt(at0(l), 0), conj(always(ne(u_1, 0)), always(gt(u_1, 0)))),
    }


@claim(
    "zfb/lemma-18-initial-loss",
    kind=Kind.INEQUALITY,
    source="Appendix A.4, proof of Lemma 18",
    forall=(d, N, Lam, Theta, sigma),
    given=assumption_3,
    uses=("zfb/lemma-15", "zfb/assumption-3", "zfb/lemma-31", "zfb/eq-37"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def lemma_18_initial_loss() -> Parts:
    r"""under Assumption 3: (a) $\tilde\ell(U_{11}(0),u_{-1}(0))=\frac{\sigma^4}2\mathrm{tr}\big[\Gamma\Lambda\Theta
    \Theta^\top\Lambda\Theta\Theta^\top\big]-\sigma^2\mathrm{tr}\big[\Lambda^2\Theta\Theta^\top\big]$; (b)
    $\mathrm{tr}[\Lambda^2\Theta\Theta^\top]=\mathrm{tr}[\Lambda\Theta\Theta^\top\Lambda^\top]=\|\Lambda
    \Theta\|_F^2$; (c) by von Neumann's trace inequality and $\|\Theta\Theta^\top\|_F=1$: $\mathrm{tr}\big[\Gamma
    \Lambda\Theta\Theta^\top\Lambda\Theta\Theta^\top\big]\le\sqrt d\,\|\Lambda\Theta\Theta^\top\Lambda\Theta
    \Theta^\top\|_F\|\Gamma\|_{op}\le\sqrt d\,\|\Lambda\Theta\|_F^2\|\Theta\Theta^\top\|_F\|\Gamma\|_{op}=\sqrt
    d\,\|\Lambda\Theta\|_F^2\|\Gamma\|_{op}$; (d) $\tilde\ell(U_{11}(0),u_{-1}(0))\le\frac{\sqrt d\sigma^4}2\|
    \Lambda\Theta\|_F^2\|\Gamma\|_{op}-\sigma^2\|\Lambda\Theta\|_F^2=\frac{\sigma^2}2\|\Lambda\Theta\|_F^2\big[\sqrt
    d\sigma^2\|\Gamma\|_{op}-2\big]$; (e) $\|\Lambda\Theta\|_F^2\ne0$ by Assumption 3; (f) for
    $0<\sigma<\sqrt{2/(\sqrt d\|\Gamma\|_{op})}$: $\tilde\ell(U_{11}(0),u_{-1}(0))<0$.
    """
    TT = Theta * Theta.T
    return {
        "a": eq(
            at0(l),
            sigma**4 / 2 * tr(Gam * Lam * Theta * Theta.T * Lam * Theta * Theta.T)
            - sigma**2 * tr(Lam**2 * Theta * Theta.T),
        ),
        "b": chain(tr(Lam**2 * Theta * Theta.T), "=", tr(Lam * Theta * Theta.T * Lam.T), "=", Lam_Theta**2),
        "c": chain(
            tr(Gam * Lam * Theta * Theta.T * Lam * Theta * Theta.T),
            "<=", sqrt(d) * norm_F(Lam * Theta * Theta.T * Lam * Theta * Theta.T) * norm_op(Gam),
            "<=", sqrt(d) * Lam_Theta**2 * norm_F(TT) * norm_op(Gam),
            "=", sqrt(d) * Lam_Theta**2 * norm_op(Gam),
        ),
        "d": chain(
            at0(l),
            "<=", sqrt(d) * sigma**4 / 2 * Lam_Theta**2 * norm_op(Gam) - sigma**2 * Lam_Theta**2,
            "=", sigma**2 / 2 * Lam_Theta**2 * (sqrt(d) * sigma**2 * norm_op(Gam) - 2),
        ),
        "e": ne(Lam_Theta**2, 0),
        "f": implies(scale_43.prop, lt(at0(l), 0)),
    }


lemma_18 = with_proof(lemma_18, whole=chains.CHAIN)
lemma_18_initial_loss = with_proof(lemma_18_initial_loss, whole=chains.INITIAL_LOSS)
saddle_origin = with_proof(saddle_origin, a=remarks.ORIGIN, b=remarks_random.ORIGIN)
