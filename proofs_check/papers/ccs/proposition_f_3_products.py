"""How the products move with a rotation while one B moves: (66) to (68), Appendix F.2."""

from __future__ import annotations

from ...claims import Expected, Kind, Misprint, Parts, claim, with_proof
from ...statement.props import Prop, chain, eq
from ...statement.terms import where
from ...verdict import Verdict
from .chains import products as chains
from .chains.covariates import slopes_turned, turned
from .chains.rewriting import known, rewritten
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
    a,
    b,
    c,
    d,
    h,
    n,
    r,
    r_of,
    t,
)
from .notation_rotations import G_B, RU, UX, X_B, d_dt, factor_B, i, j, moved

FORALL = (d, n, i, j, Sigma, U, R, X_0, r, a, b, c)


@claim(
    "ccs/eq-66",
    kind=Kind.INVARIANCE,
    source="(66), Appendix F.2",
    forall=(d, n, i, Sigma, U, X_0, r, a, b, c),
    uses=("ccs/appendix-f.3-loss", "ccs/eq-60", "ccs/eq-62", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_66() -> Prop:
    r"""$G_i(U_\Sigma X_0,0)=G_i(X_0,0)$."""
    return eq(G_B(i, UX, 0), G_B(i, X_0, 0))


@claim(
    "ccs/eq-67",
    kind=Kind.INVARIANCE,
    source="(67), Appendix F.2",
    forall=FORALL,
    uses=("ccs/eq-62", "ccs/eq-63", "ccs/eq-68", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_67() -> Prop:
    r"""$\frac d{dt}G_i(U_\Sigma X_0,tR)|_{t=0}=\frac d{dt}G_i(X_0,tU^\top RU_\Sigma)|_{t=0}$."""
    return eq(d_dt(G_B(i, UX, t * R)), d_dt(G_B(i, X_0, t * RU)))


@claim(
    "ccs/eq-68",
    kind=Kind.IDENTITY,
    source="(68), Appendix F.2",
    forall=(d, n, i, j, Sigma, U, R, S, X_0, r, a, b, c),
    uses=("ccs/appendix-f.3-loss",),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(
        Verdict.REFUTED,
        r"the last factor of $G_i=\prod_{\ell=0}^i$ stands on the right, since $Y_{i+1}=Y_0G_i$: "
        r"$G_i=G_{i-1}(I+r_iM\tilde h)$, and factors do not commute; with the factors in the other order (68) holds "
        r"and the formula for the loss fails",
    ),
    note=r"All at t = 0, $G_{i-1}(U_\Sigma X_0,tR)$ in (b) too.",
)
def eq_68() -> Parts:
    r"""(a) $G_i(U_\Sigma X_0,S)=(I+r_iM\tilde h(B_i(S)X_i(U_\Sigma X_0,S),C_iX_i(U_\Sigma X_0,S)))G_{i-1}(U_\Sigma
    X_0,S)$ (b) $\Rightarrow\frac d{dt}G_i(U_\Sigma X_0,tR)|_{t=0}=(\frac d{dt}(I+r_iM\tilde h(B_i(tR)X_i(U_\Sigma
    X_0,tR),C_iX_i(U_\Sigma X_0,tR))))G_{i-1}(U_\Sigma X_0,tR)+(I+r_iM\tilde h(B_iX_i(U_\Sigma X_0,0),C_iX_i(U_\Sigma
    X_0,0)))\frac d{dt}G_{i-1}(U_\Sigma X_0,tR)$.
    """
    before = d_dt(G_B(i - 1, UX, t * R))
    return {
        "a": eq(G_B(i, UX, S), factor_B(i, UX, S) * G_B(i - 1, UX, S)),
        "b": eq(
            d_dt(G_B(i, UX, t * R)),
            d_dt(factor_B(i, UX, t * R)) * G_B(i - 1, UX, 0) + factor_B(i, UX, 0) * before,
        ),
    }


@claim(
    "ccs/eq-68-corrected",
    kind=Kind.IDENTITY,
    source="(68), Appendix F.2, corrected",
    forall=(d, n, i, j, Sigma, U, R, S, X_0, r, a, b, c),
    uses=("ccs/appendix-f.3-loss",),
    corrects="ccs/eq-68",
    witnesses=("words", "entries", "proof"),
)
def eq_68_corrected() -> Parts:
    r"""(a) $G_i=G_{i-1}(I+r_iM\tilde h(B_i(S)X_i,C_iX_i))$, at $(U_\Sigma X_0,S)$, and (b) $\frac d{dt}G_i=(\frac
    d{dt}G_{i-1})(I+r_iM\tilde h(B_iX_i,C_iX_i))+G_{i-1}\frac d{dt}(I+r_iM\tilde h(B_i(tR)X_i,C_iX_i))$.
    """
    before = d_dt(G_B(i - 1, UX, t * R))
    return {
        "a": eq(G_B(i, UX, S), G_B(i - 1, UX, S) * factor_B(i, UX, S)),
        "b": eq(
            d_dt(G_B(i, UX, t * R)),
            before * factor_B(i, UX, 0) + G_B(i - 1, UX, 0) * d_dt(factor_B(i, UX, t * R)),
        ),
    }


h_moving = h(moved(B_star, t * R)(i) * X_B(i, UX, t * R), C_star(i) * X_B(i, UX, t * R))


@claim(
    "ccs/eq-68-first-term",
    kind=Kind.IDENTITY,
    source="Appendix F.2, display after (68)",
    forall=FORALL,
    uses=("ccs/eq-68",),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(Verdict.REFUTED, "the derivative of the constant I is 0, not I"),
    misprints=(Misprint(r"$I+r_iM\frac d{dt}\tilde h$", r"$r_iM\frac d{dt}\tilde h$"),),
)
def eq_68_first_term() -> Prop:
    r"""$\frac d{dt}(I+r_iM\tilde h(B_i(tR)X_i(U_\Sigma X_0,tR),C_iX_i(U_\Sigma X_0,tR)))=I+r_iM\frac d{dt}\tilde
    h(B_i(tR)X_i(U_\Sigma X_0,tR),C_iX_i(U_\Sigma X_0,tR))$.
    """
    return eq(d_dt(factor_B(i, UX, t * R)), I_n + r_of(i) * (M * d_dt(h_moving)))


@claim(
    "ccs/eq-68-first-term-corrected",
    kind=Kind.IDENTITY,
    source="Appendix F.2, display after (68), corrected",
    forall=FORALL,
    uses=("ccs/eq-68",),
    corrects="ccs/eq-68-first-term",
    witnesses=("words", "entries", "proof"),
)
def eq_68_first_term_corrected() -> Prop:
    r"""$\frac d{dt}(I+r_iM\tilde h(\cdot))=r_iM\frac d{dt}\tilde h(\cdot)$."""
    return eq(d_dt(factor_B(i, UX, t * R)), r_of(i) * (M * d_dt(h_moving)))


@claim(
    "ccs/eq-68-substitution",
    kind=Kind.IDENTITY,
    source="Appendix F.2, after (68)",
    forall=FORALL,
    uses=("ccs/eq-60", "ccs/eq-62", "ccs/eq-63"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    note="$UB_i(X_0,0)$ and $UC_i(X_0,0)$ are read as $UB_iX_i(X_0,0)$, $UC_iX_i(X_0,0)$.",
    misprints=(Misprint(r"$UB_i(X_0,0)$, $UC_i(X_0,0)$", r"$UB_iX_i(X_0,0)$, $UC_iX_i(X_0,0)$"),),
)
def eq_68_substitution() -> Parts:
    r"""$S(t):=B_i(tR)X_i(U_\Sigma X_0,tR)$, $T(t):=C_iX_i(U_\Sigma X_0,tR)$, $\tilde S(t):=UB_i(tU^\top
    RU_\Sigma)X_i(X_0,tU^\top RU_\Sigma)$, $\tilde T(t):=UC_iX_i(X_0,tU^\top RU_\Sigma)$: (a) $S(0)=B_iX_i(U_\Sigma
    X_0,0)=UB_i(X_0,0)=\tilde S(0)$; (b) $T(0)=C_iX_i(U_\Sigma X_0,0)=UC_i(X_0,0)=\tilde T(0)$; (c) $S'(0)=(\frac
    d{dt}B_i(tR))X_i(U_\Sigma X_0,0)+B_i\frac d{dt}X_i(U_\Sigma X_0,tR)=(\frac d{dt}B_i(tR))U_\Sigma
    X_i(X_0,0)+B_iU_\Sigma\frac d{dt}X_i(X_0,tU^\top RU_\Sigma)=U(\frac d{dt}B_i(tU^\top
    RU_\Sigma))X_i(X_0,0)+UB_i\frac d{dt}X_i(X_0,tU^\top RU_\Sigma)=\tilde S'(0)$; (d) $T'(0)=C_i\frac
    d{dt}X_i(U_\Sigma X_0,tR)=UC_i\frac d{dt}X_i(X_0,tU^\top RU_\Sigma)=\tilde T'(0)$; (e) "the fact that $U^\top\frac
    d{dt}B_i(tR)U_\Sigma=\frac d{dt}B_i(tU^\top RU_\Sigma)$".
    """
    B_i, C_i = B_star(i), C_star(i)
    X, dX, turned = X_B(i, X_0, 0), d_dt(X_B(i, X_0, t * RU)), X_B(i, X_0, t * RU)
    X_rotated, dX_rotated = X_B(i, UX, 0), d_dt(X_B(i, UX, t * R))
    dB, dB_turned = d_dt(moved(B_star, t * R)(i)), d_dt(moved(B_star, t * RU)(i))
    S_tilde = U * moved(B_star, t * RU)(i) * turned
    return {
        "a": chain(
            where(moved(B_star, t * R)(i) * X_B(i, UX, t * R), (t, 0)),
            "=", B_i * X_rotated,
            "=", U * B_i * X,
            "=", where(S_tilde, (t, 0)),
        ),
        "b": chain(
            where(C_i * X_B(i, UX, t * R), (t, 0)),
            "=", C_i * X_rotated,
            "=", U * C_i * X,
            "=", where(U * C_i * turned, (t, 0)),
        ),
        "c": chain(
            d_dt(moved(B_star, t * R)(i) * X_B(i, UX, t * R)),
            "=", dB * X_rotated + B_i * dX_rotated,
            "=", dB * U_Sigma * X + B_i * U_Sigma * dX,
            "=", U * dB_turned * X + U * B_i * dX,
            "=", d_dt(S_tilde),
        ),
        "d": chain(
            d_dt(C_i * X_B(i, UX, t * R)), "=", C_i * dX_rotated, "=", U * C_i * dX, "=", d_dt(U * C_i * turned)
        ),
        "e": eq(U.T * dB * U_Sigma, dB_turned),
    }


@claim(
    "ccs/eq-68-terms",
    kind=Kind.IDENTITY,
    source='Appendix F.2, the two displays before "This concludes the proof of (67)"',
    forall=FORALL,
    uses=("ccs/eq-68", "ccs/eq-68-substitution", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_68_terms() -> Parts:
    r"""(a) $\frac d{dt}(I+r_iM\tilde h(B_i(tR)X_i(U_\Sigma X_0,tR),C_iX_i(U_\Sigma X_0,tR)))=\frac d{dt}(I+r_iM\tilde
    h(B_i(tU^\top RU_\Sigma)X_i(X_0,tU^\top RU_\Sigma),C_iX_i(X_0,tU^\top RU_\Sigma)))$; (b) $(I+r_iM\tilde
    h(B_iX_i(U_\Sigma X_0,0),C_iX_i(U_\Sigma X_0,0)))\frac d{dt}G_{i-1}(U_\Sigma X_0,tR)=(I+r_iM\tilde
    h(B_iX_i(X_0,0),C_iX_i(X_0,0)))\frac d{dt}G_{i-1}(X_0,tU^\top RU_\Sigma)$.
    """
    return {
        "a": eq(d_dt(factor_B(i, UX, t * R)), d_dt(factor_B(i, X_0, t * RU))),
        "b": eq(
            factor_B(i, UX, 0) * d_dt(G_B(i - 1, UX, t * R)), factor_B(i, X_0, 0) * d_dt(G_B(i - 1, X_0, t * RU))
        ),
    }


eq_66 = with_proof(eq_66, whole=chains.EQ_66)
eq_67 = with_proof(eq_67, whole=chains.EQ_67)
_turned = known("ccs/eq-62", turned(X_B, i))
_slopes = known("ccs/eq-63", slopes_turned(X_B, RU)(i))
eq_68_substitution = rewritten(eq_68_substitution, "a", "b", "c", "d", by=(_turned, _slopes))
eq_68_terms = rewritten(eq_68_terms, "a", by=(_turned, _slopes))
eq_68_terms = rewritten(
    eq_68_terms, "b", by=chains.BEFORE_67, used=("eq-62", "slopes before")
)
