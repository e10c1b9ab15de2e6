"""How the covariates move with a rotation while one B moves: (62) to (65), Appendix F.2."""

from __future__ import annotations

from ...claims import Expected, Kind, Misprint, Parts, Reading, claim, with_proof
from ...statement.props import Prop, chain, conj, eq, ge, implies, le
from ...statement.terms import Term, zeros
from ...verdict import Verdict
from .chains import covariates as chains
from .chains.rewriting import known, rewritten
from .notation import (
    CONTINUOUSLY_DIFFERENTIABLE,
    X_0,
    A_star,
    B_star,
    C_star,
    M,
    R,
    Sigma,
    U,
    U_Sigma,
    a,
    b,
    c,
    d,
    h,
    n,
    t,
)
from .notation_rotations import RU, UX, X_B, d_dt, h_at, i, j

FORALL = (d, n, i, j, Sigma, U, R, X_0, a, b, c)
RX = U_Sigma * d_dt(X_B(i, X_0, t * RU))
r""":math:`U_\Sigma\frac d{dt}X_i(X_0,tU^\top RU_\Sigma)`."""

S_65, T_65 = (B_star(j) + t * R) * X_B(j, UX, t * R), C_star(j) * X_B(j, UX, t * R)
r"""The arguments labelled S(t), T(t) in (65)."""


