"""How the products of Appendix E.2 move with a rotation of the covariates: (42) to (45)."""

from __future__ import annotations

from ...claims import Expected, Kind, Misprint, Parts, claim, with_proof
from ...statement.attention import jacobian
from ...statement.props import Prop, chain, eq
from ...statement.terms import Op, Term, TermLike, at, matrix
from ...verdict import Verdict
from .chains.split import around, display, still, turned
from .notation import (
    CONTINUOUSLY_DIFFERENTIABLE,
    X_0,
    B_star,
    C_star,
    I_n,
    M,
    R,
    S,
    Sigma,
    U,
    U_Sigma,
    b,
    c,
    d,
    h,
    h_,
    inv_root,
    k,
    n,
    r,
    root,
    t,
)
from .notation_rotations import G_E, RU, UX, d_dt, i, j, j_in_depth

FORALL = (d, n, k, j, Sigma, U, R, X_0, r, b, c)


@claim(
    "ccs/eq-42",
    kind=Kind.INVARIANCE,
    source="(42), Appendix E.2",
    forall=(d, n, k, Sigma, U, X_0, r, b, c),
    uses=("ccs/eq-44", "ccs/assumption-4.3", "ccs/appendix-e.2-loss"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_42() -> Prop:
    r"""$G(U_\Sigma X_0,0)=G(X_0,0)$."""
    return eq(G_E(UX, 0), G_E(X_0, 0))


@claim(
    "ccs/eq-43",
    kind=Kind.INVARIANCE,
    source="(43), Appendix E.2",
    forall=FORALL,
    given=(j_in_depth,),
    uses=("ccs/eq-44", "ccs/eq-45", "ccs/appendix-e.2-loss"),
    witnesses=("words", "entries", "sampled", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        r"the direction is $U^\top RU_\Sigma$, as the proof and the final display have it: $B_jU_\Sigma=UB_j$, so that "
        r"$(B_j+tR)U_\Sigma=U(B_j+tU^\top RU_\Sigma)$; with $U_\Sigma^\top$ it holds where $\Sigma$ is a multiple of I",
    ),
    misprints=(
        Misprint(
            r"the direction $U_\Sigma^\top RU_\Sigma$",
            r"$U^\top RU_\Sigma$, as the proof and the final display have it",
        ),
    ),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_43() -> Prop:
    r"""$\frac d{dt}G(U_\Sigma X_0,tR)|_{t=0}=\frac d{dt}G(X_0,tU_\Sigma^\top RU_\Sigma)|_{t=0}$."""
    return eq(d_dt(G_E(UX, t * R)), d_dt(G_E(X_0, t * (U_Sigma.T * R * U_Sigma))))


@claim(
    "ccs/eq-43-corrected",
    kind=Kind.INVARIANCE,
    source="(43), Appendix E.2, corrected",
    forall=FORALL,
    given=(j_in_depth,),
    uses=("ccs/eq-44", "ccs/eq-45", "ccs/appendix-e.2-loss"),
    corrects="ccs/eq-43",
    witnesses=("words", "entries", "sampled", "proof"),
)
def eq_43_corrected() -> Prop:
    r"""$\frac d{dt}G(U_\Sigma X_0,tR)|_{t=0}=\frac d{dt}G(X_0,tU^\top RU_\Sigma)|_{t=0}$."""
    return eq(d_dt(G_E(UX, t * R)), d_dt(G_E(X_0, t * RU)))


@claim(
    "ccs/eq-44",
    kind=Kind.IDENTITY,
    source="(44), Appendix E.2",
    forall=(d, i, Sigma, U, b, c),
    uses=("ccs/eq-38",),
    witnesses=("words", "entries"),
)
def eq_44() -> Parts:
    r"""(a) $B_\ell U_\Sigma=b_\ell\Sigma^{-1/2}\Sigma^{1/2}U\Sigma^{-1/2}=UB_\ell$, (b) $C_\ell
    U_\Sigma=c_\ell\Sigma^{-1/2}\Sigma^{1/2}U\Sigma^{-1/2}=UC_\ell$.
    """
    return {
        "a": chain(B_star(i) * U_Sigma, "=", at(b, i) * (inv_root * root * U * inv_root), "=", U * B_star(i)),
        "b": chain(C_star(i) * U_Sigma, "=", at(c, i) * (inv_root * root * U * inv_root), "=", U * C_star(i)),
    }


U_, V_, T_ = (matrix(name, "d", "n+1", tex=name[0]) for name in ("U_", "V_", "T_"))
"""Any arguments of the activation: U, V, T on the page, which are not the rotation."""


@claim(
    "ccs/eq-45",
    kind=Kind.IDENTITY,
    source="(45), Appendix E.2",
    forall=(d, n, i, Sigma, U, S, X_0, U_, V_, T_, b, c),
    uses=("ccs/eq-44", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "sampled", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        r"$\tilde h(U+T,V)$ does not depend on t, so its derivative is 0; $\tilde h(U+tT,V)$ is meant",
        parts=("definition",),
    ),
    options={"twins": {"fast": 1}},
    misprints=(Misprint(r"$\tilde h(U+T,V)$", r"$\tilde h(U+tT,V)$", "definition"),),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_45() -> Parts:
    r""""let $\mathcal J_{\tilde h}:\mathbb R^{d\times(n+1)}\to\mathbb R^{(n+1)\times(n+1)}$ denote the Jacobian of
    $\tilde h$ wrt its first argument, evaluated at $(B_\ell X_0,C_\ell X_0)$." (definition) "for any $U,V,T\in\mathbb
    R^{d\times(n+1)}$, $\mathcal J_{\tilde h}(U,V)[T]:=\frac d{dt}\tilde h(U+T,V)|_{t=0}$". For any $S\in\mathbb
    R^{d\times d}$: $\mathcal J_{\tilde h}(B_\ell U_\Sigma X_0,C_\ell U_\Sigma X_0)[SU_\Sigma X_0]=$ (a) $\frac
    d{dt}\tilde h(UB_\ell X_0+tSU_\Sigma X_0,UC_\ell X_0)|_{t=0}=$ (b) $\frac d{dt}\tilde h(B_\ell X_0+tU^\top SU_\Sigma
    X_0,C_\ell X_0)|_{t=0}=$ (c) $\mathcal J_{\tilde h}(B_\ell X_0,C_\ell X_0)[U^\top SU_\Sigma X_0]$.
    """
    BX, CX, turned = B_star(i) * X_0, C_star(i) * X_0, U.T * S * UX
    before = d_dt(h(U * BX + t * (S * UX), U * CX))
    after = d_dt(h(BX + t * turned, CX))
    return {
        "definition": eq(jacobian(h_, 1, U_, V_, T_), d_dt(h(U_ + T_, V_))),
        "a": eq(jacobian(h_, 1, B_star(i) * UX, C_star(i) * UX, S * UX), before),
        "b": eq(before, after),
        "c": eq(after, jacobian(h_, 1, BX, CX, turned)),
    }


@claim(
    "ccs/eq-45-corrected",
    kind=Kind.IDENTITY,
    source="(45), Appendix E.2, the definition before it corrected",
    forall=(d, n, U_, V_, T_),
    corrects="ccs/eq-45#definition",
    witnesses=("words", "entries"),
)
def eq_45_corrected() -> Prop:
    r"""$\mathcal J_{\tilde h}(U,V)[T]=\frac d{dt}\tilde h(U+tT,V)|_{t=0}$."""
    return eq(jacobian(h_, 1, U_, V_, T_), d_dt(h(U_ + t * T_, V_)))


def _without_r(layer: TermLike, X: Term) -> Op:
    return I_n + M * h(B_star(layer) * X, C_star(layer) * X)


def _jacobian(X: Term, direction: Term) -> Op:
    return jacobian(h_, 1, B_star(j) * X, C_star(j) * X, direction)


@claim(
    "ccs/eq-43-proof-display",
    kind=Kind.IDENTITY,
    source="Appendix E.2, display proving (43)",
    forall=FORALL,
    given=(j_in_depth,),
    uses=("ccs/eq-44", "ccs/eq-45", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        r"every factor is $I+r_\ell M\tilde h$ and the derivative of layer j carries $r_j$; the last line is at $X_0$, "
        r"not at $U_\Sigma X_0$",
        parts=("a", "d"),
    ),
    misprints=(
        Misprint(r"$I+M\tilde h$, $M\mathcal J_{\tilde h}$", r"$I+r_\ell M\tilde h$, $r_jM\mathcal J_{\tilde h}$", "a"),
        Misprint(r"$I+M\tilde h$, $M\mathcal J_{\tilde h}$", r"$I+r_\ell M\tilde h$, $r_jM\mathcal J_{\tilde h}$", "d"),
        Misprint(r"$G(U_\Sigma X_0,tU^\top RU_\Sigma)$", r"$G(X_0,tU^\top RU_\Sigma)$", "d"),
        Misprint(r"$[tR]$, $[tU^\top RU_\Sigma]$", r"$[RU_\Sigma X_0]$, $[U^\top RU_\Sigma X_0]$, as (45) has them"),
    ),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_43_proof_display() -> Parts:
    r"""$\frac d{dt}G(U_\Sigma X_0,tR)|_{t=0}=$ (a) $(\prod_{\ell=0}^{j-1}(I+M\tilde h(B_\ell U_\Sigma X_0,C_\ell
    U_\Sigma X_0)))M\mathcal J_{\tilde h}(B_jU_\Sigma X_0,C_jU_\Sigma X_0)[tR](\prod_{\ell=j+1}^k(I+M\tilde h(B_\ell
    U_\Sigma X_0,C_\ell U_\Sigma X_0)))$ $=$ (b) $(\prod_{\ell=0}^{j-1}(I+M\tilde h(B_\ell X_0,C_\ell X_0)))M\mathcal
    J_{\tilde h}(B_jU_\Sigma X_0,C_jU_\Sigma X_0)[tR](\prod_{\ell=j+1}^k(I+M\tilde h(B_\ell X_0,C_\ell X_0)))$ $=$ (c)
    $(\prod_{\ell=0}^{j-1}(I+M\tilde h(B_\ell X_0,C_\ell X_0)))M\mathcal J_{\tilde h}(B_jX_0,C_jX_0)[tU^\top
    RU_\Sigma](\prod_{\ell=j+1}^k(I+M\tilde h(B_\ell X_0,C_\ell X_0)))$ $=$ (d) $\frac d{dt}G(U_\Sigma X_0,tU^\top
    RU_\Sigma)|_{t=0}$.
    """
    first = around(UX, M * _jacobian(UX, R * UX), _without_r)
    second = around(X_0, M * _jacobian(UX, R * UX), _without_r)
    third = around(X_0, M * _jacobian(X_0, RU * X_0), _without_r)
    return {
        "a": eq(d_dt(G_E(UX, t * R)), first),
        "b": eq(first, second),
        "c": eq(second, third),
        "d": eq(third, d_dt(G_E(UX, t * RU))),
    }


@claim(
    "ccs/eq-43-proof-display-corrected",
    kind=Kind.IDENTITY,
    source="Appendix E.2, display proving (43), corrected",
    forall=FORALL,
    given=(j_in_depth,),
    uses=("ccs/eq-44", "ccs/eq-45", "ccs/assumption-4.3"),
    corrects="ccs/eq-43-proof-display",
    witnesses=("words", "entries", "proof"),
)
def eq_43_proof_display_corrected() -> Prop:
    r"""The display with $r_\ell$ in every factor, $r_j$ before the Jacobian, and $\frac d{dt}G(X_0,tU^\top
    RU_\Sigma)|_{t=0}$ as its last line.
    """
    return chain(
        d_dt(G_E(UX, t * R)),
        "=", around(UX, turned(j, UX, R), still),
        "=", around(X_0, turned(j, UX, R), still),
        "=", around(X_0, turned(j, X_0, RU), still),
        "=", d_dt(G_E(X_0, t * RU)),
    )


eq_43_proof_display_corrected = with_proof(
    eq_43_proof_display_corrected, whole=display(eq_43_proof_display_corrected, (UX, R), (X_0, RU))
)
