"""How the products move with a rotation while one A moves: (80) to (82), Appendix F.2."""

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
from .notation_rotations import G_A, RU_A, UX, X_A, d_dt, factor_A, i, j

FORALL = (d, n, i, j, Sigma, U, R, X_0, r, a, b, c)


@claim(
    "ccs/eq-80",
    kind=Kind.INVARIANCE,
    source="(80), Appendix F.2",
    forall=(d, n, i, Sigma, U, X_0, r, a, b, c),
    uses=("ccs/appendix-f.4-loss", "ccs/eq-74", "ccs/eq-76", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_80() -> Prop:
    r"""$G_i(U_\Sigma X_0,0)=G_i(X_0,0)$ ($G_i$ of the reformulation of the loss)."""
    return eq(G_A(i, UX, 0), G_A(i, X_0, 0))


@claim(
    "ccs/eq-81",
    kind=Kind.INVARIANCE,
    source="(81), Appendix F.2",
    forall=FORALL,
    uses=("ccs/eq-76", "ccs/eq-77", "ccs/eq-82", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_81() -> Prop:
    r"""$\frac d{dt}G_i(U_\Sigma X_0,tR)|_{t=0}=\frac d{dt}G_i(X_0,tU_\Sigma^{-1}RU_\Sigma)|_{t=0}$."""
    return eq(d_dt(G_A(i, UX, t * R)), d_dt(G_A(i, X_0, t * RU_A)))


@claim(
    "ccs/eq-82",
    kind=Kind.IDENTITY,
    source="(82), Appendix F.2",
    forall=(d, n, i, j, Sigma, U, R, S, X_0, r, a, b, c),
    uses=("ccs/appendix-f.4-loss",),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(
        Verdict.REFUTED,
        r"as in (68): the last factor of $G_i=\prod_{\ell=0}^i$ is on the right: $G_i=G_{i-1}(I+r_iM\tilde h)$; with "
        r"the factors in the other order (82) holds and the formula for the loss fails",
    ),
    note=r"""All at t = 0, $G_{i-1}(U_\Sigma X_0,tR)$ in (b) too; $B_i(S)$ is read as $B_i$, since A alone moves
    here.
    """,
    misprints=(Misprint(r"$B_i(S)$", r"$B_i$, since A alone moves here"),),
)
def eq_82() -> Parts:
    r"""(a) $G_i(U_\Sigma X_0,S)=(I+r_iM\tilde h(B_i(S)X_i(U_\Sigma X_0,S),C_iX_i(U_\Sigma X_0,S)))G_{i-1}(U_\Sigma
    X_0,S)$ (b) $\Rightarrow\frac d{dt}G_i(U_\Sigma X_0,tR)|_{t=0}=(\frac d{dt}(I+r_iM\tilde h(B_iX_i(U_\Sigma
    X_0,tR),C_iX_i(U_\Sigma X_0,tR))))G_{i-1}(U_\Sigma X_0,tR)+(I+r_iM\tilde h(B_iX_i(U_\Sigma X_0,0),C_iX_i(U_\Sigma
    X_0,0)))\frac d{dt}G_{i-1}(U_\Sigma X_0,tR)$.
    """
    before = d_dt(G_A(i - 1, UX, t * R))
    return {
        "a": eq(G_A(i, UX, S), factor_A(i, UX, S) * G_A(i - 1, UX, S)),
        "b": eq(
            d_dt(G_A(i, UX, t * R)),
            d_dt(factor_A(i, UX, t * R)) * G_A(i - 1, UX, 0) + factor_A(i, UX, 0) * before,
        ),
    }


@claim(
    "ccs/eq-82-corrected",
    kind=Kind.IDENTITY,
    source="(82), Appendix F.2, corrected",
    forall=(d, n, i, j, Sigma, U, R, S, X_0, r, a, b, c),
    uses=("ccs/appendix-f.4-loss",),
    corrects="ccs/eq-82",
    witnesses=("words", "entries", "proof"),
)
def eq_82_corrected() -> Parts:
    r"""(a) $G_i=G_{i-1}(I+r_iM\tilde h(B_iX_i,C_iX_i))$, at $(U_\Sigma X_0,S)$, and (b) $\frac d{dt}G_i=(\frac
    d{dt}G_{i-1})(I+r_iM\tilde h(B_iX_i,C_iX_i))+G_{i-1}\frac d{dt}(I+r_iM\tilde h(B_iX_i,C_iX_i))$.
    """
    before = d_dt(G_A(i - 1, UX, t * R))
    return {
        "a": eq(G_A(i, UX, S), G_A(i - 1, UX, S) * factor_A(i, UX, S)),
        "b": eq(
            d_dt(G_A(i, UX, t * R)),
            before * factor_A(i, UX, 0) + G_A(i - 1, UX, 0) * d_dt(factor_A(i, UX, t * R)),
        ),
    }


h_moving = h(B_star(i) * X_A(i, UX, t * R), C_star(i) * X_A(i, UX, t * R))


@claim(
    "ccs/eq-82-first-term",
    kind=Kind.IDENTITY,
    source="Appendix F.2, display after (82)",
    forall=FORALL,
    uses=("ccs/eq-82",),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(Verdict.REFUTED, "the derivative of the constant I is 0, not I"),
    misprints=(Misprint(r"$I+r_iM\frac d{dt}\tilde h$", r"$r_iM\frac d{dt}\tilde h$"),),
)
def eq_82_first_term() -> Prop:
    r"""$\frac d{dt}(I+r_iM\tilde h(B_iX_i(U_\Sigma X_0,tR),C_iX_i(U_\Sigma X_0,tR)))=I+r_iM\frac d{dt}\tilde
    h(B_iX_i(U_\Sigma X_0,tR),C_iX_i(U_\Sigma X_0,tR))$.
    """
    return eq(d_dt(factor_A(i, UX, t * R)), I_n + r_of(i) * (M * d_dt(h_moving)))


@claim(
    "ccs/eq-82-first-term-corrected",
    kind=Kind.IDENTITY,
    source="Appendix F.2, display after (82), corrected",
    forall=FORALL,
    uses=("ccs/eq-82",),
    corrects="ccs/eq-82-first-term",
    witnesses=("words", "entries", "proof"),
)
def eq_82_first_term_corrected() -> Prop:
    r"""$\frac d{dt}(I+r_iM\tilde h(\cdot))=r_iM\frac d{dt}\tilde h(\cdot)$."""
    return eq(d_dt(factor_A(i, UX, t * R)), r_of(i) * (M * d_dt(h_moving)))


@claim(
    "ccs/eq-82-substitution",
    kind=Kind.IDENTITY,
    source="Appendix F.2, after (82)",
    forall=FORALL,
    uses=("ccs/eq-74", "ccs/eq-76", "ccs/eq-77"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(
        Verdict.REFUTED,
        "$T'(0)=C_i\\frac d{dt}X_i$ and $\\tilde T'(0)=UC_i\\frac d{dt}X_i$: C stands where the page has B",
        parts=("d", "f"),
    ),
    note="$UB_i(X_0,0)$ and $UC_i(X_0,0)$ are read as $UB_iX_i(X_0,0)$, $UC_iX_i(X_0,0)$.",
    misprints=(
        Misprint(r"$UB_i(X_0,0)$, $UC_i(X_0,0)$", r"$UB_iX_i(X_0,0)$, $UC_iX_i(X_0,0)$"),
        Misprint(r"$T'(0)=B_i\frac d{dt}X_i=UB_i\frac d{dt}X_i$", r"$T'(0)=C_i\frac d{dt}X_i=UC_i\frac d{dt}X_i$", "d"),
        Misprint(r"$UB_i\frac d{dt}X_i=\tilde T'(0)$", r"$UC_i\frac d{dt}X_i=\tilde T'(0)$", "f"),
    ),
)
def eq_82_substitution() -> Parts:
    r"""$S(t):=B_iX_i(U_\Sigma X_0,tR)$, $T(t):=C_iX_i(U_\Sigma X_0,tR)$, $\tilde
    S(t):=UB_iX_i(X_0,tU_\Sigma^{-1}RU_\Sigma)$, $\tilde T(t):=UC_iX_i(X_0,tU_\Sigma^{-1}RU_\Sigma)$: (a)
    $S(0)=B_iX_i(U_\Sigma X_0,0)=UB_i(X_0,0)=\tilde S(0)$; (b) $T(0)=C_iX_i(U_\Sigma X_0,0)=UC_i(X_0,0)=\tilde T(0)$;
    (c) $S'(0)=B_i\frac d{dt}X_i(U_\Sigma X_0,tR)=UB_i\frac d{dt}X_i(X_0,tU_\Sigma^{-1}RU_\Sigma)=\tilde S'(0)$;
    $T'(0)=$ (d) $B_i\frac d{dt}X_i(U_\Sigma X_0,tR)=$ (e) $UB_i\frac d{dt}X_i(X_0,tU_\Sigma^{-1}RU_\Sigma)=$ (f)
    $\tilde T'(0)$.
    """
    B_i, C_i = B_star(i), C_star(i)
    X, turned, moving = X_A(i, X_0, 0), X_A(i, X_0, t * RU_A), X_A(i, UX, t * R)
    with_B, with_B_turned = B_i * d_dt(moving), U * B_i * d_dt(turned)
    return {
        "a": chain(
            where(B_i * moving, (t, 0)),
            "=", B_i * X_A(i, UX, 0),
            "=", U * B_i * X,
            "=", where(U * B_i * turned, (t, 0)),
        ),
        "b": chain(
            where(C_i * moving, (t, 0)),
            "=", C_i * X_A(i, UX, 0),
            "=", U * C_i * X,
            "=", where(U * C_i * turned, (t, 0)),
        ),
        "c": chain(d_dt(B_i * moving), "=", with_B, "=", with_B_turned, "=", d_dt(U * B_i * turned)),
        "d": eq(d_dt(C_i * moving), with_B),
        "e": eq(with_B, with_B_turned),
        "f": eq(with_B_turned, d_dt(U * C_i * turned)),
    }


@claim(
    "ccs/eq-82-substitution-corrected",
    kind=Kind.IDENTITY,
    source="Appendix F.2, after (82), corrected",
    forall=FORALL,
    uses=("ccs/eq-74", "ccs/eq-76", "ccs/eq-77"),
    corrects="ccs/eq-82-substitution",
    witnesses=("words", "entries", "proof"),
)
def eq_82_substitution_corrected() -> Prop:
    r"""$T'(0)=C_i\frac d{dt}X_i(U_\Sigma X_0,tR)=UC_i\frac d{dt}X_i(X_0,tU_\Sigma^{-1}RU_\Sigma)=\tilde T'(0)$."""
    moving, turned = X_A(i, UX, t * R), X_A(i, X_0, t * RU_A)
    return chain(
        d_dt(C_star(i) * moving),
        "=", C_star(i) * d_dt(moving),
        "=", U * C_star(i) * d_dt(turned),
        "=", d_dt(U * C_star(i) * turned),
    )


@claim(
    "ccs/eq-82-terms",
    kind=Kind.IDENTITY,
    source="Appendix F.2, the two displays after ccs/eq-82-substitution",
    forall=FORALL,
    uses=("ccs/eq-82", "ccs/eq-82-substitution", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    note="$B_i(tR)$ is read as $B_i$, since A alone moves here.",
    misprints=(Misprint(r"$B_i(tR)$", r"$B_i$, since A alone moves here"),),
)
def eq_82_terms() -> Parts:
    r"""(a) $\frac d{dt}(I+r_iM\tilde h(B_i(tR)X_i(U_\Sigma X_0,tR),C_iX_i(U_\Sigma X_0,tR)))=\frac d{dt}(I+r_iM\tilde
    h(B_iX_i(X_0,tU_\Sigma^{-1}RU_\Sigma),C_iX_i(X_0,tU_\Sigma^{-1}RU_\Sigma)))$; (b) $(I+r_iM\tilde h(B_iX_i(U_\Sigma
    X_0,0),C_iX_i(U_\Sigma X_0,0)))\frac d{dt}G_{i-1}(U_\Sigma X_0,tR)=(I+r_iM\tilde
    h(B_iX_i(X_0,0),C_iX_i(X_0,0)))\frac d{dt}G_{i-1}(X_0,tU_\Sigma^{-1}RU_\Sigma)$.
    """
    return {
        "a": eq(d_dt(factor_A(i, UX, t * R)), d_dt(factor_A(i, X_0, t * RU_A))),
        "b": eq(
            factor_A(i, UX, 0) * d_dt(G_A(i - 1, UX, t * R)), factor_A(i, X_0, 0) * d_dt(G_A(i - 1, X_0, t * RU_A))
        ),
    }


eq_80 = with_proof(eq_80, whole=chains.EQ_80)
eq_81 = with_proof(eq_81, whole=chains.EQ_81)
_turned = known("ccs/eq-76", turned(X_A, i))
_slopes = known("ccs/eq-77", slopes_turned(X_A, RU_A)(i))
eq_82_substitution = rewritten(eq_82_substitution, "a", "b", "c", "e", by=(_turned, _slopes))
eq_82_substitution_corrected = rewritten(eq_82_substitution_corrected, "", by=(_turned, _slopes))
eq_82_terms = rewritten(eq_82_terms, "a", by=(_turned, _slopes))
eq_82_terms = rewritten(
    eq_82_terms, "b", by=chains.BEFORE_81, used=("eq-76", "slopes before")
)