@claim(
    "ccs/eq-62",
    kind=Kind.INVARIANCE,
    source="(62), Appendix F.2",
    forall=(d, n, i, Sigma, U, X_0, a, b, c),
    uses=("ccs/eq-59", "ccs/eq-60", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_62() -> Prop:
    r"""$X_i(U_\Sigma X_0,0)=U_\Sigma X_i(X_0,0)$."""
    return eq(X_B(i, UX, 0), U_Sigma * X_B(i, X_0, 0))


@claim(
    "ccs/eq-63",
    kind=Kind.INVARIANCE,
    source="(63), Appendix F.2",
    forall=FORALL,
    uses=("ccs/eq-59", "ccs/eq-62", "ccs/eq-64", "ccs/eq-65", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_63() -> Prop:
    r"""$\frac d{dt}X_i(U_\Sigma X_0,tR)|_{t=0}=U_\Sigma\frac d{dt}X_i(X_0,tU^\top RU_\Sigma)|_{t=0}$."""
    return eq(d_dt(X_B(i, UX, t * R)), RX)


@claim(
    "ccs/eq-64",
    kind=Kind.IDENTITY,
    source="(64), Appendix F.2",
    forall=FORALL,
    uses=("ccs/eq-59",),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_64() -> Prop:
    r"""For $i\le j$: $\frac d{dt}X_i(U_\Sigma X_0,tR)|_{t=0}=0=U_\Sigma\frac d{dt}X_i(X_0,tU^\top RU_\Sigma)|_{t=0}$.
    """
    return implies(le(i, j), chain(d_dt(X_B(i, UX, t * R)), "=", zeros("d", "n+1"), "=", RX))


@claim(
    "ccs/eq-65",
    kind=Kind.IDENTITY,
    source="(65), Appendix F.2",
    forall=(d, n, j, Sigma, U, R, X_0, a, b, c),
    uses=("ccs/eq-59",),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_65() -> Prop:
    r"""(all $\frac d{dt}$ at t = 0) $\frac d{dt}X_{j+1}(U_\Sigma X_0,tR)=\frac d{dt}X_j(U_\Sigma X_0,tR)+A_j(\frac
    d{dt}X_j(U_\Sigma X_0,tR))M\tilde h(B_jX_j(U_\Sigma X_0,0),C_jX_j(U_\Sigma X_0,0))+A_jX_j(U_\Sigma X_0,0)M\frac
    d{dt}\tilde h((B_j+tR)X_j(U_\Sigma X_0,tR),C_jX_j(U_\Sigma X_0,tR))$, the last two arguments labelled S(t), T(t).
    """
    X, dX = X_B(j, UX, 0), d_dt(X_B(j, UX, t * R))
    return eq(
        d_dt(X_B(j + 1, UX, t * R)),
        dX + A_star(j) * dX * M * h_at(j, X) + A_star(j) * X * M * d_dt(h(S_65, T_65)),
    )


@claim(
    "ccs/eq-65-substitution",
    kind=Kind.IDENTITY,
    source="Appendix F.2, between (65) and the case $i>j+1$",
    forall=(d, n, j, Sigma, U, R, X_0, a, b, c, t),
    uses=("ccs/eq-60", "ccs/eq-62", "ccs/eq-64"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(
        Verdict.REFUTED,
        r"S(t) and T(t) have one $U_\Sigma$ too many beside their labels in (65), and so miss $S(0)=\tilde S(0)$, "
        r"$T(0)=\tilde T(0)$ that Lemma F.5 asks for; $C_j$ does not move: $\tilde T(t)=UC_jX_j(X_0,0)$, without tR",
        parts=("a", "b", "e"),
    ),
    note=r"""(a) and (b) state what S and T are for, to agree at t = 0 with $\tilde S$ and $\tilde T$ (Lemma F.5).
    """,
    misprints=(
        Misprint(r"$(B_j+tR)U_\Sigma X_j(U_\Sigma X_0,tR)$", r"$(B_j+tR)X_j(U_\Sigma X_0,tR)$", "a"),
        Misprint(r"$C_jU_\Sigma X_j(U_\Sigma X_0,tR)$", r"$C_jX_j(U_\Sigma X_0,tR)$", "b"),
        Misprint(r"$(C_j+tR)U_\Sigma X_j(X_0,0)$", r"$C_jU_\Sigma X_j(X_0,0)$", "e"),
        Misprint(r"$U(C_j+tU^\top RU_\Sigma)X_j(X_0,0)$", r"$UC_jX_j(X_0,0)$", "f"),
    ),
)
def eq_65_substitution() -> Parts:
    r""""Let (a) $S(t):=(B_j+tR)U_\Sigma X_j(U_\Sigma X_0,tR)$ and (b) $T(t):=C_jU_\Sigma X_j(U_\Sigma X_0,tR)$." "we
    can define $\tilde S(t):=(B_j+tR)X_j(U_\Sigma X_0,0)$ and $\tilde T(t):=C_jX_j(U_\Sigma X_0,0)$. Using (62) and
    (60), we verify that" $\tilde S(t)=$ (c) $(B_j+tR)U_\Sigma X_j(X_0,0)=$ (d) $U(B_j+tU^\top RU_\Sigma)X_j(X_0,0)$,
    $\tilde T(t)=$ (e) $(C_j+tR)U_\Sigma X_j(X_0,0)=$ (f) $U(C_j+tU^\top RU_\Sigma)X_j(X_0,0)$.
    """
    X = X_B(j, X_0, 0)
    S_t, T_t = (B_star(j) + t * R) * X_B(j, UX, 0), C_star(j) * X_B(j, UX, 0)
    return {
        "a": eq(B_star(j) * U_Sigma * X_B(j, UX, 0), B_star(j) * X_B(j, UX, 0)),
        "b": eq(C_star(j) * U_Sigma * X_B(j, UX, 0), C_star(j) * X_B(j, UX, 0)),
        "c": eq(S_t, (B_star(j) + t * R) * U_Sigma * X),
        "d": eq((B_star(j) + t * R) * U_Sigma * X, U * (B_star(j) + t * RU) * X),
        "e": eq(T_t, (C_star(j) + t * R) * U_Sigma * X),
        "f": eq((C_star(j) + t * R) * U_Sigma * X, U * (C_star(j) + t * RU) * X),
    }


@claim(
    "ccs/eq-65-substitution-corrected",
    kind=Kind.IDENTITY,
    source="Appendix F.2, between (65) and the case $i>j+1$, corrected",
    forall=(d, n, j, Sigma, U, R, X_0, a, b, c, t),
    uses=("ccs/eq-60", "ccs/eq-62", "ccs/eq-64"),
    corrects="ccs/eq-65-substitution",
    witnesses=("words", "entries", "proof"),
)
def eq_65_substitution_corrected() -> Parts:
    r"""With $S(t):=(B_j+tR)X_j(U_\Sigma X_0,tR)$ and $T(t):=C_jX_j(U_\Sigma X_0,tR)$, the labels of (65): (a)
    $S'(0)=\tilde S'(0)$, (b) $T'(0)=\tilde T'(0)$, and (c) $\tilde T(t)=C_jU_\Sigma X_j(X_0,0)=UC_jX_j(X_0,0)$.
    """
    X = X_B(j, X_0, 0)
    return {
        "a": eq(d_dt(S_65), d_dt((B_star(j) + t * R) * X_B(j, UX, 0))),
        "b": eq(d_dt(T_65), d_dt(C_star(j) * X_B(j, UX, 0))),
        "c": chain(C_star(j) * X_B(j, UX, 0), "=", C_star(j) * U_Sigma * X, "=", U * C_star(j) * X),
    }


@claim(
    "ccs/eq-63-case-j-plus-1",
    kind=Kind.IDENTITY,
    source=r"Appendix F.2, display after the choice $\Gamma:=U$",
    forall=(d, n, j, Sigma, U, R, X_0, a, b, c, t),
    uses=("ccs/eq-65", "ccs/eq-65-substitution", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    note=r"$\Gamma:=U$, so that $\Gamma^{-1}=U^\top$; $\tilde S$ and $\tilde T$ as they are defined before.",
)
def eq_63_case_j_plus_1() -> Parts:
    r"""$\frac d{dt}X_{j+1}(U_\Sigma X_0,tR)=$ (a) $U_\Sigma\frac d{dt}X_j(X_0,tU^\top RU_\Sigma)+A_jU_\Sigma(\frac
    d{dt}X_j(X_0,tU^\top RU_\Sigma))M\tilde h(B_jX_j(X_0,0),C_jX_j(X_0,0))+A_jU_\Sigma X_j(X_0,0)M\frac d{dt}\tilde
    h((B_j+tU^\top RU_\Sigma)X_j(X_0,0),C_jX_j(X_0,0))=$ (b) $U_\Sigma\frac d{dt}X_{j+1}(X_0,tU^\top RU_\Sigma)$,
    (labels) the arguments of the last $\tilde h$ labelled $\Gamma^\top\tilde S(t)$, $\Gamma^{-1}\tilde T(t)$.
    """
    X_rotated = X_B(j, UX, 0)
    S_tilde, T_tilde = (B_star(j) + t * R) * X_rotated, C_star(j) * X_rotated
    X, dX = X_B(j, X_0, 0), d_dt(X_B(j, X_0, t * RU))
    middle = (
        U_Sigma * dX
        + A_star(j) * U_Sigma * dX * M * h_at(j, X)
        + A_star(j) * U_Sigma * X * M * d_dt(h((B_star(j) + t * RU) * X, C_star(j) * X))
    )
    return {
        "a": eq(d_dt(X_B(j + 1, UX, t * R)), middle),
        "b": eq(middle, U_Sigma * d_dt(X_B(j + 1, X_0, t * RU))),
        "labels": conj(eq((B_star(j) + t * RU) * X, U.T * S_tilde), eq(C_star(j) * X, U.T * T_tilde)),
    }


@claim(
    "ccs/eq-63-case-later-layers",
    kind=Kind.IDENTITY,
    source="Appendix F.2, case $i>j+1$ of (63)",
    forall=FORALL,
    uses=("ccs/eq-63-case-j-plus-1", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(Verdict.REFUTED, "the braces of S and T leave out the U before them", ("d",)),
    misprints=(Misprint(
        r"braces under $B_iX_i(X_0,tU^\top RU_\Sigma)$ and $C_iX_i(\dots)$", r"braces under $UB_iX_i(\dots)$ and "
        r"$UC_iX_i(\dots)$", "d",
    ),),
    note=r"""The layer $i+1$ is one behind $j+1$: $i\ge j+1$. The braces of $\tilde S$, $\tilde T$ leave out the U
    before them.
    """,
)
def eq_63_case_later_layers() -> Parts:
    r"""$\frac d{dt}X_{i+1}(U_\Sigma X_0,tR)=$ (a) $\frac d{dt}X_i(U_\Sigma X_0,tR)+A_i(\frac d{dt}X_i(U_\Sigma
    X_0,tR))M\tilde h(B_iX_i(U_\Sigma X_0,0),C_iX_i(U_\Sigma X_0,0))+A_iX_i(U_\Sigma X_0,0)M\frac d{dt}\tilde
    h(B_iX_i(U_\Sigma X_0,tR),C_iX_i(U_\Sigma X_0,tR))$; (b) the last term is then written with $\tilde
    h(UB_iX_i(X_0,tU^\top RU_\Sigma),UC_iX_i(X_0,tU^\top RU_\Sigma))$; (c) $=U_\Sigma\frac d{dt}X_{i+1}(X_0,tU^\top
    RU_\Sigma)$. (d) "We use the inductive hypothesis to verify that $\tilde S'(0)=S'(0)$ and $\tilde
    T'(0)=T'(0)$."
    """
    X, dX, moving, turned = X_B(i, UX, 0), d_dt(X_B(i, UX, t * R)), X_B(i, UX, t * R), X_B(i, X_0, t * RU)
    same = dX + A_star(i) * dX * M * h_at(i, X)
    first = same + A_star(i) * X * M * d_dt(h_at(i, moving))
    second = same + A_star(i) * X * M * d_dt(h(U * (B_star(i) * turned), U * (C_star(i) * turned)))
    later = ge(i, j + 1)

    def same_slopes(S_tilde: Term, T_tilde: Term) -> Prop:
        of_S, of_T = (eq(d_dt(tilde), d_dt(weight(i) * moving)) for tilde, weight in
                      ((S_tilde, B_star), (T_tilde, C_star)))
        return implies(later, conj(of_S, of_T))

    return {
        "a": implies(later, eq(d_dt(X_B(i + 1, UX, t * R)), first)),
        "b": implies(later, eq(first, second)),
        "c": implies(later, eq(second, U_Sigma * d_dt(X_B(i + 1, X_0, t * RU)))),
        "d": [
            Reading("as their braces have them", same_slopes(B_star(i) * turned, C_star(i) * turned),
                    r"then $S'(0)=U\tilde S'(0)$", literal=True),
            Reading("U belongs to them", same_slopes(U * B_star(i) * turned, U * C_star(i) * turned), "as after (68)"),
        ],
    }  # fmt: skip


eq_62 = with_proof(eq_62, whole=chains.EQ_62)
eq_63 = with_proof(eq_63, whole=chains.EQ_63)
eq_64 = with_proof(eq_64, whole=chains.EQ_64)

_turned = known("ccs/eq-62", chains.turned(X_B, i))
_turned_at_j = known("ccs/eq-62", chains.turned(X_B, j), bind=((i, j),))
_slopes = known("ccs/eq-63", chains.slopes_turned(X_B, RU)(i))
_at_j = (_turned_at_j, *chains.still_at_j(X_B, RU))
_used = (_turned_at_j.label, "still#1", "still#2")
eq_65_substitution = rewritten(eq_65_substitution, "c", by=(_turned_at_j,))
eq_65_substitution_corrected = rewritten(eq_65_substitution_corrected, "a", "b", "c", by=_at_j, used=_used)
eq_63_case_j_plus_1 = rewritten(eq_63_case_j_plus_1, "a", "b", by=_at_j, used=_used)
eq_63_case_j_plus_1 = rewritten(eq_63_case_j_plus_1, "labels", by=(_turned_at_j,))
eq_63_case_later_layers = rewritten(eq_63_case_later_layers, "b", "c", "d", by=(_turned, _slopes))
eq_63_case_later_layers = rewritten(eq_63_case_later_layers, "a", by=())
